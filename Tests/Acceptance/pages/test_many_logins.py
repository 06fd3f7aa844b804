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

from chromium import needs_chromium
from handset import itsme, new_sandbox, newest
from program import Program
from windows import chromium, desk, scheme, shop, size, stage  # noqa: F401: fixtures

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
    """Within 50 ms, the best of five."""
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
                assert min(times) < 0.05 * patience, (path, times)


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


@pytest.mark.alone
def test_a_slow_line_shows_every_page_in_seconds(chromium, root, shop):
    """50 kB/s with 400 ms latency; styles and scripts are kept from then on."""
    requests.get(itsme(root, shop.callback, login_hint="32+470000001"), headers=BROWSER, timeout=10)
    context = chromium.new_context()
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000})
    login = newest(root)["transaction"]
    # The first page brings styles and scripts, the phone and the stage bring their own.
    slower = {"/": 8000, "/phone": 6000, "/stage/bankid": 8000, "/judge": 6000, "/demo/itsme": 6000}
    for path in ["/", *PLACES[1:], f"/transactions/{login}", "/traffic/1", "/phone", "/stage", "/stage/bankid", "/demo/itsme"]:
        page.goto(f"{root}{path}", wait_until="domcontentloaded", timeout=30_000)
        shown = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
        assert shown < slower.get(path, 4000), (path, shown)
        expect(page.locator("h1")).to_be_visible()
    context.close()


# In the page: what identifies a control while the page replaces its markup, which controls there are, and what came of the
# key that was pressed on one. Links and buttons are not followed, so that one page is walked through in one go.
KEYBOARD = """() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.type !== 'hidden'
    && !one.closest('.skip');
  window.nameOf = (one) => [one.tagName, one.dataset.testid, one.id, one.getAttribute('name'), one.getAttribute('value'),
    one.getAttribute('href'), one.getAttribute('aria-label')].filter(Boolean).join(' ').slice(0, 200);
  window.controls = () => [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter(shown).filter((one) => one.type !== 'radio').map(nameOf);
  window.pressed = '';
  document.addEventListener('click', (event) => {
    const one = event.target.closest('a[href], button, summary, input[type="checkbox"]');
    if (!one) return;
    window.pressed = nameOf(one);
    if (one.matches('a[href], button')) { event.preventDefault(); event.stopImmediatePropagation(); }
  }, true);
  document.addEventListener('submit', (event) => { window.sent = true; event.preventDefault(); event.stopImmediatePropagation(); }, true);
  return controls();
}"""
STATE = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const kind = one.matches('a[href], button') ? 'press' : one.matches('summary, input[type="checkbox"]') ? 'toggle'
    : one.matches('select') ? 'choose' : one.matches('[role="separator"]') ? 'move'
    : one.matches('textarea, input:not([type="radio"])') ? 'type' : 'read';
  const choices = one.matches('select') ? [...one.options].filter((option) => !option.disabled).length : 0;
  const told = kind === 'toggle' ? String(one.checked ?? one.closest('details').open) : kind === 'move' ? one.ariaValueNow : one.value ?? '';
  return { name: nameOf(one), kind, told: String(told), choices, fixed: one.readOnly === true, pressed: window.pressed };
}"""
KEYS = {"press": "Enter", "toggle": "Space", "choose": "ArrowDown", "move": "ArrowRight"}


def operate(page, state: dict) -> bool:
    """Presses the key that belongs to the control with the focus; true if it did what it should."""
    if state["kind"] == "read" or state["fixed"]:
        return True
    if state["kind"] == "choose" and state["choices"] < 2:
        return True
    if state["kind"] == "type":
        page.keyboard.press("End")
        page.keyboard.type("1")
        return page.evaluate("document.activeElement.value") != state["told"] or page.evaluate(
            "['date', 'time', 'datetime-local', 'number', 'range', 'color'].includes(document.activeElement.type)")
    key = KEYS[state["kind"]]
    if state["kind"] == "choose" and page.evaluate("document.activeElement.selectedIndex === document.activeElement.options.length - 1"):
        key = "ArrowUp"
    page.keyboard.press(key)
    after = page.evaluate(STATE)
    if after is None or after["name"] != state["name"]:
        return False
    if state["kind"] == "press":
        return after["pressed"] == state["name"]
    done = after["told"] != state["told"]
    if state["kind"] == "toggle":
        page.keyboard.press(key)
    return done


@pytest.mark.parametrize("path", [
    *PLACES, "/world/people?name=anna", "/world/stories?provider=itsme&name=reject", "/transactions/ID", "/traffic/1",
    "/phone", "/stage", "/stage/itsme", "/stage/itsme/stories?q=token", "/demo", "/demo/itsme"])
def test_the_keyboard_alone_operates_every_control_while_logins_arrive(chromium, root, shop, path):
    requests.get(itsme(root, shop.callback, login_hint="32+470000001"), headers=BROWSER, timeout=10)
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{root}{path.replace('ID', newest(root)['transaction'])}")
    page.wait_for_timeout(300)
    before = page.evaluate(KEYBOARD)
    operated: set[str] = set()
    failed: list[str] = []
    hidden = 0
    for number in range(len(before) * 2 + 30):
        if number % 12 == 0:
            # The page updates under the focus.
            log_in(root, 1)
        page.keyboard.press("Tab")
        state = page.evaluate(STATE)
        if state is None or state["name"].startswith(("IFRAME", "BODY")):
            hidden += 1
        elif state["name"] not in operated:
            operated.add(state["name"])
            if not operate(page, state):
                failed.append(f"{state['kind']}: {state['name']}")
            # The focus shows where it is.
            assert state["kind"] == "read" or page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none", state
        if operated.issuperset(before):
            break
    assert failed == []
    still = page.evaluate("controls()")
    assert [name for name in before if name in still and name not in operated] == []
    context.close()


def test_a_list_of_stories_is_walked_by_the_arrows_and_left_by_enter(chromium, root):
    page = chromium.new_page()
    page.goto(f"{root}/demo/itsme")
    stories = page.get_by_test_id("story")
    stories.focus()
    for number in (1, 2):
        page.keyboard.press("ArrowDown")
        assert stories.evaluate("list => list.selectedIndex") == number
        expect(stories).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("start")).to_be_focused()
    # Who chooses by mouse is there at once.
    page.mouse.click(1, 1)
    stories.select_option(index=3)
    expect(page.get_by_test_id("start")).to_be_focused()
    page.close()


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
    # People, clients and what is searched for stand on the stage and in the demonstration too.
    paths += ["/stage", "/stage/itsme", f"/stage/itsme/stories?q={quote(HOSTILE[0])}", "/demo", "/demo/itsme", "/world/people?name=anna"]
    for login in logins:
        paths += [f"/transactions/{login['id']}", f"/transactions/{login['id']}/sequence"]
    for path in paths:
        answer = page.goto(f"{root}{path}")
        assert len(answer.body()) < 100_000, path
        assert page.evaluate("window.hacked") is None
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} is wider than the window"
    context.close()
