"""The stage in a real browser: relying party, phone and messages in one window, by mouse and by keyboard alone."""

from __future__ import annotations

import re
import time

import pytest
import requests
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from chromium import needs_chromium
from handset import new_sandbox
from pin_pad import type_pin
from program import Program
from windows import chromium, desk, scheme, size  # noqa: F401: fixtures

pytestmark = [needs_chromium, pytest.mark.long, pytest.mark.parametrize("size", ["desktop"])]
NOT_IN = "; you are not logged in."


@pytest.fixture(scope="module")
def strict(eidolon):
    """An emulator as the examples for CI start it: only registered clients."""
    with Program(eidolon, "--strict") as program:
        yield program


@pytest.fixture
def root(strict) -> str:
    return new_sandbox(strict.http)


def open_stage(page: Page, root: str, flow: str) -> Page:
    page.goto(f"{root}/stage/{flow}")
    expect(page.frame_locator("#phone").get_by_test_id("phone-apps")).to_be_visible()
    expect(page.frame_locator("#party").get_by_test_id("start")).to_be_visible()
    return page


def outcome(page: Page, state: str, text: str | re.Pattern | None = None) -> None:
    plain = page.get_by_test_id("stage-outcome")
    expect(plain).to_have_attribute("data-state", state, timeout=20_000)
    if text:
        expect(plain).to_have_text(text)


def skip(page: Page) -> None:
    """Nobody waits for a person in a test."""
    expect(page.get_by_test_id("skip-time")).to_be_visible()
    page.keyboard.press("k")


STEPS = {
    "itsme": ["Welcome, Anna Peeters.", "Anna refused", "Anna tapped the wrong icon", "Nobody reacted in time", "What itsme answered is not to be trusted"],
    "mitid": ["Welcome, Freja Fiktivsen.", "Freja refused", "Welcome, Freja Fiktivsen.", "Nobody reacted in time", "What MitID answered is not to be trusted"],
    "bankid": ["Welcome, Lilly Påhittadsson.", "Lilly refused", "Welcome, Lilly Påhittadsson.", "Nobody reacted in time", "What BankID answered is not to be trusted"],
}


@pytest.mark.parametrize("flow", STEPS)
def test_a_tour_by_keyboard_alone(desk, root, flow):
    page = open_stage(desk.window(), root, flow)
    for number, said in enumerate(STEPS[flow], 1):
        # The whole of one tour is enough here; StageTests plays all.
        if flow != "itsme" and number not in (3, 5):
            continue
        page.keyboard.press(str(number))
        expect(page.get_by_test_id("teaches")).not_to_be_empty()
        skip(page)
        if said.startswith("Welcome"):
            outcome(page, "welcomed", said)
        else:
            outcome(page, "refused", said + NOT_IN)
        expect(page.frame_locator("#sequence").get_by_test_id("diagram")).to_be_visible()
        desk.picture(page, f"step-{number}")
    findings = requests.get(f"{root}/_eidolon/findings", timeout=10).json()["findings"]
    assert [finding["rule"] for finding in findings if finding["severity"] == "error"] == []


def test_by_hand_on_both_sides_by_mouse(desk, root):
    page = open_stage(desk.window(), root, "itsme")
    page.get_by_test_id("by-hand").click()
    party, phone = page.frame_locator("#party"), page.frame_locator("#phone")
    shown = party.locator(".icons .chosen svg").first.get_attribute("data-icon")
    expect(party.locator("html")).to_have_attribute("lang", "nl")
    # No hint tells which of the icons is the right one.
    icons = phone.locator('[data-testid^="icon-"]')
    expect(icons).to_have_count(3)
    for icon in icons.all():
        assert set(icon.evaluate("node => node.getAttributeNames()")) == {"type", "class", "data-testid"}
        assert icon.inner_text() == icon.get_attribute("data-testid").removeprefix("icon-")
    phone.get_by_test_id(f"icon-{shown}").click()
    type_pin(phone, "2580")
    outcome(page, "welcomed", "Welcome, Anna Peeters.")
    expect(party.get_by_text("old enough")).to_be_visible()
    # What the server checked is folded, and there.
    expect(party.get_by_test_id("checks")).to_be_hidden()
    party.locator("#backend > summary").click()
    expect(party.get_by_test_id("checks")).to_be_visible()
    desk.picture(page, "welcome")


