"""Tests of an application that logs people in with itsme; `start_login` stands for the application."""

from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import HTTPErrorProcessor, ProxyHandler, build_opener

import pytest


class StopsAtRedirects(HTTPErrorProcessor):
    def http_response(self, request, response):
        return response


def start_login(issuer: str, **more: str) -> dict[str, list[str]]:
    """What the application's callback gets."""
    parameters = {
        "client_id": "EIDOLON_TEST",
        "response_type": "code",
        "scope": "openid service:EIDOLON_LOGIN",
        "redirect_uri": "http://localhost:9000/cb",
        "state": "abc",
        "nonce": "def",
    }
    browser = build_opener(StopsAtRedirects, ProxyHandler({}))
    with browser.open(f"{issuer}/authorize?{urlencode(parameters | more)}", timeout=10) as answer:
        return parse_qs(urlsplit(answer.headers["Location"]).query)


@pytest.fixture
def issuer(sandbox) -> str:
    return f"{sandbox.url}/itsme/oidc"


def test_somebody_logs_in(sandbox, issuer):
    assert "code" in start_login(issuer)
    sandbox.verify("authorize", state="abc")


def test_somebody_rejects(sandbox, issuer):
    sandbox.queue("itsme/reject")
    assert start_login(issuer)["error"] == ["access_denied"]
    sandbox.verify("token", times=0)
    # What the application's own page shows then; a story that says what is right judges it.
    sandbox.saw("refused", "Login failed")


@pytest.mark.eidolon(clock="ticking")
def test_somebody_takes_three_seconds(sandbox, issuer):
    sandbox.queue({"provider": "itsme", "title": "Approves after three seconds", "phone": [{"after": "3s", "do": "approve"}]})
    assert "code" in start_login(issuer)


def test_a_code_that_nobody_redeems_runs_out(sandbox, issuer):
    start_login(issuer)
    assert sandbox.advance("1d") == ["ended"]


@pytest.mark.eidolon(
    world={"people": {"carla": {"given_name": "Carla", "phone_number": "+32 470000042"}}},
    scenarios={"itsme/carla-rejects": {"when": {"login_hint": "32+470000042"}, "person": "carla", "phone": [{"do": "reject"}]}},
)
def test_people_and_stories_of_our_own(sandbox, issuer):
    assert start_login(issuer, login_hint="32+470000042")["error"] == ["access_denied"]
    assert sandbox.transactions()[0]["person"] == "carla"
