"""--peers: one view of three replicas, of which one is killed; addresses that are given, and a name that is asked again."""

import time
from xml.etree import ElementTree

import pytest
import requests

from program import Program, run
from proxies import listening

TOKEN = {"Authorization": "Bearer secret"}


def free_ports(count: int) -> list[int]:
    sockets = [listening() for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


@pytest.fixture
def replicas(eidolon):
    """Three that know of each other; each is among its own peers, as where all have the same settings."""
    ports = free_ports(3)
    peers = [option for port in ports for option in ("--peers", f"127.0.0.1:{port}")]
    programs = []
    try:
        for port in ports:
            programs.append(Program(eidolon, "--strict", "--control-token", "secret", *peers, listen=f"127.0.0.1:{port}"))
        yield programs
    finally:
        for program in programs:
            program.stop()


def control(program, path: str, method: str = "GET", **more):
    body = {"json": {}} if method != "GET" else {}
    answer = requests.request(method, f"{program.http}{path}", headers=TOKEN, timeout=20, **body, **more)
    assert answer.ok, answer.text
    return answer


def wrong_login(program, name: str) -> None:
    control(program, f"/~{name}/_eidolon/sandbox", "PUT")
    parameters = {"client_id": "EIDOLON_TEST", "response_type": "code", "scope": "openid", "redirect_uri": "http://localhost:9000/cb"}
    requests.get(f"{program.http}/~{name}/itsme/oidc/authorize", params=parameters, allow_redirects=False, timeout=20)


def test_any_replica_tells_of_all_and_says_who_was_killed(replicas):
    names = ["one", "two", "three"]
    for program, name in zip(replicas, names):
        wrong_login(program, name)
    addresses = [program.http.removeprefix("http://") for program in replicas]
    for program in replicas:
        report = control(program, "/_eidolon/report").json()
        assert {sandbox["name"] for sandbox in report["sandboxes"]} == set(names)
        assert report["replicas"] == {"answered": 3, "missing": []}
        assert {finding["sandbox"] for finding in control(program, "/_eidolon/findings").json()["findings"]} == set(names)
        listed = control(program, "/_eidolon/sandboxes").json()["sandboxes"]
        assert [sandbox["name"] for sandbox in listed] == sorted(names)
        assert all(sandbox["urls"]["root"].startswith(f"{program.http}/~") for sandbox in listed)
        assert control(program, "/_eidolon/doctor").json()["requests"] == 3
        metrics = control(program, "/metrics").text
        assert all(f'eidolon_replica_up{{replica="{address}"}} 1\n' in metrics for address in addresses)
    victim = replicas[2]
    victim.process.kill()
    victim.process.wait(5)
    for program in replicas[:2]:
        began = time.monotonic()
        for path in ("report", "findings", "doctor", "sandboxes"):
            answer = control(program, f"/_eidolon/{path}").json()
            assert answer["replicas"]["answered"] == 2
            (missing,) = answer["replicas"]["missing"]
            assert missing["address"] == addresses[2] and "refused" in missing["reason"].lower()
        assert time.monotonic() - began < 10
        assert {sandbox["name"] for sandbox in answer["sandboxes"]} == {"one", "two"}
        assert f'eidolon_replica_up{{replica="{addresses[2]}"}} 0\n' in control(program, "/metrics").text
        suites = {suite.get("name"): suite for suite in ElementTree.fromstring(control(program, "/_eidolon/report?format=junit").text)}
        (case,) = suites["replicas"]
        assert case.get("name") == addresses[2] and case.find("failure") is not None
        # By itself, as a scraper of each replica wants it.
        assert "replicas" not in control(program, "/_eidolon/report?of=this").json()


def test_a_replica_that_never_answers_holds_nobody_up(eidolon):
    with listening() as silent, Program(eidolon, "--strict", "--peers", f"127.0.0.1:{silent.getsockname()[1]}") as program:
        began = time.monotonic()
        answer = requests.get(f"{program.http}/_eidolon/report", timeout=20).json()
        assert time.monotonic() - began < 6
        (missing,) = answer["replicas"]["missing"]
        assert "no complete answer within" in missing["reason"]


def test_a_name_stands_for_all_its_addresses_and_one_that_is_unknown_is_missing(eidolon):
    port = free_ports(1)[0]
    with Program(eidolon, "--strict", "--peers", f"localhost:{port}", "--peers", "no-such-replica.invalid:8080") as program:
        with Program(eidolon, "--strict", listen=f"127.0.0.1:{port}") as other:
            requests.put(f"{other.http}/~there/_eidolon/sandbox", json={}, timeout=20).raise_for_status()
            answer = requests.get(f"{program.http}/_eidolon/sandboxes", timeout=20).json()
            assert [sandbox["name"] for sandbox in answer["sandboxes"]] == ["there"]
            (missing,) = answer["replicas"]["missing"]
            assert missing["address"] == "no-such-replica.invalid:8080"
        # Asked again each time.
        answer = requests.get(f"{program.http}/_eidolon/sandboxes", timeout=20).json()
        assert answer["sandboxes"] == [] and len(answer["replicas"]["missing"]) == 2


@pytest.mark.parametrize("options, text", [
    (["--peers", "eidolon-2"], "--peers"),
    (["--peers", "*:8080"], "--peers needs the address and the port of a replica"),
    (["--max-sandboxes", "none"], '--max-sandboxes "none" is not a whole number from 1 to 1000000'),
    (["--max-body", "0"], '--max-body "0" is not a whole number'),
])
def test_what_cannot_be_is_refused_at_the_start(eidolon, options, text):
    done = run(eidolon, "serve", *options)
    assert done.returncode == 2 and text in done.stderr


def test_limits_are_those_of_the_options(eidolon):
    with Program(eidolon, "--strict", "--max-sandboxes", "2", "--max-streams", "1", "--max-body", "2000") as program:
        for number in range(2):
            requests.put(f"{program.http}/~t{number}/_eidolon/sandbox", json={}, timeout=5).raise_for_status()
        refused = requests.put(f"{program.http}/~t3/_eidolon/sandbox", json={}, timeout=5)
        assert refused.status_code == 429 and refused.headers["Retry-After"] == "5"
        assert "There are 2 sandboxes" in refused.json()["detail"]
        requests.delete(f"{program.http}/~t0/_eidolon/sandbox", json={}, timeout=5).raise_for_status()
        requests.put(f"{program.http}/~t3/_eidolon/sandbox", json={}, timeout=5).raise_for_status()
        with requests.get(f"{program.http}/_eidolon/events", stream=True, timeout=5) as stream:
            assert stream.status_code == 200
            second = requests.get(f"{program.http}/_eidolon/events", stream=True, timeout=5)
            assert second.status_code == 429 and "1 streams of events are open" in second.json()["detail"]
        large = requests.post(f"{program.http}/_eidolon/queue", json={"scenario": "x" * 3000}, timeout=5)
        assert large.status_code == 413
