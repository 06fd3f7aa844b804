"""Tokens made to be believed, to make the program call somebody, or to cost it much; and texts that look for a header."""

from __future__ import annotations

import base64
import json
import socket
import threading
import time
import zlib
from urllib.parse import quote, urlencode

import pytest
from attack import CALM, MEGABYTE, Watched, exchange, get, status
from cryptography.hazmat.primitives import hashes, hmac
from joserfc import jws
from joserfc.jwk import RSAKey
from program import Program

TOKEN = "/itsme/oidc/token"


@pytest.fixture(scope="module")
def program(eidolon):
    with Program(eidolon, "--strict", "--keep", "16MB") as program:
        yield program


@pytest.fixture(autouse=True)
def stays_well(program):
    # A release build takes a twentieth of that, a debug build half.
    with Watched(program).bounded(memory=48 * MEGABYTE, processor=5):
        yield
    assert status(get(program.http, CALM)) == 200
    assert program.process.poll() is None


@pytest.fixture(scope="module")
def listener():
    """An address that hostile tokens name; how often somebody called it."""
    calls = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def accept():
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                calls.append(connection.recv(1000))
                connection.close()

        threading.Thread(target=accept, daemon=True).start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}", calls


def b64(value: bytes | dict) -> str:
    raw = json.dumps(value).encode() if isinstance(value, dict) else value
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def claims(program, **changes) -> dict:
    now = int(time.time())
    made = {"iss": "EIDOLON_TEST", "sub": "EIDOLON_TEST", "aud": f"{program.http}{TOKEN}", "jti": str(time.time_ns())}
    return made | {"iat": now, "exp": now + 60} | changes


def authenticate(program, assertion: str) -> tuple[int, dict]:
    """A token request with this client assertion: the answer's status and content."""
    form = {
        "grant_type": "authorization_code",
        "code": "a-code-of-nobody",
        "redirect_uri": "http://localhost:9000/cb",
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        "client_assertion": assertion,
    }
    body = urlencode(form).encode()
    head = f"POST {TOKEN} HTTP/1.1\r\nHost: {program.http[7:]}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    answer = exchange(program.http, f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    return status(answer), json.loads(answer.split(b"\r\n\r\n", 1)[1] or b"{}")


def public_key_as_secret(program) -> bytes:
    """The modulus of the provider's own key, as a forger has it."""
    answer = get(program.http, "/itsme/oidc/jwkset")
    return answer.split(b"\r\n\r\n", 1)[1]


def forged(program, url: str) -> dict[str, str]:
    """Tokens that somebody without the client's key can make."""
    own = RSAKey.generate_key(2048, {"kid": "own"})
    public = own.as_dict(private=False)
    payload = json.dumps(claims(program)).encode()

    def signed(**header) -> str:
        return jws.serialize_compact({"alg": "RS256"} | header, payload, own)

    def hmacced(key: bytes) -> str:
        code = hmac.HMAC(key or b"\0", hashes.SHA256())
        message = f"{b64({'alg': 'HS256', 'kid': 's1'})}.{b64(payload)}"
        code.update(message.encode())
        return f"{message}.{b64(code.finalize())}"

    def raw(**header) -> str:
        return f"{b64(header)}.{b64(payload)}.{b64(b'x' * 256)}"

    return {
        "alg none": f"{b64({'alg': 'none'})}.{b64(payload)}.",
        "alg nOnE": f"{b64({'alg': 'nOnE'})}.{b64(payload)}.",
        "alg missing": f"{b64({'typ': 'JWT'})}.{b64(payload)}.",
        "alg empty": raw(alg="", kid="s1"),
        "alg list": raw(alg=["RS256"], kid="s1"),
        "HS256 with the key set as secret": hmacced(public_key_as_secret(program)),
        "HS256 with an empty secret": hmacced(b""),
        "another key under the known kid": signed(kid="s1"),
        "kid to a file": signed(kid="../../../../dev/null"),
        "kid to a database": signed(kid="s1' OR '1'='1"),
        "kid to a command": signed(kid="s1|/bin/true"),
        "kid of a megabyte's hundredth": signed(kid="s" * 10_000),
        "jku": signed(kid="own", jku=f"{url}/jku"),
        "x5u": signed(kid="own", x5u=f"{url}/x5u"),
        "jwk in the header": raw(alg="RS256", jwk=public),
        "x5c in the header": raw(alg="RS256", x5c=["AAAA"]),
        "crit that nobody knows": raw(alg="RS256", kid="s1", crit=["http://example.test/x"]),
        "signature cut off": signed(kid="s1").rsplit(".", 1)[0] + ".",
        "signature of zeros": f"{b64({'alg': 'ES256', 'kid': 's1'})}.{b64(payload)}.{b64(bytes(64))}",
        "two signatures": signed(kid="s1") + ".AAAA",
    }


FORGED = [
    *("alg none", "alg nOnE", "alg missing", "alg empty", "alg list", "HS256 with the key set as secret"),
    *("HS256 with an empty secret", "another key under the known kid", "kid to a file", "kid to a database"),
    *("kid to a command", "kid of a megabyte's hundredth", "jku", "x5u", "jwk in the header", "x5c in the header"),
    *("crit that nobody knows", "signature cut off", "signature of zeros", "two signatures"),
]


@pytest.fixture(scope="module")
def tokens(program, listener) -> dict[str, str]:
    made = forged(program, listener[0])
    assert sorted(made) == sorted(FORGED)
    return made


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_assertion_is_refused_and_calls_nobody(program, listener, tokens, name):
    code, answer = authenticate(program, tokens[name])
    assert code in (400, 401)
    # Had it been believed, the code would have been looked at.
    assert answer["error"] in ("invalid_client", "unauthorized_client", "invalid_request"), answer
    assert listener[1] == []


