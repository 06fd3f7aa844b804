"""The client code of the vendor's guide: the two sample handlers, the session status, and the offline check of the token."""

import base64
import re

import jwt
import pytest
import requests
from cryptography import x509
from cryptography.hazmat.primitives import serialization

from program import Program
from qr_scanner import scanned
from veridium_parties import Denied, Friend, FriendError, Stage, verify_offline


@pytest.fixture(scope="module")
def program(eidolon):
    with Program(eidolon, "--strict") as program:
        yield program


@pytest.fixture
def stage(program, request):
    name = re.sub("[^a-z0-9]+", "-", request.node.name.lower())
    stage = Stage(program, name[-40:].strip("-"))
    yield stage
    stage.end()


def queue(stage, scenario: dict) -> None:
    """The next session of the sandbox takes this scenario."""
    body = {"scenario": {"title": "queued", "provider": "veridium"} | scenario}
    stage.control("POST", "queue", body)


# The statuses of the SDK, and what the two handlers and the server make of each.
STATUSES = {
    "AUTHENTICATED": ("success", "AUTHENTICATED", "COMPLETED"),
    "AUTHENTICATED_BY_ADMIN": ("unknown: AUTHENTICATED_BY_ADMIN", "AUTHENTICATED_BY_ADMIN", "CREATED"),
    "ON_GOING_AUTHENTICATION": ("continue on another device", "ON_GOING_AUTHENTICATION", "CREATED"),
    "CANCELED": ("failed: CANCELED", "CANCELED", "CANCELED"),
    "FAILED": ("error", "error", "FAILED"),
    "TIMEOUT": ("failed: TIMEOUT", "TIMEOUT", "TIMEOUT"),
    "NONE": ("failed: NONE", "NONE", "FAILED"),
}


def test_nothing_is_approved_before_the_app_acts(stage):
    """What an app reports after the server has asked is what both sides say."""
    for status, (_, android, server) in STATUSES.items():
        session = stage.friend.begin()
        assert stage.friend.status(session)["status"] == "CREATED"
        assert session in [pushed["vidSessionId"] for pushed in stage.sdk.pending("anna")]
        answer = stage.sdk.authenticate("anna", session, approve=status)
        assert answer["status"] == status and (answer["identityToken"] is not None) == (status == "AUTHENTICATED")
        assert stage.friend.status(session)["status"] == server


@pytest.mark.parametrize("status", STATUSES)
def test_the_callbacks_get_each_status_and_the_server_says_the_same(stage, status):
    ios, android, server = STATUSES[status]
    original = stage.sdk.authenticate
    stage.sdk.authenticate = lambda profile, session: original(profile, session, approve=status)
    for handler, expected in ((stage.ios, ios), (stage.android, android)):
        session = stage.friend.begin()
        app = handler(session)
        assert app.outcome == expected
        assert (app.identity_token is not None) == (status == "AUTHENTICATED")
        assert stage.friend.status(session)["status"] == server


def test_a_resource_without_step_up_needs_no_session(stage):
    from veridium_parties import RequestResource

    assert RequestResource(stage.sdk, ["anna"]).resource({"stepup": False}).outcome is None


def test_the_status_handler_of_the_demo_follows_a_push(stage):
    queue(stage, {"phone": [{"after": "1s", "do": "open"}, {"after": "5s", "do": "approve"}]})
    session = stage.friend.begin(
        "anna",
        "ADv2MultiStepEnrollment",
        context={"userAgentName": "Chrome", "osName": "Linux", "location": {"countryName": "UK", "city": "London"}},
        transactionText="Pay 10 euro",
    )
    (pushed,) = stage.sdk.pending("anna")
    assert (pushed["vidSessionId"], pushed["transactionText"]) == (session, "Pay 10 euro")
    upn, seen = stage.friend.follow(session, lambda: stage.advance("2s"))
    assert (upn, seen) == ("anna@example.test", ["CREATED", "CREATED", "CREATED", "COMPLETED"])
    assert stage.friend.findings == ""


def test_a_long_poll_is_answered_when_the_clock_is_advanced(stage):
    queue(stage, {"phone": [{"after": "20s", "do": "approve"}]})
    session = stage.friend.begin()
    answer = stage.meanwhile(lambda: stage.friend.wait(session), "20s")
    assert (answer["status"], answer["data"]) == ("COMPLETED", {"upn": "anna@example.test"})


def test_a_long_poll_without_a_change_is_answered_after_twenty_five_seconds_of_the_sandbox(stage):
    queue(stage, {"phone": [], "lifetimes": {"session": "10m"}})
    session = stage.friend.begin()
    assert stage.meanwhile(lambda: stage.friend.wait(session), "25s")["status"] == "CREATED"


