"""Two browsers side by side: a login on the left, the fake handset on the right, and neither is ever reloaded by hand."""

from __future__ import annotations

import re

import pytest
import requests
from playwright.sync_api import expect

from chromium import needs_chromium
from handset import (
    Handset, bioid_connect, bioid_token, criipto, itsme, newest, parameters, reuseid, transactions, veridium,
    veridium_push, veridium_status, videoid,
)
from windows import SIZES, chromium, desk, other_scheme, shop, stage  # noqa: F401: fixtures

pytestmark = [needs_chromium, pytest.mark.long]

BACK = re.compile(r"/cb[?#]")


@pytest.fixture(params=list(SIZES))
def size(request) -> str:
    return request.param


@pytest.fixture
def scheme(size, request) -> str:
    return other_scheme(size, refuses=request.node.callspec.params.get("verb") not in ("approve", "show_face", None))


@pytest.fixture
def root(stage) -> str:
    """A sandbox of its own for each test."""
    made = requests.post(f"{stage.http}/_eidolon/sandboxes", json={}, timeout=10)
    made.raise_for_status()
    return f"{stage.http}/~{made.json()['name']}"


def returned(page) -> dict[str, str]:
    page.wait_for_url(BACK)
    return parameters(page.url)


@pytest.mark.parametrize("verb", ["approve", "reject"])
def test_itsme(desk, root, shop, verb):
    left, right = desk.window(), desk.window()
    phone = Handset(right, root)
    left.goto(itsme(root, shop.callback))
    desk.picture(left, "identify")
    left.get_by_test_id("pick-anna").click()
    request = newest(root)["transaction"]
    card = phone.card(request)
    expect(card.get_by_test_id("party")).to_have_text("PAGES")
    expect(card.get_by_test_id("shared")).to_be_visible()
    desk.picture(left, "waiting")
    desk.picture(right, "phone")
    if verb == "approve":
        shown = left.locator(".icons .chosen svg").get_attribute("data-icon")
        phone.press(request, f"icon-{shown}")
        assert re.fullmatch("[a-z0-9]{36}", returned(left)["code"])
    else:
        phone.press(request, "reject")
        assert returned(left)["error"] == "access_denied"
    expect(card.get_by_test_id("state")).to_be_visible()


@pytest.mark.parametrize("size", ["desktop"])
def test_itsme_with_the_wrong_icon(desk, root, shop):
    left, right = desk.window(), desk.window()
    phone = Handset(right, root)
    left.goto(itsme(root, shop.callback, login_hint="32+470000001"))
    request = newest(root)["transaction"]
    shown = left.locator(".icons .chosen svg").get_attribute("data-icon")
    icons = phone.card(request).locator('[data-testid^="icon-"]')
    expect(icons).to_have_count(3)
    marks = [icon.get_attribute("data-testid") for icon in icons.all()]
    phone.press(request, next(mark for mark in marks if mark != f"icon-{shown}"))
    assert returned(left)["error"] == "access_denied"


@pytest.mark.parametrize("verb", ["approve", "cancel"])
def test_bankid_by_clicking_the_code_of_the_other_page(desk, root, shop, verb):
    context = desk.context()
    left = context.new_page()
    left.goto(criipto(root, shop.callback, "se:bankid:another-device:qr"))
    first = left.get_by_test_id("qr").inner_html()
    expect(left.get_by_test_id("qr")).to_be_visible()
    desk.picture(left, "code")
    left.wait_for_function("first => document.querySelector('[data-testid=qr]')?.innerHTML !== first", arg=first)
    with context.expect_page() as opened:
        left.get_by_test_id("scan-on-phone").click()
    right = opened.value
    request = newest(root)["transaction"]
    expect(right.get_by_test_id("phone-answer")).to_have_text("The app has opened the link.")
    card = right.locator(f'[data-transaction="{request}"]')
    expect(card.get_by_test_id("approve")).to_be_visible()
    assert "open=" not in right.url
    desk.picture(right, "phone")
    card.get_by_test_id(verb).click()
    if verb == "approve":
        for _ in range(4):
            right.keyboard.press("7")
        card.get_by_test_id("pin-ok").click()
    found = returned(left)
    assert ("code" in found) == (verb == "approve") and found["state"] == "left"
    expect(card.get_by_test_id("return-does")).to_contain_text("where you began")


