"""A client's JWKSet URL: fetched, kept, fetched again for an unknown kid; slow, broken, self-signed (contract 1.2)."""

import datetime
import json
import time

import pytest
import requests
from authlib.integrations.base_client import OAuthError
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID

from conftest import client, new_key
from key_server import KeyServer
from program import Program
from relying_party import RelyingParty


@pytest.fixture
def fetching(eidolon, tmp_path, key_server):
    """An emulator of its own, so that nothing is known of the key set yet, with a client behind the key server's URL."""

    def start(url: str = key_server.url, *options: str) -> Program:
        world = {"clients": {"itsme": {"FETCHED_RP": client(None, jwks_uri=url)}}}
        (tmp_path / "world.json").write_text(json.dumps(world))
        programs.append(Program(eidolon, "--scenarios", str(tmp_path), *options))
        return programs[-1]

    programs: list[Program] = []
    yield start
    for program in programs:
        program.stop()


def login(program: Program, signing) -> dict:
    rp = RelyingParty(f"{program.http}/itsme/oidc", "FETCHED_RP", signing)
    return rp.login().identity


def refusal(program: Program, signing) -> OAuthError:
    with pytest.raises(OAuthError) as refused:
        login(program, signing)
    return refused.value


def test_is_fetched_once_and_kept(fetching, key_server, keys):
    key_server.publish(keys["signing"], keys["encryption"])
    program = fetching()
    before = key_server.calls
    for _ in range(3):
        assert login(program, keys["signing"])["aud"] == "FETCHED_RP"
    assert key_server.calls - before == 1


def test_an_unknown_kid_fetches_at_once(fetching, key_server, keys):
    key_server.publish(keys["signing"], keys["encryption"])
    program = fetching()
    login(program, keys["signing"])
    rotated = new_key("rp-sig-rotated", "sig")
    key_server.publish(rotated, keys["encryption"])
    before = key_server.calls
    assert login(program, rotated)["aud"] == "FETCHED_RP"
    assert key_server.calls - before == 1


def test_a_kid_that_stays_unknown_is_refused(fetching, key_server, keys):
    key_server.publish(keys["signing"], keys["encryption"])
    program = fetching()
    assert refusal(program, new_key("nobody", "sig")).error == "unauthorized_client"
    program.wait_for_finding("itsme.assertion-kid-unknown")


@pytest.mark.alone
@pytest.mark.parametrize("trouble", ["slow", "status", "no JSON", "no keys", "redirect"])
def test_a_key_set_that_cannot_be_had_is_named_in_the_refusal(fetching, key_server, keys, trouble):
    key_server.publish(keys["signing"], keys["encryption"])
    match trouble:
        case "slow":
            key_server.delay = 3
        case "status":
            key_server.status = 503
        case "no JSON":
            key_server.body = b'{"keys":[{"kty":'
        case "no keys":
            key_server.body = b"[]"
        case "redirect":
            key_server.status, key_server.headers = 302, {"Location": "http://localhost/elsewhere"}
    program = fetching()
    started = time.monotonic()
    assert refusal(program, keys["signing"]).error == "unauthorized_client"
    assert time.monotonic() - started < 2.5
    event = program.wait_for_finding("itsme.client-keys-unavailable")
    assert key_server.url in event["message"]
    # It is asked again soon, so that a server which comes up late is found.
    key_server.well()
    time.sleep(1.2)
    assert login(program, keys["signing"])["aud"] == "FETCHED_RP"


def test_nobody_there(fetching, keys):
    program = fetching("http://127.0.0.1:9/jwks.json")
    assert refusal(program, keys["signing"]).error == "unauthorized_client"
    program.wait_for_finding("itsme.client-keys-unavailable")


@pytest.mark.alone
def test_others_are_served_while_a_key_set_is_slow(fetching, key_server, keys):
    import threading

    key_server.publish(keys["signing"])
    key_server.delay = 0.8
    program = fetching()
    waiting = threading.Thread(target=lambda: login(program, keys["signing"]), daemon=True)
    waiting.start()
    time.sleep(0.15)
    slowest = 0.0
    while waiting.is_alive():
        before = time.monotonic()
        requests.get(f"{program.http}/itsme/oidc/jwkSet", timeout=5).raise_for_status()
        slowest = max(slowest, time.monotonic() - before)
    assert slowest < 0.4


# https


@pytest.fixture(scope="module")
def self_signed(tmp_path_factory):
    """A certificate for localhost that only itself vouches for."""
    key = rsa.generate_private_key(65537, 2048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(minutes=5))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    folder = tmp_path_factory.mktemp("self-signed")
    (folder / "cert.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return folder / "cert.pem", folder / "key.pem"


@pytest.fixture
def tls_key_server(self_signed, keys):
    server = KeyServer(self_signed)
    server.publish(keys["signing"], keys["encryption"])
    yield server
    server.close()


def test_self_signed_is_taken_on_this_machine_as_the_sandbox_allows(fetching, tls_key_server, keys):
    program = fetching(tls_key_server.url)
    assert login(program, keys["signing"])["aud"] == "FETCHED_RP"
    program.wait_for_finding("itsme.client-keys-self-signed")


def test_self_signed_is_fetched_with_the_switch(fetching, tls_key_server, keys):
    assert login(fetching(tls_key_server.url, "--fetch-insecure"), keys["signing"])["aud"] == "FETCHED_RP"


def test_an_authority_can_be_named(fetching, tls_key_server, self_signed, keys):
    assert login(fetching(tls_key_server.url, "--fetch-ca", str(self_signed[0])), keys["signing"])["aud"] == "FETCHED_RP"
