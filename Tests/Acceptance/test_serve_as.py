"""`--serve-as`: a client whose host is fixed, and a hosts entry that leads it to the emulator."""

import base64
import json
import socket
import time

import pytest
import requests

from program import Program

HOST = "bws.bioid.com"


class FixedClient:
    """A client of BioID's web service as one ships: its address cannot be set."""

    api = f"https://{HOST}/extension"

    def __init__(self, authority: str):
        self.session = requests.Session()
        # An environment that names other authorities would outrank `verify`.
        self.session.trust_env = False
        self.session.auth, self.session.verify = ("demo-app", "demo-secret"), authority

    def token(self) -> str:
        answer = self.session.get(f"{self.api}/token", params={"id": "demo-app", "bcid": "bws.12.4711"}, timeout=10)
        answer.raise_for_status()
        return answer.text


@pytest.fixture
def program(eidolon):
    with Program(eidolon, "--tls", "127.0.0.1:0", "--serve-as", HOST) as program:
        yield program


@pytest.fixture
def authority(program, tmp_path) -> str:
    file = tmp_path / "ca.pem"
    file.write_bytes(requests.get(f"{program.http}/_eidolon/ca.pem", timeout=10).content)
    return str(file)


@pytest.fixture
def hosts_entry(program, monkeypatch):
    """What `127.0.0.1 bws.bioid.com` in /etc/hosts does; the port alone is another one than 443."""
    look_up, port = socket.getaddrinfo, int(program.https.rsplit(":", 1)[1])

    def resolve(host, wanted, *rest, **options):
        return look_up("127.0.0.1", port, *rest, **options) if host == HOST else look_up(host, wanted, *rest, **options)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)


def test_a_client_with_a_fixed_host_gets_its_token(hosts_entry, authority):
    claims = FixedClient(authority).token().split(".")[1]
    decoded = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    assert decoded["app"] == "demo-app"


@pytest.mark.parametrize("path", ["/", "/phone", "/demo", "/_eidolon/health", "/_eidolon/journal"])
def test_neither_pages_nor_the_control_plane_are_served_under_it(hosts_entry, authority, path):
    answer = FixedClient(authority).session.get(f"https://{HOST}{path}", timeout=10)
    assert answer.status_code == 421


def test_it_is_said_loudly_at_the_start(program):
    end = time.monotonic() + 5
    while not any("--serve-as: the emulator passes" in line for line in program.lines):
        assert time.monotonic() < end, program.lines
        time.sleep(0.05)
    text = "\n".join(program.lines)
    assert f"WARNING: the emulator passes for {HOST} (--serve-as)." in text


def test_without_it_the_name_is_refused_with_the_option_to_give(server):
    answer = requests.get(f"{server.http}/extension/status", headers={"Host": HOST}, timeout=5)
    assert answer.status_code == 421
    assert f"--serve-as {HOST}" in answer.text


def test_a_proxy_that_rewrites_the_host_needs_no_option(server):
    answer = requests.get(
        f"{server.http}/extension/token",
        params={"id": "demo-app", "bcid": "bws.12.4711"},
        auth=("demo-app", "demo-secret"),
        headers={"Host": "bioid.localhost"},
        timeout=5,
    )
    assert answer.status_code == 200 and answer.text.count(".") == 2
