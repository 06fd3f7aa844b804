"""The pages that a person meets, in a browser without script (contract 1.5)."""

import pytest
import requests

from browser import DESKTOP, IPHONE, Browser, LeftForClient, Page
from conftest import CALLBACK
from program import Program
from relying_party import parameters_of


@pytest.fixture(scope="module")
def interactive(eidolon, scenarios):
    """An emulator in which a human decides."""
    with Program(eidolon, "--scenarios", str(scenarios), "--interactive") as program:
        yield program


def start(program: Program, **more) -> str:
    parameters = {
        "client_id": "GUIDE_RP",
        "response_type": "code",
        "scope": "openid service:ACCEPTANCE_LOGIN profile",
        "redirect_uri": CALLBACK,
        "state": "page",
        "nonce": "n",
    }
    return requests.Request("GET", f"{program.http}/itsme/oidc/authorize", params=parameters | more).prepare().url


def sound(page: Page) -> None:
    """What every page keeps to: no script but the one that renews it, no outside host, says what it is, not stored."""
    assert page.scripts == (page.refresh is not None) and "on click" not in page.source and " onclick=" not in page.source
    assert "emulator" in page.marks["watermark"]["tag"] or "emulator" in page.words
    assert page.headers["Eidolon"] == "emulator"
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert page.headers["Cache-Control"] == "no-store"
    assert page.language in ("en", "fr", "nl", "de")


def left(action) -> dict[str, str]:
    with pytest.raises(LeftForClient) as sent:
        action()
    return parameters_of(sent.value.location)


def test_identify_then_wait_then_approve(interactive):
    browser = Browser(CALLBACK)
    page = browser.open(start(interactive))
    sound(page)
    assert "Identify yourself" in page.title and page.forms[0].identifier == "phoneForm"
    assert page.marks["phone"]["type"] == "tel"
    page = browser.press("send", phone="470111222")
    sound(page)
    assert "/oidc/authorization/phone/confirmation" in page.url
    assert page.refresh is not None and "icons" in page.marks
    assert page.source.count("<svg") >= 3
    found = left(lambda: browser.press("approve"))
    assert found["state"] == "page" and len(found["code"]) == 36


def test_the_partner_and_what_is_shared_are_shown(interactive):
    browser = Browser(CALLBACK)
    browser.open(start(interactive))
    page = browser.press("send", phone="470111222")
    assert "GUIDE_RP" in page.words
    assert "Carla" in page.words


@pytest.mark.parametrize("choice", ["reject", "wrong_icon", "cancel"])
def test_a_refusal_sends_the_browser_back(interactive, choice):
    browser = Browser(CALLBACK)
    browser.open(start(interactive))
    browser.press("send", phone="470111222")
    found = left(lambda: browser.press(choice))
    assert (found["error"], found["state"]) == ("access_denied", "page")


def test_cancel_on_the_identify_page(interactive):
    browser = Browser(CALLBACK)
    browser.open(start(interactive))
    assert left(lambda: browser.press("cancel"))["error"] == "access_denied"


@pytest.mark.parametrize("typed", ["", "abc", "12345678901234567890", "<script>alert(1)</script>"])
def test_a_number_that_is_none_is_asked_for_again(interactive, typed):
    browser = Browser(CALLBACK)
    browser.open(start(interactive))
    page = browser.press("send", phone=typed)
    sound(page)
    assert "problem" in page.marks and page.forms[0].identifier == "phoneForm"
    assert "<script>" not in page.source


def test_remembered_number_is_filled_in_next_time(interactive):
    browser = Browser(CALLBACK)
    browser.open(start(interactive))
    browser.press("send", phone="470111222", remember="on")
    assert "mobileid-phonenumber" in browser.session.cookies
    page = browser.open(start(interactive))
    assert page.forms[0].values["phone"] == "470111222"


