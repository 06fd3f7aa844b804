"""Every shipped story of the core and MitID, with what a correct client makes of it, and the verdict of the story's own expectation."""

import json
import time
from dataclasses import dataclass
from typing import Callable

import pytest
import requests
from authlib.integrations.base_client import OAuthError
from joserfc import errors

from program import ROOT, Program
from verify_client import BUSINESS, LOW, PAGE, BrowserTab, Cancelled, MitIDApp, PushRejected, Refused, Verify

FOLDER = ROOT / "scenarios" / "criipto"
# Stories of Swedish BankID have their own clients, which their own tests try.
SHIPPED = {path.stem for path in FOLDER.glob("*.json") if not path.stem.startswith("bankid-")}


def plain(verify: Verify) -> dict:
    return verify.login()


def patient(verify: Verify) -> dict:
    """A browser that stays on the page until it leaves."""
    started = verify.start()
    tab = BrowserTab(verify, started["url"])
    code = verify.callback(tab.until_left(), started)["code"]
    return verify.identity(verify.exchange(code, started)["id_token"], started)


def switching(verify: Verify) -> dict:
    """A native app: the button opens the MitID app, whose return has no parameters."""
    started = verify.start(login_hint="appswitch:ios appswitch:resumeUrl:https://app.example.test/resume")
    tab = BrowserTab(verify, started["url"])
    app = MitIDApp(tab.app_link)
    assert app.deep_link == "https://app.example.test/resume"
    tab.refresh()
    code = verify.callback(tab.until_left(), started)["code"]
    return verify.identity(verify.exchange(code, started)["id_token"], started)


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
    "mitid-double-callback": Outcome(login=switching),
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
    "code-expired": Outcome(OAuthError, UNKNOWN, login=late),
    "code-reused": Outcome(OAuthError, UNKNOWN, login=twice),
    "token-503-once": Outcome(login=again),
    "token-answer-lost": Outcome(OAuthError, UNKNOWN, login=again),
    "token-error-with-200": Outcome(OAuthError, UNKNOWN),
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
    assert SHIPPED == set(OUTCOMES)


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
        assert outcome.check(outcome.login(verify))
        return
    with pytest.raises(outcome.error) as failed:
        outcome.login(verify)
    assert outcome.says in str(failed.value)
    assert outcome.check(failed.value), vars(failed.value)


def test_at_the_end_each_story_has_gone_as_its_file_expects(stage):
    """Runs after the stories above: stopping the emulator judges them all."""
    assert stage.stop() == 0
    for story, outcome in OUTCOMES.items():
        assert json.loads((FOLDER / f"{story}.json").read_text())["expect"]
        verdicts = [event["message"] for event in stage.events if event["message"].startswith(f"criipto/{story}: ")]
        if outcome.is_judged:
            assert verdicts and all("not as expected" not in verdict for verdict in verdicts), (story, verdicts)
