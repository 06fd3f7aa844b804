"""The program, started for a run of tests on a free port of this machine."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from .control import EidolonError
from .server import Eidolon

# Variables of this package; the program would take them for misspelt ones of its own.
OURS = ("EIDOLON_URL", "EIDOLON_PROGRAM", "EIDOLON_IMAGE")


def find_program() -> Path | None:
    """The one that EIDOLON_PROGRAM names, the one that came with this package, or the one on the PATH."""
    if named := os.environ.get("EIDOLON_PROGRAM"):
        if not os.access(named, os.X_OK):
            raise EidolonError(f"EIDOLON_PROGRAM {named} is not a program that can be run")
        return Path(named)
    carried = Path(__file__).parent / "bin" / "eidolon"
    if carried.exists():
        return carried
    found = shutil.which("eidolon")
    return Path(found) if found else None


class EidolonProcess(Eidolon):
    """An Eidolon that was started here, and that stops here."""

    def __init__(self, process: subprocess.Popen[bytes], url: str, log: Path):
        self.process, self._log = process, log
        super().__init__(url)

    @property
    def log(self) -> str:
        return self._log.read_text(errors="replace")

    def stop(self, timeout: float = 20) -> int:
        """Ends it and gives its exit status: 3 where --fail-on was asked for and a client failed."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def __enter__(self) -> EidolonProcess:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()


def start(program: str | os.PathLike[str] | None = None, options: Sequence[str] = ("--strict",)) -> EidolonProcess:
    """Starts the program on a free port; `options` come after `eidolon serve`."""
    path = Path(program) if program else find_program()
    if path is None:
        raise EidolonError(
            "no Eidolon is here: set EIDOLON_URL to a running one, EIDOLON_PROGRAM to the program, EIDOLON_IMAGE to its "
            "container image, or put eidolon on the PATH"
        )
    folder = Path(tempfile.mkdtemp(prefix="eidolon-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    printed, log = folder / "printed.txt", folder / "log.txt"
    environment = {name: value for name, value in os.environ.items() if name not in OURS}
    with printed.open("wb") as out, log.open("wb") as errors:
        try:
            process = subprocess.Popen(
                [str(path), "serve", "--listen", "127.0.0.1:0", *options],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=errors,
                env=environment,
            )
        except OSError as error:
            raise EidolonError(f"{path} cannot be started: {error.strerror}") from None
    atexit.register(process.kill)
    try:
        return EidolonProcess(process, address(process, printed, log), log)
    except BaseException:
        process.kill()
        process.wait()
        raise


def address(process: subprocess.Popen[bytes], printed: Path, log: Path) -> str:
    """Where it listens, once it says so."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if found := re.search(r"^ +Address +(http://\S+)$", printed.read_text(errors="replace"), re.MULTILINE):
            return found.group(1)
        if process.poll() is not None:
            raise EidolonError(f"eidolon serve ended with status {process.returncode}: {log.read_text(errors='replace').strip()}")
        time.sleep(0.01)
    raise EidolonError("eidolon serve says no address within 30 seconds")
