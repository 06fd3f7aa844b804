"""Request objects: signed, signed then encrypted, and what is wrong with them (contract 1.4)."""

import time

import pytest
import requests
from joserfc import jwt
from joserfc.jwk import KeySet

from conftest import CALLBACK, new_key
from relying_party import ADVANCED, Refused, parameters_of

SCOPE = "openid service:ACCEPTANCE_LOGIN profile"


def inside(**more) -> dict:
    return {
        "response_type": "code",
        "scope": SCOPE,
        "redirect_uri": CALLBACK,
        "state": "inner-state",
        "nonce": "inner-nonce",
        "claims": {"id_token": {"acr": {"value": ADVANCED}}},
    } | more


def beside(rp, request: str, **more) -> requests.Response:
    """Sends a request object with the parameters that OpenID Connect Core wants beside it."""
    parameters = {"client_id": rp.client_id, "response_type": "code", "scope": SCOPE, "request": request} | more
    return rp.open(
        requests.Request("GET", rp.metadata["authorization_endpoint"], params=parameters).prepare().url
    )


def provider_keys(rp) -> KeySet:
    return KeySet.import_key_set(requests.get(rp.metadata["jwks_uri"], timeout=10).json())


def finish(rp, response: requests.Response) -> dict:
    """The id_token's claims of a login that a request object began."""
    started = {"state": "inner-state", "nonce": "inner-nonce"}
    token = rp.exchange(rp.callback(response, started)["code"], started)
    return rp.identity(token, started)


def test_signed(relying_party):
    rp = relying_party()
    assert finish(rp, beside(rp, rp.request_object(**inside())))["acr"] == ADVANCED


@pytest.mark.parametrize("algorithm", ["RSA-OAEP", "RSA-OAEP-256"])
def test_signed_then_encrypted(relying_party, algorithm):
    rp = relying_party()
    request = rp.request_object(provider_keys(rp), algorithm, **inside())
    assert request.count(".") == 4
    assert finish(rp, beside(rp, request))["acr"] == ADVANCED


def test_values_inside_win(relying_party):
    rp = relying_party()
    response = beside(rp, rp.request_object(**inside()), state="outer-state", nonce="outer-nonce")
    assert finish(rp, response)["nonce"] == "inner-nonce"


def test_with_only_client_id_beside_it_is_taken_and_reported(relying_party):
    rp = relying_party()
    query = {"client_id": rp.client_id, "request": rp.request_object(**inside())}
    response = rp.open(requests.Request("GET", rp.metadata["authorization_endpoint"], params=query).prepare().url)
    assert finish(rp, response)["acr"] == ADVANCED
    assert "itsme.request-object-alone" in response.headers["Eidolon-Finding"]


@pytest.mark.parametrize("path", ["/token", "/authorize", "/authorization"])
def test_an_endpoint_as_audience_is_taken_and_reported(relying_party, path):
    rp = relying_party()
    response = beside(rp, rp.request_object(**inside(aud=rp.metadata["issuer"] + path)))
    assert finish(rp, response)
    assert "itsme.request-object-audience-unusual" in response.headers["Eidolon-Finding"]


def signed_with(rp, key, header=None, **more) -> str:
    members = {"iss": rp.client_id, "aud": rp.metadata["issuer"], "client_id": rp.client_id} | inside(**more)
    return jwt.encode({"alg": "RS256", "kid": key.kid} | (header or {}), members, key)


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("no JWT", "itsme.request-object-malformed"),
        ("other key", "itsme.request-object-signature"),
        ("unknown kid", "itsme.request-object-kid-unknown"),
        ("issuer", "itsme.request-object-issuer"),
        ("audience", "itsme.request-object-audience"),
        ("client", "itsme.request-object-client-mismatch"),
        ("response type", "itsme.request-object-response-type-mismatch"),
        ("expired", "itsme.request-object-expired"),
        ("nested", "itsme.request-object-nested"),
        ("algorithm", "itsme.request-object-algorithm"),
        ("encrypted to another", "itsme.request-object-undecryptable"),
    ],
)
def test_anything_wrong_with_it_is_invalid_request_object(relying_party, keys, name, rule):
    rp = relying_party()
    forged = new_key("rp-sig-1", "sig")
    stranger = new_key("e1", "enc")
    requests_by_name = {
        "no JWT": lambda: "this.is.nothing",
        "other key": lambda: signed_with(rp, forged),
        "unknown kid": lambda: signed_with(rp, keys["signing"], {"kid": "nobody"}),
        "issuer": lambda: rp.request_object(**inside(iss="SOMEBODY")),
        "audience": lambda: rp.request_object(**inside(aud="https://elsewhere.example.test")),
        "client": lambda: rp.request_object(**inside(client_id="OTHER_RP")),
        "response type": lambda: rp.request_object(**inside(response_type="token")),
        "expired": lambda: rp.request_object(**inside(exp=int(time.time()) - 3600)),
        "nested": lambda: rp.request_object(**inside(request="x.y.z")),
        "algorithm": lambda: jwt.encode(
            {"alg": "RS512", "kid": "rp-sig-1"},
            {"iss": rp.client_id, "aud": rp.metadata["issuer"]} | inside(),
            type(forged).import_key({k: v for k, v in keys["signing"].as_dict(private=True).items() if k != "alg"}),
            algorithms=["RS512"],
        ),
        "encrypted to another": lambda: rp.request_object(KeySet([stranger]), **inside()),
    }
    response = beside(rp, requests_by_name[name](), redirect_uri=CALLBACK, state="outer-state")
    with pytest.raises(Refused) as refused:
        rp.callback(response, {"state": "outer-state"})
    assert refused.value.parameters["error"] == "invalid_request_object"
    assert refused.value.parameters["error_description"]
    assert rule in response.headers["Eidolon-Finding"]


def test_unsigned_is_taken_and_reported(relying_party):
    rp = relying_party()
    import base64
    import json

    def part(value: dict) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()

    request = f"{part({'alg': 'none'})}.{part(inside())}."
    response = beside(rp, request)
    assert finish(rp, response)["acr"] == ADVANCED
    assert "itsme.request-object-unsigned" in response.headers["Eidolon-Finding"]


def test_nowhere_to_send_the_browser_is_an_error_page(relying_party):
    rp = relying_party()
    response = beside(rp, "this.is.nothing")
    assert response.status_code == 400
    assert response.json()["error"] == "invalid_request_object"
    assert "Location" not in response.headers
    assert parameters_of(response.url)["request"] == "this.is.nothing"
