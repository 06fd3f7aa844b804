"""A customer of ReuseID as its two halves: a backend, and an app that stands on a stub of the mobile library.

The app is written from the step-up guide: start, read the pre-operation context, finish, read the post-operation context, ask
for the VideoID authorisation, run the VideoID.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field

import requests

from own_sandbox import OwnSandbox

CLIENT, SECRET = "eidolon-demo", "demo-secret"
APPLICATION = "eidolon-app"
CALLBACK = "http://localhost:9000/cb"


@dataclass
class Phone:
    """A device of the default world."""

    user: str
    device: str
    pin: str
    reference: str


ANNA = Phone("7f1994f0-5fed-4e0f-a8e2-64da520a09cb", "3d1f7a52-9c4e-4b0a-8f6d-2e5b8c7a9014", "2580", "anna")


class Sandbox(OwnSandbox):
    """A private emulator whose clock stands still until it is advanced."""

    def __init__(self, http: str, **order):
        super().__init__(http, **order)
        self.reuseid = f"{self.root}/reuseid"


class Backend:
    """The relying party's server: gets a token with its credentials, starts operations, and polls."""

    def __init__(self, base: str, client: str = CLIENT, secret: str = SECRET):
        self.base, self.client, self.secret = base, client, secret
        self.session = requests.Session()
        self.authenticate()

    def authenticate(self) -> None:
        response = requests.post(
            f"{self.base}/auth/open/connect/token",
            data={"grant_type": "client_credentials", "scope": "signicat-api"},
            auth=(self.client, self.secret),
            timeout=10,
        )
        response.raise_for_status()
        self.session.headers["Authorization"] = f"Bearer {response.json()['access_token']}"

    def call(self, method: str, path: str, body: dict | None = None, **options) -> requests.Response:
        return self.session.request(method, f"{self.base}{path}", json=body, timeout=10, **options)

    def start(self, path: str, body: dict, scenario: str | None = None) -> dict:
        headers = {"Eidolon-Scenario": scenario} if scenario else {}
        response = self.call("POST", path, body, headers=headers)
        response.raise_for_status()
        return response.json()["data"]

    def step_up(self, phone: Phone = ANNA, scenario: str | None = None, **options) -> str:
        """Starts a step-up; the transaction to poll."""
        body = {"userId": phone.user, "deviceId": phone.device} | options
        return self.start("/step-up", body, scenario)["transactionId"]

    def status(self, transaction: str, what: str = "step-up") -> str:
        response = self.call("GET", f"/{what}/{transaction}")
        response.raise_for_status()
        return response.json()["data"]["status"]

    def result(self, transaction: str) -> dict:
        response = self.call("GET", f"/core/transactions/{transaction}")
        response.raise_for_status()
        return response.json()


class LibraryError(Exception):
    """An error of the mobile library, with its code."""

    def __init__(self, error: dict):
        super().__init__(f"{error['code']} {error['name']}")
        self.code, self.error = error["code"], error


class VideoIDFailed(Exception):
    """`onError` of the VideoID SDK."""


@dataclass
class App:
    """The relying party's app, on a stub of the mobile library."""

    base: str
    phone: Phone = field(default_factory=lambda: ANNA)
    application: str = APPLICATION
    scenario: str | None = None

    def library(self, method: str, **body) -> dict:
        response = requests.post(f"{self.base}/mobileid/{self.application}/{method}", json=body, timeout=10)
        if "error" in response.json():
            raise LibraryError(response.json()["error"])
        response.raise_for_status()
        return response.json()

    def start_authentication(self, **more) -> dict:
        return self.library("startAuthentication", registration_id=self.phone.device, **more)

    def finish_authentication(self, pin: str | None = None, **more) -> dict:
        body = {"auth_method": "DEVICE:PIN", "pin_code": pin or self.phone.pin} | more
        return self.library("finishAuthentication", registration_id=self.phone.device, **body)

    def push_number(self) -> int | None:
        """What the push message would have brought."""
        url = f"{self.base}/mobileid/{self.application}/push"
        pushes = requests.get(url, params={"registration_id": self.phone.device}, timeout=10).json()["pushes"]
        return pushes[0]["pushSessionId"] if pushes else None

    @staticmethod
    def operation(result: dict, name: str) -> dict | None:
        """The Signicat operation object of a context; `None` where the operation is not a step-up."""
        context = result.get(name)
        if context is None or context["context_mime"] != "application/json":
            return None
        encoded = context["context_content_b64"]
        # Takes both alphabets, with and without padding.
        content = base64.urlsafe_b64decode(encoded.replace("+", "-").replace("/", "_") + "=" * (-len(encoded) % 4))
        return json.loads(content).get("signicatOperation")

    # The VideoID, as in the guide's section "Perform VideoID".

    def request_video_id(self, operation: dict) -> dict:
        headers = {"Authorization": f"Bearer {operation['token']}", "content-type": "application/json"}
        if self.scenario:
            headers["Eidolon-Scenario"] = self.scenario
        response = requests.post(
            f"{operation['url']}/videoid.request", headers=headers, data='{"process": "Unattended"}', timeout=10
        )
        response.raise_for_status()
        return response.json()

    def run_video_id(self, operation: dict, authorization: str) -> str:
        """Stands for the VideoID SDK: the video id, or its error."""
        options = operation.get("eidProviderOptions", {})
        shown = options.get("docType") or options.get("defaultId") or (options.get("docTypes") or [62])[0]
        body = {"authorization": authorization, "docType": shown}
        event = requests.post(f"{operation['url']}/sdk.start", json=body, timeout=10).json()
        if event.get("event") != "completed":
            raise VideoIDFailed(event)
        return event["id"]

    def step_up(self, pin: str | None = None) -> str:
        """The whole of the app's part."""
        pre = self.operation(self.start_authentication(), "pre_operation_context")
        assert pre["operation"] == "authentication" and "token" not in pre and "url" not in pre
        post = self.operation(self.finish_authentication(pin), "post_operation_context")
        asked = self.request_video_id(post)
        assert self.run_video_id(post, asked["authorization"]) == asked["id"]
        return asked["id"]
