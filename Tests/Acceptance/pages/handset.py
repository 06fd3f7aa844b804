"""The fake handset as a person uses it, and logins of every provider that wait for it."""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode, urlsplit

import requests
from playwright.sync_api import Locator, Page, expect

from pin_pad import type_pin

VERIDIUM = "application/vnd.veridiumid."

# Pages without script look again every five seconds at the latest.
expect.set_options(timeout=12_000)


class Handset:
    """The page at /phone."""

    def __init__(self, page: Page, root: str):
        self.page, self.root = page, root
        page.goto(f"{root}/phone")
        expect(page.get_by_test_id("live")).to_have_attribute("data-live", "live")

    def card(self, transaction: str) -> Locator:
        return self.page.locator(f'[data-transaction="{transaction}"]')

    def turn_to(self, transaction: str) -> Locator:
        """The request over the whole screen, by its notification if another one is there."""
        card = self.card(transaction)
        expect(card).to_be_attached()
        if not card.is_visible():
            if self.page.get_by_test_id("to-home").is_enabled():
                self.page.get_by_test_id("to-home").click()
            self.page.get_by_test_id(f"notice-{transaction}").click()
        return card

    def press(self, transaction: str, mark: str) -> None:
        card = self.turn_to(transaction)
        button = card.get_by_test_id(mark)
        expect(button).to_be_attached()
        if not button.is_visible():
            card.get_by_test_id("more").click()
        button.click()
        self.give_pin(transaction)

    def give_pin(self, transaction: str, digit: str = "4") -> None:
        """Where the app asks for one."""
        pad = self.card(transaction).get_by_test_id("pin-pad")
        if pad.count() > 0:
            type_pin(pad, digit * 4)

    def settings(self) -> None:
        """Opens the drawer beside the handset."""
        if not self.page.get_by_test_id("phone-person").is_visible():
            self.page.get_by_test_id("drawer-open").click()

    def open(self, link: str) -> None:
        self.settings()
        self.page.get_by_test_id("link").fill(link)
        self.page.get_by_test_id("open-link").click()

    def says(self, text: str) -> None:
        expect(self.page.get_by_test_id("phone-answer")).to_contain_text(text)


def transactions(root: str) -> list[dict]:
    return requests.get(f"{root}/_eidolon/phone", timeout=10).json()["requests"]


def newest(root: str) -> dict:
    return transactions(root)[0]


def parameters(url: str) -> dict[str, str]:
    parts = urlsplit(url)
    return {name: values[0] for name, values in parse_qs(parts.query or parts.fragment).items()}


def new_sandbox(root: str, **order) -> str:
    made = requests.post(f"{root}/_eidolon/sandboxes", json=order, timeout=10)
    made.raise_for_status()
    return f"{root}/~{made.json()['name']}"


def itsme(root: str, callback: str, **changes) -> str:
    query = {
        "client_id": "PAGES",
        "response_type": "code",
        "scope": "openid service:PAGES profile email phone address",
        "redirect_uri": callback,
        "state": "left",
        "nonce": "n",
    }
    return f"{root}/itsme/oidc/authorization?{urlencode(query | changes)}"


def itsme_v2(root: str, callback: str, **changes) -> str:
    return itsme(root, callback, **changes).replace("/itsme/oidc/authorization", "/itsme-v2/v2/authorization")


def criipto(root: str, callback: str, acr: str | None, **changes) -> str:
    query = {
        "client_id": "pages",
        "response_type": "code",
        "scope": "openid",
        "redirect_uri": callback,
        "state": "left",
        "nonce": "n",
    }
    if acr:
        query["acr_values"] = f"urn:grn:authn:{acr}"
    return f"{root}/criipto/oauth2/authorize?{urlencode(query | changes)}"


def bioid_token(root: str, task: str = "verify") -> str:
    answer = requests.get(
        f"{root}/bioid/extension/token",
        params={"id": "demo-app", "bcid": "bws.12.4711", "task": task},
        auth=("demo-app", "demo-secret"),
        timeout=10,
    )
    answer.raise_for_status()
    return answer.text


def bioid_connect(root: str, callback: str) -> str:
    query = {"client_id": "pages", "response_type": "code", "scope": "openid profile", "redirect_uri": callback, "state": "left"}
    return f"{root}/bioid/connect/authorize?{urlencode(query)}"


def reuseid(root: str, callback: str) -> str:
    query = {
        "client_id": "pages",
        "response_type": "code",
        "scope": "openid mobileid",
        "redirect_uri": callback,
        "state": "left",
        "acr_values": "idp:mobileid",
        "login_hint": "userId:7f1994f0-5fed-4e0f-a8e2-64da520a09cb deviceId:3d1f7a52-9c4e-4b0a-8f6d-2e5b8c7a9014",
    }
    return f"{root}/reuseid/auth/open/connect/authorize?{urlencode(query)}"


def videoid(root: str) -> str:
    answer = requests.post(
        f"{root}/videoid/v2/videoid.request",
        json={"process": "Unattended"},
        headers={"Authorization": "Bearer 00000000-0000-4000-8000-000000000001"},
        timeout=10,
    )
    answer.raise_for_status()
    return answer.json()["authorization"]


def veridium(root: str, call: str, kind: str, body: dict) -> dict:
    answer = requests.post(
        f"{root}/veridium/websec/rest/enterprise/{call}",
        json=body,
        headers={"Content-Type": f"{VERIDIUM}{kind}+json", "X-Friend-Cert-Subject": "CN=demo-friend"},
        timeout=10,
    )
    answer.raise_for_status()
    return answer.json()


def veridium_push(root: str, text: str = "Pay 12 EUR to the bakery") -> str:
    body = {"memberExternalId": "GENERIC", "profileExternalId": "anna", "transactionText": text}
    return veridium(root, "AuthenticationRequest", "authenticationrequest-v1", body)["sessionId"]


def veridium_status(root: str, session: str) -> str:
    answer = veridium(root, "GetSessionStatus", "sessionstatus-v1", {"sessionId": session})
    return answer.get("sessionStatus") or answer.get("status") or str(answer)
