"""A sandbox whose clock the test moves, and a receiver of webhooks that verifies what it gets."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
import time
from datetime import date, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from own_sandbox import OwnSandbox
from videoid_client import HOOKED

SECRET = "an acceptance secret"


class Receiver:
    """A relying party's webhook: keeps what came, in order, and answers as told."""

    def __init__(self):
        self.answers: list[int] = []
        self.received: list[tuple[dict, bytes]] = []
        self.news = threading.Condition()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with outer.news:
                    status = outer.answers.pop(0) if outer.answers else 200
                    outer.received.append((dict(self.headers), body))
                    outer.news.notify_all()
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/webhook"

    def wait(self, count: int, timeout: float = 10) -> list[dict]:
        """The bodies of the first so many messages."""
        with self.news:
            assert self.news.wait_for(lambda: len(self.received) >= count, timeout), self.events
        return [json.loads(body) for _, body in self.received[:count]]

    @property
    def events(self) -> list[str]:
        with self.news:
            return [json.loads(body)["event"] for _, body in self.received]

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(5)


class BadSignature(Exception):
    """The message is not from whom it says, or not of now."""


def verify(headers: dict, body: bytes, now: datetime, secret: str = SECRET) -> dict:
    """The message, if its signature is right and not older than five minutes."""
    parts = dict(part.split("=", 1) for part in headers.get("Eidolon-Signature", "").split(",") if "=" in part)
    if not {"t", "v1"} <= set(parts):
        raise BadSignature("there is none")
    wanted = hmac.new(secret.encode(), parts["t"].encode() + b"." + body, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(wanted, parts["v1"]):
        raise BadSignature("it is of other bytes")
    if abs(now.timestamp() - int(parts["t"])) > 300:
        raise BadSignature("it is old")
    return json.loads(body)


class Stage(OwnSandbox):
    """A sandbox with a clock of its own."""

    def __init__(self, program, name: str | None = None, *, frozen: bool = True, receiver: Receiver | None = None):
        order: dict = {}
        if receiver:
            webhook = {"url": receiver.url, "secret": SECRET}
            order["world"] = {"clients": {"videoid": {"demo-webhooks": {"token": HOOKED, "webhook": webhook}}}}
        super().__init__(program.http, name, frozen=frozen, **order)
        self.program = program
        self.url = f"{self.root}/videoid/v2"

    @property
    def now(self) -> datetime:
        return datetime.fromisoformat(self.control("GET", "clock")["now"].replace("Z", "+00:00"))

    @property
    def today(self) -> date:
        return self.now.date()

    def wait_for_state(self, identifier: str, *states: str) -> None:
        end = time.monotonic() + 10
        while self.transaction(identifier)["state"] not in states:
            assert time.monotonic() < end, self.transaction(identifier)
            time.sleep(0.02)
