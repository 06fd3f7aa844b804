"""Hosts whose name asks for a fault of TLS: a client that looks refuses each of them for just that, and nothing arrives."""

from __future__ import annotations

import socket
import ssl

import pytest
import requests
from attack import address
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


def call(program, host: str, context: ssl.SSLContext) -> str:
    """The protocol of a connection to the host on which a request was answered."""
    with socket.create_connection(address(program.https), timeout=10) as plain:
        with context.wrap_socket(plain, server_hostname=host) as secure:
            secure.sendall(f"GET /nowhere HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            assert secure.recv(1000).startswith(b"HTTP/1.1 404 ")
            return secure.version()


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("below", ["localhost", "itsme.localhost", "eidolon"])
def test_a_client_that_looks_refuses(program, authority, fault, below):
    context = ssl.create_default_context(cadata=authority)
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
