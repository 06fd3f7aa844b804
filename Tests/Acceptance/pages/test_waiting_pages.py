"""Pages that wait or grow: what somebody does on them survives each update."""

from __future__ import annotations

import re

import pytest
import requests
from playwright.sync_api import expect

from chromium import needs_chromium
from every_page import PAGES
from handset import criipto, itsme, new_sandbox, newest
from windows import chromium, desk, scheme, shop, size, stage  # noqa: F401: fixtures

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


#: A control of each page that waits.
WAITING = {
    "itsme_waiting": "reject", "itsme_v2": "pick-anna", "qr": "scan-on-phone", "same_device": "app-link",
    "mitid_waiting": "cancel", "bioid_camera": "cancel", "bioid_connect": "approve", "bioid_phone": "link",
    "reuseid": "reject", "videoid_walk": "show_front",
}


@pytest.mark.parametrize("name", WAITING)
def test_a_provider_page_keeps_the_focus_while_it_waits(desk, root, shop, name):
    page = desk.window()
    PAGES[name](page, root, shop.callback)
    page.evaluate("window.isTheSame = true")
    control = page.get_by_test_id(WAITING[name])
    control.focus()
    renewed(page)
    expect(control).to_be_focused()
    assert page.evaluate("window.isTheSame") is True


def test_what_a_presenter_has_folded_up_stays_so_while_the_page_waits(desk, root, shop):
    page = desk.window()
    page.goto(itsme(root, shop.callback, login_hint="32+470000001"))
    page.get_by_test_id("emulator").locator("summary").press("Enter")
    expect(page.get_by_test_id("approve")).to_be_hidden()
    renewed(page)
    expect(page.get_by_test_id("approve")).to_be_hidden()
    expect(page.get_by_test_id("icons")).to_be_visible()
    act(root, "approve")
    page.wait_for_url(re.compile(r"/cb\?.*code="))


#: How the colours of the icons stand out from the card that they are on (WCAG 2.2, 1.4.11).
CONTRASTS = """() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/\\d+/g).map((part) => part / 255)
      .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = light(getComputedStyle(document.querySelector('main')).backgroundColor);
  return [...document.querySelectorAll('[data-testid="icons"] svg')].map((icon) => {
    const both = [light(getComputedStyle(icon).fill), behind].sort((a, b) => b - a);
    return (both[0] + 0.05) / (both[1] + 0.05);
  });
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_icons_stand_out_in_both_colour_schemes(desk, root, shop):
    page = desk.window()
    page.goto(itsme(root, shop.callback, login_hint="32+470000001"))
    contrasts = page.evaluate(CONTRASTS)
    assert len(contrasts) == 3 and min(contrasts) > 3, contrasts


def test_the_icons_are_on_the_first_page_after_that_of_the_relying_party(desk, root):
    page = desk.window()
    page.goto(f"{root}/demo/itsme")
    pages = []
    page.on("framenavigated", lambda frame: pages.append(frame.url))
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("icons")).to_be_visible()
    assert len(pages) == 1, pages


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
    page.goto(itsme(root, shop.callback))
    last = page.get_by_test_id("pick-freja")
    expect(last).to_be_hidden()
    page.get_by_text("More people").press("Enter")
    expect(last).to_be_visible()
    for address, person in (
        (itsme(root, shop.callback), "anna"), (criipto(root, shop.callback, "dk:mitid:low"), "freja"),
        (criipto(root, shop.callback, "se:bankid:another-device"), "lilly"),
    ):
        page.goto(address)
        expect(page.get_by_test_id(f"pick-{person}")).to_be_visible()
        page.get_by_test_id("emulator").locator("summary").first.press("Enter")
        expect(page.get_by_test_id(f"pick-{person}")).to_be_hidden()
