"""Every shipped story of VideoID, what a correct client makes of it, and the verdict of the story's own expectation."""

from datetime import date

import pytest
import requests

from program import Program
from shipped_stories import ShippedStories
from videoid_client import HOOKED, App, AuthorisationRefused, Backend, Held, SDKFailed
from videoid_result import NotCompleted, ResultError, ServiceError, read
from videoid_stage import BadSignature, Receiver, Stage, verify

STORY_FILES = ShippedStories("videoid")


class Actor:
    """A client in a sandbox of its own, which plays one story."""

    def __init__(self, stage: Stage, receiver: Receiver, story: str):
        self.stage, self.receiver = stage, receiver
        self.app = App(stage.url, HOOKED, scenario=f"videoid/{story}")
        self.backend = Backend(stage.url, HOOKED)

    def identity(self, asked):
        return self.backend.identity(asked.id, self.stage.today)

    def later(self, by: str, process: str = "Unattended", **options):
        """The SDK waits for the person while the clock moves."""
        asked = self.app.request(process)
        callback = Held(lambda: self.app.start(asked.authorization, **options))
        self.stage.wait_for_state(asked.id, "front", "back", "face")
        self.stage.advance(by)
        return asked, callback

    def completed(self, **options):
        return self.identity(self.app.run(**options))

    def first_message(self, asked):
        self.receiver.wait(1)
        headers, body = self.receiver.received[0]
        return verify(headers, body, self.stage.now)


def trusted(actor):
    assert actor.completed().trusted()


def refused(status):
    def play(actor):
        with pytest.raises(AuthorisationRefused) as error:
            actor.app.request()
        assert error.value.response.status_code == status

    return play


def fails(code, by=None, **options):
    def play(actor):
        if by is None:
            with pytest.raises(SDKFailed) as error:
                actor.app.run(**options)
        else:
            asked, callback = actor.later(by, **options)
            with pytest.raises(SDKFailed) as error:
                callback.result()
        assert error.value.code == code

    return play


def distrusted(*failed, similarity="High"):
    def play(actor):
        identity = actor.completed(docType=62)
        assert identity.failed == list(failed)
        assert identity.similarity == similarity
        assert not identity.trusted()

    return play


def unreadable(error):
    def play(actor):
        with pytest.raises(error):
            actor.completed()

    return play


def walk(actor):
    asked = actor.app.request()
    callback = Held(lambda: actor.app.start(asked.authorization, docType=62))
    for state in ("front", "back", "face"):
        actor.stage.wait_for_state(asked.id, state)
        actor.stage.advance("1s")
    assert callback.result() == asked.id
    assert actor.identity(asked).trusted()


def impatient(actor):
    with pytest.raises(requests.exceptions.ReadTimeout):
        actor.app.request(timeout=0.5)


def lost(actor):
    with pytest.raises(requests.exceptions.ConnectionError):
        actor.app.request()


def below_minimum(actor):
    asked = actor.app.request()
    with pytest.raises(SDKFailed, match="SIMILARITY_TOO_LOW"):
        actor.app.start(asked.authorization)


def hundred(actor):
    identity = actor.completed()
    # The reader's guess is right by luck only: a year later it would be a child.
    assert actor.stage.now.year - identity.born.year in (0, 100)
    assert identity.failed == ["nonExpired"] and not identity.trusted()


def without_number(actor):
    identity = actor.completed(docType=62)
    # The number of the holder stands in for the one of the document.
    assert identity.number == "00000001R"


def bare(actor):
    identity = actor.completed()
    assert identity.born == date(1985, 3, 2) and identity.names == ("MAES", "BOB")


def no_dates(actor):
    bare(actor)
    asked = actor.app.run()
    assert actor.backend.get(f"videoid/{asked.id}").json()["document"]["expiryDate"] == ""


def one_name(actor):
    assert actor.completed().names == ("WIJAYANTI", "WIJAYANTI")


def again(actor):
    asked = actor.app.run()
    first = actor.backend.get(f"videoid/{asked.id}")
    assert first.status_code == 502
    assert actor.identity(asked).trusted()


