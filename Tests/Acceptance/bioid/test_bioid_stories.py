"""Every shipped story of BioID, what a careful relying party makes of it, and the verdict of the story's own expectation."""

import base64
import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Callable
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
import requests
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from bioid_client import RETURN_URL, CarefulParty, Phone, Refused, ServiceError
from joserfc import errors
from relying_party import AuthlibClient, parameters_of

from own_sandbox import OwnSandbox
from program import Program
from shipped_stories import ShippedStories

STORY_FILES = ShippedStories("bioid")
CALLBACK = "http://localhost:9000/cb"


class Stage(OwnSandbox):
    """A sandbox with a frozen clock and one queued story."""

    count = 0

    def __init__(self, program: Program, story: str):
        # Numbered, because a story may be played more than once.
        Stage.count += 1
        super().__init__(program.http, f"{Stage.count}-{story}"[:40])
        self.base = f"{self.root}/bioid"
        self.queue(f"bioid/{story}")
        self.party, self.phone = CarefulParty(f"{self.base}/extension"), Phone(self.base)

    def while_time_passes(self, step: str, action: Callable):
        """Does something that the person keeps waiting, moving the clock until it is done."""
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(action)
            end = time.monotonic() + 20
            while not future.done() and time.monotonic() < end:
                time.sleep(0.05)
                self.advance(step)
            return future.result(10)

    def web_ui(self, token: str) -> dict[str, str]:
        """What the web user interface returns."""
        query = {"access_token": token, "return_url": RETURN_URL, "state": "s-1"}
        response = requests.get(f"{self.base}/bws/uui", query, allow_redirects=False, timeout=60)
        assert response.status_code == 302, response.text
        # Nothing is encoded on the way back.
        parts = dict(part.split("=", 1) for part in urlsplit(response.headers["Location"]).query.split("&"))
        assert parts["state"] == "s-1" and parts["access_token"] == token
        return parts


def verified(stage: Stage):
    return stage.party.verify()


def with_app(stage: Stage):
    return stage.party.verify_with_app(stage.phone)


def refused(reason: str, action: Callable = verified) -> Callable:
    def run(stage: Stage):
        with pytest.raises(Refused, match=reason):
            action(stage)

    return run


def failed(status: int, action: Callable = verified) -> Callable:
    def run(stage: Stage):
        with pytest.raises(ServiceError) as error:
            action(stage)
        assert error.value.status == status
        assert error.value.response.json()["Message"]

    return run


def slowly(stage: Stage):
    stage.while_time_passes("1s", stage.party.verify)


def app_and_result(stage: Stage, error: str):
    """The app returns as after a success; only the result tells."""
    token = stage.party.token()
    link = f"bioid-verify://?access_token={token}&return_url={RETURN_URL}&state=s-1"
    assert stage.phone.open(link).headers["Location"] == f"{RETURN_URL}?access_token={token}&state=s-1"
    with pytest.raises(Refused, match=error):
        stage.party.result(token)


def second_try(stage: Stage):
    assert stage.party.verify().tries == 2


def tries_used_up(stage: Stage):
    """A careless client goes on beyond the tries that the token names."""
    token = stage.party.token()
    assert json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))["task"] & 0x0F == 3
    for _ in range(3):
        stage.party.capture(token, 2, {"warnings": [], "refusals": []})
        assert stage.party.perform(token) == {"Success": False}
    stage.party.capture(token, 2, {"warnings": [], "refusals": []})
    with pytest.raises(ServiceError, match="403"):
        stage.party.perform(token)
    with pytest.raises(Refused, match="not recognized"):
        stage.party.result(token)


def user_abort(stage: Stage):
    token = stage.party.token()
    assert stage.web_ui(token)["error"] == "user_abort"
    with pytest.raises(Refused, match="nothing was done"):
        stage.party.result(token)


def user_skip(stage: Stage):
    token = stage.party.token()
    assert stage.web_ui(token)["error"] == "user_skip"
    with pytest.raises(Refused, match="nothing was done"):
        stage.party.result(token)


def never_returns(stage: Stage):
    token = stage.party.token()
    link = f"bioid-verify://?access_token={token}&return_url={RETURN_URL}&state=s-1"
    assert "Location" not in stage.phone.open(link).headers
    # Nobody called back; a client that asks by itself still learns what came out.
    assert stage.party.result(token)["Success"] is True


def never_reacts(stage: Stage):
    parts = stage.while_time_passes("10s", lambda: stage.web_ui(stage.party.token()))
    assert parts["error"].replace("%20", " ") == "Activity time is over!"


def first_sample(error: str) -> Callable:
    def run(stage: Stage):
        assert stage.party.verify().refusals == (error,)

    return run


def with_warning(stage: Stage):
    assert stage.party.verify().warnings == ("ImageTooSmall",)


def token_expired(stage: Stage):
    token = stage.party.token()
    with pytest.raises(jwt.ExpiredSignatureError):
        stage.party.claims(token)
    with pytest.raises(ServiceError, match="401"):
        stage.party.upload(token, 0)


