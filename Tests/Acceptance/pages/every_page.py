"""Every page, each with what has to happen before it is there."""

from __future__ import annotations

import requests
from playwright.sync_api import expect

from handset import (
    Handset, bioid_connect, bioid_token, criipto, itsme, itsme_v2, newest, reuseid, veridium_push, videoid,
)

HOSTILE = {
    "markup": "<script>window.hacked=1</script><img src=x onerror=window.hacked=1>",
    "quotes": "\"'><svg onload=window.hacked=1>",
    "direction": "\u202egnp.exe\u2066 \u05d0\u05d1\u05d2",
    "long": "0123456789" * 1024,
}


def open_itsme(page, root, callback):
    page.goto(itsme(root, callback))


def open_itsme_waiting(page, root, callback):
    page.goto(itsme(root, callback, login_hint="32+470000001"))


def open_itsme_error(page, root, callback):
    page.goto(itsme(root, callback, redirect_uri="javascript:alert(1)"))


def open_itsme_v2(page, root, callback):
    page.goto(itsme_v2(root, callback))


def open_selector(page, root, callback):
    page.goto(criipto(root, callback, None))


def open_qr(page, root, callback):
    page.goto(criipto(root, callback, "se:bankid:another-device:qr"))


def open_same_device(page, root, callback):
    page.goto(criipto(root, callback, "se:bankid:same-device"))


def open_bankid_choice(page, root, callback):
    page.goto(criipto(root, callback, "se:bankid"))


def open_bankid_number(page, root, callback):
    page.goto(criipto(root, callback, "se:bankid:another-device"))


def open_bankid_app(page, root, callback):
    page.goto(criipto(root, callback, "se:bankid:same-device"))
    page.get_by_test_id("app-link").click()


def open_mitid_user(page, root, callback):
    page.goto(criipto(root, callback, "dk:mitid:low"))


def open_mitid_waiting(page, root, callback):
    open_mitid_user(page, root, callback)
    page.get_by_test_id("pick-anna").click()


def open_mitid_app(page, root, callback):
    open_mitid_waiting(page, root, callback)
    page.get_by_test_id("app-link").click()


def open_bioid_camera(page, root, callback):
    page.goto(f"{root}/bioid/bws/uui?access_token={bioid_token(root)}&return_url={callback}&state=s")


def open_bioid_phone(page, root, callback):
    bioid_token(root)
    page.goto(f"{root}/bioid/phone")


def open_bioid_connect(page, root, callback):
    page.goto(bioid_connect(root, callback))


def open_reuseid(page, root, callback):
    page.goto(reuseid(root, callback))


def open_reuseid_error(page, root, callback):
    page.goto(reuseid(root, callback).replace("redirect_uri=", "redirect_url="))


def open_criipto_error(page, root, callback):
    page.goto(criipto(root, callback, "dk:mitid:low", redirect_uri="javascript:alert(1)"))


def open_videoid_error(page, root, callback):
    page.goto(f"{root}/videoid/v2/capture?authorization=unknown")


def open_videoid(page, root, callback):
    page.goto(f"{root}/videoid/v2/capture?authorization={videoid(root)}")


def open_videoid_walk(page, root, callback):
    open_videoid(page, root, callback)
    page.get_by_test_id("start").click()


def open_veridium(page, root, callback):
    veridium_push(root)
    page.goto(f"{root}/veridium/authenticator")


def open_veridium_request(page, root, callback):
    page.goto(f"{root}/veridium/authenticator?session={veridium_push(root)}")


def open_phone(page, root, callback):
    requests.get(itsme(root, callback, login_hint="32+470000001"), headers={"Accept": "text/html"}, timeout=10)
    requests.get(criipto(root, callback, "dk:mitid:low"), headers={"Accept": "text/html"}, timeout=10)
    veridium_push(root)
    phone = Handset(page, root)
    expect(phone.card(newest(root)["transaction"])).to_be_visible()
    phone.settings()
    page.get_by_test_id("apps").click()


def open_start(page, root, callback):
    page.goto(f"{root}/")


def open_judge(page, root, callback):
    page.goto(f"{root}/judge")


def open_report(page, root, callback):
    hostile = HOSTILE["markup"] + HOSTILE["direction"]
    for client in (hostile, "x" * 300):
        requests.get(itsme(root, callback, client_id=client), headers={"Accept": "text/html"}, timeout=10)
    page.goto(f"{root}/report")
    expect(page.get_by_test_id("finding").first).to_be_visible()


def open_demo(page, root, callback):
    page.goto(f"{root}/demo")


def open_relying_party(page, root, callback):
    page.goto(f"{root}/demo/itsme")


def open_stage(page, root, callback):
    page.goto(f"{root}/stage")


def open_stories(page, root, callback):
    page.goto(f"{root}/stage/itsme/stories?q=token")
    expect(page.get_by_test_id("story").first).to_be_visible()


def open_logins(page, root, callback):
    hostile = HOSTILE["markup"] + HOSTILE["direction"]
    for client in ("EIDOLON_TEST", hostile, "x" * 300):
        requests.get(itsme(root, callback, client_id=client), headers={"Accept": "text/html"}, timeout=10)
    page.goto(f"{root}/transactions")
    expect(page.get_by_test_id("transaction")).to_have_count(3)


def open_traffic(page, root, callback):
    open_logins(page, root, callback)
    page.goto(f"{root}/traffic")
    expect(page.get_by_test_id("exchange")).to_have_count(3)


def open_exchange(page, root, callback):
    open_traffic(page, root, callback)
    page.get_by_test_id("exchange").first.get_by_role("link").first.click()


def open_transaction(page, root, callback):
    requests.get(itsme(root, callback), headers={"Accept": "text/html"}, timeout=10)
    page.goto(f"{root}/transactions/{newest(root)['transaction']}")


def open_world(page, root, callback):
    requests.post(f"{root}/_eidolon/queue", json={"scenario": "itsme/reject"}, timeout=10).raise_for_status()
    page.goto(f"{root}/world")


def open_person(page, root, callback):
    page.goto(f"{root}/world/people?name=anna")


def open_story(page, root, callback):
    page.goto(f"{root}/world/stories?provider=itsme&name=reject")


PAGES = {name.removeprefix("open_"): made for name, made in globals().items() if name.startswith("open_")}
