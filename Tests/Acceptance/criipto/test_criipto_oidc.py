"""The OpenID Connect side of Criipto with Authlib: code with PKCE, private_key_jwt, PAR, response modes, errors."""

import json
import re
from html import unescape

import pytest
import requests
from authlib.integrations.base_client import OAuthError
from joserfc import jwe, jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from program import Program
from verify_client import CALLBACK, CLIENT, HIGH, LOW, PAGE, Cancelled, PushRejected, Refused, Verify


@pytest.fixture(scope="module")
def stage(eidolon, keys, tmp_path_factory):
    """An emulator with a few applications more."""
    folder = tmp_path_factory.mktemp("criipto")
    mine = {"keys": [keys["signing"].as_dict(private=False), keys["encryption"].as_dict(private=False)]}
    base = {"redirect_uris": [CALLBACK]}
    (folder / "world.json").write_text(
        json.dumps(
            {
                "clients": {
                    "criipto": {
                        "urn:keyed": base | {"jwks": mine},
                        "urn:sealed": base | {"jwks": mine, "userinfo": "signedAndEncryptedJwt"},
                        "urn:sealed:id": base | {"jwks": mine, "id_token": "signedAndEncryptedJWT"},
                        "urn:signed": base | {"secret": "s", "userinfo": "signedJwt"},
                        "urn:token": base | {"secret": "s", "userinfo": "fromTokenEndpoint"},
                        "urn:par": base | {"secret": "s", "require_par": True},
                        "urn:long": base | {"secret": "s", "claim_names": "long"},
                        "urn:base64": base | {"secret": "a+b/c=="},
                    }
                }
            }
        )
    )
    with Program(eidolon, "--strict", "--scenarios", str(folder)) as program:
        yield f"{program.http}/criipto"


def test_code_with_pkce_and_a_secret(stage):
    verify = Verify(stage)
    started = verify.start(login_hint="sub:2712589994")
    code = verify.callback(verify.open(started["url"]).headers["Location"], started)["code"]
    token = verify.exchange(code, started)
    claims = verify.identity(token["id_token"], started)
    assert claims["name"] == "Freja Fiktivsen" and claims["sub"].startswith("{")
    assert claims["age"].isdigit() and claims["cprNumberIdentifier"] == "2712589994"
    info = verify.userinfo(token)
    assert info["sub"] == claims["sub"] and info["uuid"] == claims["uuid"]


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_a_secret_of_base64_letters_survives(stage, method):
    """Authlib encodes neither id nor secret before base64."""
    assert Verify(stage, "urn:base64", "a+b/c==", method=method).login()["name"] == "Anna Peeters"


def test_private_key_jwt(stage, keys):
    verify = Verify(stage, "urn:keyed", keys["signing"], method="private_key_jwt", kid=keys["signing"].kid)
    assert verify.login()["aud"] == "urn:keyed"
    stranger = Verify(stage, "urn:keyed", keys["other signing"], method="private_key_jwt", kid=keys["signing"].kid)
    with pytest.raises(OAuthError) as refused:
        stranger.login()
    assert refused.value.error == "invalid_client"


def test_a_public_client_has_pkce_alone(stage):
    verify = Verify(stage, "urn:eidolon:public", None, method="none")
    assert verify.login()["name"] == "Anna Peeters"
    started = verify.start()
    code = verify.callback(verify.open(started["url"]).headers["Location"], started)["code"]
    with pytest.raises(OAuthError) as refused:
        verify.exchange(code, started | {"verifier": "x" * 43})
    assert refused.value.error == "invalid_grant"


@pytest.mark.parametrize("system", ["android", "ios"])
def test_a_native_app_logs_in_with_the_callbacks_of_the_sdks(stage, system):
    callback = f"{stage}/{system}/callback"
    verify = Verify(stage, "urn:eidolon:native", None, method="none", redirect_uri=callback)
    started = verify.push(verify.start())
    location = verify.open(started["url"]).headers["Location"]
    assert location.startswith(f"{callback}?")
    code = verify.callback(location, started)["code"]
    assert verify.identity(verify.exchange(code, started)["id_token"], started)["name"] == "Anna Peeters"


