"""Plain MobileID over OpenID Connect with Authlib: client credentials, the code flow with PKCE, apps, and the back channel."""

from __future__ import annotations

import pytest
import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from joserfc import jwt
from joserfc.jwk import KeySet

from program import Program
from reuseid_customer import ANNA, CALLBACK, CLIENT, SECRET, App, Sandbox

CIBA = "urn:openid:params:grant-type:ciba"
HINT = f"userId:{ANNA.user} deviceId:{ANNA.device}"


@pytest.fixture(scope="module")
def stage(eidolon):
    with Program(eidolon) as program:
        yield program


@pytest.fixture
def sandbox(stage) -> Sandbox:
    return Sandbox(stage.http)


def metadata(sandbox: Sandbox, realm: str = "auth/open") -> dict:
    response = requests.get(f"{sandbox.reuseid}/{realm}/.well-known/openid-configuration", timeout=10)
    response.raise_for_status()
    return response.json()


def client(**options) -> OAuth2Session:
    return OAuth2Session(CLIENT, SECRET, redirect_uri=CALLBACK, **options)


def claims(document: dict, id_token: str, nonce: str | None = None) -> dict:
    keys = KeySet.import_key_set(requests.get(document["jwks_uri"], timeout=10).json())
    token = jwt.decode(id_token, keys, algorithms=["RS256"])
    # A sandbox whose clock was advanced is ahead of the test by that much.
    wanted = {"iss": {"essential": True, "value": document["issuer"]}, "aud": {"essential": True, "value": CLIENT}}
    if nonce:
        wanted["nonce"] = {"essential": True, "value": nonce}
    jwt.JWTClaimsRegistry(leeway=60, **wanted).validate(token.claims)
    return token.claims


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_authlib_gets_a_token_for_the_api(sandbox, method):
    session = client(scope="signicat-api", token_endpoint_auth_method=method)
    token = session.fetch_token(metadata(sandbox)["token_endpoint"], grant_type="client_credentials")
    assert token["token_type"] == "Bearer" and token["expires_in"] == 600
    started = session.post(f"{sandbox.reuseid}/step-up", json={"userId": ANNA.user, "deviceId": ANNA.device})
    assert started.json()["data"]["status"] == "Pending"


def test_authlib_goes_through_the_code_flow_with_pkce(sandbox):
    document = metadata(sandbox)
    session = client(scope="openid mobileid mobileid-extra", code_challenge_method="S256")
    verifier, nonce = generate_token(48), generate_token(20)
    url, state = session.create_authorization_url(
        document["authorization_endpoint"],
        code_verifier=verifier,
        nonce=nonce,
        acr_values="idp:mobileid",
        login_hint=HINT,
    )
    back = requests.get(url, allow_redirects=False, timeout=10).headers["Location"]
    session.fetch_token(
        document["token_endpoint"], authorization_response=back, state=state, code_verifier=verifier
    )
    person = claims(document, session.token["id_token"], nonce)
    assert person["sub"] == person["mobileid_user_id"] == ANNA.user
    assert person["mobileid_device_id"] == ANNA.device and person["mobileid_user_external_reference"] == "anna"
    userinfo = session.get(document["userinfo_endpoint"]).json()
    assert userinfo["sub"] == person["sub"]


def test_an_app_begins_with_accept_json_and_completes_without(sandbox):
    """What the vendor's sample backend and app do with each other."""
    document, app = metadata(sandbox, "oidc"), App(sandbox.reuseid)
    parameters = [
        ("response_type", "code"),
        ("scope", "openid profile mobileid"),
        ("client_id", CLIENT),
        ("redirect_uri", CALLBACK),
        ("state", "INAPP:1234"),
        ("acr_values", "urn:signicat:oidc:method:scid-mobileid"),
        ("login_hint", "externalRef-anna"),
        ("login_hint", f"deviceId-{ANNA.device}"),
        ("login_hint", "preContextTitle-Payment"),
        ("login_hint", "preContextMessage-Pay 10 EUR?"),
    ]
    begun = requests.get(
        document["authorization_endpoint"], params=parameters, headers={"Accept": "application/json"}, timeout=10
    ).json()
    assert begun["status"] == "OK"
    assert requests.get(begun["statusUrl"], timeout=10).json() == {"status": "PENDING"}
    started = app.start_authentication()
    assert app.operation(started, "pre_operation_context") is None
    assert started["pre_operation_context"]["context_mime"] == "text/plain"
    app.finish_authentication()
    assert requests.get(begun["statusUrl"], timeout=10).json() == {"status": "COMPLETED"}
    back = requests.get(begun["completeUrl"], allow_redirects=False, timeout=10).headers["Location"]
    session = client(state="INAPP:1234")
    session.fetch_token(document["token_endpoint"], authorization_response=back)
    assert claims(document, session.token["id_token"])["externalRef"] == "anna"


def backchannel(sandbox: Sandbox, scenario: str | None = None, **more) -> dict:
    headers = {"Eidolon-Scenario": scenario} if scenario else {}
    response = requests.post(
        metadata(sandbox)["backchannel_authentication_endpoint"],
        data={"scope": "openid mobileid", "acr_values": "idp:mobileid", "login_hint": HINT} | more,
        auth=(CLIENT, SECRET),
        headers=headers,
        timeout=10,
    )
    response.raise_for_status()
    return response.json()


def test_authlib_polls_a_backchannel_request(sandbox):
    document, session = metadata(sandbox), client()
    request = backchannel(sandbox, "ciba-approve-after-delay", binding_message="Order 17")
    for error in ["authorization_pending", "slow_down"]:
        with pytest.raises(OAuthError) as waiting:
            session.fetch_token(document["token_endpoint"], grant_type=CIBA, auth_req_id=request["auth_req_id"])
        assert waiting.value.error == error
    sandbox.advance("12s")
    session.fetch_token(document["token_endpoint"], grant_type=CIBA, auth_req_id=request["auth_req_id"])
    assert claims(document, session.token["id_token"])["sub"] == ANNA.user


def test_the_app_sees_the_binding_message_and_decides(sandbox):
    document, app = metadata(sandbox), App(sandbox.reuseid)
    sandbox.queue({"title": "A human decides", "provider": "reuseid", "phone": "manual"})
    request = backchannel(sandbox, binding_message="Order 17")
    started = app.start_authentication()
    assert started["pre_operation_context"] == {"context_content_b64": "T3JkZXIgMTc=", "context_mime": "text/plain"}
    app.finish_authentication()
    session = client()
    session.fetch_token(document["token_endpoint"], grant_type=CIBA, auth_req_id=request["auth_req_id"])
    assert session.token["id_token"]