def expires_during_capture(stage: Stage):
    token = stage.party.token()
    link = f"bioid-verify://?access_token={token}&return_url={RETURN_URL}&state=s-1"
    returned = stage.while_time_passes("2m", lambda: stage.phone.open(link))
    assert returned.headers["Location"] == f"{RETURN_URL}?access_token={token}&state=s-1"
    with pytest.raises(ServiceError, match="401"):
        stage.party.upload(token, 0)
    with pytest.raises(Refused, match="nothing was done"):
        stage.party.result(token)
    # The person comes back, and a new token be asked for.
    assert stage.party.token() != token


def without_traits(stage: Stage):
    with pytest.raises(jwt.MissingRequiredClaimError, match="traits"):
        stage.party.claims(stage.party.token())


def other_audience(stage: Stage):
    token = stage.party.token()
    with pytest.raises(jwt.InvalidAudienceError):
        stage.party.claims(token)
    # The vendor's C# sample would ask the host of aud; a careful client asks the instance that it is configured for.
    stage.party.capture(token, 2, {"warnings": [], "refusals": []})
    stage.party.perform(token)
    assert stage.party.result(token)["Success"] is True


def even_challenge(stage: Stage):
    claims = jwt.decode(stage.party.token(), options={"verify_signature": False})
    challenges = json.loads(claims["challenge"])
    assert claims["task"] & 0x200 and len(challenges) == claims["task"] & 0x0F
    # The Android app walks from the first movement in steps of two, and reads the next but one beyond the end.
    with pytest.raises(IndexError):
        next_pair = 1
        while next_pair != len(challenges[0]) + 1:
            assert challenges[0][next_pair] and challenges[0][next_pair + 1]
            next_pair += 2


def slashes(stage: Stage):
    assert stage.party.bcid == "bws.12.4711"
    stage.party.verify()


def encoded_state(stage: Stage):
    token = stage.party.token()
    link = f"bioid-verify://?access_token={token}&return_url={RETURN_URL}&state=a%26b%3Dc"
    location = stage.phone.open(link).headers["Location"]
    assert parse_qs(urlsplit(location).query)["state"] == ["a&b=c"]
    assert stage.party.result(token)["Success"] is True


def bare_scheme(stage: Stage):
    assert stage.party.verify_with_app(stage.phone, "YourApp")["location"].startswith("YourApp://?access_token=")


def result_500(stage: Stage):
    with pytest.raises(ServiceError, match="500") as error:
        stage.party.verify()
    assert error.value.response.json()["Success"] is True


def token_503(stage: Stage):
    # The token call that failed opened nothing else: the retry is a plain verification.
    assert stage.party.verify().tries == 1


def closed_to_scripts(stage: Stage):
    headers = {"Origin": "https://rp.example.test"} | stage.party.bearer(stage.party.token())
    answer = requests.post(f"{stage.base}/extension/upload", "data:,", headers=headers, timeout=10)
    assert "Access-Control-Allow-Origin" not in answer.headers


def not_enrolled(stage: Stage):
    asked = f"{stage.base}/extension/isenrolled?bcid=bws.12.4711"
    assert requests.get(asked, headers=stage.party.headers, timeout=10).status_code == 404
    # 404 is an answer: the person is enrolled, and from then on the same question has another one.
    token = stage.party.token(task="enroll")
    stage.party.capture(token, 4, {"warnings": [], "refusals": []})
    assert stage.party.perform(token, "enroll") == {"Success": True}
    assert requests.get(asked, headers=stage.party.headers, timeout=10).status_code == 200


def is_enrolled_fails(stage: Stage):
    asked = f"{stage.base}/extension/isenrolled?bcid=bws.12.4711"
    assert requests.get(asked, headers=stage.party.headers, timeout=10).status_code == 500
    # No answer: nothing is enrolled over what may be there. The next call is a verification like any other.
    stage.party.verify()


def connect_client(stage: Stage) -> AuthlibClient:
    return AuthlibClient(
        None, name="bioid", client_id="demo-app", client_secret="demo-secret",
        server_metadata_url=f"{stage.base}/connect/.well-known/openid-configuration",
        client_kwargs={"scope": "openid email", "default_timeout": 10},
    )  # fmt: skip


def connected(stage: Stage) -> dict:
    client = connect_client(stage)
    started = client.create_authorization_url(CALLBACK)
    response = requests.get(started["url"], allow_redirects=False, timeout=10)
    query = parameters_of(response.headers["Location"])
    if "error" in query:
        raise OAuthError(query["error"])
    # The sandbox stands still, and the token was made before: no drift of clocks plays a part.
    token = client.fetch_access_token(CALLBACK, code=query["code"])
    return client.parse_id_token(token, started["nonce"])


def raises(error: type[Exception], says: str | None = None) -> Callable:
    def run(stage: Stage):
        with pytest.raises(error, match=says):
            connected(stage)

    return run


