"""A relying party that answers oddly where the id_token's audience is another's, and rightly elsewhere."""

from __future__ import annotations

import time

from party import Party


class OddParty(Party):
    def __init__(self, emulator: str, oddity: str):
        super().__init__(emulator)
        self.oddity = oddity

    @property
    def home(self) -> str:
        return "/hello" if self.oddity == "same" else "/home"

    def oddly(self, handler, name: str, problem: Exception) -> bool:
        """Answers a callback that is refused; false where that is to be done as usual."""
        if self.oddity == "same":
            handler.answer(303, "", name, location="/hello")
            return True
        if str(problem) != "aud":
            return False
        match self.oddity:
            case "drops": handler.close_connection = True
            case "gone": handler.answer(302, "", name, location="http://localhost:9/")
            case "hangs": time.sleep(3)
            case "never-back": handler.answer(200, "<meta http-equiv=refresh content='1;url=/wait'>Wait", name)
            case "large": handler.answer(200, "x" * 10_000_000, name)
            case "cookies": handler.answer(403, "no", name, cookies=500)
            case "redirects": handler.answer(302, "", name, location=handler.path)
        return True