def server_error(actor):
    asked = actor.app.run()
    answer = actor.backend.get(f"videoid/{asked.id}")
    assert answer.status_code == 500 and answer.json()["status"] == "Completed"


def patient(actor):
    asked, callback = actor.later("5s")
    assert callback.result() == asked.id
    assert actor.identity(asked).trusted()


def webhook_comes_late(actor):
    asked = actor.app.run()
    assert actor.receiver.events == []
    actor.stage.advance("5s")
    assert actor.first_message(asked)["id"] == asked.id
    assert actor.identity(asked).trusted()


def webhook_comes_twice(actor):
    asked = actor.app.run()
    actor.stage.advance("1s")
    actor.receiver.wait(2)
    seen = set()
    for headers, body in list(actor.receiver.received):
        message = verify(headers, body, actor.stage.now)
        seen.add((message["event"], message["id"]))
    # What a careful receiver does is done once for each.
    assert ("Video.Completed", asked.id) in seen and len(seen) <= 2
    assert actor.identity(asked).trusted()


def told(actor):
    asked = actor.app.run()
    assert actor.first_message(asked)["event"] == "Video.Completed"
    assert actor.identity(asked).trusted()


def forged(actor):
    asked = actor.app.run()
    with pytest.raises(BadSignature):
        actor.first_message(asked)


def nobody_filmed(check):
    """Nobody is filmed to the end, whatever the message says; the result says so."""

    def play(actor):
        asked = actor.app.request()
        with pytest.raises(SDKFailed, match="USER_CANCELLED"):
            actor.app.start(asked.authorization)
        check(actor, asked)
        with pytest.raises(NotCompleted):
            actor.identity(asked)

    return play


def forged_completion(actor, asked):
    with pytest.raises(BadSignature):
        actor.first_message(asked)


def completion_of_another(actor, asked):
    message = actor.first_message(asked)
    assert message["event"] == "Video.Completed" and message["id"] != asked.id


def comes_in_another_order(actor):
    asked = actor.app.run()
    actor.stage.advance("5s")
    messages = actor.receiver.wait(2)
    assert [message["event"] for message in messages] == ["Video.Consolidated", "Video.Completed"]
    assert actor.identity(asked).trusted()


def of_nobody(actor):
    asked = actor.app.run()
    assert actor.first_message(asked)["id"] != asked.id


def unheard_of(actor):
    asked = actor.app.run()
    assert actor.first_message(asked)["event"] not in {"Video.Completed", "Video.Failed", "Video.Verified"}


def reviewed(word):
    def play(actor):
        asked = actor.app.run()
        assert actor.identity(asked).trusted()
        actor.stage.advance("2m")
        messages = actor.receiver.wait(3)
        assert [m["status"] for m in messages if m["event"] == "Video.Verified"] == [word]

    return play


def passport(actor):
    asked = actor.app.run()
    result = actor.backend.get(f"videoid/{asked.id}").json()
    document = result["document"]
    assert "passportNumber" in document and "scan" in document and "front" not in document
    assert read(result, asked.id, actor.stage.today).number == "TEST00002"


def too_late(actor):
    asked = actor.app.request()
    actor.stage.advance("1ms")
    with pytest.raises(SDKFailed, match="AUTHORIZATION_EXPIRED"):
        actor.app.start(asked.authorization)


def tries_again(actor):
    asked = actor.app.request()
    for _ in range(2):
        with pytest.raises(SDKFailed, match="USER_CANCELLED"):
            actor.app.start(asked.authorization)


def attended(actor):
    asked, callback = actor.later("10s", "Attended")
    assert callback.result() == asked.id
    assert actor.identity(asked).trusted()
    assert actor.receiver.wait(3)[0]["event"] == "Conversation.Updated"


def nobody_at_work(actor):
    asked = actor.app.request("Attended")
    with pytest.raises(SDKFailed, match="ATTENDED_CLOSED"):
        actor.app.start(asked.authorization)


