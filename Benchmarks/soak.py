"""An hour of everything at one emulator, and what must hold all the while; scripts/soak prepares what it needs and starts it."""

import argparse
import http.client
import json
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from bench import free_port, lines_of, machine, say
from clients import CALLBACK, FORM, JSON, Client, Tests
from programs import DISCOVERY, Program

HERE = Path(__file__).parent
WEBHOOKED = "5eed0000-0000-4000-8000-00000000a11c"
# When caches and rings are full.
WARM_SECONDS = 300
LOGIN = {
    "client_id": "EIDOLON_TEST", "response_type": "code", "redirect_uri": CALLBACK,
    "scope": "openid service:EIDOLON_LOGIN profile", "state": "a state of ours",
}
# A story each, and what a client of it sees at the authorization endpoint or at the key set.
FAULTS = {
    "reset": ({"at": "authorize", "do": "reset"}, "broken"),
    "empty": ({"at": "authorize", "do": "empty"}, "broken"),
    "truncate": ({"at": "authorize", "do": "truncate", "bytes": 10}, "broken"),
    "garbage": ({"at": "authorize", "do": "garbage"}, "broken"),
    "drip": ({"at": "authorize", "do": "drip", "over": "200ms"}, 302),
    "delay": ({"at": "authorize", "do": "delay", "by": "200ms"}, 302),
    "respond": ({"at": "authorize", "do": "respond", "status": 503}, 503),
}


class Receiver:
    """A relying party's webhook; what came, by the id of the verification."""

    def __init__(self):
        self.received, outer = Counter(), self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                told = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.received[told["event"], told["id"]] += 1
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/webhook"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


class JournalReader:
    """Reads the journal from a pipe, in a process of its own, because an hour of it fills a disk.

    In each sandbox the numbers must follow each other; sandboxes have names that do not come again.
    """

    SCRIPT = r"""
import re, sys
begin = re.compile(rb'\{"sandbox":"([^"]*)","number":(\d+),')
last, lines, lost = {}, 0, 0
for line in open(sys.argv[1], "rb", buffering=1 << 20):
    found = begin.match(line)
    if not found or not line.endswith(b"}\n"):
        lost += 1
        continue
    name, number = found[1], int(found[2])
    lost += number != last.get(name, 0) + 1
    last[name] = number
    lines += 1
print(lines, lost, last.get(b"", 0))
"""

    def __init__(self, folder: Path):
        self.path = folder / "journal"
        os.mkfifo(self.path)
        self.process = subprocess.Popen([sys.executable, "-c", self.SCRIPT, str(self.path)], stdout=subprocess.PIPE, text=True)

    def result(self, last: int) -> tuple[int, int]:
        """How many lines came and how many are missing; `last` is the root's last number, whose tail must be there too."""
        lines, lost, seen = map(int, self.process.communicate(timeout=120)[0].split())
        return lines, lost + abs(last - seen)


