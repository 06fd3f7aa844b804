"""The files to begin with in clients/ and deploy/, run as they stand; of the compose file what needs no engine."""

import os
import signal
import socket
import subprocess
import sys
import time
from xml.etree import ElementTree

import pytest
import requests
import yaml

from program import PLUGIN, ROOT, clean_environment

CLIENTS = ROOT / "clients"


@pytest.fixture
def path(eidolon, tmp_path) -> str:
    """A PATH on which the program is `eidolon` and Python is ours."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "eidolon").symlink_to(eidolon)
    return f"{folder}:{os.path.dirname(sys.executable)}:{os.environ['PATH']}"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_the_shell_script_ends_well_and_leaves_nothing_running(path):
    done = subprocess.run(
        [str(CLIENTS / "shell" / "login.sh")], capture_output=True, text=True, timeout=50, env=clean_environment(PATH=path)
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "the person rejected\n"


def test_the_job_of_github_actions_passes(path, tmp_path):
    job = yaml.safe_load((CLIENTS / "github" / "login.yml").read_text())["jobs"]["login"]
    steps = [step["run"] for step in job["steps"] if "run" in step and "if" not in step]
    assert steps[0].startswith("docker cp ") and "pip install" in steps[1]
    # A runner gives each step a shell of its own and keeps what runs in the background.
    port = free_port()
    environment = clean_environment(PATH=path, EIDOLON_LISTEN=f"127.0.0.1:{port}", **PLUGIN)
    (tmp_path / "tests").symlink_to(CLIENTS / "python" / "example")
    script = tmp_path / "job.sh"
    script.write_text("\n".join(f"bash -e -o pipefail -c '{step.replace(chr(39), chr(39) + chr(92) + chr(39) * 2)}'" for step in steps[2:]).replace("8080", str(port)))
    with (tmp_path / "out.txt").open("w") as output:
        job = subprocess.Popen(
            ["bash", "-e", str(script)],
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=environment,
            start_new_session=True,
        )
    try:
        assert job.wait(50) == 0, (tmp_path / "out.txt").read_text() + (tmp_path / "eidolon.log").read_text()
        assert "5 passed" in (tmp_path / "out.txt").read_text()
        assert "Mode        strict" in (tmp_path / "eidolon.log").read_text()
        sandboxes = ElementTree.parse(tmp_path / "eidolon.xml").findall(".//testsuite[@name='sandboxes']/testcase")
        assert len(sandboxes) == 5 and all("test_login.py::" in case.get("name") for case in sandboxes)
        assert "itsme" in (tmp_path / "eidolon.sarif").read_text()
        assert (tmp_path / "eidolon.status").read_text() == "0\n"
        assert (tmp_path / "journal.ndjson").read_text().count("\n") >= 3
    finally:
        # The session is the job's own: what it left in the background ends with it.
        os.killpg(job.pid, signal.SIGTERM)


def test_the_service_of_the_compose_file_becomes_healthy(eidolon):
    services = yaml.safe_load((ROOT / "deploy" / "compose" / "compose.yaml").read_text())["services"]
    service = services["eidolon"]
    assert service["command"][0] == "serve" and "--strict" in service["command"]
    kind, program, *arguments = service["healthcheck"]["test"]
    assert (kind, program) == ("CMD", "/eidolon")
    # In the image EIDOLON_LISTEN says where it listens, for both commands.
    port = free_port()
    environment = clean_environment(EIDOLON_LISTEN=f"127.0.0.1:{port}")

    def health() -> int:
        return subprocess.run([eidolon, *arguments], capture_output=True, timeout=5, env=environment).returncode

    assert health() != 0
    process = subprocess.Popen([eidolon, *service["command"]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    try:
        end = time.monotonic() + 10
        while health() != 0:
            assert process.poll() is None and time.monotonic() < end
            time.sleep(0.05)
        answer = requests.get(f"http://127.0.0.1:{port}/itsme/oidc/.well-known/openid-configuration", timeout=5).json()
        assert answer["issuer"] == "http://localhost:8080/itsme/oidc"
        assert answer["token_endpoint"] == f"http://127.0.0.1:{port}/itsme/oidc/token"
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
    assert services["app"]["depends_on"]["eidolon"]["condition"] == "service_healthy"
