"""eidolon judge against a relying party over the network: what is right passes, what is careless fails, what is odd costs one case."""

from __future__ import annotations

import json
import re
import shlex
import ssl
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from datetime import UTC, datetime
from pathlib import Path

import pytest
import requests
import xmlschema
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Sarif

from odd_party import OddParty
from party import Party
from program import Program, clean_environment, run

JUNIT_SCHEMA = Path(sys.prefix) / "schemas" / "junit-10.xsd"
CASES = {
    "signature": "bad_signature", "audience": "wrong_audience", "nonce": "wrong_nonce", "expiry": "expired",
}


def story(defect: str | None, right: str) -> dict:
    tokens = {"id_token": {"defect": defect}} if defect else {"id_token": {"claims": {"favourite_colour": "blue"}}}
    return {
        "title": f"One thing wrong: {defect}", "provider": "criipto", "phone": [{"do": "approve"} | ({} if defect else {"after": "3s"})],
        "tokens": tokens, "judge": {"family": "identity", "right": right, "attack": "Somebody gets in who should not."},
    }


@pytest.fixture(scope="module")
def emulator(eidolon, tmp_path_factory):
    folder = tmp_path_factory.mktemp("cases")
    (folder / "criipto").mkdir()
    for name, defect in CASES.items():
        (folder / "criipto" / f"zz-{name}.json").write_text(json.dumps(story(defect, "must_refuse")))
    (folder / "criipto" / "zz-harmless.json").write_text(json.dumps(story(None, "must_accept")))
    program = Program(eidolon, "--scenarios", str(folder))
    yield program
    program.stop()


@pytest.fixture
def judge(eidolon, emulator, tmp_path):
    """Runs a campaign over the cases of this file; gives the exit status, the report and what was printed."""

    def run(url: str, *options: str):
        report = tmp_path / "judge.json"
        done = subprocess.run(
            [str(eidolon), "judge", "--provider", "criipto", *(("--start-url", url) if url else ()), "--url", emulator.http,
             "--only", "zz-*", "--report", str(report), *options],
            env=clean_environment(NO_PROXY="*", no_proxy="*"), capture_output=True, text=True, timeout=60,
        )
        return done.returncode, json.loads(report.read_text()) if report.exists() else {}, done.stdout + done.stderr

    return run


def results(report: dict) -> dict[str, str]:
    return {entry["case"].removeprefix("zz-"): entry["result"] for entry in report["results"]}


def test_a_right_relying_party_passes_and_the_reports_say_so(judge, emulator, tmp_path):
    files = [tmp_path / name for name in ("judge.html", "judge.xml", "judge.sarif")]
    with Party(emulator.http) as party:
        status, report, text = judge(f"{party.url}/login", *(f"--report={file}" for file in files))
    assert results(report) == {name: "pass" for name in [*CASES, "harmless"]}, text
    assert status == 0 and "5 pass" in text
    assert "path=/home" in report["learned"]["in"]
    junit = ElementTree.parse(files[1]).getroot()
    xmlschema.XMLSchema(str(JUNIT_SCHEMA)).validate(junit)
    assert junit.get("tests") == "5" and junit.get("failures") == "0"
    sarif = Sarif.model_validate_json(files[2].read_text())
    assert len(sarif.runs[0].results) == 5
    page = files[0].read_text()
    assert "http://" not in page.split("<main>")[0]
    # Nothing in it is fetched from anywhere.
    assert not re.search(r"<(script|img|iframe|object|embed|video)\b|@import|url\(|\ssrc=", page)
    assert all('href="data:' in link for link in re.findall(r"<link[^>]*>", page))


def test_what_a_careless_one_leaves_out_fails_and_nothing_else(judge, emulator):
    with Party(emulator.http, ("nonce", "aud")) as party:
        status, report, text = judge(f"{party.url}/login")
    found = results(report)
    assert {name for name, result in found.items() if result == "fail"} == {"nonce", "audience"}, text
    assert status == 3
    failed = next(entry for entry in report["results"] if entry["case"] == "zz-nonce")
    assert failed["seen"] == "accepted" and failed["clause"] and failed["fix"] and failed["exchanges"]


