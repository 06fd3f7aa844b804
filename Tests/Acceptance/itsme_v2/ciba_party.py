"""A relying party that shows itsme's QR code on its own page: user discovery, then CIBA by poll or ping.

Nothing of it knows Eidolon, but for how it waits: it is told how by whoever makes it.
"""

from __future__ import annotations

import base64
import json
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import requests
from joserfc import jwe, jwt
from joserfc.jwk import KeySet

from qr_scanner import scanned

JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
CIBA = "urn:openid:params:grant-type:ciba"
ALGORITHMS = ["RSA-OAEP-256", "RSA-OAEP", "A128CBC-HS256", "A256GCM"]


class Refused(Exception):
    """itsme said no."""

    def __init__(self, response: requests.Response):
        self.status, self.body = response.status_code, response.json()
        super().__init__(f"{self.status} {self.body}")

    @property
    def error(self) -> str:
        return self.body["error"]


class NobodyScanned(Exception):
    """Ten minutes are over."""


class NoPing(Exception):
    """The client was not pinged, by nobody whom it believes."""


class PingReceiver:
    """Where the client is pinged: believes whoever shows a token that it gave out."""

    def __init__(self):
        self.tokens: set[str] = set()
        self.pinged: list[tuple[float, str]] = []
        self.refused: list[dict] = []
        self.raw: list[tuple[dict, bytes]] = []
        self.news = threading.Condition()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(outer.take(dict(self.headers), body))
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/ping"

    def take(self, headers: dict, body: bytes) -> int:
        with self.news:
            self.raw.append((headers, body))
            scheme, _, token = headers.get("Authorization", "").partition(" ")
            known = scheme == "Bearer" and token in self.tokens
            if known:
                self.pinged.append((time.monotonic(), json.loads(body)["auth_req_id"]))
            else:
                self.refused.append(headers)
            self.news.notify_all()
            return 204 if known else 401

    def wait(self, request: str, timeout: float) -> bool:
        with self.news:
            return self.news.wait_for(lambda: any(each == request for _, each in self.pinged), timeout)

    def wait_for(self, count: int, timeout: float = 10) -> None:
        with self.news:
            assert self.news.wait_for(lambda: len(self.raw) >= count, timeout), self.raw

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@dataclass
class Discovery:
    session: str
    codes: list[bytes]
    statuses: list[int] = field(default_factory=list)
    waited: float = 0
    token: str = ""


def text_of(code: bytes, folder: Path) -> str:
    """What a phone reads in a QR code."""
    picture = folder / "code.png"
    picture.write_bytes(code)
    return scanned(picture)


