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
    report = tmp_path / "judge.json"
    with Program(eidolon) as program:
        home = f"{program.http}/demo/{flow}"
        done = subprocess.run(
            [str(eidolon), "judge", "--provider", provider, "--url", program.http, "--client", client,
             "--start-url", f"{home}/login" + (f"?without={mistake}" if mistake else ""), "--profile-url", f"{home}/me",
             "--report", str(report)],
            env=clean_environment(NO_PROXY="*", no_proxy="*"), capture_output=True, text=True, timeout=60,
        )
    found = {}
    for entry in json.loads(report.read_text())["results"]:
        found.setdefault(entry["result"], set()).add(entry["case"])
    assert found.get("fail", set()) == wrong, done.stdout
    assert found.keys() <= {"pass", "fail", "not_run"} and len(found["pass"]) > 70, done.stdout
    assert done.returncode == (3 if mistake else 0)
