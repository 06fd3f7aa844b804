"""Starts the real program on free ports of loopback, reads what it prints, and stops it by its process id."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def binary() -> Path:
    """The release binary that scripts/check has built, or the one that EIDOLON_PROGRAM names."""
    if named := os.environ.get("EIDOLON_PROGRAM"):
        return Path(named)
    options = ["-c", "release", "--static-swift-stdlib", "--show-bin-path"]
    shown = subprocess.run(
        ["swift", "build", *options], cwd=ROOT, capture_output=True, text=True, timeout=120, check=True
    )
    path = Path(shown.stdout.strip()) / "eidolon"
    assert path.exists(), f"{path} is missing: run scripts/build release first"
    return path


def clean_environment(**extra: str) -> dict[str, str]:
    """This process's environment without settings of Eidolon that somebody may have exported, and as if in no worker."""
    foreign = ("EIDOLON_", "PYTEST_XDIST_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    return kept | extra


# Variables with which another pytest has the plugin of clients/python without its being installed.
PLUGIN = {"PYTHONPATH": str(ROOT / "clients" / "python" / "src"), "PYTEST_PLUGINS": "eidolon_emulator.plugin"}


class Program:
    """A running `eidolon serve`."""

    def __init__(self, path: Path, *options: str, listen: str = "127.0.0.1:0", environment: dict | None = None):
        self.lines: list[str] = []
        self.command = [str(path), "serve", "--log", "json", *options]
        if listen:
            self.command[2:2] = ["--listen", listen]
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env=environment if environment is not None else clean_environment(),
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self.http = self._wait_for_address("http") if listen else ""
            self.https = self._wait_for_address("https") if "--tls" in options else ""
        except BaseException:
            self.stop()
            raise

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    def _wait_for_address(self, scheme: str) -> str:
        pattern = re.compile(scheme + r"://(\[[0-9a-f:]+\]|[A-Za-z0-9.-]+):([1-9][0-9]*)")
        end = time.monotonic() + 20
        while time.monotonic() < end:
            for line in list(self.lines):
                if line.startswith("{"):
                    continue
                if found := pattern.search(line):
                    return found.group(0)
            if self.process.poll() is not None:
                break
            time.sleep(0.01)
        raise AssertionError(f"no {scheme} address was printed; exit {self.process.poll()}:\n{self.text}")

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def events(self) -> list[dict]:
        """The log so far."""
        return [json.loads(line) for line in list(self.lines) if line.startswith("{")]

    def wait_for_event(self, wanted, timeout: float = 5) -> dict:
        """The first event of the log for which the function holds."""
        end = time.monotonic() + timeout
        while True:
            for event in self.events:
                if wanted(event):
                    return event
            assert time.monotonic() < end, f"no such event in the log:\n{self.text}"
            time.sleep(0.02)

    def wait_for_finding(self, rule: str) -> dict:
        """The first event of the log that reports a rule; the log is written behind the answers."""
        return self.wait_for_event(lambda event: event.get("rule") == rule)

    def stop(self, signal_number: int = signal.SIGTERM, timeout: float = 10) -> int:
        """Asks this process to end and gives its exit status; kills it if it does not."""
        if self.process.poll() is None:
            self.process.send_signal(signal_number)
        try:
            status = self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(5)
            raise AssertionError(f"the program did not stop within {timeout} s of signal {signal_number}")
        self._reader.join(5)
        self.process.stdout.close()
        self._note_coverage()
        return status

    # By provider the outcomes that no program met so far.
    never: dict[str, set[str]] = {}

    def _note_coverage(self) -> None:
        """Takes from the last lines of the log which documented outcomes the program never met."""
        for event in self.events:
            if told := re.search(r"^\d+ of \d+ .+ outcomes exercised(?:; never: (.*))?$", event["message"]):
                rest = set((told.group(1) or "").split(", ")) - {""}
                Program.note(event["provider"], rest)

    @staticmethod
    def note(provider: str, never: set[str]) -> None:
        """Counts a program, or all of another worker, that met all but these outcomes."""
        Program.never[provider] = Program.never.get(provider, never) & never

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_) -> None:
        self.stop()


def run(path: Path, *arguments: str, stdin: str = "", environment: dict | None = None, timeout: float = 20, cwd=None):
    """Runs a command of the program to its end."""
    return subprocess.run(
        [str(path), *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=timeout,
        cwd=cwd,
        env=environment if environment is not None else clean_environment(),
    )
