"""A relying party of the folder `parties`, run as a program of its own."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import requests

from program import clean_environment

PARTIES = Path(__file__).parent / "parties"
RUNNERS = {".py": sys.executable, ".mjs": "node", ".rb": "ruby"}


def is_there(name: str) -> bool:
    """Whether what the party needs is installed."""
    runner = shutil.which(RUNNERS[Path(name).suffix])
    if runner is None or not name.endswith(".rb"):
        return runner is not None
    needed = ("omniauth_openid_connect", "rack/handler/webrick")
    return subprocess.run([runner, *(f"-r{file}" for file in needed), "-e", ""], capture_output=True).returncode == 0


class RealParty:
    """Its first line says its library, its addresses, and the client that it is."""

    folder = PARTIES
    # Besides the emulator's address.
    arguments: tuple[str, ...] = ()

    def __init__(self, name: str, emulator: str, provider: str, errors: Path):
        self.errors = errors
        with errors.open("w") as file:
            self.process = subprocess.Popen(
                [RUNNERS[Path(name).suffix], str(self.folder / name), emulator, *self.arguments],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=file, text=True,
                env=clean_environment(NO_PROXY="*", no_proxy="*"),
            )
        try:
            line = self.process.stdout.readline()
            assert line, f"{name} ended: {errors.read_text()}"
            told = json.loads(line)
            self.library, self.login, self.profile = told["library"], told["login"], told["profile"]
            world = {"clients": {provider: {"judged": told["client"]}}}
            answer = requests.patch(f"{emulator}/_eidolon/world", json=world, timeout=10)
            assert answer.status_code == 200, answer.text
        except BaseException:
            self.close()
            raise

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(5)
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
