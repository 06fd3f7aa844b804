"""response_mode=post_message in a real browser: a page of ours logs in through a popup, and checks silently in a hidden frame."""

import json
from pathlib import Path

import pytest
import requests
from playwright.sync_api import expect

from chromium import launched, needs_chromium
from page_server import PageServer
from program import Program
from verify_client import LOW, SUBSTANTIAL

HERE = Path(__file__).parent
pytestmark = needs_chromium

PAGE = b"""<!doctype html><html lang=en><meta charset=utf-8><title>Shop</title><link rel=icon href="data:,">
<h1>Shop</h1><script src="/page.js"></script>"""


class Shop(PageServer):
    """A relying party that is one page with a script; it has no secret."""

    pages = {"/": ("text/html", PAGE), "/page.js": ("text/javascript", (HERE / "popup_page.js").read_bytes())}

    def page(self, path: str) -> tuple[dict[str, str], bytes]:
        kind, body = self.pages.get(path.removeprefix("/isolated"), ("text/plain", b""))
        isolated = {"Cross-Origin-Opener-Policy": "same-origin"} if path.startswith("/isolated") else {}
        return {"Content-Type": kind} | isolated, body


@pytest.fixture(scope="module")
def shop():
    shop = Shop()
    yield shop
    shop.close()


@pytest.fixture(scope="module")
def program(eidolon, shop, tmp_path_factory):
    folder = tmp_path_factory.mktemp("popup")
    app = {"public": True, "redirect_uris": [shop.url]}
    clients = {"urn:page": app, "urn:page:sso": app | {"quirks": {"sso": True}}}
    (folder / "world.json").write_text(json.dumps({"clients": {"criipto": clients}}))
    with Program(eidolon, "--scenarios", str(folder)) as program:
        yield program


@pytest.fixture
def window(shop):
    """A window of the shop; its complaints fail the test."""
    complaints = []
    with launched() as browser:
        context = browser.new_context(locale="en-GB")
        context.set_default_timeout(15_000)
        context.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        page = context.new_page()
        page.goto(shop.url)
        yield page
    assert complaints == []


@pytest.fixture
def settings(program, shop):
    return {"domain": f"{program.http}/criipto", "client": "urn:page:sso", "callback": shop.url}


def run(window, call: str, settings: dict, **changes) -> dict:
    return window.evaluate(f"([settings, changes]) => {call}(settings, changes)", [settings, changes])


def test_a_popup_gives_the_callback_as_one_string(window, settings, shop):
    seen = run(window, "popup", settings, acr_values=SUBSTANTIAL, state="a state=with signs&more")
    assert seen["all"] == [seen["url"]] and seen["url"].startswith(f"{shop.url}?code=")
    assert "state=a%20state%3Dwith%20signs%26more" in seen["url"]
    assert seen["state"] == "a state=with signs&more"
    assert seen["origin"] == settings["domain"].removesuffix("/criipto")
    assert seen["claims"]["name"] == "Anna Peeters"


def test_a_popup_that_shows_the_eids_page_first_keeps_its_opener(window, settings):
    story = {"eidolon_scenario": "criipto/mitid-approve-after-delay"}
    seen = run(window, "popup", settings, acr_values=LOW, **story)
    assert seen["claims"]["authenticationtype"] == LOW


def test_a_cancelled_popup_gives_the_error(window, settings):
    seen = run(window, "popup", settings, acr_values=SUBSTANTIAL, eidolon_scenario="criipto/mitid-cancel", state="s")
    assert seen["error"] == "access_denied" and seen["state"] == "s"


def test_a_silent_check_finds_the_session_of_the_popup(window, settings):
    first = run(window, "silently", settings)
    assert first["error"] == "login_required" and first["all"] == [first["url"]]
    popup = run(window, "popup", settings, acr_values=LOW)
    # The vendor's component for React sends no acr_values here.
    silent = run(window, "silently", settings)
    assert silent["claims"]["sessionindex"] == popup["claims"]["sessionindex"]
    assert silent["claims"]["authenticationtype"] == LOW
    # A session is for the eID, and the token says with which acr it was made.
    asked = run(window, "silently", settings, acr_values=SUBSTANTIAL)
    assert asked["claims"]["authenticationtype"] == LOW


def test_a_silent_check_is_login_required_where_single_sign_on_is_off(window, settings, program):
    off = settings | {"client": "urn:page"}
    assert run(window, "popup", off, acr_values=LOW)["claims"]["sub"]
    assert run(window, "silently", off)["error"] == "login_required"
    program.wait_for_event(
        lambda event: event.get("rule") == "criipto.login-required" and "single sign-on off" in event["message"])


def test_where_no_window_waits_the_page_shows_a_link_and_says_so(window, settings, program, shop):
    started = window.evaluate("([settings]) => pushed(settings, {acr_values: '%s'})" % SUBSTANTIAL, [settings])
    window.goto(started["url"])
    link = window.get_by_test_id("callback")
    expect(link).to_be_visible()
    assert link.get_attribute("href").startswith(f"{shop.url}?code=")
    program.wait_for_finding("criipto.post-message-no-opener")


def test_a_page_that_isolates_itself_gets_no_message_and_the_popup_shows_the_link(window, settings, shop):
    """Cross-Origin-Opener-Policy: same-origin takes the opener from every popup of another origin."""
    window.goto(f"{shop.url}isolated/")
    with window.context.expect_page() as opened:
        window.evaluate("([settings, changes]) => { popup(settings, changes) }", [settings, {"acr_values": SUBSTANTIAL}])
    expect(opened.value.get_by_test_id("callback")).to_be_visible()


def test_the_page_allows_one_script_and_one_frame_around_it(window, settings, shop):
    started = window.evaluate("([settings]) => pushed(settings, {acr_values: '%s'})" % SUBSTANTIAL, [settings])
    answer = requests.get(started["url"], timeout=10)
    policy = answer.headers["Content-Security-Policy"]
    nonce = policy.split("'nonce-")[1].split("'")[0]
    assert answer.text.count("<script") == 1 and f'<script nonce="{nonce}">' in answer.text
    assert f"frame-ancestors {shop.url.rstrip('/')};" in f"{policy};" and "'unsafe-inline'" not in policy
    assert answer.headers["Cache-Control"] == "no-store"
    assert "X-Frame-Options" not in answer.headers and "Cross-Origin-Opener-Policy" not in answer.headers