@pytest.mark.parametrize(
    ("language", "title"),
    [("fr", "Identifiez-vous"), ("nl", "Identificeer"), ("de", "Identifizieren"), ("en", "Identify"), ("es", "Identify")],
)
def test_language_by_parameter(interactive, language, title):
    page = Browser(CALLBACK).open(start(interactive, ui_locales=language))
    assert title.lower()[:8] in page.title.lower()


def test_language_by_browser_and_by_menu(interactive):
    browser = Browser(CALLBACK, language="nl-BE,nl;q=0.9")
    assert browser.open(start(interactive)).language == "nl"
    french = next(link for link in browser.page.links if link.get("hreflang") == "fr")
    from urllib.parse import urljoin

    assert browser.open(urljoin(browser.page.url, french["href"])).language == "fr"


def test_a_hint_leads_straight_to_the_waiting_page(interactive):
    page = Browser(CALLBACK).open(start(interactive, login_hint="32+470111222"))
    assert "icons" in page.marks and "phone" not in page.marks


def test_on_a_phone_the_app_link_is_offered_and_nobody_is_asked_who(interactive):
    browser = Browser(CALLBACK, agent=IPHONE)
    page = browser.open(start(interactive))
    sound(page)
    assert "phone" not in page.marks
    link = page.marks["app-link"]["href"]
    assert "/mobile/authorize" in link
    browser.open(link)
    assert "code" in left(lambda: browser.press("approve"))


def test_the_page_waits_for_a_delayed_approval_without_script(server):
    browser = Browser(CALLBACK)
    page = browser.open(start(server, eidolon_scenario="approve-after-delay"))
    sound(page)
    assert "icons" in page.marks and "approve" not in page.marks
    assert "code" in left(lambda: browser.wait(10))


def test_when_time_runs_out_the_page_says_so_and_stays(server):
    browser = Browser(CALLBACK)
    browser.open(start(server, eidolon_scenario="timeout-no-redirect"))
    page = browser.wait(15)
    sound(page)
    assert page.refresh is None and "not valid anymore" in page.words


def test_time_out_as_an_error_page(server):
    browser = Browser(CALLBACK)
    browser.open(start(server, eidolon_scenario="timeout-error-page"))
    assert browser.wait(15).status == 500


def test_time_out_with_a_redirect(server):
    browser = Browser(CALLBACK)
    browser.open(start(server, eidolon_scenario="timeout-access-denied"))
    assert left(lambda: browser.wait(15))["error"] == "access_denied"


def test_a_decided_login_shows_no_page(server):
    assert "code" in left(lambda: Browser(CALLBACK).open(start(server)))


def test_error_page_looks_as_itsmes(server):
    browser = Browser(CALLBACK)
    page = browser.open(start(server, response_type="code", redirect_uri="https://wrong.test/"))
    sound(page)
    assert "Oops!" in page.words and "Code:400" in page.words and "invalid_request" in page.words
    assert "Emulator: what went wrong" in page.words and "Creating sandbox" in page.words


def test_nothing_that_is_sent_comes_back_as_markup(server):
    browser = Browser(CALLBACK)
    page = browser.open(start(server, redirect_uri='https://x.test/"><script>alert(1)</script>'))
    sound(page)
    page = browser.open(start(server, client_id="<script>alert(1)</script>", scope="openid"))
    sound(page)


def test_a_page_of_a_login_that_nobody_knows(server):
    response = requests.get(
        f"{server.http}/itsme/oidc/authorization/phone/confirmation?transaction=unknown",
        headers={"Accept": "text/html", "User-Agent": DESKTOP},
        allow_redirects=False,
        timeout=10,
    )
    assert response.status_code == 500
    sound(Page(response))


def test_start_page_says_what_to_paste(server):
    page = Browser(CALLBACK).open(f"{server.http}/")
    assert "unsafe-inline" not in page.headers["Content-Security-Policy"]
    for text in ("/itsme/oidc/.well-known/openid-configuration", "EIDOLON_TEST", "EIDOLON_LOGIN"):
        assert text in page.words
