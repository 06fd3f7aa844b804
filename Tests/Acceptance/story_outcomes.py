"""What a correct relying party makes of a story, and playing one with it: shared by the tests of OpenID providers."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Callable

import pytest
import requests

from relying_party import Login, RelyingParty
from shipped_stories import ShippedStories


@dataclass
class Outcome:
    """An error of the client's library, or a login for which a check holds."""

    error: type[Exception] | tuple[type[Exception], ...] | None = None
    says: str = ""
    check: Callable[[Login | Exception], bool] = lambda _: True
    login: Callable[[RelyingParty], Login] = lambda rp: rp.login()

    def meet(self, rp: RelyingParty, stories: ShippedStories, story: str, root: str) -> None:
        """Plays the story, and says of its logins what the client did with them."""
        right = stories.right(story)
        if self.error is None:
            assert right in (None, "must_accept", "either")
            assert self.check(self.login(rp))
        else:
            with pytest.raises(self.error) as failed:
                self.login(rp)
            assert self.says in str(failed.value)
            assert self.check(failed.value), vars(failed.value)
            assert right != "must_accept"
        stories.say(root, story)


def again(rp: RelyingParty, pause: float = 0.1) -> Login:
    """A client that tries the token endpoint again after a 503 or a lost answer, with the same code."""
    started = rp.start()
    response = rp.open(started["url"])
    code = rp.callback(response, started)["code"]
    for _ in range(3):
        try:
            token = rp.exchange(code, started)
            break
        except (requests.HTTPError, requests.ConnectionError):
            time.sleep(pause)
    identity = rp.identity(token, started)
    return Login(started, response, token, identity, rp.userinfo(token, identity["sub"]))