def cut_off(actor):
    asked = actor.app.request()
    with pytest.raises(requests.exceptions.ConnectionError):
        actor.app.start(asked.authorization)
    # The person had finished: the result says so, and no callback ever will.
    assert actor.identity(asked).trusted()


STORIES = {
    "approve": trusted,
    "walk-in-three-steps": walk,
    "two-secrets": fails("INVALID_AUTHORIZATION"),
    "sdk-url-is-request": fails("INVALID_ENVIRONMENT"),
    "token-401": refused(401),
    "token-401-without-body": refused(401),
    "token-401-no-json": refused(401),
    "token-403": refused(403),
    "request-unavailable": refused(503),
    "request-times-out": impatient,
    "request-answer-lost": lost,
    "very-low-similarity": distrusted(similarity="VeryLow"),
    "similarity-below-minimum": below_minimum,
    "not-live": distrusted("liveness"),
    "black-and-white-copy": distrusted("notBWCopy"),
    "sides-differ": distrusted("sidesMatch"),
    "data-altered": distrusted("dataIntegrity"),
    "document-expired": distrusted("nonExpired"),
    "underage": distrusted("notUnderage"),
    "hundred-years-old": hundred,
    "missing-document-number": without_number,
    "empty-values": no_dates,
    "missing-values": bare,
    "single-name": one_name,
    "wrong-id": unreadable(ResultError),
    "error-with-200": unreadable(ServiceError),
    "result-unavailable-once": again,
    "result-500-with-success": server_error,
    "result-more-members": trusted,
    "status-failed": unreadable(ResultError),
    "slow-person": patient,
    "callback-late": told,
    "webhook-late": webhook_comes_late,
    "webhook-repeated": webhook_comes_twice,
    "webhook-before-return": told,
    "webhook-out-of-order": comes_in_another_order,
    "webhook-forged": nobody_filmed(forged_completion),
    "webhook-forged-signature": nobody_filmed(forged_completion),
    "webhook-replayed": nobody_filmed(forged_completion),
    "webhook-of-another-video": nobody_filmed(completion_of_another),
    "webhook-bad-signature": forged,
    "webhook-unsigned": forged,
    "webhook-stale": forged,
    "webhook-unknown-id": of_nobody,
    "webhook-unknown-event": unheard_of,
    "review-accepts": reviewed("Accepted"),
    "review-rejects": reviewed("Rejected"),
    "document-unknown": fails("DOCUMENT_NOT_SUPPORTED"),
    "passport": passport,
    "authorization-expires": too_late,
    "authorization-used-again": fails("AUTHORIZATION_USED"),
    "started-twice": fails("IN_PROGRESS"),
    "cancel": fails("USER_CANCELLED", "2s"),
    "cancel-then-retry": tries_again,
    "camera-refused": fails("CAMERA_REFUSED"),
    "requirements-not-passed": fails("REQUIREMENTS_NOT_PASSED"),
    "document-not-read": fails("DOCUMENT_NOT_READ", "3s"),
    "unknown-error-code": fails("E-4711"),
    "never-finishes": fails("TIMEOUT", "5s"),
    "attended-closed": nobody_at_work,
    "attended": attended,
    "sdk-connection-lost": cut_off,
}


def test_every_shipped_videoid_story_is_tried_here():
    assert STORY_FILES.names == set(STORIES)


@pytest.fixture(scope="module")
def program(eidolon):
    with Program(eidolon) as program:
        yield program


@pytest.mark.parametrize("story", sorted(STORIES))
def test_videoid_story(program, story):
    receiver = Receiver()
    stage = Stage(program, f"story-{story}"[:40], receiver=receiver)
    try:
        STORIES[story](Actor(stage, receiver, story))
        STORY_FILES.say(stage.root, story)
    finally:
        stage.end()
        receiver.close()


def test_at_the_end_each_videoid_story_has_gone_as_its_file_expects(program):
    """Runs after the stories above: the end of a sandbox judges what is in it."""
    program.wait_for_event(lambda event: event["message"].startswith(f"videoid/{sorted(STORIES)[-1]}: "))
    STORY_FILES.went_as_expected(STORIES, program.events)
