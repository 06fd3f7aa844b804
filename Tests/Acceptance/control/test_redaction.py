"""Secrets stand in the journal, in what shows it and in the world alone; with --redact not even there."""

from __future__ import annotations

import base64
import json
import re
from urllib.parse import quote, urljoin

import pytest
import requests
from program import Program

CONTROL = "planted-control-token-5f1c"
SECRETS = {slug: f"planted-{slug}-secret-91ab" for slug in ("criipto", "itsme-v2", "bioid", "reuseid", "webhook")}
WRONG = "planted-wrong-secret-77de"
TENANT = "5eed0000-0000-4000-8000-00000000a11c"
STRAY = "5eed0000-0000-4000-8000-0000000057a4"
PINS = ("73914628", "73914629", "73914620")
SIGNATURE = base64.urlsafe_b64encode(b"planted signature of a token").rstrip(b"=").decode()
PRIVATE = base64.urlsafe_b64encode(b"planted private exponent of a key").rstrip(b"=").decode()

DEVICE = "3d1f7a52-9c4e-4b0a-8f6d-2e5b8c7a9014"
CALLBACK = "http://localhost:9000/cb"
SERVICES = {"EIDOLON_LOGIN": {"type": "authentication", "redirect_uris": [CALLBACK]}}
WORLD = {
    "clients": {
        "criipto": {"urn:planted": {"secret": SECRETS["criipto"], "redirect_uris": [CALLBACK]}},
        "itsme-v2": {"PLANTED": {"secret": SECRETS["itsme-v2"], "services": SERVICES}},
        "bioid": {
            "planted": {"secret": SECRETS["bioid"], "storage": "bws", "partition": 12, "redirect_uris": [CALLBACK]},
        },
        "reuseid": {
            "planted": {
                "secret": SECRETS["reuseid"],
                "application_id": "planted-app",
                "redirect_uris": [CALLBACK],
                "devices": {DEVICE: {"person": "anna", "user_id": "u-1", "pin": PINS[0]}},
            }
        },
        "videoid": {
            "planted": {"token": TENANT, "webhook": {"url": "http://127.0.0.1:9/webhook", "secret": SECRETS["webhook"]}}
        },
    }
}
# What shows the journal, and what was put into the world, shows their secrets too.
SHOWING = re.compile(r"/(traffic|transactions/)|/_eidolon/(journal|world|snapshot|events)")
PAGES = re.compile(r"/|/(phone|traffic|logins|report|judge|stage)|/(transactions|stage)/[^/?]+")
LOGIN = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"


def encoded(header: dict, claims: dict) -> str:
    parts = (json.dumps(part).encode() for part in (header, claims))
    return ".".join(base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in parts)


TOKEN = encoded({"alg": "RS256", "kid": "s1"}, {"iss": "EIDOLON_TEST", "sub": "EIDOLON_TEST", "jti": "1"}) + "." + SIGNATURE


