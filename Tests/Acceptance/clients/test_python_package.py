"""The package for Python as its users get it: a wheel, installed into a fresh environment beside pytest."""

import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from program import ROOT, clean_environment

# Its own tests start the program many times.
pytestmark = [pytest.mark.long, pytest.mark.timeout(180)]

PACKAGE = ROOT / "clients" / "python"


def fresh_environment(folder: Path, **variables: str) -> Path:
    """A virtual environment that has the package by its wheel, and everything else from ours."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "dist")]
    built = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, env=clean_environment(**variables))
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = (folder / "dist").glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "env")], check=True)
    python = folder / "env" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python), "install"]
    done = subprocess.run([*pip, "-q", "--no-deps", "--no-index", str(wheel)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (site,) = (folder / "env" / "lib").glob("python*/site-packages")
    (site / "ours.pth").write_text(sysconfig.get_path("purelib"))
    return python


@pytest.fixture(scope="module")
def python(tmp_path_factory) -> Path:
    return fresh_environment(tmp_path_factory.mktemp("package"))


def run(python: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [str(python), *arguments], cwd=PACKAGE, capture_output=True, text=True, timeout=150, env=clean_environment(**variables)
    )


def test_its_own_tests_pass_with_the_wheel(python, eidolon):
    done = run(python, "-m", "pytest", "-q", EIDOLON_PROGRAM=str(eidolon))
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(re.search(r"(\d+) passed", done.stdout).group(1)) >= 20


def test_its_example_passes_by_itself(python, eidolon):
    done = run(python, "-m", "pytest", "-q", "example", EIDOLON_PROGRAM=str(eidolon))
    assert done.returncode == 0 and "5 passed" in done.stdout, done.stdout


def test_a_wheel_can_carry_the_program(eidolon, tmp_path):
    program = tmp_path / "eidolon"
    subprocess.run(["strip", "-o", str(program), str(eidolon)], check=True)
    python = fresh_environment(tmp_path, EIDOLON_BINARY=str(program))
    shared = b"INTERP" in subprocess.run(["readelf", "-lW", str(program)], capture_output=True, check=True).stdout
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    assert ("-linux_" in wheel.name) == shared and ("-manylinux2014_" in wheel.name) != shared
    code = "import eidolon_emulator as e; print(e.find_program())\nwith e.start() as one: print(one.version)"
    done = run(python, "-c", code, PATH="")
    assert done.returncode == 0, done.stderr
    found, version = done.stdout.split()
    assert Path(found).is_relative_to(tmp_path / "env") and version == "0.1.0"


def test_a_wheel_does_not_take_what_is_no_program(tmp_path):
    (tmp_path / "eidolon").write_text("#!/bin/sh\n")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    environment = clean_environment(EIDOLON_BINARY=str(tmp_path / "eidolon"))
    done = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, env=environment)
    assert done.returncode != 0 and "is not a program for 64-bit Linux; scripts/build release makes one" in done.stderr
