"""Friends that are known by a TLS client certificate, made by the test: requests, and OpenSSL's own client."""

import json
import subprocess
import urllib.parse
from pathlib import Path

import pytest
import requests

from program import Program
from veridium_parties import BASE, Friend, FriendError, make_certificate


@pytest.fixture(scope="module")
def friends(tmp_path_factory):
    folder = tmp_path_factory.mktemp("friends")
    return {name: make_certificate(folder, name) for name in ("known", "stranger")}


@pytest.fixture(scope="module", params=["fingerprint", "PEM"])
def server(eidolon, friends, tmp_path_factory, request):
    """A strict emulator whose world knows one certificate."""
    pem, _, fingerprint = friends["known"]
    given = fingerprint if request.param == "fingerprint" else Path(pem).read_text()
    folder = tmp_path_factory.mktemp("world")
    world = {"clients": {"veridium": {"tls-friend": {"certificate": given, "member": "GENERIC"}}}}
    (folder / "world.json").write_text(json.dumps(world))
    with Program(eidolon, "--strict", "--scenarios", str(folder), "--tls", "127.0.0.1:0") as program:
        answer = requests.get(f"{program.http}/_eidolon/ca.pem", timeout=10)
        authority = tmp_path_factory.mktemp("authority") / "ca.pem"
        authority.write_text(answer.text)
        program.authority = str(authority)
        program.secure = program.https.replace("127.0.0.1", "localhost")
        yield program


def friend(server, certificate=None, **more) -> Friend:
    return Friend(server.secure, subject=None, cert=certificate and certificate[:2], verify=server.authority, **more)


def test_a_registered_certificate_is_let_in_without_a_finding(server, friends):
    caller = friend(server, friends["known"])
    session = caller.begin()
    assert caller.status(session)["status"] == "CREATED"
    assert caller.findings == ""
    shown = requests.get(f"{server.http}/_eidolon/transactions/{session}", timeout=10).json()
    assert shown["client"] == "tls-friend"


@pytest.mark.parametrize("name", [None, "stranger"])
def test_no_certificate_and_an_unknown_one_are_403_with_1001(server, friends, name):
    with pytest.raises(FriendError) as refused:
        friend(server, friends[name] if name else None).begin()
    assert (refused.value.status, refused.value.code) == (403, 1001)
    kind = "unknown" if name else "missing"
    assert refused.value.finding == f"veridium.friend-certificate-{kind}"


def test_a_session_is_not_told_to_another_friend(server, friends):
    session = friend(server, friends["known"]).begin()
    other = Friend(server.secure, subject="CN=demo-friend", verify=server.authority)
    with pytest.raises(FriendError) as refused:
        other.status(session)
    assert (refused.value.status, refused.value.code) == (404, 1005)


def test_the_certificate_counts_before_a_header_that_anybody_can_send(server, friends):
    caller = friend(server, friends["stranger"])
    caller.http.headers["X-Friend-Cert-Subject"] = "CN=demo-friend"
    with pytest.raises(FriendError) as refused:
        caller.begin()
    assert refused.value.status == 403


def test_a_kept_connection_is_known_by_its_certificate_on_every_call(server, friends):
    caller = friend(server, friends["known"])
    for _ in range(5):
        assert caller.status(caller.begin())["status"] == "CREATED"


@pytest.mark.parametrize("version", ["-tls1_2", "-tls1_3"])
def test_both_versions_of_tls_carry_the_certificate(server, friends, version):
    pem, key, _ = friends["known"]
    address = urllib.parse.urlsplit(server.https).netloc
    body = b'{"memberExternalId":"GENERIC","profileExternalId":"anna"}'
    request = (
        f"POST /{BASE}/AuthenticationRequest HTTP/1.1\r\nHost: localhost\r\n"
        "Content-Type: application/vnd.veridiumid.authenticationrequest-v1+json\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    ).encode() + body
    client = subprocess.run(
        ["openssl", "s_client", "-connect", address, "-servername", "localhost", "-cert", pem, "-key", key,
         "-CAfile", server.authority, "-quiet", "-ign_eof", version],
        input=request,
        capture_output=True,
        timeout=20,
    )
    assert b"HTTP/1.1 200" in client.stdout and b"sessionId" in client.stdout, client.stdout + client.stderr


def handshake(address: str, name: str) -> str:
    """What OpenSSL's client says of a handshake under a server name, without a certificate."""
    client = subprocess.run(
        ["openssl", "s_client", "-connect", address, "-servername", name, "-tls1_2"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=20,
    )
    return client.stdout


def test_only_the_provider_s_host_asks_for_certificates_until_one_is_registered(eidolon):
    with Program(eidolon, "--tls", "127.0.0.1:0") as program:
        address = urllib.parse.urlsplit(program.https).netloc
        assert "Client Certificate Types" in handshake(address, "veridium.localhost")
        assert "Client Certificate Types" not in handshake(address, "localhost")


def test_every_host_asks_once_a_certificate_is_registered(server):
    address = urllib.parse.urlsplit(server.https).netloc
    for name in ("veridium.localhost", "localhost"):
        assert "Client Certificate Types" in handshake(address, name)
