"""Clients that are no browser have their answer held until the person has decided (scenarios.md)."""

import threading
import time

import pytest
import requests

from conftest import CALLBACK
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
