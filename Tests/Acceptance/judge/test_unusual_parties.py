"""Right relying parties that go about it unusually are accused of nothing; those that cannot be told apart are not judged."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from party import Party
from program import Program, clean_environment
from real_party import RealParty

# Not of what Authlib leaves to the application, which docs/judge.md tells.
CASES = ["binding", "person", "token-*"]
MANNERS = {
    "a form that posts itself, pushed requests, a cookie for each login": ["form_post", "par", "cookies"],
    "a page between, and a new login after each refusal": ["interstitial", "begins anew"],
    "a silent login first, and no with status 200": ["silent", "says no with 200"],
}


@pytest.fixture(scope="module")
def program(eidolon):
    with Program(eidolon) as running:
        yield running


def campaign(eidolon, program, folder, start: str, *options: str, client: str = "judged"):
    report = folder / "judge.json"
    done = subprocess.run(
        [str(eidolon), "judge", "--provider", "criipto", "--url", program.http, "--only-client", client, "--start-url", start,
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
