"""--journal: what was answered is on the disk, also when the program is killed; and --control."""

import json
import signal

import requests

from program import Program


def test_a_killed_program_loses_no_exchange_that_was_answered(eidolon, tmp_path):
    file = tmp_path / "journal.ndjson"
    with Program(eidolon, "--journal", str(file)) as program:
        for _ in range(20):
            requests.get(f"{program.http}/itsme/oidc/jwkSet", timeout=5).raise_for_status()
        program.process.send_signal(signal.SIGKILL)
        program.process.wait(5)
    entries = [json.loads(line) for line in file.read_text().splitlines()]
    assert [entry["number"] for entry in entries] == list(range(1, 21))
    assert {entry["endpoint"] for entry in entries} == {"jwks"}
    assert file.stat().st_mode & 0o077 == 0


def test_the_control_plane_can_have_an_address_of_its_own(eidolon):
    with Program(eidolon, "--control", "127.0.0.1:0", "--control-token", "secret") as program:
        assert requests.get(f"{program.http}/_eidolon/journal", timeout=5).status_code == 404
        assert requests.get(f"{program.http}/_eidolon/health", timeout=5).status_code == 200
        event = program.wait_for_event(lambda event: "the control plane is at" in event["message"])
        address = event["message"].split()[-1].removesuffix("/_eidolon")
        assert requests.get(f"{address}/_eidolon/journal", timeout=5).status_code == 401
        token = {"Authorization": "Bearer secret"}
        assert requests.get(f"{address}/_eidolon/journal", headers=token, timeout=5).status_code == 200
