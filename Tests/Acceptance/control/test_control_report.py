"""Findings and reports of real logins, judged by other people's validators; the exit status of --fail-on."""

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import requests
import xmlschema
from jsonschema import Draft202012Validator
from junitparser import JUnitXml
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Sarif

from chromium import CHROMIUM, needs_chromium
from program import Program
from relying_party import RelyingParty

# The schema of Jenkins' JUnit reader, which pytest judges its own reports by and ships with its sources.
JUNIT_SCHEMA = Path(sys.prefix) / "schemas" / "junit-10.xsd"


def faulty_login(server) -> None:
    """A request without state, one without client, and values that are markup where nobody escapes them."""
    parameters = {
        "client_id": "GUIDE_RP",
        "response_type": "code",
        "scope": "openid service:ACCEPTANCE_LOGIN",
        "redirect_uri": "https://client.example.test/cb",
        "nonce": "n-0S6_WzA2Mj",
    }
    for changes in ({}, {"client_id": ""}, {"prompt": "<script>alert('\"&\x01\x1b]]>')</script>"}):
        requests.get(
            f"{server}/itsme/oidc/authorize", params=parameters | changes, allow_redirects=False, timeout=10
        )


@pytest.fixture(scope="module")
def sandbox(server, keys, authority) -> str:
    """A sandbox in which a careful login, a story that is not met, and faulty requests have happened."""
    requests.post(f"{server.http}/_eidolon/sandboxes", json={"name": "report"}, timeout=10).raise_for_status()
    base = f"{server.http}/~report"
    party = RelyingParty(
        f"{base}/itsme/oidc", "GUIDE_RP", keys["signing"], keys["encryption"], verify=authority
    )
    login = party.login()
    assert login.identity["sub"]
    faulty_login(base)
    story = {"title": "Never met", "provider": "itsme", "expect": {"order": ["authorize", "token"]}}
    requests.put(f"{base}/_eidolon/scenarios/itsme/unmet", json=story, timeout=10).raise_for_status()
    requests.post(f"{base}/_eidolon/queue", json={"scenario": "itsme/unmet"}, timeout=10).raise_for_status()
    faulty_login(base)
    requests.post(f"{base}/_eidolon/clock/advance", json={"by": "2d"}, timeout=10).raise_for_status()
    return base


