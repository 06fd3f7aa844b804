"""The BWS token, read by PyJWT."""

import base64
import json
import time

import jwt
import pytest
import requests
from bioid_client import CarefulParty

UNVERIFIED = {"verify_signature": False, "verify_exp": True, "verify_nbf": True, "verify_aud": True, "verify_iss": True}


@pytest.fixture
def party(server) -> CarefulParty:
    return CarefulParty(f"{server.http}/bioid/extension")


def decoded(party: CarefulParty, token: str) -> dict:
    audience = party.endpoint.removesuffix("/extension")
    return jwt.decode(token, algorithms=["HS256"], audience=audience, issuer="BWS", options=UNVERIFIED)


def test_it_is_valid_for_exactly_ten_minutes_from_now(party):
    claims = decoded(party, party.token())
    assert claims["exp"] - claims["nbf"] == 600
    assert abs(claims["nbf"] - time.time()) < 30


def test_its_header_and_claims_are_those_of_real_ones_in_order(party):
    token = party.token(challenge="true")
    assert jwt.get_unverified_header(token) == {"typ": "JWT", "alg": "HS256"}
    assert list(decoded(party, token)) == [
        "tokenid", "clnt", "app", "bcid", "task", "traits", "challenge", "iss", "aud", "exp", "nbf",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "parameters, bits",
    [
        ({}, 259),
        ({"task": "enroll"}, 291),
        ({"task": "identify"}, 275),
        ({"task": "livenessdetection"}, 387),
        ({"challenge": "True"}, 771),
        ({"autoenroll": "true"}, 4355),
        ({"livedetection": "False"}, 3),
    ],
)
def test_its_task_is_what_real_tokens_say(party, parameters, bits):
    assert decoded(party, party.token(**parameters))["task"] == bits


def test_its_challenges_are_json_in_a_string_one_list_a_try(party):
    claims = decoded(party, party.token(challenge="true", maxtries="4", challenges="5"))
    challenges = json.loads(claims["challenge"])
    assert len(challenges) == claims["task"] & 0x0F == 4
    assert all(len(challenge) == 5 and set(challenge) <= {"up", "down", "left", "right"} for challenge in challenges)


def test_its_signature_is_the_services_own_affair(party):
    """Neither the app secret nor anything else that a client knows verifies it; a changed token is refused."""
    token = party.token()
    with pytest.raises(jwt.InvalidSignatureError):
        jwt.decode(token, "demo-secret".ljust(32, "-"), algorithms=["HS256"], options={"verify_aud": False})
    head, payload, signature = token.split(".")
    claims = json.loads(base64.urlsafe_b64decode(payload + "=="))
    claims["bcid"] = "bws/12/4712"
    forged = base64.urlsafe_b64encode(json.dumps(claims).encode()).rstrip(b"=").decode()
    answer = requests.get(f"{party.endpoint}/verify", headers=party.bearer(f"{head}.{forged}.{signature}"), timeout=10)
    assert answer.status_code == 401


def test_a_careful_party_verifies_whole(party):
    assert party.verify().tries == 1
    assert party.verify(challenge="false", maxtries="1", livedetection="false").tries == 1
