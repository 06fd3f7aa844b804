"""Discovery and the key sets (contract 1.1, 2.1, 2.2)."""

import pytest
import requests
from joserfc.jwk import KeySet

MEMBERS = """request_parameter_supported claims_parameter_supported scopes_supported issuer acr_values_supported
id_token_encryption_enc_values_supported userinfo_encryption_enc_values_supported authorization_endpoint
request_object_encryption_enc_values_supported display_values_supported userinfo_signing_alg_values_supported
claims_supported claim_types_supported token_endpoint_auth_methods_supported token_endpoint response_types_supported
request_uri_parameter_supported userinfo_encryption_alg_values_supported grant_types_supported ui_locales_supported
userinfo_endpoint token_endpoint_auth_signing_alg_values_supported require_request_uri_registration
id_token_encryption_alg_values_supported jwks_uri subject_types_supported id_token_signing_alg_values_supported
request_object_signing_alg_values_supported request_object_encryption_alg_values_supported""".split()


def document(base: str, verify=True, **headers) -> dict:
    url = f"{base}/itsme/oidc/.well-known/openid-configuration"
    response = requests.get(url, verify=verify, timeout=10, headers=headers)
    assert response.status_code == 200
    assert response.headers["Content-Type"].startswith("application/json")
    assert response.headers["Eidolon"] == "emulator"
    return response.json()


def test_document_has_the_vendors_members_in_their_order(server):
    assert list(document(server.http)) == MEMBERS


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_urls_follow_the_address_that_was_used(server, authority, scheme):
    base = getattr(server, scheme).replace("127.0.0.1", "localhost")
    found = document(base, verify=authority)
    assert found["issuer"] == f"{base}/itsme/oidc"
    assert found["authorization_endpoint"] == f"{base}/itsme/oidc/authorize"
    assert found["token_endpoint"] == f"{base}/itsme/oidc/token"
    assert found["userinfo_endpoint"] == f"{base}/itsme/oidc/userinfo"
    assert found["jwks_uri"] == f"{base}/itsme/oidc/jwkSet"


def test_a_host_that_begins_with_the_providers_name_has_the_real_paths(server):
    port = server.http.rsplit(":", 1)[1]
    response = requests.get(
        f"{server.http}/oidc/.well-known/openid-configuration", headers={"Host": f"itsme.localhost:{port}"}, timeout=10
    )
    assert response.json()["issuer"] == f"http://itsme.localhost:{port}/oidc"


def test_forwarding_headers_of_a_stranger_are_not_believed(server):
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "id.example.test"}
    assert document(server.http, **forwarded)["issuer"].startswith(server.http)


def test_real_host_names_are_refused(server):
    response = requests.get(
        f"{server.http}/oidc/.well-known/openid-configuration", headers={"Host": "e2emerchant.itsme.be"}, timeout=10
    )
    assert response.status_code == 421


def test_key_set_has_one_key_to_verify_with_and_one_to_encrypt_to(server):
    keys = requests.get(f"{server.http}/itsme/oidc/jwkSet", timeout=10).json()["keys"]
    assert [(key["kid"], key["use"], key["kty"], key["alg"]) for key in keys] == [
        ("s1", "sig", "RSA", "RS256"),
        ("e1", "enc", "RSA", "RSA-OAEP"),
    ]
    assert not any(set(key) & {"d", "p", "q", "dp", "dq", "qi"} for key in keys)
    assert all(key.as_dict()["n"] for key in KeySet.import_key_set({"keys": keys}).keys)


def test_default_clients_key_sets_are_served_and_belong_together(server):
    public = requests.get(f"{server.http}/itsme/slate/jwks.json", timeout=10).json()["keys"]
    private = requests.get(f"{server.http}/itsme/slate/private_jwks.json", timeout=10).json()["keys"]
    assert [(key["kid"], key["use"]) for key in public] == [("s1", "sig"), ("e1", "enc")]
    assert [key["n"] for key in public] == [key["n"] for key in private]
    assert not any("d" in key for key in public) and all("d" in key for key in private)
    provider = requests.get(f"{server.http}/itsme/oidc/jwkSet", timeout=10).json()["keys"]
    assert not {key["n"] for key in public} & {key["n"] for key in provider}


def test_head_answers_as_get_without_body(server):
    url = f"{server.http}/itsme/oidc/.well-known/openid-configuration"
    head, get = requests.head(url, timeout=10), requests.get(url, timeout=10)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["Content-Length"] == get.headers["Content-Length"] == str(len(get.content))


def test_registration_is_by_hand(server):
    response = requests.post(f"{server.http}/itsme/oidc/register", json={}, timeout=10)
    assert response.status_code == 400
    assert response.json()["error"] == "invalid_request"


def test_unknown_path_says_what_is_served(server):
    response = requests.get(f"{server.http}/itsme/oidc/nothing", timeout=10)
    assert response.status_code == 404
    assert "/itsme/oidc/.well-known/openid-configuration" in response.text


def test_wrong_method_says_which_are_right(server):
    response = requests.delete(f"{server.http}/itsme/oidc/jwkSet", timeout=10)
    assert response.status_code == 405
    assert {method.strip() for method in response.headers["Allow"].split(",")} == {"GET", "HEAD"}
