"""Logins of itsme's second version by clients of both kinds: Authlib, joserfc, and what Spring Security sends by hand."""

import base64
import json
import re
import subprocess
import time

import pytest
import requests
from authlib.integrations.base_client import OAuthError
from joserfc import jwt
from joserfc.errors import DecodeError

from browser import Browser, LeftForClient
from chromium import CHROMIUM, needs_chromium
from itsme_v2_fixtures import key_party, request_server, secret_party, stage, world_folder  # noqa: F401
from itsme_v2_party import ADVANCED, CALLBACK, DECODABLE, PREFIX, SECRET, KeyParty, SecretParty, SymmetricParty, claims_of
from own_sandbox import OwnSandbox
from qr_scanner import needs_scanner, scanned
from relying_party import header_of, parameters_of



def test_keys_get_nested_tokens(key_party):
    login = key_party().login()
    header = header_of(login.token["id_token"])
    assert header == {"alg": "RSA-OAEP-256", "enc": "A128CBC-HS256", "cty": "JWT", "kid": "rp-enc-1"}
    assert login.token["token_type"] == "Bearer" and login.token["expires_in"] == 3600
    assert login.identity["exp"] - login.identity["iat"] == 300 and "nbf" not in login.identity
    assert re.fullmatch("[a-z0-9]{36}", login.identity["sub"])
    assert login.person["address"]["locality"] == "Tongeren" and login.person["phone_number"] == "+32 470000001"


@pytest.mark.parametrize(("client", "party"), [("SECRET", SecretParty), ("HS256", SymmetricParty)])
def test_a_secret_gets_tokens_that_are_encrypted_with_it(secret_party, client, party):
    rp = secret_party(client, party)
    login = rp.login()
    inner = header_of(rp.decrypted(login.token["id_token"]))
    assert inner["alg"] == party.signing_algorithm and "typ" not in inner
    assert login.identity["nbf"] == login.identity["iat"]
    assert login.person["family_name"] == "Peeters"


class RawParty(SecretParty):
    def derived(self) -> bytes:
        return self.secret.encode()[:32]


class DecodedParty(SecretParty):
    def derived(self) -> bytes:
        return base64.urlsafe_b64decode(f"{self.secret}=")


@pytest.mark.parametrize(("client", "party", "secret"), [("RAW", RawParty, SECRET), ("DECODED", DecodedParty, DECODABLE)])
def test_other_derivations_of_the_key_are_a_switch(stage, secret_party, client, party, secret):
    assert secret_party(client, party, secret=secret).login().person["family_name"] == "Peeters"
    with pytest.raises(DecodeError):
        secret_party(client, secret=secret).login()


def test_a_code_counts_once_and_for_its_client(stage, secret_party, key_party):
    rp = secret_party()
    started = rp.start()
    code = rp.callback(rp.open(started["url"]), started)["code"]
    with pytest.raises(OAuthError, match="invalid_grant"):
        key_party().exchange(code, started)
    rp.exchange(code, started)
    with pytest.raises(OAuthError, match="invalid_grant"):
        rp.exchange(code, started)
    stage.wait_for_finding("itsme-v2.code-of-other-client")
    stage.wait_for_finding("itsme-v2.code-reused")


def test_pkce_is_demanded_where_it_is_registered(secret_party, stage):
    assert secret_party("PKCE", pkce=True).login().person["family_name"] == "Peeters"
    rp = secret_party("PKCE")
    assert rp.open(rp.start()["url"]).json()["error"] == "invalid_request"
    stage.wait_for_finding("itsme-v2.pkce-enforced-missing")


def test_a_wrong_verifier_is_refused(secret_party):
    rp = secret_party("PKCE", pkce=True)
    started = rp.start()
    code = rp.callback(rp.open(started["url"]), started)["code"]
    with pytest.raises(OAuthError, match="invalid_grant"):
        rp.exchange(code, started, code_verifier="v" * 43)


