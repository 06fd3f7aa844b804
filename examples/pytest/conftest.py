"""A sandbox of Eidolon for each test: tests that run side by side never see each other."""

import contextlib
import os
import threading
from collections.abc import Iterator

import pytest
import requests

EIDOLON = os.environ.get("EIDOLON_URL", "http://localhost:8080")


class Sandbox:
    """A complete private emulator below a path of its own; its clock stands still until it is advanced."""

    def __init__(self, test: str):
        # Eidolon's reports and last lines name the test.
        order = {"title": test[-256:], "clock": {"mode": "frozen"}}
        made = requests.post(f"{EIDOLON}/_eidolon/sandboxes", json=order, timeout=10)
        made.raise_for_status()
        self.name, self.url = made.json()["name"], made.json()["urls"]["root"]

    def call(self, method: str, path: str, body: dict | None = None) -> dict:
        """A control call; what goes wrong is said in plain words."""
        answer = requests.request(method, f"{self.url}/_eidolon/{path}", json=body or {}, timeout=70)
        assert answer.ok, answer.json()["detail"]
        return answer.json() if answer.content else {}

    def queue(self, scenario) -> None:
        """What the next login does: a story by name, or written out."""
        self.call("POST", "queue", {"scenario": scenario})

    def advance(self, by: str) -> list[str]:
        """Moves time forward; the states that were reached on the way, "ended" when nothing more can come."""
        fired = self.call("POST", "clock/advance", {"by": by})["fired"]
        changes = [change["transaction"] for change in fired if "transaction" in change]
        return ["ended" if change["ended"] else change["state"] for change in changes]

    @contextlib.contextmanager
    def ticking(self, by: str = "1s", every: float = 0.05) -> Iterator[None]:
        """Lets time pass in small steps, for calls that are answered only when the person has decided."""
        done = threading.Event()

        def tick() -> None:
            while not done.wait(every):
                self.advance(by)

        clock = threading.Thread(target=tick)
        clock.start()
        try:
            yield
        finally:
            done.set()
            clock.join()

    def verify(self, endpoint: str, times: int = 1, **parameters: str) -> None:
        """The application sent such requests so often; else the failure names the closest ones."""
        request = {"endpoint": endpoint, "params": parameters}
        self.call("POST", "verify", {"request": request, "count": {"exactly": times}})

    def saw(self, what: str, words: str = "", transaction: str | None = None) -> dict:
        """What the application made of the latest login: accepted, refused, crashed or deferred. Its story judges it."""
        said = {"saw": what, "words": words} | ({"transaction": transaction} if transaction else {})
        return self.call("POST", "saw", said)

    def settle(self) -> list[dict]:
        """How the logins so far went by their stories; judged now, and not when their credentials expire."""
        return self.call("POST", "settle")["judged"]

    def end(self) -> None:
        requests.delete(f"{EIDOLON}/_eidolon/sandboxes/{self.name}", json={}, timeout=10).raise_for_status()


@pytest.fixture
def eidolon(request):
    sandbox = Sandbox(request.node.nodeid)
    yield sandbox
    sandbox.end()
