"""What the token and userinfo endpoints refuse, with exact status, code and headers (contract 1.7, 1.8, 1.10)."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey

from conftest import CALLBACK, new_key
from relying_party import parameters_of

BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"


@pytest.fixture
def endpoint(server) -> str:
    return f"{server.http}/itsme/oidc/token"


@pytest.fixture
def code(server):
    """A fresh code for the client GUIDE_RP."""

    def fresh(**more) -> str:
        parameters = {
            "client_id": "GUIDE_RP",
            "response_type": "code",
            "scope": "openid service:ACCEPTANCE_LOGIN",
            "redirect_uri": CALLBACK,
            "state": "s",
            "nonce": "n",
        }
        response = requests.get(
            f"{server.http}/itsme/oidc/authorize", params=parameters | more, allow_redirects=False, timeout=10
        )
        return parameters_of(response.headers["Location"])["code"]

    return fresh


@pytest.fixture
def assertion(endpoint, keys):
    """An assertion of GUIDE_RP with changes; None leaves a member out."""
    count = iter(range(10**6))

    def make(key=keys["signing"], header: dict | None = None, algorithm: str = "RS256", **claims) -> str:
        members = {
            "iss": "GUIDE_RP",
            "sub": "GUIDE_RP",
            "aud": endpoint,
            "jti": f"{time.time_ns()}-{next(count)}",
            "exp": int(time.time()) + 300,
        } | claims
        head = {"alg": algorithm, "kid": "rp-sig-1", "typ": "JWT"} | (header or {})
        if isinstance(key, RSAKey):
            key = RSAKey.import_key({k: v for k, v in key.as_dict(private=True).items() if k not in ("alg", "kid")})
        return jwt.encode(
            {name: value for name, value in head.items() if value is not None},
            {name: value for name, value in members.items() if value is not None},
            key,
            algorithms=[algorithm],
            default_type=None,
        )

    return make


@pytest.fixture
def exchange(endpoint, code, assertion):
    """Sends a right token request with changes; None leaves a parameter out."""

    def send(**changes) -> requests.Response:
        form = {
            "grant_type": "authorization_code",
            "redirect_uri": CALLBACK,
            "client_assertion_type": BEARER,
        } | changes
        if "code" not in form:
            form["code"] = code()
        if "client_assertion" not in form:
            form["client_assertion"] = assertion()
        return requests.post(
            endpoint, data={name: value for name, value in form.items() if value is not None}, timeout=10
        )

    return send


def refused(response: requests.Response, error: str, rule: str) -> None:
    """The one form of every error of itsme's token endpoint: 400, JSON, not stored, no challenge."""
    assert response.status_code == 400, response.text
    assert response.headers["Content-Type"] == "application/json"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Pragma"] == "no-cache"
    assert "WWW-Authenticate" not in response.headers
    body = response.json()
    assert body["error"] == error, (body, response.headers.get("Eidolon-Finding"))
    assert body["error_description"] == body["detail"] != ""
    assert rule in [found.strip() for found in response.headers["Eidolon-Finding"].split(",")]


def test_the_right_request_is_right(exchange):
    response = exchange()
    assert response.status_code == 200, response.text
    # The tests of this server share a client, and some of them fetch its keys.
    assert response.headers.get("Eidolon-Finding", "itsme.jwks-each-login") == "itsme.jwks-each-login"


@pytest.mark.parametrize("name", ["grant_type", "code", "redirect_uri"])
def test_missing_parameters(exchange, name):
    refused(exchange(**{name: None}), "invalid_request", "itsme.token-parameter-missing")


def test_repeated_parameter(endpoint, code, assertion):
    body = [
        ("grant_type", "authorization_code"),
        ("code", code()),
        ("code", "x"),
        ("redirect_uri", CALLBACK),
        ("client_assertion_type", BEARER),
        ("client_assertion", assertion()),
    ]
    refused(requests.post(endpoint, data=body, timeout=10), "invalid_request", "itsme.token-parameter-repeated")


def test_grant_type(exchange):
    refused(exchange(grant_type="refresh_token"), "unsupported_grant_type", "itsme.grant-type-unsupported")


