"""Every shipped story of VeridiumID, with what a correct server and app make of it, and the story's own verdict."""

import json

import jwt
import pytest
import requests

from program import ROOT, Program
from shipped_stories import ShippedStories
from veridium_parties import Denied, Friend, FriendError, Stage, make_certificate

STORY_FILES = ShippedStories("veridium")


def denied(word):
    def run(stage):
        session = stage.friend.begin()
        with pytest.raises(Denied, match=f"^{word}$"):
            stage.follow(session)

    return run


def approved(*, words=None, upn="anna@example.test", **more):
    def run(stage):
        found, seen = stage.follow(stage.friend.begin(**more))
        assert found == upn
        assert words is None or seen == words

    return run


def app_ends(ios, android, server):
    """The same ending in both samples, each with a session of its own, and the server's word for it."""

    def run(stage):
        first, second = stage.friend.begin(), stage.friend.begin()
        assert stage.ios(first).outcome == ios
        assert stage.android(second).outcome == android
        for session in (first, second):
            with pytest.raises(Denied, match=f"^{server}$"):
                stage.follow(session)

    return run


def back_pressed(stage):
    session = stage.friend.begin()
    assert stage.meanwhile(lambda: stage.android(session), "1s").outcome == "back"
    assert stage.friend.status(session)["status"] == "CANCELED"


def token_refused(error, says=None):
    def run(stage):
        key = stage.friend.signing_key()
        session = stage.friend.begin()
        app = stage.ios(session)
        assert app.outcome == "success"
        with pytest.raises(error, match=says):
            stage.verify(app.identity_token, session, key)

    return run


def handed_to_the_app(stage):
    session = stage.friend.begin()
    app = stage.ios(session)
    claims = stage.verify(app.identity_token, session)
    assert claims["upn"] == stage.follow(session)[0] == "anna@example.test"


def by_admin(stage):
    session = stage.friend.begin()
    app = stage.ios(session)
    assert (app.outcome, app.identity_token) == ("unknown: AUTHENTICATED_BY_ADMIN", None)
    with pytest.raises(Denied, match="^TIMEOUT$"):
        stage.follow(session)


def on_another_device(stage):
    session = stage.friend.begin()
    app = stage.ios(session)
    assert (app.outcome, app.identity_token) == ("continue on another device", None)
    assert stage.follow(session)[1] == ["CREATED", "CREATED", "CREATED", "COMPLETED"]


def biometry_changed(stage):
    session = stage.friend.begin()
    app = stage.meanwhile(lambda: stage.ios(session), "5s")
    assert (app.reenrolled, app.outcome) == (["anna"], "success")
    stage.verify(app.identity_token, session)


def locked(stage):
    session = stage.friend.begin("bob")
    with pytest.raises(Denied, match="^FAILED$"):
        stage.follow(session)
    assert stage.friend.profile("bob@example.test")["status"] == "LOCKED"
    with pytest.raises(FriendError) as refused:
        stage.plain.begin("bob")
    assert (refused.value.status, refused.value.code) == (404, 1003)


def kid_unknown(stage):
    session = stage.friend.begin()
    token = stage.ios(session).identity_token
    known = requests.get(f"{stage.root}/veridium/jwks.json", timeout=10).json()["keys"]
    assert jwt.get_unverified_header(token)["kid"] not in [key["kid"] for key in known]


def milliseconds(stage):
    session = stage.friend.begin()
    with pytest.raises(jwt.InvalidTokenError, match="more than an hour"):
        stage.verify(stage.ios(session).identity_token, session)


def minimal(stage):
    session = stage.friend.begin()
    token = stage.ios(session).identity_token
    with pytest.raises(jwt.InvalidTokenError, match="another session"):
        stage.verify(token, session)
    assert stage.friend.status(session)["status"] == "COMPLETED"


def rotated(stage):
    provisioned = stage.friend.signing_key()
    session = stage.friend.begin()
    token = stage.ios(session).identity_token
    with pytest.raises(jwt.InvalidSignatureError):
        stage.verify(token, session, provisioned)
    stage.verify(token, session, stage.friend.signing_key())