def test_pushed_requests(stage, keys):
    for verify in (
        Verify(stage),
        Verify(stage, "urn:eidolon:public", None, method="none"),
        Verify(stage, "urn:keyed", keys["signing"], method="private_key_jwt", kid=keys["signing"].kid),
    ):
        started = verify.push(verify.start(acr_values=HIGH))
        code = verify.callback(verify.open(started["url"]).headers["Location"], started)["code"]
        assert verify.identity(verify.exchange(code, started)["id_token"], started)["loA"] == "HIGH"
        assert verify.open(started["url"]).status_code == 400, "a request_uri counts once"


def test_pushed_requests_can_be_required(stage):
    verify = Verify(stage, "urn:par", "s")
    started = verify.start()
    with pytest.raises(Refused) as refused:
        verify.callback(verify.open(started["url"]).headers["Location"], started)
    assert refused.value.parameters["error"] == "invalid_request"
    pushed = verify.push(verify.start())
    assert "code=" in verify.open(pushed["url"]).headers["Location"]


def test_a_pushed_request_that_is_refused_says_why(stage):
    verify = Verify(stage)
    with pytest.raises(PushRejected, match="redirect_uri is not a registered callback URL"):
        started = verify.start()
        verify.push(started | {"url": started["url"].replace("app.example.test", "evil.example.test")})


def test_id_token_comes_in_the_fragment(stage):
    verify = Verify(stage)
    started = verify.start(response_type="id_token")
    location = verify.open(started["url"]).headers["Location"]
    assert "#" in location and "?" not in location
    assert verify.identity(verify.callback(location, started)["id_token"], started)["name"] == "Anna Peeters"


def test_code_id_token_tells_the_person_at_the_front_and_in_userinfo(stage):
    verify = Verify(stage)
    started = verify.start(response_type="code id_token")
    found = verify.callback(verify.open(started["url"]).headers["Location"], started)
    front = verify.identity(found["id_token"], started)
    token = verify.exchange(found["code"], started)
    back = verify.identity(token["id_token"], started)
    assert "name" in front and "name" not in back and back["sub"] == front["sub"]
    assert verify.userinfo(token)["name"] == front["name"]


