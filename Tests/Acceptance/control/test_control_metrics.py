"""Metrics by the parser of Prometheus' own client library, and the journal as an archive that another library reads."""

import base64
import os
import time
from pathlib import Path

import requests
from haralyzer import HarParser
from prometheus_client.parser import text_string_to_metric_families

from program import Program

DISCOVERY = "/itsme/oidc/.well-known/openid-configuration"


def families(program: Program) -> dict:
    answer = requests.get(f"{program.http}/metrics", timeout=5)
    assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    found = {family.name: family for family in text_string_to_metric_families(answer.text)}
    for name, family in found.items():
        assert family.documentation and family.type in ("counter", "gauge"), name
        labels = [tuple(sorted(sample.labels.items())) for sample in family.samples]
        assert len(labels) == len(set(labels)), name
    return found


def value(families: dict, name: str, **labels: str) -> float:
    family = families[name.removesuffix("_total")]
    return sum(s.value for s in family.samples if labels.items() <= s.labels.items())


def test_metrics_are_read_by_prometheus_parser(eidolon):
    before = time.time()
    with Program(eidolon, "--tls", "127.0.0.1:0") as program, requests.Session() as session:
        requests.post(f"{program.http}/_eidolon/sandboxes", json={"name": "t1"}, timeout=5).raise_for_status()
        for _ in range(5):
            assert session.get(f"{program.http}/~t1{DISCOVERY}", timeout=5).status_code == 200
        assert session.get(f"{program.http}/nowhere", timeout=5).status_code == 404
        refused = session.get(f"{program.http}/itsme/oidc/authorize", timeout=5)
        seen = families(program)
        assert value(seen, "eidolon_requests_total", provider="itsme", endpoint="discovery", status="200") == 5
        assert value(seen, "eidolon_requests_total", provider="none", status="404") == 1
        assert value(seen, "eidolon_requests_total", endpoint="authorize", status=str(refused.status_code)) == 1
        assert value(seen, "eidolon_sandboxes") == 1
        assert value(seen, "eidolon_connections") >= 1
        assert value(seen, "eidolon_journal_entries") == 7
        # What the kernel says, against what it says to us.
        pid = program.process.pid
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")
        assert 0.5 < value(seen, "process_resident_memory_bytes") / pages < 2
        assert abs(value(seen, "process_start_time_seconds") - before) < 5
        assert 0 < value(seen, "process_cpu_seconds_total") < 60
        descriptors = len(os.listdir(f"/proc/{pid}/fd"))
        assert abs(value(seen, "process_open_fds") - descriptors) <= 2
        assert value(seen, "process_max_fds") >= descriptors


def test_counters_only_rise(eidolon):
    with Program(eidolon) as program:
        first = families(program)
        requests.post(f"{program.http}/_eidolon/reset", json={}, timeout=5).raise_for_status()
        second = families(program)
        for name, family in first.items():
            if family.type == "counter":
                for sample in family.samples:
                    assert value(second, sample.name, **sample.labels) >= sample.value, name


def test_the_journal_is_an_archive_that_haralyzer_reads(eidolon):
    with Program(eidolon) as program:
        form = {"grant_type": "authorization_code", "code": "ä b"}
        requests.post(f"{program.http}/itsme/oidc/token", data=form, timeout=5)
        binary = bytes(range(256))
        requests.post(
            f"{program.http}/itsme/oidc/token",
            data=binary,
            headers={"Content-Type": "application/octet-stream"},
            timeout=5,
        )
        requests.get(f"{program.http}{DISCOVERY}?a=1&a=2", timeout=5, cookies={"c": "d"})
        archive = requests.get(f"{program.http}/_eidolon/journal?format=har", timeout=5).json()
        parser = HarParser(archive)
        assert (parser.version, parser.creator) == ("1.2", {"name": "Eidolon", "version": "0.1.0"})
        entries = archive["log"]["entries"]
        for entry in entries:
            assert set(entry) >= {"startedDateTime", "time", "request", "response", "cache", "timings"}
            assert set(entry["request"]) >= {
                *("method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize")
            }
            assert set(entry["response"]) >= {
                *("status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL"),
                *("headersSize", "bodySize"),
            }
            assert entry["time"] == sum(t for t in entry["timings"].values() if t >= 0)
        pages = HarParser(archive).har_data["entries"]
        assert [entry["request"]["method"] for entry in pages] == ["POST", "POST", "GET"]
        assert entries[0]["request"]["postData"]["text"] == "grant_type=authorization_code&code=%C3%A4+b"
        assert base64.b64decode(entries[1]["request"]["postData"]["text"]) == binary
        assert entries[2]["request"]["url"] == f"{program.http}{DISCOVERY}?a=1&a=2"
        assert [q["value"] for q in entries[2]["request"]["queryString"]] == ["1", "2"]
        assert entries[2]["request"]["cookies"] == [{"name": "c", "value": "d"}]
        only = requests.get(f"{program.http}/_eidolon/journal?format=har&endpoint=discovery", timeout=5).json()
        assert len(only["log"]["entries"]) == 1
