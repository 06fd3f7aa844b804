"""Right relying parties that go about it unusually are accused of nothing; those that cannot be told apart are not judged."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import subprocess
from pathlib import Path

import pytest
import requests
from joserfc.jwk import KeySet

from party import Party
from program import Program, clean_environment
from real_party import RealParty

# Not of what Authlib leaves to the application, which docs/judge.md tells.
CASES = ["binding", "person", "token-*"]
MANNERS = {
    "a form that posts itself, pushed requests, a cookie for each login": ["form_post", "par", "cookies"],
    "a page between, and a new login after each refusal": ["interstitial", "starts again"],
    "signed request objects": ["jar"],
    "a silent login first, and no with status 200": ["silent", "says no with 200"],
}


@pytest.fixture(scope="module")
def program(eidolon):
    with Program(eidolon) as running:
        yield running


def campaign(eidolon, program, folder, start: str, *options: str, client: str = "judged", url: str = ""):
    report = folder / "judge.json"
    done = subprocess.run(
        [str(eidolon), "judge", "--provider", "criipto", "--url", url or program.http, "--only-client", client, "--start-url", start,
         "--report", str(report), *options],
        env=clean_environment(NO_PROXY="*", no_proxy="*"), capture_output=True, text=True, timeout=150,
    )
    found: dict[str, set[str]] = {}
    for entry in json.loads(report.read_text())["results"]:
        found.setdefault(entry["result"], set()).add(entry["case"])
    return done.returncode, found, done.stdout + done.stderr


@pytest.mark.timeout(200)
@pytest.mark.parametrize("has_profile", [True, False])
@pytest.mark.parametrize("manners", MANNERS)
def test_who_is_right_in_an_unusual_way_is_accused_of_nothing(eidolon, program, tmp_path, manners, has_profile):
    with UnusualParty(program.http, MANNERS[manners], tmp_path / "errors.txt") as party:
        profile = ["--profile-url", party.profile] if has_profile else []
        only = [f"--only={name}" for name in (CASES if has_profile else ["binding"])]
        status, found, text = campaign(eidolon, program, tmp_path, party.login, *profile, *only)
    assert "fail" not in found, text
    assert len(found["pass"]) >= (30 if has_profile else 10), text
    assert status == 0, text


BINDING = {
    "callback-code-of-another-login", "callback-missing-state", "callback-of-another-browser",
    "callback-state-of-an-earlier-login", "callback-wrong-state",
}


@pytest.mark.parametrize(("tie", "failed"), [
    ("pkce", set()), ("nonce", set()), ("nothing", BINDING),
    # Each browser has the same verifier, so that it takes the code of any.
    ("one verifier", BINDING),
])
def test_pkce_or_the_nonce_may_stand_in_for_the_state(eidolon, program, tmp_path, tie, failed):
    with StatelessParty(program.http, tie) as party:
        status, found, text = campaign(
            eidolon, program, tmp_path, party.login, "--profile-url", party.profile,
            *(f"--only={name}" for name in BINDING), client=party.client)
    assert found == ({"fail": failed} if failed else {"pass": BINDING}), text
    assert status == (3 if failed else 0)


def test_whether_the_nonce_stands_in_for_the_state_another_case_shows(eidolon, program, tmp_path):
    with StatelessParty(program.http, "nonce") as party:
        _, found, text = campaign(
            eidolon, program, tmp_path, party.login, "--profile-url", party.profile, "--only", "callback-wrong-state",
            client=party.client)
    assert found == {"inconclusive": {"callback-wrong-state"}} and "which callback-code-of-another-login shows" in text, text


class StatelessParty(Party):
    """Sends a state for its own ends, which it does not compare: something else, or nothing, ties the code to the browser."""

    client = "stateless"

    def __init__(self, emulator: str, tie: str):
        super().__init__(emulator, ("state",) if tie == "nonce" else ("state", "nonce"))
        self.proves = tie in ("pkce", "one verifier")
        self.verifier = secrets.token_urlsafe(32) if tie == "one verifier" else ""
        self.login, self.profile = f"{self.url}/login", f"{self.url}/who"

    def start(self, session: dict) -> str:
        address = super().start(session)
        if not self.proves:
            return address
        session["verifier"] = self.verifier or secrets.token_urlsafe(32)
        digest = hashlib.sha256(session["verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        return f"{address}&code_challenge={challenge}&code_challenge_method=S256"

    def proof(self, session: dict) -> dict:
        return {"code_verifier": session["verifier"]} if self.proves else {}


@pytest.mark.parametrize("is_alone", [True, False])
def test_what_a_campaign_does_to_others_is_said_before_and_put_back(eidolon, tmp_path, is_alone):
    with Program(eidolon) as program:
        requests.post(f"{program.http}/_eidolon/sandboxes", json={"name": "judge"}, timeout=10).raise_for_status()
        home = f"{program.http}/~judge" if is_alone else program.http
        keys = {place: f"{place}/criipto/.well-known/jwks" for place in (program.http, home)}
        before = {place: requests.get(url, timeout=10).json() for place, url in keys.items()}
        with Party(home) as party:
            status, found, text = campaign(
                eidolon, program, tmp_path, f"{party.url}/login", "--profile-url", f"{party.url}/who", "--only", "key-rollover",
                "--only", "jwks-*", client=party.client, url=home)
        assert status == 0 and "key-rollover" in found["pass"], text
        assert f"keys and discovery of {home} change for everybody" in text and "--only-client" not in text
        assert {place: requests.get(url, timeout=10).json() for place, url in keys.items()} == before
        if is_alone:
            assert requests.get(f"{program.http}/_eidolon/clock", timeout=10).json()["skew"] == "0ms"


@pytest.mark.parametrize(("is_pinned", "result", "words"), [
    (True, "fail", "it has never fetched the key set, and did not for a kid that it does not know"),
    (False, "inconclusive", "s ago, and not for a kid that it does not know, perhaps because it waits between two fetches"),
])
def test_who_never_fetches_the_keys_again_fails_unless_it_may_only_wait(eidolon, tmp_path, is_pinned, result, words):
    with Program(eidolon) as earlier:
        # The keys of a sandbox are always the same.
        pinned = requests.get(f"{earlier.http}/criipto/.well-known/jwks", timeout=10).json()
    with Program(eidolon) as program, KeepingParty(program.http) as party:
        party.keys = KeySet.import_key_set(pinned) if is_pinned else None
        status, found, text = campaign(
            eidolon, program, tmp_path, f"{party.url}/login", "--profile-url", f"{party.url}/who", "--only", "key-rollover",
            client=party.client)
    assert found == {result: {"key-rollover"}} and words in text, text
    assert status == (3 if result == "fail" else 4), text


class KeepingParty(Party):
    """Has the provider's keys once and for all."""

    keeps_keys = True


