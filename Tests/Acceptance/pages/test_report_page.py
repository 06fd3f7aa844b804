"""The report as a page: in the frame, following what happens, with a way to each login and exchange."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
import requests
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from chromium import needs_chromium
from handset import itsme, new_sandbox, newest
from windows import chromium, desk, scheme, shop, size, stage  # noqa: F401: fixtures

pytestmark = [needs_chromium, pytest.mark.long]


@pytest.fixture
def root(stage) -> str:
    return new_sandbox(stage.http)


def begin(root: str, callback: str, **changes) -> None:
    requests.get(itsme(root, callback, **changes), headers={"Accept": "text/html"}, timeout=10)


def sound(desk, page, what: str) -> None:
    result = Axe().run(page)
    assert result.violations_count == 0, result.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the window"
    desk.picture(page, what)


def test_the_report_grows_in_the_frame_and_leads_to_what_happened(desk, root, shop):
    page = desk.window()
    page.goto(f"{root}/")
    page.get_by_test_id("page-report").click()
    expect(page).to_have_url(re.compile(r"/report$"))
    expect(page.get_by_test_id("page-report")).to_have_attribute("aria-current", "page")
    expect(page.get_by_test_id("summary")).to_contain_text("0 rules broken")
    expect(page.get_by_test_id("live")).to_have_attribute("data-live", "live")
    begin(root, shop.callback, client_id="NOBODY")
    login = newest(root)["transaction"]
    finding = page.get_by_test_id("finding").first
    expect(finding).to_be_visible()
    rule = finding.get_attribute("data-rule")
    expect(finding.locator(".badge")).to_have_text(re.compile("error|warning|note"))
    # Totals by severity, of all and of each provider.
    for mark in ("totals", "totals-itsme"):
        expect(page.get_by_test_id(mark).locator(".badge.error")).to_have_text(re.compile(r"^\d+ errors?$"))
    seen = finding.locator("time").first
    expect(seen).to_have_text(re.compile(r"^\d\d:\d\d:\d\d$"))
    expect(seen).to_have_attribute("title", re.compile(r"^\d{4}-\d\d-\d\dT"))
    kept = page.get_by_test_id("provider-itsme").locator("details").last
    kept.locator("summary").press("Enter")
    begin(root, shop.callback, client_id="ANOTHER")
    expect(page.get_by_test_id("provider-itsme")).to_contain_text("ANOTHER")
    assert kept.evaluate("details => details.open"), "the update closed what was open"
    expect(kept.locator("summary"), "the update took the focus away").to_be_focused()
    sound(desk, page, "report")
    expect(finding.get_by_role("link", name="login").first).to_have_attribute(
        "href", f"{urlsplit(root).path}/transactions/{login}")
    finding.get_by_role("link", name="Exchanges").click()
    expect(page).to_have_url(re.compile(rf"/traffic\?q={re.escape(rule)}$"))
    assert page.get_by_test_id("exchange").count() >= 1


def test_the_root_tells_of_which_sandbox_a_finding_is(desk, stage, root, shop):
    begin(root, shop.callback, client_id="NOBODY")
    page = desk.window()
    page.goto(f"{stage.http}/report")
    name = root.rsplit("~", 1)[1]
    page.get_by_test_id("filter-sandbox").select_option(name)
    page.wait_for_url(re.compile(f"sandbox={name}"))
    link = page.get_by_test_id("finding").first.get_by_role("link", name="login").first
    link.click()
    expect(page).to_have_url(re.compile(f"/~{name}/transactions/"))
    expect(page.get_by_test_id("state")).to_be_visible()


def test_a_report_that_cannot_be_made_says_why(desk, root):
    page = desk.window()
    page.goto(f"{root}/report?severity=nonsense")
    expect(page.get_by_test_id("report-answer")).to_contain_text("severity")
    desk.complaints[:] = [one for one in desk.complaints if "status of 400" not in one]
