"""eidolon judge without --url: an emulator of its own, configured as serve is, where the relying party looks for it."""

from __future__ import annotations

import json
import socket
import subprocess
import time

import pytest

from party import Party
from program import clean_environment


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class OwnParty(Party):
    """A client of its own, which trusts any certificate."""

    def __init__(self, emulator: str, backend: str = "", secret: str = "own-secret-0123456789-0123456789"):
        super().__init__(emulator)
        self.http.verify = False
        self.client, self.secret = "own-client", secret
        self.backend = f"{backend}/criipto" if backend else self.issuer


@pytest.fixture
def judge(eidolon, tmp_path):
    """Runs a campaign on an emulator of its own, strict and with new keys; gives exit status, report and text."""
    cases = tmp_path / "cases" / "criipto"
    cases.mkdir(parents=True)
    for name, defect in {"signature": "bad_signature", "nonce": "wrong_nonce"}.items():
        (cases / f"zz-{name}.json").write_text(json.dumps({
            "title": name, "provider": "criipto", "tokens": {"id_token": {"defect": defect}},
            "judge": {"family": "identity", "right": "must_refuse", "attack": "Somebody gets in who should not."},
        }))

    def run(party: Party, *options: str, client: str = "own-client", redirect: str = "", provider: str = "criipto",
            environment: dict | None = None):
        report = tmp_path / "judge.json"
        registered = f"criipto:{client},secret=own-secret-0123456789-0123456789,redirect={redirect or party.url + '/cb'}"
        done = subprocess.run(
            [str(eidolon), "judge", "--provider", provider, "--start-url", f"{party.url}/login", "--only", "zz-*",
             "--scenarios", str(cases.parent), "--strict", "--client", registered, "--report", str(report), *options],
            env=clean_environment(NO_PROXY="*", no_proxy="*", **(environment or {})), capture_output=True, text=True,
            timeout=60,
        )
        return done.returncode, json.loads(report.read_text()) if report.exists() else {}, done.stdout + done.stderr

    return run


@pytest.mark.filterwarnings("ignore:Unverified HTTPS request")
def test_it_serves_https_with_keys_and_clients_of_its_own(judge):
    plain, secure = free_port(), free_port()
    with OwnParty(f"https://localhost:{secure}") as party:
        status, report, text = judge(
            party, "--listen", f"127.0.0.1:{plain}", "--tls", f"localhost:{secure}", "--keys", "fresh")
        kids = [key.kid for key in party.keys.keys]
    assert status == 0 and [entry["result"] for entry in report["results"]] == ["pass", "pass"], text
    assert not any("eidolon" in kid for kid in kids), "the public test keys"


def test_a_control_token_and_the_environment_of_serve_hold_for_it_too(judge):
    port = free_port()
    with OwnParty(f"http://localhost:{port}") as party:
        status, report, text = judge(
            party, environment={"EIDOLON_LISTEN": f"127.0.0.1:{port}", "EIDOLON_CONTROL_TOKEN": "secret"})
    assert status == 0 and len(report["results"]) == 2, text


def test_an_address_that_is_taken_is_told_with_both_ways_out(judge):
    with socket.socket() as taken, OwnParty("http://localhost:1") as party:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        status, report, text = judge(party, "--listen", f"127.0.0.1:{taken.getsockname()[1]}")
    assert status == 2 and not report
    assert "--listen HOST:PORT" in text and "--url URL" in text


# What is wrong with the configuration, and what the judge says of it.
WRONG = {
    "unknown client": ({"client": "another"}, {}, ["the emulator refused", "own-client"]),
    "redirect URI": ({"redirect": "http://localhost:1/other"}, {}, ["the emulator refused", "redirect"]),
    "secret": ({}, {"secret": "wrong-secret-0123456789-0123456789"}, ["the emulator refused", "/token: 401"]),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_with_the_configuration_is_told_with_its_fix_and_no_case(judge, what):
    options, settings, words = WRONG[what]
    port = free_port()
    with OwnParty(f"http://localhost:{port}", **settings) as party:
        status, report, text = judge(party, "--listen", f"127.0.0.1:{port}", **options)
    assert status == 4 and report["state"] == "stuck", text
    assert all(word in text for word in words) and "Fix: " in text, text
    assert "--command" not in text
    # The report keeps them.
    assert "zz-" not in text and [entry["result"] for entry in report["results"]] == ["not_run", "not_run"]


def test_two_addresses_for_browser_and_backend_are_told_with_public_url(judge):
    port = free_port()
    front, back = f"http://localhost:{port}", f"http://127.0.0.1:{port}"
    for options, expected in (((), 4), (("--public-url", front), 0)):
        with OwnParty(front, backend=back) as party:
            status, report, text = judge(party, "--listen", f"127.0.0.1:{port}", *options)
        assert status == expected, text
        # The issuer of what the backend gets is another than the one that is configured.
        assert ("ended with an error" in text and f"Set --public-url {front} (emulator)" in text) == (expected == 4), text


class Discovering(OwnParty):
    def start(self, session: dict) -> str:
        self.http.get(f"{self.issuer}/.well-known/openid-configuration", timeout=5).raise_for_status()
        return super().start(session)


def test_another_issuer_than_discovery_names_is_told(judge):
    port = free_port()
    with Discovering(f"http://localhost:{port}", backend=f"http://127.0.0.1:{port}") as party:
        status, report, text = judge(party, "--listen", f"127.0.0.1:{port}")
    assert status == 4 and f"ID tokens name the issuer http://127.0.0.1:{port}/criipto" in text, text
    assert f"issuer http://127.0.0.1:{port}/criipto (client)" in text, text


class LongPolling(Party):
    """Logs in with VeridiumID while the browser waits: its server asks until the session is over."""

    def __init__(self, emulator: str):
        super().__init__(emulator)
        self.home = "/me"
        self.http.headers["X-Friend-Cert-Subject"] = "CN=demo-friend"
        self.rest = f"{emulator}/veridium/websec/rest/enterprise"

    def call(self, name: str, kind: str, body: dict) -> dict:
        answer = self.http.post(
            f"{self.rest}/{name}", json=body, headers={"Content-Type": f"application/vnd.veridiumid.{kind}-v1+json"}, timeout=60)
        return answer.json()

    def start(self, session: dict) -> str:
        session.clear()
        begun = self.call(
            "AuthenticationRequest", "authenticationrequest", {"memberExternalId": "GENERIC", "profileExternalId": "anna"})
        status = "CREATED"
        while status == "CREATED":
            status = self.call("GetSessionStatusAsync", "sessionstatus", {"sessionId": begun["sessionId"]})["status"]
        if status != "COMPLETED":
            return "/no"
        session["user"] = "anna"
        return self.home


def test_a_backend_that_waits_by_long_polls_is_judged_without_waiting(judge, tmp_path):
    folder = tmp_path / "cases" / "veridium"
    folder.mkdir()
    (folder / "zz-slow.json").write_text(json.dumps({
        "title": "The person approves after a minute", "provider": "veridium", "phone": [{"after": "60s", "do": "approve"}],
        "judge": {"family": "flow", "right": "must_accept", "attack": "Who is slow is not let in."},
    }))
    port = free_port()
    with LongPolling(f"http://localhost:{port}") as party:
        began = time.monotonic()
        status, report, text = judge(
            party, "--listen", f"127.0.0.1:{port}", "--profile-url", f"{party.url}/who", provider="veridium")
    assert status == 0 and [entry["result"] for entry in report["results"]] == ["pass"], text
    assert time.monotonic() - began < 20
