"""A site that puts the login into an iframe, as the vendor's plugin for WordPress does, in a real browser (criipto-2026 T34)."""

import json
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from chromium import launched, needs_chromium
from page_server import PageServer
from program import Program
from verify_client import LOW

# RFC 7636, appendix B.
CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
BANKID = "urn:grn:authn:se:bankid:same-device"
pytestmark = needs_chromium


class Site(PageServer):
    """A site of another origin, and the place where its logins end."""

    def page(self, path: str) -> tuple[dict[str, str], bytes]:
        body = b"Welcome back" if path.startswith("/cb") else b"Shop"
        return {"Content-Type": "text/html"}, b"<!doctype html><title>Shop</title><h1>" + body + b"</h1>"


@pytest.fixture(scope="module")
def site():
    site = Site()
    yield site
    site.close()


@pytest.fixture(scope="module")
def program(eidolon, site, tmp_path_factory):
    folder = tmp_path_factory.mktemp("frames")
    client = {"public": True, "redirect_uris": [f"{site.url}cb"]}
    (folder / "world.json").write_text(json.dumps({"clients": {"criipto": {"urn:site": client}}}))
    with Program(eidolon, "--interactive", "--scenarios", str(folder)) as program:
        yield program


@pytest.fixture
def page(site):
    """A page of the site."""
    with launched() as browser:
        page = browser.new_context(locale="en-GB").new_page()
        page.set_default_timeout(15_000)
        # Another host than the program's, so that it is another site and not only another port.
        page.goto(site.url.replace("127.0.0.1", "localhost"))
        yield page


@pytest.fixture
def embed(page, program, site):
    """Opens a login with these acr_values in an iframe of the page, and gives the frame."""

    def embed(acr: str):
        query = {"client_id": "urn:site", "response_type": "code", "scope": "openid", "redirect_uri": f"{site.url}cb"}
        query |= {"state": "s", "code_challenge": CHALLENGE, "code_challenge_method": "S256", "acr_values": acr}
        page.evaluate(
            "address => { const frame = document.createElement('iframe'); frame.src = address; document.body.append(frame) }",
            f"{program.http}/criipto/oauth2/authorize?{urlencode(query)}")
        return page.frame_locator("iframe")

    return embed


def test_the_choice_and_bankid_are_shown_in_it_to_the_end(embed):
    frame = embed(f"{LOW} {BANKID}")
    frame.get_by_test_id(BANKID).click()
    frame.get_by_test_id("app-link").click()
    frame.get_by_test_id("approve").click()
    expect(frame.get_by_role("heading", name="Welcome back")).to_be_visible()


def is_refusal(said) -> bool:
    return said.type == "error" and "frame-ancestors 'self'" in said.text


def test_mitid_is_not_shown_in_it_and_the_site_is_told(page, embed, program):
    with page.expect_console_message(is_refusal):
        frame = embed(LOW)
    expect(frame.locator("body")).to_be_empty()
    program.wait_for_finding("criipto.mitid-framed")


def test_mitid_is_not_shown_in_it_after_the_choice(page, embed):
    frame = embed(f"{LOW} {BANKID}")
    with page.expect_console_message(is_refusal):
        frame.get_by_test_id(LOW).click()
    expect(frame.locator("body")).to_be_empty()