def test_bankid_on_the_same_device_returns_by_its_link(desk, root, shop):
    """The page's own link, pasted on the phone; the app opens its redirect, and that page leads to the client."""
    context = desk.context()
    left, right = context.new_page(), context.new_page()
    left.goto(criipto(root, shop.callback, "se:bankid:same-device"))
    link = left.get_by_test_id("app-link").get_attribute("href")
    desk.picture(left, "same-device")
    left.close()
    phone = Handset(right, root)
    request = newest(root)["transaction"]
    phone.open(link)
    phone.press(request, "approve")
    expect(phone.card(request).get_by_test_id("return-link")).to_contain_text("/criipto/bankid/")
    desk.picture(right, "return")
    expect(phone.card(request).get_by_test_id("state")).to_have_text("Done: identified")
    # The emulator's strip, which stays in view, covers nothing of the card.
    if desk.size == "phone":
        strip = right.locator(".watermark").bounding_box()
        assert right.get_by_test_id("handset").bounding_box()["y"] >= strip["y"] + strip["height"]
    with context.expect_page() as opened:
        phone.card(request).get_by_test_id("return-open").click()
    assert "code" in returned(opened.value)


@pytest.mark.parametrize("size", ["desktop"])
@pytest.mark.parametrize("kind", ["universalLink", "customFileHandlerURL"])
def test_launch_links_of_an_app_switch(desk, root, kind):
    callback = "https://app.example.test/callback"
    url = criipto(root, callback, "se:bankid:same-device", login_hint="appswitch:ios", response_mode="json")
    links = requests.get(url, timeout=10).json()["launchLinks"]
    phone = Handset(desk.window(), root)
    phone.open(next(links[name] for name in links if name.lower() == kind.lower()))
    phone.says("opened the link")
    request = newest(root)["transaction"]
    phone.press(request, "approve")
    expect(phone.card(request).get_by_test_id("return-link")).to_have_text(callback)
    expect(phone.card(request).get_by_test_id("return-open")).to_have_attribute("href", callback)


@pytest.mark.parametrize("size", ["desktop"])
def test_a_link_of_an_app_that_is_not_installed_opens_nothing(desk, root, shop):
    requests.get(criipto(root, shop.callback, "se:bankid:same-device", response_mode="json"), timeout=10)
    phone = Handset(desk.window(), root)
    request = newest(root)
    expect(phone.card(request["transaction"])).to_be_visible()
    phone.page.get_by_test_id("apps").click()
    phone.page.get_by_test_id("installed-bankid").uncheck()
    expect(phone.card(request["transaction"])).to_have_count(0)
    expect(phone.page.get_by_test_id("no-requests")).to_contain_text("not installed")
    with phone.page.expect_response("**/_eidolon/phone/open") as answered:
        phone.open(request["launch"])
    assert answered.value.status == 404
    phone.says("No app on this phone opens")
    desk.complaints.clear()  # the browser says of itself that a call was answered with 404
    phone.page.reload()
    expect(phone.page.get_by_test_id("no-requests")).to_contain_text("not installed")
    assert newest(root)["waiting"]


@pytest.mark.parametrize("verb", ["approve", "reject", "return_to_other_browser"])
def test_mitid(desk, root, shop, verb):
    left, right = desk.window(), desk.window()
    phone = Handset(right, root)
    left.goto(criipto(root, shop.callback, "dk:mitid:substantial"))
    desk.picture(left, "user")
    left.get_by_test_id("pick-anna").click()
    request = newest(root)["transaction"]
    # The heading names the client, and nothing else is to be said.
    expect(phone.card(request).get_by_test_id("approve")).to_be_visible()
    expect(phone.card(request).get_by_test_id("text")).to_have_count(0)
    desk.picture(left, "waiting")
    desk.picture(right, "phone")
    phone.press(request, verb)
    found = returned(left)
    assert ("code" in found) == (verb == "approve")
    if verb == "return_to_other_browser":
        assert found["error"] == "MITID_NONCE_COOKIE_MISSING"


