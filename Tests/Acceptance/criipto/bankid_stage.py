"""Sandboxes of the emulator whose clock stands still, so that three minutes of BankID take no time."""

from __future__ import annotations

import itertools

import requests

NAMES = itertools.count(1)


class Stage:
    def __init__(self, http: str):
        self.http = http
        self.name = f"bankid-{next(NAMES)}"
        self.root = f"{http}/~{self.name}"
        self.domain = f"{self.root}/criipto"
        body = {"name": self.name, "clock": {"mode": "frozen"}}
        answer = requests.post(f"{http}/_eidolon/sandboxes", json=body, timeout=10)
        assert answer.status_code == 201, answer.text

    def advance(self, seconds: float) -> None:
        milliseconds = round(seconds * 1000)
        answer = requests.post(f"{self.root}/_eidolon/clock/advance", json={"by": f"{milliseconds}ms"}, timeout=10)
        assert answer.status_code == 200, answer.text

    def end(self) -> None:
        """Ends the sandbox; its stories are judged then."""
        headers = {"Content-Type": "application/json"}
        answer = requests.delete(f"{self.http}/_eidolon/sandboxes/{self.name}", headers=headers, timeout=10)
        assert answer.status_code in (200, 204), answer.text

    def transactions(self) -> list[dict]:
        return requests.get(f"{self.root}/_eidolon/transactions", timeout=10).json()["transactions"]

    def journal(self) -> list[dict]:
        return requests.get(f"{self.root}/_eidolon/journal", timeout=10).json()["entries"]
