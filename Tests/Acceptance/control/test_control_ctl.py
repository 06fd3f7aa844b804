"""`eidolon ctl` against a running server, as shell users call it: what it prints, and its exit statuses."""

import json
import socket
import subprocess

import pytest
import requests

from program import Program, clean_environment

AUTHORIZE = {
    "client_id": "EIDOLON_TEST",
    "response_type": "code",
    "scope": "openid service:EIDOLON_LOGIN",
    "redirect_uri": "http://localhost:9000/cb",
    "state": "abc",
    "nonce": "def",
}


@pytest.fixture(scope="module")
def program(eidolon):
    with Program(eidolon, "--tls", "127.0.0.1:0") as program:
        yield program


@pytest.fixture
def ctl(eidolon, program):
    def run(*arguments: str, status: int = 0, text: str = "", **environment: str) -> subprocess.CompletedProcess:
        done = subprocess.run(
            [str(eidolon), "ctl", *arguments],
            input=text,
            capture_output=True,
            text=True,
            timeout=60,
            env=clean_environment(**{"EIDOLON_SERVER": program.http} | environment),
        )
        assert done.returncode == status, f"{arguments}: {done.returncode}\n{done.stdout}{done.stderr}"
        # What holds says nothing on standard error.
        assert bool(done.stderr) == (status not in (0, 1)) or status == 1, done.stderr
        return done

    return run


@pytest.fixture
def sandbox(ctl):
    name = ctl("sandbox", "new", "--seed", "7", "--at", "2026-11-21T12:00:00Z").stdout.strip()
    yield name
    ctl("sandbox", "end", name)


def login(program: Program, sandbox: str, headers: dict | None = None, **changes: str) -> requests.Response:
    url = f"{program.http}/~{sandbox}/itsme/oidc/authorize"
    return requests.get(url, params=AUTHORIZE | changes, headers=headers, timeout=10, allow_redirects=False)


def test_sandboxes_are_made_listed_and_ended(ctl):
    assert ctl("sandbox", "new", "mine", "--ttl", "1h").stdout == "mine\n"
    assert [line.split("\t")[:2] for line in ctl("sandbox", "list").stdout.splitlines()] == [["mine", "1h"]]
    assert "mine" in ctl("sandbox", "new", "mine", status=5).stderr
    made = json.loads(ctl("sandbox", "new", "--json").stdout)
    assert made["urls"]["root"].endswith(f"/~{made['name']}")
    for name in ("mine", made["name"]):
        ctl("sandbox", "end", name, EIDOLON_SANDBOX=name)
    assert ctl("sandbox", "list").stdout == ""
    assert "no sandbox" in ctl("sandbox", "end", "mine", status=5).stderr


def test_a_run_is_steered_and_verified(ctl, program, sandbox):
    ctl("queue", "add", "itsme/reject", "--times", "2", "--sandbox", sandbox)
    story = json.dumps({"title": "Mine", "provider": "itsme", "phone": "manual"})
    assert ctl("queue", "add", "-", "--sandbox", sandbox, text=story).stdout == "2\titsme/queued\t1\t-\n"
    assert ctl("queue", "list", "--sandbox", sandbox).stdout == "1\titsme/reject\t2\t-\n2\titsme/queued\t1\t-\n"
    ctl("queue", "clear", "--sandbox", sandbox)
    ctl("queue", "add", "itsme/reject", "--provider", "itsme", "--sandbox", sandbox)
    assert "error=access_denied" in login(program, sandbox).headers["Location"]
    cursor, provider, identifier, state = (
        ctl("wait", "--state", "rejected", "--sandbox", sandbox).stdout.rstrip("\n").split("\t")
    )
    assert (provider, state) == ("itsme", "rejected")
    assert ctl("transactions", "--sandbox", sandbox).stdout == f"itsme\t{identifier}\trejected\n"
    assert ctl("wait", "--after", cursor, "--timeout", "200ms", "--sandbox", sandbox, status=1).stderr
    assert ctl("verify", "--endpoint", "authorize", "--param", "state=abc", "--exactly", "1", "--sandbox", sandbox).stdout == "1\n"
    unmet = ctl("verify", "--endpoint", "token", "--param", "code", "--sandbox", sandbox, status=1)
    assert "0 of 1 requests match" in unmet.stderr and "closest: number 1" in unmet.stderr
    shown = ctl("clock", "advance", "1d", "--sandbox", sandbox).stdout.splitlines()
    assert shown[0] == "2026-11-22T12:00:00.000Z\tfrozen" and f"itsme\t{identifier}\tended" in shown[1:]


