"""Clients that are not browsers have their answer held until the person has decided (scenarios.md)."""

import threading
import time

import pytest
import requests

from conftest import CALLBACK
from own_sandbox import OwnSandbox
from relying_party import parameters_of


def authorize(server, story: str, **options) -> requests.Response:
    parameters = {
        "client_id": "GUIDE_RP",
        "response_type": "code",
        "scope": "openid service:ACCEPTANCE_LOGIN",
        "redirect_uri": CALLBACK,
        "state": "held",
        "nonce": "n",
        "eidolon_scenario": story,
    }
    return requests.get(
        f"{server.http}/itsme/oidc/authorize", params=parameters, allow_redirects=False, **({"timeout": 20} | options)
    )


@pytest.mark.alone
def test_approval_after_three_seconds(server):
    began = time.monotonic()
    response = authorize(server, "approve-after-delay")
    assert 2.8 < time.monotonic() - began < 4.5
    assert "code" in parameters_of(response.headers["Location"])


@pytest.mark.alone
def test_everybody_else_is_served_meanwhile(server):
    held = [threading.Thread(target=authorize, args=(server, "approve-after-delay"), daemon=True) for _ in range(20)]
    for thread in held:
        thread.start()
    time.sleep(0.3)
    began = time.monotonic()
    for _ in range(20):
        assert "code" in parameters_of(authorize(server, "approve").headers["Location"])
    assert time.monotonic() - began < 2
    for thread in held:
        thread.join(10)
        assert not thread.is_alive()


def test_a_client_that_goes_away_is_forgotten(server):
    for _ in range(5):
        try:
            authorize(server, "approve-after-delay", timeout=0.3)
            raise AssertionError("the answer was not held")
        except requests.exceptions.ReadTimeout:
            pass
    assert "code" in parameters_of(authorize(server, "approve").headers["Location"])


@pytest.mark.alone
def test_when_time_runs_out_the_answer_comes(server):
    began = time.monotonic()
    response = authorize(server, "timeout-no-redirect")
    assert 4.5 < time.monotonic() - began < 7
    assert response.status_code == 408 and "Location" not in response.headers


# The login is decided after three seconds, and its code is good for some minutes.
@pytest.mark.parametrize("by", ["3s", "1h"])
def test_a_clock_that_is_moved_past_the_decision_lets_the_client_have_it(server, by):
    sandbox, answers = OwnSandbox(server.http), []

    def client() -> None:
        parameters = {"client_id": "GUIDE_RP", "response_type": "code", "scope": "openid service:ACCEPTANCE_LOGIN"}
        parameters |= {"redirect_uri": CALLBACK, "state": "held", "nonce": "n", "eidolon_scenario": "approve-after-delay"}
        url = f"{sandbox.root}/itsme/oidc/authorize"
        answers.append(requests.get(url, params=parameters, allow_redirects=False, timeout=20))

    clients = [threading.Thread(target=client, daemon=True) for _ in range(10)]
    for thread in clients:
        thread.start()
    end = time.monotonic() + 10
    while len(sandbox.transactions()) < len(clients) and time.monotonic() < end:
        time.sleep(0.02)
    time.sleep(0.2)
    sandbox.advance(by)
    for thread in clients:
        thread.join(10)
    assert ["code" in parameters_of(answer.headers.get("Location", "")) for answer in answers] == [True] * 10
    findings = sandbox.control("GET", "findings")["findings"]
    assert [finding["rule"] for finding in findings if finding["severity"] == "error"] == []
    sandbox.end()
