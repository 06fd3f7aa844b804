"""eidolon judge against the demonstration's own relying party: every shipped case, one campaign after the other."""

from __future__ import annotations

import json
import subprocess

import pytest

from program import Program, clean_environment


@pytest.mark.parametrize(("provider", "flow", "client"), [
    ("criipto", "mitid", "urn:eidolon:tour"), ("itsme", "itsme", "EIDOLON_TOUR"),
])
@pytest.mark.parametrize(("mistake", "wrong"), [
    ("", set()),
    ("nonce", {"id-token-wrong-nonce", "id-token-missing-nonce", "id-token-nonce-of-an-earlier-login", "token-answer-replayed"}),
])
def test_a_campaign_over_the_wire_fails_exactly_what_the_mistake_lets_through(eidolon, tmp_path, provider, flow, client, mistake, wrong):
    with Program(eidolon) as program:
        done, found = campaign(program, tmp_path, provider, flow, client, mistake)
    assert found.get("fail", set()) == wrong, done.stdout
    assert found.keys() <= {"pass", "fail", "not_run"} and len(found["pass"]) > 70, done.stdout
    assert done.returncode == (3 if mistake else 0)


def test_a_campaign_leaves_the_emulator_as_it_was_so_that_the_next_finds_the_same(eidolon, tmp_path):
    with Program(eidolon) as program:
        first, second = (campaign(program, tmp_path, "itsme", "itsme", "EIDOLON_TOUR")[1] for _ in range(2))
    # The first lacks a code of another login for the case that injects one.
    assert first["pass"] <= second["pass"] and "fail" not in first.keys() | second.keys()


def campaign(program: Program, folder, provider: str, flow: str, client: str, mistake: str = ""):
    """What the command said, and the names of cases by result."""
    report, home = folder / "judge.json", f"{program.http}/demo/{flow}"
    done = subprocess.run(
        [program.command[0], "judge", "--provider", provider, "--url", program.http, "--client", client,
         "--start-url", f"{home}/login" + (f"?without={mistake}" if mistake else ""), "--profile-url", f"{home}/me",
         "--report", str(report)],
        env=clean_environment(NO_PROXY="*", no_proxy="*"), capture_output=True, text=True, timeout=60,
    )
    found: dict[str, set[str]] = {}
    for entry in json.loads(report.read_text())["results"]:
        found.setdefault(entry["result"], set()).add(entry["case"])
    return done, found
