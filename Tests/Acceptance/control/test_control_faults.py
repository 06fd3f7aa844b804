"""Every fault of the scenario language as it is on the wire, seen from a plain socket; nobody else is disturbed."""

import base64
import errno
import json
import re
import socket
import threading
import time
from urllib.parse import urlencode, urlsplit

import pytest
import requests

DISCOVERY = "/itsme/oidc/.well-known/openid-configuration"
FAULTS = {
    "respond": {"do": "respond", "status": 503, "headers": {"Retry-After": "1"}, "body": {"error": "busy"}},
    "delay": {"do": "delay", "by": "800ms"},
    "reset": {"do": "reset"},
    "empty": {"do": "empty"},
    "truncate": {"do": "truncate", "bytes": 300},
    "drip": {"do": "drip", "over": "900ms"},
    "garbage": {"do": "garbage"},
    "lose_answer": {"do": "lose_answer"},
    "rotate_keys": {"do": "rotate_keys"},
}


class Wire:
    """What a socket saw: bytes, how long it took, how it ended."""

    def __init__(self, base: str, request: str):
        host = urlsplit(base)
        begun = time.monotonic()
        self.bytes, self.reset, self.times = b"", False, []
        with socket.create_connection((host.hostname, host.port), 10) as connection:
            connection.settimeout(10)
            connection.sendall(request.replace("\n", "\r\n").encode())
            while True:
                try:
                    piece = connection.recv(65536)
                except OSError as error:
                    assert error.errno == errno.ECONNRESET
                    self.reset = True
                    break
                if not piece:
                    break
                self.times.append(time.monotonic() - begun)
                self.bytes += piece
        self.took = time.monotonic() - begun

    @property
    def head(self) -> str:
        return self.bytes.partition(b"\r\n\r\n")[0].decode(errors="replace")

    @property
    def body(self) -> bytes:
        return self.bytes.partition(b"\r\n\r\n")[2]

    @property
    def is_whole(self) -> bool:
        length = re.search(r"(?im)^content-length: (\d+)", self.head)
        return bool(length) and len(self.body) == int(length.group(1))


class Neighbour:
    """Another client on another connection, which calls all the while; it remembers its slowest call."""

    def __init__(self, base: str):
        self.slowest, self.calls, self.failure, self._stop = 0.0, 0, None, False
        self.base = base
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self):
        with requests.Session() as session:
            while not self._stop:
                begun = time.monotonic()
                try:
                    session.get(f"{self.base}/itsme/oidc/jwkSet", timeout=5).raise_for_status()
                except Exception as error:
                    self.failure = error
                    return
                self.slowest = max(self.slowest, time.monotonic() - begun)
                self.calls += 1
                time.sleep(0.005)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self._stop = True
        self.thread.join(10)


def check(kind: str, wire: Wire, plain: Wire) -> None:
    if kind == "respond":
        assert wire.head.startswith("HTTP/1.1 503 ") and "Retry-After: 1" in wire.head
        assert json.loads(wire.body) == {"error": "busy"}
    elif kind == "delay":
        assert wire.is_whole and wire.times[0] >= 0.8
    elif kind == "reset":
        assert wire.reset and wire.bytes == b""
    elif kind in ("empty", "lose_answer"):
        assert not wire.reset and wire.bytes == b""
    elif kind == "truncate":
        assert not wire.reset and len(wire.bytes) == 300 and not wire.is_whole
    elif kind == "drip":
        assert wire.is_whole and len(wire.times) > 5 and wire.took >= 0.85
    elif kind == "garbage":
        assert wire.bytes and not wire.bytes.startswith(b"HTTP/")
    else:
        assert wire.is_whole
    if kind in ("delay", "drip", "rotate_keys"):
        assert wire.head.split("\r\n")[0] == plain.head.split("\r\n")[0]


@pytest.fixture
def sandbox(server, request):
    """A sandbox of its own for each test."""
    made = requests.post(f"{server.http}/_eidolon/sandboxes", json={}, timeout=5).json()
    yield made["urls"]["root"]
    requests.delete(f"{server.http}/_eidolon/sandboxes/{made['name']}", json={}, timeout=5)


