"""Many live pages of one browser, which has six connections to the emulator: they share one stream of events."""

from __future__ import annotations

import re
import socket
import time
from urllib.parse import urlsplit

import pytest
import requests
from playwright.sync_api import BrowserContext, Page, expect

from chromium import CHROMIUM, needs_chromium
from handset import itsme, new_sandbox
from program import Program
from windows import chromium, desk, scheme, shop, size, stage  # noqa: F401: fixtures

pytestmark = [needs_chromium, pytest.mark.parametrize("size", ["desktop"])]

EIGHT = ["/transactions", "/traffic", "/phone", "/", "/transactions", "/traffic?q=itsme", "/transactions?q=itsme", "/phone"]
# Browsers of some phones have no shared workers, and some settings keep them from pages.
WITHOUT = {
    "none": "delete window.SharedWorker",
    "refused": "window.SharedWorker = class { constructor() { throw new DOMException('', 'SecurityError'); } }",
    "broken": "const Real = SharedWorker; window.SharedWorker = class extends Real { constructor(_, o) { super('/none.js', o); } }",
}
HIDE = """yes => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => yes });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.fixture
def root(stage) -> str:
    return new_sandbox(stage.http)


def live(page: Page) -> Page:
    expect(page.get_by_test_id("live")).to_have_attribute("data-live", "live")
    return page


def open_page(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    return live(page)


def log_in(root: str, shop) -> None:
    """A login that waits on Anna's phone."""
    asked = itsme(root, shop.callback, login_hint="32+470000001")
    requests.get(asked, headers={"Accept": "text/html"}, timeout=10).raise_for_status()


def all_renew(pages: list[Page], root: str, shop, seconds: float = 2) -> None:
    """A login shows on every page long before it looks by itself, which is after fifteen seconds."""
    shown = [page.locator("main").inner_text() for page in pages]
    began = time.monotonic()
    log_in(root, shop)
    for page, before in zip(pages, shown):
        expect(page.locator("main")).not_to_have_text(before, use_inner_text=True, timeout=seconds * 1000)
    assert time.monotonic() - began < seconds


def has_streams(address: str, count: int) -> None:
    """So many streams are open at the emulator, which may notice with a heartbeat that one is closed."""
    server = "{0.scheme}://{0.netloc}".format(urlsplit(address))
    end = time.monotonic() + 15
    while True:
        text = requests.get(f"{server}/metrics", timeout=10).text
        found = float(re.search(r"^eidolon_event_streams(?:\{.*\})? (\S+)$", text, re.MULTILINE)[1])
        if found == count:
            return
        assert time.monotonic() < end, f"{found} streams"
        time.sleep(0.1)


def test_eight_windows_renew_at_once_and_a_ninth_opens(desk, root, shop):
    context = desk.context()
    pages = [open_page(context, root + path) for path in EIGHT]
    has_streams(root, 1)
    all_renew(pages, root, shop)
    began = time.monotonic()
    pages.append(open_page(context, f"{root}/report"))
    assert time.monotonic() - began < 2
    all_renew(pages, root, shop)
    has_streams(root, 1)


def test_a_stage_leaves_room_for_the_phone_the_logins_and_the_report(desk, root):
    context = desk.context()
    stage = context.new_page()
    stage.goto(f"{root}/stage/itsme")
    others = [open_page(context, root + path) for path in ("/phone", "/transactions", "/report", "/traffic")]
    stage.get_by_test_id("by-hand").click()
    for phone in (stage.frame_locator("#phone"), others[0]):
        expect(phone.get_by_test_id("request-itsme")).to_be_visible()
    expect(others[1].get_by_test_id("transaction")).to_have_count(1)
    expect(stage.frame_locator("#sequence").get_by_test_id("diagram")).to_be_visible()
    has_streams(root, 1)


def test_a_window_hears_only_of_its_sandbox_and_its_login(desk, stage, root, shop):
    context = desk.context()
    other = new_sandbox(stage.http)
    log_in(root, shop)
    login = requests.get(f"{root}/_eidolon/transactions", timeout=10).json()["transactions"][0]["id"]
    pages = [open_page(context, address) for address in (f"{root}/transactions/{login}", f"{other}/transactions")]
    lists = open_page(context, f"{root}/transactions")
    has_streams(root, 2)
    for page in pages:
        page.wait_for_timeout(500)
        page.evaluate("performance.clearResourceTimings()")
    all_renew([lists], root, shop)
    pages[0].wait_for_timeout(500)
    for page in pages:
        assert page.evaluate("performance.getEntriesByType('resource').map(one => one.name)") == []
    all_renew(pages[1:], other, shop)


def test_the_stream_outlives_the_window_that_began_it_and_rests_with_the_last_one(desk, root, shop):
    context = desk.context()
    first, second, third = (open_page(context, f"{root}/transactions") for _ in range(3))
    first.close()
    second.goto("about:blank")
    all_renew([third], root, shop)
    has_streams(root, 1)
    third.evaluate(HIDE, True)
    has_streams(root, 0)
    log_in(root, shop)
    expect(third.get_by_test_id("transaction")).to_have_count(1)
    third.evaluate(HIDE, False)
    expect(third.get_by_test_id("transaction")).to_have_count(2)
    live(third)
    second.go_back()
    all_renew([live(second), third], root, shop)
    has_streams(root, 1)


@pytest.mark.parametrize("why", WITHOUT)
def test_each_window_has_a_stream_of_its_own_without_shared_workers(desk, root, shop, why):
    desk.expected_statuses.add(404)
    context = desk.context()
    context.add_init_script(WITHOUT[why])
    pages = [open_page(context, root + path) for path in ("/transactions", "/phone")]
    has_streams(root, 2)
    all_renew(pages, root, shop)
    pages[1].goto("about:blank")
    has_streams(root, 1)


def test_windows_say_that_the_emulator_is_gone_and_go_on_with_the_next_one(chromium, eidolon, shop, size):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        listen = f"127.0.0.1:{taken.getsockname()[1]}"
    # Its complaints are wanted.
    context = chromium.new_context()
    with Program(eidolon, "--interactive", listen=listen) as program:
        pages = [open_page(context, program.http + path) for path in ("/transactions", "/phone", "/traffic")]
        all_renew(pages, program.http, shop)
    for page in pages:
        expect(page.get_by_test_id("live")).to_have_attribute("data-live", "lost")
    with Program(eidolon, "--interactive", listen=listen) as program:
        for page in pages:
            live(page)
        has_streams(program.http, 1)
        all_renew(pages, program.http, shop)
    context.close()


def test_windows_share_on_plain_http_to_another_host_too(chromium, eidolon, shop, size):
    """What needs a secure context, such as locks, is not there."""
    host = "eidolon.example.test"
    with Program(eidolon, "--interactive", "--control-host", host) as program:
        arguments = ["--no-sandbox", f"--host-resolver-rules=MAP {host} 127.0.0.1"]
        browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=arguments)
        context = browser.new_context()
        root = program.http.replace("127.0.0.1", host)
        pages = [open_page(context, root + path) for path in EIGHT]
        assert not pages[0].evaluate("isSecureContext")
        all_renew(pages, program.http, shop)
        has_streams(program.http, 1)
        browser.close()
