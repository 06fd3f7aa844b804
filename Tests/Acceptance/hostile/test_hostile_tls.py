"""What https refuses: old protocols, renegotiation, early data, compression; and what sslscan says of it."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
from xml.etree import ElementTree

import pytest
from attack import CALM, Watched, address
from program import Program


@pytest.fixture(scope="module")
def program(eidolon):
    with Program(eidolon, "--tls", "127.0.0.1:0") as program:
        yield program


def client(program, *options: str, stdin: bytes = b"") -> str:
    """What openssl s_client prints."""
    host, port = address(program.https)
    done = subprocess.run(
        ["openssl", "s_client", "-connect", f"{host}:{port}", "-servername", "localhost", *options],
        input=stdin,
        capture_output=True,
        timeout=20,
    )
    return (done.stdout + done.stderr).decode(errors="replace")


def test_a_client_cannot_renegotiate(program):
    # An R alone on a line asks s_client to renegotiate.
    told = client(program, "-tls1_2", stdin=b"R\n")
    assert "RENEGOTIATING" in told
    assert "no renegotiation" in told or "unexpected message" in told or "handshake failure" in told, told[-600:]


def test_early_data_is_not_taken(program, tmp_path):
    session, early = tmp_path / "session", tmp_path / "early"
    request = f"GET {CALM} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
    early.write_bytes(request)
    first = client(program, "-tls1_3", "-ign_eof", "-sess_out", str(session), stdin=request)
    assert "200 OK" in first
    assert session.exists(), "there is no session to resume"
    assert "Max Early Data: 0" in first, first[-800:]
    again = client(program, "-tls1_3", "-sess_in", str(session), "-early_data", str(early))
    assert "Early data was accepted" not in again


@pytest.mark.parametrize("version", ["-tls1", "-tls1_1"])
def test_an_old_protocol_is_refused(program, version):
    told = client(program, version, "-cipher", "ALL:@SECLEVEL=0")
    assert "Cipher is (NONE)" in told or "Cipher    : 0000" in told, told[-600:]


def test_broken_handshakes_leave_nothing(program):
    hello = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
    with Watched(program).bounded(memory=32 << 20):
        further = (b"\x16\x03\x01\xff\xff" + b"\1" * 70000, b"\x80\x2e\x01\x00\x02", b"\x15\x03\x01\x00\x02\x02\x28")
        for wire in (b"\0" * 5000, hello, hello + b"\xff" * 600, *further):
            for _ in range(20):
                with socket.create_connection(address(program.https), timeout=10) as connection:
                    connection.sendall(wire)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(address(program.https), timeout=10) as plain:
        with context.wrap_socket(plain, server_hostname="localhost") as secure:
            assert secure.version() == "TLSv1.3"
            assert secure.compression() is None


@pytest.mark.skipif(not shutil.which("sslscan"), reason="sslscan is not installed")
def test_sslscan_finds_nothing(program):
    host, port = address(program.https)
    done = subprocess.run(
        ["sslscan", "--xml=-", "--no-colour", "--sni-name=localhost", f"{host}:{port}"], capture_output=True, timeout=50
    )
    found = ElementTree.fromstring(done.stdout).find("ssltest")
    enabled = {f"{entry.get('type')}{entry.get('version')}" for entry in found.findall("protocol") if entry.get("enabled") == "1"}
    assert enabled == {"tls1.2", "tls1.3"}
    assert [entry.get("vulnerable") for entry in found.findall("heartbleed")].count("1") == 0
    # sslscan leaves it out when its own OpenSSL has none; the handshake above looks too.
    assert found.find("compression") is None or found.find("compression").get("supported") == "0"
    assert found.find("renegotiation").get("secure") == "1" or found.find("renegotiation").get("supported") == "0"
    ciphers = found.findall("cipher")
    assert ciphers
    for cipher in ciphers:
        assert int(cipher.get("bits")) >= 128 and cipher.get("strength") in ("strong", "acceptable"), ElementTree.tostring(cipher)
    for group in found.findall("group"):
        assert int(group.get("bits")) >= 112, ElementTree.tostring(group)
    certificate = found.find("certificates/certificate")
    assert "sha256" in certificate.find("signature-algorithm").text.lower()
    assert certificate.find("expired").text == "false"
