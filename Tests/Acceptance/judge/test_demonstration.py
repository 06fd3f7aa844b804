"""eidolon judge against the demonstration's own relying party: every shipped case, one campaign after the other."""

from __future__ import annotations

import json
import subprocess

import pytest

from program import Program, clean_environment


TWO_PROVIDERS = {
    "mix-up", "callback-code-of-another-provider", "discovery-token-endpoint-of-another-provider",
    "id-token-issuer-of-another-login", "id-token-key-of-another-provider",
}


@pytest.mark.parametrize(("provider", "flow", "client", "second"), [
    ("criipto", "mitid", "urn:eidolon:tour", "itsme=/demo/itsme"), ("itsme", "itsme", "EIDOLON_TOUR", "criipto=/demo/mitid"),
])
@pytest.mark.parametrize(("mistake", "wrong"), [
    ("", set()),
    ("nonce", {"id-token-wrong-nonce", "id-token-missing-nonce", "id-token-nonce-of-an-earlier-login", "token-answer-replayed"}),
])
def test_a_campaign_over_the_wire_fails_exactly_what_the_mistake_lets_through(eidolon, tmp_path, provider, flow, client, second, mistake, wrong):
    with Program(eidolon) as program:
        done, found = campaign(program, tmp_path, provider, flow, client, second, mistake)
    assert found.get("fail", set()) == wrong, done.stdout
    assert found.keys() <= {"pass", "fail", "not_run"} and len(found["pass"]) > 70, done.stdout
    assert TWO_PROVIDERS <= found["pass"], done.stdout
    assert done.returncode == (3 if mistake else 0)


def test_a_campaign_leaves_the_emulator_as_it_was_so_that_the_next_finds_the_same(eidolon, tmp_path):
    with Program(eidolon) as program:
        first, second = (campaign(program, tmp_path, "itsme", "itsme", "EIDOLON_TOUR", "criipto=/demo/mitid")[1] for _ in range(2))
    assert first == second and "fail" not in first


def test_without_a_second_provider_its_cases_are_not_run_and_say_so(eidolon, tmp_path):
    report = tmp_path / "judge.json"
    with Program(eidolon) as program:
        subprocess.run(
            [str(eidolon), "judge", "--provider", "criipto", "--url", program.http, "--only", "two_providers",
             "--start-url", f"{program.http}/demo/mitid/login", "--profile-url", f"{program.http}/demo/mitid/me",
             "--report", str(report)],
            env=clean_environment(NO_PROXY="*", no_proxy="*"), capture_output=True, text=True, timeout=60,
        )
    results = {entry["case"]: entry for entry in json.loads(report.read_text())["results"]}
    assert {results[name]["result"] for name in TWO_PROVIDERS} == {"not_run"}
    assert "--second PROVIDER=URL" in results["mix-up"]["reason"]
    assert results["callback-right-issuer"]["result"] == "pass"


def campaign(program: Program, folder, provider: str, flow: str, client: str, second: str, mistake: str = ""):
    """What the command said, and the names of cases by result."""
    report, home = folder / "judge.json", f"{program.http}/demo/{flow}"
    other, path = second.split("=")
    done = subprocess.run(
        [program.command[0], "judge", "--provider", provider, "--url", program.http, "--only-client", client,
         "--start-url", f"{home}/login" + (f"?without={mistake}" if mistake else ""), "--profile-url", f"{home}/me",
         "--second", f"{other}={program.http}{path}/login", "--report", str(report)],
        env=clean_environment(NO_PROXY="*", no_proxy="*"), capture_output=True, text=True, timeout=60,
    )
    found: dict[str, set[str]] = {}
    for entry in json.loads(report.read_text())["results"]:
        found.setdefault(entry["result"], set()).add(entry["case"])
    return done, found
