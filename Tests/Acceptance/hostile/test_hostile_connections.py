"""Connections that take time or room and give nothing: others are served, and what they took is given back."""

from __future__ import annotations

import socket
import time

import pytest
from attack import CALM, MEGABYTE, Watched, address, others_are_served
from program import Program


@pytest.fixture(scope="module")
def program(eidolon):
    with Program(eidolon, "--tls", "127.0.0.1:0", "--keep", "16MB") as program:
        yield program


def connect(url: str, count: int, receive_buffer: int | None = None) -> list[socket.socket]:
    sockets = []
    for _ in range(count):
        connection = socket.socket()
        if receive_buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        connection.settimeout(10)
        connection.connect(address(url))
        sockets.append(connection)
    return sockets


def drip(ready, stop, url, beginning: bytes):
    """Begins the same on each of many connections, and sends a byte more now and then."""
    sockets = connect(url, 200)
    for connection in sockets:
        connection.sendall(beginning)
    ready.set()
    while not stop.wait(0.2):
        for connection in sockets:
            connection.sendall(b"b")


def slowloris(ready, stop, url):
    """An endless head."""
    drip(ready, stop, url, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ")


def slow_content(ready, stop, url):
    """Content that was announced and never ends."""
    drip(ready, stop, url, b"POST /itsme/oidc/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n")


def slow_read(ready, stop, url):
    """Asks for two hundred kilobytes on each connection and reads none of them."""
    sockets = connect(url, 50, receive_buffer=2048)
    for connection in sockets:
        connection.sendall(f"GET {CALM} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 100)
    # What there is room for is made first.
    time.sleep(1)
    ready.set()
    stop.wait(30)


def half_open(ready, stop, url):
    """Connects and says nothing."""
    sockets = connect(url, 400)
    ready.set()
    stop.wait(30)
    assert len(sockets) == 400


def half_shaken(ready, stop, url, https):
    """Begins handshakes and does not go on."""
    sockets = connect(https, 200)
    for connection in sockets:
        connection.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
    ready.set()
    stop.wait(30)


def coming_and_going(ready, stop, url):
    """Connects, sends half a request and resets, two hundred times a second."""
    ready.set()
    while not stop.wait(0.05):
        for connection in connect(url, 10):
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            connection.sendall(b"GET / HTTP/1.1\r\nHo")
            connection.close()


@pytest.mark.parametrize(
    "attack", [slowloris, slow_content, slow_read, half_open, half_shaken, coming_and_going], ids=lambda run: run.__name__
)
def test_others_are_served_meanwhile(program, attack):
    more = (program.https,) if attack is half_shaken else ()
    # 400 connections at most, with their buffers; what waits for slow readers is the answers alone.
    with Watched(program).bounded(memory=64 * MEGABYTE):
        others_are_served(program.http, attack, *more)