def test_a_test_of_the_relying_party_can_drive_it(judge, emulator, tmp_path):
    with Party(emulator.http, ("nonce",)) as party:
        script = f"curl --noproxy '*' -sfLb '' {party.url}/login | grep -q Welcome"
        status, report, text = judge("", "--command", script)
    assert status == 3 and results(report)["nonce"] == "fail" and results(report)["audience"] == "pass", text
    assert report["learned"]["in"] == ["exit=0"]
    # Nobody waits the three seconds of its person: the clock moves while the call of the script is held.
    assert results(report)["harmless"] == "pass" and report["clock_moved"], text
    # Two logins of each kind, and the cases; how long the command takes, of which it is the most.
    assert re.search(r"The command ran (\d+) times, \d+ ms each\.", text), text


def test_a_command_is_ended_when_the_time_that_is_given_is_up(judge, emulator):
    with Party(emulator.http) as party:
        # It tells who is in, and hangs where nobody is.
        script = f"curl --noproxy '*' -sfLb '' {party.url}/login | grep -q Welcome || exec sleep 30"
        began = time.monotonic()
        status, _, text = judge("", "--command", script, "--case-timeout", "1s")
    assert status == 4 and time.monotonic() - began < 20, text
    assert "a login that the person refused ended with exit status 137: ended after 1.0 seconds" in text


def test_a_command_that_hangs_in_one_case_costs_that_case_alone(judge, emulator):
    with Party(emulator.http) as party:
        script = f"""[ "$EIDOLON_CASE" = zz-nonce ] && exec sleep 30
            curl --noproxy '*' -sfLb '' {party.url}/login | grep -q Welcome"""
        status, report, text = judge("", "--command", script, "--case-timeout", "2s")
    found = results(report)
    assert status == 0 and found.pop("nonce") == "not_run" and set(found.values()) == {"pass"}, text


