"""Every shipped story of the core and MitID, with what a correct client makes of it, and the verdict of the story's own expectation."""

import time
from base64 import b64encode
from dataclasses import dataclass
from typing import Callable
from urllib.parse import quote

import pytest
import requests
from authlib.integrations.base_client import OAuthError
from joserfc import errors, jwt

from program import Program
from shipped_stories import ShippedStories
from verify_client import BUSINESS, LOW, PAGE, BrowserTab, Cancelled, MitIDApp, PushRejected, Refused, Verify

STORY_FILES = ShippedStories("criipto")
# Stories of Swedish BankID have their own clients, which their own tests try.
SHIPPED = {story for story in STORY_FILES.names if not story.startswith("bankid-")}


def plain(verify: Verify) -> dict:
    return verify.login()


def patient(verify: Verify) -> dict:
    """A browser that stays on the page until it leaves."""
    started = verify.start()
    tab = BrowserTab(verify, started["url"])
    code = verify.callback(tab.until_left(), started)["code"]
    return verify.identity(verify.exchange(code, started)["id_token"], started)


def switching(verify: Verify, resume: str = "https://app.example.test/resume") -> dict:
    """A native app: the button opens the MitID app, whose return has no parameters."""
    started = verify.start(login_hint=f"appswitch:ios appswitch:resumeUrl:{resume}")
    tab = BrowserTab(verify, started["url"])
    app = MitIDApp(tab.app_link)
    assert app.deep_link == resume
    tab.refresh()
    code = verify.callback(tab.until_left(), started)["code"]
    return verify.identity(verify.exchange(code, started)["id_token"], started)


def returning(verify: Verify) -> dict:
    """The MitID app returns to the redirect URI."""
    return switching(verify, verify.redirect_uri)


def by_hand(verify: Verify) -> dict:
    started = verify.start(login_hint="appswitch:android")
    tab = BrowserTab(verify, started["url"])
    assert MitIDApp(tab.app_link).deep_link is None
    tab.refresh()
    code = verify.callback(tab.until_left(), started)["code"]
    return verify.identity(verify.exchange(code, started)["id_token"], started)


def business(verify: Verify) -> dict:
    return verify.login(acr_values=BUSINESS)


def late(verify: Verify) -> dict:
    started = verify.start()
    code = verify.callback(verify.open(started["url"]).headers["Location"], started)["code"]
    time.sleep(1.1)
    return verify.exchange(code, started)


def twice(verify: Verify) -> dict:
    started = verify.start()
    code = verify.callback(verify.open(started["url"]).headers["Location"], started)["code"]
    verify.exchange(code, started)
    return verify.exchange(code, started)


def again(verify: Verify) -> dict:
    """A client that tries the token endpoint once more with the same code."""
    started = verify.start()
    code = verify.callback(verify.open(started["url"]).headers["Location"], started)["code"]
    for _ in range(2):
        try:
            token = verify.exchange(code, started)
            break
        except (requests.HTTPError, requests.ConnectionError):
            continue
    return verify.identity(token["id_token"], started)


def with_userinfo(verify: Verify) -> dict:
    started = verify.start()
    code = verify.callback(verify.open(started["url"]).headers["Location"], started)["code"]
    token = verify.exchange(code, started)
    claims = verify.identity(token["id_token"], started)
    info = verify.userinfo(token)
    assert info["sub"] == claims["sub"]
    return claims | {"userinfo": info, "expires_in": token["expires_in"]}


def token_answer(verify: Verify) -> dict:
    started = verify.start()
    code = verify.callback(verify.open(started["url"]).headers["Location"], started)["code"]
    return dict(verify.exchange(code, started))


def pushed(verify: Verify, wait: float = 0) -> dict:
    started = verify.push(verify.start())
    time.sleep(wait)
    answer = requests.get(started["url"], headers=PAGE, allow_redirects=False, timeout=10)
    assert answer.status_code == 400 and "Location" not in answer.headers
    raise Refused({"error": "invalid_request_uri"})


