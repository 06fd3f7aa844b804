"""Every page: accessible (axe-core), light, quick, with a policy that allows no script inside it, and inert to hostile texts."""

from __future__ import annotations

import base64
import re
from urllib.parse import urlencode

import pytest
import requests
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from chromium import needs_chromium
from every_page import HOSTILE, PAGES
from handset import Handset, criipto, itsme, new_sandbox, newest, transactions, veridium_push
from program import Program
from windows import SIZES, chromium, desk, scheme, shop, size, stage  # noqa: F401: fixtures

pytestmark = [needs_chromium, pytest.mark.long]


@pytest.fixture
def root(stage) -> str:
    return new_sandbox(stage.http)


def look_again(desk, page, scheme) -> None:
    """The same page in the other colours; a desktop's also on a projector and, at 200 %, in half of the window."""
    other = "dark" if scheme == "light" else "light"
    began, wide, half = page.viewport_size, SIZES["wide"], {"width": 640, "height": 400}
    views = [(began, other)] + ([(wide, scheme), (wide, other), (half, scheme)] if desk.size == "desktop" else [])
    for number, (size, colours) in enumerate(views):
        page.emulate_media(color_scheme=colours)
        page.set_viewport_size(size)
        desk.picture(page, f"{size['width']}-{colours}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"the page is wider than {size}"
        if number in (0, 2):
            problems = Axe().run(page).response["violations"]
            assert [(problem["id"], [node["html"] for node in problem["nodes"]][:3]) for problem in problems] == [], size
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size(began)


@pytest.mark.parametrize(("size", "scheme"), [("desktop", "light"), ("phone", "dark")])
@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_sound(desk, root, shop, name, size, scheme):
    page = desk.window()
    weight: dict[str, int] = {}
    page.on("response", lambda answer: weight.update({answer.url: int(answer.headers.get("content-length", 0))}))
    PAGES[name](page, root, shop.callback)
    desk.picture(page, scheme)
    # The browser says of itself that a page was answered with an error.
    desk.complaints[:] = [one for one in desk.complaints if "Failed to load resource" not in one]
    problems = Axe().run(page).response["violations"]
    assert [(problem["id"], [node["html"] for node in problem["nodes"]][:3]) for problem in problems] == []
    assert sum(weight.values()) < 100_000, weight
    # Nothing sticks out of the window.
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the window"
    look_again(desk, page, scheme)
    # One main landmark, one heading of the first rank, a language, and what it is.
    assert page.locator("main").count() == 1 and page.locator("h1").count() == 1
    assert page.locator("html").get_attribute("lang")
    expect(page.get_by_test_id("watermark")).to_contain_text("emulator")
    # Told at one instant: a page that follows its login replaces its elements while they are asked one by one.
    controls = page.locator("button:visible, input:visible:not([type=hidden]), select:visible").evaluate_all(
        "all => all.map(one => [one.dataset.testid, one.type, one.getBoundingClientRect().height, one.outerHTML])")
    for testid, kind, height, html in controls:
        assert testid, html
        # WCAG 2.2, 2.5.8: a target is at least 24 pixels high.
        assert kind in ("checkbox", "radio") or height >= 24, html


@pytest.mark.alone
@pytest.mark.parametrize("name", [
    "itsme", "qr", "mitid_waiting", "phone", "start", "logins", "traffic", "transaction", "report", "world", "judge", "stage", "stories"])
def test_pages_are_there_at_once(chromium, stage, shop, name):
    """Interactive within 200 ms on loopback: the best of seven loads, because the machine does other things besides."""
    context = chromium.new_context()
    page = context.new_page()
    root = new_sandbox(stage.http)
    PAGES[name](page, root, shop.callback)
    url = page.url
    times = []
    for _ in range(7):
        page.goto(url)
        times.append(
            page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
        )
    context.close()
    assert min(times) < 200, times


@pytest.mark.parametrize("path", ["/", "/phone"])
def test_the_policy_allows_nothing_inline(stage, path):
    answer = requests.get(f"{stage.http}{path}", timeout=10)
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'" and policy["base-uri"] == "'none'"
    # The stage shows the phone in a pane.
    assert policy["frame-ancestors"] == ("'self'" if path == "/phone" else "'none'")
    if path == "/phone":
        assert policy["script-src"] == policy["style-src"] == "'self'"
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", answer.text)


@pytest.mark.parametrize("size", ["desktop"])
def test_a_policy_stops_what_slips_through(desk, root):
    """The policy holds by itself: markup that gets onto the page by a mistake of ours runs nothing."""
    page = desk.window()
    Handset(page, root)
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.hacked=1\">')")
    page.wait_for_timeout(300)
    assert page.evaluate("window.hacked") is None
    assert desk.complaints and all("Content Security Policy" in text or "ERR" in text or "404" in text for text in desk.complaints)
    desk.complaints.clear()


