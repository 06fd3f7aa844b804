"""Danish MitID as the vendor's documents tell an Android app, an iOS app and a web page to run it."""

import pytest
import requests

from program import Program
from bankid_stage import Stage
from verify_client import BUSINESS, CALLBACK, LOW, PAGE, BrowserTab, Cancelled, MitIDApp, Refused, Verify, parameters_of

RESUME = "https://app.example.test/resume"


@pytest.fixture(scope="module")
def program(eidolon):
    with Program(eidolon, "--strict") as program:
        yield program


@pytest.fixture
def stage(program):
    return Stage(program.http)


def native(verify: Verify, platform: str, **parameters):
    """What the native SDKs send: the platform, and the universal or app link to resume at."""
    return verify.start(login_hint=f"appswitch:{platform} appswitch:resumeUrl:{RESUME}", **parameters)


@pytest.mark.parametrize("platform", ["android", "ios"])
def test_a_native_app_gets_two_deep_links(stage, platform):
    verify = Verify(stage.domain, scenario="mitid-double-callback")
    started = native(verify, platform)
    tab = BrowserTab(verify, started["url"])
    assert tab.app_link, "the page has the button that opens the app"
    stage.advance("2s")
    first = MitIDApp(tab.app_link).deep_link
    # Not the callback: a handler that expects parameters here crashes.
    assert first == RESUME and not parameters_of(first.partition("?")[2])
    # The app brings its tab to the front again, and the page goes on.
    tab.refresh()
    parameters = verify.callback(tab.location, started)
    claims = verify.identity(verify.exchange(parameters["code"], started)["id_token"], started)
    assert claims["name"] == "Freja Fiktivsen" and claims["identityscheme"] == "dkmitid"


def test_without_a_resume_url_the_app_returns_to_the_redirect_uri(stage):
    """The guide's Android setup: the app link is the redirect_uri, and onNewIntent sees it twice."""
    verify = Verify(stage.domain, scenario="mitid-double-callback")
    started = verify.start(login_hint="appswitch:android")
    tab = BrowserTab(verify, started["url"])
    stage.advance("2s")
    intents = [MitIDApp(tab.app_link).deep_link]
    tab.refresh()
    intents.append(tab.location)
    assert intents[0] == CALLBACK
    seen = [parameters_of(intent.partition("?")[2]) for intent in intents]
    assert "code" not in seen[0] and "error" not in seen[0] and "code" in seen[1]


@pytest.mark.parametrize("hint", ["", "appswitch:android target:web", "appswitch:ios target:web"])
def test_in_a_web_page_the_person_switches_back_by_hand(stage, hint):
    verify = Verify(stage.domain, scenario="mitid-return-by-hand")
    started = verify.start(login_hint=hint) if hint else verify.start()
    tab = BrowserTab(verify, started["url"])
    assert tab.app_link
    stage.advance("1s")
    app = MitIDApp(tab.app_link)
    assert app.deep_link is None and app.answer.status_code == 200
    tab.refresh()
    assert verify.callback(tab.location, started)["code"]


def test_on_ios_leaving_the_app_unfinished_is_a_cancellation_when_time_is_over(stage):
    """The authentication session stays open; whoever closes it sees the same as a cancelled login."""
    verify = Verify(stage.domain, scenario="mitid-walks-back")
    started = native(verify, "ios")
    tab = BrowserTab(verify, started["url"])
    stage.advance("2s")
    tab.refresh()
    assert tab.location is None, "nothing has happened yet"
    stage.advance("3s")
    tab.refresh()
    with pytest.raises(Cancelled):
        verify.callback(tab.location, started)


def test_closing_the_tab_leaves_a_login_that_ends_by_itself(stage):
    verify = Verify(stage.domain, scenario="mitid-walks-back")
    BrowserTab(verify, native(verify, "android")["url"])
    assert [entry["state"] for entry in stage.transactions()] == ["waiting"]
    stage.advance("5s")
    assert [entry["state"] for entry in stage.transactions()] == ["timed_out"]
    # The next attempt is not blocked by it.
    again = Verify(stage.domain, scenario="mitid-approve")
    started = native(again, "android")
    assert "code=" in BrowserTab(again, started["url"]).location


