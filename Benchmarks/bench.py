"""Measures Eidolon beside its peers, in one run on this machine; scripts/bench prepares what it needs and starts it."""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clients import Client, Tests, mock_logins_per_second
from figures import Figures
from programs import DISCOVERY, KEY_SET, Program, eidolon, free_port, nginx, oidc_provider_mock
from version2 import SIGNED, Discoveries, login

CORES = os.cpu_count() or 1
HERE = Path(__file__).parent


def say(text: str) -> None:
    print(f"bench: {text}", file=sys.stderr, flush=True)


def lines_of(command: list[str]) -> dict[str, float]:
    """What a program of ours prints: a name and a number a line."""
    printed = subprocess.run(command, capture_output=True, text=True)
    if printed.returncode != 0:
        raise SystemExit(f"bench: {' '.join(command[:3])}: {printed.stderr.strip()}")
    return {name: float(value) for name, value in (line.split() for line in printed.stdout.splitlines())}


class Bench:
    def __init__(self, options: argparse.Namespace, folder: Path):
        self.options, self.folder, self.tools = options, folder, Path(options.tools)
        self.figures = Figures()
        self.rounds, self.seconds = (3, 1) if options.quick else (7, 2)
        self.binaries = {"eidolon": options.program}
        if options.before:
            self.binaries["before"] = options.before

    def start(self, name: str, *options: str) -> Program:
        return eidolon(name, self.binaries[name], self.folder, *options)

    def in_turn(self, names: list[str], number: int) -> list[str]:
        """Every other round goes the other way round, so that nobody always follows the same neighbour."""
        return names if number % 2 == 0 else names[::-1]

    # Logins

    def signatures_per_second(self, seconds: float) -> float:
        """RS256 by OpenSSL itself, on all cores."""
        speed = ["openssl", "speed", "-elapsed", "-multi", str(CORES), "-seconds", str(seconds), "rsa2048"]
        printed = subprocess.run(speed, capture_output=True, text=True, check=True).stdout
        per_second = float(next(line for line in printed.splitlines() if line.startswith("rsa 2048")).split()[5])
        self.figures.note("signature_ms", "peer", 1000 * CORES / per_second)
        self.figures.note("signatures_ms", "peer", 2000 * CORES / per_second)
        return per_second

    def logins(self) -> None:
        say(f"logins: {self.rounds} rounds, 8 connections, each after openssl speed")
        peer = oidc_provider_mock(self.folder)
        mock_logins_per_second(peer.port, 1, 8)
        for number in range(self.rounds):
            seconds = 2 * self.seconds
            per_second = self.signatures_per_second(seconds)
            for name in self.in_turn(list(self.binaries), number):
                server = self.start(name)
                # Before what is measured: stories are read after the first answer, and connections begin cold.
                self.walk(server, 1000)
                for metric, value in self.walk(server, int(per_second / 4 * seconds)).items():
                    self.figures.note(metric, name, value)
                server.end()
            self.figures.note("logins_per_s", "peer", mock_logins_per_second(peer.port, seconds, 8))
        peer.end()
        self.figures.row("logins/s, RS256, 8 connections", "logins_per_s", at_least=50, ratio=True)
        self.figures.row("server CPU ms a login, its signatures", "server_ms_per_login", "signatures_ms", at_most=1.5, ratio=True)
        self.figures.row("authorize p99 ms while logins sign, one signature", "authorize_p99_ms", "signature_ms", at_most=4, ratio=True)

    def walk(self, server: Program, logins: int) -> dict[str, float]:
        command = [str(self.tools / "logins"), "--port", str(server.port), "--connections", "8"]
        return lines_of(command + ["--logins", str(logins), "--server", str(server.process.pid)])

    # Static answers and https

    def wrk(self, address: str, connections: int, *headers: str) -> tuple[int, float, float]:
        """Requests, seconds, and the 99th percentile in milliseconds."""
        command = ["wrk", "-t2", f"-c{connections}", f"-d{self.seconds}", "-s", str(HERE / "report.lua")]
        command += [part for header in headers for part in ("-H", header)] + [address]
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        requests, seconds, p99, *errors = printed.splitlines()[-1].split()
        if errors:
            raise SystemExit(f"bench: {address}: {errors[0]}")
        return int(requests), float(seconds), int(p99) / 1000

    @contextmanager
    def beside_nginx(self) -> Iterator[dict[str, Program]]:
        """Each program, and nginx with the same bytes, for one round.

        On which core the kernel keeps a thread goes with a process for its life, and is a fifth of the figures.
        """
        programs = {name: self.start(name) for name in self.binaries}
        documents = {path: programs["eidolon"].get(path)[1] for path in (DISCOVERY, KEY_SET)}
        programs["peer"] = nginx(self.folder, documents)
        # Stories are read after the first answer.
        time.sleep(0.5)
        try:
            yield programs
        finally:
            for program in programs.values():
                program.end()

    def static(self) -> None:
        say(f"static answers: {self.rounds} rounds of {self.seconds} s, 16 and 64 connections")
        documents = {"discovery": DISCOVERY, "key set": KEY_SET}
        cells = [(document, connections) for document in documents for connections in (16, 64)]
        for number in range(self.rounds):
            with self.beside_nginx() as programs:
                for document, connections in cells:
                    for name in self.in_turn(list(programs), number):
                        server = programs[name]
                        before = server.cpu_seconds()
                        requests, seconds, _ = self.wrk(f"http://127.0.0.1:{server.port}{documents[document]}", connections)
                        cell = f"{document} {connections}"
                        self.figures.note(f"{cell} cpu", name, 1e6 * (server.cpu_seconds() - before) / requests)
                        self.figures.note(f"{cell} rate", name, requests / seconds)
        for document, connections in cells:
            title = f"{document}, {connections} connections, "
            self.figures.row(title + "requests/s", f"{document} {connections} rate", ratio=True)
            self.figures.row(title + "server CPU us", f"{document} {connections} cpu", at_most=1.1, ratio=True)

    def connections(self, port: int, *options: str) -> tuple[int, float]:
        """New connections with a request each: how many, and how many a second."""
        command = [str(self.tools / "connections"), "--port", str(port), "--path", DISCOVERY, "--seconds", str(self.seconds)]
        seen = lines_of(command + list(options))
        return int(seen["connections"]), seen["connections_per_s"]

    def https(self) -> None:
        say(f"https: {self.rounds} rounds of {self.seconds} s, 16 connections, the same certificate and ciphers")
        kinds = {"full handshakes": ("--tls", "full"), "resumed handshakes": ("--tls", "resumed"), "plain connections": ()}
        for number in range(self.rounds):
            with self.beside_nginx() as programs:
                for name in self.in_turn(list(programs), number):
                    server = programs[name]
                    before = server.cpu_seconds()
                    requests, seconds, _ = self.wrk(f"https://127.0.0.1:{server.tls_port}{DISCOVERY}", 16)
                    self.figures.note("https cpu", name, 1e6 * (server.cpu_seconds() - before) / requests)
                    self.figures.note("https rate", name, requests / seconds)
                for kind, options in kinds.items():
                    for name in self.in_turn(list(programs), number):
                        server = programs[name]
                        before = server.cpu_seconds()
                        count, rate = self.connections(server.tls_port if options else server.port, *options)
                        self.figures.note(f"{kind} cpu", name, 1e6 * (server.cpu_seconds() - before) / count)
                        self.figures.note(f"{kind} rate", name, rate)
        self.figures.row("https on kept connections, requests/s", "https rate", at_least=0.9, ratio=True)
        self.figures.row("https on kept connections, server CPU us", "https cpu", ratio=True)
        for kind in kinds:
            self.figures.row(f"{kind}/s", f"{kind} rate", at_least=0.9 if "hand" in kind else 0.8, ratio=True)
            self.figures.row(f"{kind}, server CPU us", f"{kind} cpu", ratio=True)

    # Start

    def starts(self) -> None:
        runs = 15 if self.options.quick else 40
        say(f"start: {runs} runs")
        commands = {name: lambda port, binary=binary: [binary, "serve", "--listen", f"127.0.0.1:{port}"]
                    for name, binary in self.binaries.items()}
        for name, command in commands.items():
            port = free_port()
            probe = [str(self.tools / "probe"), "--port", str(port), "--path", DISCOVERY, "--runs", str(runs), "--"]
            self.figures.note("start", name, lines_of(probe + command(port))["start_median_ms"])
            stripped = self.folder / "stripped"
            subprocess.run(["strip", "-o", stripped, self.binaries[name]], check=True)
            self.figures.note("binary", name, stripped.stat().st_size / 1e6)
        self.figures.row("exec to first answer, ms", "start", at_most=15)
        self.figures.row("stripped binary, MB", "binary", at_most=20)

    # Sandboxes and tests

    def sandboxes(self, name: str) -> None:
        """Memory and CPU time of many sandboxes, of the server that is told."""
        count = 2000 if self.options.quick else 4000
        server = self.start(name, "--max-sandboxes", "60000")
        tests = Tests(server.port)
        for number in range(200):
            tests.begin(f"w{number}")
        for number in range(200):
            tests.end(f"w{number}")
        empty = server.anonymous_kilobytes()
        for number in range(count):
            tests.begin(f"s{number}")
        self.figures.note("empty", name, (server.anonymous_kilobytes() - empty) / count)
        for number in range(count):
            tests.authorize(f"s{number}")
        self.figures.note("with a login", name, (server.anonymous_kilobytes() - empty) / count)
        for number in range(count):
            tests.end(f"s{number}")
        before = server.cpu_seconds()
        for number in range(count):
            tests.begin(f"t{number}")
        for number in range(count):
            tests.end(f"t{number}")
        self.figures.note("create and delete", name, 1000 * (server.cpu_seconds() - before) / count)
        many = 5000 if self.options.quick else 50000
        for number in range(many):
            tests.begin(f"m{number}")
        tests.authorize(f"m{many - 1}")
        self.figures.note("at once", name, many)
        server.end()

    def tests(self) -> None:
        """CPU time of whole tests, less what their two signatures take in the same round.

        Each round has programs of its own, as `beside_nginx` has.
        """
        count, warm = (100, 20) if self.options.quick else (200, 50)
        say(f"tests: {self.rounds} rounds of {count}, each after openssl speed")
        for number in range(self.rounds):
            signatures = 2000 * CORES / self.signatures_per_second(self.seconds)
            for name in self.in_turn(list(self.binaries), number):
                server = self.start(name)
                tests = Tests(server.port)
                names = [f"test-{each}" for each in range(warm + count)]
                prepared = [(each, tests.assertion(each)) for each in names]
                for each in prepared[:warm]:
                    tests.run(*each)
                before = server.cpu_seconds()
                for each in prepared[warm:]:
                    tests.run(*each)
                self.figures.note("test", name, 1000 * (server.cpu_seconds() - before) / count - signatures)
                server.end()

    def each_sandbox(self) -> None:
        say("sandboxes")
        for name in self.binaries:
            self.sandboxes(name)
        self.tests()
        self.figures.row("a sandbox, create and delete, CPU ms", "create and delete", at_most=0.3)
        self.figures.row("a sandbox while empty, kB", "empty", at_most=10)
        self.figures.row("a sandbox with an itsme login, kB", "with a login", at_most=24)
        self.figures.row("sandboxes at once", "at once", at_least=None if self.options.quick else 50000)
        self.figures.row("a test, CPU ms beside its signatures", "test", at_most=1)

    # itsme's second version

    def secrets(self) -> None:
        """CPU time of logins whose tokens are encrypted with the client's secret, beside tokens that are signed alone."""
        count = 200 if self.options.quick else 1000
        say(f"itsme v2: {self.rounds} rounds of {count} logins with a secret")
        scenarios = self.folder / "scenarios"
        (scenarios / "itsme-v2").mkdir(parents=True)
        (scenarios / "itsme-v2" / "signed.json").write_text(json.dumps(SIGNED))
        server = self.start("eidolon", "--scenarios", str(scenarios))
        client, number = Client(server.port), 0
        for _ in range(self.rounds):
            for column, scenario in (("peer", "itsme-v2/signed"), ("eidolon", "itsme-v2/approve-qr")):
                before = server.cpu_seconds()
                for _ in range(count):
                    number += 1
                    login(client, number, scenario)
                self.figures.note("dir", column, 1000 * (server.cpu_seconds() - before) / count)
        server.end()
        self.figures.row("itsme v2, CPU ms a login, dir; peer: RS256 alone", "dir", ratio=True)

    def discoveries(self) -> None:
        """Cores that open sessions of user discovery take, each polled every five seconds."""
        count, rounds = 10_000, 2 if self.options.quick else 5
        say(f"itsme v2: {count} open discovery sessions, {rounds} rounds of polls")
        server = self.start("eidolon")
        sessions = Discoveries(server.port)
        sessions.open(count)
        assertions = [sessions.assertions(count) for _ in range(rounds)]
        for each in assertions:
            before = server.cpu_seconds()
            sessions.poll(each)
            self.figures.note("polls", "eidolon", (server.cpu_seconds() - before) / 5)
            # No session is asked again before its interval is over, however fast the next round goes.
            time.sleep(5.1)
        server.end()
        self.figures.row("10,000 discovery sessions polled every 5 s, cores", "polls", at_most=1)

    # Long runs

    def long_run(self) -> None:
        """Everything in turn for minutes; what is resident at the end against half of the time."""
        minutes = self.options.minutes
        say(f"a long run: {minutes:g} min of logins, tests, discovery")
        # What is kept to be looked at is full long before half of the time.
        server = self.start("eidolon", "--keep", "16MB")
        tests, number, half = Tests(server.port), 0, 0
        start = time.monotonic()
        while (passed := time.monotonic() - start) < 60 * minutes:
            if passed > 30 * minutes and not half:
                half = server.anonymous_kilobytes()
            lines_of([str(self.tools / "logins"), "--port", str(server.port), "--logins", "2000"])
            for _ in range(100):
                number += 1
                tests.run(f"long-{number}", tests.assertion(f"long-{number}"))
            self.wrk(f"http://127.0.0.1:{server.port}{DISCOVERY}", 16)
        self.figures.note("resident", "eidolon", server.anonymous_kilobytes() / 1000)
        self.figures.note("resident", "peer", half / 1000)
        server.end()
        self.figures.row(f"memory of its own after {minutes:g} min, after half, MB", "resident", at_most=1.02, ratio=True)

    def run(self) -> None:
        certificate = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
        certificate += ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
        certificate += ["-keyout", str(self.folder / "key.pem"), "-out", str(self.folder / "certificate.pem")]
        subprocess.run(certificate, check=True, capture_output=True)
        parts = {"logins": self.logins, "static": self.static, "https": self.https, "start": self.starts}
        parts |= {"sandboxes": self.each_sandbox, "v2": self.secrets, "discovery": self.discoveries, "long": self.long_run}
        for name, part in parts.items():
            if not self.options.only or name in self.options.only:
                part()


def machine(load: float) -> str:
    model = next((line.partition(": ")[2] for line in Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), "")
    openssl = " ".join(subprocess.run(["openssl", "version"], capture_output=True, text=True).stdout.split()[:2])
    day = time.strftime("%Y-%m-%dT%H:%MZ", time.gmtime())
    return f"{day}; {CORES} cores of {model}; Linux {os.uname().release}; {openssl}; load before the run {load:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds, about five minutes")
    parser.add_argument("--before", metavar="PROGRAM", help="an earlier build, measured in the same rounds")
    parser.add_argument("--only", action="append", metavar="PART",
                        help="logins, static, https, start, sandboxes, v2, discovery or long; may be repeated")
    parser.add_argument("--minutes", type=float, help="of the long run: 1 with --quick, else 10; 60 for the target")
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--tools", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.minutes = options.minutes or (1 if options.quick else 10)
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        # The workers of an nginx that root started are nobody.
        os.chmod(folder, 0o755)
        bench = Bench(options, Path(folder))
        bench.run()
    where = machine(load)
    print(where, bench.figures.table(), sep="\n\n")
    (HERE / "results.json").write_text(json.dumps({"machine": where, "rows": bench.figures.rows}, indent=2) + "\n")


if __name__ == "__main__":
    main()
