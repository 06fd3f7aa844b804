"""The stories that ship for a provider, and how each of them went by its own expectation."""

from __future__ import annotations

import json
from collections.abc import Iterable

from program import ROOT


class ShippedStories:
    def __init__(self, provider: str):
        self.provider, self.folder = provider, ROOT / "scenarios" / provider

    @property
    def names(self) -> set[str]:
        return {path.stem for path in self.folder.glob("*.json")}

    def file(self, story: str) -> dict:
        return json.loads((self.folder / f"{story}.json").read_text())

    def verdicts(self, story: str, events: Iterable[dict]) -> list[str]:
        """What the log says of the story whenever it was judged."""
        start = f"{self.provider}/{story}: "
        messages = [event["message"] for event in events]
        return [message for message in messages if message.startswith(start) and "as expected" in message]

    def went_as_expected(self, stories: Iterable[str], events: list[dict]) -> None:
        """Each was judged at least once, and every time as its file expects."""
        for story in stories:
            assert self.file(story)["expect"], story
            verdicts = self.verdicts(story, events)
            assert verdicts and all("not as expected" not in verdict for verdict in verdicts), (story, verdicts)