class Soak:
    # What goes on at once, beside somebody who watches; some of it several times.
    PARTS = ("logins", "tests", "tests", "https", "faults", "jumps", "reloads", "webhooks", "campaigns", *["events"] * 4)

    def __init__(self, options: argparse.Namespace, folder: Path):
        self.options, self.folder = options, folder
        self.tools = Path(options.tools)
        self.stop = threading.Event()
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.samples: list[tuple[float, float, int, float]] = []
        self.slowest = (0.0, "none")
        self.lock = threading.Lock()

    # What goes on at once: each function does a thing once, and is called again until the end

    def note(self, what: str, number: int = 1) -> None:
        with self.lock:
            self.counts[what] += number

    def complain(self, text: str) -> None:
        with self.lock:
            self.wrong.append(f"{time.strftime('%H:%M:%S', time.gmtime())} {text}")
        say(text)

    def logins(self) -> None:
        count = max(1, int(self.rate * 10))
        lines_of([str(self.tools / "logins"), "--port", str(self.port), "--logins", str(count), "--rate", f"{self.rate:.1f}"])
        self.note("logins", count)

    def tests(self) -> None:
        """A sandbox for each, made and ended where the clients' package does it."""
        tests = self.local(lambda: Tests(self.port))
        tests.number += 1
        name = f"test-{threading.get_ident() % 100000}-{tests.number}"
        tests.run(name, tests.assertion(name))
        self.note("tests, a sandbox each")

    def https(self) -> None:
        with socket.create_connection(("127.0.0.1", self.program.tls_port), timeout=20) as plain:
            with self.local(self.tls).wrap_socket(plain, server_hostname="localhost") as secure:
                secure.sendall(f"GET {DISCOVERY} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
                answer = b""
                while piece := secure.recv(65536):
                    answer += piece
        if not answer.startswith(b"HTTP/1.1 200"):
            raise SystemExit(f"https: {answer[:100]}")
        self.note("https requests")
        time.sleep(0.05)

    @staticmethod
    def tls():
        import ssl

        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return context

    def faults(self) -> None:
        """A story with a fault each; the client must see just that."""
        client = self.local(lambda: Client(self.port))
        number = self.serial("fault")
        name, (fault, wanted) = list(FAULTS.items())[number % len(FAULTS)]
        own = f"/~fault-{number}"
        client.ask(201, "PUT", f"{own}/_eidolon/sandbox", "{}", JSON)
        story = {"title": name, "provider": "itsme", "faults": [fault]}
        client.ask(201, "POST", f"{own}/_eidolon/queue", json.dumps({"scenario": story}), JSON)
        seen = self.seen(f"{own}/itsme/oidc/authorize?{urllib.parse.urlencode(LOGIN | {'nonce': own})}")
        if seen != wanted:
            self.complain(f"a fault was not what was asked for: {name} gave {seen}, not {wanted}")
        client.ask(204, "DELETE", f"{own}/_eidolon/sandbox", headers=JSON)
        self.note(f"faults: {name}")
        time.sleep(0.02)

    def seen(self, path: str) -> int | str:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            return answer.status
        except (http.client.HTTPException, ConnectionError):
            return "broken"
        finally:
            connection.close()

    def jumps(self) -> None:
        """A login before and behind a jump of the clock by an hour: what had to expire has."""
        client = self.local(lambda: Client(self.port))
        own = f"/~jump-{self.serial('jump')}"
        client.ask(201, "PUT", f"{own}/_eidolon/sandbox", json.dumps({"clock": {"mode": "frozen"}}), JSON)
        for _ in range(20):
            client.ask(302, "GET", f"{own}/itsme/oidc/authorize?{urllib.parse.urlencode(LOGIN | {'nonce': own})}")
            client.ask(200, "POST", f"{own}/_eidolon/clock/advance", json.dumps({"by": "1h"}), JSON)
        _, content = client.ask(200, "GET", f"{own}/_eidolon/transactions")
        if still := [entry["id"] for entry in json.loads(content)["transactions"] if not entry["ended"]]:
            self.complain(f"{len(still)} logins have not expired after hours")
        client.ask(204, "DELETE", f"{own}/_eidolon/sandbox", headers=JSON)
        self.note("jumps of a clock", 20)
        time.sleep(0.1)

    def reloads(self) -> None:
        """A story of the folder changes, and is another from then on."""
        number = self.serial("reload")
        story = {"title": f"Reloaded {number}", "provider": "itsme", "phone": [{"do": "reject"}]}
        file = self.folder / "scenarios" / "itsme" / "reloaded.json"
        file.with_suffix(".new").write_text(json.dumps(story))
        file.with_suffix(".new").rename(file)
        client, end = self.local(lambda: Client(self.port)), time.monotonic() + 20
        while time.monotonic() < end:
            answer = self.title(client)
            if answer == story["title"]:
                self.note("reloads")
                self.stop.wait(2)
                return
            time.sleep(0.2)
        self.complain(f"a story was not reloaded within 20 s: {answer}")

    @staticmethod
    def title(client: Client) -> str:
        client.connection.request("GET", "/_eidolon/scenarios/itsme/reloaded")
        return json.loads(client.connection.getresponse().read()).get("title", "none")

    def events(self) -> None:
        """Reads a sandbox's stream while something happens in it; nothing may be left out."""
        number = self.serial("events")
        own, client, wanted = f"/~events-{number}", Client(self.port), 40
        client.ask(201, "PUT", f"{own}/_eidolon/sandbox", "{}", JSON)
        reader = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        reader.request("GET", f"{own}/_eidolon/events?after=0&types=journal")
        stream = reader.getresponse()
        if stream.status != 200:
            raise SystemExit(f"events: {stream.status} {stream.read()[:200]}")
        for _ in range(wanted):
            client.ask(302, "GET", f"{own}/itsme/oidc/authorize?{urllib.parse.urlencode(LOGIN | {'nonce': own})}")
        told, line = [], b""
        while len(told) < wanted and (line := stream.readline()):
            if line.startswith(b"data: "):
                told.append(json.loads(line[6:])["number"])
        if told != list(range(1, wanted + 1)):
            self.complain(f"a stream of events left something out: {told}")
        reader.close()
        client.ask(204, "DELETE", f"{own}/_eidolon/sandbox", headers=JSON)
        client.connection.close()
        self.note("events read", wanted)

    def webhooks(self) -> None:
        """A verification each, whose end the receiver is told once; in a sandbox of its own, whose findings are not the campaign's."""
        client, base = self.local(lambda: Client(self.port)), "/~webhooks/videoid/v2"
        if not self.asked:
            webhook = {"url": self.receiver.url, "secret": "a soak's secret"}
            clients = {"videoid": {"soak": {"token": WEBHOOKED, "webhook": webhook}}}
            # Results can be read for an hour; here they must be gone once the emulator is warm.
            brief = {"title": "Gone soon", "provider": "videoid", "when": {"is.client": "soak"}, "lifetimes": {"result": "1m"}}
            made = {"world": {"clients": clients}, "scenarios": {"videoid/soon": brief}}
            client.ask(201, "PUT", "/~webhooks/_eidolon/sandbox", json.dumps(made), JSON)
        bearer = JSON | {"Authorization": f"Bearer {WEBHOOKED}"}
        _, content = client.ask(200, "POST", f"{base}/videoid.request", json.dumps({"process": "Unattended"}), bearer)
        asked = json.loads(content)
        client.ask(200, "POST", f"{base}/sdk.start", json.dumps({"authorization": asked["authorization"]}), JSON)
        self.asked.append(asked["id"])
        time.sleep(0.2)

    def campaigns(self) -> None:
        """The judge's campaign against the demonstration, whose client keeps to every rule; it turns keys and clock of its sandbox."""
        own = f"/~campaign-{self.serial('campaign')}"
        Client(self.port).ask(201, "PUT", f"{own}/_eidolon/sandbox", "{}", JSON)
        address, report = f"http://127.0.0.1:{self.port}{own}", self.folder / "judge.json"
        command = [self.options.program, "judge", "--provider", "criipto", "--url", address]
        command += ["--only-client", "urn:eidolon:tour", "--start-url", f"{address}/demo/mitid/login"]
        command += ["--profile-url", f"{address}/demo/mitid/me", "--report", str(report)]
        done = subprocess.run(command, env=os.environ | {"NO_PROXY": "*"}, capture_output=True, text=True, timeout=600)
        entries = json.loads(report.read_text())["results"] if report.exists() else []
        # Under load a case may run out of time; that cannot be told then, and is not a false verdict.
        odd = [entry for entry in entries if entry["result"] not in ("pass", "not_run", "inconclusive")]
        untold = sum(entry["result"] == "inconclusive" for entry in entries)
        if untold:
            self.note("cases of campaigns that could not be told", untold)
        if done.returncode not in (0, 4) or odd or not entries:
            told = "; ".join(f"{entry['case']} {entry['result']}: {entry.get('reason', '')}" for entry in odd) or done.stderr[-300:]
            self.complain(f"a campaign ended with {done.returncode}: {told}")
        # A kept connection may be closed after a campaign's time.
        Client(self.port).ask(204, "DELETE", f"{own}/_eidolon/sandbox", headers=JSON)
        self.note("cases of campaigns", len(entries))
        self.stop.wait(5)

    def looks(self) -> None:
        """What somebody who watches asks for, and how long a light call takes meanwhile."""
        client = self.local(lambda: Client(self.port))
        for path in ("/", "/traffic", "/_eidolon/report?format=json", "/_eidolon/findings", "/metrics", "/_eidolon/doctor"):
            began = time.monotonic()
            try:
                client.ask(200, "GET", path)
            finally:
                self.slowest = max(self.slowest, (time.monotonic() - began, path))
        took = sorted(self.timed(client) for _ in range(100))
        rollup = Path(f"/proc/{self.program.process.pid}/fd")
        sample = (time.monotonic() - self.began, self.program.anonymous_kilobytes() / 1000, len(os.listdir(rollup)), took[98])
        self.samples.append(sample)
        self.note("looks of a watcher")
        self.stop.wait(5)

    @staticmethod
    def timed(client: Client) -> float:
        began = time.perf_counter()
        client.ask(200, "GET", DISCOVERY)
        return 1000 * (time.perf_counter() - began)

    # The run

    def local(self, make):
        """A thread's own."""
        kept = self.__dict__.setdefault("kept", {})
        key = (threading.get_ident(), make.__qualname__)
        if key not in kept:
            kept[key] = make()
        return kept[key]

    def forget_own(self) -> None:
        """A connection on which a call failed takes no other, so that one failure would be told again and again."""
        kept = self.__dict__.setdefault("kept", {})
        for key in [key for key in list(kept) if key[0] == threading.get_ident()]:
            del kept[key]

    def serial(self, kind: str) -> int:
        with self.lock:
            numbers = self.__dict__.setdefault("numbers", Counter())
            numbers[kind] += 1
            return numbers[kind]

    def start(self) -> Program:
        scenarios = self.folder / "scenarios"
        (scenarios / "itsme").mkdir(parents=True)
        (scenarios / "itsme" / "reloaded.json").write_text(json.dumps({"title": "First", "provider": "itsme"}))
        port, tls_port = free_port(), free_port()
        command = [self.options.program, "serve", "--listen", f"127.0.0.1:{port}", "--tls", f"127.0.0.1:{tls_port}", "--log", "json"]
        command += ["--scenarios", str(scenarios), "--journal", str(self.journal.path), "--keep", self.options.keep]
        return Program("eidolon", command, port, DISCOVERY, self.folder / "log", tls_port)

    def keep_on(self, do) -> None:
        while not self.stop.is_set():
            try:
                do()
            except (SystemExit, Exception) as error:  # noqa: BLE001 - whatever it is, it was not asked for
                self.forget_own()
                if not self.stop.is_set():
                    self.complain(f"{do.__name__}: {type(error).__name__}: {str(error)[:500]}")
                    self.stop.wait(1)

    def run(self) -> bool:
        self.receiver, self.journal, self.asked = Receiver(), JournalReader(self.folder), []
        self.program = self.start()
        self.port = self.program.port
        logins = [str(self.tools / "logins"), "--port", str(self.port), "--logins", "3000"]
        peak = statistics.median(lines_of(logins)["logins_per_s"] for _ in range(3))
        self.rate = self.options.share * peak
        minutes = self.options.minutes
        say(f"{peak:.0f} logins/s are the peak; {self.rate:.0f} for {minutes:g} min, with everything else")
        self.began = time.monotonic()
        parts = [getattr(self, part) for part in self.PARTS if part in (self.options.only or self.PARTS)] + [self.looks]
        threads = [threading.Thread(target=self.keep_on, args=(part,), daemon=True) for part in parts]
        for thread in threads:
            thread.start()
        while time.monotonic() - self.began < 60 * minutes and self.program.process.poll() is None:
            time.sleep(1)
        self.stop.set()
        for thread in threads:
            thread.join(60)
        self.settle()
        expired = self.expire(self.options.expired) if self.options.expired else None
        ended = self.program.process.poll()
        last = json.loads(Client(self.port).ask(200, "GET", "/_eidolon/journal?limit=1")[1])["total"] if ended is None else 0
        self.program.end()
        lines, lost = self.journal.result(last)
        return self.judge(peak, ended, lines, lost, expired)

    def settle(self) -> None:
        """Waits for the webhooks that are still under way."""
        end = time.monotonic() + 30
        while time.monotonic() < end and any(not self.receiver.received["Video.Completed", each] for each in self.asked):
            time.sleep(0.5)

    def expire(self, count: int) -> tuple[float, float]:
        """The p99 of a login's start in a sandbox before, and after so many transactions of it have expired."""
        say(f"{count} transactions expire")
        client = Client(self.port)
        client.ask(201, "PUT", "/~many/_eidolon/sandbox", json.dumps({"clock": {"mode": "frozen"}}), JSON)
        path = f"/~many/itsme/oidc/authorize?{urllib.parse.urlencode(LOGIN | {'nonce': 'many'})}"

        def p99() -> float:
            rounds = []
            for _ in range(5):
                took = []
                for _ in range(400):
                    began = time.perf_counter()
                    client.ask(302, "GET", path)
                    took.append(1000 * (time.perf_counter() - began))
                rounds.append(sorted(took)[395])
                client.ask(200, "POST", "/~many/_eidolon/clock/advance", json.dumps({"by": "1h"}), JSON)
            return statistics.median(rounds)

        before = p99()
        for number in range(4000, count, 1000):
            wires = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode() * 50
            with socket.create_connection(("127.0.0.1", self.port), timeout=60) as connection:
                for _ in range(20):
                    connection.sendall(wires)
                    answered = b""
                    while answered.count(b"HTTP/1.1 302") < 50 or not answered.endswith(b"\r\n\r\n"):
                        answered += connection.recv(1 << 20)
            client.ask(200, "POST", "/~many/_eidolon/clock/advance", json.dumps({"by": "1h"}), JSON)
        return before, p99()

    # What must hold

    def judge(self, peak: float, ended: int | None, lines: int, lost: int, expired: tuple[float, float] | None) -> bool:
        rows: list[tuple[str, str, bool]] = []

        def row(what: str, seen: str, holds: bool) -> None:
            rows.append((what, seen, holds))

        row("the program goes on to the end", "it ran" if ended is None else f"it ended with {ended}", ended is None)
        row("errors that were not asked for", str(len(self.wrong)), not self.wrong)
        errors = [event["message"] for event in self.events_of_log() if event.get("level") == "error" and "rule" not in event]
        row("errors in the log", f"{len(errors)} {errors[:1] or ''}".strip(), not errors)
        row("journal lines lost", f"{lost} of {lines}", lost == 0 and lines > 0)
        hooks = [each for each in self.asked if self.receiver.received["Video.Completed", each] != 1]
        row("webhooks that did not come just once", f"{len(hooks)} of {len(self.asked)}", not hooks)
        warm = [sample for sample in self.samples if sample[0] >= min(WARM_SECONDS, 30 * self.options.minutes)]
        if len(warm) >= 4:
            quarter = max(1, len(warm) // 4)
            first, last = warm[:quarter], warm[-quarter:]
            for place, what, unit, slack in ((1, "memory of its own", " MB", 1.05), (2, "descriptors", "", 1.2)):
                early, late = (statistics.median(each[place] for each in part) for part in (first, last))
                row(f"{what}, first and last quarter once warm", f"{early:.0f}{unit}, {late:.0f}{unit}", late <= slack * early + 4)
            # What fills up does so at first; what leaks goes on.
            tenths = [warm[len(warm) * tenth // 10] for tenth in range(10)] + [warm[-1]]
            row("memory of its own by tenths of that time", ", ".join(f"{each[1]:.0f}" for each in tenths) + " MB", True)
            row("p99 of a light call meanwhile, median", f"{statistics.median(each[3] for each in warm):.1f} ms", True)
        else:
            row("samples once warm", str(len(warm)), False)
        row("slowest page of a watcher", f"{self.slowest[1]} {self.slowest[0]:.1f} s", True)
        if expired:
            holds = expired[1] <= 1.5 * max(expired[0], 1)
            title = f"p99 of a login's start before and behind {self.options.expired} expired ones"
            row(title, f"{expired[0]:.2f} ms, {expired[1]:.2f} ms", holds)
        self.write(rows, peak)
        return all(holds for _, _, holds in rows)

    def events_of_log(self):
        for line in (self.folder / "log").read_text(errors="replace").splitlines():
            if line.startswith("{"):
                yield json.loads(line)

    def write(self, rows: list[tuple[str, str, bool]], peak: float) -> None:
        done = "; ".join(f"{what} {count}" for what, count in sorted(self.counts.items()))
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=HERE).stdout.strip()
        text = ["# Result of scripts/soak", "", f"{machine(self.load)}; commit {commit or 'unknown'}", ""]
        text += [f"{self.options.minutes:g} minutes at {self.options.share:.0%} of a peak of {peak:.0f} logins/s. Done: {done}.", ""]
        text += ["| what | seen | |", "|---|---|---|"]
        text += [f"| {what} | {seen} | {'holds' if holds else '**DOES NOT HOLD**'} |" for what, seen, holds in rows]
        text += [""] + [f"- {line}" for line in self.wrong[:20]] + ([""] if self.wrong else [])
        print("\n".join(text))
        if self.options.result:
            Path(self.options.result).write_text("\n".join(text))
        failed = sum(not holds for _, _, holds in rows)
        print(f"{self.options.minutes:g} min of everything: {len(rows) - failed} of {len(rows)} hold; {done}"[:400])


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/soak")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--share", type=float, default=0.8, help="of the measured peak of logins")
    parser.add_argument("--only", action="append", choices=sorted({*Soak.PARTS}), help="a part of what goes on, such as webhooks; may be repeated")
    parser.add_argument("--keep", default="128MB", help="what the emulator keeps to be looked at")
    parser.add_argument("--expired", type=int, default=1_000_000, help="transactions that expire at the end; 0 for none")
    parser.add_argument("--result", help="the file that gets the result, such as Tests/soak.md")
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--tools", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(options, Path(folder))
        soak.load = load
        if not soak.run():
            raise SystemExit(1)


main()