def keeping_old_keys(verify: Verify) -> dict:
    """A client that keeps the key set, and fetches it again when a kid is not in it."""
    old = verify.keys()
    started = verify.start()
    code = verify.callback(verify.open(started["url"]).headers["Location"], started)["code"]
    token = verify.exchange(code, started)
    fresh, verify.keys = verify.keys, lambda: old
    with pytest.raises(errors.InvalidKeyIdError):
        verify.identity(token["id_token"], started)
    verify.keys = fresh
    return verify.identity(token["id_token"], started)


def silently(verify: Verify) -> dict:
    first = verify.login()
    second = verify.login(prompt="none")
    assert second["sessionindex"] == first["sessionindex"]
    assert second["authenticationinstant"] == first["authenticationinstant"]
    return second


def seen_303(verify: Verify) -> dict:
    started = verify.start()
    answer = verify.open(started["url"])
    assert answer.status_code == 303
    code = verify.callback(answer.headers["Location"], started)["code"]
    return verify.identity(verify.exchange(code, started)["id_token"], started)


def documented_basic(client, method, uri, headers, body):
    """Id and secret form-encoded before base64, as RFC 6749 §2.3.1 and the documents want; Authlib encodes neither."""
    credentials = f"{quote(client.client_id, safe='')}:{quote(client.client_secret, safe='')}"
    headers = dict(headers) | {"Authorization": "Basic " + b64encode(credentials.encode()).decode()}
    return uri, headers, body


def encoding_what_is_refused(verify: Verify) -> dict:
    """A client that is told invalid_client, and sends its credentials as the documents have them."""
    with pytest.raises(OAuthError, match="invalid_client"):
        verify.login()
    verify.oauth.register_client_auth_method(("documented", documented_basic))
    verify.oauth.token_endpoint_auth_method = "documented"
    return verify.login()


def with_a_token_as_userinfo(verify: Verify) -> dict:
    """A client that looks at the content type before it reads userinfo as JSON."""
    started = verify.start()
    code = verify.callback(verify.open(started["url"]).headers["Location"], started)["code"]
    token = verify.exchange(code, started)
    answer = requests.get(
        verify.metadata["userinfo_endpoint"], headers={"Authorization": f"Bearer {token['access_token']}"}, timeout=10)
    assert answer.headers["Content-Type"] == "application/jwt"
    info = jwt.decode(answer.text, verify.keys(), algorithms=["RS256"]).claims
    claims = verify.identity(token["id_token"], started)
    assert info["sub"] == claims["sub"]
    return claims | {"userinfo": info}


def from_a_page(verify: Verify) -> dict:
    """A script of the application's page, whose browser lets it read nothing."""
    origin = "https://app.example.test"
    started = verify.start(acr_values="urn:grn:authn:se:bankid:same-device", response_mode="json",
                           login_hint="appswitch:browser", prompt="login")
    answer = verify.http.get(started["url"], headers={"Origin": origin}, timeout=10)
    assert answer.status_code == 200
    if answer.headers.get("Access-Control-Allow-Origin") != origin:
        raise NetworkError("the browser shows the script nothing")
    return answer.json()


def naming(verify: Verify) -> dict:
    """A client that knows whom it asks for."""
    number = "2712589994"
    claims = verify.login(login_hint=f"sub:{number}")
    if claims["cprNumberIdentifier"] != number:
        raise Stranger(claims["cprNumberIdentifier"])
    return claims


class Stranger(Exception):
    """Somebody else than the one who was asked for."""


class NetworkError(Exception):
    """What fetch says of an answer that it may not show."""


