"""Many sandboxes at once: what each takes of memory, empty and with a login in it, and what they take of the processor at rest.

`MANY_SANDBOXES=50000` is the whole of it, a stage of scripts/long; without it a sample.
"""

from __future__ import annotations

import http.client
import json
import os
import time
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from program import Program

COUNT = int(os.environ.get("MANY_SANDBOXES", "800"))
LOGIN = {
    "client_id": "EIDOLON_TEST", "response_type": "code", "scope": "openid service:EIDOLON_LOGIN profile",
    "redirect_uri": "http://localhost:9000/cb", "state": "a state of ours",
}


class Caller:
    def __init__(self, program: Program):
        self.connection = http.client.HTTPConnection(urlsplit(program.http).netloc, timeout=60)

    def close(self) -> None:
        self.connection.close()

    def ask(self, status: int, method: str, path: str, content: object = None) -> bytes:
        self.connection.request(method, path, content and json.dumps(content), {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        told = answer.read()
        assert answer.status == status, (method, path, answer.status, told[:300])
        return told

    def make(self, name: str) -> None:
        self.ask(201, "PUT", f"/~{name}/_eidolon/sandbox", {"ttl": "24h"})

    def log_in(self, name: str) -> None:
        self.ask(302, "GET", f"/~{name}/itsme/oidc/authorize?{urlencode(LOGIN | {'nonce': name})}")


def kilobytes(program: Program) -> int:
    """Memory of its own, counted page by page."""
    rollup = Path(f"/proc/{program.process.pid}/smaps_rollup").read_text()
    return next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Anonymous:"))


def processor(program: Program) -> float:
    """Seconds of CPU time so far."""
    fields = Path(f"/proc/{program.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.alone
@pytest.mark.timeout(1500)
def test_many_sandboxes_with_a_login_each_take_no_more_than_was_promised(eidolon, record_property):
    with Program(eidolon, "--max-sandboxes", str(COUNT + 500)) as program, closing(Caller(program)) as caller:
        # Loops, caches and tables are warm.
        for number in range(300):
            caller.make(f"warm-{number}")
            caller.log_in(f"warm-{number}")
        start = kilobytes(program)
        for number in range(COUNT):
            caller.make(f"s{number}")
        empty = (kilobytes(program) - start) / COUNT
        for number in range(COUNT):
            caller.log_in(f"s{number}")
        full = (kilobytes(program) - start) / COUNT
        last = json.loads(caller.ask(200, "GET", f"/~s{COUNT - 1}/_eidolon/transactions"))["transactions"]
        assert [entry["state"] for entry in last] == ["approved"]
        # A sandbox gives back what it does not need five seconds after its last call; then none costs anything.
        time.sleep(7)
        before, seconds = processor(program), 3
        time.sleep(seconds)
        rest = (processor(program) - before) / seconds
        figures = f"{COUNT} sandboxes: {empty:.1f} kB empty, {full:.1f} kB with a login, {100 * rest:.1f} % of a core at rest"
        print(f"\n{figures}")
        record_property("sandboxes", figures)
        assert empty <= 10, figures
        assert full <= 24, figures
        assert rest <= 0.02, figures
