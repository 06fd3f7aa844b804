"""A second client library, OpenID-certified: idpyoidc's three high-level calls, nothing of them changed."""

import json

import pytest
import requests
from cryptojwt import KeyJar
from idpyoidc.client.exception import OidcServiceError
from idpyoidc.client.rp_handler import RPHandler

from conftest import CALLBACK
from relying_party import parameters_of

SCOPE = ["openid", "service:ACCEPTANCE_LOGIN", "profile", "email"]
SERVICE = "idpyoidc.client.oidc"


def handler(issuer: str, client_id: str, keys: dict) -> RPHandler:
    jar = KeyJar()
    private = {"keys": [keys[use].as_dict(private=True) for use in ("signing", "encryption")]}
    for owner in ("", client_id):
        jar.import_jwks_as_json(json.dumps(private), owner)
    configuration = {
        "issuer": issuer,
        "client_id": client_id,
        "client_type": "oidc",
        "redirect_uris": [CALLBACK],
        "response_types": ["code"],
        "token_endpoint_auth_method": "private_key_jwt",
        "token_endpoint_auth_signing_alg": "RS256",
        "client_authn_methods": ["private_key_jwt", "bearer_header"],
        "services": {
            "discovery": {"class": f"{SERVICE}.provider_info_discovery.ProviderInfoDiscovery"},
            "authorization": {"class": f"{SERVICE}.authorization.Authorization"},
            "access_token": {"class": f"{SERVICE}.access_token.AccessToken"},
            "userinfo": {"class": f"{SERVICE}.userinfo.UserInfo"},
        },
        "add_ons": {
            "pkce": {
                "function": "idpyoidc.client.oauth2.add_on.pkce.add_support",
                "kwargs": {"code_challenge_length": 64, "code_challenge_method": "S256"},
            }
        },
    }
    return RPHandler(
        base_url="https://client.example.test", client_configs={issuer: configuration}, keyjar=jar, hash_seed="x" * 32
    )


def login(server, keys: dict, story: str | None = None, client_id: str = "LENIENT_RP"):
    issuer = f"{server.http}/itsme/oidc"
    rp = handler(issuer, client_id, keys)
    # The scope goes in by hand: idpyoidc drops what scopes_supported does not list, and service:CODE is in no list.
    started = rp.begin(issuer, req_args={"scope": SCOPE})
    url = started["url"] if isinstance(started, dict) else started
    headers = {"Eidolon-Scenario": story} if story else {}
    response = requests.get(url, headers=headers, allow_redirects=False, timeout=10)
    return rp.finalize(issuer, parameters_of(response.headers["Location"]))


def test_logs_in(server, keys):
    result = login(server, keys)
    assert result["userinfo"]["family_name"] == "Peeters"
    assert result["id_token"]["aud"] == ["LENIENT_RP"]


@pytest.mark.parametrize(
    ("story", "says"),
    [
        ("id-token-bad-signature", "BadSignature"),
        ("id-token-wrong-issuer", "Issuer"),
        ("id-token-wrong-audience", "NotForMe"),
        ("id-token-wrong-nonce", "nonce"),
        ("id-token-expired", "EXP"),
        ("id-token-alg-none", "alg"),
        ("userinfo-sub-of-another-person", "sub"),
    ],
)
def test_defects_are_refused(server, keys, story, says):
    with pytest.raises(Exception) as failed:
        login(server, keys, story)
    assert says.lower() in repr(failed.value).lower()


def test_its_assertion_lacks_typ_which_itsme_refuses(server, keys):
    with pytest.raises(OidcServiceError, match="unauthorized_client"):
        login(server, keys, client_id="GUIDE_RP")
    server.wait_for_finding("itsme.assertion-typ-missing")