@pytest.mark.alone
def test_both_sides_hear_of_each_other_within_300_ms(desk, root):
    page = open_stage(desk.window(), root, "mitid")
    shown, left = [], []
    for _ in range(4):
        page.keyboard.press("s")
        party, phone = page.frame_locator("#party"), page.frame_locator("#phone")
        expect(party.get_by_test_id("waiting")).to_be_visible()
        began = time.monotonic()
        button = phone.get_by_test_id("reject")
        button.wait_for(timeout=5000)
        shown.append(time.monotonic() - began)
        address = page.frame("relying-party").url
        button.evaluate("button => { parent.pressed = parent.performance.now(); button.click(); }")
        left.append(page.evaluate("""address => new Promise((done) => {
          const look = () => {
            const here = document.getElementById('party').contentWindow.location.href;
            if (here === address) requestAnimationFrame(look);
            else done(performance.now() - window.pressed);
          };
          look();
        })""", address))
        outcome(page, "refused", f"Freja refused{NOT_IN}")
    assert min(shown) < 0.3 and min(left) < 300, (shown, left)


@pytest.mark.parametrize("decision", ["approve", "reject"])
def test_reuseid_follows_what_is_done_on_the_phone(desk, root, decision):
    page = open_stage(desk.window(), root, "reuseid")
    page.keyboard.press("s")
    phone = page.frame_locator("#phone")
    # The context of the operation is for the app's library: a person reads no JSON.
    expect(phone.get_by_test_id("request-reuseid")).not_to_contain_text("{")
    # The phone stands beside it: the page of the bank has no second one.
    expect(page.frame_locator("#party").get_by_test_id("confirm")).to_be_hidden()
    phone.get_by_test_id(decision).click()
    if decision == "approve":
        for _ in range(4):
            page.keyboard.press("7")
        phone.get_by_test_id("pin-ok").click()
        phone.get_by_test_id("verify").click()
        outcome(page, "welcomed", "Welcome, Anna Peeters.")
    else:
        outcome(page, "refused", f"Anna refused{NOT_IN}")


def test_the_presenters_keys_work_in_every_pane_and_after_a_reset(desk, root):
    page = open_stage(desk.window(), root, "bankid")
    page.keyboard.press("?")
    help = page.get_by_test_id("keys-help")
    for word in ("Lilly refuses", "Skip the time", "Reset for the next visitor", "Full screen", "All stories"):
        expect(help).to_contain_text(word)
    desk.picture(page, "keys")
    page.keyboard.press("Escape")
    expect(help).to_have_count(0)
    # In the pane of the phone, and on a page of the provider, which has no script for keys.
    page.frame_locator("#phone").get_by_test_id("handset").click()
    page.keyboard.press("2")
    page.frame_locator("#party").locator("h1").first.click()
    skip(page)
    outcome(page, "refused", f"Lilly refused{NOT_IN}")
    page.keyboard.press("r")
    outcome(page, "", re.compile("Begin with a step"))
    expect(page.frame_locator("#party").get_by_test_id("start")).to_be_visible()
    expect(page.frame_locator("#phone").get_by_test_id("no-requests")).to_have_text("No request waits.")
    expect(page.frame_locator("#phone").get_by_test_id("done-requests")).to_be_empty()
    page.keyboard.press("n")
    expect(page.get_by_test_id("step-approve")).to_have_attribute("aria-current", "step")
    skip(page)
    outcome(page, "welcomed", "Welcome, Lilly Påhittadsson.")