def client_calls(http: str) -> set[str]:
    """Each provider gets its right and its wrong secrets, wherever a client may put them; the signatures it answered."""

    def call(method: str, path: str, **options) -> requests.Response:
        return requests.request(method, http + path, timeout=10, allow_redirects=False, **options)

    bearer = {"Authorization": f"Bearer {TOKEN}"}
    code = {"grant_type": "authorization_code", "code": "x", "redirect_uri": CALLBACK}
    tokens = {"criipto": ("/criipto/oauth2/token", "urn:planted"), "itsme-v2": ("/itsme-v2/v2/token", "PLANTED"),
              "bioid": ("/bioid/connect/token", "planted"), "reuseid": ("/reuseid/auth/open/connect/token", "planted")}
    for slug, (path, client) in tokens.items():
        for secret in (SECRETS[slug], WRONG):
            call("POST", path, data=code, auth=(client, secret))
            call("POST", path, data=code | {"client_id": client, "client_secret": secret})
            call("POST", path, data=code | {"client_id": client}, headers={"Authorization": f"Basic {secret}"})
            call("POST", f"{path}?client_id={client}&client_secret={quote(secret)}", data=code)
            call("POST", path, json=code | {"client_id": client, "client_secret": secret})
            call("POST", path, data=json.dumps({"client_secret": secret})[:-1], headers={"Content-Type": "application/json"})
        call("POST", path, data=code | {"client_assertion_type": LOGIN, "client_assertion": TOKEN})
    call("POST", "/itsme/oidc/token", data=code | {"client_assertion_type": LOGIN, "client_assertion": TOKEN})
    for path in ("/itsme/oidc/userinfo", "/itsme-v2/v2/userinfo", "/criipto/oauth2/userinfo", "/bioid/connect/userinfo"):
        call("GET", path, headers=bearer)
        call("GET", f"{path}?access_token={TOKEN}")
    for path in ("/itsme/oidc/authorize", "/itsme-v2/v2/authorize", "/criipto/oauth2/authorize"):
        call("GET", path, params={"client_id": "urn:planted", "response_type": "code", "id_token_hint": TOKEN, "request": TOKEN})
    answered = []
    for secret in (WRONG, SECRETS["bioid"]):
        auth = ("planted", secret)
        answered.append(call("GET", "/bioid/extension/token?id=planted&bcid=bws.12.4711&task=verify", auth=auth))
        call("GET", f"/bioid/extension/result?access_token={answered[-1].text.strip()[:2000]}", auth=auth)
    for token in (TENANT, STRAY, WRONG):
        for path in ("/videoid/v2/videoid.request", "/videoid/v2/videoid.unknown"):
            call("POST", path, json={"process": "Unattended"}, headers={"Authorization": f"Bearer {token}", "secret": WRONG})
    backend = call("POST", tokens["reuseid"][0], data={"grant_type": "client_credentials", "scope": "signicat-api"},
                   auth=("planted", SECRETS["reuseid"])).json()
    signed_in = {"Authorization": f"Bearer {backend['access_token']}"}
    call("POST", "/reuseid/step-up", json={"userId": "u-1", "deviceId": DEVICE}, headers=signed_in)
    app = "/reuseid/mobileid/planted-app"
    for pin in PINS[1:]:
        call("POST", f"{app}/startAuthentication", json={"registration_id": DEVICE})
        proof = {"registration_id": DEVICE, "auth_method": "DEVICE:PIN", "pin_code": pin}
        call("POST", f"{app}/finishAuthentication", json=proof)
        call("POST", f"{app}/finishAuthentication", json=proof | {"pin_code": {"is": pin}})
        call("POST", f"{app}/finishAuthentication?pin_code={pin}", data=proof)
    call("POST", "/veridium/websec/rest/enterprise/nothing", json={"password": WRONG, "jwk": {"kty": "RSA", "d": PRIVATE}})
    call("GET", f"/nowhere?client_secret={WRONG}", cookies={"eidolon_control": CONTROL})
    return {text.text.strip().rsplit(".", 1)[1] for text in answered if text.text.startswith("eyJ")}


def forms(secret: str) -> set[str]:
    """A secret as it may stand in text: as it is, escaped, in base64."""
    if len(secret) < 16:
        return {secret}
    raw = secret.encode()
    encodings = {base64.b64encode(b"\0" * shift + raw).decode()[4 if shift else 0 : -4] for shift in range(3)}
    return {secret, quote(secret, safe="")} | encodings | {text.replace("+", "-").replace("/", "_") for text in encodings}


def shown(text: str, planted: set[str]) -> set[str]:
    return {secret for secret in planted if any(form in text for form in forms(secret))}


