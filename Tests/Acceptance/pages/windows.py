"""Real browsers side by side: the relying party's on the left, the fake handset on the right."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page

from chromium import launched
from page_server import PageServer
from program import ROOT, Program

SIZES = {
    "desktop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844},
    "wide": {"width": 1920, "height": 1080},
}
PICTURES = ROOT / "artifacts" / "pages"


class RelyingParty(PageServer):
    """A relying party of one page, which shows nothing."""

    def page(self, _: str) -> tuple[dict[str, str], bytes]:
        page = b"<!doctype html><html lang=en><title>Shop</title><link rel=icon href='data:,'><h1>Shop</h1>"
        return {"Content-Type": "text/html; charset=utf-8"}, page

    @property
    def callback(self) -> str:
        return f"{self.url}cb"


@pytest.fixture(scope="module")
def shop():
    party = RelyingParty()
    yield party
    party.close()


@pytest.fixture(scope="module")
def stage(eidolon):
    """An emulator in which a human decides."""
    with Program(eidolon, "--interactive") as program:
        yield program


@pytest.fixture(scope="module")
def chromium():
    with launched() as browser:
        yield browser


class Desk:
    """Windows of one size, each in a browser of its own, that note whatever a page complains about."""

    def __init__(self, browser: Browser, size: str, scheme: str, name: str):
        self.browser, self.size, self.scheme, self.name = browser, size, scheme, name
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        # The browser itself complains of these; the demonstration answers 403 to whom it does not let in.
        self.expected_statuses = {403}
        self.pictures = 0

    def context(self, **options) -> BrowserContext:
        look = {"viewport": SIZES[self.size], "color_scheme": self.scheme}
        context = self.browser.new_context(locale="en-GB", **look | options)
        context.set_default_timeout(10_000)
        context.on("console", lambda message: self._note(message.type, message.text))
        context.on("weberror", lambda error: self._note("error", str(error.error)))
        self.contexts.append(context)
        return context

    def window(self, **options) -> Page:
        return self.context(**options).new_page()

    def _note(self, kind: str, text: str) -> None:
        is_expected = any(f"responded with a status of {status}" in text for status in self.expected_statuses)
        if kind in ("error", "warning") and not is_expected:
            self.complaints.append(f"{kind}: {text}")

    def picture(self, page: Page, what: str) -> None:
        folder = PICTURES / self.size
        folder.mkdir(parents=True, exist_ok=True)
        self.pictures += 1
        path = folder / f"{self.name}-{self.pictures}-{what}.png"
        # Chromium takes no picture of a page that is just being replaced, nor always on a busy machine.
        for _ in range(10):
            try:
                page.screenshot(path=path, full_page=True)
                return
            except Error as error:
                refusal = error
            page.wait_for_load_state()
            page.wait_for_timeout(500)
        raise refusal

    def close(self) -> None:
        for context in self.contexts:
            context.close()


@pytest.fixture(params=["desktop", "phone"])
def size(request) -> str:
    return request.param


@pytest.fixture
def scheme() -> str:
    return "light"


def other_scheme(size: str, refuses: bool) -> str:
    """What is approved in one colour scheme is refused in the other, so that each size is seen in both."""
    return "dark" if (size == "desktop") == refuses else "light"


@pytest.fixture
def desk(chromium, size, scheme, request):
    """Windows for one test; nothing may be blocked by a Content-Security-Policy, and no script may fail."""
    name = request.node.name.removeprefix("test_").replace(f"-{size}", "").replace(f"{size}-", "")
    desk = Desk(chromium, size, scheme, "".join(letter if letter.isalnum() else "-" for letter in name).strip("-"))
    yield desk
    desk.close()
    assert desk.complaints == [], desk.complaints