@pytest.mark.parametrize("path", ["/", "/transactions", "/traffic", "/report", "/phone", "/demo/itsme", "/docs"])
def test_keys_are_told_on_every_page(desk, root, path):
    page = desk.window()
    page.goto(f"{root}{path}")
    page.keyboard.press("?")
    expect(page.get_by_test_id("keys-help")).to_contain_text("The stage")
    page.get_by_test_id("keys-on").uncheck()
    page.get_by_test_id("keys-close").click()
    page.keyboard.press("t")
    page.wait_for_timeout(200)
    assert page.url == f"{root}{path}", "letters are not keys now"
    page.keyboard.press("?")
    page.get_by_test_id("keys-on").check()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("keys-help")).to_have_count(0)
    page.keyboard.press("t")
    page.wait_for_url(f"{root}/stage")


def test_the_phone_opens_beside_the_page_of_the_relying_party(desk, root):
    context = desk.context()
    page = context.new_page()
    page.goto(f"{root}/demo/itsme")
    with context.expect_page() as opened:
        page.keyboard.press("p")
    expect(opened.value.get_by_test_id("phone-apps")).to_be_visible()
    assert page.url == f"{root}/demo/itsme"


def test_a_presenter_hides_what_belongs_to_the_emulator(desk, root):
    page = open_stage(desk.window(), root, "itsme")
    page.keyboard.press("s")
    party = page.frame_locator("#party")
    expect(party.get_by_test_id("emulator")).to_be_visible()
    page.keyboard.press("e")
    expect(party.get_by_test_id("emulator")).to_be_hidden()
    expect(party.get_by_test_id("icons")).to_be_visible()
    # It stays so on the pages that follow, and on another stage.
    open_stage(page, root, "mitid")
    page.keyboard.press("s")
    expect(party.get_by_test_id("waiting")).to_be_visible()
    expect(party.get_by_test_id("emulator")).to_be_hidden()
    page.keyboard.press("e")
    expect(party.get_by_test_id("emulator")).to_be_visible()


def test_all_stories_are_searched_and_played_beside_the_relying_party(desk, root):
    page = open_stage(desk.window(), root, "itsme")
    page.keyboard.press("a")
    stories = page.frame_locator("#stories")
    stories.get_by_test_id("search-stories").fill("judge id-token-wrong-nonce")
    page.keyboard.press("Enter")
    expect(stories.get_by_test_id("story")).to_have_count(1)
    desk.picture(page, "stories")
    stories.get_by_test_id("story").click()
    outcome(page, "refused", f"What itsme answered is not to be trusted{NOT_IN}")
    expect(page.frame_locator("#party").get_by_test_id("reason")).to_contain_text("nonce is the one that was sent")


def test_the_panes_keep_the_widths_that_they_were_given(desk, root):
    page = open_stage(desk.window(), root, "bankid")
    width = lambda: page.locator("#party").bounding_box()["width"]  # noqa: E731
    before = width()
    page.get_by_test_id("splitter-party").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert width() > before + 40
    wide = width()
    page.reload()
    assert abs(width() - wide) < 2
    box = page.get_by_test_id("splitter-party").bounding_box()
    page.mouse.move(box["x"] + 4, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] - 150, box["y"] + 200)
    page.mouse.up()
    assert width() < wide - 100


@pytest.mark.parametrize(("width", "height", "scheme"), [(390, 844, "dark"), (1280, 800, "light"), (1920, 1080, "dark")])
def test_the_stage_is_sound_at_every_size(desk, root, width, height, scheme):
    page = desk.window(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": height})
    weight: dict[str, int] = {}
    page.on("response", lambda answer: weight.update({answer.url: int(answer.headers.get("content-length", 0))}))
    open_stage(page, root, "bankid")
    assert sum(weight.values()) < 100_000, weight
    page.get_by_test_id("step-refuse").click()
    expect(page.frame_locator("#sequence").get_by_test_id("diagram")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the window"
    if width > 1000:
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the panes do not fit"
    problems = Axe().run(page).response["violations"]
    assert [(problem["id"], [node["html"] for node in problem["nodes"]][:3]) for problem in problems] == []
    desk.picture(page, f"{width}-{scheme}")