class UnusualParty(RealParty):
    folder = Path(__file__).parent

    def __init__(self, emulator: str, manners: list[str], errors: Path):
        self.arguments = tuple(manners)
        super().__init__("unusual_party.py", emulator, "criipto", errors)


@pytest.mark.parametrize("oddity", ["cookie", "swedish", "script", "error with 200"])
def test_a_page_that_is_the_same_for_all_but_for_what_proves_nothing_is_not_judged(eidolon, program, tmp_path, oddity):
    with AwkwardParty(program.http, oddity) as party:
        status, found, text = campaign(eidolon, program, tmp_path, f"{party.url}/login", "--only", "binding", client=party.client)
        assert status == 4 and found.keys() == {"not_run"} and "--profile-url" in text, text
        # With a profile it is judged, and right.
        status, found, text = campaign(
            eidolon, program, tmp_path, f"{party.url}/login", "--only", "binding", "--profile-url", f"{party.url}/who",
            client=party.client)
    assert status == 0 and "fail" not in found and found["pass"], text


class AwkwardParty(Party):
    """Checks everything, and says what came of it in a way that a program cannot tell."""

    client = "awkward"
    SHELL = '<!doctype html><title>Shop</title><div id="app"></div><script src="app.js"></script>'

    def __init__(self, emulator: str, oddity: str):
        super().__init__(emulator)
        self.oddity = oddity
        self.pages = {"/app": self.SHELL}

    @property
    def home(self) -> str:
        return "/app" if self.oddity in ("cookie", "script") else "/hello"

    def came(self, handler, name: str, problem: Exception | None) -> bool:
        match self.oddity:
            case "cookie" if problem is None:
                handler.answer(303, "", name, location="/app", cookies=1)
            case "swedish":
                handler.answer(200, f"<title>Butik</title>Välkommen {'tillbaka, du är inloggad' if problem is None else 'hit, du är utloggad'}", name)
            case "error with 200":
                is_cancelled = problem is not None and str(problem) == "access_denied"
                handler.answer(403 if is_cancelled else 200, "Hello" if problem is None else "Hello, that did not work", name)
            case _:
                handler.answer(303, "", name, location="/app")
        return True
