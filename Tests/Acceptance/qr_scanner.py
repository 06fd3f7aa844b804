"""What a phone's camera reads: zbarimg, a decoder of QR codes that `scripts/prepare test` installs."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SCANNER = shutil.which("zbarimg")
needs_scanner = pytest.mark.skipif(SCANNER is None, reason="zbarimg is missing; scripts/prepare test installs it")


def scanned(picture: Path) -> str:
    """The text of the QR code in a picture."""
    command = [SCANNER, "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", str(picture)]
    read = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert read.returncode == 0, f"no QR code found: {read.stderr}"
    return read.stdout.strip()
