"""A client's request_uri: a small server of one document that a test can change."""

from __future__ import annotations

from page_server import PageServer


class RequestServer(PageServer):
    def __init__(self):
        super().__init__()
        self.object = ""
        self.url = f"http://127.0.0.1:{self.server.server_port}/request.jwt"

    def page(self, path: str) -> tuple[dict[str, str], bytes]:
        return {"Content-Type": "application/oauth-authz-req+jwt"}, self.object.encode()