@pytest.mark.parametrize("size", ["desktop"])
def test_criipto_asks_for_the_eid_first(desk, root, shop):
    left, right = desk.window(), desk.window()
    phone = Handset(right, root)
    left.goto(criipto(root, shop.callback, None))
    desk.picture(left, "selector")
    request = newest(root)["transaction"]
    expect(phone.card(request).get_by_test_id("waiting")).to_contain_text("chooses an eID")
    left.get_by_test_id("urn:grn:authn:se:bankid:same-device").click()
    expect(phone.card(request).get_by_test_id("open")).to_be_visible()
    phone.press(request, "open")
    phone.press(request, "approve")
    assert "code" in returned(left)


@pytest.mark.parametrize("verb", ["approve", "cancel"])
def test_bioid_app_by_its_launch_link(desk, root, verb):
    token = bioid_token(root)
    phone = Handset(desk.window(), root)
    phone.open(f"bioid-verify://?access_token={token}&return_url=shopapp&state=S-1")
    phone.says("opened the link")
    request = newest(root)["transaction"]
    expect(phone.card(request).get_by_test_id("return-link")).to_have_text("shopapp")
    desk.picture(phone.page, "phone")
    phone.press(request, verb)
    link = phone.card(request).get_by_test_id("return-open")
    expect(link).to_have_attribute("href", re.compile(rf"^shopapp://\?access_token={re.escape(token)}&.*state=S-1$"))
    assert ("user_abort" in link.get_attribute("href")) == (verb == "cancel")
    result = requests.get(
        f"{root}/bioid/extension/result", params={"access_token": token}, auth=("demo-app", "demo-secret"), timeout=10
    )
    assert result.status_code == (200 if verb == "approve" else 204), result.text


@pytest.mark.parametrize("verb", ["approve", "skip"])
def test_bioid_web_user_interface(desk, root, shop, verb):
    left, right = desk.window(), desk.window()
    phone = Handset(right, root)
    token = bioid_token(root)
    left.goto(f"{root}/bioid/bws/uui?access_token={token}&return_url={shop.callback}&state=left")
    desk.picture(left, "camera")
    phone.press(newest(root)["transaction"], verb)
    found = returned(left)
    assert found["access_token"] == token and ("error" in found) == (verb == "skip")


@pytest.mark.parametrize("verb", ["approve", "reject"])
def test_bioid_connect(desk, root, shop, verb):
    left, right = desk.window(), desk.window()
    phone = Handset(right, root)
    left.goto(bioid_connect(root, shop.callback))
    desk.picture(left, "consent")
    phone.press(newest(root)["transaction"], verb)
    assert ("code" in returned(left)) == (verb == "approve")


@pytest.mark.parametrize("verb", ["approve", "reject"])
def test_reuseid(desk, root, shop, verb):
    left, right = desk.window(), desk.window()
    phone = Handset(right, root)
    left.goto(reuseid(root, shop.callback))
    desk.picture(left, "waiting")
    request = newest(root)["transaction"]
    desk.picture(right, "phone")
    phone.press(request, "wrong_pin")
    phone.press(request, verb)
    assert ("code" in returned(left)) == (verb == "approve")


@pytest.mark.parametrize("size", ["desktop"])
def test_digits_typed_on_the_pin_pad_stay_when_the_request_changes(desk, root, shop):
    left, right = desk.window(), desk.window()
    phone = Handset(right, root)
    left.goto(reuseid(root, shop.callback))
    request = newest(root)["transaction"]
    card = phone.turn_to(request)
    card.get_by_test_id("approve").click()
    card.get_by_test_id("pin-4").click()
    card.get_by_test_id("pin-4").click()
    elsewhere = requests.post(f"{root}/_eidolon/transactions/{request}/phone", json={"do": "wrong_pin"}, timeout=10)
    elsewhere.raise_for_status()
    expect(card).to_have_attribute("data-state", "started")
    expect(card.get_by_test_id("pin-typed")).to_have_text("●●")
    right.keyboard.press("4")
    right.keyboard.press("4")
    expect(card.get_by_test_id("pin-typed")).to_have_text("●●●●")
    card.get_by_test_id("pin-ok").click()
    assert "code" in returned(left)


