"""What the measuring clients do: whole logins at oidc-provider-mock, and whole tests with a sandbox each at Eidolon."""

import base64
import http.client
import json
import threading
import time
import urllib.parse

from joserfc import jwt
from joserfc.jwk import KeySet

JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
CALLBACK = "http://localhost:9000/cb"


class Client:
    """One kept connection; every answer must have the status that is awaited."""

    def __init__(self, port: int):
        self.port = port
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)

    def ask(self, status: int, method: str, path: str, body: str | None = None, headers: dict | None = None):
        self.connection.request(method, path, body, headers or {})
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status != status:
            raise SystemExit(f"bench: {method} {path}: {answer.status}, not {status}\n{content[:2000].decode()}")
        return answer, content


def code_of(answer: http.client.HTTPResponse) -> str:
    query = urllib.parse.urlsplit(answer.headers["Location"]).query
    return urllib.parse.parse_qs(query)["code"][0]


def mock_login(client: Client) -> None:
    """Authorize with the form of a person, token, userinfo."""
    query = {"client_id": "shop", "response_type": "code", "scope": "openid profile", "redirect_uri": CALLBACK}
    query |= {"state": "a state", "nonce": "a nonce of this login"}
    address = f"/oauth2/authorize?{urllib.parse.urlencode(query)}"
    answer, _ = client.ask(302, "POST", address, "sub=anna", FORM)
    secret = base64.b64encode(b"shop:secret").decode()
    form = {"grant_type": "authorization_code", "code": code_of(answer), "redirect_uri": CALLBACK}
    _, content = client.ask(200, "POST", "/oauth2/token", urllib.parse.urlencode(form), FORM | {"Authorization": f"Basic {secret}"})
    token = json.loads(content)
    assert token["id_token"].count(".") == 2
    client.ask(200, "GET", "/userinfo", headers={"Authorization": f"Bearer {token['access_token']}"})


def mock_logins_per_second(port: int, seconds: float, connections: int) -> float:
    """Eight people at once, each on a connection of their own, as the load generator does it."""
    counts = [0] * connections
    end = time.monotonic() + seconds

    def person(number: int) -> None:
        client = Client(port)
        while time.monotonic() < end:
            mock_login(client)
            counts[number] += 1

    people = [threading.Thread(target=person, args=(number,)) for number in range(connections)]
    start = time.monotonic()
    for thread in people:
        thread.start()
    for thread in people:
        thread.join()
    if not all(counts):
        raise SystemExit("bench: a login at oidc-provider-mock failed")
    return sum(counts) / (time.monotonic() - start)


class Tests:
    """Tests as a team writes them: a sandbox, a story, a login with itsme, what the emulator saw of it, the end."""

    def __init__(self, port: int):
        self.client = Client(port)
        self.issuer = f"http://127.0.0.1:{port}"
        _, content = self.client.ask(200, "GET", "/itsme/slate/private_jwks.json")
        self.key = next(key for key in KeySet.import_key_set(json.loads(content)).keys if key.key_type == "RSA")
        self.number = 0

    def begin(self, name: str) -> None:
        self.client.ask(201, "POST", "/_eidolon/sandboxes", json.dumps({"name": name}), JSON)

    def end(self, name: str) -> None:
        self.client.ask(204, "DELETE", f"/_eidolon/sandboxes/{name}", headers=JSON)

    def authorize(self, sandbox: str) -> str:
        query = {"client_id": "EIDOLON_TEST", "response_type": "code", "redirect_uri": CALLBACK}
        query |= {"scope": "openid service:EIDOLON_LOGIN profile", "state": "a state of ours", "nonce": f"nonce {sandbox}"}
        answer, _ = self.client.ask(302, "GET", f"/~{sandbox}/itsme/oidc/authorize?{urllib.parse.urlencode(query)}")
        return code_of(answer)

    def assertion(self, sandbox: str) -> str:
        now = int(time.time())
        claims = {"iss": "EIDOLON_TEST", "sub": "EIDOLON_TEST", "aud": f"{self.issuer}/~{sandbox}/itsme/oidc/token"}
        claims |= {"jti": f"assertion of {sandbox}", "iat": now, "exp": now + 120}
        return jwt.encode({"alg": "RS256", "kid": self.key.kid}, claims, self.key, algorithms=["RS256"])

    def run(self, name: str, assertion: str) -> None:
        self.begin(name)
        own = f"/~{name}"
        self.client.ask(201, "POST", f"{own}/_eidolon/queue", json.dumps({"scenario": "itsme/approve"}), JSON)
        form = {"grant_type": "authorization_code", "code": self.authorize(name), "redirect_uri": CALLBACK}
        form |= {"client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"}
        form["client_assertion"] = assertion
        _, content = self.client.ask(200, "POST", f"{own}/itsme/oidc/token", urllib.parse.urlencode(form), FORM)
        access = json.loads(content)["access_token"]
        self.client.ask(200, "GET", f"{own}/itsme/oidc/userinfo", headers={"Authorization": f"Bearer {access}"})
        seen = {"request": {"provider": "itsme", "endpoint": "userinfo"}, "count": {"exactly": 1}}
        self.client.ask(200, "POST", f"{own}/_eidolon/verify", json.dumps(seen), JSON)
        self.end(name)