def test_a_platform_on_the_legacy_base_reads_plain_signed_tokens(stage):
    rp = SecretParty(stage.http, "PLATFORM", base="clientsecret-oidc/csapi/v0.1")
    login = rp.login()
    assert login.token["id_token"].count(".") == 2
    assert login.identity["iss"] == f"{stage.http}/itsme-v2/clientsecret-oidc/csapi/v0.1"
    # Such a platform reads no userinfo: what the scopes ask for stands in the id_token.
    assert login.identity["family_name"] == login.person["family_name"] == "Peeters"
    assert login.person["picture"].startswith(login.identity["iss"])


def test_a_client_of_the_other_base_is_unknown(stage):
    rp = SecretParty(stage.http, "PLATFORM")
    refused = rp.open(rp.start()["url"])
    assert (refused.status_code, refused.json()["error"]) == (400, "unauthorized_client")


def spring(rp: KeyParty, started: dict, **inner) -> str:
    """What Spring Security sends: every parameter outside too, but acr_values and claims, which stand inside."""
    outside = parameters_of(started["url"])
    now = int(time.time())
    inner = {"jti": "a-jti", "iat": now, "exp": now + 300, "acr_values": ADVANCED} | inner
    members = parameters_of(rp.nested_request(started, **inner))
    return requests.Request("GET", rp.metadata["authorization_endpoint"], params=outside | members).prepare().url


@pytest.mark.parametrize("method", ["keys", "secret"])
def test_springs_request_with_a_nested_object(key_party, secret_party, stage, method):
    """With a secret there is no request object: claims and acr_values go in the URL."""
    rp = key_party() if method == "keys" else secret_party()
    started = rp.start() if method == "keys" else rp.start(acr_values=ADVANCED, claims=claims_of("birthdate"))
    url = spring(rp, started, claims={"id_token": {"birthdate": None}}) if method == "keys" else started["url"]
    token = rp.exchange(rp.callback(rp.open(url), started)["code"], started)
    identity = rp.identity(token, started)
    assert (identity["acr"], identity["birthdate"]) == (ADVANCED, "1990-07-14")


def test_a_request_whose_parameters_differ_is_refused(key_party, stage):
    rp = key_party()
    refused = rp.open(spring(rp, rp.start(), state="another"))
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_request")
    assert "itsme-v2.parameters-differ" in refused.headers["Eidolon-Finding"]


def test_a_request_object_behind_a_reference(key_party, request_server):
    rp = key_party()
    started = rp.start()
    object_ = parameters_of(rp.nested_request(started))
    request_server.object = object_.pop("request")
    response = rp.open(
        requests.Request(
            "GET", rp.metadata["authorization_endpoint"], params=object_ | {"request_uri": request_server.url}
        )
        .prepare()
        .url
    )
    token = rp.exchange(rp.callback(response, started)["code"], started)
    assert rp.identity(token, started)["nonce"] == started["nonce"]
    # Without https and a port of its own it is not an address that itsme would take.
    assert "request-uri-localhost" in response.headers["Eidolon-Finding"]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"client_secret": "wrong"}, "invalid_client"),
        ({"client_id": "NOBODY"}, "invalid_client"),
        ({"code": "another"}, "invalid_grant"),
        ({"redirect_uri": f"{CALLBACK}/"}, "invalid_grant"),
        ({"grant_type": "refresh_token"}, "unsupported_grant_type"),
        ({"code": None}, "invalid_request"),
    ],
)
def test_what_is_wrong_at_the_token_endpoint_is_said(secret_party, change, error):
    rp = secret_party()
    started = rp.start()
    form = {
        "grant_type": "authorization_code",
        "code": rp.callback(rp.open(started["url"]), started)["code"],
        "redirect_uri": CALLBACK,
        "client_id": "SECRET",
        "client_secret": SECRET,
    }
    form = {name: value for name, value in (form | change).items() if value is not None}
    answer = requests.post(rp.metadata["token_endpoint"], data=form, timeout=10)
    assert (answer.status_code, answer.json()["error"]) == (400, error)
    assert set(answer.json()) == {"error", "detail"} and answer.headers["Eidolon-Finding"].startswith("itsme-v2.")
    assert answer.headers["Cache-Control"] == "no-store"


