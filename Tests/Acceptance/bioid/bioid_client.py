"""Clients of BioID as the vendor's documents describe them; nothing of them knows Eidolon."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

import jwt
import requests

# The smallest thing that begins as a PNG does.
PICTURE = "data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()
RETURN_URL = "https://rp.example.test/cb"


class ServiceError(Exception):
    """The service answered with a status that is not the expected one."""

    def __init__(self, response: requests.Response):
        super().__init__(f"error {response.status_code}")
        self.status, self.response = response.status_code, response


class GuideClient:
    """The sample code of the vendor's guide for iOS, sections B.4 and B.5, line by line."""

    def __init__(self, endpoint: str, app_id: str = "demo-app", secret: str = "demo-secret", bcid: str = "bws.12.4711"):
        self.endpoint, self.app_id, self.secret, self.bcid = endpoint, app_id, secret, bcid

    @property
    def headers(self) -> dict[str, str]:
        credentials = f"{self.app_id}:{self.secret}".encode("ascii")
        return {"Authorization": "Basic " + base64.b64encode(credentials).decode()}

    def get(self, url: str) -> str:
        response = requests.get(url, headers=self.headers, timeout=60)
        if response.status_code != 200:
            raise ServiceError(response)
        return response.content.decode("utf-8")

    def fetch_token(self, task: str) -> str:
        return self.get(f"{self.endpoint}/token?id={self.app_id}&bcid={self.bcid}&task={task}")

    def custom_url(self, task: str, token: str, your_app: str) -> str:
        return f"bioid-{task}://?access_token={token}&return_url={your_app}"

    def opened(self, url: str) -> str | None:
        """The app delegate: what came out, or None for a URL that is not meant for it."""
        values = parse_qs(urlsplit(url).query).get("access_token")
        if not values:
            return None
        return self.validate(values[0])

    def validate(self, token: str) -> str:
        return self.get(f"{self.endpoint}/result?access_token={token}")


class Phone:
    """A phone whose BioID app is the simulated one: it opens launch links, and says where the app returns to."""

    def __init__(self, base: str):
        self.base = base

    def open(self, link: str, **headers: str) -> requests.Response:
        scheme, _, rest = link.partition("://")
        address = f"{self.base}/app/{scheme.removeprefix('bioid-')}{rest}"
        return requests.get(address, headers=headers, allow_redirects=False, timeout=60)


class Refused(Exception):
    """A correct relying party does not let the person in; why."""


@dataclass
class Verified:
    """The person was verified; the tries that it took."""

    tries: int = 1
    warnings: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()


class CarefulParty(GuideClient):
    """A relying party that believes the result only, and all of it."""

    def token(self, **parameters: str) -> str:
        query = {"id": self.app_id, "bcid": self.bcid, "task": "verify"} | parameters
        for _ in range(3):
            response = requests.get(f"{self.endpoint}/token", params=query, headers=self.headers, timeout=60)
            if response.status_code != 503:
                break
        if response.status_code != 200:
            raise ServiceError(response)
        if response.headers["Content-Type"].startswith("application/json"):
            return response.json()
        return response.text

    def claims(self, token: str) -> dict:
        """What the token says; nobody but the service can verify its signature."""
        options = {"verify_signature": False, "verify_exp": True, "verify_nbf": True, "verify_iss": True}
        options |= {"verify_aud": True, "require": ["exp", "nbf", "task", "traits"]}
        audience = self.endpoint.removesuffix("/extension")
        return jwt.decode(token, algorithms=["HS256"], audience=audience, issuer="BWS", options=options)

    def bearer(self, token: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {token}"}

    def upload(self, token: str, index: int, tag: str = "any") -> dict:
        response = requests.post(
            f"{self.endpoint}/upload?tag={tag}&index={index}&trait=Face",
            data=PICTURE,
            headers=self.bearer(token) | {"Content-Type": "text/plain; charset=utf-8"},
            timeout=60,
        )
        if response.status_code != 200:
            raise ServiceError(response)
        return response.json()

    def capture(self, token: str, wanted: int, seen: dict[str, list[str]]) -> None:
        """Uploads until enough samples were accepted."""
        accepted = 0
        for index in range(20):
            answer = self.upload(token, index)
            seen["warnings"] += answer.get("Warnings", [])
            if answer["Accepted"]:
                accepted += 1
            else:
                seen["refusals"].append(answer["Error"])
            if accepted == wanted:
                return
        raise Refused("no sample is accepted")

    def perform(self, token: str, task: str = "verify") -> dict:
        response = requests.get(f"{self.endpoint}/{task}", headers=self.bearer(token), timeout=60)
        if response.status_code != 200:
            raise ServiceError(response)
        return response.json()

    def result(self, token: str) -> dict:
        """The result as a correct client reads it: 204 is not a failure of the call, and no success of the person."""
        for attempt in range(2):
            try:
                response = requests.get(
                    f"{self.endpoint}/result", params={"access_token": token}, headers=self.headers, timeout=60
                )
                break
            except requests.ConnectionError:
                if attempt:
                    raise
        if response.status_code == 204:
            assert not response.content
            raise Refused("nothing was done with the token")
        if response.status_code != 200:
            raise ServiceError(response)
        result = response.json()
        wanted = self.bcid.replace(".", "/").split("/")
        if result["BCID"].replace(".", "/").split("/") != wanted:
            raise Refused(f"the result is of {result['BCID']}")
        if result["Action"] != "verification":
            raise Refused(f"the result is of an {result['Action']}")
        if not result["Success"]:
            raise Refused(result.get("Error", "not recognized"))
        return result

    def verify(self, **parameters: str) -> Verified:
        """A whole verification with an own camera: token, uploads, task with its retries, result."""
        token = self.token(**parameters)
        tries, seen = 0, {"warnings": [], "refusals": []}
        # The token itself says how often; a token without task could not be read like this.
        most = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))["task"] & 0x0F
        while True:
            self.capture(token, 2, seen)
            answer = self.perform(token)
            tries += 1
            again = answer.get("Error") in (None, "LiveDetectionFailed", "ChallengeResponseFailed")
            if answer["Success"] or not again or tries == most:
                break
        self.result(token)
        return Verified(tries, tuple(seen["warnings"]), tuple(seen["refusals"]))

    def verify_with_app(self, phone: Phone, return_url: str = RETURN_URL, state: str = "s-1") -> dict:
        """A whole verification with the app: what comes back is compared, and then the result asked for."""
        token = self.token()
        link = f"bioid-verify://?access_token={token}&return_url={return_url}&state={state}"
        returned = phone.open(link).headers["Location"]
        query = parse_qs(urlsplit(returned).query)
        assert query["state"] == [state] and query["access_token"] == [token]
        return {"location": returned, "error": query.get("error"), "result": self.result(token)}
