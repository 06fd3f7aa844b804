"""A sandbox of Eidolon for each test: tests that run side by side never see each other."""

import contextlib
import os
import threading
from collections.abc import Iterator

import pytest
import requests

EIDOLON = os.environ.get("EIDOLON_URL", "http://localhost:8080")
TOKEN = os.environ.get("EIDOLON_CONTROL_TOKEN")  # of eidolon serve --control-token


class Sandbox:
    """A complete private emulator below a path of its own; its clock stands still until it is advanced."""

    def __init__(self, test: str):
        self.url = EIDOLON
        # Eidolon's reports and last lines name the test.
        order = {"title": test[-256:], "clock": {"mode": "frozen"}}
        made = self.call("POST", "sandboxes", order)
        self.name, self.url = made["name"], made["urls"]["root"]

    def call(self, method: str, path: str, body: dict | None = None) -> dict:
        """A control call; what goes wrong is said in plain words."""
        headers = {"Authorization": f"Bearer {TOKEN}"} if TOKEN else {}
        url, content = f"{self.url}/_eidolon/{path}", None if method == "GET" else body or {}
        try:
            answer = requests.request(method, url, json=content, headers=headers, timeout=70)
        except requests.ConnectionError:
            pytest.fail(f"no Eidolon answers at {EIDOLON}; start one with: eidolon serve --strict, or set EIDOLON_URL", pytrace=False)
        assert answer.ok, explain(answer)
        return answer.json() if answer.content else {}

    def world(self, changes: dict) -> None:
        """Adds or changes clients and people, with the members of world.json; None removes an entry."""
        self.call("PATCH", "world", changes)

    def scenario(self, name: str, story: dict) -> None:
        """Adds a story, such as itsme/slow: its "when" says for which logins, or a test queues it by name."""
        self.call("PUT", f"scenarios/{name}", {"provider": name.split("/")[0], "title": name} | story)

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

    def traffic(self) -> str:
        """What the application did wrong, and what was sent and answered, a line each."""
        lines = []
        for finding in self.call("GET", "findings")["findings"]:
            said = ": ".join(filter(None, (finding["message"], finding.get("detail"))))
            lines += [f"{finding['severity']} {finding['rule']}: {said}", f"  Fix: {finding['fix']}"]
        for entry in self.call("GET", "journal?limit=50")["entries"]:
            request, response = entry["request"], entry.get("response", {})
            location = [value for name, value in response.get("headers", []) if name.lower() == "location"]
            lines.append(" ".join([request["method"], request["target"], str(response.get("status", "no answer")), *location]))
        return "\n".join(lines) or "The application sent nothing."

    def end(self) -> None:
        name, self.url = self.name, EIDOLON
        self.call("DELETE", f"sandboxes/{name}")


def explain(answer: requests.Response) -> str:
    """What a problem document says, and the requests that came closest to those that were expected."""
    try:
        problem = answer.json()
        near = [entry for entry in problem.get("closest", []) if isinstance(entry, dict)]
        closest = [f"closest: number {entry['number']} to {entry['provider']} {entry['endpoint']}: {entry['first_difference']}" for entry in near]
        return "\n".join([problem["detail"], *closest])
    except (ValueError, KeyError):
        return f"{answer.url} answered {answer.status_code}, and not as Eidolon does"


@pytest.fixture
def eidolon(request):
    sandbox = Sandbox(request.node.nodeid)
    yield sandbox
    sandbox.end()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """A failed test shows what Eidolon saw of the application."""
    report = (yield).get_result()
    sandbox = getattr(item, "funcargs", {}).get("eidolon")
    if report.failed and report.when != "teardown" and sandbox:
        try:
            seen = sandbox.traffic()
        except (AssertionError, pytest.fail.Exception) as problem:
            seen = str(problem)
        report.sections.append(("Eidolon", seen))
