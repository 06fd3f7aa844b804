"""The program as a process: start, signals, addresses, certificates, proxies (design.md)."""

import os
import re
import signal
import socket
import ssl
import subprocess
import threading
import time
from pathlib import Path

import pytest
import requests

from conftest import CALLBACK
from program import Program, clean_environment, run
from relying_party import parameters_of


def authorize(base: str, **more) -> requests.Response:
    parameters = {
        "client_id": "EIDOLON_TEST",
        "response_type": "code",
        "scope": "openid service:EIDOLON_LOGIN",
        "redirect_uri": "http://localhost:9000/cb",
        "state": "s",
        "nonce": "n",
    }
    return requests.get(f"{base}/itsme/oidc/authorize", params=parameters | more, allow_redirects=False, timeout=20)


def test_it_says_where_it_is_and_what_to_try(eidolon):
    with Program(eidolon) as program:
        text = "\n".join(line for line in program.lines if not line.startswith("{"))
        assert program.http in text
        assert f"{program.http}/itsme/oidc/.well-known/openid-configuration" in text
        assert "curl" in text and "not strict" in text


def test_its_threads_share_an_arena_for_each_core(eidolon):
    """What is freed in one arena cannot be used in another, so memory grows with their number."""
    with Program(eidolon) as program:
        assert authorize(program.http).status_code == 302
        maps = Path(f"/proc/{program.process.pid}/maps").read_text()
        mapped = re.findall(r"^([0-9a-f]+)-[0-9a-f]+ rw-p 00000000 00:00 0 *$", maps, re.MULTILINE)
        # glibc's heaps beside the first arena begin at a multiple of their greatest size, 64 MB.
        heaps = [start for start in mapped if int(start, 16) % (64 << 20) == 0]
        assert len(heaps) < max(len(os.sched_getaffinity(0)), 2), maps


@pytest.mark.alone
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_stops_at_once_when_idle(eidolon, number):
    with Program(eidolon) as program:
        requests.get(f"{program.http}/_eidolon/health", timeout=5).raise_for_status()
        before = time.monotonic()
        assert program.stop(number) == 0
        assert time.monotonic() - before < 1


@pytest.mark.alone
def test_idle_connections_do_not_keep_it(eidolon):
    with Program(eidolon) as program:
        host, port = program.http.removeprefix("http://").split(":")
        idle = [socket.create_connection((host, int(port))) for _ in range(20)]
        requests.get(f"{program.http}/_eidolon/health", timeout=5).raise_for_status()
        before = time.monotonic()
        assert program.stop() == 0
        assert time.monotonic() - before < 1
        for connection in idle:
            connection.close()


def test_what_is_in_flight_is_finished_first(eidolon):
    with Program(eidolon) as program:
        found: list[requests.Response] = []
        held = threading.Thread(
            target=lambda: found.append(authorize(program.http, eidolon_scenario="approve-after-delay"))
        )
        held.start()
        time.sleep(0.5)
        assert program.stop() == 0
        held.join(5)
        assert "code" in parameters_of(found[0].headers["Location"])


@pytest.mark.alone
def test_a_second_signal_does_not_wait(eidolon):
    with Program(eidolon) as program:
        held = threading.Thread(target=lambda: pytest.raises(Exception, authorize, program.http, eidolon_scenario="approve-after-delay"))
        held.start()
        time.sleep(0.3)
        program.process.send_signal(signal.SIGTERM)
        time.sleep(0.2)
        before = time.monotonic()
        assert program.stop() == 0
        assert time.monotonic() - before < 1.5
        held.join(5)


def test_a_port_that_is_taken_is_said(eidolon):
    with Program(eidolon) as program:
        address = program.http.removeprefix("http://")
        second = run(eidolon, "serve", "--listen", address, timeout=10)
        assert second.returncode == 1
        assert address in second.stderr + second.stdout


@pytest.mark.parametrize("option", ["--lisen", "--strickt", "--seed=x", "--log=xml", "--listen=nowhere"])
def test_wrong_options_are_said(eidolon, option):
    ended = run(eidolon, "serve", option, timeout=10)
    assert ended.returncode in (2, 64)
    assert ended.stderr
    if option == "--lisen":
        assert "--listen" in ended.stderr


def test_settings_come_from_the_environment_too(eidolon):
    environment = clean_environment(EIDOLON_LISTEN="127.0.0.1:0,[::1]:0", EIDOLON_STRICT="true")
    with Program(eidolon, listen="", environment=environment) as program:
        base = program._wait_for_address("http")
        program.wait_until_ready(base) if hasattr(program, "wait_until_ready") else None
        assert authorize(base, client_id="NEWCOMER").status_code == 400
        assert "strict" in program.text


def test_a_client_can_be_added_without_a_file(eidolon):
    with Program(eidolon, "--strict", "--client", "itsme:MINE,redirect=https://mine.example.test/cb") as program:
        response = authorize(program.http, client_id="MINE", redirect_uri="https://mine.example.test/cb")
        assert "code" in parameters_of(response.headers["Location"])


def test_a_seed_repeats_identifiers(eidolon):
    def codes() -> list[str]:
        with Program(eidolon, "--seed", "7") as program:
            return [parameters_of(authorize(program.http).headers["Location"])["code"] for _ in range(3)]

    first = codes()
    assert first == codes() and len(set(first)) == 3


def test_without_a_seed_they_differ(eidolon):
    def code() -> str:
        with Program(eidolon) as program:
            return parameters_of(authorize(program.http).headers["Location"])["code"]

    assert code() != code()