def validate(base: str, path: str, answer: dict) -> None:
    document = requests.get(f"{base}/_eidolon/openapi.json", timeout=10).json()
    schema = document["paths"][f"/_eidolon/{path}"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    Draft202012Validator(
        {**schema, "components": document["components"]}, format_checker=Draft202012Validator.FORMAT_CHECKER
    ).validate(answer)


def report(base: str, form: str) -> requests.Response:
    response = requests.get(f"{base}/_eidolon/report", params={"format": form}, timeout=20)
    assert response.status_code == 200, response.text
    return response


def test_findings_say_what_is_wrong_and_fit_their_schema(sandbox):
    answer = requests.get(f"{sandbox}/_eidolon/findings", timeout=10).json()
    validate(sandbox, "findings", answer)
    rules = {finding["rule"] for finding in answer["findings"]}
    assert {"itsme.state-missing", "itsme.client-id-missing"} <= rules
    missing = next(finding for finding in answer["findings"] if finding["rule"] == "itsme.state-missing")
    shown = requests.get(f"{sandbox}/_eidolon/transactions/{missing['transaction']}", timeout=10).json()
    assert "itsme.state-missing" in shown["findings"] and missing["client"] == shown["client"] == "GUIDE_RP"
    only = requests.get(f"{sandbox}/_eidolon/findings", params={"transaction": missing["transaction"]}, timeout=10)
    assert {finding["rule"] for finding in only.json()["findings"]} == {"itsme.state-missing"}


def test_the_json_report_fits_its_schema_and_counts_rules_and_outcomes(sandbox):
    answer = report(sandbox, "json").json()
    validate(sandbox, "report", answer)
    itsme = next(provider for provider in answer["providers"] if provider["provider"] == "itsme")
    results = {rule["rule"]: rule["result"] for rule in itsme["rules"]}
    assert results["itsme.state-missing"] == results["itsme.client-id-missing"] == "fail"
    assert results["itsme.code-reused"] == results["itsme.nonce-missing"] == "pass"
    outcomes = {outcome["outcome"]: outcome["count"] for outcome in itsme["outcomes"]}
    assert outcomes["completed"] == 1 and outcomes["approved"] >= 2 and outcomes["rejected"] == 0
    assert "never: rejected" in itsme["coverage"]
    criipto = next(provider for provider in answer["providers"] if provider["provider"] == "criipto")
    assert {rule["result"] for rule in criipto["rules"]} == {"not_applicable"} and not criipto["used"]
    assert [entry["met"] for entry in answer["expectations"]] == [False]


def test_the_sarif_report_is_sarif(sandbox):
    response = report(sandbox, "sarif")
    assert response.headers["Content-Type"] == "application/sarif+json"
    log = Sarif.model_validate_json(response.content)
    run = log.runs[0]
    rules = [rule.id for rule in run.tool.driver.rules]
    assert len(rules) == len(set(rules)) > 300
    wanted = {"itsme.state-missing", "itsme.client-id-missing", "expect.order"}
    assert {result.ruleId for result in run.results} >= wanted
    for result in run.results:
        assert rules[result.ruleIndex] == result.ruleId


def test_the_sarif_check_can_fail(sandbox):
    broken = report(sandbox, "sarif").json()
    broken["runs"][0]["results"][0]["level"] = "fatal"
    with pytest.raises(ValueError):
        Sarif.model_validate(broken)


def test_the_junit_report_fits_its_schema_and_is_read_by_a_reader_of_junit(sandbox):
    response = report(sandbox, "junit")
    assert response.headers["Content-Type"] == "application/xml"
    xmlschema.XMLSchema(str(JUNIT_SCHEMA)).validate(ElementTree.fromstring(response.content))
    suites = {suite.name: suite for suite in JUnitXml.fromstring(response.content)}
    (whole,) = suites["sandboxes"]
    assert whole.name == "report" and whole.result[0].type == "error"
    for said in ("itsme.client-id-missing", "Fix: ", "GUIDE_RP", "itsme/unmet"):
        assert said in whole.result[0].text
    results = {case.name.split(":")[0]: case.is_failure for case in suites["rules"]}
    assert results["itsme.client-id-missing"] and not results["itsme.state-missing"]
    (warned,) = [case for case in suites["rules"] if case.name.startswith("itsme.state-missing")]
    assert "Fix: send a random state" in warned.system_out
    assert suites["expectations"].failures == 1


def test_the_level_of_junit_failures_can_be_asked_for(sandbox):
    answer = requests.get(f"{sandbox}/_eidolon/report", params={"format": "junit", "severity": "warning"}, timeout=20)
    (rules,) = [suite for suite in JUnitXml.fromstring(answer.content) if suite.name == "rules"]
    assert {case.name.split(":")[0] for case in rules if case.is_failure} >= {"itsme.state-missing"}
    wrong = requests.get(f"{sandbox}/_eidolon/report", params={"severity": "warn"}, timeout=20)
    assert wrong.status_code == 400 and "error, warning, note" in wrong.json()["detail"]


def test_the_root_reports_what_its_sandboxes_did(server, sandbox):
    for form in ("json", "sarif", "junit", "html"):
        assert "itsme.client-id-missing" in report(server.http, form).text
    whole = report(server.http, "json").json()
    validate(server.http, "report", whole)
    (mine,) = [told for told in whole["sandboxes"] if told["name"] == "report"]
    assert mine["result"] == "fail" and mine["expectations"]["unmet"] == 1
    findings = requests.get(f"{server.http}/_eidolon/findings", params={"sandbox": "report"}, timeout=10).json()
    validate(server.http, "findings", findings)
    assert {finding["sandbox"] for finding in findings["findings"]} == {"report"}
    doctor = requests.get(f"{server.http}/_eidolon/doctor", params={"sandbox": "report"}, timeout=10).json()
    validate(server.http, "doctor", doctor)
    assert doctor["addresses"][0]["address"] == f"{server.http}/itsme"


@needs_chromium
def test_the_page_says_it_all_and_runs_nothing(sandbox, tmp_path):
    page = report(sandbox, "html")
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert "<script" not in page.text and "&lt;script&gt;" in page.text
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    address = f"{sandbox}/_eidolon/report?format=html"
    seen = subprocess.run(
        [CHROMIUM, *options, "--dump-dom", address], capture_output=True, text=True, timeout=60, check=True
    ).stdout
    for mark in ('data-testid="summary"', 'data-testid="provider-itsme"', 'data-testid="unmet"', "itsme.state-missing"):
        assert mark in seen
    picture = tmp_path / "report.png"
    subprocess.run(
        [CHROMIUM, *options, "--window-size=1000,1600", f"--screenshot={picture}", address],
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert picture.stat().st_size > 20_000


# --fail-on


@pytest.mark.parametrize(
    ("severity", "faulty", "status"), [("warning", True, 3), ("error", True, 3), ("note", False, 0)]
)
def test_fail_on_is_the_exit_status(eidolon, severity, faulty, status):
    with Program(eidolon, "--fail-on", severity) as program:
        if faulty:
            faulty_login(program.http)
        assert program.stop() == status
    failed = [event for event in program.events if "--fail-on" in event["message"]]
    rules = {event["rule"] for event in failed}
    assert ("itsme.client-id-missing" in rules) == faulty
    assert ("itsme.state-missing" in rules) == (faulty and severity != "error")
    for event in failed:
        assert event["level"] == "error" and "Fix: " in event["message"] and int(event["count"]) >= 1
    assert any("itsme outcomes exercised; never: " in event["message"] for event in program.events) == faulty


def test_fail_on_counts_sandboxes_that_ended_or_were_reset_and_is_an_environment_variable(eidolon):
    from program import clean_environment

    with Program(eidolon, environment=clean_environment(EIDOLON_FAIL_ON="error")) as program:
        for name in ("ended", "emptied"):
            requests.post(f"{program.http}/_eidolon/sandboxes", json={"name": name}, timeout=5).raise_for_status()
        faulty_login(f"{program.http}/~ended")
        requests.delete(f"{program.http}/_eidolon/sandboxes/ended", json={}, timeout=5).raise_for_status()
        requests.post(f"{program.http}/~emptied/_eidolon/reset", json={}, timeout=5).raise_for_status()
        assert program.stop() == 3


def test_the_last_lines_name_the_sandboxes_and_what_they_were_made_for(eidolon):
    with Program(eidolon, "--fail-on", "error") as program:
        for number in range(25):
            order = {"name": f"t{number}", "title": f"tests/test_login.py::test_{number}"}
            requests.post(f"{program.http}/_eidolon/sandboxes", json=order, timeout=5).raise_for_status()
            faulty_login(f"{program.http}/~t{number}")
        assert program.stop() == 3
    (last,) = [event for event in program.events if event.get("rule") == "itsme.client-id-missing" and "count" in event]
    assert last["count"] == "25" and "Fix: send the partner code" in last["message"]
    assert last["sandboxes"].startswith("t0 (tests/test_login.py::test_0), t1 (")
    assert last["sandboxes"].endswith(", 5 more")


def test_log_lines_name_the_sandbox_where_it_is_not_the_root(eidolon):
    with Program(eidolon) as program:
        requests.post(f"{program.http}/_eidolon/sandboxes", json={"name": "mine"}, timeout=5).raise_for_status()
        faulty_login(f"{program.http}/~mine")
        assert program.wait_for_finding("itsme.client-id-missing")["sandbox"] == "mine"
        faulty_login(program.http)
        program.wait_for_event(lambda event: event.get("rule") == "itsme.state-missing" and "sandbox" not in event)


# --report


def test_the_report_of_the_whole_run_is_written_at_the_end(eidolon, tmp_path):
    files = {form: tmp_path / f"run.{form}" for form in ("xml", "sarif", "json", "html")}
    files["xml"].write_text("the report of an earlier run")
    with Program(eidolon, *(word for file in files.values() for word in ("--report", str(file)))) as program:
        # No report of an earlier run is taken for this one's.
        assert files["xml"].read_text() == ""
        for name in ("living", "ended"):
            requests.post(f"{program.http}/_eidolon/sandboxes", json={"name": name}, timeout=5).raise_for_status()
            faulty_login(f"{program.http}/~{name}")
        requests.delete(f"{program.http}/_eidolon/sandboxes/ended", json={}, timeout=5).raise_for_status()
        assert program.stop() == 0
    xmlschema.XMLSchema(str(JUNIT_SCHEMA)).validate(ElementTree.parse(files["xml"]).getroot())
    suites = {suite.name: suite for suite in JUnitXml.fromfile(str(files["xml"]))}
    assert {case.name for case in suites["sandboxes"]} == {"living", "ended"}
    assert {result.properties.sandbox for result in Sarif.model_validate_json(files["sarif"].read_bytes()).runs[0].results} == {
        "living",
        "ended",
    }
    assert {told["name"]: told["result"] for told in json.loads(files["json"].read_text())["sandboxes"]} == {
        "living": "fail",
        "ended": "fail",
    }
    assert "itsme.client-id-missing" in files["html"].read_text()


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("missing/report.xml", "No such file or directory"),
        ("report.txt", "whose end says no form: .json, .html, .xml, .sarif"),
    ],
)
def test_a_report_that_cannot_be_written_is_said_at_the_start(eidolon, tmp_path, file, said):
    done = subprocess.run(
        [str(eidolon), "serve", "--report", str(tmp_path / file)], capture_output=True, text=True, timeout=20
    )
    assert done.returncode == 2 and "--report" in done.stderr and said in done.stderr and done.stdout == ""