def test_an_app_that_waits_is_answered_by_the_human_at_the_page(stage):
    queue(stage, {"phone": "manual"})
    session = stage.friend.begin(transactionText="Pay 10 euro")
    page = f"{stage.root}/veridium/authenticator"
    shown = requests.get(page, params={"session": session}, headers={"Accept": "text/html"}, timeout=10)
    assert "Pay 10 euro" in shown.text and 'data-testid="approve"' in shown.text

    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        app = pool.submit(stage.ios, session)
        requests.post(page, data={"session": session, "do": "approve"}, timeout=10).raise_for_status()
        assert app.result(10).outcome == "success"


def test_the_token_verifies_offline_with_key_certificate_and_key_set(stage):
    session = stage.friend.begin()
    token = stage.ios(session).identity_token
    key = stage.friend.signing_key()
    claims = stage.verify(token, session, key)
    assert claims["sub"] == claims["profileExternalId"] == "anna" and claims["exp"] - claims["iat"] == 300

    text = requests.get(f"{stage.root}/veridium/signing-cert.pem", timeout=10).text
    certificate = x509.load_pem_x509_certificate(text.encode())
    certificate.verify_directly_issued_by(certificate)
    form = serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    assert certificate.public_key().public_bytes(*form).decode().strip() == key.strip()

    keys = requests.get(f"{stage.root}/veridium/jwks.json", timeout=10).json()
    known = {member["kid"]: jwt.PyJWK(member) for member in keys["keys"]}
    named = known[jwt.get_unverified_header(token)["kid"]]
    jwt.decode(token, named.key, algorithms=["RS256"], audience="VeridiumID", leeway=60)


def test_the_token_expires_and_a_rotated_key_has_to_be_provisioned_anew(stage):
    session = stage.friend.begin()
    token = stage.ios(session).identity_token
    key = stage.friend.signing_key()
    queue(stage, {"tokens": {"identity_token": {"issued_at": "-10m"}}})
    late = stage.friend.begin()
    with pytest.raises(jwt.ExpiredSignatureError):
        stage.verify(stage.ios(late).identity_token, late, key)
    stage.control("POST", "keys/rotate", {})
    stage.verify(token, session, key)
    fresh = stage.friend.begin()
    rotated = stage.ios(fresh).identity_token
    with pytest.raises(jwt.InvalidSignatureError):
        stage.verify(rotated, fresh, key)
    stage.verify(rotated, fresh)


def test_a_token_counts_for_its_session_alone(stage):
    first, second = stage.friend.begin(), stage.friend.begin()
    token = stage.ios(first).identity_token
    with pytest.raises(jwt.InvalidTokenError, match="another session"):
        verify_offline(
            token, stage.friend.signing_key(), session=second, profile="anna", issuer=stage.issuer
        )


def test_the_picture_is_read_by_a_decoder_and_its_alias_attaches_an_app(stage, tmp_path):
    shown = stage.friend.opportunity("QR")
    picture = tmp_path / "code.png"
    picture.write_bytes(base64.b64decode(shown["sessionAlias"], validate=True))
    assert stage.friend.status(shown["sessionId"])["status"] == "OPPORTUNITY"
    attached = stage.sdk.attach("bob", scanned(picture))
    assert (attached["vidSessionId"], attached["status"]) == (shown["sessionId"], "CREATED")
    assert stage.friend.status(shown["sessionId"])["status"] == "CREATED"
    assert stage.sdk.authenticate("bob", shown["sessionId"])["status"] == "AUTHENTICATED"
    assert stage.friend.status(shown["sessionId"])["data"] == {"upn": "bob@example.test"}


def test_a_profile_is_found_by_its_upn_and_its_devices_by_its_id(stage):
    profile = stage.friend.profile("anna@example.test")
    assert (profile["profileExternalId"], profile["status"]) == ("anna", "ACTIVE")
    assert profile["biometricMethods"] is None and profile["externalValues"] == {}
    assert [device["type"] for device in stage.friend.authenticators(profile["id"])] == ["PUSH"]


def test_strict_servers_refuse_strangers_and_unknown_profiles(stage):
    for subject in (None, "CN=stranger"):
        with pytest.raises(FriendError) as refused:
            Friend(stage.root, subject=subject).begin()
        assert (refused.value.status, refused.value.code) == (403, 1001)
    for change, code in (({"profile": "nobody"}, 1003), ({"member": "OTHER"}, 1002)):
        with pytest.raises(FriendError) as refused:
            stage.friend.begin(**change)
        assert (refused.value.status, refused.value.code) == (404, code)


def test_the_server_says_denied_when_the_person_rejects(stage):
    queue(stage, {"phone": [{"do": "reject"}]})
    with pytest.raises(Denied, match="CANCELED"):
        stage.follow(stage.friend.begin())