def test_basic_is_refused_and_let_in_by_the_preset_lenient(stage, secret_party):
    for client, status in (("SECRET", 400), ("LENIENT", 200)):
        rp = secret_party(client)
        started = rp.start()
        form = {
            "grant_type": "authorization_code",
            "code": rp.callback(rp.open(started["url"]), started)["code"],
            "redirect_uri": CALLBACK,
        }
        answer = requests.post(rp.metadata["token_endpoint"], data=form, auth=(client, SECRET), timeout=10)
        assert answer.status_code == status, answer.text
        assert "itsme-v2.secret-by-basic" in answer.headers["Eidolon-Finding"]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"iss": "another"}, "unauthorized_client"),
        ({"aud": "https://client.example.test"}, "unauthorized_client"),
        ({"exp": 1}, "unauthorized_client"),
        ({"jti": None}, "unauthorized_client"),
    ],
)
def test_an_assertion_that_is_wrong_is_unauthorized_client(key_party, keys, change, error):
    rp = key_party()
    started = rp.start()
    endpoint = rp.metadata["token_endpoint"]
    now = int(time.time())
    claims = {"iss": "KEYS", "sub": "KEYS", "aud": endpoint, "jti": f"{change}", "iat": now, "exp": now + 60} | change
    claims = {name: value for name, value in claims.items() if value is not None}
    form = {
        "grant_type": "authorization_code",
        "code": rp.callback(rp.open(started["url"]), started)["code"],
        "redirect_uri": CALLBACK,
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        "client_assertion": jwt.encode({"alg": "RS256", "kid": "rp-sig-1"}, claims, keys["signing"]),
    }
    answer = requests.post(endpoint, data=form, timeout=10)
    assert (answer.status_code, answer.json()["error"]) == (400, error)


def test_a_revoked_token_opens_nothing(secret_party):
    rp = secret_party(base="clientsecret-oidc/csapi/v0.1")
    login = rp.login()
    access = login.token["access_token"]
    for method in ({"auth": ("SECRET", SECRET)}, {}):
        form = {"token": access} | ({} if method else {"client_id": "SECRET", "client_secret": SECRET})
        answer = requests.post(rp.metadata["revocation_endpoint"], data=form, timeout=10, **method)
        assert (answer.status_code, answer.content) == (200, b"")
    userinfo = requests.get(
        rp.metadata["userinfo_endpoint"], headers={"Authorization": f"Bearer {access}"}, timeout=10
    )
    assert userinfo.status_code == 401 and 'error="invalid_token"' in userinfo.headers["WWW-Authenticate"]


@needs_chromium
@needs_scanner
def test_the_code_on_the_page_is_scanned_by_the_phone(stage, key_party, tmp_path):
    """A camera reads the page as a browser shows it; the phone opens what it read, and the person approves."""
    sandbox = OwnSandbox(stage.http, frozen=False)
    sandbox.queue({"title": "By hand", "provider": "itsme-v2", "phone": "manual"})
    known = key_party()
    rp = KeyParty(sandbox.root, "KEYS", known.signing, known.encryption)
    started = rp.start(claims=claims_of(f"{PREFIX}identification_mode"))
    window = Browser(CALLBACK)
    page = window.open(started["url"])
    shot = tmp_path / "page.png"
    command = [
        CHROMIUM, "--no-sandbox", "--headless", "--disable-gpu", "--hide-scrollbars", "--no-proxy-server",
        f"--user-data-dir={tmp_path / 'profile'}", "--window-size=800,1200", f"--screenshot={shot}", page.refresh_url,
    ]  # fmt: skip
    subprocess.run(command, capture_output=True, timeout=50)
    sandbox.control("POST", "phone/open", {"person": "anna", "link": scanned(shot)})
    sandbox.act(sandbox.transactions()[0]["id"], "approve")
    with pytest.raises(LeftForClient) as left:
        window.wait()
    code = parameters_of(left.value.location)["code"]
    identity = rp.identity(rp.exchange(code, started), started)
    assert identity[f"{PREFIX}identification_mode"] == "QR"


def test_the_documented_claims_come_in_their_shapes(key_party):
    names = [f"{PREFIX}{name}" for name in ("BENationalNumber", "claim_device", "validityTo", "IDDocumentSN")]
    person = key_party().login(claims=json.dumps({"userinfo": dict.fromkeys(names)})).person
    assert person[names[0]] == "90071499836" and isinstance(person[names[1]], dict)
    assert set(person[names[2]]) == {names[3]}
