"""What integrators of itsme's second version stumble on: each is said by a finding, and answered as documented."""

import json
from urllib.parse import quote

import pytest
import requests

from itsme_v2_fixtures import key_party, request_server, secret_party, stage, world_folder  # noqa: F401
from itsme_v2_party import CALLBACK, PREFIX, claims_of
from relying_party import NoCallback

WEBVIEW = "Mozilla/5.0 (Linux; Android 15; E1; wv) AppleWebKit/537.36 Version/4.0 Chrome/130.0 Mobile Safari/537.36"


def request(**changes: str | None) -> dict[str, str]:
    """An authorization request by hand; None takes a parameter out."""
    whole = {
        "client_id": "SECRET",
        "response_type": "code",
        "scope": "openid service:LOGIN profile",
        "redirect_uri": CALLBACK,
        "state": "kd81-Q2-and-more",
        "nonce": "Zk3-x_7Yq2-and-more",
    }
    return {name: value for name, value in (whole | changes).items() if value is not None}


def ask(stage, method: str = "get", agent: str = "shop", **changes: str | None) -> requests.Response:
    url = f"{stage.http}/itsme-v2/v2/authorization"
    members = {"params" if method == "get" else "data": request(**changes)}
    return requests.request(
        method, url, headers={"User-Agent": agent}, allow_redirects=False, timeout=10, **members
    )


@pytest.mark.parametrize(
    ("change", "error", "rule"),
    [
        ({"client_id": None}, "unauthorized_client", "client-id-missing"),
        ({"client_id": "NOBODY"}, "unauthorized_client", "client-id-unknown"),
        ({"client_id": "schön"}, "invalid_client_id", "client-id-unknown"),
        ({"response_type": None}, "invalid_request", "response-type-missing"),
        ({"response_type": "token"}, "unsupported_response_type", "response-type-unsupported"),
        ({"scope": "openid profile"}, "invalid_scope", "scope-service-missing"),
        ({"scope": "service:LOGIN"}, "invalid_scope", "scope-openid-missing"),
        ({"redirect_uri": CALLBACK.replace("/cb", "/CB")}, "invalid_redirect_uri", None),
        ({"redirect_uri": f"{CALLBACK}?a=b"}, "invalid_redirect_uri", None),
        ({"redirect_uri": f"{CALLBACK}/"}, "invalid_redirect_uri", None),
        ({"redirect_uri": f"{CALLBACK}#a"}, "invalid_redirect_uri", "redirect-uri-fragment"),
        ({"display": "popup"}, "unsupported_display", "display-unsupported"),
        ({"code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "plain"},
         "invalid_request", "pkce-plain"),
        ({"scope": "openid service:IDENT"}, "invalid_request", "no-claim-requested"),
        ({"scope": "openid service:CONFIRM"}, "invalid_request", "template-missing"),
        ({"request_uri": "https://shop.example.test/request.jwt"}, "invalid_request_uri", "request-uri-unregistered"),
        ({"request": "a.b.c", "request_uri": "https://a.test/"}, "invalid_request", "request-and-request-uri"),
        ({"request": "a.b.c"}, "invalid_request_object", None),
        ({"claims": "[]"}, "invalid_request", None),
    ],
)  # fmt: skip
def test_a_request_that_is_wrong_stays_on_the_page(stage, change, error, rule):
    answer = ask(stage, **change)
    assert (answer.status_code, answer.json()["error"]) == (400, error), answer.text
    said = answer.headers["Eidolon-Finding"]
    assert said.startswith("itsme-v2.") and (rule is None or f"itsme-v2.{rule}" in said), said


@pytest.mark.parametrize(
    ("names", "rule"),
    [
        (["tag:sixdots.be,2016-08:claim_nationality"], "claim-v1-name"),
        (["http://itsme.services/V2/claim/BENationalNumber"], "claim-case"),
        ([f"{PREFIX}BEeidSN"], "claim-case"),
        (["middle_name"], "claim-unknown"),
        ([f"{PREFIX}validityTo"], "metadata-alone"),
    ],
)
def test_a_claim_that_gives_nothing_is_said(stage, secret_party, names, rule):
    answer = ask(stage, scope="openid service:LOGIN", claims=claims_of(*names))
    assert answer.status_code == 302 and f"itsme-v2.{rule}" in answer.headers["Eidolon-Finding"]
    rp = secret_party(scope="")
    assert not set(names) & set(rp.login(claims=claims_of(*names)).identity)


def test_claims_that_a_broker_encoded_twice_are_read(secret_party):
    login = secret_party().login(claims=quote(claims_of("birthdate")))
    assert login.identity["birthdate"] == "1990-07-14"


@pytest.mark.parametrize(("method", "agent", "rule"), [("get", WEBVIEW, "authorize-embedded")])
def test_a_webview_is_no_browser(stage, method, agent, rule):
    answer = ask(stage, method, agent)
    assert answer.status_code == 302 and f"itsme-v2.{rule}" in answer.headers["Eidolon-Finding"]


def test_a_post_opens_no_app(stage):
    answer = ask(stage, "post")
    assert answer.status_code == 302 and "itsme-v2." in answer.headers["Eidolon-Finding"]


@pytest.mark.parametrize(
    "path",
    ["/itsme-v2/V2/.well-known/openid-configuration", "/itsme-v2/.well-known/jwks.json", "/itsme-v2/v2/introspect"],
)
def test_a_guessed_path_is_not_there_and_the_right_one_is_named(stage, path):
    answer = requests.get(f"{stage.http}{path}", timeout=10)
    assert answer.status_code == 404 and f"{stage.http}/itsme-v2/" in answer.text


def test_a_redirect_uri_in_another_case_ends_on_the_page(secret_party):
    rp = secret_party(redirect_uri=CALLBACK.upper())
    with pytest.raises(NoCallback, match="invalid_redirect_uri"):
        rp.login()


def test_addresses_can_be_texts_for_stacks_that_take_nothing_else(stage, secret_party):
    """By a scenario, as by the client's quirks."""
    story = {"title": "Texts", "provider": "itsme-v2", "quirks": {"address_format": "json_string"}}
    body = {"scenario": story, "client": "LENIENT"}
    requests.post(f"{stage.http}/_eidolon/queue", json=body, timeout=10).raise_for_status()
    person = secret_party("LENIENT").login().person
    assert json.loads(person["address"])["locality"] == "Tongeren"
