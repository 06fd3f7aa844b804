"""Start page and timelines in a real browser: what is copied, and what grows while somebody looks."""

from __future__ import annotations

import time

import pytest
import requests
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from chromium import needs_chromium
from program import Program
from windows import chromium, desk, scheme, size  # noqa: F401: fixtures

pytestmark = [needs_chromium, pytest.mark.long]
CALLBACK = "http://localhost:9000/cb"
ITSME = {
    "client_id": "EIDOLON_TEST", "response_type": "code", "scope": "openid service:EIDOLON_LOGIN profile",
    "redirect_uri": CALLBACK, "state": "s", "nonce": "n", "login_hint": "32+470000001",
}
BANKID = {
    "client_id": "urn:my:application:identifier:1234", "response_type": "code", "scope": "openid",
    "redirect_uri": CALLBACK, "state": "s", "nonce": "n", "acr_values": "urn:grn:authn:se:bankid:same-device",
}
HOSTILE = "<img src=x onerror=window.hacked=1>\"'><script>window.hacked=1</script>"


@pytest.fixture(scope="module")
def manual(eidolon):
    """An emulator in which a human decides."""
    with Program(eidolon, "--interactive") as program:
        yield program


@pytest.fixture
def root(manual) -> str:
    made = requests.post(f"{manual.http}/_eidolon/sandboxes", json={}, timeout=10)
    made.raise_for_status()
    return f"{manual.http}/~{made.json()['name']}"


def begin(root: str, path: str, parameters: dict) -> str:
    """A browser begins a login; the identifier of its transaction."""
    answer = requests.get(
        f"{root}{path}", params=parameters, headers={"Accept": "text/html"}, allow_redirects=False, timeout=10)
    assert answer.status_code < 400, answer.text
    return requests.get(f"{root}/_eidolon/transactions", timeout=10).json()["transactions"][-1]["id"]


def act(root: str, identifier: str, verb: str) -> None:
    answer = requests.post(f"{root}/_eidolon/transactions/{identifier}/phone", json={"do": verb}, timeout=10)
    assert answer.status_code == 200, answer.text


def accessible(page) -> None:
    result = Axe().run(page)
    assert result.violations_count == 0, result.generate_report()


def sound(desk, page, what: str) -> None:
    """What every page keeps to: light, no wider than its window, accessible."""
    assert len(page.content()) < 100_000
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the window"
    accessible(page)
    desk.picture(page, what)


