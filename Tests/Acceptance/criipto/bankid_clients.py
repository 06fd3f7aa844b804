"""Clients of Swedish BankID as the vendor documents and publishes them: an Android app, an iOS app, a page in a browser, a page
with a QR code. Nothing here knows Eidolon but for the person's phone, which a scenario plays."""

from __future__ import annotations

import json
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import requests
from verify_client import Cancelled, Refused, Verify

SAME_DEVICE = "urn:grn:authn:se:bankid:same-device"
QR = "urn:grn:authn:se:bankid:another-device:qr"
NOT_DONE = "Native-app driven authentication is not done"
AGENTS = {
    "android": "okhttp/4.12.0",
    "ios": "Example/1 CFNetwork/1494.0.7 Darwin/23.4.0",
    "browser": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
}


class Failed(Exception):
    """The provider answered with a status of 400 or more; the message is the text of the answer."""


class UserCancelled(Exception):
    """The SDK reports that the user cancelled."""


class StartFailed(Failed):
    """Nobody opened the app in time."""


def text_of(answer: requests.Response) -> str:
    """The text of an answer, which may be a JSON string."""
    try:
        value = json.loads(answer.text)
    except json.JSONDecodeError:
        return answer.text
    return value if isinstance(value, str) else answer.text


def failure(answer: requests.Response) -> Exception:
    text = text_of(answer)
    if text == "access_denied" or text == "Collect failed: userCancel":
        return UserCancelled(text)
    return StartFailed(text) if text == "Collect failed: startFailed" else Failed(text)


class Client:
    """What all clients do: ask for an order, launch the app, take the answer of `completeUrl`."""

    platform = ""

    def __init__(self, verify: Verify, advance, **hints: str):
        self.verify, self.advance = verify, advance
        self.http = requests.Session()
        self.http.headers["User-Agent"] = AGENTS[self.platform]
        if verify.scenario:
            self.http.headers["Eidolon-Scenario"] = verify.scenario
        self.hints = [f"appswitch:{self.platform}"] + [f"{name}:{value}" for name, value in hints.items()]

    def start(self, **parameters) -> dict:
        parameters = {
            "acr_values": SAME_DEVICE,
            "response_mode": "json",
            "prompt": "login",
            "login_hint": " ".join(self.hints),
        } | parameters
        self.remembered = self.verify.start(**{name: value for name, value in parameters.items() if value})
        answer = self.http.get(self.remembered["url"], timeout=10)
        if answer.status_code >= 400:
            raise failure(answer)
        self.order = answer.json()
        return self.order

    def get(self, name: str) -> requests.Response:
        return self.http.get(self.order[name], timeout=10, allow_redirects=False)

    def launch(self, link: str | None = None) -> dict:
        """Opens the BankID app: what the app was given, and what it will open when the person is done."""
        query = urlsplit(link or self.order["launchLinks"]["universalLink"]).query
        answer = requests.get(f"{self.verify.domain}/bankid-app?{query}", timeout=10)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def parse(self, location: str) -> dict:
        """The parameters of the OAuth answer; an error is what the SDK reports."""
        try:
            return self.verify.callback(location, self.remembered)
        except Cancelled as error:
            if error.parameters.get("error_description", "").endswith("userCancel"):
                raise UserCancelled(str(error)) from error
            raise

    def complete(self) -> dict:
        answer = self.get("completeUrl")
        if answer.status_code >= 400:
            raise failure(answer)
        location = answer.headers["Location"] if answer.status_code == 302 else answer.json()["location"]
        return self.parse(location)

    def claims(self, parameters: dict) -> dict:
        token = self.verify.exchange(parameters["code"], self.remembered)
        return self.verify.identity(token["id_token"], self.remembered)


