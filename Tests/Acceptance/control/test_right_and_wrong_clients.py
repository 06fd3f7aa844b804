"""What shipped stories make of clients that are right in different ways, and of one that is wrong.

A right client may do more or less than the one of the stories' own tests: it gives up or tries again, polls or waits, reads
a result twice, has no code to redeem. None of that fails it. Each group below stands for one kind of expectation.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest
import requests
from authlib.integrations.base_client import OAuthError
from joserfc.jwk import KeySet

from own_sandbox import OwnSandbox
from program import Program
from relying_party import RelyingParty

for folder in ("criipto", "veridium", "videoid"):
    sys.path.append(str(Path(__file__).parents[1] / folder))
from bankid_clients import SAME_DEVICE  # noqa: E402
from veridium_parties import Friend  # noqa: E402
from verify_client import Verify  # noqa: E402
from videoid_client import App, Backend, SDKFailed  # noqa: E402
from videoid_stage import Receiver, Stage  # noqa: E402


@pytest.fixture(scope="module")
def program(eidolon):
    with Program(eidolon, "--strict") as program:
        yield program


@pytest.fixture
def play(program):
    """Makes a sandbox with a queued story; `verdict` settles its login, after the client or its test has said what it made of it."""

    class Play(OwnSandbox):
        def __init__(self, story: str):
            super().__init__(program.http)
            self.queue(story)
            made.append(self)

        def verdict(self, saw: str | None = None) -> dict:
            if saw:
                self.control("POST", "saw", {"saw": saw})
            (judged,) = self.control("POST", "settle", {})["judged"]
            return judged

        def itsme(self) -> RelyingParty:
            found = requests.get(f"{self.root}/itsme/slate/private_jwks.json", timeout=10).json()
            use = {key.get("use"): key for key in KeySet.import_key_set(found).keys}
            service, back = "EIDOLON_LOGIN", "http://localhost:9000/cb"
            return RelyingParty(
                f"{self.root}/itsme/oidc", "EIDOLON_TEST", use["sig"], use["enc"], service=service, redirect_uri=back
            )

        def verify(self, **options) -> Verify:
            return Verify(f"{self.root}/criipto", redirect_uri="http://localhost:9000/cb", **options)

    made: list[Play] = []
    yield Play
    for stage in made:
        stage.end()


def broken(verdict: dict) -> list[tuple[str, str]]:
    return [(entry["rule"], entry["fix"]) for entry in verdict["broken"]]


# Where somebody says no, nobody is let in; whether that is so, only the client can say.


@pytest.mark.parametrize("saw, result", [("refused", "met"), (None, "inconclusive"), ("crashed", "warn")])
def test_a_refusal_is_seen_by_what_the_client_says_and_its_silence_proves_nothing(play, saw, result):
    stage = play("itsme/reject")
    rp = stage.itsme()
    assert rp.open(rp.start()["url"]).headers["Location"].startswith(rp.redirect_uri)
    assert stage.verdict(saw)["result"] == result


def test_who_lets_somebody_in_after_a_refusal_is_told_the_story(play):
    stage = play("itsme/reject")
    rp = stage.itsme()
    rp.open(rp.start()["url"])
    verdict = stage.verdict("accepted")
    assert verdict["result"] == "unmet"
    assert broken(verdict) == [("expect.right", "log nobody in here: The person rejects the login in the itsme app")]


# Trying again is allowed, and so is giving up.


@pytest.mark.parametrize("tries", [1, 3])
def test_a_token_endpoint_that_is_busy_may_be_asked_again_or_not(play, tries):
    stage = play("itsme/token-503-twice")
    rp = stage.itsme()
    started = rp.start()
    code = rp.callback(rp.open(started["url"]), started)["code"]
    for number in range(tries):
        if number < 2:
            with pytest.raises(requests.HTTPError):
                rp.exchange(code, started)
        else:
            assert rp.exchange(code, started)["id_token"]
    assert stage.verdict("accepted" if tries == 3 else "refused")["result"] == "met"


def test_who_takes_the_callback_for_the_login_does_not_redeem_where_the_endpoint_is_busy_either(play):
    stage = play("itsme/token-503-twice")
    rp = stage.itsme()
    rp.open(rp.start()["url"])
    verdict = stage.verdict("accepted")
    assert verdict["result"] == "unmet"
    fix = (
        "redeem the code, wait as long as Retry-After says before trying once more, "
        "and let nobody in without an answer"
    )
    assert broken(verdict) == [("expect.order", fix)]


# A rule that a retry breaks is allowed and not demanded.


@pytest.mark.parametrize("tries", [1, 2])
def test_a_lost_token_answer_may_be_asked_for_again_or_not(play, tries):
    stage = play("criipto/token-answer-lost")
    verify = stage.verify()
    started = verify.start()
    code = verify.callback(verify.open(started["url"]).headers["Location"], started)["code"]
    with pytest.raises(requests.ConnectionError):
        verify.exchange(code, started)
    if tries == 2:
        with pytest.raises(OAuthError, match="invalid_grant"):
            verify.exchange(code, started)
    assert stage.verdict("refused")["result"] == "met"
    findings = stage.control("GET", "findings")["findings"]
    assert [f["expected"] for f in findings if f["rule"] == "criipto.code-reused"] == [True] * (tries - 1)


def test_who_lets_somebody_in_without_a_token_answer_is_wrong(play):
    stage = play("criipto/token-answer-lost")
    verify = stage.verify()
    started = verify.start()
    code = verify.callback(verify.open(started["url"]).headers["Location"], started)["code"]
    with pytest.raises(requests.ConnectionError):
        verify.exchange(code, started)
    assert stage.verdict("accepted")["result"] == "unmet"


@pytest.mark.parametrize("asks", [False, True])
def test_userinfo_that_is_switched_off_may_be_asked_or_not(play, asks):
    stage = play("criipto/userinfo-from-token-endpoint")
    verify = stage.verify()
    started = verify.start()
    token = verify.exchange(verify.callback(verify.open(started["url"]).headers["Location"], started)["code"], started)
    if asks:
        with pytest.raises(requests.HTTPError):
            verify.userinfo(token)
    assert stage.verdict()["result"] == "met"


# A code that is late at once, whatever the clock does.


@pytest.mark.parametrize("saw, result", [("refused", "met"), ("accepted", "unmet")])
def test_a_code_that_has_expired_lets_nobody_in_even_where_the_clock_stands_still(play, saw, result):
    stage = play("criipto/code-expired")
    verify = stage.verify()
    started = verify.start()
    code = verify.callback(verify.open(started["url"]).headers["Location"], started)["code"]
    with pytest.raises(OAuthError, match="invalid_grant"):
        verify.exchange(code, started)
    assert stage.verdict(saw)["result"] == result


# What a request leaves out, no story demands.


def test_a_client_without_a_code_need_not_redeem_one(play):
    stage = play("criipto/mitid-approve")
    verify = stage.verify()
    started = verify.start(response_type="id_token")
    returned = verify.callback(verify.open(started["url"]).headers["Location"], started)
    assert verify.identity(returned["id_token"], started)["name"]
    assert stage.verdict()["result"] == "met"


def test_a_client_with_a_code_must(play):
    stage = play("criipto/mitid-approve")
    verify = stage.verify()
    verify.open(verify.start()["url"])
    verdict = stage.verdict()
    assert verdict["result"] == "unmet" and [rule for rule, _ in broken(verdict)] == ["expect.count", "expect.order"][::-1]


def test_a_client_of_the_hosted_bankid_page_has_no_order_to_complete(play):
    stage = play("criipto/bankid-approve-at-once")
    verify = stage.verify()
    started = verify.start(acr_values=SAME_DEVICE)
    code = verify.callback(verify.open(started["url"]).headers["Location"], started)["code"]
    assert verify.identity(verify.exchange(code, started)["id_token"], started)["name"] == "Anna Peeters"
    assert stage.verdict()["result"] == "met"


def test_a_client_that_opens_the_bankid_app_itself_has(play):
    stage = play("criipto/bankid-approve-at-once")
    verify = stage.verify()
    hint = "appswitch:android"
    assert verify.open(verify.start(acr_values=SAME_DEVICE, login_hint=hint, prompt="login")["url"]).json()["completeUrl"]
    verdict = stage.verdict()
    assert verdict["result"] == "unmet" and "complete was not called" in verdict["reasons"][0]


# One of several calls that serve the same purpose.


@pytest.mark.parametrize("ask", [Friend.status, Friend.wait])
def test_a_server_may_poll_or_wait_for_a_session(play, ask):
    stage = play("veridium/approve")
    friend = Friend(stage.root)
    assert ask(friend, friend.begin())["status"] == "COMPLETED"
    assert stage.verdict()["result"] == "met"


def test_a_server_that_asks_for_nothing_is_told_what_it_may_ask(play):
    stage = play("veridium/approve")
    Friend(stage.root).begin()
    verdict = stage.verdict()
    assert verdict["result"] == "unmet"
    ((rule, fix),) = broken(verdict)
    assert rule == "expect.order" and "session_status or session_status_async or sdk_authenticate" in fix


# More calls than needed are not mistakes.


def test_a_session_that_was_refused_may_be_polled_again(play):
    stage = play("veridium/reject")
    friend = Friend(stage.root)
    session = friend.begin()
    assert {friend.status(session)["status"] for _ in range(3)} == {"CANCELED"}
    assert stage.verdict("refused")["result"] == "met"


@pytest.mark.parametrize("reads, result", [(2, "met"), (0, "unmet")])
def test_a_result_may_be_read_twice_but_not_left_unread(play, reads, result):
    stage = play("videoid/approve")
    url = f"{stage.root}/videoid/v2"
    asked = App(url, "00000000-0000-4000-8000-000000000001").run()
    for _ in range(reads):
        assert Backend(url).get(f"videoid/{asked.id}").json()["status"] == "Completed"
    assert stage.verdict()["result"] == result


@pytest.mark.parametrize("saw, result", [("refused", "met"), ("accepted", "unmet")])
def test_the_result_of_a_run_that_failed_may_be_read_all_the_same(play, saw, result):
    stage = play("videoid/camera-refused")
    url = f"{stage.root}/videoid/v2"
    app = App(url, "00000000-0000-4000-8000-000000000001")
    asked = app.request()
    with pytest.raises(SDKFailed):
        app.start(asked.authorization)
    Backend(url).get(f"videoid/{asked.id}")
    assert stage.verdict(saw)["result"] == result


# A forged message is one thing, what the app says another.


@pytest.mark.parametrize("answer, saw, result", [(200, "accepted", "warn"), (401, None, "met"), (200, None, "inconclusive")])
def test_who_heard_of_a_run_from_the_app_may_let_the_person_in_though_the_message_is_forged(program, answer, saw, result):
    receiver = Receiver()
    stage = Stage(program, receiver=receiver)
    try:
        receiver.answers = [answer] * 9
        stage.queue("videoid/webhook-bad-signature")
        asked = App(stage.url, "00000000-0000-4000-8000-000000000002").run()
        receiver.wait(1)
        # The receiver has it before the emulator has heard so.
        for _ in range(500):
            if any(record["attempts"] for record in stage.control("GET", "deliveries")["deliveries"]):
                break
            time.sleep(0.01)
        if saw:
            assert Backend(stage.url, "00000000-0000-4000-8000-000000000002").get(f"videoid/{asked.id}").status_code == 200
            stage.control("POST", "saw", {"saw": saw})
        (judged,) = stage.control("POST", "settle", {})["judged"]
        assert judged["result"] == result, judged
    finally:
        stage.end()
        receiver.close()


# Keys that are fetched again.


def test_who_fetches_a_broken_key_set_again_may_go_on(play):
    stage = play("itsme/jwks-broken")
    rp = stage.itsme()
    started = rp.start()
    token = rp.exchange(rp.callback(rp.open(started["url"]), started)["code"], started)
    with pytest.raises(requests.exceptions.JSONDecodeError):
        rp.identity(token, started)
    rp.authlib.server_metadata.pop("jwks", None)
    assert rp.identity(token, started)["sub"]
    assert stage.verdict("accepted")["result"] == "met"


# userinfo of somebody else is not used; the login may stand by the id_token.


@pytest.mark.parametrize("saw, result", [("refused", "met"), ("accepted", "inconclusive")])
def test_who_drops_a_strangers_userinfo_and_goes_by_the_id_token_is_not_accused(play, saw, result):
    stage = play("itsme/userinfo-sub-of-another-person")
    rp = stage.itsme()
    started = rp.start()
    token = rp.exchange(rp.callback(rp.open(started["url"]), started)["code"], started)
    rp.authlib.get(rp.metadata["userinfo_endpoint"], token=token).raise_for_status()
    assert stage.verdict(saw)["result"] == result
