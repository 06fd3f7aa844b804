"""The stories that ship for a provider, and how each of them went by its own expectation."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import requests

from program import ROOT

# The stories that several providers have.
SHARED = ROOT / "scenarios" / "judge"


class ShippedStories:
    def __init__(self, provider: str):
        self.provider, self.folder = provider, ROOT / "scenarios" / provider

    @property
    def names(self) -> set[str]:
        """Those of the provider alone, each of which the provider's tests play."""
        return {path.stem for path in self.folder.glob("*.json")}

    def are_played(self, played: Iterable[str]) -> bool:
        """All of the provider's own, and perhaps some that it shares with others."""
        return self.names <= set(played) and all(self.path(story).exists() for story in played)

    def path(self, story: str) -> Path:
        own = self.folder / f"{story}.json"
        return own if own.exists() else SHARED / f"{story}.json"

    def name(self, story: str) -> str:
        shared = "" if (self.folder / f"{story}.json").exists() else "judge/"
        return f"{self.provider}/{shared}{story}"

    def file(self, story: str) -> dict:
        return json.loads(self.path(story).read_text())

    def right(self, story: str) -> str | None:
        """What a correct client makes of it, where the story says so."""
        file = self.file(story)
        return file.get("expect", {}).get("right") or file.get("judge", {}).get("right")

    def say(self, root: str, story: str) -> None:
        """Says of the story's logins what the correct client did with them, which the test has just seen."""
        word = {"must_refuse": "refused", "should_refuse": "refused", "must_accept": "accepted"}.get(self.right(story))
        if not word:
            return
        name = self.name(story)
        logins = requests.get(f"{root}/_eidolon/transactions", timeout=20).json()["transactions"]
        for login in logins:
            if login["decision"]["scenario"] in (name, "queued"):
                said = {"saw": word, "transaction": login["id"], "words": "as the client of the test did"}
                answer = requests.post(f"{root}/_eidolon/saw", json=said, timeout=20)
                assert answer.ok, answer.text

    def verdicts(self, story: str, events: Iterable[dict]) -> list[str]:
        """What the log says of the story whenever it was judged."""
        start = f"{self.name(story)}: "
        return [event["message"] for event in events if event["message"].startswith(start)]

    def went_as_expected(self, stories: Iterable[str], events: list[dict]) -> None:
        """Each was judged at least once, and every time as its file expects."""
        for story in stories:
            assert self.right(story) or self.file(story)["expect"], story
            verdicts = [verdict.removeprefix(f"{self.name(story)}: ") for verdict in self.verdicts(story, events)]
            assert verdicts and all(verdict.startswith("as expected") for verdict in verdicts), (story, verdicts)
