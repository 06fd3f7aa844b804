"""A relying party of Criipto as a server: sessions in cookies, a start address, a callback, a profile."""

from __future__ import annotations

import base64
import json
import secrets
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

import requests
from joserfc import jws
from joserfc.jwk import KeySet

CLIENT = "judged"


class Party:
    """Checks what a correct client checks, without what `careless` names: signature, nonce, aud, iss, exp, iat, nbf, state."""

    def __init__(self, emulator: str, careless: tuple[str, ...] = (), port: int = 0):
        self.issuer = f"{emulator}/criipto"
        # Where its server, not the browser, calls the emulator.
        self.backend = self.issuer
        self.careless = set(careless)
        self.sessions: dict[str, dict] = {}
        self.server = Server(("127.0.0.1", port), handler(self))
        self.url = f"http://localhost:{self.server.server_port}"
        self.keys: KeySet | None = None
        self.http = requests.Session()
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    client, secret = CLIENT, "demo-secret"
    home = "/home"
    pause = 0.0
    # True if it never fetches the keys a second time.
    keeps_keys = False
    # Further pages, by path.
    pages: dict[str, str] = {}

    def oddly(self, handler, name: str, problem: Exception) -> bool:
        return False

    def proof(self, session: dict) -> dict:
        """What it sends to the token endpoint besides."""
        return {}

    def came(self, handler, name: str, problem: Exception | None) -> bool:
        """Answers a callback in a way of its own; false where that is to be done as usual."""
        return False

    # The steps

    def start(self, session: dict) -> str:
        session.clear()
        session.update(state=secrets.token_urlsafe(8), nonce=secrets.token_urlsafe(8))
        return f"{self.issuer}/oauth2/authorize?" + urlencode({
            "client_id": self.client, "response_type": "code", "scope": "openid", "redirect_uri": f"{self.url}/cb",
            "acr_values": "urn:grn:authn:dk:mitid:substantial",
            "state": session["state"], "nonce": session["nonce"],
        })

    def finish(self, session: dict, answer: dict) -> str:
        """Who is logged in; an exception says why nobody is."""
        if "error" in answer:
            raise ValueError(answer["error"])
        if "state" not in self.careless and answer.get("state") != session.get("state"):
            raise ValueError("state")
        token = self.http.post(f"{self.backend}/oauth2/token", auth=(self.client, self.secret), timeout=5, data={
            "grant_type": "authorization_code", "code": answer["code"], "redirect_uri": f"{self.url}/cb",
        } | self.proof(session))
        token.raise_for_status()
        claims = self.claims(token.json()["id_token"])
        now = time.time()
        checks = {
            "iss": lambda: claims["iss"] == self.issuer,
            "aud": lambda: claims["aud"] in (self.client, [self.client]),
            "exp": lambda: claims["exp"] > now - 60,
            "iat": lambda: claims["iat"] < now + 60,
            "nbf": lambda: claims.get("nbf", 0) < now + 60,
            "nonce": lambda: claims.get("nonce") == session["nonce"],
        }
        for name, check in checks.items():
            if name not in self.careless and not check():
                raise ValueError(name)
        return claims["sub"]

    def claims(self, token: str) -> dict:
        if "signature" in self.careless:
            body = token.split(".")[1]
            return json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        kid = json.loads(base64.urlsafe_b64decode(token.split(".")[0] + "==")).get("kid")
        if self.keys is None or not self.keeps_keys and all(key.kid != kid for key in self.keys.keys):
            answer = self.http.get(f"{self.backend}/.well-known/jwks", timeout=5)
            self.keys = KeySet.import_key_set(answer.json())
        return json.loads(jws.deserialize_compact(token, self.keys, ["RS256"]).payload)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


def handler(party: Party):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            time.sleep(party.pause)
            url = urlsplit(self.path)
            name = self.session_name()
            session = party.sessions.setdefault(name, {})
            if url.path == "/login":
                return self.answer(302, "", name, location=party.start(session))
            if url.path == "/cb":
                try:
                    session["user"] = party.finish(session, {k: v[0] for k, v in parse_qs(url.query).items()})
                except Exception as problem:
                    if party.came(self, name, problem):
                        return None
                    if party.oddly(self, name, problem):
                        return None
                    return self.answer(403, f"<title>No</title><p>Not logged in: {type(problem).__name__}</p>", name)
                if party.came(self, name, None):
                    return None
                return self.answer(303, "", name, location=party.home)
            if url.path == "/wait":
                return self.answer(200, "<meta http-equiv=refresh content=1>Wait", name)
            if url.path == "/hello":
                return self.answer(200, "Hello", name)
            if url.path == "/who":
                return self.answer(200 if "user" in session else 401, session.get("user", "nobody"), name)
            if url.path in ("/home", "/me"):
                if "user" not in session:
                    return self.answer(302, "", name, location="/login")
                return self.answer(200, f"<title>Home</title><p>Welcome {session['user']}</p>", name)
            page = party.pages.get(url.path)
            self.answer(200 if page else 404, page or "nothing here", name)

        def session_name(self) -> str:
            for pair in self.headers.get("Cookie", "").split(";"):
                key, _, value = pair.strip().partition("=")
                if key == "sid" and value in party.sessions:
                    return value
            return secrets.token_urlsafe(8)

        def answer(self, status: int, body: str, name: str, location: str = "", cookies: int = 0):
            self.send_response(status)
            for number in range(cookies):
                self.send_header("Set-Cookie", f"c{number}={number}; Path=/")
            self.send_header("Set-Cookie", f"sid={name}; Path=/; HttpOnly")
            if location:
                self.send_header("Location", location)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body.encode())))
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_):
            pass

    return Handler


if __name__ == "__main__":
    import sys
    with Party(sys.argv[1], tuple(sys.argv[2:]), 8000) as party:
        print(party.url, flush=True)
        threading.Event().wait()
