"""Every shipped story of Swedish BankID with the vendor's kinds of clients, and the verdict of the story's own expectation."""

from dataclasses import dataclass, field
from typing import Callable

import pytest
import requests
from bankid_clients import (
    AndroidApp, BrowserPage, Cancelled, Failed, IOSApp, NOT_DONE, QRPage, SAME_DEVICE, Safari, StartFailed,
    UserCancelled,
)
from bankid_stage import Stage
from verify_client import Verify

from program import Program
from shipped_stories import ShippedStories

STORY_FILES = ShippedStories("criipto")
NATIVE = (AndroidApp, IOSApp)
PAGES = (BrowserPage, Safari)
EVERYBODY = NATIVE + PAGES


@dataclass
class Outcome:
    """What correct clients make of a story: an error, or claims for which a check holds."""

    error: type[Exception] | tuple = ()
    says: str = ""
    check: Callable = lambda _: True
    clients: tuple = EVERYBODY
    # How the client logs in where that is not its usual way.
    login: Callable | None = None
    # How long the person is away in the app; a page polls as long.
    away: float = 20
    errors: dict = field(default_factory=dict)


def patient(client):
    """A client that asks again when the app returned before the server knew."""
    client.start()
    client.launch()
    with pytest.raises(Failed, match=NOT_DONE):
        client.complete()
    return client.claims(client.complete())


def through_a_broker(client):
    """A client whose hint never arrived: what comes is not JSON, which it notices before it reads any."""
    remembered = client.verify.start(acr_values=SAME_DEVICE, prompt="login", login_hint=" ".join(client.hints))
    answer = client.http.get(remembered["url"], timeout=10, allow_redirects=False)
    assert answer.status_code == 302 and "json" not in answer.headers.get("Content-Type", "")
    client.remembered = remembered
    return client.claims(client.verify.callback(answer.headers["Location"], remembered))


def with_a_browsers_hint(client):
    """The app's own hint was overwritten: it can tell by the pollUrl, which apps never get, and asks for the end itself."""
    client.start()
    assert client.order["pollUrl"]
    assert client.launch()["opens"] is None
    client.advance(20)
    return client.claims(client.complete())


def by_url(client):
    """An id_token in the callback's URL, with the evidence inside."""
    client.verify.oauth.scope = "openid evidence"
    remembered = client.verify.start(acr_values=SAME_DEVICE, response_type="id_token")
    answer = client.http.get(remembered["url"], timeout=10, allow_redirects=False)
    location = answer.headers["Location"]
    token = client.verify.callback(location, remembered)["id_token"]
    return client.verify.identity(token, remembered) | {"length": len(location)}


def named(name: str) -> Callable:
    return lambda claims: claims["name"] == name and claims["identityscheme"] == "sebankid"


def collect_failed(hint: str) -> Callable:
    return lambda error: error.parameters["error_description"] == f"Collect failed: {hint}"


def failed(hint: str) -> Outcome:
    return Outcome(Cancelled, check=collect_failed(hint))