def without_email(stage: Stage):
    client = OAuth2Session("demo-app", "demo-secret", scope="email", redirect_uri=CALLBACK, default_timeout=10)
    url, _ = client.create_authorization_url(f"{stage.base}/oauth/authorization")
    location = requests.get(url, allow_redirects=False, timeout=10).headers["Location"]
    client.fetch_token(f"{stage.base}/oauth/token", authorization_response=location)
    person = client.get(f"{stage.base}/people/me").json()
    assert person["id"] and person["name"] == "Jef Claes" and "email" not in person


STORIES: dict[str, Callable[[Stage], object]] = {
    "approve": verified,
    "approve-after-delay": slowly,
    "not-recognized": lambda stage: app_and_result(stage, "not recognized"),
    "live-detection-failed": refused("LiveDetectionFailed"),
    "challenge-response-failed": refused("ChallengeResponseFailed"),
    "no-template": refused("NoTemplateAvailable"),
    "not-enough-samples": refused("NotEnoughSamples"),
    "execution-timed-out": refused("ExecutionOfJobTimedOut"),
    "recognized-at-second-try": second_try,
    "tries-used-up": tries_used_up,
    "user-abort": user_abort,
    "user-skip": user_skip,
    "return-without-operation": lambda stage: app_and_result(stage, "nothing was done"),
    "never-returns": never_returns,
    "person-never-reacts": never_reacts,
    "no-face-found": first_sample("NoFaceFound"),
    "multiple-faces-found": first_sample("MultipleFacesFound"),
    "bad-signal-quality": first_sample("BadSignalQuality"),
    "sample-with-warning": with_warning,
    "token-quoted": verified,
    "token-expired": token_expired,
    "token-expires-during-capture": expires_during_capture,
    "token-bad-signature": failed(401),
    "token-without-traits": without_traits,
    "audience-of-another-host": other_audience,
    "challenge-with-two-movements": even_challenge,
    "bcid-with-slashes": slashes,
    "state-percent-encoded": encoded_state,
    "return-to-app-scheme": bare_scheme,
    "return-after-failure": lambda stage: app_and_result(stage, "not recognized"),
    "result-of-another-person": refused("bws/12/990017"),
    "result-of-another-action": refused("enrollment"),
    "result-unauthorized": failed(401),
    "result-forbidden": failed(403),
    "result-500-with-success": result_500,
    "result-more-members": verified,
    "result-answer-lost": verified,
    "token-503": token_503,
    "verify-slow": verified,
    "cors-refused": closed_to_scripts,
    "isenrolled-404": not_enrolled,
    "isenrolled-500": is_enrolled_fails,
    "connect-denied": raises(OAuthError, "access_denied"),
    "connect-code-expired": raises(OAuthError, "invalid_grant"),
    "id-token-bad-signature": raises(errors.BadSignatureError),
    "id-token-wrong-nonce": raises(errors.InvalidClaimError, "nonce"),
    "connect-person-without-email": without_email,
}


def test_every_shipped_story_is_tried_here():
    assert STORY_FILES.are_played(STORIES)


@pytest.fixture(scope="module")
def program(eidolon):
    with Program(eidolon) as running:
        yield running


@pytest.mark.parametrize("story", sorted(STORIES))
def test_story(program, story):
    stage = Stage(program, story)
    STORIES[story](stage)
    STORY_FILES.say(stage.root, story)
    stage.end()
    program.wait_for_event(lambda event: event["message"].startswith(f"{STORY_FILES.name(story)}: "))
    STORY_FILES.went_as_expected([story], program.events)


def test_a_quoted_token_is_refused_with_a_finding(program):
    stage = Stage(program, "token-quoted")
    taken_as_text = json.dumps(stage.party.token())
    answer = requests.get(f"{stage.base}/extension/verify", headers=stage.party.bearer(taken_as_text), timeout=10)
    assert answer.status_code == 401 and answer.headers["Eidolon-Finding"] == "bioid.token-quoted"
    stage.end()


def test_a_client_that_captures_itself_is_answered_before_it_stops_reading(program):
    """The clients of the vendor read for sixty seconds; the person of this story takes eleven minutes."""
    stage = Stage(program, "token-expires-during-capture")
    token = stage.party.token()
    stage.party.capture(token, 2, {"warnings": [], "refusals": []})
    answer = stage.while_time_passes("55s", lambda: stage.party.perform(token))
    assert answer == {"Success": False, "Error": "ExecutionOfJobTimedOut"}
    with pytest.raises(Refused, match="ExecutionOfJobTimedOut"):
        stage.party.result(token)
    stage.end()


def test_an_expectation_that_is_not_met_is_said(program):
    """A careless client that believes the app's return and never asks for the result."""
    stage = Stage(program, "return-to-app-scheme")
    token = stage.party.token()
    stage.phone.open(f"bioid-verify://?access_token={token}&return_url=YourApp&state=s")
    stage.end()
    program.wait_for_event(lambda event: "result was not called" in event["message"])
    program.wait_for_finding("bioid.result-never-read")
