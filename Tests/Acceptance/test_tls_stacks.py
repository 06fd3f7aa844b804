"""The certificates of https, as four TLS stacks judge them: OpenSSL, GnuTLS, BoringSSL and rustls."""

import ipaddress
import socket
import ssl
import subprocess

import pytest
import requests
from curl_cffi import CurlOpt
from curl_cffi import requests as curl
from curl_cffi.const import CurlSslVersion
from pyreqwest.client import SyncClientBuilder

SANDBOX = "stacks"
HOSTS = ["localhost", "itsme.localhost", "itsme", f"{SANDBOX}--itsme.localhost", "127.0.0.1"]
VERSIONS = ["1.2", "1.3"]
PATH = "/_eidolon/health"


def is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def openssl(host: str, port: int, authority: str, version: str) -> int:
    context = ssl.create_default_context(cafile=authority)
    context.minimum_version = context.maximum_version = getattr(ssl.TLSVersion, f"TLSv{version.replace('.', '_')}")
    with socket.create_connection(("127.0.0.1", port), timeout=10) as plain:
        with context.wrap_socket(plain, server_hostname=host) as secure:
            assert secure.version() == f"TLSv{version}"
            secure.sendall(f"GET {PATH} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
            return int(secure.recv(4096).split()[1])


def gnutls(host: str, port: int, authority: str, version: str) -> int:
    name = ["--disable-sni"] if is_address(host) else ["--sni-hostname", host]
    options = ["--x509cafile", authority, "--verify-hostname", host, "--port", str(port)]
    priority = f"NORMAL:-VERS-ALL:+VERS-TLS{version}"
    request = f"GET {PATH} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n"
    done = subprocess.run(
        ["gnutls-cli", *name, *options, "--priority", priority, "127.0.0.1"],
        input=request,
        capture_output=True,
        text=True,
        timeout=20,
    )
    assert "The certificate is trusted" in done.stdout, done.stdout + done.stderr
    assert f"(TLS{version}-X.509)" in done.stdout
    return int(done.stdout.split("HTTP/1.1 ")[1][:3])


def boringssl(host: str, port: int, authority: str, version: str) -> int:
    number = {"1.2": CurlSslVersion.TLSv1_2, "1.3": CurlSslVersion.TLSv1_3}[version]
    options = {CurlOpt.SSLVERSION: number | number << 16, CurlOpt.RESOLVE: [f"{host}:{port}:127.0.0.1"]}
    with curl.Session(verify=authority, curl_options=options) as session:
        return session.get(f"https://{host}:{port}{PATH}", timeout=10).status_code


def rustls(host: str, port: int, authority: str, version: str) -> int:
    with open(authority, "rb") as file:
        builder = SyncClientBuilder().add_root_certificate_pem(file.read()).no_proxy()
    builder = builder.min_tls_version(f"TLSv{version}").max_tls_version(f"TLSv{version}")
    if not is_address(host):
        builder = builder.resolve(host, "127.0.0.1", port)
    with builder.build() as client:
        return client.get(f"https://{host}:{port}{PATH}").build().send().status


@pytest.fixture(scope="module")
def port(server) -> int:
    made = requests.post(f"{server.http}/_eidolon/sandboxes", json={"name": SANDBOX}, timeout=10)
    assert made.status_code == 201, made.text
    yield int(server.https.rsplit(":", 1)[1])
    requests.delete(f"{server.http}/_eidolon/sandboxes/{SANDBOX}", json={}, timeout=10)


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("ask", [openssl, gnutls, boringssl, rustls], ids=lambda ask: ask.__name__)
def test_every_stack_takes_the_certificate_of_every_host(port, authority, ask, version, host):
    assert ask(host, port, authority, version) == 200


@pytest.mark.parametrize("ask", [openssl, gnutls, boringssl, rustls], ids=lambda ask: ask.__name__)
def test_no_stack_takes_it_for_another_host(port, authority, ask):
    with pytest.raises(Exception) as refusal:
        ask("login.example.test", port, authority, "1.3")
    assert "HTTP/1.1 200" not in str(refusal.value)


def test_the_authority_is_constrained_to_names_and_has_no_lone_wildcard(server, authority):
    shown = subprocess.run(["openssl", "x509", "-in", authority, "-noout", "-text"], capture_output=True, text=True, timeout=10)
    assert "X509v3 Name Constraints: critical" in shown.stdout and "IP:" not in shown.stdout
    address = server.https.removeprefix("https://")
    leaf = ssl.get_server_certificate((address.split(":")[0], int(address.split(":")[1])))
    shown = subprocess.run(["openssl", "x509", "-noout", "-text"], input=leaf, capture_output=True, text=True, timeout=10)
    assert "DNS:itsme.localhost" in shown.stdout and "*.localhost" not in shown.stdout
