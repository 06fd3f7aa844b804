"""Pages under load: five thousand logins in a list, three hundred that arrive while one reads, a slow line, large and small windows."""

from __future__ import annotations

import http.client
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from urllib.parse import quote, urlencode, urlsplit

import pytest
import requests
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from handset import itsme, new_sandbox, newest
from program import Program
from windows import chromium, desk, needs_chromium, shop, size, stage  # noqa: F401: fixtures

pytestmark = [needs_chromium, pytest.mark.long]

LOGIN = {
    "client_id": "urn:my:application:identifier:1234", "response_type": "code", "scope": "openid",
    "redirect_uri": "http://localhost:9000/cb", "state": "s" * 22, "nonce": "n" * 22,
    "acr_values": "urn:grn:authn:dk:mitid:substantial",
}
BROWSER = {"Accept": "text/html"}
LISTS = [
    "/transactions", "/transactions?outcome=authenticated", "/transactions?q=anna+1234", "/transactions?q=nothing",
    "/transactions?findings=error", "/traffic", "/traffic?endpoint=authorize", "/traffic?q=authorize", "/traffic?q=nothing",
]
PLACES = ["/", "/transactions", "/traffic", "/report", "/world", "/world/people", "/judge", "/docs"]


@pytest.fixture
def root(stage) -> str:
    return new_sandbox(stage.http)


@pytest.fixture
def patience(eidolon) -> int:
    """How many times longer everything may take: ten where nothing is optimized."""
    return 10 if "debug" in str(eidolon.resolve()) else 1


def get(connection: http.client.HTTPConnection, path: str) -> bytes:
    connection.request("GET", path, headers=BROWSER)
    return connection.getresponse().read()


def log_in(root: str, times: int, others: int = 0) -> None:
    """Logins, each with so many other exchanges."""
    address = urlsplit(root)
    connection = http.client.HTTPConnection(address.netloc)
    for number in range(times):
        query = urlencode(LOGIN | {"state": f"{number:022}"})
        get(connection, f"{address.path}/criipto/oauth2/authorize?{query}")
        for _ in range(others):
            get(connection, f"{address.path}/criipto/.well-known/jwks")
    connection.close()


@pytest.mark.alone
def test_five_thousand_logins_and_twenty_thousand_exchanges_are_filtered_at_once(eidolon, patience, record_property):
    """Within 150 ms, the best of five. The target is 50 ms, which the list of logins misses: Benchmarks/README.md."""
    with Program(eidolon) as program:
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda _: log_in(program.http, 1250, 3), range(4)))
        known = requests.get(f"{program.http}/_eidolon/transactions?limit=1", timeout=60).json()
        assert known["forgotten"] == 0
        assert "5000 logins" in requests.get(f"{program.http}/transactions", timeout=60).text
        assert "20000 exchanges" in requests.get(f"{program.http}/traffic", timeout=60).text
        with closing(http.client.HTTPConnection(urlsplit(program.http).netloc)) as connection:
            for path in LISTS:
                times = []
                for _ in range(5):
                    began = time.perf_counter()
                    page = get(connection, path)
                    times.append(time.perf_counter() - began)
                record_property(path, round(min(times) * 1000, 1))
                assert len(page) < 100_000, path
                assert min(times) < 0.15 * patience, (path, times)


