"""A running Eidolon, wherever it runs."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from typing import Any, Literal

from .control import Control, EidolonError
from .sandbox import Sandbox

# Of this package, and of the program that it is made for.
VERSION = "0.1.0"

Clock = Literal["frozen", "ticking", "real"]


class Eidolon:
    """A running Eidolon."""

    def __init__(self, url: str, token: str | None = None):
        # The variable of the server, which may hold several.
        own = os.environ.get("EIDOLON_CONTROL_TOKEN", "").split(",")[0].strip()
        self.control = Control(url, token or own or None)
        health = self.control.call("GET", "health")
        if not isinstance(health, dict) or "status" not in health:
            raise EidolonError(f"{url} does not answer as Eidolon does; does EIDOLON_URL name another program?")
        #: Empty if it is older than versions in its answer.
        self.version = str(health.get("version", ""))
        if release(self.version or VERSION) != release(VERSION):
            raise EidolonError(
                f"the Eidolon at {url} is version {self.version}, and eidolon-emulator {VERSION} is made for "
                f"{release(VERSION)}: pip install 'eidolon-emulator=={release(self.version)}.*', or start the other program"
            )

    @property
    def url(self) -> str:
        return self.control.url

    def sandbox(
        self,
        name: str | None = None,
        *,
        title: str | None = None,
        world: Mapping[str, Any] | None = None,
        scenarios: Mapping[str, Mapping[str, Any]] | None = None,
        clock: Clock = "frozen",
        at: str | None = None,
        seed: int | None = None,
        ttl: str | None = None,
        client_times: Literal["real", "sandbox"] | None = None,
    ) -> Sandbox:
        """Makes a sandbox: a complete private emulator, which ends with the block of its `with`.

        Its clock stands still unless told otherwise: `ticking` lets a second pass every 50 ms, `real` lets it
        run. `at` is where a clock stands at the beginning, such as `2026-11-21T12:00:00Z`.
        """
        if clock not in ("frozen", "ticking", "real"):
            raise EidolonError(f'clock="{clock}" is not one of frozen, ticking and real')
        if at and clock == "real":
            raise EidolonError("only a clock that is frozen or ticking begins at a time of yours: leave out at=")
        order: dict[str, Any] = {
            "title": title and title[-256:],
            "world": world,
            "scenarios": scenarios and {story: described(story, content) for story, content in scenarios.items()},
            "seed": seed,
            "ttl": ttl,
            "clock": {
                name: value
                for name, value in [
                    ("mode", "real" if clock == "real" else "frozen"),
                    ("at", at),
                    ("client_times", client_times),
                ]
                if value is not None
            },
        }
        order = {name: value for name, value in order.items() if value is not None}
        return Sandbox.make(self.control, name or own_name(title or "sandbox"), order, is_ticking=clock == "ticking")

    def report(self) -> Any:
        """What Eidolon says of the whole run, ended sandboxes included."""
        return self.control.call("GET", "report")


def described(story: str, content: Mapping[str, Any]) -> dict[str, Any]:
    """A story as its file would say it: provider and title follow from its name."""
    return {"provider": story.partition("/")[0], "title": story} | dict(content)


def release(version: str) -> str:
    """The part of a version within which programs and clients fit: 0.1 of 0.1.3."""
    return ".".join(version.split(".")[:2])


def own_name(title: str) -> str:
    """A name that nobody else has, by which a reader knows the test."""
    word = re.sub(r"[^a-z0-9]+", "-", title.rpartition("::")[2].lower()).strip("-")
    return f"{word[:32].rstrip('-') or 'test'}-{secrets.token_hex(3)}"
