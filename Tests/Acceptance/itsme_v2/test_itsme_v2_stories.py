"""Every story of itsme's second version with what correct clients make of it, and the verdict of its own expectation."""

import re

import pytest
import requests
from authlib.integrations.base_client import OAuthError
from joserfc import errors

from conftest import new_key
from itsme_v2_fixtures import key_party, request_server, secret_party, stage, world_folder  # noqa: F401
from itsme_v2_party import ADVANCED, BASIC, PREFIX, KeyParty, SecretParty, claims_of
from relying_party import LevelTooLow, Login, NoCallback, Refused, SubjectMismatch, header_of
from shipped_stories import ShippedStories
from story_outcomes import Outcome, again

STORY_FILES = ShippedStories("itsme-v2")
# Those of the back channel have a client of their own.
SHIPPED = {story for story in STORY_FILES.names if not story.startswith("ciba-")}
PAGE = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def named(name: str) -> str:
    return f"{PREFIX}{name}"


def asking(*names: str):
    """A login that asks for these in the id_token."""
    return lambda rp: rp.login(claims=claims_of(*names))


def denied(error: Refused) -> bool:
    return error.parameters["error"] == "access_denied" and "error_description" not in error.parameters


def mode(word: str) -> Outcome:
    name = named("identification_mode")
    return Outcome(check=lambda login: login.identity[name] == word, login=asking(name))


def outer(login: Login) -> dict:
    return header_of(login.token["id_token"])


def turned_away_once(rp: KeyParty) -> Login:
    try:
        return rp.login()
    except Refused as refused:
        rp.scenario = None
        rp.login()
        raise refused


def replaced(rp: KeyParty) -> bool:
    """True if the account looks like another customer's by its e-mail address, and is nobody's that is known."""
    story = rp.login()
    rp.scenario = None
    before = rp.login()
    rp.scenario = "account-recreated"
    assert story.person["email"] == "bob@example.test" and story.person["email_verified"] is False
    assert story.identity["sub"] != before.identity["sub"]
    return story


def with_picture(rp: KeyParty) -> Login:
    login = rp.login()
    login.picture = rp.authlib.get(login.person["picture"], token=login.token)
    login.uninvited = requests.get(login.person["picture"], timeout=10)
    return login


def shows_picture(login: Login) -> bool:
    assert login.uninvited.status_code == 401
    return login.picture.headers["Content-Type"] == "image/jpeg" and login.picture.content[:2] == b"\xff\xd8"


def shows_none(login: Login) -> bool:
    return login.picture.status_code == 401 and "invalid_token" in login.picture.headers["WWW-Authenticate"]


PAYMENT = {
    named("claim_approval_template_name"): "adv_payment",
    named("claim_approval_amount_key"): "100",
    named("claim_approval_currency_key"): "EUR",
    named("claim_approval_iban_key"): "BE71096123456769",
}
TEXT = {
    named("claim_approval_template_name"): "free_text",
    named("claim_approval_text_key"): "I want <b>no</b> mail any more.",
}


def confirming(template: dict[str, str], *, known: bool = False):
    def confirm(rp: KeyParty) -> Login:
        claims = {name: {"essential": True, "value": value} for name, value in template.items()}
        if known:
            story, rp.scenario = rp.scenario, None
            claims["sub"] = {"value": rp.confirm({"userinfo": dict(claims)}).identity["sub"]}
            rp.scenario = story
        return rp.confirm({"userinfo": claims})

    return confirm


class StrangeBrowser(Exception):
    """The callback came in a browser that began no login."""


def in_other_browser(rp: KeyParty) -> Login:
    page = rp.open(rp.start()["url"], **PAGE)
    assert page.status_code == 200
    link = re.search(r'href="([^"]+)" data-testid="callback"', page.text).group(1)
    assert link.startswith(rp.redirect_uri)
    # The session of that browser is empty: there is no state to compare with.
    raise StrangeBrowser(link)


def reading_detail(rp: KeyParty) -> Login:
    started = rp.start()
    code = rp.callback(rp.open(started["url"]), started)["code"]
    seen = []
    session = rp.authlib._get_oauth_client(**rp.metadata)
    session.hooks["response"].append(lambda response, **_: seen.append(response))
    session.redirect_uri = rp.redirect_uri
    with pytest.raises(OAuthError) as failed:
        session.fetch_token(rp.metadata["token_endpoint"], code=code)
    assert set(seen[0].json()) == {"error", "detail"} and not failed.value.description
    raise failed.value


def rolled_over(rp: KeyParty) -> Login:
    before = rp.authlib.fetch_jwk_set()
    login = rp.login()
    assert rp.authlib.fetch_jwk_set() != before
    return login


