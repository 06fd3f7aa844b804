"""Which scenario a login gets, and how it is asked for (scenarios.md)."""

import json

import pytest
import requests

from conftest import CALLBACK, client
from program import Program
from relying_party import parameters_of


def authorize(program, headers: dict | None = None, **more) -> requests.Response:
    parameters = {
        "client_id": "GUIDE_RP",
        "response_type": "code",
        "scope": "openid service:ACCEPTANCE_LOGIN",
        "redirect_uri": CALLBACK,
        "state": "s",
        "nonce": "n",
    } | more
    return requests.get(
        f"{program.http}/itsme/oidc/authorize", params=parameters, headers=headers, allow_redirects=False, timeout=10
    )


def outcome(response: requests.Response) -> str:
    found = parameters_of(response.headers["Location"])
    return found.get("error", "code")


ASKS = {
    "header": {"headers": {"Eidolon-Scenario": "itsme/reject"}},
    "header, short": {"headers": {"Eidolon-Scenario": "reject"}},
    "query": {"eidolon_scenario": "itsme/reject"},
    "query, short": {"eidolon_scenario": "reject"},
    "login_hint": {"login_hint": "scenario:reject"},
    "login_hint beside a number": {"login_hint": "32+470111222 scenario:reject"},
    "state": {"state": "scenario:reject:af0ifjsldkj"},
}


@pytest.mark.parametrize("means", ASKS)
def test_asked_for_by_name(server, means):
    response = authorize(server, **ASKS[means])
    assert outcome(response) == "access_denied"
    assert parameters_of(response.headers["Location"])["state"] == ASKS[means].get("state", "s")


def test_nothing_asked_approves(server):
    assert outcome(authorize(server)) == "code"


@pytest.mark.parametrize("name", ["itsme/rejct", "rejct", "criipto/reject"])
def test_an_unknown_name_is_a_loud_error_with_the_closest(server, name):
    response = authorize(server, headers={"Eidolon-Scenario": name})
    assert response.status_code == 400 and "Location" not in response.headers
    assert "itsme.scenario-unknown" in response.headers["Eidolon-Finding"]
    event = server.wait_for_event(lambda event: f'"{name}"' in event["message"])
    assert "reject" in event["message"]


@pytest.fixture
def choosing(eidolon, tmp_path, keys):
    """An emulator with stories that have conditions."""
    stories = {
        "by-hint": {"when": {"login_hint": "32+470000002"}, "phone": [{"do": "reject"}]},
        "by-client-and-state": {
            "when": {"is.client": "GUIDE_RP", "state": {"like": "no-*"}},
            "phone": [{"do": "cancel"}],
        },
        "by-acr": {"when": {"is.acr": "advanced", "nonce": {"present": False}}, "phone": [{"do": "wrong_icon"}]},
    }
    (tmp_path / "itsme").mkdir()
    world = {"clients": {"itsme": {"GUIDE_RP": client([keys["signing"]])}}}
    (tmp_path / "world.json").write_text(json.dumps(world))
    for name, story in stories.items():
        (tmp_path / "itsme" / f"{name}.json").write_text(json.dumps({"title": name, "provider": "itsme"} | story))
    with Program(eidolon, "--scenarios", str(tmp_path)) as program:
        program.folder = tmp_path
        yield program


def test_conditions_choose(choosing):
    assert outcome(authorize(choosing)) == "code"
    assert outcome(authorize(choosing, login_hint="32+470000002")) == "access_denied"
    assert outcome(authorize(choosing, login_hint="32 470000002")) == "access_denied"
    assert outcome(authorize(choosing, state="no-1")) == "access_denied"
    acr = {"acr_values": "tag:sixdots.be,2016-06:acr_advanced"}
    assert outcome(authorize(choosing, **acr)) == "code"
    without_nonce = {name: None for name in ("nonce",)}
    assert outcome(authorize(choosing, **acr, **without_nonce)) == "access_denied"


def test_the_log_says_which_scenario_and_why(choosing):
    authorize(choosing, state="no-2")
    event = choosing.wait_for_event(lambda event: "itsme/by-client-and-state" in json.dumps(event))
    assert "conditions hold" in json.dumps(event)
    authorize(choosing, headers={"Eidolon-Scenario": "reject"})
    choosing.wait_for_event(lambda event: "asked for by the header Eidolon-Scenario" in json.dumps(event))


def test_near_misses_are_in_the_log(choosing):
    authorize(choosing, login_hint="32+470000001")
    choosing.wait_for_event(lambda event: 'login_hint is \\"32+470000001\\"' in json.dumps(event))


def test_a_changed_file_counts_from_the_next_login(choosing):
    story = choosing.folder / "itsme" / "by-hint.json"
    story.write_text(json.dumps({"title": "t", "provider": "itsme", "when": {"login_hint": "32+470000001"}, "phone": [{"do": "reject"}]}))
    choosing.wait_for_event(lambda event: "read again" in event["message"])
    assert outcome(authorize(choosing, login_hint="32+470000001")) == "access_denied"
    assert outcome(authorize(choosing, login_hint="32+470000002")) == "code"


def test_a_broken_file_leaves_the_old_set_and_says_everything(choosing):
    (choosing.folder / "itsme" / "by-hint.json").write_text('{"title": "t", "provider": "itsme", "phone": [{"do": "rejct"}]}')
    event = choosing.wait_for_event(lambda event: "rejct" in event["message"])
    assert 'did you mean "reject"?' in event["message"] and "by-hint.json:1:" in event["message"]
    assert outcome(authorize(choosing, login_hint="32+470000002")) == "access_denied"
    (choosing.folder / "itsme" / "by-hint.json").unlink()
    choosing.wait_for_event(lambda event: "read again" in event["message"])
    assert outcome(authorize(choosing, login_hint="32+470000002")) == "code"


def test_hang_up_reads_again(choosing):
    import signal

    (choosing.folder / "itsme" / "new.json").write_text(
        json.dumps({"title": "t", "provider": "itsme", "when": {"state": "now"}, "phone": [{"do": "reject"}]})
    )
    choosing.process.send_signal(signal.SIGHUP)
    choosing.wait_for_event(lambda event: "read again" in event["message"])
    assert outcome(authorize(choosing, state="now")) == "access_denied"