class CIBAParty:
    def __init__(
        self,
        root: str,
        client_id: str,
        keys: KeySet,
        wait: Callable[[float], None],
        receiver: PingReceiver | None = None,
        story: str | None = None,
    ):
        self.metadata = requests.get(f"{root}/itsme-v2/v2/.well-known/openid-configuration", timeout=10).json()
        self.base = self.metadata["issuer"]
        self.client_id, self.wait, self.receiver = client_id, wait, receiver
        self.signing = next(key for key in keys.keys if key.get("use") == "sig")
        self.encryption = next(key for key in keys.keys if key.get("use") == "enc")
        self.headers = {"Eidolon-Scenario": story} if story else {}
        self.seen: list[str] = []

    # Calls

    def sign(self, claims: dict) -> str:
        return jwt.encode({"alg": "RS256", "kid": self.signing.kid}, claims, self.signing)

    def assertion(self, audience: str) -> str:
        now = int(time.time())
        claims = {"iss": self.client_id, "sub": self.client_id, "aud": audience, "jti": secrets.token_urlsafe(16)}
        return self.sign(claims | {"iat": now, "exp": now + 120})

    def call(self, url: str, audience: str, fields: dict) -> requests.Response:
        form = {
            "client_id": self.client_id,
            "client_assertion_type": JWT_BEARER,
            "client_assertion": self.assertion(audience),
        }
        return requests.post(url, data=form | fields, headers=self.headers, timeout=30)

    # User discovery

    @property
    def sessions(self) -> str:
        return f"{self.base}/user_discovery_sessions"

    def poll_discovery(self, session: str) -> requests.Response:
        return self.call(f"{self.sessions}/{session}", self.metadata["backchannel_authentication_endpoint"], {})

    def begin_discovery(self) -> Discovery:
        response = self.call(self.sessions, self.metadata["backchannel_authentication_endpoint"], {})
        if not response.ok:
            raise Refused(response)
        self.interval = response.json().get("interval", 5)
        return Discovery(response.json()["user_discovery_session_id"], [self.code(response.json())])

    @staticmethod
    def code(body: dict) -> bytes:
        return base64.b64decode(body["user_discovery_token"]["qr_code"], validate=True)

    def discover(self) -> Discovery:
        """Shows the newest code until somebody scans it; gives up after ten minutes."""
        discovery = self.begin_discovery()
        while discovery.waited < 600:
            self.wait(self.interval)
            discovery.waited += self.interval
            response = self.poll_discovery(discovery.session)
            discovery.statuses.append(response.status_code)
            if response.status_code == 429:
                self.interval += 5
                continue
            if not response.ok:
                raise Refused(response)
            body = response.json()
            if body["status"] == "USER_DISCOVERED":
                discovery.token = body["user_identifier_token"]
                return discovery
            if self.code(body) != discovery.codes[-1]:
                discovery.codes.append(self.code(body))
        raise NobodyScanned(f"{discovery.waited} s")

    # CIBA

    def begin(self, token: str, service: str = "EIDOLON_LOGIN", **more) -> dict:
        """Asks for the approval of the person who was found; gives what itsme answers."""
        now = int(time.time())
        request = {
            "iss": self.client_id,
            "aud": self.base,
            "client_id": self.client_id,
            "scope": f"openid service:{service} profile",
            "login_hint_token": self.sign({"type": "user_identifier_token", "value": token}),
            "claims": {"id_token": {"name": None}},
            "jti": secrets.token_urlsafe(16),
            "iat": now,
            "nbf": now,
            "exp": now + 120,
        }
        if self.receiver:
            notification = secrets.token_urlsafe(24)
            self.receiver.tokens.add(notification)
            request["client_notification_token"] = notification
        signed = {"request": self.sign(request | more)}
        url = self.metadata["backchannel_authentication_endpoint"]
        response = self.call(url, self.metadata["token_endpoint"], signed)
        if not response.ok:
            raise Refused(response)
        return response.json()

    def ask(self, request: str) -> requests.Response:
        url = self.metadata["token_endpoint"]
        return self.call(url, url, {"grant_type": CIBA, "auth_req_id": request})

    def fetch(self, begun: dict) -> dict:
        """The tokens, as soon as they can be had: after the ping, or by asking again and again."""
        interval = begun.get("interval", 5)
        if self.receiver and not self.is_pinged(begun["auth_req_id"]):
            self.seen.append("no ping")
        while True:
            response = self.ask(begun["auth_req_id"])
            if response.ok:
                return response.json()
            self.seen.append(response.json()["error"])
            if self.seen[-1] == "slow_down":
                interval += 5
            elif self.seen[-1] != "authorization_pending":
                raise Refused(response)
            self.wait(interval)

    def is_pinged(self, request: str) -> bool:
        """Waits half a minute for a ping, which may have come before the answer that has its request."""
        for _ in range(6):
            if self.receiver.wait(request, 0.3):
                return True
            self.wait(5)
        return self.receiver.wait(request, 2)

    def identity(self, tokens: dict) -> dict:
        """What the id_token says: decrypted, verified, and from the right one."""
        plaintext = jwe.decrypt_compact(tokens["id_token"], self.encryption, algorithms=ALGORITHMS).plaintext
        keys = KeySet.import_key_set(requests.get(self.metadata["jwks_uri"], timeout=10).json())
        token = jwt.decode(plaintext.decode(), keys, algorithms=["RS256"])
        registry = jwt.JWTClaimsRegistry(
            iss={"essential": True, "value": self.base}, aud={"essential": True, "value": self.client_id}
        )
        registry.validate({name: token.claims[name] for name in ("iss", "aud")})
        return token.claims

    def login(self) -> dict:
        return self.identity(self.fetch(self.begin(self.discover().token)))
