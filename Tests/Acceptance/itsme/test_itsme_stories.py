"""Every shipped story, with what the client library makes of it, and the verdict of the story's own expectation."""

import pytest
import requests
from authlib.integrations.base_client import OAuthError
from joserfc import errors

from program import Program
from shipped_stories import ShippedStories
from relying_party import ADVANCED, BASIC, LevelTooLow, NoCallback, Refused, RelyingParty, SubjectMismatch
from story_outcomes import Outcome, again

STORY_FILES = ShippedStories("itsme")


def denied(error: Refused) -> bool:
    return error.parameters["error"] == "access_denied" and bool(error.parameters["error_description"])


OUTCOMES: dict[str, Outcome] = {
    "approve": Outcome(check=lambda login: login.person["given_name"] == "Anna"),
    "approve-after-delay": Outcome(check=lambda login: login.response.elapsed.total_seconds() > 2.5),
    "reject": Outcome(Refused, check=denied),
    "wrong-icon": Outcome(Refused, check=denied),
    "timeout-no-redirect": Outcome(NoCallback, check=lambda error: error.response.elapsed.total_seconds() > 4),
    "timeout-access-denied": Outcome(Refused, check=denied),
    "timeout-error-page": Outcome(NoCallback, check=lambda error: error.response.status_code == 500),
    "code-expired": Outcome(OAuthError, "invalid_grant"),
    "code-reused": Outcome(OAuthError, "invalid_grant"),
    "code-of-another-client": Outcome(OAuthError, "invalid_grant"),
    "person-without-email": Outcome(check=lambda login: not {"email", "email_verified"} & set(login.person)),
    "person-with-single-name": Outcome(
        check=lambda login: "given_name" not in login.person and login.person["family_name"] == login.person["name"]
    ),
    "acr-downgraded": Outcome(LevelTooLow, BASIC, login=lambda rp: rp.login(acr_values=ADVANCED)),
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
    "jwks-broken": Outcome(requests.exceptions.JSONDecodeError),
    "token-503-twice": Outcome(login=again),
    "token-answer-lost": Outcome(OAuthError, "invalid_grant", login=again),
}


def test_every_shipped_story_is_tried_here():
    assert STORY_FILES.are_played(OUTCOMES)


@pytest.fixture(scope="module")
def stage(eidolon, scenarios):
    """An emulator whose log is read when it has stopped: then every story has been judged."""
    program = Program(eidolon, "--scenarios", str(scenarios))
    yield program
    program.stop()


@pytest.mark.parametrize("story", sorted(OUTCOMES))
def test_story(stage, keys, story):
    rp = RelyingParty(
        f"{stage.http}/itsme/oidc", "GUIDE_RP", keys["signing"], keys["encryption"], scenario=f"itsme/{story}"
    )
    OUTCOMES[story].meet(rp, STORY_FILES, story, stage.http)


def test_at_the_end_each_story_has_gone_as_its_file_expects(stage):
    """Runs after the stories above: stopping the emulator judges them all."""
    assert stage.stop() == 0
    STORY_FILES.went_as_expected(OUTCOMES, stage.events)


def test_an_expectation_that_is_not_met_is_said(eidolon, keys):
    """A careless client that lets the person in although the id_token is not for it."""
    with Program(eidolon) as program:
        rp = RelyingParty(
            f"{program.http}/itsme/oidc",
            "EIDOLON_TEST",
            test_key(program),
            service="EIDOLON_LOGIN",
            redirect_uri="http://localhost:9000/cb",
            scenario="id-token-wrong-audience",
        )
        started = rp.start()
        token = rp.exchange(rp.callback(rp.open(started["url"]), started)["code"], started)
        rp.authlib.get(rp.metadata["userinfo_endpoint"], token=token).raise_for_status()
        said = {"saw": "accepted", "words": "the dashboard is shown"}
        requests.post(f"{program.http}/_eidolon/saw", json=said, timeout=10).raise_for_status()
        program.stop()
        (verdict,) = [event for event in program.events if "not as expected" in event["message"]]
        assert "was accepted: the dashboard is shown" in verdict["message"]


def test_key(program: Program):
    from joserfc.jwk import KeySet

    keys = requests.get(f"{program.http}/itsme/slate/private_jwks.json", timeout=10).json()
    return next(key for key in KeySet.import_key_set(keys).keys if key.get("use") == "sig")


test_key.__test__ = False