def test_cancelling_on_the_page_and_in_the_app_look_the_same(stage):
    for story in ("mitid-cancel", "mitid-reject-in-app"):
        verify = Verify(stage.domain, scenario=story)
        started = native(verify, "ios")
        tab = BrowserTab(verify, started["url"])
        stage.advance("2s")
        if not tab.location:
            tab.refresh()
        with pytest.raises(Cancelled) as cancelled:
            verify.callback(tab.location, started)
        assert cancelled.value.parameters["error"] == "access_denied"


def test_another_browser_may_not_finish(stage):
    """The device-binding cookie is not in the browser that the app opened."""
    verify = Verify(stage.domain, scenario="mitid-double-callback")
    started = verify.start()
    tab = BrowserTab(verify, started["url"])
    other = requests.get(tab.next, headers=PAGE, allow_redirects=False, timeout=10)
    with pytest.raises(Refused) as refused:
        verify.callback(other.headers["Location"], started)
    assert refused.value.parameters["error"] == "MITID_NONCE_COOKIE_MISSING"


def test_a_spoilt_cookie_is_another_error(stage):
    verify = Verify(stage.domain, scenario="mitid-double-callback")
    started = verify.start()
    tab = BrowserTab(verify, started["url"])
    for cookie in tab.http.cookies:
        cookie.value = "spoilt"
    tab.refresh()
    with pytest.raises(Refused) as refused:
        verify.callback(tab.location, started)
    assert refused.value.parameters["error"] == "MITID_NONCE_COOKIE_MALFORMED"


def test_the_levels_and_a_company(stage):
    assert Verify(stage.domain, scenario="mitid-password-at-low").login(acr_values=LOW)["loA"] == "LOW"
    employee = Verify(stage.domain, scenario="mitid-business-employee").login(acr_values=BUSINESS)
    private = Verify(stage.domain, scenario="mitid-business-private").login(acr_values=BUSINESS)
    assert employee["employee"] == "true" and "employee" not in private
    assert employee["sub"] != private["sub"]


def test_a_human_is_the_person(eidolon):
    """The pages without script: user id, app, decision."""
    with Program(eidolon, "--strict", "--interactive") as program:
        verify = Verify(f"{program.http}/criipto")
        started = verify.start()
        tab = BrowserTab(verify, started["url"])
        assert 'data-testid="user"' in tab.text
        page = f"{tab.text.partition('<form method=')[2].partition('action=')[2].split(chr(34))[1]}"
        tab.http.post(page, data={"user": "freja"}, timeout=10)
        tab.load(page)
        assert tab.app_link and tab.text.count("<script") == 1
        requests.post(tab.app_link, data={"do": "approve"}, headers=PAGE, timeout=10).raise_for_status()
        tab.load(page)
        code = verify.callback(tab.location, started)["code"]
        assert verify.identity(verify.exchange(code, started)["id_token"], started)["name"] == "Freja Fiktivsen"


def test_the_page_of_choice(eidolon):
    with Program(eidolon, "--strict", "--interactive") as program:
        verify = Verify(f"{program.http}/criipto")
        started = verify.start(acr_values="")
        page = requests.get(started["url"], headers=PAGE, timeout=10)
        for acr in verify.metadata["acr_values_supported"]:
            assert f'value="{acr}"' in page.text
        transaction = page.text.partition('name="transaction" value="')[2].split('"')[0]
        left = requests.post(
            f"{program.http}/criipto/oauth2/select", data={"transaction": transaction, "cancel": "1"}, headers=PAGE,
            allow_redirects=False, timeout=10,
        )
        with pytest.raises(Cancelled):
            verify.callback(left.headers["Location"], started)