OUTCOMES: dict[str, Outcome] = {
    "approve": Outcome(check=named("Anna Peeters")),
    "approve-at-once": Outcome(away=2),
    "qr-scanned": Outcome(clients=(QRPage,), check=named("Anna Peeters")),
    "wrong-code-then-approve": Outcome(),
    "passport-first": Outcome(),
    "user-cancel": Outcome(UserCancelled, clients=EVERYBODY + (QRPage,)),
    "user-cancel-as-text": Outcome(UserCancelled, clients=EVERYBODY + (QRPage,)),
    "user-cancel-quoted": Outcome(UserCancelled, clients=EVERYBODY + (QRPage,)),
    "app-never-opened": Outcome(StartFailed, clients=(AndroidApp, BrowserPage, Safari, QRPage), away=40),
    "link-opened-too-late": Outcome(StartFailed, clients=(AndroidApp, BrowserPage, Safari), away=40),
    "start-failed-quoted": Outcome(StartFailed, clients=(AndroidApp, BrowserPage, Safari, QRPage), away=40),
    "app-opened-then-ignored": Outcome(
        Cancelled, clients=(AndroidApp, BrowserPage, Safari), check=collect_failed("expiredTransaction"), away=181
    ),
    "walks-back": Outcome(UserCancelled, away=5),
    "cancel-url-fails": Outcome(UserCancelled, away=5),
    "certificate-error": failed("certificateErr"),
    "risk-blocked": failed("transactionRiskBlocked"),
    "app-too-old": Outcome(Cancelled, clients=(AndroidApp, *PAGES), check=collect_failed("notSupportedByUserApp")),
    "call-declined": Outcome(Cancelled, clients=(AndroidApp, *PAGES), check=collect_failed("userDeclinedCall")),
    "ended-by-other-order": failed("cancelled"),
    "number-blocked-and-ended": Outcome(UserCancelled, away=5),
    "not-done-once": Outcome(login=patient),
    "complete-answer-lost": Outcome((requests.ConnectionError, Failed), clients=(AndroidApp, IOSApp)),
    "completed-early": Outcome(UserCancelled, clients=(AndroidApp,)),
    "completed-twice": Outcome(),
    "complete-slow": Outcome(),
    "poll-breaks-once": Outcome(clients=(BrowserPage,)),
    "authorize-503": Outcome(Failed, "Service unavailable", clients=EVERYBODY),
    "poll-url-left-out": Outcome(clients=NATIVE),
    "launch-link-without-redirect": Outcome(clients=PAGES),
    "call-confirmed": Outcome(check=named("Anna Peeters")),
    "hint-swallowed": Outcome(clients=NATIVE, login=through_a_broker, check=named("Anna Peeters")),
    "hint-of-browser": Outcome(clients=(AndroidApp,), login=with_a_browsers_hint, check=named("Anna Peeters")),
    "evidence-in-url": Outcome(
        clients=(BrowserPage,), login=by_url, check=lambda claims: claims["evidence"] and claims["length"] > 2000
    ),
    "coordination-number": Outcome(check=lambda claims: claims["ssn"] == "198605732380"),
}


def test_every_shipped_story_is_tried_here():
    shipped = {story for story in STORY_FILES.names if story.startswith("bankid-")}
    assert {story.removeprefix("bankid-") for story in shipped} == set(OUTCOMES)


@pytest.fixture(scope="module")
def program(eidolon):
    """An emulator whose log is read when it has stopped: then every story has been judged."""
    program = Program(eidolon, "--strict")
    yield program
    program.stop()


CASES = [(story, kind) for story in sorted(OUTCOMES) for kind in OUTCOMES[story].clients]


@pytest.mark.parametrize("story, kind", CASES, ids=[f"{story}-{kind.__name__}" for story, kind in CASES])
def test_story(program, story, kind):
    outcome = OUTCOMES[story]
    stage = Stage(program.http)
    client = kind(Verify(stage.domain, scenario=f"bankid-{story}"), stage.advance)
    login = outcome.login or (lambda client: client.login(outcome.away))
    if not outcome.error:
        assert outcome.check(login(client))
    else:
        with pytest.raises(outcome.error) as raised:
            login(client)
        assert outcome.says in str(raised.value)
        assert outcome.check(raised.value), vars(raised.value)
    STORY_FILES.say(stage.root, f"bankid-{story}")
    found = [finding for entry in stage.journal() for finding in entry.get("findings", [])]
    # Authlib sends Basic credentials unencoded, which is not the matter here.
    assert not [rule for rule in found if rule.startswith("criipto.bankid-")], found
    stage.end()


def test_at_the_end_each_story_has_gone_as_its_file_expects(program):
    """Runs after the stories above: a sandbox that ends judges its stories."""
    assert program.stop() == 0
    # A story whose first answer is an error has no login to be judged, and none is here.
    STORY_FILES.went_as_expected((f"bankid-{story}" for story in OUTCOMES), program.events)
