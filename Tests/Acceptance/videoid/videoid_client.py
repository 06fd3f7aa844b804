"""The guides' own steps as a client: ask for an authorization, hand it to the SDK, read the result on the server."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import requests

from videoid_result import Identity, read

TENANT = "00000000-0000-4000-8000-000000000001"
HOOKED = "00000000-0000-4000-8000-000000000002"


class AuthorisationRefused(Exception):
    """videoid.request did not answer as it should; nothing of its body is used."""

    def __init__(self, response: requests.Response):
        super().__init__(f"{response.status_code} {response.text[:200]}")
        self.response = response


class SDKFailed(Exception):
    """What the SDK hands to onError, or puts beside RESULT_CANCELED."""

    def __init__(self, code: str, message: str):
        super().__init__(f"{code}: {message}")
        self.code = code


@dataclass
class Authorisation:
    id: str
    authorization: str


class App:
    """A mobile app with url and token, which it has from its operation's context or from its server."""

    def __init__(self, url: str, token: str, *, scenario: str | None = None, product: str = "videoid"):
        self.url = url.rstrip("/")
        self.token = token
        self.product = product
        self.session = requests.Session()
        self.session.trust_env = False
        if scenario:
            self.session.headers["Eidolon-Scenario"] = scenario

    def post(self, path: str, body: dict, *, token: str | None = None, timeout: float = 20) -> requests.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.session.post(f"{self.url}/{path}", json=body, headers=headers, timeout=timeout)

    def request(self, process: str = "Unattended", timeout: float = 20, **more) -> Authorisation:
        """Step 1 of the guide, with the status looked at before the members."""
        body = {"process": process} | more
        response = self.post(f"{self.product}.request", body, token=self.token, timeout=timeout)
        if response.status_code != 200 or not response.headers.get("Content-Type", "").startswith("application/json"):
            raise AuthorisationRefused(response)
        answer = response.json()
        # Exactly these two, both texts: one client casts the whole answer to a map of texts.
        assert set(answer) == {"id", "authorization"} and all(isinstance(value, str) for value in answer.values())
        return Authorisation(answer["id"], answer["authorization"])

    def start(self, authorization: str, **options) -> str:
        """Step 2 of the guide: the SDK runs until it hands over the id, or fails."""
        response = self.post("sdk.start", {"authorization": authorization} | options)
        response.raise_for_status()
        event = response.json()
        if event["event"] != "completed":
            raise SDKFailed(event["code"], event["message"])
        return event["id"]

    def run(self, process: str = "Unattended", **options) -> Authorisation:
        """Both steps; the SDK's id must be the one of the first."""
        asked = self.request(process)
        assert self.start(asked.authorization, **options) == asked.id
        return asked


class Backend:
    """The tenant's server: it believes a result only after it has read it with its own token."""

    def __init__(self, url: str, token: str = TENANT, product: str = "videoid"):
        self.url, self.token, self.product = url.rstrip("/"), token, product

    def get(self, path: str, **headers) -> requests.Response:
        # Clients in the field send the Content-Type of JSON with a GET.
        fields = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"} | headers
        return requests.get(f"{self.url}/{path}", headers=fields, timeout=20)

    def identity(self, identifier: str, today) -> Identity:
        response = self.get(f"{self.product}/{identifier}")
        response.raise_for_status()
        return read(response.json(), identifier, today)


class Held:
    """Something that waits in a thread while the test moves the clock."""

    def __init__(self, work):
        self.value = self.error = None

        def run():
            try:
                self.value = work()
            except Exception as error:  # Handed on to whoever joins.
                self.error = error

        self.thread = threading.Thread(target=run, daemon=True)
        self.thread.start()

    @property
    def is_waiting(self) -> bool:
        return self.thread.is_alive()

    def result(self):
        self.thread.join(20)
        assert not self.thread.is_alive(), "the answer never came"
        if self.error:
            raise self.error
        return self.value