@pytest.mark.parametrize("verb", ["show_face", "cancel"])
def test_videoid_walk(desk, root, verb):
    left, right = desk.window(), desk.window()
    phone = Handset(right, root)
    left.goto(f"{root}/videoid/v2/capture?authorization={videoid(root)}")
    desk.picture(left, "wizard")
    left.get_by_test_id("start").click()
    request = newest(root)["transaction"]
    desk.picture(left, "walk")
    phone.press(request, "show_front")
    expect(left.get_by_test_id("phase-BACK")).to_be_visible()
    phone.press(request, "show_back")
    expect(left.get_by_test_id("phase-FACE")).to_be_visible()
    expect(left.get_by_test_id("asked")).to_have_text("Look into the camera.")
    expect(phone.card(request).get_by_test_id("text")).to_have_text("Look into the camera.")
    expect(phone.card(request).locator(".camera.face")).to_have_count(1)
    desk.picture(right, "phone")
    phone.press(request, verb)
    expect(left.get_by_test_id("video-id" if verb == "show_face" else "problem")).to_be_visible()


@pytest.mark.parametrize("verb", ["approve", "reject", "fail-accountLocked"])
def test_veridium_push(desk, root, verb):
    phone = Handset(desk.window(), root)
    session = veridium_push(root)
    request = newest(root)["transaction"]
    expect(phone.card(request).get_by_test_id("text")).to_have_text("Pay 12 EUR to the bakery")
    desk.picture(phone.page, "phone")
    phone.press(request, "biometry_changed")
    phone.press(request, verb)
    expect(phone.card(request).get_by_test_id("state")).to_be_visible()
    wanted = {"approve": "COMPLETED", "reject": "CANCELED", "fail-accountLocked": "FAILED"}[verb]
    assert veridium_status(root, session) == wanted


@pytest.mark.parametrize("size", ["desktop"])
def test_veridium_code_by_pasted_text(desk, root):
    body = {"memberExternalId": "GENERIC", "sessionAliasType": "ID"}
    made = veridium(root, "RegisterSessionOpportunity", "sessionOpportunity-v2", body)
    phone = Handset(desk.window(), root)
    phone.page.get_by_test_id("phone-person").select_option("bob")
    phone.open(made["sessionAlias"])
    request = newest(root)
    assert request["person"]["key"] == "bob"
    phone.press(request["transaction"], "approve")
    expect(phone.card(request["transaction"]).get_by_test_id("state")).to_be_visible()
    assert veridium_status(root, made["sessionId"]) == "COMPLETED"


@pytest.mark.parametrize("size", ["desktop"])
def test_the_camera_scans_a_code(desk, root, shop):
    """Headless Chromium has a camera that shows nothing and no detector of codes, so a stand-in sees the code."""
    url = criipto(root, shop.callback, "se:bankid:another-device:qr", response_mode="json")
    code = requests.get(url, timeout=10).json()["initialQrCode"]
    context = desk.context()
    context.add_init_script(
        "window.BarcodeDetector = class { async detect() { return [{ rawValue: '%s' }]; } };"
        "if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = async () => document.createElement('canvas').captureStream(5);" % code
    )
    phone = Handset(context.new_page(), root)
    phone.page.get_by_test_id("scan-camera").click()
    phone.says("opened the link")
    expect(phone.page.get_by_test_id("stop-camera")).to_be_hidden()
    expect(phone.card(newest(root)["transaction"]).get_by_test_id("approve")).to_be_visible()


@pytest.mark.parametrize("size", ["desktop"])
def test_the_phone_says_who_decides(desk, root, shop):
    phone = Handset(desk.window(), root)
    phone.page.get_by_test_id("interactive").uncheck()
    expect(phone.page.get_by_test_id("interactive")).not_to_be_checked()
    assert requests.get(f"{root}/_eidolon/phone", timeout=10).json()["interactive"] is False
    answer = requests.get(itsme(root, shop.callback), allow_redirects=False, timeout=10)
    assert answer.status_code == 302
    expect(phone.turn_to(newest(root)["transaction"]).get_by_test_id("state")).to_be_visible()


@pytest.mark.parametrize("size", ["desktop"])
def test_a_sandbox_shows_its_own_requests_only(desk, stage, root, shop):
    requests.get(itsme(root, shop.callback), headers={"Accept": "text/html"}, timeout=10)
    mine, other = Handset(desk.window(), root), Handset(desk.window(), stage.http)
    request = newest(root)["transaction"]
    expect(mine.card(request)).to_be_visible()
    expect(other.card(request)).to_have_count(0)


