"""What three parsers make of the bytes of one connection: the program, h11 and httptools (llhttp)."""

from __future__ import annotations

import base64
import random
import socket
from dataclasses import dataclass, field

import h11
import httptools
import requests


@dataclass(frozen=True)
class Message:
    method: str
    target: str
    fields: tuple[tuple[str, str], ...]
    body: bytes


@dataclass
class Reading:
    """The requests in the bytes, and whether something in them was refused."""

    messages: list[Message] = field(default_factory=list)
    # Why, in the parser's words; empty if nothing was, even if a request is not complete.
    refused: str = ""


class OurParser:
    """Reads by way of a running program: paths that nobody serves stand in its journal."""

    def __init__(self, address: str):
        self.address = address
        self.host, port = address.removeprefix("http://").rsplit(":", 1)
        self.port = int(port)
        self.session = requests.Session()
        self.cursor = self._journal(0)["cursor"]

    def _journal(self, after: int) -> dict:
        return self.session.get(f"{self.address}/_eidolon/journal", params={"after": after, "limit": 1000}, timeout=10).json()

    def read(self, wire: bytes) -> Reading:
        with socket.create_connection((self.host, self.port), timeout=10) as connection:
            connection.sendall(wire)
            connection.shutdown(socket.SHUT_WR)
            answers = b""
            while piece := connection.recv(65536):
                answers += piece
        journal = self._journal(self.cursor)
        self.cursor = journal["cursor"]
        reading = Reading([self._message(entry["request"]) for entry in journal["entries"]])
        # A refusal by the parser is the last answer, in plain text, and in no journal.
        answered = answers.count(b"HTTP/1.1 ") - answers.count(b"HTTP/1.1 100 ")
        if answered > len(reading.messages):
            reading.refused = answers.rsplit(b"\r\n\r\n", 1)[-1].decode().strip().removeprefix("The request is refused: ")
        return reading

    @staticmethod
    def _message(request: dict) -> Message:
        fields = tuple((name.lower(), value) for name, value in request["headers"])
        return Message(request["method"], request["target"], fields, base64.b64decode(request["body_base64"]))


def read_with_h11(wire: bytes) -> Reading:
    connection = h11.Connection(h11.SERVER, max_incomplete_event_size=64 * 1024)
    reading, head, body = Reading(), None, b""
    connection.receive_data(wire)
    connection.receive_data(b"")
    try:
        while True:
            event = connection.next_event()
            if isinstance(event, h11.Request):
                head, body = event, b""
            elif isinstance(event, h11.Data):
                body += bytes(event.data)
            elif isinstance(event, h11.EndOfMessage):
                reading.messages.append(
                    Message(
                        head.method.decode(),
                        head.target.decode("utf-8", "replace"),
                        tuple((n.decode(), v.decode("utf-8", "replace")) for n, v in head.headers),
                        body,
                    )
                )
                head = None
                connection.send(h11.Response(status_code=404, headers=[("Content-Length", "0")]))
                connection.send(h11.EndOfMessage())
                if connection.our_state is not h11.DONE or connection.their_state is not h11.DONE:
                    return reading
                connection.start_next_cycle()
            else:
                return reading
    except h11.RemoteProtocolError as error:
        # It reports the end of the connection within a request in the same way.
        if "closed connection" not in str(error):
            reading.refused = str(error)
        return reading


class _Collector:
    def __init__(self):
        self.reading, self.parser = Reading(), None

    def on_message_begin(self):
        self.target, self.fields, self.body, self.in_trailer = b"", [], b"", False

    def on_url(self, part):
        self.target += part

    def on_headers_complete(self):
        self.in_trailer = True

    def on_header(self, name, value):
        if self.in_trailer:
            return
        # It leaves the white space behind a value, which is no part of it (RFC 9110 §5.5), to its caller.
        self.fields.append((name.decode("latin-1").lower(), value.rstrip(b" \t").decode("utf-8", "replace")))

    def on_body(self, part):
        self.body += part

    def on_message_complete(self):
        method = self.parser.get_method().decode()
        message = Message(method, self.target.decode("utf-8", "replace"), tuple(self.fields), self.body)
        self.reading.messages.append(message)


def read_with_httptools(wire: bytes) -> Reading:
    collector, rest = _Collector(), wire
    while rest:
        collector.parser = httptools.HttpRequestParser(collector)
        try:
            collector.parser.feed_data(rest)
            break
        except httptools.HttpParserUpgrade as upgrade:
            # It stops behind a request that asks for another protocol; a server that does not change goes on in HTTP/1.1.
            rest = rest[upgrade.args[0] :]
        except httptools.HttpParserError as error:
            collector.reading.refused = str(error)
            break
    return collector.reading


