"""The examples, run as they stand; of the compose file what needs no engine: its command and its health check."""

import os
import signal
import socket
import subprocess
import sys
import textwrap
import time
from xml.etree import ElementTree

import pytest
import requests
import yaml

from program import ROOT, Program, clean_environment

EXAMPLES = ROOT / "examples"


@pytest.fixture
def path(eidolon, tmp_path) -> str:
    """A PATH on which the program is `eidolon` and Python is ours."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "eidolon").symlink_to(eidolon)
    (folder / "python").symlink_to(sys.executable)
    return f"{folder}:{os.path.dirname(sys.executable)}:{os.environ['PATH']}"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def pytest_example(url: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLES / "pytest")]
    return subprocess.run(
        command, cwd=EXAMPLES, capture_output=True, text=True, timeout=50, env=clean_environment(EIDOLON_URL=url)
    )


def test_the_pytest_fixture_makes_a_sandbox_for_each_test(eidolon):
    with Program(eidolon, "--strict") as program:
        done = pytest_example(program.http)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "4 passed" in done.stdout
        # Each test ended its own, and the root's report still tells of them.
        assert requests.get(f"{program.http}/_eidolon/sandboxes", timeout=5).json() == {"sandboxes": []}
        report = requests.get(f"{program.http}/_eidolon/report", timeout=5).json()
        assert [sandbox["result"] for sandbox in report["sandboxes"]] == ["pass"] * 4
        assert report["sandboxes"][0]["title"].endswith("test_login.py::test_somebody_logs_in")


def with_fixture(folder, test: str, url: str, **environment: str) -> subprocess.CompletedProcess:
    """A test of somebody's with the shipped fixture."""
    (folder / "conftest.py").write_text((EXAMPLES / "pytest" / "conftest.py").read_text())
    (folder / "test_own.py").write_text("import requests\n\n\ndef test_own(eidolon):\n" + textwrap.indent(test, "    "))
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)],
        capture_output=True,
        text=True,
        timeout=50,
        env=clean_environment(EIDOLON_URL=url, **environment),
    )


AUTHORIZE = """
url = f"{eidolon.url}/itsme/oidc/authorize?client_id=EIDOLON_TEST&response_type=code&scope=openid+service:EIDOLON_LOGIN"
url += "&redirect_uri=http://localhost:9000/cb&state=other"
answer = requests.get(url, headers={"User-Agent": "an app's browser"}, allow_redirects=False, timeout=10)
"""


def test_the_pytest_fixture_says_what_was_sent_instead(eidolon, tmp_path):
    with Program(eidolon) as program:
        done = with_fixture(tmp_path, AUTHORIZE + "eidolon.verify('authorize', state='abc')\n", program.http)
    assert done.returncode == 1
    assert "0 of 1 requests match, wanted exactly 1." in done.stdout
    assert 'closest: number 1 to itsme authorize: state is "other", wanted "abc"' in done.stdout
    # What Eidolon saw of the application stands below the failure.
    seen = done.stdout.split("- Eidolon -")[1]
    assert "itsme.nonce-missing" in seen and "Fix: " in seen
    assert "/itsme/oidc/authorize?" in seen and " 302 http://localhost:9000/cb?" in seen


def test_the_pytest_fixture_names_what_comes_closest_to_a_wrong_name(eidolon, tmp_path):
    with Program(eidolon) as program:
        done = with_fixture(tmp_path, "eidolon.queue('itsme/rejct')\n", program.http)
        wrong = with_fixture(tmp_path, "eidolon.verify('authorise', times=0)\n", program.http)
    assert done.returncode == 1 and "closest: itsme/reject" in done.stdout
    assert wrong.returncode == 1 and "closest: authorize" in wrong.stdout


def test_the_pytest_fixture_says_how_to_start_a_server_when_there_is_none(tmp_path):
    url = f"http://127.0.0.1:{free_port()}"
    done = with_fixture(tmp_path, "pass\n", url)
    assert done.returncode == 1
    assert f"no Eidolon answers at {url}; start one with: eidolon serve --strict" in done.stdout
    assert "Traceback" not in done.stdout


def test_the_pytest_fixture_takes_people_clients_and_stories(eidolon, tmp_path):
    test = """
eidolon.world({"people": {"carla": {"given_name": "Carla", "phone_number": "+32 470000042"}}})
eidolon.scenario("itsme/carla-rejects", {"person": "carla", "phone": [{"do": "reject"}]})
eidolon.queue("itsme/carla-rejects")
""" + AUTHORIZE + """
assert "error=access_denied" in answer.headers["Location"]
assert eidolon.call("GET", "transactions")["transactions"][0]["person"] == "carla"
"""
    with Program(eidolon) as program:
        done = with_fixture(tmp_path, test, program.http)
    assert done.returncode == 0, done.stdout


def test_the_pytest_fixture_sends_the_control_token(eidolon, tmp_path):
    with Program(eidolon, "--control-token", "secret") as program:
        done = with_fixture(tmp_path, "eidolon.verify('token', times=0)\n", program.http, EIDOLON_CONTROL_TOKEN="secret")
        without = with_fixture(tmp_path, "pass\n", program.http)
    assert done.returncode == 0, done.stdout
    assert without.returncode == 1 and "with the token of --control-token" in without.stdout


def test_the_shell_script_ends_well_and_leaves_nothing_running(path):
    done = subprocess.run(
        [str(EXAMPLES / "login.sh")], capture_output=True, text=True, timeout=50, env=clean_environment(PATH=path)
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "the person rejected\n"


def test_the_job_of_github_actions_passes(path, tmp_path):
    job = yaml.safe_load((EXAMPLES / "github" / "login.yml").read_text())["jobs"]["login"]
    steps = [step["run"] for step in job["steps"] if "run" in step and "if" not in step]
    assert steps[0].startswith("docker cp ")
    # A runner gives each step a shell of its own and keeps what runs in the background.
    port = free_port()
    environment = clean_environment(PATH=path, EIDOLON_LISTEN=f"127.0.0.1:{port}", EIDOLON_URL=f"http://127.0.0.1:{port}")
    (tmp_path / "examples").symlink_to(EXAMPLES)
    script = tmp_path / "job.sh"
    script.write_text("\n".join(f"bash -e -o pipefail -c '{step.replace(chr(39), chr(39) + chr(92) + chr(39) * 2)}'" for step in steps[1:]))
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
        assert "4 passed" in (tmp_path / "out.txt").read_text()
        assert "Mode        strict" in (tmp_path / "eidolon.log").read_text()
        sandboxes = ElementTree.parse(tmp_path / "eidolon.xml").findall(".//testsuite[@name='sandboxes']/testcase")
        assert len(sandboxes) == 4 and all("test_login.py::" in case.get("name") for case in sandboxes)
        assert "itsme" in (tmp_path / "eidolon.sarif").read_text()
        assert (tmp_path / "eidolon.status").read_text() == "0\n"
        assert (tmp_path / "journal.ndjson").read_text().count("\n") >= 3
    finally:
        # The session is the job's own: what it left in the background ends with it.
        os.killpg(job.pid, signal.SIGTERM)


def test_the_service_of_the_compose_file_becomes_healthy(eidolon):
    services = yaml.safe_load((EXAMPLES / "compose" / "compose.yaml").read_text())["services"]
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