def test_a_human_acts_and_the_run_is_exported(ctl, program, sandbox, tmp_path, eidolon):
    story = json.dumps({"title": "By hand", "provider": "itsme", "phone": "manual"})
    ctl("queue", "add", "-", "--sandbox", sandbox, text=story)
    page = login(program, sandbox, headers={"Accept": "text/html"}, login_hint="32+470000001")
    assert page.status_code == 200
    page = login(program, sandbox, login_hint="scenario:manual" if False else "", eidolon_scenario="manual")
    del page
    identifier = ctl("transactions", "--sandbox", sandbox).stdout.split("\t")[1]
    ctl("clock", "advance", "3s", "--sandbox", sandbox)
    ctl("phone", identifier, "approve", "--sandbox", sandbox)
    folder = tmp_path / "stories" / "itsme"
    folder.mkdir(parents=True)
    ctl("export", identifier, "--output", str(folder / "again.json"), "--sandbox", sandbox)
    exported = json.loads((folder / "again.json").read_text())
    assert exported["phone"] == [{"after": "3s", "do": "approve"}]
    checked = subprocess.run(
        [str(eidolon), "check", str(folder.parent)], capture_output=True, text=True, timeout=30, env=clean_environment()
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_findings_reports_and_doctor_answer_with_their_exit_status(ctl, program, sandbox):
    assert ctl("findings", "--sandbox", sandbox).stdout == ""
    assert "Nothing clashes." in ctl("doctor", "--sandbox", sandbox).stdout
    login(program, sandbox, state="")
    found = ctl("findings", "--sandbox", sandbox, status=1).stdout.splitlines()
    assert all(line.split("\t")[0] in ("error", "warning", "note") and len(line.split("\t")) == 4 for line in found)
    assert json.loads(ctl("report", "--sandbox", sandbox).stdout)["sandbox"] == sandbox
    for form, start in (("html", "<!doctype html>"), ("junit", "<?xml"), ("sarif", "{")):
        assert ctl("report", "--format", form, "--sandbox", sandbox).stdout.startswith(start)
    discovery = f"{program.http}/~{sandbox}/itsme/oidc/.well-known/openid-configuration"
    requests.get(discovery, headers={"Host": "eidolon:8080"}, timeout=5)
    requests.get(f"{program.http}/~{sandbox}/itsme/oidc/authorize", headers={"User-Agent": "Mozilla/5.0"}, timeout=5)
    sick = ctl("doctor", "--sandbox", sandbox, status=1).stdout
    assert "two_addresses" in sick and f"set emulator: --public-url {program.http}" in sick


def test_a_snapshot_is_saved_and_restored(ctl, program, sandbox, tmp_path):
    file = tmp_path / "snapshot.json"
    name = ctl("snapshot", "save", str(file), "--sandbox", sandbox).stdout.strip()
    first = login(program, sandbox).headers["Location"]
    ctl("snapshot", "restore", name, "--sandbox", sandbox)
    assert login(program, sandbox).headers["Location"] == first
    ctl("snapshot", "restore", str(file), "--sandbox", sandbox)
    assert login(program, sandbox).headers["Location"] == first
    other = ctl("sandbox", "new", "--seed", "7").stdout.strip()
    assert json.loads(ctl("snapshot", "restore", str(file), "--sandbox", other, "--json").stdout)["restored"] == [
        *("world", "scenarios", "queue", "clock")
    ]
    assert login(program, other).headers["Location"] == first
    ctl("sandbox", "end", other)
    assert "no snapshot" in ctl("snapshot", "restore", "nothing", "--sandbox", sandbox, status=5).stderr


def test_the_journal_is_printed(ctl, program, sandbox, tmp_path):
    login(program, sandbox)
    assert json.loads(ctl("journal", "--sandbox", sandbox).stdout)["total"] == 1
    file = tmp_path / "run.har"
    assert ctl("journal", "--har", "--output", str(file), "--sandbox", sandbox).stdout == ""
    assert len(json.loads(file.read_text())["log"]["entries"]) == 1
    assert (file.stat().st_mode & 0o777) == 0o600


def test_exit_statuses_tell_what_went_wrong(ctl, eidolon, tmp_path):
    assert "unknown action" in ctl("clock", "shw", status=2).stderr
    assert "is not a duration" in ctl("clock", "show", "--timeout", "soon", status=2).stderr
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    assert "no connection" in ctl("clock", "show", "--server", f"http://127.0.0.1:{port}", status=4).stderr
    assert "no sandbox" in ctl("clock", "show", "--sandbox", "none", status=5).stderr
    refused = ctl("queue", "add", "rejct", status=5).stderr
    assert "closest: reject" in refused
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        assert "within" in ctl("clock", "show", "--server", address, "--timeout", "300ms", status=4).stderr


def test_https_needs_the_authority(ctl, program, tmp_path):
    file = tmp_path / "ca.pem"
    file.write_bytes(requests.get(f"{program.http}/_eidolon/ca.pem", timeout=5).content)
    port = program.https.rsplit(":", 1)[1]
    assert ctl("clock", "show", "--server", f"https://localhost:{port}", "--ca", str(file)).stdout.endswith("\treal\n")
    assert "https failed" in ctl("clock", "show", "--server", f"https://localhost:{port}", status=4).stderr


def test_the_token_is_sent(eidolon, ctl):
    with Program(eidolon, "--control-token", "secret") as guarded:
        assert "token" in ctl("clock", "show", "--server", guarded.http, status=5).stderr
        for given in ({"EIDOLON_TOKEN": "secret"}, {"EIDOLON_CONTROL_TOKEN": "secret"}):
            ctl("clock", "show", "--server", guarded.http, **given)
        ctl("clock", "show", "--server", guarded.http, "--token", "secret")
