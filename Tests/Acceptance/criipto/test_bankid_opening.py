"""The vendor's kinds of clients without any story: the login is done once the launch link was opened, and not before."""

import subprocess

import pytest
from bankid_clients import AndroidApp, BrowserPage, Failed, IOSApp, NOT_DONE, Safari, StartFailed
from bankid_stage import Stage
from verify_client import Verify

from program import Program


@pytest.fixture(scope="module")
def program(eidolon):
    with Program(eidolon, "--strict") as program:
        yield program


@pytest.fixture
def stage(program):
    stage = Stage(program.http)
    yield stage
    stage.end()


@pytest.mark.parametrize("kind", [AndroidApp, IOSApp, BrowserPage, Safari])
def test_a_client_that_opens_the_app_logs_in(stage, kind):
    assert kind(Verify(stage.domain), stage.advance).login(2)["name"] == "Anna Peeters"


def test_the_finding_of_an_early_call_is_the_command_that_opens_the_link(stage):
    client = AndroidApp(Verify(stage.domain), stage.advance)
    link = client.start()["launchLinks"]["universalLink"]
    with pytest.raises(Failed, match=NOT_DONE):
        client.complete()
    (finding,) = [
        finding for finding in stage.control("GET", "findings")["findings"]
        if finding["rule"] == "criipto.bankid-not-opened"
    ]
    assert finding["severity"] == "note" and link in finding["fix"]
    subprocess.run(["bash", "-c", f"{finding['fix']} -s -f"], check=True, timeout=20, capture_output=True)
    assert client.claims(client.complete())["ssn"] == "199007142384"


def test_a_link_that_nobody_opens_is_startfailed(stage):
    client = BrowserPage(Verify(stage.domain), stage.advance)
    client.start()
    with pytest.raises(StartFailed):
        client.poll(40)