def test_somebody_else_may_bring_the_logins_and_say_what_came_of_them(eidolon, emulator):
    command = ["judge", "--provider", "criipto", "--wait", "--url", emulator.http, "--only", "zz-nonce", "--only", "zz-signature"]
    with Party(emulator.http, ("nonce",)) as party, subprocess.Popen(
        [str(eidolon), *command], env=clean_environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as waiting:
        last, text = "", ""
        try:
            for line in waiting.stdout:
                text += line
                if line.startswith("waiting for a login: zz-") and line != last:
                    last = line
                    page = requests.get(f"{party.url}/login", timeout=10)
                    said = run(eidolon, "ctl", "saw", "accepted" if page.ok else "refused", "--server", emulator.http)
                    assert said.returncode == 0, said.stderr
        except BaseException:
            waiting.kill()
            raise
    assert waiting.returncode == 3, text
    results = requests.get(f"{emulator.http}/_eidolon/judge", timeout=10).json()
    assert {entry["case"]: entry["result"] for entry in results["results"]} == {"zz-nonce": "fail", "zz-signature": "pass"}


def test_a_relying_party_on_https_needs_no_certificate_that_anybody_knows(judge, emulator, tmp_path):
    with SecureParty(emulator.http, tmp_path) as party:
        assert party.url.startswith("https://")
        status, report, text = judge(f"{party.url}/login")
    assert status == 0 and set(results(report).values()) == {"pass"}, text


class SecureParty(Party):
    def __init__(self, emulator: str, folder: Path):
        super().__init__(emulator)
        certificate, key = folder / "cert.pem", folder / "key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=rp.example.test",
             "-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)],
            check=True, capture_output=True, timeout=30,
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.url = self.url.replace("http:", "https:")


def test_the_clock_stays_ahead_and_the_command_that_is_told_puts_it_back(judge, eidolon, emulator):
    def ahead() -> float:
        clock = requests.get(f"{emulator.http}/_eidolon/clock", timeout=10).json()
        return (datetime.fromisoformat(clock["now"]) - datetime.now(UTC)).total_seconds()

    with Party(emulator.http) as party:
        for _ in range(2):
            before = ahead()
            # Its person takes three seconds.
            status, report, text = judge(f"{party.url}/login")
            assert status == 0 and report["counts"]["pass"] == 5, text
            [moved] = re.findall(r"The campaign moved the clock by (\d+)s\.", text)
            assert report["clock_moved"] == f"{moved}s" and 0 < ahead() - before <= int(moved) + 1
            [command] = re.findall(r"eidolon ctl (clock reset .*)", text)
            done = run(eidolon, "ctl", *shlex.split(command))
            # The next campaign finds everything as it was.
            assert done.returncode == 0 and abs(ahead()) < 2, done.stderr


def test_what_cannot_be_told_apart_is_not_judged(judge, emulator):
    with OddParty(emulator.http, "same") as party:
        status, report, text = judge(f"{party.url}/login")
    assert status == 4 and report["state"] == "stuck" and "--profile-url" in text


@pytest.mark.parametrize("marks, words", [
    (("--in", "cookie=sid"), "a login that the person refused fits --in (cookie=sid)"),
    (("--out", "cookie=sid"), "a login that succeeded fits --out (cookie=sid)"),
])
def test_marks_that_fit_the_other_side_too_accuse_nobody(judge, emulator, marks, words):
    with Party(emulator.http) as party:
        status, report, text = judge(f"{party.url}/login", "--profile-url", f"{party.url}/me", *marks)
    assert status == 4 and report["state"] == "stuck" and report["counts"]["fail"] == 0, text
    assert words in text and "To go on, give marks that fit only somebody who is" in text


def test_results_that_are_taken_back_are_printed_again_and_are_no_success(judge, emulator):
    with TiredParty(emulator.http) as party:
        status, report, text = judge(
            f"{party.url}/login", "--profile-url", f"{party.url}/me", "--skip", "zz-harmless", "--skip", "zz-signature",
            "--skip", "zz-expiry")
    assert status == 4 and set(results(report).values()) == {"inconclusive"}, text
    for name in results(report):
        assert re.findall(rf"^(pass|inconclusive) +zz-{name} ", text, re.MULTILINE) == ["pass", "inconclusive"], text
    assert text.rstrip().splitlines()[-1].startswith("eidolon judge: results were taken back, because the relying party")
    assert "go on with --resume" in text and report["taken_back"]


class TiredParty(Party):
    """Lets nobody in after two logins."""

    def finish(self, session: dict, answer: dict) -> str:
        user = super().finish(session, answer)
        self.count = getattr(self, "count", 0) + 1
        if self.count > 2:
            raise ValueError("tired")
        return user


def test_marks_that_are_the_same_for_both_are_refused_at_once(judge):
    status, _, text = judge("http://localhost:9/login", "--in", "status=200", "--out", "status=200")
    assert status == 2 and "in: it says the same as out" in text


def test_nobody_there_is_told(judge):
    status, report, text = judge("http://localhost:9/login")
    assert status == 4 and "does not answer" in text


def test_a_later_run_plays_only_what_is_left(judge, emulator, tmp_path):
    with Party(emulator.http) as party:
        _, first, _ = judge(f"{party.url}/login")
        kept = tmp_path / "kept.json"
        first["results"] = [entry for entry in first["results"] if entry["case"] != "zz-nonce"]
        kept.write_text(json.dumps(first))
        status, report, text = judge(f"{party.url}/login", "--resume", str(kept))
    assert status == 0 and len(report["results"]) == 5


@pytest.mark.parametrize("oddity, result", [
    ("drops", "warn"), ("gone", "warn"), ("hangs", "inconclusive"), ("never-back", "inconclusive"), ("large", "pass"),
    ("cookies", "pass"), ("redirects", "pass"),
])
def test_what_is_odd_costs_one_case(judge, emulator, oddity, result):
    with OddParty(emulator.http, oddity) as party:
        status, report, text = judge(
            f"{party.url}/login", "--profile-url", f"{party.url}/me", "--case-timeout", "1s")
    found = results(report)
    assert found["audience"] == result, text
    assert all(other == "pass" for name, other in found.items() if name != "audience"), text
    # Its limit, and two of the intervals at which a page asks to be polled.
    assert all(entry["milliseconds"] < 4000 for entry in report["results"]), text
    odd = next(entry for entry in report["results"] if entry["case"] == "zz-audience")
    assert odd["way"] and odd["reason"], "what was seen is told"
