"""Sandboxes of the emulator whose clock stands still, so that three minutes of BankID take no time."""

from __future__ import annotations

from own_sandbox import OwnSandbox


class Stage(OwnSandbox):
    def __init__(self, http: str, name: str | None = None):
        super().__init__(http, name)
        self.domain = f"{self.root}/criipto"