def test_body_that_is_no_form(endpoint):
    refused(requests.post(endpoint, json={"code": "x"}, timeout=10), "invalid_request", "itsme.token-content-type")
    malformed = requests.post(
        endpoint, data="code=%ZZ", headers={"Content-Type": "application/x-www-form-urlencoded"}, timeout=10
    )
    refused(malformed, "invalid_request", "itsme.token-body-malformed")


def test_get_is_not_allowed(endpoint):
    response = requests.get(endpoint, timeout=10)
    assert response.status_code == 405 and response.headers["Allow"] == "POST"
    assert response.json()["error"] == "invalid_request"


def test_unknown_code(exchange):
    refused(exchange(code="a" * 36), "invalid_grant", "itsme.code-unknown")


def test_code_is_good_once(exchange, code):
    once = code()
    assert exchange(code=once).status_code == 200
    refused(exchange(code=once), "invalid_grant", "itsme.code-reused")


def test_of_many_exchanges_at_once_one_succeeds(exchange, code):
    once = code()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: exchange(code=once).status_code, range(8)))
    assert sorted(answers) == [200] + [400] * 7


def test_a_refused_exchange_does_not_consume_the_code(exchange, code):
    once = code()
    refused(exchange(code=once, redirect_uri="https://other.test"), "invalid_grant", "itsme.token-redirect-uri-mismatch")
    assert exchange(code=once).status_code == 200


def test_code_of_another_client(exchange, code, assertion, keys):
    theirs = assertion(keys["other signing"], {"kid": "rp-sig-2"}, iss="OTHER_RP", sub="OTHER_RP")
    refused(exchange(client_assertion=theirs), "invalid_grant", "itsme.code-of-other-client")


def test_expired_code(exchange, code):
    late = code(eidolon_scenario="code-expired")
    refused(exchange(code=late), "invalid_grant", "itsme.code-expired")


def test_no_assertion(exchange):
    response = exchange(client_assertion=None, client_assertion_type=None)
    refused(response, "invalid_client", "itsme.assertion-missing")


def test_a_secret_instead(exchange):
    response = exchange(client_assertion=None, client_id="GUIDE_RP", client_secret="secret")
    refused(response, "invalid_client", "itsme.client-secret")


def test_wrong_assertion_type(exchange):
    refused(exchange(client_assertion_type="jwt"), "invalid_client", "itsme.assertion-type")


def test_client_id_that_is_not_the_subject(exchange):
    refused(exchange(client_id="OTHER_RP"), "invalid_client", "itsme.token-client-mismatch")


def test_client_id_that_is(exchange):
    assert exchange(client_id="GUIDE_RP").status_code == 200


NOW = int(time.time())
ASSERTIONS = [
    ({"header": {"kid": None}}, "itsme.assertion-kid-missing"),
    ({"header": {"kid": "nobody"}}, "itsme.assertion-kid-unknown"),
    ({"header": {"typ": None}}, "itsme.assertion-typ-missing"),
    ({"algorithm": "RS384"}, "itsme.assertion-algorithm"),
    ({"algorithm": "PS256"}, "itsme.assertion-algorithm"),
    ({"iss": "OTHER_RP"}, "itsme.assertion-issuer"),
    ({"iss": None}, "itsme.assertion-issuer"),
    ({"aud": "https://elsewhere.test/token"}, "itsme.assertion-audience"),
    ({"aud": None}, "itsme.assertion-audience"),
    ({"jti": None}, "itsme.assertion-jti-missing"),
    ({"jti": "x" * 256}, "itsme.assertion-jti-long"),
    ({"exp": None}, "itsme.assertion-exp-missing"),
    ({"exp": NOW - 3600}, "itsme.assertion-expired"),
    ({"exp": "soon"}, "itsme.assertion-malformed"),
    ({"iat": NOW + 3600}, "itsme.assertion-not-yet-valid"),
    ({"nbf": NOW + 3600}, "itsme.assertion-not-yet-valid"),
]


@pytest.mark.parametrize(("changes", "rule"), ASSERTIONS)
def test_what_is_wrong_with_an_assertion_is_named(exchange, assertion, changes, rule):
    refused(exchange(client_assertion=assertion(**changes)), "unauthorized_client", rule)


