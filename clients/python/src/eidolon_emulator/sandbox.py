"""A complete private emulator below a path of its own: tests that run side by side never see each other."""

from __future__ import annotations

import contextlib
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import TracebackType
from typing import Any, Literal

from .control import Control, EidolonError, EidolonWarning, Refused

Seen = Literal["accepted", "refused", "crashed", "deferred"]


class Sandbox:
    """A sandbox of a running Eidolon."""

    def __init__(self, control: Control, name: str, urls: Mapping[str, str], end: Callable[[], object]):
        self.control, self.name, self._end = control, name, end
        #: What to give to a client, by provider: the discovery document where there is one.
        self.urls = urls
        self._rest = contextlib.ExitStack()

    @classmethod
    def make(cls, root: Control, name: str, order: Mapping[str, Any], *, is_ticking: bool = False) -> Sandbox:
        __tracebackhide__ = True
        own = Control(f"{root.url}/~{name}", root.token)
        taken = (
            f'the sandbox name "{name}" is taken on {root.url}: leave the name out to get one of its own, '
            f"or end the other: curl -X DELETE -H 'Content-Type: application/json' {root.url}/_eidolon/sandboxes/{name}"
        )
        end = partial(own.call, "DELETE", "sandbox")
        try:
            answer = own.ask("PUT", "sandbox", order)
            # Somebody else's, made with the same words.
            if answer.status == 200:
                raise EidolonError(taken)
            made = answer.body
        except Refused as refused:
            if refused.status == 404:
                warnings.warn(
                    f"the Eidolon at {root.url} is older than this client and makes no sandbox at its own address: "
                    "it was made by POST sandboxes, which a proxy in between cannot route by name; update the program",
                    EidolonWarning,
                    stacklevel=3,
                )
                made = cls._post(root, name, order, taken)
                end = partial(root.call, "DELETE", f"sandboxes/{name}")
            elif refused.status == 409:
                raise EidolonError(taken) from None
            else:
                raise
        sandbox = cls(own, name, made["urls"], end)
        if is_ticking:
            sandbox._rest.enter_context(sandbox.ticking())
        return sandbox

    @staticmethod
    def _post(root: Control, name: str, order: Mapping[str, Any], taken: str) -> Any:
        try:
            return root.call("POST", "sandboxes", {**order, "name": name})
        except Refused as refused:
            if refused.status == 409:
                raise EidolonError(taken) from None
            raise

    @property
    def url(self) -> str:
        """Where its providers are: `f"{sandbox.url}/itsme/oidc"` is an issuer."""
        return self.control.url

    def call(self, method: str, path: str, body: object = None, **query: object) -> Any:
        """A call to its control plane that has no method here; eidolon help control lists them."""
        __tracebackhide__ = True
        return self.control.call(method, path, body, query=query)

    # What is there

    def world(self, changes: Mapping[str, Any]) -> None:
        """Adds or changes clients and people, with the members of world.json; None removes an entry."""
        __tracebackhide__ = True
        self.call("PATCH", "world", changes)

    def scenario(self, name: str, story: Mapping[str, Any]) -> None:
        """Adds a story, such as itsme/slow: its "when" says for which logins, or a test queues it by name."""
        __tracebackhide__ = True
        self.call("PUT", f"scenarios/{name}", {"provider": name.partition("/")[0], "title": name, **story})

    def queue(self, scenario: str | Mapping[str, Any], *, client: str | None = None, times: int | None = None) -> None:
        """What the next login does: a story by name, or written out."""
        __tracebackhide__ = True
        more = {"client": client, "times": times}
        self.call("POST", "queue", {"scenario": scenario} | {name: value for name, value in more.items() if value is not None})

    # Time

    def advance(self, by: str) -> list[str]:
        """Moves time forward; the states that were reached on the way, "ended" where nothing more can come."""
        __tracebackhide__ = True
        fired = self.call("POST", "clock/advance", {"by": by})["fired"]
        changes = [change["transaction"] for change in fired if "transaction" in change]
        return ["ended" if change["ended"] else str(change["state"]) for change in changes]

    @contextlib.contextmanager
    def ticking(self, by: str = "1s", every: float = 0.05) -> Iterator[None]:
        """Lets time pass in small steps, for calls that are answered only when the person has decided."""
        done = threading.Event()

        def tick() -> None:
            # Whoever ends the sandbox meanwhile ends its time too.
            with contextlib.suppress(EidolonError):
                while not done.wait(every):
                    self.advance(by)

        clock = threading.Thread(target=tick, daemon=True)
        clock.start()
        try:
            yield
        finally:
            done.set()
            clock.join()

    # What happened

    def verify(
        self,
        endpoint: str,
        times: int | None = None,
        *,
        at_least: int | None = None,
        at_most: int | None = None,
        provider: str | None = None,
        client: str | None = None,
        params: Mapping[str, Any] | None = None,
        headers: Mapping[str, Any] | None = None,
        **parameters: Any,
    ) -> None:
        """The application sent such requests so often (once unless said); else the failure names the closest ones.

        A condition is a text, or one of a story's: {"like": "it*"}, {"present": False}. Parameters whose names are taken here
        go into `params`.
        """
        __tracebackhide__ = True
        if times is None and at_least is None and at_most is None:
            times = 1
        request = {
            "endpoint": endpoint,
            "provider": provider,
            "client": client,
            "params": {**(params or {}), **parameters},
            "headers": headers,
        }
        count = {"exactly": times, "at_least": at_least, "at_most": at_most}
        self.call("POST", "verify", {"request": given(request), "count": given(count)})

    def saw(self, what: Seen, words: str = "", *, transaction: str | None = None) -> dict[str, Any]:
        """What the application made of a login, the latest one unless named. Its story judges that."""
        __tracebackhide__ = True
        said = {"saw": what, "words": words, "transaction": transaction}
        answer: dict[str, Any] = self.call("POST", "saw", given(said))
        return answer

    def settle(self) -> list[dict[str, Any]]:
        """How the logins so far went by their stories; judged now, and not when their credentials expire."""
        __tracebackhide__ = True
        judged: list[dict[str, Any]] = self.call("POST", "settle")["judged"]
        return judged

    def transactions(self) -> list[dict[str, Any]]:
        """The logins so far: state, person, why this story, findings."""
        __tracebackhide__ = True
        logins: list[dict[str, Any]] = self.call("GET", "transactions")["transactions"]
        return logins

    def findings(self) -> list[dict[str, Any]]:
        """The rules that the application broke, each with its documentation and what to do."""
        __tracebackhide__ = True
        findings: list[dict[str, Any]] = self.call("GET", "findings")["findings"]
        return findings

    def journal(self, limit: int = 50) -> list[dict[str, Any]]:
        """What was sent and answered, in order."""
        __tracebackhide__ = True
        entries: list[dict[str, Any]] = self.call("GET", "journal", limit=limit)["entries"]
        return entries

    # The person

    def act(self, transaction: str, do: str, reason: str | None = None) -> None:
        """Does on the phone what the person of a login does; the verbs are those of stories."""
        __tracebackhide__ = True
        self.call("POST", f"transactions/{transaction}/phone", given({"do": do, "reason": reason}))

    def open(self, link: str, person: str | None = None) -> Any:
        """Opens a launch link, or the text of a QR code, as the phone does."""
        __tracebackhide__ = True
        return self.call("POST", "phone/open", given({"link": link, "person": person}))

    # For people

    def traffic(self) -> str:
        """What the application did wrong, and what was sent and answered, a line each."""
        lines = []
        for finding in self.findings():
            said = ": ".join(filter(None, (finding["message"], finding.get("detail"))))
            lines += [f"{finding['severity']} {finding['rule']}: {said}", f"  Fix: {finding['fix']}"]
        for entry in self.journal():
            request, response = entry["request"], entry.get("response", {})
            location = [value for name, value in response.get("headers", []) if name.lower() == "location"]
            status = str(response.get("status", entry.get("problem", "no answer")))
            lines.append(" ".join([request["method"], request["target"], status, *location]))
        return "\n".join(lines) or "The application sent nothing."

    # Its end

    def end(self) -> None:
        """Ends the sandbox; what still waits in it is answered, and its stories are judged."""
        self._rest.close()
        try:
            self._end()
        except Refused as refused:
            # It ran out, or the test ended it.
            if refused.status != 404:
                raise

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.end()


def given(members: Mapping[str, Any]) -> dict[str, Any]:
    """Without what was not said."""
    return {name: value for name, value in members.items() if value not in (None, "", {})}