def test_a_trusted_proxys_forwarding_counts(eidolon):
    with Program(eidolon, "--trust-proxy", "127.0.0.0/8") as program:
        headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "id.example.test", "X-Forwarded-Prefix": "/eid"}
        found = requests.get(
            f"{program.http}/itsme/oidc/.well-known/openid-configuration", headers=headers, timeout=5
        ).json()
        assert found["issuer"] == "https://id.example.test/eid/itsme/oidc"


def test_public_url_is_for_browsers_only(eidolon):
    with Program(eidolon, "--public-url", "http://login.example.test:8080") as program:
        found = requests.get(f"{program.http}/itsme/oidc/.well-known/openid-configuration", timeout=5).json()
        assert found["issuer"] == "http://login.example.test:8080/itsme/oidc"
        assert found["authorization_endpoint"].startswith("http://login.example.test:8080/")
        assert found["token_endpoint"] == f"{program.http}/itsme/oidc/token"
        assert found["jwks_uri"] == f"{program.http}/itsme/oidc/jwkSet"


def test_fresh_keys_differ_from_the_test_keys(eidolon):
    def modulus(*options: str) -> str:
        with Program(eidolon, *options) as program:
            return requests.get(f"{program.http}/itsme/oidc/jwkSet", timeout=10).json()["keys"][0]["n"]

    assert len({modulus(), modulus("--keys", "fresh"), modulus("--keys", "fresh")}) == 3


def test_keys_in_a_folder_stay(eidolon, tmp_path):
    folder = tmp_path / "keys"
    found = []
    for _ in range(2):
        with Program(eidolon, "--keys", str(folder), "--tls", "127.0.0.1:0") as program:
            key = requests.get(f"{program.http}/itsme/oidc/jwkSet", timeout=10).json()["keys"][0]["n"]
            found.append((key, requests.get(f"{program.http}/_eidolon/ca.pem", timeout=10).text))
    assert found[0] == found[1]
    assert all(os.stat(folder / name).st_mode & 0o077 == 0 for name in os.listdir(folder))


# Health


def test_health_and_ready(server):
    for name in ("health", "ready"):
        response = requests.get(f"{server.http}/_eidolon/{name}", timeout=5)
        assert response.status_code == 200


def test_health_command(eidolon, server):
    well = run(eidolon, "health", "--url", server.http)
    assert well.returncode == 0, well.stderr
    ill = run(eidolon, "health", "--url", "http://127.0.0.1:9")
    assert ill.returncode == 1


def test_health_command_finds_the_server_by_its_environment(eidolon, server):
    port = server.http.rsplit(":", 1)[1]
    well = run(eidolon, "health", environment=clean_environment(EIDOLON_LISTEN=f"0.0.0.0:{port}"))
    assert well.returncode == 0, well.stderr


def test_control_is_refused_under_a_foreign_host(server):
    response = requests.get(f"{server.http}/_eidolon/health", headers={"Host": "evil.example.com"}, timeout=5)
    assert response.status_code == 421


# TLS


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_tls_versions(server, authority, version):
    context = ssl.create_default_context(cafile=authority)
    context.minimum_version = context.maximum_version = version
    host, port = server.https.removeprefix("https://").split(":")
    with socket.create_connection((host, int(port)), timeout=5) as plain:
        with context.wrap_socket(plain, server_hostname="localhost") as secure:
            secure.sendall(b"GET /_eidolon/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert secure.recv(12) == b"HTTP/1.1 200"


def test_old_tls_is_refused(server):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.minimum_version = ssl.TLSVersion.TLSv1
    context.maximum_version = ssl.TLSVersion.TLSv1_1
    context.set_ciphers("ALL:@SECLEVEL=0")
    host, port = server.https.removeprefix("https://").split(":")
    with socket.create_connection((host, int(port)), timeout=5) as plain, pytest.raises((ssl.SSLError, OSError)):
        context.wrap_socket(plain, server_hostname="localhost")


@pytest.mark.parametrize("name", ["localhost", "itsme.localhost", "host.docker.internal"])
def test_the_certificate_is_for_the_usual_names(server, authority, name):
    context = ssl.create_default_context(cafile=authority)
    host, port = server.https.removeprefix("https://").split(":")
    with socket.create_connection((host, int(port)), timeout=5) as plain:
        context.wrap_socket(plain, server_hostname=name).close()


def test_own_certificate(eidolon, tmp_path):
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=mine.example.test",
         "-addext", "subjectAltName=DNS:mine.example.test,IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True, timeout=30,
    )  # fmt: skip
    options = ["--tls", "127.0.0.1:0", "--tls-cert", str(certificate), "--tls-key", str(key)]
    with Program(eidolon, *options) as program:
        response = requests.get(f"{program.https}/_eidolon/health", verify=str(certificate), timeout=5)
        assert response.status_code == 200


# What no client library sends


def talk(server, data: bytes) -> bytes:
    host, port = server.http.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=5) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
        return answer


def test_pipelined_requests_are_answered_in_order(server):
    one = b"GET /_eidolon/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    two = b"GET /nothing-here HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    answer = talk(server, one + two)
    assert answer.count(b"HTTP/1.1 ") == 2
    assert answer.index(b"HTTP/1.1 200") < answer.index(b"HTTP/1.1 404")


@pytest.mark.parametrize(
    ("request_text", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", b"400"),
        (b"GET / HTTP/2.0\r\nHost: x\r\n\r\n", b"505"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", b"400"),
        (b"GET / HTTP/1.1\r\nHost : x\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n", b"400"),
        (b"GET /" + b"a" * 33_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", b"414"),
        (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 200 + b"\r\n", b"431"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n", b"413"),
    ],
)
def test_bad_messages_get_their_status(server, request_text, status):
    answer = talk(server, request_text)
    assert answer.startswith(b"HTTP/1.1 " + status), answer[:200]
    assert CALLBACK.encode() not in answer