def with_certificate(stage):
    with pytest.raises(FriendError) as refused:
        stage.friend.begin()
    assert (refused.value.status, refused.value.code) == (403, 1001)
    friend = Friend(
        stage.root.replace(stage.program.http, stage.program.https),
        subject=None, scenario=stage.friend.scenario, cert=stage.certificate, verify=False,
    )
    assert friend.follow(friend.begin(), stage.advance)[0] == "anna@example.test"
    assert friend.findings == ""


def too_late(stage):
    session = stage.friend.begin()
    stage.advance("6s")
    assert stage.ios(session).outcome == "failed: TIMEOUT"
    assert stage.friend.status(session)["status"] == "TIMEOUT"


def push_lost(stage):
    session = stage.friend.begin()
    assert stage.sdk.pending("anna") == []
    with pytest.raises(Denied, match="^TIMEOUT$"):
        stage.follow(session)


def other_approved(stage):
    mine = stage.friend.begin(transactionText="Pay 10 euro")
    other = stage.approving.begin(transactionText="Pay 900 euro")
    assert stage.follow(other)[0] == "anna@example.test"
    with pytest.raises(Denied, match="^TIMEOUT$"):
        stage.follow(mine)


def refused(status, code):
    def run(stage):
        with pytest.raises(FriendError) as error:
            stage.friend.begin()
        assert (error.value.status, error.value.code) == (status, code)

    return run


def answer_lost(stage):
    with pytest.raises(requests.ConnectionError):
        stage.friend.begin()
    again = stage.plain.begin()
    assert stage.ios(again).outcome == "success"
    assert stage.plain.follow(again, stage.advance)[0] == "anna@example.test"


def no_error_member(stage):
    session = stage.friend.begin()
    assert "error" not in stage.friend.status(session)


def overloaded(stage):
    session = stage.friend.begin()
    for _ in range(2):
        with pytest.raises(FriendError) as error:
            stage.friend.status(session)
        assert (error.value.status, error.value.code) == (503, 1099)
    assert stage.friend.status(session)["status"] == "COMPLETED"


def long_poll_cut(stage):
    session = stage.friend.begin()
    with pytest.raises(requests.ConnectionError):
        stage.meanwhile(lambda: stage.friend.wait(session), "2s")
    assert stage.friend.wait(session)["status"] == "COMPLETED"


def server_knows_nothing(stage):
    session = stage.friend.begin()
    app = stage.ios(session)
    stage.verify(app.identity_token, session)
    with pytest.raises(Denied, match="^FAILED$"):
        stage.follow(session)


def app_knows_nothing(stage):
    session = stage.friend.begin()
    app = stage.ios(session)
    assert (app.outcome, app.identity_token) == ("error", None)
    assert stage.follow(session)[0] == "anna@example.test"


def scanned(stage):
    _, seen = stage.follow(stage.friend.opportunity()["sessionId"])
    assert seen == ["OPPORTUNITY", "OPPORTUNITY", "CREATED", "CREATED", "COMPLETED"]


def code_denied(word):
    def run(stage):
        with pytest.raises(Denied, match=f"^{word}$"):
            stage.follow(stage.friend.opportunity()["sessionId"])

    return run