def test_without_fail_on_findings_are_no_failure(eidolon):
    with Program(eidolon) as program:
        faulty_login(program.http)
        assert program.stop() == 0


def good_login(server) -> str:
    """Where a request that breaks no rule leads."""
    parameters = {
        "client_id": "EIDOLON_TEST",
        "response_type": "code",
        "scope": "openid service:EIDOLON_LOGIN",
        "redirect_uri": "http://localhost:9000/cb",
        "state": "abcdefghijkl",
        "nonce": "mnopqrstuvwx",
    }
    url = f"{server}/itsme/oidc/authorize"
    return requests.get(url, params=parameters, allow_redirects=False, timeout=10).headers["Location"]


@pytest.mark.parametrize(
    ("options", "said", "status"),
    [
        (("--fail-on", "error"), None, 0),
        (("--fail-on", "unseen"), None, 3),
        (("--fail-on", "unseen"), "refused", 0),
        (("--fail-on", "error"), "accepted", 3),
        (("--fail-on", "error", "--expect", "warn"), "accepted", 0),
        (("--fail-on", "warning", "--expect", "warn"), "accepted", 3),
        ((), "accepted", 0),
    ],
)
def test_what_was_seen_of_a_story_is_the_exit_status_and_the_result_in_junit(eidolon, tmp_path, options, said, status):
    file = tmp_path / "eidolon.xml"
    with Program(eidolon, "--report", str(file), *options) as program:
        story = {
            "title": "The person says no, and an error comes back",
            "provider": "itsme",
            "phone": [{"do": "reject"}],
            "expect": {"right": "must_refuse"},
        }
        base = f"{program.http}/_eidolon"
        requests.post(f"{base}/queue", json={"scenario": story}, timeout=10).raise_for_status()
        assert "error=access_denied" in good_login(program.http)
        if said:
            requests.post(f"{base}/saw", json={"saw": said}, timeout=10).raise_for_status()
        assert program.stop() == status
    failed = [event for event in program.events if event["message"].startswith("--fail-on: ")]
    assert [event["rule"] for event in failed] == (["expect.right"] if status else [])
    # Silence is always printed.
    assert any(": unseen: " in event["message"] for event in program.events) == (said is None)
    suites = {suite.name: list(suite) for suite in JUnitXml.fromfile(str(file))}
    # Without --fail-on, JUnit fails from errors on.
    fails = status == 3 or not options
    assert [case.is_failure for case in suites["sandboxes"] + suites["expectations"]] == [fails] * 2


def test_an_unmet_expectation_fails_a_run(eidolon):
    with Program(eidolon, "--fail-on", "error") as program:
        story = {"title": "Never redeemed", "provider": "itsme", "expect": {"order": ["authorize", "token"]}}
        requests.post(f"{program.http}/_eidolon/queue", json={"scenario": story}, timeout=10).raise_for_status()
        good_login(program.http)
        assert program.stop() == 3
    assert any("still pending: token was not called" in event["message"] for event in program.events)


def test_a_severity_that_does_not_exist_is_refused_at_start(eidolon):
    done = subprocess.run(
        [str(eidolon), "serve", "--fail-on", "warn"], capture_output=True, text=True, timeout=20
    )
    assert done.returncode == 2 and "warning" in done.stderr


def test_help_tells_of_it(eidolon):
    shown = subprocess.run([str(eidolon), "help", "serve"], capture_output=True, text=True, timeout=20).stdout
    assert "--fail-on note|warning|error|unseen" in shown and "--expect error|warn" in shown
