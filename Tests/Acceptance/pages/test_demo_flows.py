"""The demonstration in a real browser: every flow, approved and refused, on a desktop and on a phone's width."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import Callable

import pytest
import requests
from playwright.sync_api import Page, expect

from chromium import needs_chromium
from program import Program
from windows import SIZES, chromium, desk, other_scheme  # noqa: F401: fixtures

pytestmark = [needs_chromium, pytest.mark.long]
PATIENCE = 20_000


@pytest.fixture(scope="module")
def strict(eidolon):
    """An emulator as the examples for CI start it: only registered clients."""
    with Program(eidolon, "--strict") as program:
        yield program


@pytest.fixture(params=list(SIZES))
def size(request) -> str:
    return request.param


@pytest.fixture
def scheme(size, request) -> str:
    return other_scheme(size, refuses="not_let_in" in request.node.name)


@pytest.fixture
def root(strict) -> str:
    made = requests.post(f"{strict.http}/_eidolon/sandboxes", json={}, timeout=10)
    made.raise_for_status()
    return f"{strict.http}/~{made.json()['name']}"


def newest(root: str, provider: str) -> dict:
    """The transaction that the flow began; it may take a moment to begin."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        found = requests.get(f"{root}/_eidolon/transactions?provider={provider}", timeout=10).json()["transactions"]
        if found:
            return found[-1]
        time.sleep(0.1)
    raise AssertionError(f"no transaction of {provider}")


def act(root: str, provider: str, verb: str) -> None:
    """The person acts on the phone."""
    identifier = newest(root, provider)["id"]
    answer = requests.post(f"{root}/_eidolon/transactions/{identifier}/phone", json={"do": verb}, timeout=10)
    assert answer.status_code == 200, answer.text


@dataclass
class Flow:
    """A flow, and what a person does on its pages to be let in or not."""

    provider: str
    approve: Callable[[Page, str], None]
    refuse: Callable[[Page, str], None]
    name: str


def acting(provider: str, verb: str, *clicks: str) -> Callable[[Page, str], None]:
    def play(page: Page, root: str) -> None:
        for mark in clicks:
            page.get_by_test_id(mark).click()
        if provider != "veridium":
            # What a person does counts from the moment at which the provider has the browser.
            expect(page).not_to_have_title(re.compile("Demonstration|Eidolon \\(emulator\\)"))
            page.wait_for_load_state()
        act(root, provider, verb)

    return play


def clicking(*marks: str) -> Callable[[Page, str], None]:
    def play(page: Page, root: str) -> None:
        for mark in marks:
            page.get_by_test_id(mark).click()

    return play


FLOWS = {
    "itsme": Flow("itsme", acting("itsme", "approve"), acting("itsme", "reject"), "Anna Peeters"),
    "itsme-v2": Flow(
        "itsme-v2", acting("itsme-v2", "approve", "pick-anna"), acting("itsme-v2", "reject", "pick-anna"), "Anna Peeters"
    ),
    "bankid": Flow("criipto", acting("criipto", "approve"), acting("criipto", "cancel"), "Lilly Påhittadsson"),
    "bankid-qr": Flow("criipto", acting("criipto", "approve"), acting("criipto", "cancel"), "Lilly Påhittadsson"),
    "mitid": Flow("criipto", acting("criipto", "approve"), acting("criipto", "cancel"), "Freja Fiktivsen"),
    "bioid": Flow(
        "bioid", acting("bioid", "approve"), acting("bioid", "cancel"), "Anna Peeters"
    ),
    "bioid-app": Flow(
        "bioid", acting("bioid", "approve", "open-app"), acting("bioid", "cancel", "open-app"), "Anna Peeters"
    ),
    "videoid": Flow("videoid", clicking("complete"), clicking("cancel"), "Anna Peeters"),
    "reuseid": Flow("reuseid", clicking("confirm"), clicking("decline"), "Anna Peeters"),
    "veridium": Flow("veridium", acting("veridium", "approve"), acting("veridium", "reject"), "Anna Peeters"),
}


def outcome(page: Page, state: str):
    """The outcome of the visit; the browser comes back by itself."""
    found = page.get_by_test_id("outcome")
    expect(found).to_have_attribute("data-state", state, timeout=PATIENCE)
    return found