def encrypted(header: dict, *parts: bytes) -> str:
    return ".".join([b64(header), *(b64(part) for part in parts)])


BOMB = zlib.compressobj(9, wbits=-15)
DEFLATED = BOMB.compress(bytes(100 * MEGABYTE)) + BOMB.flush()

HEAVY = {
    "compressed to a thousandth": ({"alg": "RSA-OAEP", "enc": "A128GCM", "zip": "DEF", "kid": "e1"}, DEFLATED),
    "compressed without a key": ({"alg": "dir", "enc": "A128GCM", "zip": "DEF"}, DEFLATED),
    "p2c of two thousand million": (
        {"alg": "PBES2-HS512+A256KW", "enc": "A128GCM", "p2c": 2**31 - 1, "p2s": "c2FsdHNhbHQ"},
        b"x",
    ),
    "p2c beyond all numbers": ({"alg": "PBES2-HS256+A128KW", "enc": "A128GCM", "p2c": 10**400, "p2s": "c2FsdA"}, b"x"),
    "a point that is on no curve": (
        {"alg": "ECDH-ES", "enc": "A128GCM", "epk": {"kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"}},
        b"x",
    ),
    "unknown enc": ({"alg": "RSA-OAEP", "enc": "A1024", "kid": "e1"}, b"x"),
    "a key of a megabyte": ({"alg": "RSA-OAEP", "enc": "A128GCM", "kid": "e1"}, b"x" * 600_000),
}


@pytest.mark.parametrize("name", HEAVY)
def test_an_encrypted_token_that_costs_much_is_refused_at_once(program, name):
    header, content = HEAVY[name]
    code, answer = authenticate(program, encrypted(header, b"k" * 256, b"i" * 12, content, b"t" * 16))
    assert code in (400, 401), answer


@pytest.mark.parametrize(
    "claim",
    ["-9223372036854775808", "9223372036854775807", "1e308", "-1e308", "1" + "0" * 4000, "[" * 5000, '"\\ud800"', "null"],
)
@pytest.mark.parametrize("name", ["exp", "iat", "nbf", "jti", "aud"])
def test_a_claim_that_is_no_date_is_refused(program, name, claim):
    rest = json.dumps({key: value for key, value in claims(program).items() if key != name})
    payload = f'{rest[:-1]}, "{name}": {claim}}}'.encode()
    code, answer = authenticate(program, f"{b64({'alg': 'RS256', 'kid': 's1'})}.{b64(payload)}.{b64(b'x' * 256)}")
    assert code in (400, 401), answer


INJECTED = "x\r\nX-Injected: yes\r\n\r\n<script>alert(1)</script>"


def heads(answer: bytes) -> bytes:
    return answer.split(b"\r\n\r\n", 1)[0].lower()


@pytest.mark.parametrize(
    "name",
    ["state", "redirect_uri", "client_id", "scope", "nonce", "response_type", "ui_locales", "login_hint", "acr_values"],
)
def test_no_parameter_becomes_a_header_or_a_script(program, name):
    form = {
        "client_id": "EIDOLON_TEST",
        "response_type": "code",
        "scope": "openid service:EIDOLON_LOGIN",
        "redirect_uri": "http://localhost:9000/cb",
        "state": "s",
        "nonce": "n",
    }
    bare = ("x\nX-Injected: yes", "x\rX-Injected: yes", "x\u560d\u560aX-Injected: yes")
    for value in (INJECTED, f"{form.get(name, '')}{INJECTED}", *bare):
        query = urlencode(form | {name: value}, quote_via=quote)
        answer = get(program.http, f"/itsme/oidc/authorize?{query}", "Host: localhost", "Accept: text/html")
        assert b"\nx-injected" not in heads(answer) and b"\rx-injected" not in heads(answer)
        assert b"<script>alert" not in answer


@pytest.mark.parametrize(
    "uri",
    [
        "http://evil.example/",
        "//evil.example/",
        "http://localhost:9000/cb@evil.example",
        "http://localhost:9000@evil.example/cb",
        "http://localhost:9000/cb/../evil",
        "http://localhost:9000/cb#x",
        "http://localhost:9000/cb%00",
        "http://localhost:9000/CB",
        "http://localhost:9000/cb?x=1",
        "javascript:alert(1)",
        "data:text/html,x",
    ],
)
def test_nobody_is_sent_to_an_address_that_is_not_registered(program, uri):
    form = {"client_id": "EIDOLON_TEST", "response_type": "code", "scope": "openid service:EIDOLON_LOGIN", "state": "s"}
    answer = get(program.http, "/itsme/oidc/authorize?" + urlencode(form | {"nonce": "n", "redirect_uri": uri}))
    assert status(answer) >= 400
    assert b"\nlocation:" not in heads(answer)


@pytest.mark.parametrize(
    "field",
    ["Host: evil.example", "X-Forwarded-Host: evil.example", "Forwarded: host=evil.example", "X-Original-URL: /_eidolon/reset"],
)
def test_no_field_of_a_stranger_moves_the_control_plane(program, field):
    fields = [field] if field.startswith("Host") else ["Host: localhost", field]
    answer = get(program.http, "/_eidolon/sandboxes", *fields)
    if field.startswith("Host"):
        # A page of a stranger whose name leads here must not steer (DNS rebinding).
        assert status(answer) == 421, answer[:300]
    else:
        assert status(answer) == 200
        assert b"evil.example" not in answer