OUTCOMES: dict[str, Outcome] = {
    "approve-qr": mode("QR"),
    "approve-by-number": mode("MSISDN"),
    "approve-in-app": mode("a2a"),
    "secret-client": Outcome(
        check=lambda login: outer(login) == {"alg": "dir", "enc": "A256GCM", "cty": "JWT"} and login.identity["nbf"]
    ),
    "id-token-unsigned-inside": Outcome((errors.JoseError, ValueError)),
    "id-token-hs256-with-public-key": Outcome(errors.UnsupportedAlgorithmError),
    "id-token-wrong-dir-key": Outcome(errors.DecodeError),
    "id-token-without-cty": Outcome(check=lambda login: "cty" not in outer(login)),
    "id-token-rsa-oaep": Outcome(check=lambda login: outer(login)["alg"] == "RSA-OAEP"),
    "id-token-a256gcm": Outcome(check=lambda login: outer(login)["enc"] == "A256GCM"),
    "acr-downgraded": Outcome(LevelTooLow, BASIC, login=lambda rp: rp.login(acr_values=ADVANCED)),
    "acr-missing": Outcome(LevelTooLow, "no level", login=lambda rp: rp.login(acr_values=ADVANCED)),
    "reject": Outcome(Refused, check=denied),
    "cancel": Outcome(Refused, check=denied),
    "wrong-icon": Outcome(Refused, check=denied),
    "timeout-no-redirect": Outcome(NoCallback, check=lambda error: error.response.elapsed.total_seconds() > 4),
    "timeout-access-denied": Outcome(Refused, "access_denied"),
    "timeout-error-page": Outcome(NoCallback, check=lambda error: error.response.status_code == 500),
    "temporary-unavailable": Outcome(Refused, "temporary_unavailable", login=turned_away_once),
    "error-on-page": Outcome(NoCallback, "invalid_redirect_uri"),
    "dutch-document": Outcome(
        check=lambda login: "address" not in login.person and login.person["family_name"] == "de Verzonnen"
    ),
    "birthdate-as-string-only": Outcome(
        check=lambda login: (
            login.identity[named("birthdate_as_string")] == "14.07.1990"
            and not {"birthdate", "age_gte_18"} & (set(login.identity) | set(login.person))
        ),
        login=asking(named("birthdate_as_string"), "birthdate", "age_gte_18"),
    ),
    "single-name": Outcome(
        check=lambda login: "given_name" not in login.person and login.person["family_name"] == login.person["name"]
    ),
    "no-email": Outcome(check=lambda login: not {"email", "email_verified"} & set(login.person)),
    "no-photo": Outcome(
        check=lambda login: "picture" not in login.person and named("physical_person_photo") not in login.identity,
        login=asking(named("physical_person_photo")),
    ),
    "turns-18-tomorrow": Outcome(
        check=lambda login: login.identity["age_gte_18"] is False and login.identity["age_gte_16"] is True,
        login=asking("age_gte_16", "age_gte_18"),
    ),
    "call-in-progress": Outcome(
        check=lambda login: login.identity[named("ongoing_call")] is True, login=asking(named("ongoing_call"))
    ),
    "account-recreated": Outcome(login=replaced),
    "userinfo-json": Outcome(check=lambda login: login.person["family_name"] == "Peeters"),
    "scope-claims-in-id-token": Outcome(
        check=lambda login: login.identity["family_name"] == login.person["family_name"] == "Peeters"
    ),
    "token-detail-only": Outcome(OAuthError, "unauthorized_client", login=reading_detail),
    "picture": Outcome(check=shows_picture, login=with_picture),
    "picture-expired": Outcome(check=shows_none, login=with_picture),
    "confirm-payment": Outcome(login=confirming(PAYMENT)),
    "confirm-text": Outcome(login=confirming(TEXT)),
    "confirm-other-sub": Outcome(SubjectMismatch, login=confirming(PAYMENT, known=True)),
    "callback-in-other-browser": Outcome(StrangeBrowser, login=in_other_browser),
    "key-rollover": Outcome(login=rolled_over),
    "jwks-broken": Outcome(requests.exceptions.JSONDecodeError),
    "token-503-twice": Outcome(login=again),
    "token-answer-lost": Outcome(OAuthError, "invalid_grant", login=again),
    "code-reused": Outcome(OAuthError, "invalid_grant"),
    "code-expired": Outcome(OAuthError, "invalid_grant"),
    "code-of-another-client": Outcome(OAuthError, "invalid_grant"),
    "id-token-bad-signature": Outcome(errors.BadSignatureError),
    "id-token-unknown-kid": Outcome(errors.InvalidKeyIdError),
    "id-token-wrong-issuer": Outcome(errors.InvalidClaimError, "iss"),
    # Authlib compares aud with the client while it looks for azp.
    "id-token-wrong-audience": Outcome(errors.MissingClaimError, "azp"),
    "id-token-wrong-nonce": Outcome(errors.InvalidClaimError, "nonce"),
    "id-token-expired": Outcome(errors.ExpiredTokenError),
    "id-token-issued-in-future": Outcome(errors.InvalidClaimError, "issued in the future"),
    "id-token-alg-none": Outcome(errors.UnsupportedAlgorithmError, "none"),
    "id-token-encrypted-to-wrong-key": Outcome(errors.DecodeError),
    "id-token-inner-signature-broken": Outcome(errors.BadSignatureError),
    "userinfo-sub-of-another-person": Outcome(SubjectMismatch),
}
# What they are about, a client with a secret cannot have, or with keys.
OF_SECRETS = {"secret-client", "id-token-wrong-dir-key"}
OF_KEYS = {"id-token-rsa-oaep", "confirm-payment", "confirm-text", "confirm-other-sub"}
# They need a client with something particular, or end before there is a login: each has a test of its own.
APART = {"second-enc-key", "enc-key-cached", "request-uri-down"}


