"""A team's forty tests with the shipped fixtures, four at a time, each in a sandbox of its own that ends with it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import requests
import xmlschema
from junitparser import JUnitXml
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Sarif

from program import PLUGIN, ROOT, Program, clean_environment

pytestmark = pytest.mark.long

HERE = Path(__file__).parent
JUNIT_SCHEMA = Path(sys.prefix) / "schemas" / "junit-10.xsd"


class Run:
    """One run of the forty tests against one client, and what Eidolon says of it."""

    def __init__(self, eidolon: Path, folder: Path, client: str):
        folder.mkdir()
        (folder / "test_logins.py").write_text((HERE / "forty_logins.py").read_text())
        self.junit_file, self.sarif_file = folder / "eidolon.xml", folder / "eidolon.sarif"
        reports = ("--report", str(self.junit_file), "--report", str(self.sarif_file))
        with Program(eidolon, "--strict", "--fail-on", "error", *reports) as program:
            environment = clean_environment(
                EIDOLON_URL=program.http,
                FORTY_CLIENT=client,
                FORTY_CLIENTS=str(ROOT / "Tests" / "Acceptance"),
                **PLUGIN,
            )
            command = [sys.executable, "-m", "pytest", "-q", "-n", "4", "-p", "no:cacheprovider", str(folder)]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=150, env=environment)
            self.tests = {"status": done.returncode, "text": done.stdout + done.stderr}
            assert requests.get(f"{program.http}/_eidolon/sandboxes", timeout=5).json() == {"sandboxes": []}
            self.report = requests.get(f"{program.http}/_eidolon/report", timeout=20).json()
            self.doctor = requests.get(f"{program.http}/_eidolon/doctor", timeout=20).json()
            self.status = program.stop(timeout=20)
        self.http, self.events = program.http, program.events
        xmlschema.XMLSchema(str(JUNIT_SCHEMA)).validate(str(self.junit_file))
        self.suites = {suite.name: list(suite) for suite in JUnitXml.fromfile(str(self.junit_file))}

    @property
    def last_lines(self) -> list[dict]:
        return [event for event in self.events if event["message"].startswith("--fail-on")]


@pytest.fixture(scope="module")
def run(eidolon, tmp_path_factory):
    """Runs the forty tests, once for each client."""
    done: dict[str, Run] = {}

    def run(client: str) -> Run:
        if client not in done:
            done[client] = Run(eidolon, tmp_path_factory.mktemp("forty") / "tests", client)
        return done[client]

    return run


def names_of(cases) -> set[str]:
    """The tests that cases name, `test-x-y-1a2b3c (test_logins.py::test_x[y])` each."""
    found = {re.fullmatch(r"[a-z0-9-]+ \(test_logins\.py::(.+)\)", case.name) for case in cases}
    assert None not in found, [case.name for case in cases]
    return {match.group(1) for match in found}


@pytest.mark.timeout(180)
def test_a_right_client_passes_and_every_report_is_about_all_forty(run):
    right = run("right")
    assert right.tests["status"] == 0 and "40 passed" in right.tests["text"], right.tests["text"]
    assert right.status == 0 and right.last_lines == []
    assert len(names_of(right.suites["sandboxes"])) == len(right.suites["sandboxes"]) == 40
    assert not any(case.is_failure or case.is_skipped for case in right.suites["sandboxes"])
    assert not any(case.is_failure for case in right.suites["rules"])
    assert right.report["summary"]["sandboxes"] == {"pass": 40, "fail": 0, "unused": 0}
    assert right.report["forgotten"]["sandboxes"] == 0
    itsme = next(provider for provider in right.report["providers"] if provider["provider"] == "itsme")
    counts = {outcome["outcome"]: outcome["count"] for outcome in itsme["outcomes"]}
    assert counts["completed"] >= 30 and counts["rejected"] == 1
    # Every key set and every login of forty sandboxes, at one address.
    assert [address["address"] for address in right.doctor["addresses"]] == [f"{right.http}/itsme"]
    assert right.doctor["requests"] > 120 and right.doctor["issuers"][0]["id_tokens"] >= 30
    sarif = Sarif.model_validate_json(right.sarif_file.read_bytes())
    assert json.loads(right.sarif_file.read_text())["runs"][0]["properties"]["sandboxes"] == 40
    assert all(result.level.value != "error" for result in sarif.runs[0].results)


@pytest.mark.timeout(180)
def test_a_client_with_expired_assertions_fails_and_is_told_in_which_test_why_and_what_to_do(run):
    wrong = run("expired assertions")
    rule = "itsme.assertion-expired"
    assert wrong.status == 3
    (last,) = [event for event in wrong.last_lines if event["rule"] == rule]
    assert "Fix: " in last["message"] and re.match(r"[a-z0-9-]+ \(test_logins\.py::test_", last["sandboxes"])
    failed = [case for case in wrong.suites["sandboxes"] if case.is_failure]
    # Seven negatives come to the token endpoint.
    assert len(failed) == int(last["count"]) >= 30
    assert {f"test_somebody_logs_in[{number}]" for number in range(30)} <= names_of(failed)
    for case in failed:
        assert rule in case.result[0].text and "Fix: " in case.result[0].text
    (broken,) = [case for case in wrong.suites["rules"] if case.is_failure]
    assert broken.name.startswith(rule) and "sandbox test-" in broken.result[0].text
    results = Sarif.model_validate_json(wrong.sarif_file.read_bytes()).runs[0].results
    assert len({result.properties.sandbox for result in results if result.ruleId == rule}) == len(failed)


@pytest.mark.timeout(180)
def test_a_client_that_never_redeems_fails_although_its_own_tests_pass(run):
    wrong = run("never redeems")
    assert wrong.tests["status"] == 0 and "40 passed" in wrong.tests["text"], wrong.tests["text"]
    assert wrong.status == 3
    (last,) = [event for event in wrong.last_lines if event["scenario"] == "itsme/approve"]
    assert last["rule"] == "expect.order, expect.count" and int(last["count"]) == 30
    assert "token was not called" in last["message"] and "Fix: make the calls authorize, token" in last["message"]
    assert re.match(r"[a-z0-9-]+ \(test_logins\.py::test_somebody_logs_in\[", last["sandboxes"])
    failed = [case for case in wrong.suites["sandboxes"] if case.is_failure]
    # All but the two in which the person says no, and six whose forged answer was never fetched, so that they were not run.
    assert len(failed) == 32 and {f"test_somebody_logs_in[{number}]" for number in range(30)} <= names_of(failed)
    for case in failed:
        text = case.result[0].text
        assert "itsme/" in text and "Rule: expect.order" in text and "was not called" in text and "Fix: " in text, text


@pytest.mark.timeout(180)
def test_a_client_that_drops_the_nonce_and_says_whom_it_let_in_fails_in_that_test_alone(run):
    wrong = run("drops the nonce")
    assert wrong.tests["status"] == 0 and "40 passed" in wrong.tests["text"], wrong.tests["text"]
    assert wrong.status == 3
    test = "test_nobody_is_let_in_where[id-token-wrong-nonce]"
    (last,) = wrong.last_lines
    assert last["scenario"] == "itsme/judge/id-token-wrong-nonce" and last["rule"] == "expect.right"
    assert re.fullmatch(r"[a-z0-9-]+ \(test_logins\.py::" + re.escape(test) + r"\)", last["sandboxes"])
    assert "it must be refused, but was accepted: the dashboard is shown" in last["message"]
    assert "OpenID Connect Core §3.1.3.7 (11). Fix: keep the nonce of the request" in last["message"]
    (failed,) = [case for case in wrong.suites["sandboxes"] if case.is_failure]
    assert names_of([failed]) == {test}
    (unmet,) = [case for case in wrong.suites["expectations"] if case.is_failure]
    assert unmet.name.startswith("itsme/judge/id-token-wrong-nonce (") and test in unmet.name
    for case in (failed, unmet):
        text = case.result[0].text
        assert "was accepted: the dashboard is shown" in text
        assert "Rule: expect.right, OpenID Connect Core §3.1.3.7 (11). Fix: keep the nonce of the request" in text
    assert not any(case.is_failure for case in wrong.suites["rules"])
    assert wrong.report["summary"]["sandboxes"] == {"pass": 39, "fail": 1, "unused": 0}
