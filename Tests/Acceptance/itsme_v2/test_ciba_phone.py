"""A person whose phone's camera opens what the QR code of a client's page says: a real browser at that address."""

from __future__ import annotations

import pytest
import requests
from joserfc.jwk import KeySet
from playwright.sync_api import expect

from chromium import launched, needs_chromium
from ciba_party import CIBAParty, text_of
from own_sandbox import OwnSandbox
from pin_pad import type_pin
from program import Program
from qr_scanner import needs_scanner

pytestmark = [needs_chromium, needs_scanner]


@pytest.fixture(scope="module")
def program(eidolon):
    with Program(eidolon, "--interactive") as program:
        yield program


def test_the_camera_opens_the_phone_which_scans_and_then_approves(program, tmp_path):
    sandbox = OwnSandbox(program.http)
    keys = KeySet.import_key_set(requests.get(f"{sandbox.root}/itsme-v2/test/private_jwks.json", timeout=10).json())
    party = CIBAParty(sandbox.root, "EIDOLON_TEST", keys, sandbox.advance)
    discovery = party.begin_discovery()
    with launched() as browser:
        page = browser.new_page()
        page.goto(text_of(discovery.codes[0], tmp_path))
        card = page.locator(f'[data-transaction="{discovery.session}"]')
        expect(card.get_by_test_id("waiting")).to_contain_text("the client asks for the approval")
        assert page.url == f"{sandbox.root}/phone"
        token = party.poll_discovery(discovery.session).json()["user_identifier_token"]
        begun = party.begin(token)
        card.get_by_test_id("approve").click()
        type_pin(card, "4444")
        expect(card.get_by_test_id("state")).to_contain_text("approved")
    assert party.identity(party.ask(begun["auth_req_id"]).json())["name"] == "Anna Peeters"
    sandbox.end()
