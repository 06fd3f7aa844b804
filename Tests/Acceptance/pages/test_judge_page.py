"""The page that judges a relying party: what it asks, what it shows while it runs, and what came of it."""

from __future__ import annotations

import re

import pytest
import requests
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from chromium import needs_chromium
from program import Program
from windows import chromium, desk, scheme, size  # noqa: F401: fixtures

pytestmark = [needs_chromium, pytest.mark.long]
NONCE = {"id-token-wrong-nonce", "id-token-missing-nonce", "id-token-nonce-of-an-earlier-login"}


@pytest.fixture(scope="module")
def program(eidolon):
    with Program(eidolon) as program:
        yield program


@pytest.fixture
def root(program) -> str:
    made = requests.post(f"{program.http}/_eidolon/sandboxes", json={}, timeout=10)
    made.raise_for_status()
    return f"{program.http}/~{made.json()['name']}"


def sound(desk, page, what: str) -> None:
    result = Axe().run(page)
    assert result.violations_count == 0, result.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the window"
    desk.picture(page, what)


def begin(page, root: str, start: str = "", only: str = "") -> None:
    page.get_by_test_id("judge-provider").select_option("itsme")
    page.get_by_test_id("judge-start-url").fill(start or f"{root}/demo/itsme/login?without=nonce")
    page.get_by_test_id("judge-profile-url").fill(f"{root}/demo/itsme/me")
    page.get_by_test_id("judge-only").fill(only)
    page.get_by_test_id("judge-only").press("Enter")


def done(page, seconds: int = 60):
    expect(page.get_by_test_id("judge-answer")).to_have_text(re.compile("^Done: "), timeout=seconds * 1000)


def done_again(page, press):
    """A campaign of one case may be over between two looks, so the page itself notes what it says meanwhile."""
    page.evaluate("""() => {
      const answer = document.querySelector('[data-testid=judge-answer]');
      window.said = [];
      new MutationObserver(() => window.said.push(answer.textContent)).observe(answer, { childList: true });
    }""")
    press()
    for _ in range(120):
        if "Judging." in page.evaluate("window.said"):
            return done(page)
        page.wait_for_timeout(100)
    raise AssertionError(f"nothing was judged again; the page said {page.evaluate('window.said')}")


def test_before_a_campaign_there_is_the_form_alone(desk, root):
    page = desk.window()
    page.goto(f"{root}/judge")
    for part in ("judge-outcome", "judge-progress", "judge-cancel", "judge-clock"):
        expect(page.get_by_test_id(part)).to_be_hidden()
    # What it does to others is said before it begins; here are none, in a sandbox of its own.
    expect(page.get_by_test_id("judge-others")).to_contain_text(f"Keys and discovery of {root} change for everybody")
    expect(page.get_by_test_id("judge-others")).not_to_contain_text("in a sandbox of its own")
    page.get_by_test_id("judge-more").locator("summary").click()
    # A placeholder is an example; it says nothing when it is cut off.
    for field in page.locator("input[placeholder]").all():
        assert field.evaluate("""field => {
          const canvas = document.createElement('canvas').getContext('2d');
          canvas.font = getComputedStyle(field).font;
          return canvas.measureText(field.placeholder).width < field.clientWidth - 24;
        }"""), field.get_attribute("name")
    left = {round(field.bounding_box()["x"]) for field in page.locator("main form > label > *:is(input, select)").all()}
    assert len(left) == 1, "the fields stand in a ragged column"
    expect(page.get_by_test_id("judge-second-url")).to_be_disabled()
    sound(desk, page, "form")


def test_what_failed_comes_first_and_is_repeated_by_itself(desk, root):
    page = desk.window()
    page.goto(f"{root}/judge")
    begin(page, root, only="id-token-*")
    progress = page.get_by_test_id("judge-progress")
    expect(progress).to_be_visible()
    expect(page.get_by_test_id("judge-present")).to_have_text(re.compile(r"^[1-9]\d* of [1-9]\d*.*; now: "), timeout=30_000)
    expect(page.get_by_test_id("judge-counts")).to_have_text(re.compile(r"^So far: of \d+ cases? "), timeout=30_000)
    done(page)
    expect(progress).to_be_hidden()
    expect(page.get_by_test_id("judge-answer")).to_have_text(
        re.compile(rf"^Done: of \d+ cases {len(NONCE)} failed.* and \d+ (passed|was not run|were not run)\.$"))
    rows = page.locator("[data-testid^=case-]")
    assert {row.get_attribute("data-testid").removeprefix("case-") for row in rows.all()[:len(NONCE)]} == NONCE
    expect(page.get_by_role("link", name="SARIF", exact=True)).to_be_visible()
    # The form makes room, and what passed is folded: what failed is seen without scrolling.
    expect(page.get_by_test_id("judge-form")).to_be_hidden()
    expect(rows.first).to_be_in_viewport()
    expect(rows.first).to_contain_text("It must be refused, but was accepted.")
    passed = page.get_by_test_id("case-id-token-bad-signature")
    expect(passed).to_be_hidden()
    sound(desk, page, "results")
    page.get_by_test_id("judge-passed").locator("> summary").click()
    expect(passed.locator("summary")).to_have_text("Refused, as it must be.")
    sound(desk, page, "passed")
    before = rows.count()
    again = page.get_by_test_id("again-id-token-wrong-nonce")
    again.focus()
    done_again(page, lambda: page.keyboard.press("Enter"))
    expect(rows).to_have_count(before)
    # Whoever works with keys goes on where he was.
    expect(again).to_be_focused()


