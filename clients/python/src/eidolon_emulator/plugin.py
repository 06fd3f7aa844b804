"""Fixtures for pytest: `eidolon` is a running emulator, `sandbox` one of its sandboxes for this test alone."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Generator, Iterator
from typing import Any, Protocol

import pytest

from .control import EidolonError
from .process import EidolonProcess, start
from .sandbox import Sandbox
from .server import Eidolon


class Run:
    """The emulator of this run of pytest: started when first asked for, one for all workers of pytest-xdist."""

    def __init__(self, config: pytest.Config):
        self._options: list[str] = config.getini("eidolon_args")
        self._shared: dict[str, str] = getattr(config, "workerinput", {})
        self._eidolon: Eidolon | None = None
        self._container: Any = None
        self.summary = ""

    def eidolon(self) -> Eidolon:
        if self._eidolon is None:
            self._eidolon = self._find()
        return self._eidolon

    def _find(self) -> Eidolon:
        if problem := self._shared.get("eidolon_problem"):
            raise EidolonError(problem)
        if url := self._shared.get("eidolon_url") or os.environ.get("EIDOLON_URL"):
            return Eidolon(url)
        if image := os.environ.get("EIDOLON_IMAGE"):
            return self._contained(image)
        return start(options=self._options)

    def _contained(self, image: str) -> Eidolon:
        try:
            from .container import EidolonContainer
        except ImportError:
            raise EidolonError("EIDOLON_IMAGE needs testcontainers: pip install 'eidolon-emulator[testcontainers]'") from None
        try:
            container = EidolonContainer(image, *self._options)
            self._container = container.start()
        except Exception as error:
            raise EidolonError(f"the container {image} does not start: {error}") from error
        return container.eidolon()

    def share(self, worker: dict[str, str]) -> None:
        """Tells a worker where the emulator is, or why there is none: only a test that wants one fails then."""
        try:
            worker["eidolon_url"] = self.eidolon().url
        except EidolonError as problem:
            worker["eidolon_problem"] = str(problem)

    def end(self) -> bool:
        """Stops what was started here; false if --fail-on says that a client failed."""
        status = 0
        if isinstance(self._eidolon, EidolonProcess):
            status = self._eidolon.stop()
            lines = self._eidolon.log.splitlines()
            failed = [number for number, line in enumerate(lines) if "--fail-on" in line]
            self.summary = "\n".join(lines[failed[0] :]) if status and failed else ""
        if self._container is not None:
            self._container.stop()
        self._eidolon = self._container = None
        return status != 3


RUN = pytest.StashKey[Run]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini(
        "eidolon_args",
        "What stands behind eidolon serve where the fixture starts it.",
        type="args",
        default=["--strict"],
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "eidolon(name, world, scenarios, clock, at, seed, ttl, client_times): "
        "how the sandbox of a test is made, as Eidolon.sandbox() takes it",
    )
    config.stash[RUN] = Run(config)


class Worker(Protocol):
    """A worker of pytest-xdist, as its controller sees it."""

    config: pytest.Config
    workerinput: dict[str, str]


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Worker) -> None:
    node.config.stash[RUN].share(node.workerinput)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if not session.config.stash[RUN].end() and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if summary := config.stash[RUN].summary:
        terminalreporter.section("Eidolon")
        terminalreporter.line(summary)


@contextlib.contextmanager
def told() -> Iterator[None]:
    """What the developer can put right, as one sentence without a traceback; a marker's wrong argument too."""
    try:
        yield
    except (EidolonError, TypeError) as problem:
        raise pytest.fail.Exception(str(problem), pytrace=False) from None


@pytest.fixture(scope="session")
def eidolon(pytestconfig: pytest.Config) -> Eidolon:
    """A running emulator: at EIDOLON_URL, in a container of EIDOLON_IMAGE, or started for this run."""
    with told():
        return pytestconfig.stash[RUN].eidolon()


@pytest.fixture
def sandbox(request: pytest.FixtureRequest, eidolon: Eidolon) -> Iterator[Sandbox]:
    """A sandbox for this test alone; the marker `eidolon` says how it is made."""
    order: dict[str, Any] = {"title": request.node.nodeid}
    for marker in reversed(list(request.node.iter_markers("eidolon"))):
        order |= marker.kwargs
    with told():
        made = eidolon.sandbox(**order)
    yield made
    with told():
        made.end()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failed test shows what Eidolon saw of the application."""
    report = yield
    if report.failed and report.when != "teardown":
        fixtures = getattr(item, "funcargs", {}).values()
        for sandbox in {id(value): value for value in fixtures if isinstance(value, Sandbox)}.values():
            try:
                seen = sandbox.traffic()
            except EidolonError as problem:
                seen = str(problem)
            report.sections.append((f"Eidolon, sandbox {sandbox.name}", seen))
    return report
