"""A sandbox of the running emulator for one test, whose clock stands still until the test moves it."""

from __future__ import annotations

import requests


class OwnSandbox:
    def __init__(self, http: str, name: str | None = None, *, frozen: bool = True, **order):
        body = ({"clock": {"mode": "frozen"}} if frozen else {}) | ({"name": name} if name else {}) | order
        made = requests.post(f"{http}/_eidolon/sandboxes", json=body, timeout=10)
        assert made.status_code == 201, made.text
        self.http, self.name = http, made.json()["name"]
        self.root = made.json()["urls"]["root"]

    def control(self, method: str, path: str, body: dict | None = None) -> dict:
        """A control call of this sandbox."""
        headers = {"Content-Type": "application/json"}
        response = requests.request(method, f"{self.root}/_eidolon/{path}", json=body, headers=headers, timeout=20)
        assert response.ok, response.text
        return response.json() if response.content else {}

    def advance(self, by: str | float) -> None:
        """Moves the clock: by a duration as scenarios write it, or by seconds."""
        self.control("POST", "clock/advance", {"by": by if isinstance(by, str) else f"{round(by * 1000)}ms"})

    def queue(self, scenario: str | dict) -> None:
        self.control("POST", "queue", {"scenario": scenario})

    def transactions(self) -> list[dict]:
        return self.control("GET", "transactions")["transactions"]

    def transaction(self, identifier: str) -> dict:
        return self.control("GET", f"transactions/{identifier}")

    def act(self, transaction: str, verb: str) -> None:
        """Does something on the phone, as a human would."""
        self.control("POST", f"transactions/{transaction}/phone", {"do": verb})

    def journal(self) -> list[dict]:
        return self.control("GET", "journal")["entries"]

    def end(self) -> None:
        """Ends the sandbox: every story in it is judged."""
        headers = {"Content-Type": "application/json"}
        answer = requests.delete(f"{self.http}/_eidolon/sandboxes/{self.name}", headers=headers, timeout=10)
        assert answer.ok, answer.text