def test_every_shipped_story_is_tried_here():
    assert SHIPPED <= set(OUTCOMES) | APART


@pytest.mark.parametrize("story", sorted(set(OUTCOMES) - OF_SECRETS))
def test_story_with_a_client_that_has_keys(stage, key_party, story):
    rp = key_party(scenario=f"itsme-v2/{story}", service="CONFIRM" if story.startswith("confirm-") else "LOGIN")
    OUTCOMES[story].meet(rp, STORY_FILES, story, stage.http)


@pytest.mark.parametrize("story", sorted(set(OUTCOMES) - OF_KEYS))
def test_story_with_a_client_that_has_a_secret(stage, secret_party, story):
    OUTCOMES[story].meet(secret_party(scenario=f"itsme-v2/{story}"), STORY_FILES, story, stage.http)


@pytest.mark.parametrize("letter", ["a", "é"])
def test_the_longest_text_for_confirmation_fits_into_a_link(key_party, letter):
    """7500 characters (S4) in a signed and encrypted request object, by GET, which is what app links can do (E2)."""
    text = TEXT | {named("claim_approval_text_key"): letter * 7500}
    login = confirming(text)(key_party(service="CONFIRM"))
    assert login.identity["sub"]


def test_second_encryption_key(stage, keys):
    rp = KeyParty(
        stage.http, "TWO_KEYS", keys["signing"], keys["other encryption"], scenario="itsme-v2/second-enc-key"
    )
    login = rp.login()
    assert outer(login)["kid"] == "rp-enc-2" and login.person["family_name"] == "Peeters"
    STORY_FILES.say(stage.http, "second-enc-key")


def test_old_encryption_key_is_used_on(stage, keys, key_server):
    """The client has replaced its key, and kept the old one."""
    key_server.publish(keys["signing"], keys["encryption"])
    rp = KeyParty(stage.http, "FETCHED", keys["signing"], keys["encryption"])
    rp.login()
    key_server.publish(keys["signing"], new_key("rp-enc-new", "enc"))
    rp.scenario = "itsme-v2/enc-key-cached"
    assert outer(rp.login())["kid"] == "rp-enc-1"
    STORY_FILES.say(stage.http, "enc-key-cached")


def test_request_uri_that_is_down(stage, key_party, request_server):
    rp = key_party(scenario="itsme-v2/request-uri-down")
    request = {"client_id": rp.client_id, "response_type": "code", "scope": "openid service:LOGIN"}
    page = requests.get(
        rp.metadata["authorization_endpoint"],
        params=request | {"request_uri": request_server.url},
        headers={"Eidolon-Scenario": rp.scenario},
        allow_redirects=False,
        timeout=10,
    )
    assert (page.status_code, page.json()["error"]) == (400, "invalid_request_uri")
    # The address is told to be local, and nobody is blamed for a server that the story takes away.
    assert "unreachable" not in page.headers["Eidolon-Finding"]


def test_at_the_end_each_story_has_gone_as_its_file_expects(stage):
    """Runs after the stories above: stopping the emulator judges them all."""
    assert stage.stop() == 0
    STORY_FILES.went_as_expected(SHIPPED - {"request-uri-down"}, stage.events)
