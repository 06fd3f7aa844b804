"""What hostile clients do, and what a program must keep while they do it."""

from __future__ import annotations

import multiprocessing
import os
import socket
import statistics
import time
from contextlib import contextmanager
from pathlib import Path

CALM = "/itsme/oidc/.well-known/openid-configuration"
MEGABYTE = 1 << 20
# Below this a p99 tells of the machine's scheduler, which attackers use too.
NOISE = 0.005


def address(url: str) -> tuple[str, int]:
    host, port = url.split("://")[1].rsplit(":", 1)
    return host, int(port)


def exchange(url: str, wire: bytes, timeout: float = 10) -> bytes:
    """Sends bytes on a connection of their own and reads until the server closes or falls silent."""
    with socket.create_connection(address(url), timeout=timeout) as connection:
        try:
            connection.sendall(wire)
            connection.shutdown(socket.SHUT_WR)
        except (BrokenPipeError, ConnectionResetError):
            pass  # It has answered and closed already.
        answer = b""
        try:
            while piece := connection.recv(65536):
                answer += piece
        except ConnectionResetError:
            pass
        return answer


def status(answer: bytes) -> int:
    assert answer.startswith(b"HTTP/1.1 "), answer[:100]
    return int(answer[9:12])


def get(url: str, path: str, *fields: str) -> bytes:
    lines = [f"GET {path} HTTP/1.1", *(fields or ("Host: localhost",)), "Connection: close", "", ""]
    return exchange(url, "\r\n".join(lines).encode("latin-1"))


def post(url: str, path: str, body: bytes, kind: str = "application/json") -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    return exchange(url, head.encode() + body)


class Watched:
    """A program whose memory and descriptors are looked at."""

    def __init__(self, program):
        self.process = Path(f"/proc/{program.process.pid}")

    @property
    def memory(self) -> int:
        """Resident, in bytes."""
        line = next(line for line in (self.process / "status").read_text().splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024

    @property
    def descriptors(self) -> int:
        return len(list((self.process / "fd").iterdir()))

    @property
    def processor(self) -> float:
        """Seconds of it so far; those of other programs on the machine do not count."""
        fields = (self.process / "stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @contextmanager
    def bounded(self, memory: int, descriptors: int = 10, processor: float | None = None, patience: float = 15):
        """Nothing may have grown by more at the end; descriptors once the server has seen the last close."""
        before, began = (self.memory, self.descriptors), self.processor
        yield
        assert processor is None or self.processor - began <= processor, f"{self.processor - began:.2f} s of the processor"
        grown = self.memory - before[0]
        assert grown <= memory, f"{grown / MEGABYTE:.1f} MB more"
        end = time.monotonic() + patience
        while self.descriptors > before[1] + descriptors:
            assert time.monotonic() < end, f"{self.descriptors} descriptors, {before[1]} before"
            time.sleep(0.05)


def p99(url: str, count: int = 150) -> float:
    """Of requests on one connection, in seconds."""
    took = []
    with socket.create_connection(address(url), timeout=10) as connection:
        for _ in range(count):
            began = time.perf_counter()
            connection.sendall(f"GET {CALM} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            answer = connection.recv(65536)
            while b"\r\n\r\n" not in answer or len(answer.split(b"\r\n\r\n", 1)[1]) < length(answer):
                answer += connection.recv(65536)
            took.append(time.perf_counter() - began)
    return sorted(took)[int(count * 0.99) - 1]


def length(answer: bytes) -> int:
    head = answer.split(b"\r\n\r\n", 1)[0].lower()
    return int(head.split(b"content-length: ")[1].split(b"\r\n")[0])


@contextmanager
def attackers(run, *arguments):
    """Runs an attack in a process of its own, until the block ends."""
    context = multiprocessing.get_context("fork")
    ready, stop = context.Event(), context.Event()
    process = context.Process(target=run, args=(ready, stop, *arguments), daemon=True)
    process.start()
    try:
        assert ready.wait(20), "the attack did not begin"
        yield
        assert process.is_alive(), f"the attack ended early: {process.exitcode}"
    finally:
        stop.set()
        process.join(10)
        if process.is_alive():
            process.kill()


def others_are_served(url: str, run, *arguments) -> None:
    """While the attack goes on, others wait no more than twice as long: p99, the median of five rounds."""
    p99(url, 50)
    factors = []
    for _ in range(5):
        quiet = p99(url)
        with attackers(run, url, *arguments):
            attacked = p99(url)
        factors.append(max(attacked, NOISE) / max(quiet, NOISE))
    assert statistics.median(factors) <= 2, [round(factor, 2) for factor in factors]
