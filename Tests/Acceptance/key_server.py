"""A client's JWKSet URL: a small server whose answers a test can change, and that counts its calls."""

from __future__ import annotations

import json
import ssl
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class KeyServer:
    def __init__(self, certificate: tuple[Path, Path] | None = None):
        self.keys: list[dict] = []
        self.delay = 0.0
        self.status = 200
        self.body: bytes | None = None
        self.headers: dict[str, str] = {}
        self.calls = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                outer.calls += 1
                time.sleep(outer.delay)
                body = outer.body if outer.body is not None else json.dumps({"keys": outer.keys}).encode()
                self.send_response(outer.status)
                for name, value in ({"Content-Type": "application/json"} | outer.headers).items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                try:
                    self.wfile.write(body)
                except OSError:
                    pass  # The emulator did not want to wait.

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.scheme = "http"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
            self.scheme = "https"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()

    @property
    def url(self) -> str:
        return f"{self.scheme}://localhost:{self.server.server_address[1]}/jwks.json"

    def publish(self, *keys) -> None:
        """Answers with the public halves of these keys from now on."""
        self.keys = [key.as_dict(private=False) for key in keys]

    def well(self) -> None:
        """Answers rightly and at once again."""
        self.delay, self.status, self.body, self.headers = 0.0, 200, None, {}

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(5)
