"""--journal: what was answered is on the disk, also when the program is killed; and --control."""

import json
import os
import re
import signal
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import requests

from program import Program, clean_environment


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


def test_a_journal_in_the_file_of_standard_output_and_the_log_leave_each_other_whole(eidolon, tmp_path):
    file = tmp_path / "everything"
    command = [str(eidolon), "serve", "--listen", "127.0.0.1:0", "--log", "json", "--journal", "/dev/stdout"]
    with file.open("w") as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=clean_environment()
        )
        try:
            for _ in range(200):
                if found := re.search(r"http://127\.0\.0\.1:[1-9][0-9]*", file.read_text()):
                    break
                time.sleep(0.05)
            for number in range(50):
                # Each is an entry of the journal and a warning in the log.
                assert requests.get(f"{found.group()}/nothing/{number}", timeout=5).status_code == 404
        finally:
            process.terminate()
            process.wait(10)
    lines = [json.loads(line) for line in file.read_text().splitlines() if line.startswith("{")]
    assert [line["number"] for line in lines if "number" in line] == list(range(1, 51))
    warnings = [line["message"] for line in lines if line.get("level") == "warning"]
    assert [number for number in range(50) if not any(f"/nothing/{number}" in text for text in warnings)] == []
    assert process.returncode == 0


def test_a_renamed_journal_is_begun_anew_at_sighup_and_no_exchange_is_lost(eidolon, tmp_path):
    file, earlier, rotations = tmp_path / "journal.ndjson", [], 5
    with Program(eidolon, "--journal", str(file)) as program:
        # Clients go on meanwhile.
        done = threading.Event()

        def ask() -> int:
            count = 0
            while not done.is_set():
                requests.get(f"{program.http}/itsme/oidc/jwkSet", timeout=5).raise_for_status()
                count += 1
            return count

        with ThreadPoolExecutor(2) as pool:
            clients = [pool.submit(ask) for _ in range(2)]
            for number in range(rotations):
                earlier.append(file.rename(tmp_path / f"journal.{number}"))
                program.process.send_signal(signal.SIGHUP)
                deadline = time.monotonic() + 10
                while not (file.exists() and file.stat().st_size) and time.monotonic() < deadline:
                    time.sleep(0.02)
                assert file.stat().st_mode & 0o077 == 0
            done.set()
            asked = sum(client.result() for client in clients)
    entries = [json.loads(line) for path in [*earlier, file] for line in path.read_text().splitlines()]
    assert [entry["number"] for entry in entries] == list(range(1, asked + 1))
    assert all(path.stat().st_size for path in earlier[1:])


def test_a_journal_that_cannot_be_begun_anew_goes_on_where_it_is(eidolon, tmp_path):
    folder = tmp_path / "logs"
    folder.mkdir()
    file = folder / "journal.ndjson"
    with Program(eidolon, "--journal", str(file)) as program:
        folder.rename(tmp_path / "moved")
        program.process.send_signal(signal.SIGHUP)
        program.wait_for_event(lambda event: "the earlier file is written on" in event["message"])
        requests.get(f"{program.http}/itsme/oidc/jwkSet", timeout=5).raise_for_status()
    assert [json.loads(line)["endpoint"] for line in (tmp_path / "moved" / "journal.ndjson").read_text().splitlines()] == ["jwks"]


def test_long_entries_of_several_sandboxes_are_not_mixed_in_a_pipe(eidolon, tmp_path):
    pipe, lines = tmp_path / "journal", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: lines.extend(pipe.read_text().splitlines()))
    reader.start()
    with Program(eidolon, "--journal", str(pipe)) as program:

        def ask(sandbox: int) -> None:
            requests.put(f"{program.http}/~pipe-{sandbox}/_eidolon/sandbox", json={}, timeout=20).raise_for_status()
            for _ in range(50):
                body = {"grant_type": "authorization_code", "code": "x" * 30_000}
                requests.post(f"{program.http}/~pipe-{sandbox}/itsme/oidc/token", data=body, timeout=20)

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(ask, range(8)))
    reader.join(10)
    entries = [json.loads(line) for line in lines]
    for sandbox in range(8):
        own = [entry["number"] for entry in entries if entry["sandbox"] == f"pipe-{sandbox}" and entry["endpoint"] == "token"]
        assert len(own) == 50 and own == sorted(own)


def test_a_pipe_that_nobody_reads_any_more_holds_nobody_up(eidolon, tmp_path):
    pipe = tmp_path / "journal"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with Program(eidolon, "--journal", str(pipe)) as program:
        for _ in range(300):
            requests.get(f"{program.http}/itsme/oidc/jwkSet", timeout=5).raise_for_status()
        program.wait_for_event(lambda event: "until it can be written, entries are lost" in event["message"])
        assert program.stop() == 0
        program.wait_for_event(lambda event: event["message"].endswith("entries were lost"))
    text = os.read(reader, 1 << 20)
    os.close(reader)
    kept = [json.loads(line)["number"] for line in text.splitlines()[:-1]]
    assert kept == list(range(1, len(kept) + 1)) and len(kept) > 5


def test_the_control_plane_can_have_an_address_of_its_own(eidolon):
    with Program(eidolon, "--control", "127.0.0.1:0", "--control-token", "secret") as program:
        assert requests.get(f"{program.http}/_eidolon/journal", timeout=5).status_code == 404
        assert requests.get(f"{program.http}/_eidolon/health", timeout=5).status_code == 200
        event = program.wait_for_event(lambda event: "the control plane is at" in event["message"])
        address = event["message"].split()[-1].removesuffix("/_eidolon")
        assert requests.get(f"{address}/_eidolon/journal", timeout=5).status_code == 401
        token = {"Authorization": "Bearer secret"}
        assert requests.get(f"{address}/_eidolon/journal", headers=token, timeout=5).status_code == 200