def addresses(http: str, session: requests.Session) -> list[str]:
    """Every control call that only reads, in each of its forms, and every page that a link leads to."""
    found = []
    document = session.get(f"{http}/_eidolon/openapi.json", timeout=30).json()
    transactions = [entry["id"] for entry in session.get(f"{http}/_eidolon/transactions", timeout=30).json()["transactions"]]
    for path, methods in document["paths"].items():
        if "get" not in methods or path.endswith("/wait"):
            continue
        for identifier in transactions or ["none"]:
            found.append(path.replace("{id}", identifier).replace("{provider}", "itsme").replace("{story}", "reject"))
    found = list(dict.fromkeys(found))
    found += ["/_eidolon/journal?format=har", "/_eidolon/events?after=0&timeout=1s", "/_eidolon/journal?limit=1000"]
    found += [f"/_eidolon/report?format={form}" for form in ("html", "junit", "sarif", "json")]
    found.remove("/_eidolon/events")
    seen, waiting = set(), ["/", "/phone", "/traffic", "/report", "/judge", "/stage", "/logins"]
    while waiting and len(seen) < 40:
        page = waiting.pop()
        if page in seen or not PAGES.fullmatch(page):
            continue
        seen.add(page)
        text = session.get(http + page, timeout=30, allow_redirects=False).text
        waiting += [urljoin(page, link).split("#")[0] for link in re.findall(r'href="([^"#][^"]*)"', text)]
    # The pages of single exchanges are many, and alike.
    return found + sorted(seen) + [f"/traffic/{number}" for number in range(1, 90, 6)]


@pytest.mark.parametrize("redacts", [False, True], ids=["without --redact", "with --redact"])
def test_no_secret_stands_where_it_must_not(eidolon, tmp_path, redacts):
    folder = tmp_path / "scenarios"
    folder.mkdir()
    (folder / "world.json").write_text(json.dumps(WORLD))
    journal = tmp_path / "journal.ndjson"
    reports = [tmp_path / f"report.{form}" for form in ("xml", "sarif", "json", "html")]
    options = ["--scenarios", str(folder), "--control-token", CONTROL, "--journal", str(journal), "--journal-control"]
    options += [word for report in reports for word in ("--report", str(report))] + (["--redact"] if redacts else [])
    with Program(eidolon, *options) as program:
        planted = {CONTROL, WRONG, TENANT, STRAY, *SECRETS.values(), *PINS, SIGNATURE, PRIVATE} | client_calls(program.http)
        assert len(planted) == 15, "a signature that was answered is missing"
        session = requests.Session()
        session.headers["Authorization"] = f"Bearer {CONTROL}"
        pages = addresses(program.http, session)
        assert len(pages) > 60
        for page in pages:
            answer = session.get(program.http + page, timeout=30, allow_redirects=False)
            if redacts or not SHOWING.search(page):
                assert shown(answer.text + str(answer.headers), planted) == set(), page
        snapshot = session.get(f"{program.http}/_eidolon/snapshot", timeout=30).json()
        # What the emulator needs it still knows.
        restored = session.put(f"{program.http}/_eidolon/snapshot", json=snapshot, timeout=30)
        assert restored.status_code == 200, restored.text
        again = requests.get(
            f"{program.http}/bioid/extension/token?id=planted&bcid=bws.12.4711&task=verify",
            auth=("planted", SECRETS["bioid"]), timeout=10,
        )
        assert again.status_code == 200
        world = session.get(f"{program.http}/_eidolon/world", timeout=30).json()
        back = session.put(f"{program.http}/_eidolon/world", json=world, timeout=30)
        assert back.status_code == (400 if redacts else 200)
        assert not redacts or "masked by --redact" in back.text
    assert shown(program.text, planted) == set(), "the log"
    for report in reports:
        assert shown(report.read_text(), planted) == set(), report.name
    kept = shown(journal.read_text(), planted)
    if redacts:
        assert kept == set()
    else:
        # Everything was called, so the journal has it all but what stands in the world alone.
        assert kept >= planted - {SECRETS["webhook"], PINS[0], CONTROL}