@pytest.mark.alone
@pytest.mark.parametrize("size", ["desktop"])
def test_who_reads_on_stays_where_he_is_while_three_hundred_logins_arrive(desk, root, shop, patience):
    log_in(root, 40)
    first = requests.get(f"{root}/_eidolon/transactions", timeout=10).json()["transactions"][5]["id"]
    page = desk.window()
    page.goto(f"{root}/transactions")
    link = page.locator(f'a[href$="/transactions/{first}"]')
    link.scroll_into_view_if_needed()
    link.focus()
    place = link.bounding_box()["y"]
    open_page = desk.window()
    open_page.goto(f"{root}/transactions/{first}")
    open_page.get_by_test_id("exchange").first.locator("summary").click()
    start = desk.window()
    start.goto(f"{root}/")
    start.get_by_test_id("whole-criipto-env").locator("summary").click()
    log_in(root, 50)
    expect(page.get_by_test_id("count")).to_contain_text("90 logins", timeout=20_000)
    assert abs(link.bounding_box()["y"] - place) < 3
    assert page.evaluate("document.activeElement.getAttribute('href')").endswith(first)
    log_in(root, 250)
    expect(page.get_by_test_id("count")).to_contain_text("340 logins", timeout=20_000)
    # The line is on a later page of the list by now; the list has a hundred.
    expect(page.get_by_test_id("transaction")).to_have_count(100)
    assert open_page.get_by_test_id("exchange").first.get_attribute("open") is not None
    expect(start.get_by_test_id("happenings").or_(start.locator('[data-part="happenings"]'))).to_contain_text("All 340 logins", timeout=20_000)
    assert start.get_by_test_id("whole-criipto-env").get_attribute("open") is not None
    # Interactive within 200 ms, the best of five.
    for window, path in ((page, "/transactions"), (start, "/"), (open_page, f"/transactions/{first}")):
        times = []
        for _ in range(5):
            window.goto(f"{root}{path}")
            times.append(window.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"))
        assert min(times) < 200 * patience, (path, times)


@pytest.mark.parametrize(("width", "height", "scale"), [(1920, 1080, 1), (640, 400, 2)])
def test_pages_fit_a_projector_and_a_zoom_of_200_percent(chromium, root, shop, width, height, scale):
    """A window of 1280×800 at 200 % has 640×400 pixels of CSS."""
    log_in(root, 3)
    context = chromium.new_context(viewport={"width": width, "height": height}, device_scale_factor=scale)
    page = context.new_page()
    for path in [*PLACES, f"/transactions/{newest(root)['transaction']}", "/traffic/1", "/world/people?name=anna"]:
        page.goto(f"{root}{path}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} is wider than the window"
        problems = Axe().run(page).response["violations"]
        assert [(problem["id"], [node["html"] for node in problem["nodes"]][:3]) for problem in problems] == [], path
    context.close()


def test_a_slow_line_shows_the_page_in_seconds(chromium, root):
    """50 kB/s with 400 ms latency; styles and scripts are kept from then on."""
    context = chromium.new_context()
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000})
    for path, limit in (("/", 8000), ("/transactions", 4000), ("/world", 4000)):
        page.goto(f"{root}{path}", wait_until="domcontentloaded", timeout=30_000)
        shown = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
        assert shown < limit, (path, shown)
        expect(page.locator("h1")).to_be_visible()
    context.close()


CONTROLS = """() => [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.type !== 'hidden'
    && !one.closest('.skip'))
  .map((one, index) => { one.dataset.reach = index; return one.outerHTML.slice(0, 120); })"""


@pytest.mark.parametrize("path", [*PLACES, "/world/people?name=anna", "/world/stories?provider=itsme&name=reject", "/transactions/ID", "/phone"])
def test_the_keyboard_alone_reaches_every_control(chromium, root, shop, path):
    requests.get(itsme(root, shop.callback, login_hint="32+470000001"), headers=BROWSER, timeout=10)
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{root}{path.replace('ID', newest(root)['transaction'])}")
    page.wait_for_timeout(300)
    controls = page.evaluate(CONTROLS)
    reached = set()
    for _ in range(len(controls) + 10):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.dataset.reach ?? ''"))
    missed = [text for index, text in enumerate(controls) if str(index) not in reached]
    # Of radio buttons the keyboard reaches the group.
    missed = [text for text in missed if 'type="radio"' not in text]
    assert missed == []
    # The focus shows where it is.
    for _ in range(3):
        page.keyboard.press("Tab")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    context.close()


HOSTILE = [
    "<script>window.hacked=1</script>", "\"'><img src=x onerror=window.hacked=1>", "\u05d0\u05d1\u05d2 \u202egnp.exe",
    "👩‍🚀🏳️‍🌈", "0123456789" * 200,
]


def test_hostile_names_are_inert_and_widen_no_page(chromium, stage, shop):
    people = {f"p{number}": {"given_name": name, "family_name": name[:300]} for number, name in enumerate(HOSTILE)}
    world = {
        "people": {"anna": {"given_name": "".join(HOSTILE), "phone_number": "+32 470000001"}} | people,
        "clients": {"criipto": {"*": {"name": "".join(HOSTILE)[:200], "anything": True}}},
    }
    root = new_sandbox(stage.http, world=world)
    for name in HOSTILE:
        query = urlencode(LOGIN | {"client_id": name, "login_hint": f"message:{name[:50]}"})
        for asked in (query, urlencode({"client_id": name, "acr_values": name})):
            requests.get(f"{root}/criipto/oauth2/authorize?{asked}", headers=BROWSER, allow_redirects=False, timeout=10)
    logins = requests.get(f"{root}/_eidolon/transactions", timeout=10).json()["transactions"]
    assert len(logins) == len(HOSTILE)
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    paths = [*PLACES, "/traffic/1", "/phone", "/world/clients", f"/transactions?q={quote(HOSTILE[-1][:500])}"]
    for path in paths + [f"/transactions/{login['id']}" for login in logins]:
        answer = page.goto(f"{root}{path}")
        assert len(answer.body()) < 100_000, path
        assert page.evaluate("window.hacked") is None
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} is wider than the window"
    context.close()
