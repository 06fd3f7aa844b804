"""The documented outcomes that no shipped story leads to; with the stories, every outcome of the catalog is met."""

from __future__ import annotations

import base64
import json

import pytest
import requests
from authlib.integrations.base_client import OAuthError

from program import Program, run
from relying_party import parameters_of

CALLBACK = "http://localhost:9000/cb"


@pytest.fixture(scope="module")
def program(eidolon):
    with Program(eidolon) as program:
        yield program


def met(base: str, provider: str) -> set[str]:
    """The outcomes of a provider that a sandbox has met."""
    report = requests.get(f"{base}/_eidolon/report", timeout=10).json()
    outcomes = next(entry for entry in report["providers"] if entry["provider"] == provider)["outcomes"]
    return {outcome["outcome"] for outcome in outcomes if outcome["count"]}


@pytest.fixture
def sandbox(program, request) -> str:
    """A sandbox of the test's own."""
    name = request.node.name.removeprefix("test_").replace("_", "-")[:40]
    requests.post(f"{program.http}/_eidolon/sandboxes", json={"name": name}, timeout=10).raise_for_status()
    return f"{program.http}/~{name}"


def queue(base: str, story: dict) -> None:
    requests.post(f"{base}/_eidolon/queue", json={"scenario": story}, timeout=10).raise_for_status()


def authorize(url: str, **parameters: str) -> dict[str, str]:
    """What the browser is sent back with."""
    standard = {"response_type": "code", "redirect_uri": CALLBACK, "scope": "openid", "state": "a-random-state"}
    answer = requests.get(url, params=standard | parameters, allow_redirects=False, timeout=10)
    assert answer.status_code == 302, answer.text
    return parameters_of(answer.headers["Location"])


def test_itsme_cancelled(sandbox):
    queue(sandbox, {"title": "Cancelled", "provider": "itsme", "phone": [{"do": "cancel"}]})
    back = authorize(
        f"{sandbox}/itsme/oidc/authorize",
        client_id="EIDOLON_TEST",
        scope="openid service:EIDOLON_LOGIN",
        nonce="a-random-nonce",
    )
    assert back["error"] == "access_denied"
    assert "cancelled" in met(sandbox, "itsme")


def test_itsme_other_person(sandbox, eidolon):
    issuer = f"{sandbox}/itsme/oidc"
    login = {"client_id": "EIDOLON_TEST", "scope": "openid service:EIDOLON_LOGIN", "nonce": "a-random-nonce"}
    queue(sandbox, {"title": "Bob", "provider": "itsme", "person": "bob"})
    form = {
        "grant_type": "authorization_code",
        "code": authorize(f"{issuer}/authorize", **login)["code"],
        "redirect_uri": CALLBACK,
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        "client_assertion": run(eidolon, "assertion", "--aud", f"{issuer}/token").stdout.strip(),
    }
    payload = requests.post(f"{issuer}/token", data=form, timeout=10).json()["id_token"].split(".")[1]
    bob = json.loads(base64.urlsafe_b64decode(payload + "=="))["sub"]
    claims = json.dumps({"id_token": {"sub": {"value": bob}}})
    back = authorize(f"{issuer}/authorize", **login | {"nonce": "another-nonce"}, claims=claims, login_hint="32+470000001")
    assert back["error"] == "access_denied"
    assert "other_person" in met(sandbox, "itsme")


def test_itsme_code_of_other_client(server, relying_party):
    name = "code-of-other-client"
    requests.post(f"{server.http}/_eidolon/sandboxes", json={"name": name}, timeout=10).raise_for_status()
    base = f"{server.http}/~{name}"
    honest, thief = relying_party(base=base), relying_party("OTHER_RP", base=base)
    started = honest.start()
    code = honest.callback(honest.open(started["url"]), started)["code"]
    with pytest.raises(OAuthError, match="invalid_grant"):
        thief.exchange(code, started)
    assert "code_of_other_client" in met(base, "itsme")


def test_criipto_login_required(sandbox):
    back = authorize(
        f"{sandbox}/criipto/oauth2/authorize",
        client_id="urn:my:application:identifier:1234",
        acr_values="urn:grn:authn:dk:mitid:substantial",
        nonce="a-random-nonce",
        prompt="none",
    )
    assert back["error"] == "login_required"
    assert met(sandbox, "criipto") == {"login_required"}


def test_bioid_wrong_task(sandbox):
    token = requests.get(
        f"{sandbox}/bioid/extension/token",
        params={"id": "demo-app", "bcid": "bws.12.4711", "task": "enroll"},
        auth=("demo-app", "demo-secret"),
        timeout=10,
    ).text
    launch = {"access_token": token, "return_url": "https://rp.example.test/cb", "state": "a-random-state"}
    answer = requests.get(f"{sandbox}/bioid/app/verify", params=launch, allow_redirects=False, timeout=10)
    assert answer.status_code == 302
    assert "wrong_task" in met(sandbox, "bioid")


def test_bioid_code_reused(sandbox):
    code = authorize(f"{sandbox}/bioid/connect/authorize", client_id="demo-app")["code"]
    answers = [
        requests.post(
            f"{sandbox}/bioid/connect/token",
            data={"grant_type": "authorization_code", "code": code, "redirect_uri": CALLBACK},
            auth=("demo-app", "demo-secret"),
            timeout=10,
        )
        for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [200, 400]
    assert {"logged_in", "code_reused"} <= met(sandbox, "bioid")


def test_reuseid_verification_cancelled(sandbox):
    story = {
        "title": "The person leaves the verification",
        "provider": "reuseid",
        "quirks": {"handset": "simulated"},
        "phone": [{"do": "approve"}, {"do": "cancel_verification"}],
    }
    queue(sandbox, story)
    token = requests.post(
        f"{sandbox}/reuseid/auth/open/connect/token",
        data={"grant_type": "client_credentials", "scope": "signicat-api"},
        auth=("eidolon-demo", "demo-secret"),
        timeout=10,
    ).json()["access_token"]
    headers = {"Authorization": f"Bearer {token}"}
    body = {"userId": "7f1994f0-5fed-4e0f-a8e2-64da520a09cb", "deviceId": "3d1f7a52-9c4e-4b0a-8f6d-2e5b8c7a9014"}
    started = requests.post(f"{sandbox}/reuseid/step-up", json=body, headers=headers, timeout=10).json()["data"]
    state = requests.get(f"{sandbox}/reuseid/step-up/{started['transactionId']}", headers=headers, timeout=10)
    assert state.json()["data"]["status"] == "Cancelled"
    assert "verification_cancelled" in met(sandbox, "reuseid")