class Generator:
    """Messages of the grammar, most of them with one or two things wrong or rare."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)

    def one(self, *choices):
        return self.random.choice(choices)

    def wire(self) -> bytes:
        count = self.random.choices((1, 2, 3), (6, 3, 1))[0]
        wire = b"".join(self.message(number) for number in range(count))
        kind = self.random.random()
        if kind < 0.08:
            wire = wire[: self.random.randrange(1, len(wire))]
        elif kind < 0.20:
            position = self.random.randrange(len(wire))
            odd = self.one(b"\0", b"\r", b"\n", b" ", b"\t", b":", b"\x7f", b"\x80", b"\xff", b",", b";", b"0", b"\x0b")
            wire = wire[:position] + odd + wire[position + self.one(0, 1) :]
        elif kind < 0.22:
            wire = wire.replace(b"\r\n", b"\n", self.one(1, 2, 99))
        return wire

    def often(self, usual, *rare):
        return usual if self.random.random() < 0.9 else self.one(*rare)

    def message(self, number: int) -> bytes:
        method = self.often(self.one("GET", "POST", "PUT", "DELETE"), "get", "PURGE", "CONNECT", "OPTIONS", "X-Y", "G,T", "")
        target = self.often(
            f"/nowhere/{number}",
            *("*", "", "/a b", "/a#b", "/%zz", "/é", "//nowhere//x", "nowhere", "a:80", "/nowhere?a=b|c", "/nowhere?"),
            *("http://a/nowhere", "http:///x", "HTTP://a/nowhere", "/nowhere/\x7f", "/nowhere/%00", "/nowhere\"<>\\^`{}"),
        )
        version = self.often("HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/1.2", "HTTP/0.9", "http/1.1", "HTTP/1.10", "HTCPCP/1.0", "")
        space = self.often(" ", "  ", "\t")
        lines = [self.often("", "\r\n", "\r\n\r\n") + f"{method}{space}{target}{self.often(' ', '  ')}{version}"]
        lines += [self.often("Host: a", "", "Host: a\r\nHost: b", "Host: a b", "Host:", "Host : a", "host:\ta \t", "Host: a/b", "Host: [::1]:8")]
        for _ in range(self.one(0, 0, 1, 2)):
            lines.append(self.field())
        content = b""
        if method in ("POST", "PUT") or self.random.random() < 0.05:
            framing, content = self.content()
            lines += framing
        end = self.often("\r\n", "\n\r\n") if self.random.random() < 0.1 else "\r\n"
        head = "\r\n".join(line for line in lines if line != "") + "\r\n" + end
        return head.encode("latin-1") + content

    def field(self) -> str:
        return self.often(
            self.one("X-A: b", "Accept: */*", "x-empty:", "X-A:  b c  ", "Connection: keep-alive", "Cookie: a=b; c=d", "X-A: \xe9"),
            *("X A: b", "X-A : b", ": b", "X-A", "X-A: b\r\n c", "\tX: y", "X-A: \x01", "X(A): b", "X_A: b", "X-A: a\x0cb", "é: b"),
            *("Connection: close", "Connection: close, x", "Upgrade: h2c"),
            *("Expect: 100-continue", "Expect: else", "Trailer: X", "TE: trailers", "X-Long: " + "y" * 9000),
            *("Content-Length: 0", "Content-Length: -1", "Transfer-Encoding: identity", "Keep-Alive: 5", "Proxy-Connection: close"),
        )

    def content(self) -> tuple[list[str], bytes]:
        body = self.one(b"hello", b"", b"GET / HTTP/1.1\r\n\r\n", b"\0\xff")
        if self.random.random() < 0.5:
            length = str(len(body))
            return [
                self.often(
                    f"Content-Length: {length}",
                    *(f"Content-Length: 0{length}", f"Content-Length: +{length}", f"Content-Length: {length}, {length}"),
                    *(f"Content-Length: {length}\r\nContent-Length: {length}", f"Content-Length: {length}\r\nContent-Length: 9"),
                    *(f"Content-Length: 0x{length}", "Content-Length:", "Content-Length: 99999999999999999999", "Content-Length: 1e1"),
                    *(f"Content-Length: {length} ", f"Content-Length: {length}\r\nTransfer-Encoding: chunked", "Content-Length: 9 9"),
                )
            ], body
        coding = self.often(
            "Transfer-Encoding: chunked",
            *("Transfer-Encoding: Chunked", "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: gzip, chunked"),
            *("Transfer-Encoding: chunked, gzip", "Transfer-Encoding: gzip", "Transfer-Encoding:", "Transfer-Encoding: xchunked"),
            *("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 3"),
            *("Transfer-Encoding: ,chunked", "Transfer-Encoding: chunked;a=b", "Transfer-Encoding : chunked", "Transfer-Encoding: \x0bchunked"),
        )
        return [coding], self.chunks(body)

    def chunks(self, body: bytes) -> bytes:
        pieces = [piece for piece in (body[:2], body[2:]) if piece]
        wire = b""
        for piece in pieces:
            size = self.often(f"{len(piece):x}", f"{len(piece):X}", f"00{len(piece):x}", f"0x{len(piece):x}", "", "g", "-1", "FFFFFFFFFFFFFFFFF")
            extension = self.often("", ";a=b", ";a", " ;a=b", ";a=\"b;c\"", ";", " ", ";a=\n", ";\x00")
            end = self.often("\r\n", "\n", "\r", "x\r\n", "")
            wire += f"{size}{extension}\r\n".encode("latin-1") + piece + end.encode()
        trailer = self.often("", "X: y\r\n", "X : y\r\n", " x\r\n", "X: \0\r\n", "Content-Length: 5\r\n")
        return wire + self.often("0", "000", "", "0;a").encode() + b"\r\n" + trailer.encode() + self.often("\r\n", "\n", "").encode()
