"""User discovery and CIBA with a client of ours: the QR code read by a real decoder, the scan, the approval, poll and ping."""

from __future__ import annotations

import json

import pytest
import requests
from joserfc.jwk import KeySet

from ciba_party import CIBAParty, NobodyScanned, PingReceiver, Refused, text_of
from own_sandbox import OwnSandbox
from program import Program
from qr_scanner import needs_scanner
from shipped_stories import ShippedStories

STORY_FILES = ShippedStories("itsme-v2")


@pytest.fixture(scope="module")
def receiver():
    receiver = PingReceiver()
    yield receiver
    receiver.close()


@pytest.fixture(scope="module")
def program(eidolon, receiver, tmp_path_factory):
    """An emulator with a client that polls and one that is pinged; its log is read when it has stopped."""
    folder = tmp_path_factory.mktemp("ciba")
    services = {
        code: {"type": kind, "redirect_uris": ["https://client.example.test/cb"]}
        for code, kind in (("EIDOLON_LOGIN", "authentication"), ("EIDOLON_CONFIRM", "confirmation"))
    }
    clients = {
        "POLLS": {"services": services, "ciba": {"mode": "poll"}},
        "PINGED": {"services": services, "ciba": {"mode": "ping", "notification_endpoint": receiver.url}},
    }
    (folder / "world.json").write_text(json.dumps({"clients": {"itsme-v2": clients}}))
    program = Program(eidolon, "--scenarios", str(folder))
    yield program
    program.stop()


class Run:
    """A client in a sandbox of its own, whose waiting moves the sandbox's clock."""

    def __init__(self, program: Program, receiver: PingReceiver, story: str | None = None):
        self.receiver, self.sandbox = receiver, OwnSandbox(program.http)
        self.story = f"itsme-v2/{story}" if story else None

    def party(self, client: str = "POLLS") -> CIBAParty:
        keys = requests.get(f"{self.sandbox.root}/itsme-v2/test/private_jwks.json", timeout=10).json()
        receiver = self.receiver if client == "PINGED" else None
        return CIBAParty(
            self.sandbox.root, client, KeySet.import_key_set(keys), self.sandbox.advance, receiver, self.story
        )

    def scan(self, text: str) -> dict:
        return self.sandbox.control("POST", "phone/open", {"link": text})

    def findings(self) -> list[str]:
        return [each["rule"] for each in self.sandbox.control("GET", "findings")["findings"]]


@pytest.fixture
def run(program, receiver):
    run = Run(program, receiver)
    yield run
    run.sandbox.end()


@needs_scanner
def test_a_phone_reads_the_code_and_the_person_approves(run, tmp_path):
    run.sandbox.control("PUT", "phone", {"interactive": True})
    party = run.party()
    discovery = party.begin_discovery()
    text = text_of(discovery.codes[0], tmp_path)
    assert text.startswith(f"{run.sandbox.root}/phone?scan=")
    run.sandbox.advance(5)
    assert party.poll_discovery(discovery.session).json()["status"] == "PENDING_USER_DISCOVERY"
    scanned = run.scan(text)
    assert (scanned["result"], scanned["transaction"]) == ("shown", discovery.session)
    token = party.poll_discovery(discovery.session).json()["user_identifier_token"]
    begun = party.begin(token)
    assert party.ask(begun["auth_req_id"]).json()["error"] == "authorization_pending"
    shown = run.sandbox.control("GET", f"transactions/{discovery.session}/phone")
    assert "approve" in [choice["do"] for choice in shown["choices"]]
    run.sandbox.act(discovery.session, "approve")
    run.sandbox.advance(begun["interval"])
    tokens = party.ask(begun["auth_req_id"]).json()
    assert party.identity(tokens)["name"] == "Anna Peeters"
    userinfo = requests.get(
        party.metadata["userinfo_endpoint"],
        headers={"Authorization": f"Bearer {tokens['access_token']}"},
        timeout=10,
    )
    assert userinfo.status_code == 200
    assert [each["id"] for each in run.sandbox.transactions()] == [discovery.session]
    assert run.findings() == []


@needs_scanner
def test_an_old_code_is_refused(run, tmp_path):
    party = run.party()
    discovery = party.begin_discovery()
    old = text_of(discovery.codes[0], tmp_path)
    run.sandbox.advance(40)
    party.poll_discovery(discovery.session)
    assert run.scan(old)["result"] == "refused"
    assert run.findings() == ["itsme-v2.qr-stale"]


def test_a_ping_says_which_request_and_no_more(run, receiver):
    run.story = "itsme-v2/ciba-ping"
    count = len(receiver.raw)
    party = run.party("PINGED")
    begun = party.begin(party.discover().token)
    run.sandbox.advance(12)
    receiver.wait_for(count + 1)
    headers, body = receiver.raw[count]
    assert json.loads(body) == {"auth_req_id": begun["auth_req_id"]}
    assert headers["Content-Type"] == "application/json"
    assert party.identity(party.ask(begun["auth_req_id"]).json())["name"] == "Anna Peeters"


