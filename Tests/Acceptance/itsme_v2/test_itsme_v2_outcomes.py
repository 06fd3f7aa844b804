"""The outcomes of itsme's second version that no shipped story leads to; with the stories, all are met."""

from __future__ import annotations

import json

import pytest
import requests
from joserfc.jwk import KeySet

from ciba_party import CIBAParty, Refused
from own_sandbox import OwnSandbox
from program import Program
from relying_party import parameters_of

CALLBACK = "http://localhost:9000/cb"
SECRET = {"client_id": "EIDOLON_SECRET", "client_secret": "eidolon-demo-secret-v2-0123456789"}


@pytest.fixture(scope="module")
def program(eidolon):
    with Program(eidolon) as program:
        yield program


@pytest.fixture
def sandbox(program):
    sandbox = OwnSandbox(program.http)
    yield sandbox
    sandbox.end()


@pytest.fixture
def party(sandbox) -> CIBAParty:
    keys = requests.get(f"{sandbox.root}/itsme-v2/test/private_jwks.json", timeout=10).json()
    return CIBAParty(sandbox.root, "EIDOLON_TEST", KeySet.import_key_set(keys), sandbox.advance)


def met(sandbox: OwnSandbox) -> set[str]:
    report = sandbox.control("GET", "report")
    outcomes = next(each for each in report["providers"] if each["provider"] == "itsme-v2")["outcomes"]
    return {outcome["outcome"] for outcome in outcomes if outcome["count"]}


def test_a_client_that_polls_a_session_too_fast_is_told_so(sandbox, party):
    discovery = party.begin_discovery()
    assert party.poll_discovery(discovery.session).status_code == 429
    assert "polled_too_fast" in met(sandbox)


def test_a_session_that_nobody_scans_ends(sandbox, party):
    discovery = party.begin_discovery()
    sandbox.advance("16m")
    assert party.poll_discovery(discovery.session).status_code == 400
    assert "discovery_ended" in met(sandbox)


def test_a_person_who_was_found_is_forgotten(sandbox, party):
    discovery = party.begin_discovery()
    sandbox.act(discovery.session, "scan")
    sandbox.advance(5)
    token = party.poll_discovery(discovery.session).json()["user_identifier_token"]
    sandbox.advance("3m")
    with pytest.raises(Refused) as refused:
        party.begin(token)
    assert refused.value.error == "expired_login_hint_token"
    assert "hint_expired" in met(sandbox)


def test_a_token_of_nobody_names_nobody(sandbox, party):
    with pytest.raises(Refused) as refused:
        party.begin("a-token-that-nobody-was-given")
    assert refused.value.error == "unknown_user_id"
    assert "user_unknown" in met(sandbox)


def test_the_picture_is_read(sandbox):
    base = f"{sandbox.root}/itsme-v2/v2"
    query = {"client_id": SECRET["client_id"], "response_type": "code", "redirect_uri": CALLBACK}
    query |= {"scope": "openid service:EIDOLON_LOGIN profile", "state": "a-random-state", "nonce": "a-random-nonce"}
    answer = requests.get(f"{base}/authorization", params=query, allow_redirects=False, timeout=10)
    form = {"grant_type": "authorization_code", "redirect_uri": CALLBACK} | SECRET
    form["code"] = parameters_of(answer.headers["Location"])["code"]
    access = json.loads(requests.post(f"{base}/token", data=form, timeout=10).text)["access_token"]
    picture = requests.get(f"{base}/picture", headers={"Authorization": f"Bearer {access}"}, timeout=10)
    assert (picture.status_code, picture.headers["Content-Type"]) == (200, "image/jpeg")
    assert picture.content.startswith(b"\xff\xd8")
    assert "picture_read" in met(sandbox)
