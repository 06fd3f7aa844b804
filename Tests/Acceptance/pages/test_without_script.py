"""Providers' pages without script: each login to its end, approved and refused, and all of them over a slow line."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from chromium import needs_chromium
from every_page import PAGES
from handset import new_sandbox, newest, veridium_status
from windows import chromium, shop, stage  # noqa: F401: fixtures

pytestmark = needs_chromium

BACK = re.compile(r"/cb[?#]")


@pytest.fixture
def root(stage) -> str:
    return new_sandbox(stage.http)


@pytest.fixture
def window(chromium):
    """A browser without script, as narrow as a phone."""
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    context.set_default_timeout(10_000)
    yield context
    context.close()


@dataclass
class Way:
    """The page that a login begins on, and what is pressed on it and the pages that follow."""

    page: str
    approve: tuple[str, ...]
    refuse: tuple[str, ...]
    #: The mark of a link of the page that another window opens, in which everything is pressed.
    app: str = ""


WAYS = {
    "itsme": Way("itsme", ("pick-anna", "approve"), ("pick-anna", "reject")),
    "itsme-v2": Way("itsme_v2", ("pick-anna", "approve"), ("pick-anna", "reject")),
    "bankid": Way("same_device", ("app-link", "approve"), ("app-link", "cancel")),
    "bankid-qr": Way("qr", ("approve",), ("cancel",), app="scan-link"),
    "bankid-choice": Way("bankid_choice", ("same-device", "app-link", "approve"), ("cancel",)),
    "criipto": Way("selector", ("urn:grn:authn:se:bankid:same-device", "app-link", "approve"), ("cancel",)),
    "mitid": Way(
        "mitid_user", ("pick-anna", "app-link", "approve", "to-browser"), ("pick-anna", "app-link", "reject", "to-browser")
    ),
    "bioid": Way("bioid_camera", ("approve",), ("skip",)),
    "bioid-connect": Way("bioid_connect", ("approve",), ("cancel",)),
    "reuseid": Way("reuseid", ("approve",), ("reject",)),
}


@pytest.mark.parametrize("approves", [True, False], ids=["approved", "refused"])
@pytest.mark.parametrize("way", WAYS)
def test_a_login_runs_to_its_end(window, root, shop, way, approves):
    page = window.new_page()
    PAGES[WAYS[way].page](page, root, shop.callback)
    hand = page
    if WAYS[way].app:
        hand = window.new_page()
        hand.goto(page.get_by_test_id(WAYS[way].app).get_attribute("href"))
    for mark in WAYS[way].approve if approves else WAYS[way].refuse:
        hand.get_by_test_id(mark).click()
    page.wait_for_url(BACK)
    assert ("error" in page.url) == (not approves), page.url


@pytest.mark.parametrize("approves", [True, False], ids=["approved", "refused"])
def test_a_document_is_shown_to_its_end(window, root, shop, approves):
    page = window.new_page()
    PAGES["videoid_walk"](page, root, shop.callback)
    for phase, verb in (("FRONT", "show_front"), ("BACK", "show_back"), ("FACE", "show_face")):
        expect(page.get_by_test_id(f"phase-{phase}")).to_be_visible()
        page.get_by_test_id(verb if approves else "cancel").click()
        if not approves:
            break
    expect(page.get_by_test_id("video-id" if approves else "problem")).to_be_visible()


@pytest.mark.parametrize(("verb", "wanted"), [("approve", "COMPLETED"), ("reject", "CANCELED")])
def test_a_push_is_answered(window, root, shop, verb, wanted):
    page = window.new_page()
    PAGES["veridium"](page, root, shop.callback)
    page.get_by_test_id("request").click()
    page.get_by_test_id(verb).click()
    expect(page.get_by_role("heading", name="Request closed")).to_be_visible()
    assert veridium_status(root, newest(root)["transaction"]) == wanted


def test_what_somebody_may_do_besides_is_a_click_away(window, root, shop):
    page = window.new_page()
    PAGES["bankid_app"](page, root, shop.callback)
    expect(page.get_by_test_id("ignore")).to_be_hidden()
    page.get_by_test_id("emulator").locator("summary").click()
    page.get_by_test_id("ignore").click()
    expect(page.get_by_test_id("app")).to_be_visible()


def test_the_phone_says_that_it_needs_script(window, root):
    page = window.new_page()
    page.goto(f"{root}/phone")
    expect(page.locator("noscript p")).to_be_visible()


PROVIDER_PAGES = [
    "itsme", "itsme_waiting", "itsme_v2", "selector", "qr", "same_device", "bankid_number", "bankid_app", "mitid_user",
    "mitid_app", "bioid_camera", "bioid_connect", "reuseid", "videoid", "veridium_request",
]


def test_a_slow_line_shows_every_page_of_a_provider_in_seconds(chromium, root, shop):
    """50 kB/s with 400 ms latency; what comes before the last page of several comes over a quick one."""
    context = chromium.new_context()
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    for name in PROVIDER_PAGES:
        PAGES[name](page, root, shop.callback)
        slowed(line, latency=400, rate=50_000)
        page.goto(page.url, wait_until="domcontentloaded", timeout=30_000)
        shown = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
        assert 400 < shown < 3000, (name, shown)
        expect(page.locator("h1")).to_be_visible()
        slowed(line, latency=0, rate=-1)
    context.close()


def slowed(line, latency: int, rate: int) -> None:
    """From now on; -1 is as quick as it goes."""
    line.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": latency, "downloadThroughput": rate, "uploadThroughput": rate})