def pushing_when_told(verify: Verify) -> dict:
    """A client whose plain request comes back with an error, and that pushes it then."""
    started = verify.start()
    with pytest.raises(Refused, match="invalid_request"):
        verify.callback(verify.open(started["url"]).headers["Location"], started)
    started = verify.push(started)
    code = verify.callback(verify.open(started["url"]).headers["Location"], started)["code"]
    return verify.identity(verify.exchange(code, started)["id_token"], started)


def opened_twice(verify: Verify) -> dict:
    """A browser that loads the authorization URL again; the client goes on with the answer that it had."""
    started = verify.push(verify.start())
    first = verify.open(started["url"])
    second = verify.open(started["url"])
    assert second.status_code == 400 and "Location" not in second.headers
    code = verify.callback(first.headers["Location"], started)["code"]
    return verify.identity(verify.exchange(code, started)["id_token"], started)


@dataclass
class Outcome:
    """What a correct client makes of a story: an error, or claims for which a check holds."""

    error: type[Exception] | None = None
    says: str = ""
    check: Callable = lambda _: True
    login: Callable[[Verify], dict] = plain
    # A story whose request is refused before a login begins has nothing to be judged.
    is_judged: bool = True


def failed_with(error: str, description: str = "") -> Callable:
    return lambda raised: (
        raised.parameters["error"] == error and description in raised.parameters.get("error_description", "")
    )


UNKNOWN = "Unknown Access Code"
OUTCOMES: dict[str, Outcome] = {
    "mitid-approve": Outcome(check=lambda claims: claims["name"] == "Freja Fiktivsen"),
    "mitid-approve-after-delay": Outcome(login=patient),
    "mitid-wrong-pin-then-approve": Outcome(login=patient),
    "mitid-cancel": Outcome(Cancelled, check=failed_with("access_denied")),
    "mitid-reject-in-app": Outcome(Cancelled, check=failed_with("access_denied"), login=patient),
    "mitid-cancel-older-code": Outcome(Cancelled, check=failed_with("USER_CANCEL")),
    "mitid-timeout": Outcome(Cancelled, check=failed_with("access_denied", "timed out"), login=patient),
    "mitid-walks-back": Outcome(Cancelled, check=failed_with("access_denied"), login=patient),
    "mitid-client-error": Outcome(Refused, check=failed_with("mitid_core_client_error", "unknown: API xhr time error")),
    "mitid-returns-to-other-browser": Outcome(Refused, check=failed_with("MITID_NONCE_COOKIE_MISSING"), login=patient),
    "mitid-cookie-malformed": Outcome(Refused, check=failed_with("MITID_NONCE_COOKIE_MALFORMED")),
    "mitid-double-callback": Outcome(login=returning),
    "mitid-return-by-hand": Outcome(login=by_hand),
    "mitid-password-at-low": Outcome(
        login=lambda verify: verify.login(acr_values=LOW),
        check=lambda claims: claims["loA"] == "LOW" and claims["authenticationmethod"].startswith("pwd:"),
    ),
    "mitid-business-employee": Outcome(
        login=business, check=lambda claims: claims["employee"] == "true" and "cprNumberIdentifier" not in claims
    ),
    "mitid-business-signatory": Outcome(
        login=business, check=lambda claims: claims["companySignatory"] == "true" and "cprNumberIdentifier" in claims
    ),
    "mitid-business-private": Outcome(
        login=business, check=lambda claims: not {"employee", "companySignatory", "cvrNumberIdentifier"} & set(claims)
    ),
    "mitid-cpr-skipped": Outcome(check=lambda claims: "cprNumberIdentifier" not in claims),
    "mitid-cpr-off": Outcome(check=lambda claims: "cprNumberIdentifier" not in claims),
    "mitid-person-without-cpr": Outcome(check=lambda claims: "cprNumberIdentifier" not in claims),
    "person-other-than-hinted": Outcome(Stranger, login=naming),
    "code-expired": Outcome(OAuthError, UNKNOWN, login=late),
    "code-reused": Outcome(OAuthError, UNKNOWN, login=twice),
    "token-503-once": Outcome(login=again),
    "token-answer-lost": Outcome(OAuthError, UNKNOWN, login=again),
    "token-error-with-200": Outcome(OAuthError, "invalid_grant"),
    "expires-in-number": Outcome(login=token_answer, check=lambda token: token["expires_in"] == 120),
    "userinfo-unavailable": Outcome(requests.HTTPError, "500", login=with_userinfo),
    "id-token-subject-only": Outcome(
        login=with_userinfo, check=lambda claims: "name" not in claims and claims["userinfo"]["name"]
    ),
    "key-rollover": Outcome(login=keeping_old_keys),
    "jwks-broken": Outcome(requests.exceptions.JSONDecodeError),
    "clock-four-minutes-ahead": Outcome(),
    "par-answered-200": Outcome(PushRejected, "200", login=pushed, is_judged=False),
    "par-request-uri-expired": Outcome(Refused, login=lambda verify: pushed(verify, 1.1), is_judged=False),
    "par-required": Outcome(login=pushing_when_told),
    "par-request-uri-reused": Outcome(login=opened_twice),
    "basic-as-documented-only": Outcome(login=encoding_what_is_refused),
    "cors-origin-missing": Outcome(NetworkError, login=from_a_page),
    "userinfo-from-token-endpoint": Outcome(requests.HTTPError, "401", login=with_userinfo),
    "userinfo-signed": Outcome(login=with_a_token_as_userinfo, check=lambda claims: claims["userinfo"]["name"]),
    "claims-long-names": Outcome(
        check=lambda claims: claims["dk:gov:saml:attribute:LoA"] and not {"loA", "name", "uuid"} & set(claims)
    ),
    "claims-of-dynamic-scopes": Outcome(check=lambda claims: "cprNumberIdentifier" not in claims and claims["name"]),
    "session-answers": Outcome(login=silently),
    "redirect-303": Outcome(login=seen_303),
    "id-token-bad-signature": Outcome(errors.BadSignatureError),
    "id-token-unknown-kid": Outcome(errors.InvalidKeyIdError),
    "id-token-alg-none": Outcome(errors.UnsupportedAlgorithmError, "none"),
    "id-token-wrong-issuer": Outcome(errors.InvalidClaimError, "iss"),
    "id-token-wrong-audience": Outcome(errors.InvalidClaimError, "aud"),
    "id-token-wrong-nonce": Outcome(errors.InvalidClaimError, "nonce"),
    "id-token-expired": Outcome(errors.ExpiredTokenError),
    "id-token-issued-in-future": Outcome(errors.InvalidClaimError, "issued in the future"),
}