def test_assertion_signed_with_another_key(exchange, assertion):
    forged = assertion(new_key("rp-sig-1", "sig"))
    refused(exchange(client_assertion=forged), "unauthorized_client", "itsme.assertion-signature")


def test_assertion_signed_with_a_secret(exchange, assertion):
    symmetric = assertion(OctKey.generate_key(256), algorithm="HS256")
    refused(exchange(client_assertion=symmetric), "unauthorized_client", "itsme.assertion-algorithm")


@pytest.mark.parametrize("text", ["x", "a.b.c", "a.b.c.d.e", "....", "é.é.é"])
def test_assertion_that_is_no_token(exchange, text):
    response = exchange(client_assertion=text)
    assert response.status_code == 400
    assert response.json()["error"] == "unauthorized_client"


def test_jti_is_good_once(exchange, assertion):
    once = assertion()
    assert exchange(client_assertion=once).status_code == 200
    refused(exchange(client_assertion=once), "unauthorized_client", "itsme.assertion-jti-reused")


def test_audience_may_be_a_list(exchange, assertion, endpoint):
    assert exchange(client_assertion=assertion(aud=["https://x.test", endpoint])).status_code == 200


# userinfo


@pytest.fixture
def userinfo(server):
    def get(method: str = "GET", **options) -> requests.Response:
        return requests.request(method, f"{server.http}/itsme/oidc/userinfo", timeout=10, **options)

    return get


def test_userinfo_takes_get_and_post(exchange, userinfo):
    bearer = {"Authorization": f"Bearer {exchange().json()['access_token']}"}
    for method in ("GET", "POST"):
        response = userinfo(method, headers=bearer)
        assert (response.status_code, response.headers["Content-Type"]) == (200, "application/jwt")


def test_userinfo_without_token_says_bearer_only(userinfo):
    response = userinfo()
    assert (response.status_code, response.headers["WWW-Authenticate"]) == (401, "Bearer")


def test_userinfo_with_an_unknown_token(userinfo):
    response = userinfo(headers={"Authorization": "Bearer " + "A" * 43})
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"].startswith('Bearer error="invalid_token", error_description="')


@pytest.mark.parametrize("header", ["Bearer", "Bearer a b"])
def test_userinfo_with_a_malformed_header(userinfo, header):
    response = userinfo(headers={"Authorization": header})
    assert response.status_code == 400
    assert response.headers["WWW-Authenticate"].startswith('Bearer error="invalid_request"')


def test_userinfo_with_another_scheme_gets_a_bare_challenge(userinfo):
    response = userinfo(headers={"Authorization": "Basic eDp5"})
    assert response.status_code == 401
    assert "error" not in response.headers["WWW-Authenticate"]


def test_userinfo_after_its_time(exchange, code, eidolon, tmp_path, keys, world):
    import json

    from program import Program
    from relying_party import RelyingParty

    (tmp_path / "itsme").mkdir()
    (tmp_path / "world.json").write_text(json.dumps(world))
    story = {"provider": "itsme", "title": "short", "lifetimes": {"access_token": "0s"}}
    (tmp_path / "itsme" / "short.json").write_text(json.dumps(story))
    with Program(eidolon, "--scenarios", str(tmp_path)) as program:
        rp = RelyingParty(f"{program.http}/itsme/oidc", "GUIDE_RP", keys["signing"], scenario="short")
        started = rp.start()
        token = rp.exchange(rp.callback(rp.open(started["url"]), started)["code"], started)
        response = requests.get(
            rp.metadata["userinfo_endpoint"],
            headers={"Authorization": f"Bearer {token['access_token']}"},
            timeout=10,
        )
        assert response.status_code == 401
        assert (
            response.headers["WWW-Authenticate"]
            == 'Bearer error="invalid_token", error_description="The Access Token expired"'
        )
        assert response.headers["Eidolon-Finding"] == "itsme.access-token-expired"


def test_userinfo_with_the_token_in_the_url_is_refused(exchange, userinfo):
    token = exchange().json()["access_token"]
    response = userinfo(params={"access_token": token})
    assert response.status_code == 400
    assert "itsme.access-token-in-query" in response.headers["Eidolon-Finding"]