@pytest.mark.parametrize("size", ["desktop"])
def test_the_phone_lives_on_after_a_reset(desk, root, shop):
    phone = Handset(desk.window(), root)
    requests.post(f"{root}/_eidolon/reset", json={}, timeout=10).raise_for_status()
    requests.get(itsme(root, shop.callback), headers={"Accept": "text/html"}, timeout=10)
    assert len(transactions(root)) == 1
    expect(phone.card(newest(root)["transaction"])).to_be_visible()


@pytest.mark.parametrize("flow", ["itsme", "mitid", "bankid"])
def test_the_decision_is_in_view_without_scrolling(desk, root, shop, flow):
    page = desk.window()
    address = {
        "itsme": itsme(root, shop.callback, login_hint="32+470000001"),
        "mitid": criipto(root, shop.callback, "dk:mitid:low"),
        "bankid": criipto(root, shop.callback, "se:bankid:same-device"),
    }[flow]
    left = desk.window()
    left.goto(address)
    if flow == "mitid":
        left.get_by_test_id("pick-freja").click()
    phone = Handset(page, root)
    request = newest(root)["transaction"]
    if flow == "bankid":
        phone.press(request, "open")
        expect(phone.card(request).get_by_test_id("open")).to_be_hidden()
    card = phone.card(request)
    refuse = card.get_by_test_id("cancel" if flow == "bankid" else "reject")
    expect(refuse).to_be_visible()
    height = page.viewport_size["height"]
    # In one look, because the card is made again when the other page asks for the request's state.
    edges = card.locator(".choices.icons button, .choices.plain button").evaluate_all(
        "buttons => buttons.map(button => button.getBoundingClientRect()).map(box => [box.top, box.bottom])"
    )
    assert len(edges) >= 2
    assert all(top >= 0 and bottom <= height for top, bottom in edges), edges
    assert page.evaluate("scrollY") == 0
    desk.picture(page, "decision")


@pytest.mark.parametrize("size", ["desktop"])
def test_a_phone_says_whose_request_waits_elsewhere(desk, root, shop):
    desk.window().goto(itsme(root, shop.callback, login_hint="32+470000001"))
    page = desk.window()
    page.goto(f"{root}/phone?person=bob")
    expect(page.get_by_test_id("no-requests")).to_contain_text("Nothing waits for Bob Maes")
    page.get_by_test_id("other-phone").click()
    expect(page.get_by_test_id("request-itsme")).to_be_visible()
    expect(page.get_by_test_id("owner")).to_have_text("Anna Peeters’s phone")


@pytest.mark.parametrize("size", ["desktop"])
def test_a_request_waits_on_the_phone_however_many_logins_ended_after_it(desk, root, shop):
    left = desk.window()
    left.goto(criipto(root, shop.callback, "dk:mitid:low"))
    left.get_by_test_id("pick-anna").click()
    request = newest(root)["transaction"]
    for _ in range(32):
        requests.get(itsme(root, shop.callback, login_hint="32+470000001"), headers={"Accept": "text/html"}, timeout=10)
        requests.post(
            f"{root}/_eidolon/transactions/{newest(root)['transaction']}/phone", json={"do": "reject"}, timeout=10
        ).raise_for_status()
    phone = Handset(desk.window(), root)
    expect(phone.card(request)).to_be_visible()


@pytest.mark.parametrize("size", ["desktop"])
def test_a_cleared_handset_shows_requests_from_after_a_reset_that_took_the_clock_back(desk, root, shop):
    page = desk.window()
    page.goto(f"{root}/stage/itsme")
    expect(page.frame_locator("#phone").get_by_test_id("no-requests")).to_have_text("No request waits.")
    requests.post(f"{root}/_eidolon/clock/advance", json={"by": "2h"}, timeout=10).raise_for_status()
    page.keyboard.press("r")
    page.wait_for_function(
        "base => (localStorage.getItem(`eidolon${base}/phone/cleared`) || 'now') !== 'now'", arg=f"/{root.rsplit('/', 1)[1]}"
    )
    requests.post(f"{root}/_eidolon/reset", json={}, timeout=10).raise_for_status()
    phone = Handset(page, root)
    requests.get(itsme(root, shop.callback, login_hint="32+470000001"), headers={"Accept": "text/html"}, timeout=10)
    expect(phone.page.get_by_test_id("request-itsme")).to_be_visible()


