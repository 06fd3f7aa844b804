"""BioID Connect with Authlib: its plain OAuth 2.0 client, and its OpenID Connect client by discovery."""

import base64

import pytest
import requests
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from joserfc import jwt
from joserfc.jwk import KeySet

from relying_party import AuthlibClient, parameters_of

CALLBACK = "http://localhost:9000/cb"


@pytest.fixture
def base(server) -> str:
    return f"{server.http}/bioid"


def session(scope: str | None, **options) -> OAuth2Session:
    return OAuth2Session(
        "demo-app", "demo-secret", scope=scope, redirect_uri=CALLBACK, default_timeout=10,
        token_endpoint_auth_method=options.pop("method", "client_secret_basic"), **options,
    )  # fmt: skip


def returned(url: str) -> str:
    response = requests.get(url, allow_redirects=False, timeout=10)
    assert response.status_code == 302, response.text
    return response.headers["Location"]


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_oauth_with_code_token_and_people_me(base, method):
    client = session("profile email", method=method)
    url, state = client.create_authorization_url(f"{base}/oauth/authorization")
    location = returned(url)
    assert parameters_of(location)["state"] == state
    token = client.fetch_token(f"{base}/oauth/token", authorization_response=location)
    assert token["token_type"] == "Bearer" and token["expires_in"] == 3600 and "refresh_token" not in token
    person = client.get(f"{base}/people/me").json()
    assert person["name"] == "Anna Peeters" and person["email"] == "anna@example.test"
    assert person["bcid"] == "bws/12/4711" and person["id"] and isinstance(person["roles"], list)


def test_oauth_with_offline_access_and_refresh(base):
    client = session("basic offline_access")
    url, _ = client.create_authorization_url(f"{base}/oauth/authorization")
    first = dict(client.fetch_token(f"{base}/oauth/token", authorization_response=returned(url)))
    second = client.refresh_token(f"{base}/oauth/token")
    assert second["access_token"] != first["access_token"]
    assert client.get(f"{base}/people/me").status_code == 200


def test_oauth_as_the_vendors_owin_handler_does(base):
    """client_id in the form beside Basic in ISO-8859-1, and a scope of nothing."""
    url = f"{base}/oauth/authorization?client_id=demo-app&scope=&response_type=code&redirect_uri={CALLBACK}&state=s"
    code = parameters_of(returned(url))["code"]
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": CALLBACK, "client_id": "demo-app"}
    basic = base64.b64encode("demo-app:demo-secret".encode("iso-8859-1")).decode()
    response = requests.post(f"{base}/oauth/token", form, headers={"Authorization": f"Basic {basic}"}, timeout=10)
    response.raise_for_status()
    bearer = {"Authorization": f"Bearer {response.json()['access_token']}"}
    person = requests.get(f"{base}/people/me", headers=bearer, timeout=10)
    person.raise_for_status()
    assert person.json()["id"]


def test_openid_connect_by_discovery_with_proof_key(base):
    client = AuthlibClient(
        None, name="bioid", client_id="demo-app", client_secret="demo-secret",
        server_metadata_url=f"{base}/connect/.well-known/openid-configuration",
        client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256", "default_timeout": 10},
    )  # fmt: skip
    started = client.create_authorization_url(CALLBACK)
    code = parameters_of(returned(started["url"]))["code"]
    token = client.fetch_access_token(CALLBACK, code=code, code_verifier=started["code_verifier"])
    identity = client.parse_id_token(token, started["nonce"])
    assert identity["name"] == "Anna Peeters" and identity["iss"] == f"{base}/connect"
    keys = KeySet.import_key_set(requests.get(client.load_server_metadata()["jwks_uri"], timeout=10).json())
    assert jwt.decode(token["id_token"], keys, algorithms=["RS256"]).claims["sub"] == identity["sub"]
    person = client.get(client.load_server_metadata()["userinfo_endpoint"], token=token).json()
    assert person["sub"] == identity["sub"]


def test_a_code_counts_once(base):
    client = session("basic")
    url, _ = client.create_authorization_url(f"{base}/oauth/authorization")
    location = returned(url)
    client.fetch_token(f"{base}/oauth/token", authorization_response=location)
    with pytest.raises(OAuthError, match="invalid_grant"):
        client.fetch_token(f"{base}/oauth/token", authorization_response=location)


def test_a_wrong_secret_is_an_invalid_client(base):
    client = session("basic")
    url, _ = client.create_authorization_url(f"{base}/oauth/authorization")
    client.client_secret = "wrong"
    with pytest.raises(OAuthError, match="invalid_client"):
        client.fetch_token(f"{base}/oauth/token", authorization_response=returned(url))
