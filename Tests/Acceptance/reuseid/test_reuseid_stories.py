"""Every shipped story of ReuseID, with what a correct backend and app make of it, and the story's own verdict."""

from __future__ import annotations


import pytest
import requests
from authlib.integrations.base_client import OAuthError
from joserfc import errors

from program import Program
from shipped_stories import ShippedStories
from reuseid_customer import ANNA, CALLBACK, CLIENT, App, Backend, LibraryError, Sandbox, VideoIDFailed
from test_reuseid_oidc import CIBA, HINT, backchannel, claims, client, metadata

STORY_FILES = ShippedStories("reuseid")


class Run:
    """One story in a sandbox of its own: the backend asks for it by name."""

    def __init__(self, http: str, story: str):
        self.story = f"reuseid/{story}"
        self.sandbox = Sandbox(http)
        self.backend = Backend(self.sandbox.reuseid)
        self.app = App(self.sandbox.reuseid)

    def start(self, phone=ANNA) -> str:
        return self.backend.step_up(phone, self.story)

    def step_up(self) -> None:
        """A step-up that goes well."""
        transaction = self.start()
        self.app.step_up()
        assert self.backend.status(transaction) == "Completed"

    def refused(self, call, **arguments) -> LibraryError:
        with pytest.raises(LibraryError) as refused:
            call(**arguments)
        return refused.value


def goes_well(run: Run) -> None:
    run.step_up()


def says_version(run: Run) -> None:
    transaction = run.start()
    assert run.app.operation(run.app.start_authentication(), "pre_operation_context")["version"] == "1"
    post = run.app.operation(run.app.finish_authentication(), "post_operation_context")
    run.app.run_video_id(post, run.app.request_video_id(post)["authorization"])
    assert run.backend.status(transaction) == "Completed"


def has_contexts_only(run: Run) -> None:
    transaction = run.start()
    assert set(run.app.start_authentication()) == {"pre_operation_context"}
    finished = run.app.finish_authentication()
    assert set(finished) == {"post_operation_context"}
    post = run.app.operation(finished, "post_operation_context")
    run.app.run_video_id(post, run.app.request_video_id(post)["authorization"])
    assert run.backend.status(transaction) == "Completed"


def names_newer_provider(run: Run) -> None:
    transaction = run.start()
    pre = run.app.operation(run.app.start_authentication(), "pre_operation_context")
    assert pre["provider"] == "signicatvideoid"
    run.app.finish_authentication()
    assert run.backend.status(transaction) == "Pending"


def is_plain(run: Run) -> None:
    body = {"userId": ANNA.user, "deviceId": ANNA.device}
    body["preOperationContext"] = {"content": "Pay 10 EUR?", "mimeType": "text/plain"}
    transaction = run.backend.start("/core/authentications", body, run.story)["transactionId"]
    assert run.app.operation(run.app.start_authentication(), "pre_operation_context") is None
    finished = run.app.finish_authentication()
    assert "post_operation_context" not in finished and finished["response_type"] == -1
    assert run.backend.result(transaction)["state"] == "COMPLETED"


def tries_again(run: Run) -> None:
    transaction = run.start()
    run.app.start_authentication()
    left = [run.refused(run.app.finish_authentication).error["remaining_attempts"] for _ in range(2)]
    assert left == [2, 1]
    run.app.finish_authentication()
    assert run.backend.status(transaction) == "Pending"


def locks(last: int):
    def check(run: Run) -> None:
        transaction = run.start()
        run.app.start_authentication()
        assert [run.refused(run.app.finish_authentication).code for _ in range(3)] == [214, 214, last]
        assert run.backend.status(transaction) == "Failed"

    return check


def is_locked(run: Run) -> None:
    run.start()
    assert run.refused(run.app.start_authentication).code == 224


def is_rejected(run: Run) -> None:
    transaction = run.start()
    run.app.start_authentication()
    assert run.refused(run.app.finish_authentication).code == 208
    assert run.backend.status(transaction) == "Cancelled"


def is_too_late(run: Run) -> None:
    transaction = run.start()
    run.sandbox.advance("1ms")
    assert [run.refused(run.app.start_authentication).code for _ in range(2)] == [209, 208]
    assert run.backend.status(transaction) == "Expired"


def is_replaced(run: Run) -> None:
    transaction = run.start()
    run.app.start_authentication()
    assert run.refused(run.app.finish_authentication).code == 201
    assert run.backend.status(transaction) == "Cancelled"