@pytest.mark.parametrize("size", ["phone"])
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_texts_are_inert(desk, stage, shop, kind):
    """Names of clients and people, states, messages and claims, on the providers' pages and on the phone."""
    text = HOSTILE[kind]
    short = text[:200]
    # A whole URL has at most 8 kB.
    state = text[:4000]
    anything = {"name": short, "anything": True}
    world = {
        "people": {"anna": {"given_name": short, "family_name": "O'Brien & <b>", "phone_number": "+32 470000001"}},
        "clients": {"itsme": {"*": anything}, "criipto": {"*": anything}},
    }
    root = new_sandbox(stage.http, world=world)
    page = desk.window()
    phone = Handset(page, root)
    left = desk.window()
    left.goto(itsme(root, shop.callback, client_id=short, state=state, login_hint="32+470000001"))
    message = short.encode()
    hint = "message:" + base64.b64encode(message).decode()
    left.goto(criipto(root, shop.callback, "se:bankid:another-device:qr", client_id=short, state=state, login_hint=hint))
    left.goto(criipto(root, shop.callback, "dk:mitid:low", client_id=short, state=state, login_hint=hint))
    veridium_push(root, text=text)
    expect(page.locator('[data-testid^="request-"]')).to_have_count(len(transactions(root)))
    party = page.get_by_test_id("request-itsme").get_by_test_id("party")
    expect(party).to_have_text(re.sub(r"\s+", " ", short).strip(), use_inner_text=False)
    desk.picture(page, "phone")
    for window in (left, page):
        assert window.evaluate("window.hacked") is None
        assert window.locator("main script, main img[src=x]").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.open(text)
    expect(page.get_by_test_id("phone-answer")).to_contain_text("No app on this phone opens")
    assert page.evaluate("window.hacked") is None
    desk.complaints[:] = [one for one in desk.complaints if "404" not in one]


@pytest.mark.parametrize("size", ["desktop"])
def test_the_phone_asks_again_where_events_do_not_get_through(desk, root, shop):
    """A proxy that swallows server-sent events: the page polls, says so, and recovers."""
    context = desk.context()
    # What a shared worker asks for cannot be swallowed here.
    context.add_init_script("delete window.SharedWorker")
    page = context.new_page()
    page.route("**/_eidolon/events?*", lambda route: route.abort())
    page.goto(f"{root}/phone")
    expect(page.get_by_test_id("live")).to_have_attribute("data-live", "polling")
    requests.get(itsme(root, shop.callback, login_hint="32+470000001"), headers={"Accept": "text/html"}, timeout=10)
    expect(page.get_by_test_id("request-itsme")).to_be_visible()
    page.unroute("**/_eidolon/events?*")
    expect(page.get_by_test_id("live")).to_have_attribute("data-live", "live")
    desk.complaints.clear()


@pytest.mark.parametrize("size", ["desktop"])
def test_pages_work_with_the_keyboard_alone(desk, root, shop):
    left, right = desk.window(), desk.window()
    phone = Handset(right, root)
    left.goto(criipto(root, shop.callback, "dk:mitid:low"))
    left.get_by_test_id("user").focus()
    left.keyboard.type("anna")
    left.keyboard.press("Enter")
    request = newest(root)["transaction"]
    expect(phone.card(request).get_by_test_id("approve")).to_be_visible()
    right.locator("body").focus()
    right.keyboard.press("Tab")
    expect(right.locator(".skip")).to_be_focused()
    for _ in range(40):
        right.keyboard.press("Tab")
        if right.evaluate("document.activeElement.dataset.testid") == "approve":
            break
    right.keyboard.press("Enter")
    left.wait_for_url(re.compile(r"/cb\?"))


def test_a_token_is_asked_once(eidolon, chromium):
    with Program(eidolon, "--control-token", "secret") as program:
        context = chromium.new_context()
        page = context.new_page()
        page.goto(f"{program.http}/phone?{urlencode({'open': 'nothing'})}")
        page.get_by_test_id("control-token").fill("secret")
        page.get_by_test_id("control-enter").click()
        expect(page.get_by_test_id("live")).to_have_attribute("data-live", "live")
        expect(page.get_by_test_id("phone-answer")).to_contain_text("No app on this phone opens")
        page.goto(f"{program.http}/phone")
        expect(page.get_by_test_id("live")).to_have_attribute("data-live", "live")
        context.close()