def test_a_confirmation_shows_its_template_on_the_phone(run):
    run.sandbox.control("PUT", "phone", {"interactive": True})
    party = run.party()
    discovery = party.begin_discovery()
    run.sandbox.act(discovery.session, "scan")
    token = party.poll_discovery(discovery.session).json()["user_identifier_token"]
    prefix = "http://itsme.services/v2/claim/claim_approval_"
    template = {
        "template_name": "adv_payment",
        "amount_key": "100",
        "currency_key": "EUR",
        "iban_key": "BE68539007547034",
    }
    members = {f"{prefix}{name}": {"essential": True, "value": value} for name, value in template.items()}
    party.begin(token, "EIDOLON_CONFIRM", claims={"userinfo": members})
    shown = run.sandbox.control("GET", f"transactions/{discovery.session}/phone")
    assert "100 EUR" in [each["value"] for each in shown["particulars"]]


def test_a_client_with_a_secret_may_not(run):
    form = {"client_id": "EIDOLON_SECRET", "client_secret": "eidolon-demo-secret-v2-0123456789"}
    answer = requests.post(f"{run.sandbox.root}/itsme-v2/v2/user_discovery_sessions", data=form, timeout=10)
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")


# The stories


def logs_in(*seen: str, client: str = "POLLS"):
    """It ends with the person, after these answers of the token endpoint."""

    def story(run: Run) -> None:
        party = run.party(client)
        assert party.login()["name"] == "Anna Peeters"
        assert [each for each in party.seen if each != "authorization_pending"] == list(seen)

    return story


def rotates(run: Run) -> None:
    party = run.party()
    discovery = party.discover()
    assert len(discovery.codes) == 3
    assert party.identity(party.fetch(party.begin(discovery.token)))["name"] == "Anna Peeters"


def is_never_scanned(run: Run) -> None:
    with pytest.raises(NobodyScanned):
        run.party().discover()


def is_polled_too_fast(run: Run) -> None:
    party = run.party()
    discovery = party.discover()
    assert 429 in discovery.statuses
    assert party.identity(party.fetch(party.begin(discovery.token)))["name"] == "Anna Peeters"


def ends_with(error: str):
    def story(run: Run) -> None:
        with pytest.raises(Refused) as refused:
            run.party().login()
        assert refused.value.error == error

    return story


def is_refused_at_once(status: int, error: str):
    """Nothing is asked at the token endpoint; another login begins with another discovery."""

    def story(run: Run) -> None:
        party = run.party()
        with pytest.raises(Refused) as refused:
            party.login()
        assert (refused.value.status, refused.value.error) == (status, error)
        party.headers = {}
        again = party.begin_discovery()
        run.sandbox.act(again.session, "scan")
        token = party.poll_discovery(again.session).json()["user_identifier_token"]
        assert party.identity(party.fetch(party.begin(token)))["name"] == "Anna Peeters"

    return story


def is_pinged_twice(run: Run) -> None:
    count = len(run.receiver.raw)
    logs_in(client="PINGED")(run)
    run.receiver.wait_for(count + 2)


def is_forged(run: Run) -> None:
    refused = len(run.receiver.refused)
    party = run.party("PINGED")
    begun = party.begin(party.discover().token)
    run.sandbox.advance(12)
    assert not run.receiver.wait(begun["auth_req_id"], 2)
    assert len(run.receiver.refused) > refused


def comes_early(run: Run) -> None:
    party = run.party("PINGED")
    discovery = party.discover()
    count = len(run.receiver.pinged)
    begun = party.begin(discovery.token)
    assert [request for _, request in run.receiver.pinged[count:]] == [begun["auth_req_id"]]
    assert party.identity(party.fetch(begun))["name"] == "Anna Peeters"


OUTCOMES = {
    "ciba-poll": logs_in(),
    "ciba-ping": logs_in(client="PINGED"),
    "ciba-qr-rotates": rotates,
    "ciba-never-scanned": is_never_scanned,
    "ciba-polled-too-fast": is_polled_too_fast,
    "ciba-slow-down": logs_in("slow_down", "slow_down"),
    "ciba-reject": ends_with("access_denied"),
    "ciba-expired": ends_with("expired_token"),
    "ciba-denied-at-once": is_refused_at_once(403, "access_denied"),
    "ciba-hint-expired": is_refused_at_once(400, "expired_login_hint_token"),
    "ciba-hint-reused": is_refused_at_once(400, "unknown_user_id"),
    "ciba-ping-lost": logs_in("no ping", client="PINGED"),
    "ciba-ping-twice": is_pinged_twice,
    "ciba-ping-forged": is_forged,
    "ciba-ping-early": comes_early,
}


def test_every_shipped_story_of_ciba_is_tried_here():
    assert {name for name in STORY_FILES.names if name.startswith("ciba-")} == set(OUTCOMES)


@pytest.mark.parametrize("story", sorted(OUTCOMES))
def test_story(program, receiver, story):
    run = Run(program, receiver, story)
    OUTCOMES[story](run)
    STORY_FILES.say(run.sandbox.root, story)
    run.sandbox.end()


def test_at_the_end_each_story_has_gone_as_its_file_expects(program):
    """Runs after the stories above: stopping the emulator judges them all."""
    assert program.stop() == 0
    STORY_FILES.went_as_expected(OUTCOMES, program.events)