def queue(sandbox: str, *faults: dict) -> None:
    story = {"title": "Broken", "provider": "itsme", "faults": list(faults)}
    requests.post(f"{sandbox}/_eidolon/queue", json={"scenario": story}, timeout=5).raise_for_status()


def get(base: str, target: str, headers: str = "") -> Wire:
    path = urlsplit(base).path + target
    return Wire(base, f"GET {path} HTTP/1.1\nHost: {urlsplit(base).netloc}\n{headers}Connection: close\n\n")


@pytest.mark.parametrize("kind", FAULTS)
def test_at_an_endpoint_that_no_login_owns(server, sandbox, kind):
    plain = get(sandbox, DISCOVERY)
    queue(sandbox, {"at": "discovery", **FAULTS[kind]})
    with Neighbour(server.http) as neighbour:
        check(kind, get(sandbox, DISCOVERY), plain)
    assert neighbour.failure is None and neighbour.calls > 0
    # Once: the next call is well.
    assert get(sandbox, DISCOVERY).bytes.split(b"\r\n")[0] == plain.bytes.split(b"\r\n")[0]


@pytest.mark.parametrize("kind", FAULTS)
def test_at_the_token_endpoint_of_one_login(server, sandbox, relying_party, kind):
    def token(code: str) -> Wire:
        assertion = party_assertion(sandbox)
        form = urlencode(
            {
                "grant_type": "authorization_code",
                "code": code,
                "redirect_uri": "http://localhost:9000/cb",
                "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                "client_assertion": assertion,
            }
        )
        head = (
            f"POST {urlsplit(sandbox).path}/itsme/oidc/token HTTP/1.1\nHost: {urlsplit(sandbox).netloc}\n"
            f"Content-Type: application/x-www-form-urlencoded\nContent-Length: {len(form)}\nConnection: close\n\n"
        )
        return Wire(sandbox, head + form)

    def code() -> str:
        parameters = {
            "client_id": "EIDOLON_TEST",
            "response_type": "code",
            "scope": "openid service:EIDOLON_LOGIN",
            "redirect_uri": "http://localhost:9000/cb",
            "nonce": "n",
        }
        answer = requests.get(
            f"{sandbox}/itsme/oidc/authorize", params=parameters, allow_redirects=False, timeout=5
        )
        return re.search(r"[?&]code=([^&]+)", answer.headers["Location"]).group(1)

    plain = token(code())
    assert plain.head.startswith("HTTP/1.1 200 ")
    queue(sandbox, {"at": "token", **FAULTS[kind]})
    struck, other = code(), code()
    results: dict[str, Wire] = {}
    threads = [
        threading.Thread(target=lambda: results.update(struck=token(struck))),
        threading.Thread(target=lambda: results.update(other=token(other))),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    check(kind, results["struck"], plain)
    # The login beside it, at the same moment, is served well.
    assert results["other"].head.startswith("HTTP/1.1 200 ") and results["other"].is_whole
    again = token(struck)
    if kind == "respond":
        # Answered in the endpoint's place: the code is still good.
        assert again.head.startswith("HTTP/1.1 200 ")
    else:
        assert b"invalid_grant" in again.body


def party_assertion(sandbox: str) -> str:
    """An assertion of the README's client with the public test key."""
    from joserfc import jwt
    from joserfc.jwk import KeySet

    keys = KeySet.import_key_set(requests.get(f"{sandbox}/itsme/slate/private_jwks.json", timeout=5).json())
    key = next(key for key in keys.keys if key.as_dict().get("use") == "sig")
    now = int(time.time())
    claims = {
        "iss": "EIDOLON_TEST",
        "sub": "EIDOLON_TEST",
        "aud": f"{sandbox}/itsme/oidc/token",
        "jti": base64.urlsafe_b64encode(time.monotonic_ns().to_bytes(8, "big")).decode() + str(threading.get_ident()),
        "iat": now,
        "exp": now + 300,
    }
    return jwt.encode({"alg": "RS256", "typ": "JWT", "kid": key.kid}, claims, key)
