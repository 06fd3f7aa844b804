"""Hosts whose name asks for a fault of TLS: a client that looks refuses each of them for just that, and nothing arrives."""

from __future__ import annotations

import json
import socket
import ssl

import pytest
import requests
from attack import CALM, address
from program import Program

FAULTS = {
    "expired": "certificate has expired",
    "other-name": "Hostname mismatch",
    "unknown-authority": "unable to get local issuer certificate",
    "old-protocol": "alert protocol version",
}


@pytest.fixture(scope="module")
def program(eidolon):
    with Program(eidolon, "--tls", "127.0.0.1:0", "--tls-name", "eidolon") as program:
        yield program


@pytest.fixture(scope="module")
def authority(program) -> str:
    return requests.get(f"{program.http}/_eidolon/ca.pem", timeout=10).text


def forget(program) -> None:
    assert requests.delete(f"{program.http}/_eidolon/journal", json={}, timeout=10).ok


def call(program, host: str, context: ssl.SSLContext, path: str = "/nowhere", expected: int = 404) -> str:
    """The protocol of a connection to the host on which a request was answered."""
    with socket.create_connection(address(program.https), timeout=10) as plain:
        with context.wrap_socket(plain, server_hostname=host) as secure:
            secure.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            assert secure.recv(1000).startswith(b"HTTP/1.1 %d " % expected)
            return secure.version()


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("below", ["localhost", "itsme.localhost", "eidolon"])
def test_a_client_that_looks_refuses(program, authority, fault, below):
    context = ssl.create_default_context(cadata=authority)
    # The default of Python's own builds; Debian's leaves it to the machine.
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    with pytest.raises(ssl.SSLError, match=FAULTS[fault]):
        call(program, f"{fault}.{below}", context)
    assert requests.get(f"{program.http}/_eidolon/journal", timeout=10).json()["entries"] == []
    # The same client, the same authority, no fault.
    assert call(program, f"sound.{below}", context) == "TLSv1.3"
    forget(program)


@pytest.mark.parametrize("fault", ["expired", "other-name", "unknown-authority"])
def test_a_client_that_does_not_look_arrives(program, fault):
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    assert call(program, f"{fault}.localhost", context) == "TLSv1.3"
    forget(program)


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion")
def test_a_client_that_takes_old_protocols_arrives(program, authority):
    context = ssl.create_default_context(cadata=authority)
    context.minimum_version = ssl.TLSVersion.TLSv1
    context.set_ciphers("ALL:@SECLEVEL=0")
    assert call(program, "old-protocol.localhost", context) == "TLSv1.1"
    assert call(program, "sound.localhost", context) == "TLSv1.3"
    forget(program)


def careless(fault: str) -> ssl.SSLContext:
    """A client that takes what it must refuse."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    if fault == "old-protocol":
        context.minimum_version = ssl.TLSVersion.TLSv1
        context.set_ciphers("ALL:@SECLEVEL=0")
    return context


SEEN = {
    "expired": "its certificate expired yesterday",
    "other-name": "its certificate is for another host",
    "unknown-authority": "it is signed by an unknown authority",
    "old-protocol": "it offers nothing newer than TLS 1.1",
}


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion")
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("provider", ["itsme", "criipto"])
def test_a_client_that_arrives_is_told_so_in_journal_findings_log_and_report(eidolon, fault, provider):
    discovery = {"itsme": CALM, "criipto": "/criipto/.well-known/openid-configuration"}[provider]
    rule = f"{provider}.server-not-checked"
    with Program(eidolon, "--tls", "127.0.0.1:0") as program:
        get = requests.Session().get
        call(program, f"{fault}.localhost", careless(fault), discovery, 200)
        # The same client at a sound host does nothing wrong.
        call(program, "sound.localhost", careless(fault), discovery, 200)
        entries = get(f"{program.http}/_eidolon/journal", timeout=10).json()["entries"]
        assert [rule in entry["findings"] for entry in entries] == [True, False]
        (finding,) = get(f"{program.http}/_eidolon/findings?rule={rule}", timeout=10).json()["findings"]
        assert finding["severity"] == "error" and SEEN[fault] in json.dumps(finding)
        assert "verify the server" in json.dumps(finding) and "eidolon help deployment" in json.dumps(finding)
        report = get(f"{program.http}/_eidolon/report?format=junit", timeout=10).text
        assert rule in report and SEEN[fault] in report
        event = program.wait_for_finding(rule)
        assert event["level"] == "error" and SEEN[fault] in event["message"]


def test_who_refuses_the_faults_has_kept_no_rule_that_was_not_put_to_it(eidolon):
    with Program(eidolon) as program:
        assert requests.get(program.http + CALM, timeout=10).ok
        assert "server-not-checked" not in requests.get(f"{program.http}/_eidolon/report", timeout=10).text
