"""eidolon judge against relying parties made with real libraries: what each gets wrong is what docs/judge.md says of it.

The tables of its section "What real libraries get wrong" are the expectation: a case that is in none passes.
"""

from __future__ import annotations

import json
import re
import subprocess

import pytest

from program import ROOT, Program, clean_environment
from real_party import PARTIES, is_there, RealParty

PROVIDERS = {
    "authlib_flask.py": "criipto",
    "careless.mjs": "criipto",
    "idpyoidc_flask.py": "itsme",
    "mozilla_django.py": "bioid",
    "omniauth.rb": "criipto",
    "python_social_auth.py": "criipto",
}
SECTION = (ROOT / "docs" / "judge.md").read_text().partition("\n## What real libraries get wrong\n")[2].partition("\n## ")[0]


def told() -> dict[str, dict[str, str]]:
    """By the heading of a library, its cases that do not pass."""
    tables = {}
    for part in SECTION.split("\n### ")[1:]:
        heading, _, text = part.partition("\n")
        rows = re.findall(r"^\| (fail|warn|inconclusive|not run) \| (.+?) \| .+ \|$", text, re.MULTILINE)
        cases = [(case, result.replace(" ", "_")) for result, names in rows for case in re.findall(r"`([a-z0-9-]+)`", names)]
        assert len(cases) == len(dict(cases)), f"{heading}: a case twice"
        tables[heading] = dict(cases)
    return tables


TOLD = told()


@pytest.mark.timeout(240)
@pytest.mark.parametrize("name", PROVIDERS)
def test_a_campaign_finds_what_the_reference_says(eidolon, tmp_path, name):
    if not is_there(name):
        pytest.skip(f"what {name} needs is missing; scripts/prepare test installs it")
    provider, report = PROVIDERS[name], tmp_path / "judge.json"
    with Program(eidolon) as program, RealParty(name, program.http, provider, tmp_path / "errors.txt") as party:
        heading = next((heading for heading in TOLD if heading.startswith(f"{party.library} (")), None)
        if heading is None and name.endswith(".rb"):
            pytest.skip(f"the reference tells of another version than {party.library}, which this system has")
        assert heading, f"docs/judge.md does not tell of {party.library}"
        done = subprocess.run(
            [str(eidolon), "judge", "--provider", provider, "--url", program.http, "--only-client", "judged",
             "--start-url", party.login, "--profile-url", party.profile, "--report", str(report)],
            env=clean_environment(NO_PROXY="*", no_proxy="*"), capture_output=True, text=True, timeout=200,
        )
    assert done.returncode == (3 if "fail" in TOLD[heading].values() else 0), done.stdout + done.stderr
    results = {entry["case"]: entry for entry in json.loads(report.read_text())["results"]}
    # Each has one provider.
    lacking = {case for case, entry in results.items() if "--second" in entry["reason"]}
    found = {case: entry["result"] for case, entry in results.items() if entry["result"] != "pass" and case not in lacking}
    wrong = {case: (found.get(case, "pass"), results[case]["reason"] if case in results else "no such case")
             for case in found.keys() | TOLD[heading].keys() if found.get(case) != TOLD[heading].get(case)}
    assert not wrong, json.dumps(wrong, indent=2)


def test_each_library_of_the_reference_has_a_program():
    assert len(TOLD) == len(PROVIDERS) == len(list(PARTIES.iterdir())) >= 6