def test_every_shipped_story_is_tried_here():
    assert SHIPPED <= set(OUTCOMES)


@pytest.fixture(scope="module")
def stage(eidolon):
    """An emulator whose log is read when it has stopped: then every story has been judged."""
    program = Program(eidolon, "--strict")
    yield program
    program.stop()


@pytest.mark.parametrize("story", sorted(OUTCOMES))
def test_story(stage, story):
    outcome = OUTCOMES[story]
    verify = Verify(f"{stage.http}/criipto", scenario=story)
    if outcome.error is None:
        assert STORY_FILES.right(story) in (None, "must_accept", "either")
        assert outcome.check(outcome.login(verify))
        STORY_FILES.say(stage.http, story)
        return
    with pytest.raises(outcome.error) as failed:
        outcome.login(verify)
    assert outcome.says in str(failed.value)
    assert outcome.check(failed.value), vars(failed.value)
    assert STORY_FILES.right(story) != "must_accept"
    STORY_FILES.say(stage.http, story)


def test_at_the_end_each_story_has_gone_as_its_file_expects(stage):
    """Runs after the stories above: stopping the emulator judges them all."""
    assert stage.stop() == 0
    STORY_FILES.went_as_expected((story for story in OUTCOMES if OUTCOMES[story].is_judged), stage.events)
