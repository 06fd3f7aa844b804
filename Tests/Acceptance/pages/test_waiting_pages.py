"""Pages that wait or grow: what somebody does on them survives each update."""

from __future__ import annotations

import re

import pytest
import requests
from playwright.sync_api import expect

from handset import criipto, itsme, new_sandbox, newest
from windows import chromium, desk, needs_chromium, shop, size, stage  # noqa: F401: fixtures

pytestmark = [needs_chromium, pytest.mark.parametrize("size", ["desktop"])]

HTML = {"Accept": "text/html"}


@pytest.fixture
def root(stage) -> str:
    return new_sandbox(stage.http)


def renewed(page) -> None:
    """Waits until the page has looked again."""
    with page.expect_response(lambda answer: answer.request.headers.get("eidolon-page") == "renewed"):
        pass
    page.wait_for_timeout(50)


def act(root: str, verb: str) -> None:
    login = newest(root)["transaction"]
    requests.post(f"{root}/_eidolon/transactions/{login}/phone", json={"do": verb}, timeout=10).raise_for_status()


def test_a_provider_page_keeps_the_focus_while_it_waits(desk, root, shop):
    page = desk.window()
    page.goto(itsme(root, shop.callback, login_hint="32+470000001"))
    page.evaluate("window.isTheSame = true")
    button = page.get_by_test_id("reject")
    button.focus()
    renewed(page)
    expect(button).to_be_focused()
    assert page.evaluate("window.isTheSame") is True
    act(root, "approve")
    page.wait_for_url(re.compile(r"/cb\?.*code="))


def test_mitid_leads_the_browser_on(desk, root, shop):
    page = desk.window()
    page.goto(criipto(root, shop.callback, "dk:mitid:low"))
    page.get_by_test_id("pick-anna").click()
    link = page.get_by_test_id("app-link")
    link.focus()
    renewed(page)
    expect(link).to_be_focused()
    act(root, "approve")
    page.wait_for_url(re.compile(r"/cb\?.*code="))


def test_the_logins_are_filtered_and_stay_in_place_while_more_arrive(desk, root, shop):
    page = desk.window()
    for _ in range(30):
        requests.get(itsme(root, shop.callback), headers=HTML, timeout=10)
    page.goto(f"{root}/transactions")
    expect(page.get_by_test_id("live")).to_have_attribute("data-live", "live")
    line = page.get_by_test_id("transaction").nth(25)
    link = line.get_by_role("link")
    link.focus()
    link.scroll_into_view_if_needed()
    before, address = line.bounding_box()["y"], link.get_attribute("href")
    for _ in range(10):
        requests.get(itsme(root, shop.callback), headers=HTML, timeout=10)
    expect(page.get_by_test_id("transaction")).to_have_count(40)
    assert page.evaluate("document.activeElement.getAttribute('href')") == address
    assert abs(page.get_by_test_id("transaction").nth(35).bounding_box()["y"] - before) < 2
    requests.get(itsme(root, shop.callback, client_id="SOMEBODY"), headers=HTML, timeout=10)
    page.get_by_test_id("search").fill("somebody")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/transactions\?q=somebody$"))
    expect(page.get_by_test_id("transaction")).to_have_count(1)


def test_the_menus_lead_from_a_sandbox_to_the_root_by_keyboard(desk, root):
    page = desk.window()
    page.goto(f"{root}/traffic")
    page.get_by_test_id("sandbox").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("to-root")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("to-root")).to_be_hidden()
    expect(page.get_by_test_id("sandbox")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_test_id("to-root").press("Enter")
    expect(page).to_have_url(re.compile(r"^[^~]*/$"))


@pytest.mark.parametrize("script", [True, False])
def test_a_presenter_folds_up_what_belongs_to_the_emulator(desk, root, shop, script):
    page = desk.window(java_script_enabled=script)
    for address, person in (
        (itsme(root, shop.callback), "anna"), (criipto(root, shop.callback, "dk:mitid:low"), "freja"),
        (criipto(root, shop.callback, "se:bankid:another-device"), "lilly"),
    ):
        page.goto(address)
        expect(page.get_by_test_id(f"pick-{person}")).to_be_visible()
        page.get_by_test_id("emulator").locator("summary").press("Enter")
        expect(page.get_by_test_id(f"pick-{person}")).to_be_hidden()
