"""What somebody's tests get from the fixtures, and what they are told when something is wrong."""

import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[1] / "example" / "test_login.py"


def test_each_test_gets_a_sandbox_that_reports_name_and_that_ends_with_it(project, program):
    run = project(EXAMPLE.read_text().replace('"""Tests', '"""More tests', 1))
    run.assert_outcomes(passed=5)
    assert program.control.call("GET", "sandboxes") == {"sandboxes": []}
    titles = {sandbox.get("title", "").rpartition("::")[2]: sandbox for sandbox in program.report()["sandboxes"]}
    assert titles["test_somebody_logs_in"]["result"] == "pass"
    assert titles["test_somebody_logs_in"]["name"].startswith("test-somebody-logs-in-")


def test_a_failure_says_what_was_sent_instead_and_shows_findings_and_journal(project):
    run = project(
        """
        def test_own(sandbox):
            log_in(sandbox)
            sandbox.verify("authorize", state="abc")
        """
    )
    run.assert_outcomes(failed=1)
    text = run.stdout.str()
    assert "0 of 1 requests match, wanted exactly 1." in text
    assert 'closest: number 1 to itsme authorize: state is "other", wanted "abc"' in text
    seen = text.split("- Eidolon, sandbox test-own-")[1]
    assert "itsme.nonce-missing" in seen and "Fix: " in seen
    assert "/itsme/oidc/authorize?" in seen and " 302 http://localhost:9000/cb?" in seen


def test_a_wrong_name_gets_the_closest_ones(project):
    run = project(
        """
        def test_story(sandbox):
            sandbox.queue("itsme/rejct")

        def test_endpoint(sandbox):
            sandbox.verify("authorise", times=0)
        """
    )
    run.assert_outcomes(failed=2)
    assert "itsme/reject" in run.stdout.str() and "closest: authorize" in run.stdout.str()


def test_a_wrong_world_is_said_in_one_sentence(project):
    run = project(
        """
        @pytest.mark.eidolon(world={"peple": {}})
        def test_world(sandbox):
            pass

        @pytest.mark.eidolon(clok="frozen")
        def test_marker(sandbox):
            pass

        @pytest.mark.eidolon(clock="real", at="2026-11-21T12:00:00Z")
        def test_clock(sandbox):
            pass
        """
    )
    run.assert_outcomes(errors=3)
    text = run.stdout.str()
    assert 'world: unknown member "peple"; did you mean "people"?' in text
    assert "unexpected keyword argument 'clok'" in text
    assert "only a clock that is frozen or ticking begins at a time of yours" in text and "Traceback" not in text


def test_a_name_that_is_taken_is_said_in_one_sentence(project, program):
    with program.sandbox("shop"):
        run = project(
            """
            @pytest.mark.eidolon(name="shop")
            def test_own(sandbox):
                pass
            """
        )
    run.assert_outcomes(errors=1)
    text = run.stdout.str()
    assert "During handling" not in text
    assert 'the sandbox name "shop" is taken on ' in text and "curl -X DELETE" in text


def test_without_a_server_the_text_says_how_to_start_one(project, monkeypatch):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{probe.getsockname()[1]}"
    run = project("def test_own(sandbox):\n    pass\n", EIDOLON_URL=url)
    run.assert_outcomes(errors=1)
    assert f"no Eidolon answers at {url}: Connection refused; start one with: eidolon serve --strict" in run.stdout.str()
    nowhere = project("def test_own(sandbox):\n    pass\n", EIDOLON_URL=None, EIDOLON_PROGRAM=None, PATH="")
    nowhere.assert_outcomes(errors=1)
    assert "no Eidolon is here: set EIDOLON_URL to a running one, EIDOLON_PROGRAM" in nowhere.stdout.str()
    gone = project("def test_own(sandbox):\n    pass\n", EIDOLON_URL=None, EIDOLON_PROGRAM="/nowhere/eidolon")
    assert "EIDOLON_PROGRAM /nowhere/eidolon is not a program that can be run" in gone.stdout.str()


def test_a_run_without_logins_starts_nothing(project):
    project("def test_own():\n    pass\n", EIDOLON_URL="http://127.0.0.1:1").assert_outcomes(passed=1)


