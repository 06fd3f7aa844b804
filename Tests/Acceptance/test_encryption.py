"""Nested tokens and the presets (contract 1.7, 1.9, 1.10, section 5)."""

import json
import time

import pytest
import requests
from joserfc import jwe, jwt
from joserfc.jwk import KeySet, RSAKey

from conftest import CALLBACK
from relying_party import ENCRYPTION, header_of

ADDRESS = {"street_address", "postal_code", "locality", "country"}
DEVICE = "tag:sixdots.be,2017-05:claim_device"


@pytest.mark.parametrize(("client", "algorithm"), [("NESTED_RP", "RSA-OAEP"), ("NESTED_256_RP", "RSA-OAEP-256")])
def test_id_token_and_userinfo_are_signed_then_encrypted(relying_party, client, algorithm):
    rp = relying_party(client)
    login = rp.login()
    outer = header_of(login.token["id_token"])
    assert (outer["alg"], outer["enc"], outer["cty"]) == (algorithm, "A128CBC-HS256", "JWT")
    assert outer["kid"] == "rp-enc-1"
    inner = header_of(rp.decrypted(login.token["id_token"]))
    assert (inner["alg"], inner["kid"]) == ("RS256", "s1")
    userinfo = rp.authlib.get(rp.metadata["userinfo_endpoint"], token=login.token)
    assert header_of(userinfo.text)["alg"] == algorithm
    assert not {"exp", "iat", "nonce"} & set(login.person)


def test_a_client_without_decryption_sees_five_parts(relying_party):
    """What platforms without nested tokens run into: Authlib reads signed tokens only."""
    rp = relying_party("NESTED_RP")
    started = rp.start()
    token = rp.exchange(rp.callback(rp.open(started["url"]), started)["code"], started)
    assert token["id_token"].count(".") == 4
    with pytest.raises(Exception, match="."):
        rp.authlib.parse_id_token(token, started["nonce"])


def test_an_assertion_may_be_signed_then_encrypted(relying_party, server, keys):
    rp = relying_party()
    started = rp.start()
    code = rp.callback(rp.open(started["url"]), started)["code"]
    endpoint = rp.metadata["token_endpoint"]
    claims = {"iss": "GUIDE_RP", "sub": "GUIDE_RP", "aud": endpoint, "jti": "nested-1", "exp": int(time.time()) + 60}
    signed = jwt.encode({"alg": "RS256", "kid": "rp-sig-1"}, claims, keys["signing"])
    provider = KeySet.import_key_set(requests.get(rp.metadata["jwks_uri"], timeout=10).json())
    key = next(key for key in provider.keys if key.get("use") == "enc")
    header = {"alg": "RSA-OAEP", "enc": "A128CBC-HS256", "kid": "e1", "cty": "JWT"}
    response = requests.post(
        endpoint,
        data={
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": CALLBACK,
            "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
            "client_assertion": jwe.encrypt_compact(header, signed.encode(), key, algorithms=ENCRYPTION),
        },
        timeout=10,
    )
    assert response.status_code == 200, response.text


def test_guide_preset_signs_and_gives_objects(relying_party):
    login = relying_party("GUIDE_RP").login()
    assert login.token["id_token"].count(".") == 2
    assert set(login.person["address"]) == ADDRESS
    assert "auth_time" in login.identity


def test_lenient_preset_lets_any_callback_in_and_ignores_what_is_not_supported(relying_party):
    rp = relying_party("LENIENT_RP", redirect_uri="https://elsewhere.example.test/cb")
    assert rp.login(request_uri="https://client.example.test/request").identity["aud"] == "LENIENT_RP"


def test_realistic_preset_speaks_as_the_real_wire_did(relying_party):
    rp = relying_party("REALISTIC_RP")
    login = rp.login(claims={"userinfo": {DEVICE: None}})
    outer = header_of(login.token["id_token"])
    assert (outer["alg"], outer["cty"], outer["typ"]) == ("RSA-OAEP", "JWT", "JWT") and "kid" not in outer
    assert "typ" not in header_of(rp.decrypted(login.token["id_token"]))
    assert login.token["expires_in"] <= 180
    # Claims of the person only in userinfo; auth_time only on request.
    assert not {"given_name", "email", "address", "auth_time"} & set(login.identity)
    assert isinstance(login.person["address"], str) and set(json.loads(login.person["address"])) == ADDRESS
    assert isinstance(login.person[DEVICE], str) and "deviceId" in json.loads(login.person[DEVICE])
    assert "auth_time" in rp.login(max_age="1").identity


def test_realistic_preset_puts_the_error_text_into_detail(relying_party):
    rp = relying_party("REALISTIC_RP", scenario="code-expired")
    started = rp.start()
    code = rp.callback(rp.open(started["url"]), started)["code"]
    session = rp.authlib._get_oauth_client(**rp.metadata)
    seen = []
    session.hooks["response"].append(lambda response, **_: seen.append(response))
    session.redirect_uri = rp.redirect_uri
    with pytest.raises(Exception):
        session.fetch_token(rp.metadata["token_endpoint"], code=code)
    assert seen[0].status_code == 400
    assert set(seen[0].json()) == {"error", "detail"}


def test_realistic_preset_of_the_client_for_all_shows_in_discovery(eidolon, tmp_path):
    from program import Program

    world = {"clients": {"itsme": {"*": {"anything": True, "preset": "realistic-v1"}}}}
    (tmp_path / "world.json").write_text(json.dumps(world))
    with Program(eidolon, "--scenarios", str(tmp_path)) as program:
        base = f"{program.http}/itsme/oidc"
        found = requests.get(f"{base}/.well-known/openid-configuration", timeout=10).json()
        assert found["authorization_endpoint"] == f"{base}/authorization"
        assert found["claims_parameter_supported"] is False
        assert not any("alg" in key for key in requests.get(f"{base}/jwkSet", timeout=10).json()["keys"])


def test_a_token_encrypted_for_another_cannot_be_read(relying_party, keys):
    rp = relying_party("NESTED_RP", encryption=keys["other encryption"])
    with pytest.raises(Exception) as failed:
        rp.login()
    assert "decrypt" in str(failed.value).lower() or "invalid" in str(failed.value).lower()
    assert isinstance(keys["other encryption"], RSAKey)
