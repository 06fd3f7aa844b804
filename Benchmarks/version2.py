"""What the measuring clients do with itsme's second version: logins with a secret, and user discovery sessions."""

import json
import time
import urllib.parse

from clients import CALLBACK, FORM, Client, code_of
from joserfc import jwt
from joserfc.jwk import KeySet

BASE = "/itsme-v2/v2"
SECRET = {"client_id": "EIDOLON_SECRET", "client_secret": "eidolon-demo-secret-v2-0123456789"}
# What a story changes for tokens that are signed and not encrypted.
SIGNED = {"provider": "itsme-v2", "title": "Signed tokens", "quirks": {"id_token_encryption": "none", "userinfo_protection": "signed"}}


def login(client: Client, number: int, scenario: str) -> None:
    """Authorize, token, userinfo of a client with a secret."""
    query = {"client_id": SECRET["client_id"], "response_type": "code", "redirect_uri": CALLBACK}
    query |= {"scope": "openid service:EIDOLON_LOGIN profile", "state": f"a state {number}", "nonce": f"a nonce {number}"}
    answer, _ = client.ask(302, "GET", f"{BASE}/authorization?{urllib.parse.urlencode(query)}", headers={"Eidolon-Scenario": scenario})
    form = {"grant_type": "authorization_code", "code": code_of(answer), "redirect_uri": CALLBACK} | SECRET
    _, content = client.ask(200, "POST", f"{BASE}/token", urllib.parse.urlencode(form), FORM)
    token = json.loads(content)
    client.ask(200, "GET", f"{BASE}/userinfo", headers={"Authorization": f"Bearer {token['access_token']}"})


class Discoveries:
    """Sessions of user discovery that nobody scans; each call has an assertion of its own, made before."""

    def __init__(self, port: int):
        self.client, self.number = Client(port), 0
        self.audience = f"http://127.0.0.1:{port}{BASE}/backchannel/authentication"
        _, content = self.client.ask(200, "GET", "/itsme-v2/test/private_jwks.json")
        keys = KeySet.import_key_set(json.loads(content)).keys
        self.key = next(key for key in keys if key.as_dict().get("use") == "sig")
        self.sessions: list[str] = []

    def assertions(self, count: int) -> list[str]:
        now, made = int(time.time()), []
        for _ in range(count):
            self.number += 1
            claims = {"iss": "EIDOLON_TEST", "sub": "EIDOLON_TEST", "aud": self.audience, "jti": f"poll {self.number}"}
            made.append(jwt.encode({"alg": "RS256", "kid": self.key.kid}, claims | {"iat": now, "exp": now + 900}, self.key))
        return made

    def call(self, path: str, assertion: str) -> dict:
        form = {"client_id": "EIDOLON_TEST", "client_assertion": assertion}
        form["client_assertion_type"] = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
        _, content = self.client.ask(200, "POST", f"{BASE}/user_discovery_sessions{path}", urllib.parse.urlencode(form), FORM)
        return json.loads(content)

    def open(self, count: int) -> None:
        self.sessions += [self.call("", assertion)["user_discovery_session_id"] for assertion in self.assertions(count)]

    def poll(self, assertions: list[str]) -> None:
        for session, assertion in zip(self.sessions, assertions):
            assert self.call(f"/{session}", assertion)["status"] == "PENDING_USER_DISCOVERY"
