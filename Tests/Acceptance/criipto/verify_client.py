"""Clients of Criipto Verify as developers put them together from Authlib and the vendor's documents: nothing here knows Eidolon."""

from __future__ import annotations

import re
import time
from html import unescape
from urllib.parse import parse_qs, urljoin, urlsplit

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from joserfc import jwt
from joserfc.jwk import KeySet

CLIENT, SECRET = "urn:my:application:identifier:1234", "demo-secret"
CALLBACK = "https://app.example.test/callback"
LOW, SUBSTANTIAL, HIGH, BUSINESS = (f"urn:grn:authn:dk:mitid:{level}" for level in ("low", "substantial", "high", "business"))
PAGE = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
# What the vendor's SDKs allow.
SKEW = 300


class Refused(Exception):
    """The callback came with an error."""

    def __init__(self, parameters: dict[str, str]):
        super().__init__(parameters["error"])
        self.parameters = parameters


class Cancelled(Refused):
    """What every SDK makes of access_denied and of its older form."""


class TokenError(Exception):
    """The token answer holds an error, whatever its status."""


class PushRejected(Exception):
    """The pushed request was not answered with 201."""


def parameters_of(text: str) -> dict[str, str]:
    found = parse_qs(text, keep_blank_values=True)
    assert all(len(values) == 1 for values in found.values()), found
    return {name: values[0] for name, values in found.items()}


class Verify:
    """A relying party's backend on Authlib's session, one step a function."""

    def __init__(self, domain: str, client_id: str = CLIENT, secret=SECRET, *, method: str = "client_secret_basic",
                 redirect_uri: str = CALLBACK, scenario: str | None = None, scope: str = "openid", kid: str | None = None):
        self.domain, self.client_id, self.redirect_uri, self.scenario = domain, client_id, redirect_uri, scenario
        self.http = requests.Session()
        if scenario:
            self.http.headers["Eidolon-Scenario"] = scenario
        answer = requests.get(f"{domain}/.well-known/openid-configuration", params={"client_id": client_id}, timeout=10)
        answer.raise_for_status()
        self.metadata = answer.json()
        assert self.metadata["issuer"] == domain
        self.oauth = OAuth2Session(
            client_id, secret, token_endpoint_auth_method=method, redirect_uri=redirect_uri, scope=scope,
            code_challenge_method="S256",
        )
        if scenario:
            self.oauth.headers["Eidolon-Scenario"] = scenario
        if method == "private_key_jwt":
            # The documents want the domain as audience, where Authlib would put the endpoint.
            self.oauth.register_client_auth_method(PrivateKeyJWT(domain, headers={"kid": kid}))

    # The front channel

    def start(self, **parameters) -> dict:
        """The authorization URL, and what must be remembered for the callback."""
        remembered = {"nonce": generate_token(24), "verifier": generate_token(48)}
        parameters.setdefault("acr_values", SUBSTANTIAL)
        url, state = self.oauth.create_authorization_url(
            self.metadata["authorization_endpoint"], nonce=remembered["nonce"], code_verifier=remembered["verifier"],
            **parameters,
        )
        return remembered | {"url": url, "state": state}

    def push(self, started: dict) -> dict:
        """Pushes the request; SDKs reject everything but 201."""
        endpoint = self.metadata["pushed_authorization_request_endpoint"]
        # Authlib's client authentication puts the id where it belongs.
        parameters = {k: v for k, v in parameters_of(urlsplit(started["url"]).query).items() if k != "client_id"}
        answer = self.oauth.request(
            "POST", endpoint, data=parameters, withhold_token=True,
            auth=self.oauth.client_auth(self.oauth.token_endpoint_auth_method), timeout=10,
        )
        if answer.status_code != 201:
            raise PushRejected(f"{answer.status_code}: {answer.text}")
        request_uri = answer.json()["request_uri"]
        url = self.metadata["authorization_endpoint"]
        location = requests.Request("GET", url, params={"client_id": self.client_id, "request_uri": request_uri})
        return started | {"url": location.prepare().url}

    def open(self, url: str) -> requests.Response:
        return self.http.get(url, allow_redirects=False, timeout=20)

    def callback(self, location: str, started: dict) -> dict[str, str]:
        """The parameters of a callback, from query or fragment; errors first, as the guide says."""
        parts = urlsplit(location)
        assert location.startswith(self.redirect_uri), location
        parameters = parameters_of(parts.fragment or parts.query)
        assert parameters.get("state") == started["state"], "the state is not the one that was sent"
        if "error" in parameters:
            raise (Cancelled if parameters["error"] in ("access_denied", "USER_CANCEL") else Refused)(parameters)
        return parameters

    # The back channel

    def exchange(self, code: str, started: dict, **changes) -> dict:
        token = self.oauth.fetch_token(
            self.metadata["token_endpoint"], code=code, code_verifier=started["verifier"], **changes, timeout=10)
        # Authlib looks at the error, not at the status; so must everybody.
        if "error" in token:
            raise TokenError(token["error_description"])
        return token

    def keys(self) -> KeySet:
        return KeySet.import_key_set(requests.get(self.metadata["jwks_uri"], timeout=10).json())

    def identity(self, id_token: str, started: dict) -> dict:
        token = jwt.decode(id_token, self.keys(), algorithms=["RS256"])
        jwt.JWTClaimsRegistry(
            leeway=SKEW,
            iss={"essential": True, "value": self.metadata["issuer"]},
            aud={"essential": True, "value": self.client_id},
            nonce={"essential": True, "value": started["nonce"]},
            sub={"essential": True}, exp={"essential": True}, iat={"essential": True},
        ).validate(token.claims)
        return token.claims

    def userinfo(self, token: dict) -> dict:
        answer = requests.get(
            self.metadata["userinfo_endpoint"], headers={"Authorization": f"Bearer {token['access_token']}"}, timeout=10)
        answer.raise_for_status()
        return answer.json()

    def login(self, **parameters) -> dict:
        """A whole login of a client without pages; the claims of the id_token."""
        started = self.start(**parameters)
        answer = self.open(started["url"])
        assert answer.status_code in (302, 303), answer.text
        code = self.callback(answer.headers["Location"], started)["code"]
        return self.identity(self.exchange(code, started)["id_token"], started)


