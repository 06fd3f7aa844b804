"""The stories that ship for a provider, and how each of them went by its own expectation."""

from __future__ import annotations

import json
from collections.abc import Iterable

import requests

from program import ROOT


class ShippedStories:
    def __init__(self, provider: str):
        self.provider, self.folder = provider, ROOT / "scenarios" / provider

    @property
    def names(self) -> set[str]:
        return {path.stem for path in self.folder.glob("*.json")}

    def file(self, story: str) -> dict:
        return json.loads((self.folder / f"{story}.json").read_text())

    def right(self, story: str) -> str | None:
        """What a correct client makes of it, where the story says so."""
        return self.file(story)["expect"].get("right")

    def say(self, root: str, story: str) -> None:
        """Says of the story's logins what the correct client did with them, which the test has just seen."""
        word = {"must_refuse": "refused", "should_refuse": "refused", "must_accept": "accepted"}.get(self.right(story))
        if not word:
            return
        name = f"{self.provider}/{story}"
        logins = requests.get(f"{root}/_eidolon/transactions", timeout=20).json()["transactions"]
        for login in logins:
            if login["decision"]["scenario"] in (name, "queued"):
                said = {"saw": word, "transaction": login["id"], "words": "as the client of the test did"}
                answer = requests.post(f"{root}/_eidolon/saw", json=said, timeout=20)
                assert answer.ok, answer.text

    def verdicts(self, story: str, events: Iterable[dict]) -> list[str]:
        """What the log says of the story whenever it was judged."""
        start = f"{self.provider}/{story}: "
        return [event["message"] for event in events if event["message"].startswith(start)]

    def went_as_expected(self, stories: Iterable[str], events: list[dict]) -> None:
        """Each was judged at least once, and every time as its file expects."""
        for story in stories:
            assert self.file(story)["expect"], story
            verdicts = [verdict.removeprefix(f"{self.provider}/{story}: ") for verdict in self.verdicts(story, events)]
            assert verdicts and all(verdict.startswith("as expected") for verdict in verdicts), (story, verdicts)