def test_form_post(stage):
    verify = Verify(stage)
    started = verify.start(response_mode="form_post")
    page = requests.get(started["url"], headers=PAGE, timeout=10)
    assert re.search(rf'<form method="post" action="{re.escape(CALLBACK)}"', page.text)
    fields = {name: unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', page.text)}
    assert fields["state"] == started["state"]
    assert verify.identity(verify.exchange(fields["code"], started)["id_token"], started)


def test_json_gives_the_location(stage):
    verify = Verify(stage)
    started = verify.start(response_mode="json")
    answer = verify.open(started["url"])
    assert answer.status_code == 200
    assert verify.callback(answer.json()["location"], started)["code"]


def test_userinfo_signed_and_sealed(stage, keys):
    signed = Verify(stage, "urn:signed", "s")
    started = signed.start()
    token = signed.exchange(signed.callback(signed.open(started["url"]).headers["Location"], started)["code"], started)
    answer = requests.get(
        signed.metadata["userinfo_endpoint"], headers={"Authorization": f"Bearer {token['access_token']}"}, timeout=10
    )
    assert answer.headers["Content-Type"] == "application/jwt"
    from joserfc import jwt

    assert jwt.decode(answer.text, signed.keys(), algorithms=["RS256"]).claims["name"] == "Anna Peeters"
    sealed = Verify(stage, "urn:sealed", keys["signing"], method="private_key_jwt", kid=keys["signing"].kid)
    started = sealed.start()
    token = sealed.exchange(sealed.callback(sealed.open(started["url"]).headers["Location"], started)["code"], started)
    answer = requests.get(
        sealed.metadata["userinfo_endpoint"], headers={"Authorization": f"Bearer {token['access_token']}"}, timeout=10
    )
    opened = jwe.decrypt_compact(answer.text, keys["encryption"], algorithms=["RSA-OAEP", "A256GCM"])
    assert jwt.decode(opened.plaintext.decode(), sealed.keys(), algorithms=["RS256"]).claims["name"] == "Anna Peeters"


def test_an_encrypted_id_token_is_opened_with_the_key_of_its_kid_and_with_no_other(stage, keys):
    sealed = Verify(stage, "urn:sealed:id", keys["signing"], method="private_key_jwt", kid=keys["signing"].kid)
    started = sealed.start()
    token = sealed.exchange(sealed.callback(sealed.open(started["url"]).headers["Location"], started)["code"], started)
    allowed = ["RSA-OAEP", "RSA-OAEP-256", "A256GCM"]
    opened = jwe.decrypt_compact(token["id_token"], keys["encryption"], algorithms=allowed)
    assert opened.headers()["kid"] == keys["encryption"].kid and opened.headers()["cty"] == "JWT"
    assert sealed.identity(opened.plaintext.decode(), started)["name"] == "Anna Peeters"
    with pytest.raises(JoseError):
        jwe.decrypt_compact(token["id_token"], keys["signing"], algorithms=allowed)
    with pytest.raises(JoseError):
        sealed.identity(token["id_token"], started)
    assert sealed.userinfo(token)["name"] == "Anna Peeters"


def test_userinfo_in_the_wrong_strategy(stage):
    verify = Verify(stage, "urn:token", "s")
    started = verify.start()
    token = verify.exchange(verify.callback(verify.open(started["url"]).headers["Location"], started)["code"], started)
    answer = requests.get(
        verify.metadata["userinfo_endpoint"], headers={"Authorization": f"Bearer {token['access_token']}"}, timeout=10
    )
    assert answer.status_code == 401 and answer.json()["error_description"] == "Unknown Access Code"


def test_long_claim_names(stage):
    claims = Verify(stage, "urn:long", "s").login(acr_values=LOW)
    assert claims["http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name"] == "Anna Peeters"
    assert claims["dk:gov:saml:attribute:LoA"] and "uuid" not in claims


def test_the_mitid_key_is_not_the_other_eids_key(stage):
    from authlib.common.encoding import to_bytes
    from joserfc.util import urlsafe_b64decode

    def kid(acr):
        verify = Verify(stage)
        started = verify.start(acr_values=acr, prompt="login")
        code = verify.callback(verify.open(started["url"]).headers["Location"], started)["code"]
        head = verify.exchange(code, started)["id_token"].split(".")[0]
        return json.loads(urlsafe_b64decode(to_bytes(head)))["kid"]

    used = {kid(LOW), kid("urn:grn:authn:mock")}
    known = {key.kid for key in KeySet.import_key_set(requests.get(f"{stage}/.well-known/jwks.json", timeout=10).json()).keys}
    assert len(used) == 2 and used <= known
    assert all(re.fullmatch("[0-9A-F]{40}", kid) for kid in used)


def test_a_session_answers_prompt_none(stage):
    verify = Verify(stage, "urn:eidolon:sso", None, method="none")
    started = verify.start(prompt="none")
    with pytest.raises(Refused) as refused:
        verify.callback(verify.open(started["url"]).headers["Location"], started)
    assert refused.value.parameters["error"] == "login_required"
    first = verify.login()
    again = verify.login(prompt="none")
    assert again["sessionindex"] == first["sessionindex"]
    out = verify.http.get(
        verify.metadata["end_session_endpoint"],
        params={"post_logout_redirect_uri": CALLBACK, "state": "bye"}, allow_redirects=False, timeout=10,
    )
    assert out.headers["Location"] == f"{CALLBACK}?state=bye"
    started = verify.start(prompt="none")
    with pytest.raises(Refused):
        verify.callback(verify.open(started["url"]).headers["Location"], started)


def test_no_session_answers_where_single_sign_on_is_off(stage):
    verify = Verify(stage)
    first, second = verify.login(), verify.login()
    assert second["sessionindex"] != first["sessionindex"]
    started = verify.start(prompt="none")
    with pytest.raises(Refused) as refused:
        verify.callback(verify.open(started["url"]).headers["Location"], started)
    assert refused.value.parameters["error"] == "login_required"


def test_the_default_client_may_add_to_its_callbacks_query(stage):
    """The vendor's SDK for Express appends returnTo, and sends the same URL to the token endpoint."""
    verify = Verify(stage, redirect_uri=f"{CALLBACK}?returnTo=%2Fbasket")
    claims = verify.login()
    assert claims["name"] == "Anna Peeters"
    other = Verify(stage, "urn:base64", "a+b/c==", redirect_uri=f"{CALLBACK}?returnTo=%2Fbasket")
    assert other.open(other.start()["url"]).status_code == 400


def test_errors_come_back_with_the_state(stage):
    verify = Verify(stage, scenario="mitid-cancel")
    started = verify.start(response_type="id_token")
    with pytest.raises(Cancelled) as refused:
        verify.callback(verify.open(started["url"]).headers["Location"], started)
    assert refused.value.parameters["error"] == "access_denied"


@pytest.mark.parametrize(
    "change", [{"client_id": "urn:nobody"}, {"redirect_uri": "https://evil.example.test/"}, {"acr_values": "urn:none"}]
)
def test_a_page_and_no_redirect_for_what_cannot_be_trusted(stage, change):
    url = f"{stage}/oauth2/authorize"
    parameters = {
        "client_id": CLIENT, "redirect_uri": CALLBACK, "response_type": "code", "scope": "openid", "acr_values": LOW,
    }
    answer = requests.get(url, params=parameters | change, headers=PAGE, allow_redirects=False, timeout=10)
    assert answer.status_code == 400 and "Location" not in answer.headers
    assert 'data-testid="error"' in answer.text


def test_the_base64_path_stands_for_the_acr(stage):
    import base64

    path = base64.b64encode(LOW.encode()).decode()
    document = requests.get(f"{stage}/{path}/.well-known/openid-configuration", timeout=10).json()
    assert document["authorization_endpoint"] == f"{stage}/{path}/oauth2/authorize"
    verify = Verify(stage)
    verify.metadata["authorization_endpoint"] = document["authorization_endpoint"]
    started = verify.start(acr_values="")
    code = verify.callback(verify.open(started["url"]).headers["Location"], started)["code"]
    assert verify.identity(verify.exchange(code, started)["id_token"], started)["authenticationtype"] == LOW


def test_scripts_of_a_callbacks_origin_may_call(stage):
    origin = "https://app.example.test"
    preflight = requests.options(
        f"{stage}/oauth2/par",
        headers={
            "Origin": origin, "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "prefer,traceparent",
        },
        timeout=10,
    )
    assert preflight.status_code == 204 and preflight.headers["Access-Control-Allow-Origin"] == origin
    assert "prefer" in preflight.headers["Access-Control-Allow-Headers"]
    pushed = requests.post(
        f"{stage}/oauth2/par", auth=(CLIENT, "demo-secret"), headers={"Origin": origin, "Prefer": "return-trace-id"},
        data={"response_type": "code", "scope": "openid", "redirect_uri": CALLBACK, "acr_values": LOW}, timeout=10,
    )
    assert pushed.status_code == 201 and re.fullmatch("[0-9a-f]{32}", pushed.headers["Trace-Id"])
    assert "Trace-Id" in pushed.headers["Access-Control-Expose-Headers"]
    other = requests.get(f"{stage}/.well-known/jwks", headers={"Origin": "https://other.example"}, timeout=10)
    assert "Access-Control-Allow-Origin" not in other.headers


def test_the_sdk_finds_its_client(stage):
    known = requests.get(f"{stage}/.well-known/criipto-configuration", params={"client_id": CLIENT}, timeout=10)
    assert CLIENT in [client["client_id"] for client in known.json()["clients"]]
    unknown = requests.get(f"{stage}/.well-known/criipto-configuration", params={"client_id": "x"}, timeout=10)
    assert unknown.status_code == 404