def validates_push(run: Run) -> None:
    transaction = run.start()
    assert run.refused(run.app.start_authentication).code == 210
    run.app.start_authentication(push_session_id=run.app.push_number())
    run.app.finish_authentication()
    assert run.backend.status(transaction) == "Pending"


def has_no_push(run: Run) -> None:
    transaction = run.start()
    assert run.app.push_number() is None
    run.app.step_up()
    assert run.backend.status(transaction) == "Completed"


def verification_fails(run: Run) -> None:
    transaction = run.start()
    with pytest.raises(VideoIDFailed):
        run.app.step_up()
    assert run.backend.status(transaction) == "Failed"


def verification_is_retried(run: Run) -> None:
    transaction = run.start()
    run.app.start_authentication()
    post = run.app.operation(run.app.finish_authentication(), "post_operation_context")
    with pytest.raises(VideoIDFailed):
        run.app.run_video_id(post, run.app.request_video_id(post)["authorization"])
    assert run.backend.status(transaction) == "Pending"
    run.app.run_video_id(post, run.app.request_video_id(post)["authorization"])
    assert run.backend.status(transaction) == "Completed"


def verification_never_comes(run: Run) -> None:
    transaction = run.start()
    run.app.start_authentication()
    post = run.app.operation(run.app.finish_authentication(), "post_operation_context")
    run.sandbox.advance("1ms")
    assert run.backend.status(transaction) == "Expired"
    with pytest.raises(requests.HTTPError):
        run.app.request_video_id(post)


def answer_is_lost(run: Run) -> None:
    run.start()
    run.app.start_authentication()
    with pytest.raises(requests.ConnectionError):
        run.app.finish_authentication()
    assert run.refused(run.app.finish_authentication).code == 207


def is_unavailable_once(run: Run) -> None:
    transaction = run.start()
    run.app.start_authentication()
    refused = run.refused(run.app.finish_authentication)
    assert refused.code == 221 and refused.error["recoverable"]
    run.app.finish_authentication()
    assert run.backend.status(transaction) == "Pending"


def polls_again(run: Run) -> None:
    transaction = run.start()
    for _ in range(2):
        response = run.backend.call("GET", f"/step-up/{transaction}")
        assert response.status_code == 503 and response.headers["Retry-After"] == "1"
    assert run.backend.status(transaction) == "Pending"


def needs_no_app(run: Run) -> None:
    transaction = run.start()
    assert run.backend.status(transaction) == "Pending"
    run.sandbox.advance("3s")
    assert run.backend.result(transaction)["state"] == "COMPLETED"
    assert run.backend.status(transaction) == "Pending"
    run.sandbox.advance("6s")
    assert run.backend.status(transaction) == "Completed"


def fails_without_app(run: Run) -> None:
    transaction = run.start()
    run.sandbox.advance("2s")
    assert run.backend.status(transaction) == "Failed"


def onboards(digits: int):
    def check(run: Run) -> None:
        started = run.backend.start("/onboarding", {"externalRef": "anna"}, run.story)
        assert len(started["activationCode"]) == digits and started["activationCode"].isdigit()
        activation = run.app.library("startActivation", activation_code=started["activationCode"])
        registration = activation["registration_id"]
        finished = run.app.library(
            "finishActivation", registration_id=registration, auth_method="DEVICE:PIN", pin_code="4711"
        )
        post = run.app.operation(finished, "post_operation_context")
        run.app.run_video_id(post, run.app.request_video_id(post)["authorization"])
        assert run.backend.status(started["transactionId"], "onboarding") == "Completed"

    return check


def begin_in_app(run: Run) -> dict:
    parameters = {
        "response_type": "code",
        "scope": "openid mobileid",
        "client_id": CLIENT,
        "redirect_uri": CALLBACK,
        "state": "s",
        "acr_values": "urn:signicat:oidc:method:scid-mobileid",
        "login_hint": ["externalRef-anna", f"deviceId-{ANNA.device}"],
    }
    headers = {"Accept": "application/json", "Eidolon-Scenario": run.story}
    url = metadata(run.sandbox, "oidc")["authorization_endpoint"]
    return requests.get(url, params=parameters, headers=headers, timeout=10).json()


def completes_in_app(run: Run) -> None:
    begun = begin_in_app(run)
    if "links" in begun:
        begun = {link["rel"] + "Url": link["href"] for link in begun["links"]}
    run.app.start_authentication()
    run.app.finish_authentication()
    assert requests.get(begun["statusUrl"], timeout=10).json() == {"status": "COMPLETED"}
    back = requests.get(begun["completeUrl"], allow_redirects=False, timeout=10).headers["Location"]
    session = client(state="s")
    document = metadata(run.sandbox, "oidc")
    session.fetch_token(document["token_endpoint"], authorization_response=back)
    assert claims(document, session.token["id_token"])["sub"] == ANNA.user


