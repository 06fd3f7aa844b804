"""The program's HTTP parser beside h11 and httptools (llhttp), over generated messages: each difference is explained.

EIDOLON_MESSAGES says how many; the seed is fixed, so that a difference comes again.
"""

from __future__ import annotations

import os
import re

import pytest
from http_parsers import Generator, OurParser, Reading, read_with_h11, read_with_httptools
from program import Program

MESSAGES = int(os.environ.get("EIDOLON_MESSAGES", "400"))

# What we refuse and the other takes: our reason, and why the other takes it.
WE_REFUSE = {
    "h11": {
        r"a line that ends with LF": "it takes LF for a line's end, which RFC 9112 §2.2 allows and smuggling uses",
        r"CR without LF": "it looks for the end of a head first, and finds LF",
        r"a folded field line": "it unfolds, which RFC 9112 §5.2 allows a server instead",
        r"Content-Length beside Transfer-Encoding": "it lets the coding win, which RFC 9112 §6.1 allows; a proxy may not",
        r"more than one Content-Length": "it takes equal ones, as RFC 9112 §6.3 allows",
        r"Content-Length is not one decimal number": "it joins equal lengths, and has no largest number",
        r"Transfer-Encoding in an HTTP/1.0 request": "it decodes; RFC 9112 §6.1 calls such a message faulty",
        r"content of more than": "its caller has to limit content",
        r"Host is not a host": "it does not read Host, but RFC 9112 §3.2 demands 400",
        r"the target is neither": "it takes any visible characters as target (RFC 9112 §3.2)",
        r"the target's host is missing": "as above",
        r"a % without two hexadecimal digits": "as above; we decode paths",
        r"%00 in the path": "as above",
        r"a fragment in the target": "as above",
        r"CONNECT is for proxies": "it is not a server, but a parser for one",
        r"an expectation other than 100-continue": "its caller has to answer 417",
        r"this server speaks HTTP/1.1 and HTTP/1.0 only": "it leaves 505 to its caller",
        r"byte 0x[01]. in a field's value": "it takes control characters but NUL, CR and LF (RFC 9110 §5.5 allows it to)",
        r"byte 0x7F in a field's value": "as above",
        r"byte 0x.. in a chunk extension": "it skips extensions unread",
        r"byte 0x0D in a chunk size": "it takes white space before the line's end (RFC 9112 §7.1.1 has none there)",
        r"byte 0x.. in a field's name": "it does not read a trailer before its end has come",
        r"byte 0x.. in the request line": "it needs the whole head before it reads; we refuse at the byte",
        r"the request line": "as above: the head is not complete",
    },
    "httptools": {
        r"the request line is not method, target and version": "it skips further spaces, as RFC 9112 §3 allows the lenient",
        r"the target is neither": "as above; and its caller has to take the target apart",
        r"the target's host is missing": "as above",
        r"a % without two hexadecimal digits": "as above",
        r"%00 in the path": "as above",
        r"a fragment in the target": "as above",
        r"an HTTP/1.1 request without Host": "its caller has to demand Host (RFC 9112 §3.2)",
        r"more than one Host": "as above",
        r"Host is not a host": "as above",
        r"a transfer coding other than chunked": "its caller has to know the codings before chunked (RFC 9112 §6.1)",
        r"Transfer-Encoding in an HTTP/1.0 request": "it decodes; RFC 9112 §6.1 calls such a message faulty",
        r"content of more than": "its caller has to limit content",
        r"CONNECT is for proxies": "it is not a server, but a parser for one",
        r"an expectation other than 100-continue": "its caller has to answer 417",
        r"this server speaks HTTP/1.1 and HTTP/1.0 only": "it knows 0.9 and 2.0 too",
        r"Transfer-Encoding is empty or not well-formed": "it skips empty members of the list, as RFC 9110 §5.6.1 has it",
        r"a line that ends with LF": "it takes LF for an empty line before a request",
        r"byte 0x.. in a chunk": "it reads quoted extensions; we refuse controls in all of them",
    },
}

# What the other refuses and we take: its reason, and why we take it.
THEY_REFUSE = {
    "h11": {
        r"no request line received": "it takes no empty line before a request; RFC 9112 §2.2 asks to skip one at least",
        r"illegal request line$": "it sees a bad first byte before the line is complete; we answer when it is",
        r"illegal chunk header.* ;": "it takes no white space before a chunk extension; RFC 9112 §7.1.1 has it",
    },
    "httptools": {
        r"Invalid method encountered": "it knows a list of methods; RFC 9110 §9.1 has any token, and we answer 405",
        r"Invalid characters in url": "it sees a bad target before the line is complete; we answer when it is",
        r"Invalid HTTP version": "it knows a list of versions; RFC 9110 §2.5 lets 1.2 be read as 1.1",
        r"Invalid character in chunk": "it takes neither white space before an extension nor one without a name",
        r"Data after `Connection: close`": "we drop what follows, as RFC 9112 §9.6 says",
        r"Content-Length can't be present with Transfer-Encoding": "in a trailer, which we check and drop (RFC 9112 §7.1.2)",
    },
}


def difference(ours: Reading, theirs: Reading) -> tuple[dict | None, str]:
    """Which table must explain the first difference, and the reason to look up there; None if there is none."""
    alike = 0
    for one, other in zip(ours.messages, theirs.messages):
        if one != other:
            # Nothing explains that: two ends that read different requests are how requests are smuggled.
            return {}, f"read differently: {one} and {other}"
        alike += 1
    if len(ours.messages) == len(theirs.messages):
        if bool(ours.refused) == bool(theirs.refused):
            return None, ""
        return (WE_REFUSE, ours.refused) if ours.refused else (THEY_REFUSE, theirs.refused)
    if len(ours.messages) == alike:
        return WE_REFUSE, ours.refused
    return THEY_REFUSE, theirs.refused


def test_each_difference_from_other_parsers_is_explained(eidolon):
    generator, unexplained = Generator(seed=20261123), {}
    with Program(eidolon) as program:
        parser = OurParser(program.http)
        for _ in range(MESSAGES):
            wire = generator.wire()
            ours = parser.read(wire)
            for name, theirs in (("h11", read_with_h11(wire)), ("httptools", read_with_httptools(wire))):
                table, reason = difference(ours, theirs)
                if table is None or any(re.match(pattern, reason) for pattern in table.get(name, {})):
                    continue
                side = "we refuse" if table is WE_REFUSE else "they refuse" if table is THEY_REFUSE else "both"
                unexplained.setdefault((name, side, reason), wire)
    assert not unexplained, "\n".join(f"{key}: {wire!r}" for key, wire in sorted(unexplained.items()))
