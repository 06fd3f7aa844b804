"""scripts/run and scripts/eidolon, with programs that stand for the compiler and for what it builds."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from program import ROOT, clean_environment

BUILD = """#!/bin/bash
echo "warning: Using 'getaddrinfo' in statically linked applications requires shared libraries" >&2
echo "[7/48] Compiling JSON JSONParser.swift" >&2
folder=.build/$1; [ "$1" = release ] || folder=.build/run/$1
mkdir -p $folder; printf '#!/bin/sh\\necho "%s $*"\\n' "$1" >$folder/eidolon; chmod +x $folder/eidolon
[ ! -e broken ] || { echo "error: cannot find 'x' in scope" >&2; exit 1; }
echo "$PWD/$folder/eidolon"
"""


@pytest.fixture
def clone(tmp_path) -> Path:
    scripts = tmp_path / "scripts"
    scripts.mkdir()
    for name in ("run", "eidolon"):
        shutil.copy(ROOT / "scripts" / name, scripts)
    for name, text in {"prepare": "#!/bin/sh\n", "build": BUILD}.items():
        (scripts / name).write_text(text)
        (scripts / name).chmod(0o755)
    return tmp_path


def run(clone: Path, script: str, *arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [str(clone / "scripts" / script), *arguments],
        cwd=clone.parent, capture_output=True, text=True, timeout=20, env=clean_environment(),
    )


def test_run_says_what_it_builds_and_why_and_only_then_serves(clone):
    done = run(clone, "run", "--strict")
    assert (done.returncode, done.stdout) == (0, "debug serve --strict\n")
    assert "without optimization: a minute and a half on two cores, once" in done.stderr
    assert "scripts/run --release" in done.stderr and "warning" not in done.stderr
    again = run(clone, "run")
    assert (again.stdout, again.stderr) == ("debug serve\n", "")


def test_run_builds_what_the_container_has_where_asked(clone):
    done = run(clone, "run", "--listen", "127.0.0.1:0", "--release")
    assert done.stdout == "release serve --listen 127.0.0.1:0\n"
    assert "optimized and without shared libraries" in done.stderr


def test_run_shows_the_compilers_words_where_the_build_fails(clone):
    (clone / "broken").touch()
    done = run(clone, "run")
    assert done.returncode == 1 and done.stdout == ""
    assert "error: cannot find 'x' in scope" in done.stderr and "The build failed" in done.stderr


def test_eidolon_is_what_was_built_last(clone):
    nothing = run(clone, "eidolon", "version")
    assert nothing.returncode == 1 and "Nothing is built yet: scripts/run builds and serves" in nothing.stderr
    for kind in ("debug", "release", "debug"):
        for made in (clone / ".build").glob("*/eidolon"):
            os.utime(made, (1, 1))
        subprocess.run([clone / "scripts" / "build", kind], cwd=clone, check=True, capture_output=True)
        assert run(clone, "eidolon", "help", "it's").stdout == f"{kind} help it's\n"
