"""The browser script of docs/judge.md, in a real browser, against a relying party whose button works by script alone."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys

import pytest

from chromium import CHROMIUM, needs_chromium
from program import ROOT, Program, clean_environment
from script_party import ScriptParty

CASES = {"id-token-wrong-nonce": "fail", "id-token-bad-signature": "pass", "id-token-more-claims": "pass"}


@needs_chromium
@pytest.mark.timeout(180)
def test_the_browser_script_of_the_reference_drives_a_relying_party_that_needs_script(eidolon, tmp_path):
    text = (ROOT / "docs" / "judge.md").read_text()
    [script] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    file, report = tmp_path / "login_once.py", tmp_path / "judge.json"
    with Program(eidolon) as program, ScriptParty(program.http, careless=("nonce",)) as party:
        assert "http://localhost:3000/" in script
        file.write_text(script.replace("http://localhost:3000", party.url))
        without = judge(eidolon, program, report, "--start-url", party.url)
        assert without.returncode == 4 and "script is driven by --command" in without.stdout + without.stderr
        command = shlex.join([sys.executable, str(file)])
        done = judge(eidolon, program, report, "--command", command, *(f"--only={case}" for case in CASES))
    results = {entry["case"]: entry["result"] for entry in json.loads(report.read_text())["results"]}
    assert results == CASES, done.stdout + done.stderr
    assert done.returncode == 3


def judge(eidolon, program, report, *options):
    return subprocess.run(
        [str(eidolon), "judge", "--provider", "criipto", "--url", program.http, "--report", str(report), *options],
        env=clean_environment(NO_PROXY="*", no_proxy="*", CHROMIUM=CHROMIUM),
        capture_output=True, text=True, timeout=150,
    )