def test_a_second_provider_lets_the_cases_run_that_mix_up_two(desk, root):
    page = desk.window()
    page.goto(f"{root}/judge")
    page.get_by_test_id("judge-second").select_option("criipto")
    second = page.get_by_test_id("judge-second-url")
    expect(second).to_be_enabled()
    begin(page, root, only="two_providers")
    # It is wanted now.
    assert second.evaluate("field => field.validity.valueMissing")
    second.fill(f"{root}/demo/mitid/login")
    second.press("Enter")
    done(page)
    expect(page.get_by_test_id("case-mix-up")).to_contain_text("pass")
    # Another one than the first.
    page.get_by_test_id("judge-order").locator("> summary").click()
    page.get_by_test_id("judge-provider").select_option("criipto")
    expect(page.get_by_test_id("judge-second")).to_have_value("")
    expect(second).to_be_disabled()


def test_where_nothing_can_be_judged_only_the_reason_stands_there(desk, root):
    page = desk.window()
    page.goto(f"{root}/judge")
    begin(page, root, start=f"{root}/demo/nothing/login")
    expect(page.get_by_test_id("judge-answer")).to_contain_text("Nothing could be judged", timeout=30_000)
    expect(page.get_by_test_id("judge-outcome")).to_be_hidden()
    expect(page.get_by_test_id("judge-progress")).to_be_hidden()
    sound(desk, page, "stuck")
    # What to do is said in the words of the page.
    expect(page.get_by_test_id("judge-answer")).not_to_contain_text("--")


def test_results_that_were_taken_back_are_told_in_words(desk, root):
    page = desk.window()
    advice = "the relying party lets nobody in since a; restart it, and press Again beside the cases that were not run"
    result = {"case": "a", "result": "inconclusive", "seen": "refused", "reason": "refused after it", "milliseconds": 1}
    campaign = {
        "campaign": 1, "version": 1, "order": {}, "provider": "itsme", "state": "done", "counts": {}, "left": 0,
        "learned": {"in": [], "out": []}, "results": [result], "taken_back": advice,
    }
    page.route("**/_eidolon/judge", lambda route: route.fulfill(json=campaign))
    page.goto(f"{root}/judge")
    expect(page.get_by_test_id("judge-answer")).to_have_text(
        f"Done: of 1 case 1 stayed inconclusive. Results were taken back, because {advice}.")
    sound(desk, page, "taken-back")


def test_a_page_that_is_opened_later_shows_the_campaign_and_repeats_its_cases(desk, root):
    order = {
        "provider": "itsme", "start_url": f"{root}/demo/itsme/login?without=nonce", "profile_url": f"{root}/demo/itsme/me",
        "only": ["id-token-*-nonce"],
    }
    requests.post(f"{root}/_eidolon/judge", json=order, timeout=10).raise_for_status()
    page = desk.window()
    page.goto(f"{root}/judge")
    done(page)
    expect(page.get_by_test_id("judge-start-url")).to_have_value(order["start_url"])
    rows = page.locator("[data-testid^=case-]")
    before = rows.count()
    assert before == 2
    done_again(page, page.get_by_test_id("again-id-token-wrong-nonce").click)
    expect(rows).to_have_count(before)


def test_what_tells_in_from_out_can_be_said_on_the_page(desk, root):
    page = desk.window()
    page.goto(f"{root}/judge")
    page.get_by_test_id("judge-more").locator("summary").click()
    page.get_by_test_id("judge-in").fill("profile:status=200")
    begin(page, root, only="id-token-wrong-nonce")
    done(page)
    expect(page.get_by_test_id("case-id-token-wrong-nonce")).to_contain_text("fail")
    assert requests.get(f"{root}/_eidolon/judge", timeout=10).json()["order"]["in"] == ["profile:status=200"]