def is_cancelled_in_app(status: str):
    def check(run: Run) -> None:
        begun = begin_in_app(run)
        run.app.start_authentication()
        assert run.refused(run.app.finish_authentication).code == 208
        assert requests.get(begun["statusUrl"], timeout=10).json() == {"status": status}

    return check


def comes_from_the_back_channel(run: Run, advance: str) -> None:
    document, session = metadata(run.sandbox), client()
    request = backchannel(run.sandbox, run.story)
    with pytest.raises(OAuthError) as waiting:
        session.fetch_token(document["token_endpoint"], grant_type=CIBA, auth_req_id=request["auth_req_id"])
    if waiting.value.error != "authorization_pending":
        raise waiting.value
    run.sandbox.advance(advance)
    session.fetch_token(document["token_endpoint"], grant_type=CIBA, auth_req_id=request["auth_req_id"])
    assert claims(document, session.token["id_token"])["sub"] == ANNA.user


def ends_with(error: str, advance: str = "5s"):
    def check(run: Run) -> None:
        with pytest.raises(OAuthError) as refused:
            comes_from_the_back_channel(run, advance)
        assert refused.value.error == error

    return check


def has_a_bad_token(error: type[Exception]):
    def check(run: Run) -> None:
        document = metadata(run.sandbox)
        session = client(scope="openid mobileid")
        url, state = session.create_authorization_url(
            document["authorization_endpoint"], nonce="n1", acr_values="idp:mobileid", login_hint=HINT
        )
        back = requests.get(
            url, allow_redirects=False, headers={"Eidolon-Scenario": run.story}, timeout=10
        ).headers["Location"]
        session.fetch_token(document["token_endpoint"], authorization_response=back, state=state)
        with pytest.raises(error):
            claims(document, session.token["id_token"], "n1")

    return check


OUTCOMES = {
    "approve": goes_well,
    "pre-context-with-version": says_version,
    "documented-contexts-only": has_contexts_only,
    "context-url-safe": goes_well,
    "provider-word-of-newer-api": names_newer_provider,
    "plain-authentication": is_plain,
    "wrong-pin-twice": tries_again,
    "wrong-pin-locks": locks(226),
    "last-wrong-pin-214": locks(214),
    "locked-at-start": is_locked,
    "reject": is_rejected,
    "session-expired": is_too_late,
    "session-replaced": is_replaced,
    "push-validated": validates_push,
    "push-lost": has_no_push,
    "push-late": has_no_push,
    "verification-failed": verification_fails,
    "verification-retried": verification_is_retried,
    "verification-never-comes": verification_never_comes,
    "finish-answer-lost": answer_is_lost,
    "service-unavailable": is_unavailable_once,
    "status-503-twice": polls_again,
    "backend-only": needs_no_app,
    "backend-only-verification-failed": fails_without_app,
    "onboarding": onboards(10),
    "activation-code-six-digits": onboards(6),
    "inapp-approve": completes_in_app,
    "inapp-links": completes_in_app,
    "inapp-cancelled": is_cancelled_in_app("CANCELLED"),
    "inapp-pending-for-ever": is_cancelled_in_app("PENDING"),
    "ciba-approve-after-delay": lambda run: comes_from_the_back_channel(run, "12s"),
    "ciba-rejected": ends_with("access_denied"),
    "ciba-expired": ends_with("expired_token"),
    "id-token-bad-signature": has_a_bad_token(errors.BadSignatureError),
    "id-token-wrong-nonce": has_a_bad_token(errors.InvalidClaimError),
    "id-token-expired": has_a_bad_token(errors.ExpiredTokenError),
}


def test_every_shipped_story_is_tried_here():
    assert STORY_FILES.are_played(OUTCOMES)


@pytest.fixture(scope="module")
def stage(eidolon):
    """An emulator whose log is read when it has stopped: then every story has been judged."""
    program = Program(eidolon, "--strict")
    yield program
    program.stop()


@pytest.mark.parametrize("story", sorted(OUTCOMES))
def test_story(stage, story):
    run = Run(stage.http, story)
    OUTCOMES[story](run)
    STORY_FILES.say(run.sandbox.root, story)


def test_at_the_end_each_story_has_gone_as_its_file_expects(stage):
    """Runs after the stories above: stopping the emulator judges them all."""
    assert stage.stop() == 0
    STORY_FILES.went_as_expected(OUTCOMES, stage.events)