class AndroidApp(Client):
    """Any return to the foreground is one GET of `completeUrl`; whatever fails there is an error, and the order is cancelled so
    that the person can log in again (guide, 400 Bad Request)."""

    platform = "android"

    def foreground(self) -> dict:
        try:
            return self.complete()
        except (Failed, requests.ConnectionError) as error:
            self.get("cancelUrl")
            if str(error) == NOT_DONE:
                raise UserCancelled(NOT_DONE) from error
            raise

    def login(self, away: float) -> dict:
        self.start()
        assert self.order.get("pollUrl") is None
        app = self.launch()
        assert app["redirect"] == "null" and app["opens"] is None
        self.advance(away)
        return self.claims(self.foreground())


class IOSApp(Client):
    """A return by the deep link is one GET of `completeUrl`; a return without it is a cancellation."""

    platform = "ios"

    def foreground(self, deep_link: str | None) -> dict:
        if deep_link is None:
            self.get("cancelUrl")
            raise UserCancelled("the app came to the foreground without its link")
        assert deep_link.split("?")[0] == self.verify.redirect_uri
        return self.complete()

    def login(self, away: float) -> dict:
        self.start()
        assert self.order.get("pollUrl") is None
        app = self.launch()
        assert app["redirect"] == app["opens"] == self.verify.redirect_uri
        self.advance(away)
        # BankID opens the link when the order is over, however it ended.
        state = self.launch()["state"]
        is_over = state in ("complete", "userCancel", "certificateErr", "transactionRiskBlocked", "cancelled")
        return self.claims(self.foreground(app["opens"] if is_over else None))


class BrowserPage(Client):
    """Polls one second after the click and then every second; sets the redirect of the launch link to its own address."""

    platform = "browser"
    interval = 1.0
    page = "https://app.example.test/login"

    def link(self) -> str:
        parts = urlsplit(self.order["launchLinks"]["universalLink"])
        query = [(name, value) for name, value in parse_qsl(parts.query) if name != "redirect"]
        return urlunsplit(parts._replace(query=urlencode(query + [("redirect", self.page)])))

    def target(self, url: str) -> dict:
        if url.startswith(self.verify.domain) and "error=" not in url:
            self.order["completeUrl"] = url
            return self.complete()
        return self.parse(url)

    def poll(self, until: float) -> dict:
        waited = 0.0
        while waited < until:
            self.advance(self.interval)
            waited += self.interval
            answer = self.get("pollUrl")
            if answer.status_code >= 500:
                continue
            if answer.status_code >= 400:
                raise failure(answer)
            if answer.status_code == 202:
                self.pending(answer)
                continue
            assert answer.status_code == 200, answer.status_code
            return self.target(answer.json()["targetUrl"])
        self.get("cancelUrl")
        raise UserCancelled("the person came back to the page without having finished")

    def pending(self, answer: requests.Response) -> None:
        assert answer.json() is None

    def login(self, away: float) -> dict:
        self.start()
        app = self.launch(self.link())
        assert app["redirect"] == app["opens"] == self.page
        return self.claims(self.poll(away))


class Safari(BrowserPage):
    """On iOS the page is loaded again when the person comes back, and calls `completeUrl` once."""

    def login(self, away: float) -> dict:
        self.start()
        self.launch(self.link())
        self.advance(away)
        try:
            return self.claims(self.complete())
        except Failed as error:
            if str(error) != NOT_DONE:
                raise
            self.get("cancelUrl")
            raise UserCancelled(NOT_DONE) from error


class QRPage(BrowserPage):
    """Shows `initialQrCode` and then the `qrCode` of each poll, every two and a half seconds; an order that nobody scanned in time is
    silently begun again."""

    interval = 2.5
    restarts = 0

    def start(self, **parameters) -> dict:
        super().start(acr_values=QR, login_hint=None, **parameters)
        self.shown = [self.order["initialQrCode"]]
        return self.order

    def pending(self, answer: requests.Response) -> None:
        if code := answer.json().get("qrCode"):
            self.shown.append(code)

    def login(self, away: float) -> dict:
        while True:
            self.start()
            try:
                return self.claims(self.poll(away))
            except StartFailed:
                self.restarts += 1
                if self.restarts == 3:
                    raise


__all__ = ["AndroidApp", "BrowserPage", "Client", "Failed", "IOSApp", "QRPage", "Refused", "Safari", "StartFailed", "UserCancelled"]