class BrowserTab:
    """A Custom Tab, an ASWebAuthenticationSession or a plain browser: pages without script, refreshes, cookies, deep links."""

    def __init__(self, verify: Verify, url: str):
        self.verify, self.http = verify, requests.Session()
        self.http.headers.update(PAGE)
        if verify.scenario:
            self.http.headers["Eidolon-Scenario"] = verify.scenario
        self.load(url)

    def load(self, url: str) -> None:
        answer = self.http.get(url, allow_redirects=False, timeout=20)
        self.location = answer.headers.get("Location")
        self.text, self.url = answer.text, url
        refresh = re.search(r'http-equiv="refresh" content="\d+;url=([^"]+)"', self.text)
        self.next = urljoin(url, unescape(refresh[1])) if refresh else None
        link = re.search(r'href="([^"]+)" data-testid="app-link"', self.text)
        self.app_link = urljoin(url, unescape(link[1])) if link else None

    def refresh(self) -> None:
        """What the page does by itself."""
        assert self.next, self.text
        self.load(self.next)

    def until_left(self, advance=lambda: time.sleep(0.3)) -> str:
        """Follows the page until it leaves for the client."""
        for _ in range(40):
            if self.location:
                return self.location
            advance()
            self.refresh()
        raise AssertionError(f"the page never left: {self.text}")


class MitIDApp:
    """The MitID app on the phone: opened by the button, it has no cookies of the browser, and returns by a bare link."""

    def __init__(self, link: str):
        self.answer = requests.get(link, allow_redirects=False, timeout=20)

    @property
    def deep_link(self) -> str | None:
        return self.answer.headers.get("Location")