def test_workers_share_one_program_and_a_client_that_fails_fails_the_run(project, monkeypatch):
    monkeypatch.setenv("PYTEST_ADDOPTS", "")
    run = project(
        """
        @pytest.mark.parametrize("number", range(4))
        def test_own(sandbox, number):
            log_in(sandbox)
            print("at", sandbox.url.partition("/~")[0])
        """,
        "-n2", "-rP", "-o", "eidolon_args=--strict --fail-on warning", EIDOLON_URL=None,
    )
    assert run.ret == 1
    run.assert_outcomes(passed=4)
    text = run.stdout.str()
    assert len({line for line in text.splitlines() if line.startswith("at http://")}) == 1
    assert "--fail-on warning: The request has no nonce" in text and "Fix: " in text.rpartition("= Eidolon =")[2]


def test_options_that_the_program_refuses_are_told_in_its_words(project):
    run = project("def test_own(sandbox):\n    pass\n", "-o", "eidolon_args=--stict", EIDOLON_URL=None)
    run.assert_outcomes(errors=1)
    assert 'eidolon serve ended with status 2: eidolon serve: unknown option "--stict"' in run.stdout.str()


class Other(BaseHTTPRequestHandler):
    """Answers each call as `answers` says; everything else in the words of an older Eidolon."""

    answers: dict[str, tuple[int, object]] = {}
    asked: list[str]

    def do_GET(self):
        call = f"{self.command} {self.path}"
        self.server.asked.append(call)
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        status, body = self.server.answers.get(call, (404, UNKNOWN))
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_POST = do_PUT = do_DELETE = do_GET

    def log_message(self, *_):
        pass


UNKNOWN = {"type": "urn:eidolon:problem:unknown-sandbox", "status": 404, "detail": 'There is no sandbox "old".'}


@pytest.fixture
def other():
    """A server of our own at a URL."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Other)
    server.answers, server.asked, server.url = {}, [], f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def test_a_server_of_another_version_is_said_with_what_to_install(project, other):
    other.answers["GET /_eidolon/health"] = (200, {"status": "ok", "version": "7.2.1"})
    run = project("def test_own(sandbox):\n    pass\n", EIDOLON_URL=other.url)
    run.assert_outcomes(errors=1)
    said = f"the Eidolon at {other.url} is version 7.2.1, and eidolon-emulator "
    assert said in run.stdout.str() and "pip install 'eidolon-emulator==7.2.*'" in run.stdout.str()


def test_something_else_at_the_url_is_said(project, other):
    other.answers["GET /_eidolon/health"] = (200, b"<html>")
    run = project("def test_own(sandbox):\n    pass\n", EIDOLON_URL=other.url)
    assert "does not answer as Eidolon does; does EIDOLON_URL name another program?" in run.stdout.str()


def test_an_older_server_makes_the_sandbox_in_the_older_way_and_that_is_said(project, other):
    made = {"name": "old", "urls": {"root": f"{other.url}/~old"}}
    other.answers |= {
        "GET /_eidolon/health": (200, {"status": "ok"}),
        "POST /_eidolon/sandboxes": (201, made),
        "DELETE /_eidolon/sandboxes/old": (204, b""),
    }
    test = "@pytest.mark.eidolon(name='old')\ndef test_own(sandbox):\n    pass\n"
    run = project(test, "-W", "default", EIDOLON_URL=other.url)
    run.assert_outcomes(passed=1, warnings=1)
    assert f"the Eidolon at {other.url} is older than this client" in run.stdout.str()
    assert other.asked[-1] == "DELETE /_eidolon/sandboxes/old"


def test_a_container_needs_its_package(project, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "testcontainers.core.container", None)
    monkeypatch.delitem(__import__("sys").modules, "eidolon_emulator.container", raising=False)
    run = project("def test_own(sandbox):\n    pass\n", EIDOLON_URL=None, EIDOLON_IMAGE="eidolon")
    assert "EIDOLON_IMAGE needs testcontainers: pip install 'eidolon-emulator[testcontainers]'" in run.stdout.str()


def test_the_control_token_comes_from_the_environment(project, monkeypatch):
    order = dict(EIDOLON_URL=None, EIDOLON_CONTROL_TOKEN="secret,another")
    test = "def test_own(sandbox):\n    sandbox.verify('token', times=0)\n"
    project(test, **order).assert_outcomes(passed=1)