@pytest.mark.parametrize("flow", FLOWS)
def test_a_person_is_let_in(desk, root, flow):
    page = desk.window()
    page.goto(f"{root}/demo/{flow}")
    page.get_by_test_id("start").click()
    FLOWS[flow].approve(page, root)
    expect(outcome(page, "welcomed")).to_have_text(f"Welcome, {FLOWS[flow].name}.")
    assert page.locator('[data-testid=check][data-result="failed"]').count() == 0
    assert page.locator('[data-testid=check][data-result="passed"]').count() >= 2
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the window"
    assert len(page.content()) < 100_000
    desk.picture(page, "welcome")
    findings = requests.get(f"{root}/_eidolon/findings", timeout=10).json()["findings"]
    assert findings == []


@pytest.mark.parametrize("flow", FLOWS)
def test_a_person_is_not_let_in(desk, root, flow):
    page = desk.window()
    page.goto(f"{root}/demo/{flow}")
    page.get_by_test_id("start").click()
    FLOWS[flow].refuse(page, root)
    expect(outcome(page, "refused")).to_have_text(re.compile("; you are not logged in\\.$"))
    # A refusal is not a failure of the server's checks.
    expect(page.locator('[data-testid=check][data-result="failed"]')).to_have_count(0)
    desk.picture(page, "refused")


@pytest.mark.parametrize("size", ["phone"])
@pytest.mark.parametrize("story, check", [
    ("itsme/judge/id-token-wrong-nonce", "nonce is the one that was sent"),
    ("itsme/judge/id-token-bad-signature", "id_token is signed by the provider"),
])
def test_a_wrong_token_is_told_by_the_check_that_fails(desk, root, story, check):
    page = desk.window()
    page.goto(f"{root}/demo/itsme")
    page.get_by_test_id("story").select_option(story)
    page.get_by_test_id("start").click()
    expect(outcome(page, "refused")).to_have_text("What itsme answered is not to be trusted; you are not logged in.")
    expect(page.get_by_test_id("reason")).to_contain_text(check)
    failed = page.locator('[data-testid=check][data-result="failed"] th').all_text_contents()
    assert failed == [check]
    desk.picture(page, "check")


@pytest.mark.parametrize("size", ["desktop"])
def test_a_presenter_needs_the_keyboard_only(desk, root):
    page = desk.window()
    page.goto(f"{root}/demo/itsme")
    expect(page.get_by_test_id("story")).to_have_value("")
    page.keyboard.press("n")
    expect(page.get_by_test_id("story")).not_to_have_value("")
    page.keyboard.press("h")
    expect(page.get_by_test_id("story")).to_have_value("")
    page.get_by_test_id("story").select_option("itsme/approve")
    page.locator("h1").click()
    page.keyboard.press("s")
    outcome(page, "welcomed")
    page.keyboard.press("r")
    expect(page.get_by_test_id("flow-itsme")).to_be_visible()
    page.goto(f"{root}/demo/itsme")
    expect(page.get_by_test_id("last-visit")).to_have_count(0)
    expect(page.get_by_test_id("story")).to_have_value("")


@pytest.mark.parametrize("size", ["phone"])
def test_it_works_without_script(desk, root):
    page = desk.window(java_script_enabled=False)
    page.goto(f"{root}/demo/veridium")
    page.get_by_test_id("start").click()
    outcome(page, "underway")
    act(root, "veridium", "approve")
    page.get_by_test_id("look").click()
    expect(outcome(page, "welcomed")).to_contain_text("Anna Peeters")


@pytest.mark.parametrize("size", ["desktop"])
def test_a_visit_ends_by_itself_where_somebody_decides_elsewhere(desk, root):
    page = desk.window()
    page.goto(f"{root}/demo/veridium")
    page.get_by_test_id("start").click()
    outcome(page, "underway")
    page.evaluate("window.isTheSame = true")
    act(root, "veridium", "approve")
    outcome(page, "welcomed")
    assert page.evaluate("window.isTheSame"), "the page was loaded again"
    expect(page.get_by_test_id("timeline")).to_be_visible()
