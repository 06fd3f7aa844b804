"""eidolon judge against the demonstration's relying parties of the providers' own wires: BioID, VideoID, VeridiumID, ReuseID, BankID and MitID."""

from __future__ import annotations

import json
import subprocess

import pytest

from program import Program, clean_environment

CLIENTS = {
    "bioid": ("bioid", "demo-app"), "bioid-app": ("bioid", "demo-app"), "videoid": ("videoid", "demo-tenant"), "reuseid": ("reuseid", "eidolon-demo"),
    "veridium": ("veridium", "demo-friend"), "veridium-app": ("veridium", "demo-friend"),
    "bankid": ("criipto", "urn:eidolon:bank"), "mitid": ("criipto", "urn:eidolon:tour"),
    "bankid-page": ("criipto", "urn:eidolon:bank"), "mitid-again": ("criipto", "urn:eidolon:tour"),
    "mitid-encrypted": ("criipto", "urn:eidolon:encrypted"),
    "videoid-told": ("videoid", "demo-told"),
}


@pytest.fixture(scope="module")
def program(eidolon):
    with Program(eidolon) as running:
        yield running


@pytest.fixture
def campaign(eidolon, program, tmp_path):
    """Runs one against a flow of the demonstration; gives the exit status, the cases by their results, and what was printed."""

    def run(flow: str, mistake: str = "", *only: str):
        provider, client = CLIENTS[flow]
        home, report = f"{program.http}/demo/{flow}", tmp_path / "judge.json"
        done = subprocess.run(
            [str(eidolon), "judge", "--provider", provider, "--url", program.http, "--only-client", client,
             "--start-url", f"{home}/login" + (f"?without={mistake}" if mistake else ""), "--profile-url", f"{home}/me",
             "--report", str(report), *(f"--only={name}" for name in only)],
            env=clean_environment(NO_PROXY="*", no_proxy="*"), capture_output=True, text=True, timeout=120,
        )
        found: dict[str, set[str]] = {}
        for entry in json.loads(report.read_text())["results"]:
            found.setdefault(entry["result"], set()).add(entry["case"])
        return done.returncode, found, done.stdout + done.stderr

    return run


@pytest.mark.parametrize(("flow", "passed"), [
    ("bioid", 15), ("bioid-app", 14), ("videoid", 15), ("veridium", 8), ("veridium-app", 15), ("reuseid", 4), ("bankid", 60),
])
def test_the_right_relying_party_fails_nothing(campaign, flow, passed):
    status, found, text = campaign(flow)
    assert status == 0 and found.keys() <= {"pass", "not_run"}, text
    assert len(found["pass"]) >= passed, text


@pytest.mark.parametrize(("flow", "mistake", "wrong"), [
    ("bioid", "return", {"return-after-failure", "return-without-operation"}),
    ("bioid", "success-without-error", {"not-recognized", "return-after-failure"}),
    ("bioid", "bcid", {"result-of-another-person"}),
    ("bioid", "action", {"result-of-another-action"}),
    ("bioid", "result-members", {"result-more-members"}),
    ("videoid", "checks", {"not-live", "black-and-white-copy", "sides-differ", "data-altered"}),
    ("videoid", "status", {"status-failed"}),
    ("videoid", "two-names", {"single-name"}),
    ("veridium", "status-unknown", {"status-unknown"}),
    ("veridium-app", "signature", {"token-bad-signature", "token-of-a-foreign-key"}),
    ("veridium", "error", {"no-error-member"}),
    ("veridium-app", "session", {"token-of-another-session"}),
    ("reuseid", "context", {"verification-failed"}),
])
def test_a_mistake_fails_exactly_what_it_lets_through(campaign, flow, mistake, wrong):
    status, found, text = campaign(flow, mistake)
    assert found.get("fail", set()) == wrong, text
    assert status == 3


@pytest.mark.parametrize(("flow", "mistake"), [
    ("bioid", "204"), ("bioid", "result"), ("videoid", "page"), ("reuseid", "pre-context"),
])
def test_who_lets_in_whoever_refuses_cannot_be_judged_and_is_told(campaign, flow, mistake):
    status, found, text = campaign(flow, mistake)
    assert status == 4 and found.keys() == {"not_run"}, text
    assert "one that the person refused look the same" in text


OWN_CASES = [
    ("bankid-page", "bankid-*", 7, "complete", {"bankid-completed-early", "bankid-complete-answer-lost"}),
    ("mitid-again", "mitid-double-callback", 1, "bare-return", {"mitid-double-callback"}),
    ("mitid-encrypted", "encryption", 5, "encryption", {"id-token-not-encrypted"}),
    ("videoid-told", "webhook-*", 8, "webhook-signature", {"webhook-forged", "webhook-forged-signature"}),
]


@pytest.mark.parametrize(("flow", "only", "passed", "mistake", "wrong"), OWN_CASES)
def test_what_happens_beside_the_redirects_is_judged_over_the_wire(campaign, flow, only, passed, mistake, wrong):
    status, found, text = campaign(flow, "", only)
    assert status == 0 and len(found["pass"]) == passed and found.keys() == {"pass"}, text
    status, found, text = campaign(flow, mistake, only)
    assert status == 3 and found["fail"] == wrong, text


def test_what_is_about_encryption_is_not_run_where_none_was_agreed(campaign):
    status, found, text = campaign("mitid", "", "encryption")
    assert status == 4 and found.keys() == {"not_run"} and len(found["not_run"]) == 5 and "the token is not encrypted" in text, text


def test_a_case_of_another_eids_app_is_not_run(campaign):
    status, found, text = campaign("mitid", "", "bankid-*")
    assert status == 4 and found.keys() == {"not_run"} and "does not ask for BankID alone" in text, text
