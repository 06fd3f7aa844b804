"""Calls to a control plane: JSON over HTTP, and errors as sentences."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import OpenerDirector, ProxyHandler, Request, build_opener


class EidolonError(Exception):
    """Something that the developer can put right; the text says how."""


class EidolonWarning(UserWarning):
    """Something that works, and could work better."""


class Refused(EidolonError):
    """A call that the control plane refuses."""

    def __init__(self, text: str, status: int, problem: Mapping[str, Any]):
        super().__init__(text)
        self.status, self.problem = status, problem


class NotMet(Refused, AssertionError):
    """The application did not send what `verify` wants; the text names the requests that come closest."""


class Answer(NamedTuple):
    status: int
    body: Any


class Control:
    """The control plane below a base URL."""

    def __init__(self, url: str, token: str | None = None):
        if urlsplit(url).scheme not in ("http", "https"):
            raise EidolonError(f'"{url}" is not a URL of an Eidolon, such as http://localhost:8080')
        self.url, self.token = url.rstrip("/"), token

    def call(self, method: str, path: str, body: object = None, *, query: Mapping[str, object] | None = None) -> Any:
        """What the call answers, as JSON; `None` where it answers nothing."""
        __tracebackhide__ = True
        return self.ask(method, path, body, query=query).body

    def ask(self, method: str, path: str, body: object = None, *, query: Mapping[str, object] | None = None) -> Answer:
        __tracebackhide__ = True
        url = f"{self.url}/_eidolon/{path}"
        given = {name: value for name, value in (query or {}).items() if value is not None}
        if given:
            url += ("&" if "?" in path else "?") + urlencode(given)
        headers = {"Accept": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        content = None
        if method != "GET":
            headers["Content-Type"] = "application/json"
            content = json.dumps({} if body is None else body).encode()
        try:
            with opener(url).open(Request(url, content, headers, method=method), timeout=70) as answer:
                return Answer(answer.status, parsed(answer.read(), url))
        except HTTPError as error:
            with error:
                raise refusal(url, error.code, error.read()) from None
        except (OSError, HTTPException) as error:
            reason = getattr(error, "reason", error)
            reason = getattr(reason, "strerror", None) or reason
            raise EidolonError(
                f"no Eidolon answers at {self.url}: {reason}; start one with: eidolon serve --strict, or set EIDOLON_URL"
            ) from None


def opener(url: str) -> OpenerDirector:
    """No proxy stands between a test and its own machine, whatever the environment says."""
    host = urlsplit(url).hostname or ""
    is_near = host in ("localhost", "::1") or host.endswith(".localhost") or host.startswith("127.") or "." not in host
    return build_opener(ProxyHandler({})) if is_near else build_opener()


def parsed(content: bytes, url: str) -> Any:
    if not content:
        return None
    try:
        return json.loads(content)
    except ValueError:
        raise EidolonError(f"{url} does not answer as Eidolon does; does EIDOLON_URL name another program?") from None


def refusal(url: str, status: int, content: bytes) -> EidolonError:
    try:
        problem = json.loads(content)
        text = str(problem["detail"])
    except (ValueError, KeyError, TypeError):
        return EidolonError(f"{url} answers {status}, and not as Eidolon does; does EIDOLON_URL name another program?")
    if status == 401:
        return Refused(f"{text} Tests take it from EIDOLON_CONTROL_TOKEN.", status, problem)
    for entry in problem.get("closest", []):
        if isinstance(entry, dict):
            text += f"\nclosest: number {entry['number']} to {entry['provider']} {entry['endpoint']}: {entry['first_difference']}"
        elif entry not in text:
            text += f"\nclosest: {entry}"
    for entry in problem.get("problems", []):
        if entry["message"] not in text:
            text += f"\n{entry['message']}"
    return (NotMet if status == 409 and "wanted" in problem else Refused)(text, status, problem)