OUTCOMES = {
    "approve": approved(words=["COMPLETED"]),
    "approve-after-delay": approved(words=["CREATED", "CREATED", "CREATED", "COMPLETED"]),
    "reject": denied("CANCELED"),
    "status-unknown": denied("DENIED_BY_POLICY"),
    "status-cancelled-with-two-l": denied("CANCELLED"),
    "session-handed-to-the-app": handed_to_the_app,
    "authenticated-by-admin": by_admin,
    "continue-on-another-device": on_another_device,
    "cancel-as-status": app_ends("failed: CANCELED", "CANCELED", "CANCELED"),
    "cancel-as-delegate": app_ends("cancelled", "back", "CANCELED"),
    "back-pressed": back_pressed,
    "biometry-does-not-match": app_ends("error", "error", "FAILED"),
    "failure-as-status": app_ends("failed: FAILED", "FAILED", "FAILED"),
    "sdk-says-none": app_ends("failed: NONE", "NONE", "FAILED"),
    "biometry-changed": biometry_changed,
    "account-locked": locked,
    "token-expired": token_refused(jwt.ExpiredSignatureError),
    "token-of-a-foreign-key": token_refused(jwt.InvalidSignatureError),
    "token-bad-signature": token_refused(jwt.InvalidSignatureError),
    "token-unknown-kid": kid_unknown,
    "token-alg-none": token_refused(jwt.InvalidAlgorithmError),
    "token-wrong-audience": token_refused(jwt.InvalidAudienceError),
    "token-wrong-issuer": token_refused(jwt.InvalidIssuerError),
    "token-tampered": token_refused(jwt.InvalidSignatureError),
    "token-of-another-session": token_refused(jwt.InvalidTokenError, "another session"),
    "token-of-another-profile": token_refused(jwt.InvalidTokenError, "another profile"),
    "token-issued-in-future": token_refused(jwt.ImmatureSignatureError),
    "token-exp-in-milliseconds": milliseconds,
    "token-minimal": minimal,
    "signing-key-rotated": rotated,
    "friend-certificate-required": with_certificate,
    "friend-certificate-behind-a-proxy": approved(),
    "plain-json-refused": approved(),
    "upn-is-not-the-profile": approved(upn="a.peeters@example.test"),
    "never-reacts": denied("TIMEOUT"),
    "app-comes-too-late": too_late,
    "push-lost": push_lost,
    "other-session-approved": other_approved,
    "empty-optional-members": approved(authenticationMode="", extraValues="", transactionText=""),
    "no-device": refused(409, 1004),
    "errors-with-http-200": refused(200, 1004),
    "no-error-member": no_error_member,
    "status-503-twice": overloaded,
    "authentication-request-fails": refused(500, 1099),
    "authentication-answer-lost": answer_lost,
    "long-poll-cut": long_poll_cut,
    "server-knows-nothing": server_knows_nothing,
    "app-knows-nothing": app_knows_nothing,
    "qr-scanned": scanned,
    "qr-never-scanned": code_denied("TIMEOUT"),
    "qr-rejected": code_denied("CANCELED"),
}


def test_every_shipped_story_is_tried_here():
    assert STORY_FILES.names == set(OUTCOMES)


def test_its_page_lists_every_story():
    text = (ROOT / "docs/providers/veridium.md").read_text()
    for story in OUTCOMES:
        title = STORY_FILES.file(story)["title"]
        assert f"| `{story}`: {title} |" in text


@pytest.fixture(scope="module")
def program(eidolon, tmp_path_factory):
    """An emulator that knows a friend by its certificate; its log is read when it has stopped."""
    folder = tmp_path_factory.mktemp("veridium")
    certificate, key, fingerprint = make_certificate(tmp_path_factory.mktemp("friend"), "acceptance")
    (folder / "world.json").write_text(
        json.dumps({"clients": {"veridium": {"tls-friend": {"certificate": fingerprint, "member": "GENERIC"}}}})
    )
    program = Program(eidolon, "--scenarios", str(folder), "--tls", "127.0.0.1:0")
    program.certificate = (certificate, key)
    yield program
    program.stop()


@pytest.mark.parametrize("story", sorted(OUTCOMES))
def test_story(program, story):
    stage = Stage(program, story[:40], story)
    stage.certificate = program.certificate
    OUTCOMES[story](stage)
    STORY_FILES.say(stage.root, story)
    stage.end()


def test_at_the_end_each_story_has_gone_as_its_file_expects(program):
    """Runs after the stories above: ending their sandboxes judged them all."""
    assert program.stop() == 0
    STORY_FILES.went_as_expected(OUTCOMES, program.events)