def test_the_start_page_gives_what_to_paste(desk, root):
    context = desk.context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(root + "/")
    page.get_by_test_id("copy-itsme-3").click()
    expect(page.get_by_test_id("copied")).to_have_text("Copied")
    expect(page.get_by_test_id("copy-itsme-3")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == "EIDOLON_TEST"
    sound(desk, page, "start")


@pytest.mark.parametrize("size", ["desktop"])
def test_nobody_is_named_who_was_never_identified(desk, root):
    asked = {name: value for name, value in ITSME.items() if name != "login_hint"}
    identifier = begin(root, "/itsme/oidc/authorize", asked)
    page = desk.context().new_page()
    page.goto(f"{root}/transactions/{identifier}")
    expect(page.get_by_test_id("answer")).to_contain_text("Nobody is identified yet at")
    act(root, identifier, "cancel")
    expect(page.get_by_test_id("answer")).to_contain_text("Nobody was identified at")
    page.goto(f"{root}/transactions")
    expect(page.get_by_test_id("transaction")).to_contain_text("Nobody was identified")
    expect(page.get_by_test_id("transaction")).not_to_contain_text("Anna Peeters")


@pytest.mark.parametrize("size", ["desktop"])
def test_what_a_login_is_called_and_says_is_copied_as_it_is(desk, root):
    identifier = begin(root, "/itsme/oidc/authorize", ITSME)
    page = desk.context(permissions=["clipboard-read", "clipboard-write"]).new_page()
    page.goto(f"{root}/transactions/{identifier}")
    button = page.get_by_role("button", name="Copy the login’s id")
    button.click()
    expect(button).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == identifier
    page.get_by_role("button", name="Copy the link of this login").click()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    button.focus()
    act(root, identifier, "reject")
    expect(page.get_by_test_id("state")).to_have_text("rejected")
    expect(button, "the update took the focus away").to_be_focused()
    page.get_by_test_id("exchange").first.locator("summary").click()
    page.get_by_role("button", name="Copy the request’s head").first.click()
    assert page.evaluate("navigator.clipboard.readText()").startswith("GET /")


@pytest.mark.parametrize("size", ["phone"])
def test_a_token_of_a_login_is_copied_by_itself(desk, root):
    identifier = begin(root, "/itsme/oidc/authorize", ITSME)
    # Its signature is nobody's, which the page says.
    token = "eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJFSURPTE9OX1RFU1QifQ." + "c2lnbmF0dXJl" * 40
    act(root, identifier, "approve")
    answer = requests.get(
        f"{root}/itsme/oidc/authorization/phone/confirmation", params={"transaction": identifier},
        headers={"Accept": "text/html"}, allow_redirects=False, timeout=10)
    code = answer.headers["Location"].split("code=")[1].split("&")[0]
    requests.post(f"{root}/itsme/oidc/token", data={"code": code, "client_assertion": token}, timeout=10)
    page = desk.context(permissions=["clipboard-read", "clipboard-write"]).new_page()
    page.goto(f"{root}/transactions/{identifier}")
    page.get_by_test_id("exchange").last.locator("summary").first.click()
    button = page.get_by_role("button", name="Copy the token client_assertion")
    button.click()
    assert page.evaluate("navigator.clipboard.readText()") == token
    sound(desk, page, "token")


def test_the_start_page_is_of_use_without_script(desk, root):
    page = desk.window(java_script_enabled=False, color_scheme="dark")
    page.goto(root + "/")
    expect(page.get_by_test_id("copy-itsme-3")).to_be_hidden()
    expect(page.locator("#itsme-3")).to_have_text("EIDOLON_TEST")
    expect(page.get_by_test_id("try-itsme")).to_be_visible()
    desk.picture(page, "start-dark")


def test_the_start_page_ticks_off_what_a_client_calls(desk, root):
    page = desk.window()
    page.goto(root + "/")
    step = page.get_by_test_id("call-itsme-discovery")
    expect(step).to_contain_text("not yet")
    expect(page.get_by_test_id("live")).to_have_attribute("data-live", "live")
    # Another provider that is called takes nothing away.
    requests.get(f"{root}/criipto/.well-known/openid-configuration", timeout=10).raise_for_status()
    begin(root, "/itsme/oidc/authorize", ITSME)
    expect(page.get_by_test_id("call-itsme-authorize")).to_contain_text("arrived")
    expect(page.locator("#itsme-1"), "the update closed the settings").to_be_visible()
    expect(step).to_contain_text("not yet")
    page.get_by_test_id("connect-criipto").press("Enter")
    # One provider at a time.
    expect(page.locator("#criipto-1")).to_be_visible()
    expect(page.locator("#itsme-1")).to_be_hidden()
    expect(page.get_by_test_id("call-criipto-discovery")).to_contain_text("arrived")
    sound(desk, page, "checklist")


def test_the_latest_logins_of_the_start_page_are_not_cut_off(desk, root):
    for _ in range(3):
        begin(root, "/itsme/oidc/authorize", ITSME | {"state": ""})
    page = desk.window()
    page.goto(root + "/")
    box = page.get_by_role("region", name="Logins")
    expect(box.get_by_test_id("transaction")).to_have_count(3)
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth"), "columns are cut off"
    assert page.get_by_test_id("door-connect").bounding_box()["y"] < box.bounding_box()["y"]


def test_the_start_page_shows_logins_while_they_run(desk, root):
    page = desk.window()
    page.goto(root + "/")
    expect(page.get_by_test_id("no-transactions")).to_be_visible()
    expect(page.get_by_test_id("live")).to_have_attribute("data-live", "live")
    page.evaluate("window.isTheSame = true")
    identifier = begin(root, "/itsme/oidc/authorize", ITSME)
    state = page.get_by_test_id("transaction-state")
    expect(state).to_be_visible()
    before = state.inner_text()
    act(root, identifier, "reject")
    expect(state).not_to_have_text(before)
    begin(root, "/itsme/oidc/authorize", ITSME | {"client_id": "NOBODY", "redirect_uri": "http://localhost:9000/other"})
    expect(page.get_by_test_id("findings")).to_contain_text("error")
    assert page.evaluate("window.isTheSame"), "the page was loaded again"
    sound(desk, page, "live")


def test_an_itsme_login_grows_on_its_timeline(desk, root):
    identifier = begin(root, "/itsme/oidc/authorize", ITSME)
    page = desk.window()
    page.goto(f"{root}/transactions/{identifier}")
    expect(page.get_by_test_id("exchange")).to_have_count(1)
    page.get_by_test_id("exchange").first.locator("summary").click()
    page.evaluate("window.isTheSame = true")
    act(root, identifier, "approve")
    expect(page.get_by_test_id("state")).to_have_text("approved")
    expect(page.get_by_test_id("diagram")).to_contain_text("approve")
    answer = requests.get(
        f"{root}/itsme/oidc/authorization/phone/confirmation", params={"transaction": identifier},
        headers={"Accept": "text/html"}, allow_redirects=False, timeout=10)
    code = answer.headers["Location"].split("code=")[1].split("&")[0]
    requests.post(
        f"{root}/itsme/oidc/token", data={"grant_type": "authorization_code", "code": code}, timeout=10)
    expect(page.get_by_test_id("messages")).to_contain_text("POST /")
    expect(page.get_by_test_id("finding").first).to_be_attached()
    expect(page.get_by_test_id("states")).to_contain_text("approved")
    assert page.evaluate("window.isTheSame"), "the page was loaded again"
    first = page.get_by_test_id("exchange").first
    assert first.evaluate("details => details.open"), "what was open was closed"
    sound(desk, page, "itsme")


def test_a_bankid_order_grows_on_its_timeline(desk, root):
    browser = desk.window()
    browser.goto(f"{root}/criipto/oauth2/authorize?{requests.models.RequestEncodingMixin._encode_params(BANKID)}")
    identifier = requests.get(f"{root}/_eidolon/transactions", timeout=10).json()["transactions"][-1]["id"]
    page = desk.window()
    # Not the broker alone.
    page.goto(f"{root}/transactions")
    page.get_by_role("link", name=f"BankID {identifier[:9]}").click()
    expect(page.locator("h1")).to_contain_text("BankID")
    page.evaluate("window.isTheSame = true")
    expect(page.get_by_test_id("diagram")).to_contain_text("authorize")
    # The name of a state is wider than the lane that it stands on.
    assert page.get_by_test_id("diagram").evaluate("""svg => [...svg.querySelectorAll('.state rect')]
        .every(rect => rect.x.baseVal.value + rect.width.baseVal.value <= svg.viewBox.baseVal.width)""")
    act(root, identifier, "cancel")
    # The page that waits asks again, and is sent back.
    expect(page.get_by_test_id("diagram")).to_contain_text("cancel")
    expect(page.get_by_test_id("diagram")).to_contain_text("error", timeout=20_000)
    assert page.evaluate("window.isTheSame"), "the page was loaded again"
    sound(desk, page, "bankid")
    browser.close()
    # Nobody listens at the client's callback.
    desk.complaints[:] = [said for said in desk.complaints if "ERR_CONNECTION_REFUSED" not in said]


def test_a_timeline_is_readable_without_script(desk, root):
    identifier = begin(root, "/itsme/oidc/authorize", ITSME)
    page = desk.window(java_script_enabled=False, color_scheme="dark")
    page.goto(f"{root}/transactions")
    page.locator(f"a[href$='/transactions/{identifier}']").click()
    expect(page.get_by_test_id("diagram")).to_be_visible()
    page.get_by_test_id("exchange").first.locator("summary").click()
    expect(page.get_by_test_id("exchange").first).to_contain_text("Host:")
    desk.picture(page, "dark")


def test_hostile_texts_are_inert(desk, root):
    begin(root, "/itsme/oidc/authorize", ITSME | {
        "client_id": HOSTILE, "state": HOSTILE, "nonce": HOSTILE, "redirect_uri": "http://localhost:9000/cb"})
    page = desk.window()
    identifier = requests.get(f"{root}/_eidolon/transactions", timeout=10).json()["transactions"][-1]["id"]
    for path in ("/", "/transactions", f"/transactions/{identifier}", "/demo"):
        page.goto(root + path)
        assert page.evaluate("window.hacked") is None
        assert page.locator("main script, main img").count() == 0
    page.goto(f"{root}/transactions/{identifier}")
    page.get_by_test_id("exchange").first.locator("summary").click()
    expect(page.get_by_test_id("exchange").first).to_contain_text("onerror")
    assert page.evaluate("window.hacked") is None


@pytest.mark.alone
@pytest.mark.parametrize("path", ["/", "/transactions", "/demo", "/demo/itsme", "/demo/videoid"])
def test_pages_are_accessible_and_quick(desk, root, path):
    page = desk.window()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto(root + path)
        accessible(page)
    times = []
    for _ in range(5):
        page.goto(root + path)
        times.append(page.evaluate("performance.getEntriesByType('navigation')[0].domInteractive"))
    assert sorted(times)[0] < 200, times
    weight = sum(
        len(requests.get(url, timeout=10).content)
        for url in {root + path} | set(page.evaluate("performance.getEntriesByType('resource').map(r => r.name)"))
        if "/_eidolon/events" not in url and url.startswith(root.split("/~")[0])
    )
    assert weight < 100_000, weight


@pytest.mark.parametrize("size", ["desktop"])
def test_a_pending_verdict_is_judged_now_and_a_login_is_run_again(desk, root):
    requests.post(f"{root}/_eidolon/queue", json={"scenario": "itsme/reject"}, timeout=10).raise_for_status()
    identifier = begin(root, "/itsme/oidc/authorize", ITSME)
    page = desk.window()
    page.goto(f"{root}/transactions/{identifier}")
    expect(page.get_by_test_id("verdict")).to_contain_text("pending until the login is over")
    page.get_by_test_id("judge-now").press("Enter")
    expect(page.get_by_test_id("judge-now")).to_have_count(0)
    expect(page.get_by_test_id("verdict")).not_to_contain_text("pending")
    page.get_by_test_id("run-again").press("Enter")
    expect(page.get_by_test_id("said")).to_have_text("The next login of EIDOLON_TEST goes the same way.")
    again = begin(root, "/itsme/oidc/authorize", ITSME)
    login = requests.get(f"{root}/_eidolon/transactions/{again}", timeout=10).json()
    assert login["decision"]["text"].endswith("from the queue") and login["timeline"]["steps"][-1]["do"] == "reject"
    sound(desk, page, "judged")
