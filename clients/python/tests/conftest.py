"""One program for all tests; `project` runs tests of somebody's in a process of their own making, with the plugin."""

import textwrap

import pytest

from eidolon_emulator import start

pytest_plugins = ["pytester"]


@pytest.fixture(scope="session")
def program():
    """A running emulator, started by the package itself."""
    with start() as running:
        yield running


@pytest.fixture
def project(pytester, monkeypatch, program):
    """Runs one test that somebody wrote, against the running emulator unless the variables say otherwise."""

    def run(test: str, *arguments: str, **environment: str | None):
        for name in ("EIDOLON_IMAGE", "EIDOLON_CONTROL_TOKEN"):
            monkeypatch.delenv(name, raising=False)
        for name, value in ({"EIDOLON_URL": program.url} | environment).items():
            monkeypatch.delenv(name, raising=False) if value is None else monkeypatch.setenv(name, value)
        pytester.makepyfile(LOGIN + textwrap.dedent(test))
        return pytester.runpytest("-p", "no:cacheprovider", *arguments)

    return run


LOGIN = '''
from urllib.request import HTTPErrorProcessor, build_opener

import pytest


class StopsAtRedirects(HTTPErrorProcessor):
    def http_response(self, request, response):
        return response


def log_in(sandbox):
    """Forgets its nonce."""
    url = f"{sandbox.url}/itsme/oidc/authorize?client_id=EIDOLON_TEST&response_type=code&scope=openid+service:EIDOLON_LOGIN"
    with build_opener(StopsAtRedirects).open(url + "&redirect_uri=http://localhost:9000/cb&state=other") as answer:
        return answer.headers["Location"]


'''
