"""A second client library, OpenID-certified: idpyoidc with keys and with a secret.

It expects an id_token that is only signed, so what it fetches goes through a layer that decrypts, as one would write it.
"""

from __future__ import annotations

import json

import pytest
import requests
from cryptojwt import KeyJar
from idpyoidc.client.rp_handler import RPHandler

from itsme_v2_fixtures import key_party, request_server, secret_party, stage, world_folder  # noqa: F401
from itsme_v2_party import CALLBACK, SECRET, KeyParty
from relying_party import parameters_of

SCOPE = ["openid", "service:LOGIN", "profile", "email"]
SERVICE = "idpyoidc.client.oidc"


def decrypting(party: KeyParty):
    """An HTTP client for the library, which sees signed tokens where encrypted ones came."""

    def send(method: str, url: str, **options) -> requests.Response:
        response = requests.request(method, url, **options)
        if response.headers.get("Content-Type") == "application/jwt":
            response._content = party.decrypted(response.text).encode()
        elif "id_token" in response.text[:5000] and response.ok and url.endswith("/token"):
            answer = response.json()
            answer["id_token"] = party.decrypted(answer["id_token"])
            response._content = json.dumps(answer).encode()
        return response

    return send


def handler(party: KeyParty) -> RPHandler:
    jar = KeyJar()
    method = party.authentication
    if party.signing:
        private = {"keys": [key.as_dict(private=True) for key in (party.signing, party.encryption)]}
        for owner in ("", party.client_id):
            jar.import_jwks_as_json(json.dumps(private), owner)
    configuration = {
        "issuer": party.issuer,
        "client_id": party.client_id,
        "client_type": "oidc",
        "redirect_uris": [CALLBACK],
        "response_types": ["code"],
        # Else it takes one of the provider's.
        "token_endpoint_auth_methods_supported": [method],
        "token_endpoint_auth_signing_alg": "RS256",
        "id_token_signed_response_alg": party.signing_algorithm,
        "client_authn_methods": [method, "bearer_header"],
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
    if method == "client_secret_post":
        configuration["client_secret"] = SECRET
    return RPHandler(
        base_url="https://client.example.test",
        client_configs={party.issuer: configuration},
        keyjar=jar,
        hash_seed="x" * 32,
        httpc=decrypting(party),
    )


def login(party: KeyParty):
    rp = handler(party)
    # The scope goes in by hand: idpyoidc drops what scopes_supported does not list, and service:CODE is in no list.
    started = rp.begin(party.issuer, req_args={"scope": SCOPE})
    url = started["url"] if isinstance(started, dict) else started
    return rp.finalize(party.issuer, parameters_of(party.open(url).headers["Location"]))


@pytest.fixture(params=["keys", "secret"])
def party(request, key_party, secret_party):
    return key_party if request.param == "keys" else secret_party


def test_logs_in(party):
    result = login(party())
    assert result["userinfo"]["family_name"] == "Peeters"
    assert result["id_token"]["sub"] == result["userinfo"]["sub"]


@pytest.mark.parametrize(
    ("story", "says"),
    [
        ("id-token-bad-signature", "BadSignature"),
        ("id-token-wrong-issuer", "Issuer"),
        ("id-token-wrong-audience", "NotForMe"),
        ("id-token-wrong-nonce", "nonce"),
        ("id-token-expired", "EXP"),
        ("id-token-alg-none", "alg"),
        ("id-token-hs256-with-public-key", "SigningKey"),
        ("userinfo-sub-of-another-person", "sub"),
    ],
)
def test_defects_are_refused(party, story, says):
    with pytest.raises(Exception) as failed:
        login(party(scenario=f"itsme-v2/{story}"))
    assert says.lower() in repr(failed.value).lower()