@pytest.mark.parametrize("size", ["desktop"])
def test_time_runs_as_a_ring_that_can_be_skipped(desk, root, shop):
    left = desk.window()
    left.goto(itsme(root, shop.callback, login_hint="32+470000001"))
    phone = Handset(desk.window(), root)
    request = newest(root)["transaction"]
    phone.press(request, "ignore")
    phone.says("Nobody reacts: the time is over in")
    ring = phone.card(request).get_by_test_id("skip-time")
    expect(ring).to_contain_text("min left: skip the time")
    desk.expected_statuses.add(500)  # itsme's page of a login that expired (§1.3, inactivity)
    ring.click()
    expect(phone.card(request).get_by_test_id("state")).to_contain_text("timed out")
    expect(left.get_by_text("Authentication context is not valid anymore")).to_be_visible()


@pytest.mark.parametrize("size", ["desktop"])
def test_apps_have_badges_and_can_be_taken_off(desk, root, shop):
    phone = Handset(desk.window(), root)
    for app in ("bankid", "mitid", "itsme", "bioid", "mobileid", "veridium", "videoid"):
        expect(phone.page.get_by_test_id(f"app-{app}")).to_be_visible()
    desk.window().goto(criipto(root, shop.callback, "se:bankid:same-device"))
    expect(phone.card(newest(root)["transaction"])).to_be_visible()
    phone.page.get_by_test_id("to-home").click()
    expect(phone.page.get_by_test_id("badge-bankid")).to_have_text("1")
    expect(phone.page.get_by_test_id("badge-mitid")).to_be_hidden()
    phone.page.get_by_test_id("app-bankid").click()
    expect(phone.page.get_by_test_id("request-criipto")).to_be_visible()
    phone.page.get_by_test_id("to-home").click()
    phone.page.get_by_test_id("apps").click()
    phone.page.get_by_test_id("installed-bankid").uncheck()
    expect(phone.page.get_by_test_id("app-bankid")).to_be_hidden()
    expect(phone.page.get_by_test_id("app-mitid")).to_be_visible()


@pytest.mark.parametrize("size", ["desktop"])
def test_a_wrong_pin_is_asked_for_again(desk, root, shop):
    desk.window().goto(reuseid(root, shop.callback))
    phone = Handset(desk.window(), root)
    request = newest(root)["transaction"]
    phone.card(request).get_by_test_id("approve").click()
    phone.give_pin(request, "0")
    phone.says("Done: Enter a wrong PIN.")
    phone.press(request, "approve")
    expect(phone.card(request).get_by_test_id("state")).to_be_visible()


@pytest.mark.parametrize("size", ["desktop"])
def test_the_pin_pad_is_left_with_the_keyboard(desk, root, shop):
    desk.window().goto(reuseid(root, shop.callback))
    phone = Handset(desk.window(), root)
    approve = phone.turn_to(newest(root)["transaction"]).get_by_test_id("approve")
    approve.focus()
    phone.page.keyboard.press("Enter")
    phone.page.keyboard.press("7")
    expect(phone.page.get_by_test_id("pin-typed")).to_have_text("●")
    phone.page.keyboard.press("Escape")
    expect(approve).to_be_focused()


@pytest.mark.parametrize("size", ["desktop"])
def test_the_switch_of_who_decides_stays_where_it_was_put_until_that_is_answered(desk, root, shop):
    phone = Handset(desk.window(), root)
    held = []
    phone.page.route(
        "**/_eidolon/phone", lambda route: held.append(route) if route.request.method == "PUT" else route.continue_())
    phone.settings()
    switch = phone.page.get_by_test_id("interactive")
    switch.uncheck()
    # The page asks again, and the emulator does not know yet.
    desk.window().goto(itsme(root, shop.callback, login_hint="32+470000001"))
    expect(phone.card(newest(root)["transaction"])).to_be_attached()
    expect(switch).not_to_be_checked()
    with phone.page.expect_response(lambda answer: answer.request.method == "PUT"):
        held[0].continue_()
    expect(switch).not_to_be_checked()
    assert requests.get(f"{root}/_eidolon/phone", timeout=10).json()["interactive"] is False
