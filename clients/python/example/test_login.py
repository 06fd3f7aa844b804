"""Tests of an application that logs people in with itsme; `start_login` stands for the application."""

from urllib.parse import parse_qs, urlsplit

import pytest
import requests


def start_login(issuer: str) -> dict[str, list[str]]:
    """What the application's callback gets."""
    parameters = {
        "client_id": "EIDOLON_TEST",
        "response_type": "code",
        "scope": "openid service:EIDOLON_LOGIN",
        "redirect_uri": "http://localhost:9000/cb",
        "state": "abc",
        "nonce": "def",
    }
    answer = requests.get(f"{issuer}/authorize", params=parameters, allow_redirects=False, timeout=10)
    return parse_qs(urlsplit(answer.headers["Location"]).query)


@pytest.fixture
def issuer(eidolon) -> str:
    return f"{eidolon.url}/itsme/oidc"


def test_somebody_logs_in(eidolon, issuer):
    assert "code" in start_login(issuer)
    eidolon.verify("authorize", state="abc")


def test_somebody_rejects(eidolon, issuer):
    eidolon.queue("itsme/reject")
    assert start_login(issuer)["error"] == ["access_denied"]
    eidolon.verify("token", times=0)
    # What the application's own page shows then; a story that says what is right judges it.
    eidolon.saw("refused", "Login failed")


def test_somebody_takes_three_seconds(eidolon, issuer):
    eidolon.queue({"provider": "itsme", "title": "Approves after three seconds", "phone": [{"after": "3s", "do": "approve"}]})
    with eidolon.ticking():
        assert "code" in start_login(issuer)


def test_a_code_that_nobody_redeems_runs_out(eidolon, issuer):
    start_login(issuer)
    assert eidolon.advance("1d") == ["ended"]
