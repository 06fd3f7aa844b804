"""Heads, contents and numbers that are too much: refused at once, within bounded memory, and the program goes on."""

from __future__ import annotations

import json

import pytest
from attack import CALM, MEGABYTE, Watched, exchange, get, post, status
from program import Program


@pytest.fixture(scope="module")
def program(eidolon):
    with Program(eidolon, "--keep", "16MB") as program:
        yield program


@pytest.fixture(autouse=True)
def stays_well(program):
    # A release build takes a twentieth of that, a debug build half.
    with Watched(program).bounded(memory=48 * MEGABYTE, processor=5):
        yield
    assert status(get(program.http, CALM)) == 200
    assert program.process.poll() is None


FIELD = b"X-A: " + b"b" * 1000 + b"\r\n"

HEADS = {
    "an endless line": (b"GET /" + b"a" * (8 * MEGABYTE), 414),
    "an endless field": (b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * (8 * MEGABYTE), 431),
    "endless fields": (b"GET / HTTP/1.1\r\nHost: a\r\n" + FIELD * 8000, 431),
    "many small fields": (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"A:\r\n" * 8000, 431),
    "a length of ten gigabytes": (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10000000000\r\n\r\n", 413),
    "a length beyond all numbers": (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n", 400),
    "a chunk beyond all numbers": (b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + b"f" * 16, 413),
    "endless chunks": (
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + (b"400\r\n" + b"x" * 1024 + b"\r\n") * 4000,
        413,
    ),
    "endless chunks of a byte": (
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 1_200_000,
        413,
    ),
    "an endless chunk extension": (
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;" + b"a" * MEGABYTE,
        400,
    ),
    "an endless trailer": (
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + FIELD * 2000,
        431,
    ),
    "compressed content": (b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
}


@pytest.mark.parametrize("name", HEADS)
def test_a_message_that_is_too_much_is_refused(program, name):
    wire, expected = HEADS[name]
    answer = exchange(program.http, wire)
    # A client that goes on sending may be reset before it has read the answer (RFC 9112 §9.6).
    assert answer == b"" or status(answer) == expected, answer[:200]


BODIES = {
    "nested arrays": b"[" * 900_000,
    "nested objects": b'{"a":' * 150_000,
    "closed nested arrays": b"[" * 400_000 + b"]" * 400_000,
    "a giant integer": b'{"times":' + b"9" * 900_000 + b"}",
    "a giant exponent": b'{"times":1e' + b"9" * 900_000 + b"}",
    "a giant fraction": b'{"times":0.' + b"1" * 900_000 + b"}",
    "many members": json.dumps({f"m{number}": number for number in range(60_000)}).encode(),
    "many equal members": b"{" + b'"a":1,' * 140_000 + b'"a":1}',
    "many elements": b"[" + b"0," * 450_000 + b"0]",
    "a long string of escapes": b'{"scenario":"' + b"\\ud83d\\ude00" * 70_000 + b'"}',
    "an integer beyond Int": b'{"scenario":"itsme/reject","times":-9223372036854775808}',
}


@pytest.mark.parametrize("path", ["/_eidolon/queue", "/_eidolon/clock/advance", "/_eidolon/verify"])
@pytest.mark.parametrize("name", BODIES)
def test_json_that_is_too_much_is_refused(program, name, path):
    assert 400 <= status(post(program.http, path, BODIES[name])) < 500


FORMS = {
    "many fields": b"a&" * 500_000,
    "one giant field": b"code=" + b"a" * 1_000_000,
    "only escapes": b"code=" + b"%41" * 330_000,
    "only pluses": b"+" * 1_000_000,
}


@pytest.mark.parametrize("name", FORMS)
def test_a_form_that_is_too_much_is_refused(program, name):
    answer = post(program.http, "/itsme/oidc/token", FORMS[name], "application/x-www-form-urlencoded")
    assert 400 <= status(answer) < 500


PATHS = [
    "/../../../../etc/passwd",
    "/..%2f..%2f..%2f..%2fetc%2fpasswd",
    "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/docs/..%2f..%2f..%2f..%2fetc%2fpasswd",
    "/docs/../../../../etc/passwd",
    "/docs/....//....//etc/passwd",
    "/docs/%5c..%5c..%5cetc%5cpasswd",
    "/_eidolon/scenarios/itsme/..%2f..%2f..%2f..%2fetc%2fpasswd",
    "/_eidolon/scenarios/..%2f..%2fetc/passwd",
    "/~../_eidolon/health",
    "/~..%2f..%2fetc%2fpasswd/_eidolon/health",
    "//etc/passwd",
    "/file:///etc/passwd",
    "http://localhost/../etc/passwd",
]


@pytest.mark.parametrize("path", PATHS)
def test_no_path_leads_out(program, path):
    answer = get(program.http, path)
    assert status(answer) in (400, 404), answer[:200]
    assert b"root:" not in answer


def test_no_name_of_a_story_leads_out(program):
    story = b'{"title": "x", "provider": "itsme"}'
    for name in ("..%2f..%2fevil", "..%5cevil", "%2e%2e", "a%2fb"):
        head = f"PUT /_eidolon/scenarios/itsme/{name} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        answer = exchange(program.http, f"{head}Content-Length: {len(story)}\r\n\r\n".encode() + story)
        assert 400 <= status(answer) < 500, (name, answer[:300])
