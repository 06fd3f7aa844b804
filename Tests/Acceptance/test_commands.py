"""The commands beside `serve`: assertion, request-object, decode, catalog, version, help."""

import json
import subprocess
import time

import pytest
import requests
from joserfc import jwt
from joserfc.jwk import KeySet

from conftest import CALLBACK
from program import run
from relying_party import header_of, parameters_of


@pytest.fixture(scope="module")
def client_keys(server) -> KeySet:
    return KeySet.import_key_set(requests.get(f"{server.http}/itsme/slate/jwks.json", timeout=5).json())


def test_an_assertion_is_as_the_guide_wants_it(eidolon, client_keys):
    printed = run(eidolon, "assertion", "--aud", "http://localhost:8080/itsme/oidc/token")
    assert printed.returncode == 0, printed.stderr
    token = jwt.decode(printed.stdout.strip(), client_keys, algorithms=["RS256"])
    assert token.header["kid"] == "s1" and token.header["typ"] == "JWT"
    claims = token.claims
    assert (claims["iss"], claims["sub"]) == ("EIDOLON_TEST", "EIDOLON_TEST")
    assert claims["aud"] == "http://localhost:8080/itsme/oidc/token"
    assert 250 < claims["exp"] - time.time() <= 301
    again = run(eidolon, "assertion", "--aud", "http://localhost:8080/itsme/oidc/token").stdout.strip()
    assert jwt.decode(again, client_keys, algorithms=["RS256"]).claims["jti"] != claims["jti"]


def test_an_assertion_with_a_key_of_ones_own(eidolon, keys, tmp_path):
    file = tmp_path / "key.pem"
    file.write_bytes(keys["signing"].as_pem(private=True))
    printed = run(eidolon, "assertion", "--client", "GUIDE_RP", "--key", str(file), "--kid", "rp-sig-1", "--aud", "x")
    assert printed.returncode == 0, printed.stderr
    assert jwt.decode(printed.stdout.strip(), keys["signing"], algorithms=["RS256"]).claims["sub"] == "GUIDE_RP"


def test_a_login_with_curl_alone(eidolon, server):
    """What a newcomer does in a shell: the assertion and the request object come from the program."""
    issuer = f"{server.http}/itsme/oidc"
    object_printed = run(
        eidolon, "request-object", "--client", "EIDOLON_TEST", "--aud", issuer, "response_type=code",
        "scope=openid service:EIDOLON_LOGIN profile", "redirect_uri=http://localhost:9000/cb", "state=shell", "nonce=n",
    )  # fmt: skip
    assert object_printed.returncode == 0, object_printed.stderr
    response = requests.get(
        f"{issuer}/authorize",
        params={"client_id": "EIDOLON_TEST", "request": object_printed.stdout.strip()},
        allow_redirects=False,
        timeout=5,
    )
    code = parameters_of(response.headers["Location"])["code"]
    assertion = run(eidolon, "assertion", "--aud", f"{issuer}/token").stdout.strip()
    answer = subprocess.run(
        ["curl", "-sS", "--noproxy", "*", f"{issuer}/token", "-d", "grant_type=authorization_code", "-d", f"code={code}",
         "--data-urlencode", "redirect_uri=http://localhost:9000/cb",
         "-d", "client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
         "-d", f"client_assertion={assertion}"],
        capture_output=True, text=True, timeout=10, check=True,
    )  # fmt: skip
    token = json.loads(answer.stdout)
    decoded = run(eidolon, "decode", stdin=token["id_token"])
    assert decoded.returncode == 0, decoded.stderr + decoded.stdout
    assert "EIDOLON_TEST" in decoded.stdout


def test_an_encrypted_request_object_is_taken(eidolon, server):
    issuer = f"{server.http}/itsme/oidc"
    printed = run(
        eidolon, "request-object", "--client", "EIDOLON_TEST", "--aud", issuer, "--encrypt", "response_type=code",
        "scope=openid service:EIDOLON_LOGIN", "redirect_uri=http://localhost:9000/cb", "max_age:=60",
        'claims={"id_token":{"auth_time":null}}',
    )  # fmt: skip
    assert printed.returncode == 0, printed.stderr
    assert header_of(printed.stdout.strip())["alg"] == "RSA-OAEP"
    response = requests.get(
        f"{issuer}/authorize",
        params={"client_id": "EIDOLON_TEST", "request": printed.stdout.strip()},
        allow_redirects=False,
        timeout=5,
    )
    assert "code" in parameters_of(response.headers["Location"])


def test_decode_says_when_a_signature_is_wrong(eidolon):
    token = run(eidolon, "assertion", "--aud", "x").stdout.strip()
    head, payload, signature = token.split(".")
    forged = f"{head}.{payload}.{signature[:-8]}AAAAAAAA"
    assert run(eidolon, "decode", stdin=token).returncode == 0
    decoded = run(eidolon, "decode", stdin=forged)
    assert decoded.returncode == 1
    assert run(eidolon, "decode", stdin="no token").returncode == 1
    assert run(eidolon, "decode", stdin="").returncode == 1


def test_decode_opens_a_nested_token(eidolon, relying_party, keys, tmp_path):
    login = relying_party("NESTED_RP").login()
    file = tmp_path / "key.jwk"
    file.write_text(json.dumps(keys["encryption"].as_dict(private=True)))
    decoded = run(eidolon, "decode", "--key", str(file), stdin=login.token["id_token"])
    assert decoded.returncode == 0, decoded.stdout + decoded.stderr
    assert login.identity["sub"] in decoded.stdout


def test_catalog_as_json_has_every_word(eidolon):
    printed = run(eidolon, "catalog", "itsme", "--json")
    assert printed.returncode == 0, printed.stderr
    text = json.dumps(json.loads(printed.stdout))
    for word in ("wrong_icon", "bad_signature", "address_format"):
        assert f'"{word}"' in text


def test_catalog_of_a_provider_that_is_none(eidolon):
    printed = run(eidolon, "catalog", "itme")
    assert printed.returncode != 0 and "itsme" in printed.stderr


@pytest.mark.parametrize("command", ["serve", "check", "catalog", "assertion", "request-object", "decode", "health"])
def test_help_explains_each_command(eidolon, command):
    for arguments in (["help", command], [command, "--help"]):
        printed = run(eidolon, *arguments)
        assert printed.returncode == 0 and f"eidolon {command}" in printed.stdout


def test_help_and_version(eidolon):
    assert "Usage" in run(eidolon, "help").stdout
    assert run(eidolon, "version").stdout.startswith("eidolon ") or run(eidolon, "version").stdout.strip()
    missing = run(eidolon)
    assert missing.returncode != 0 and "eidolon help" in missing.stderr


def test_unknown_command_says_which_was_meant(eidolon):
    printed = run(eidolon, "srve")
    assert printed.returncode != 0 and '"serve"' in printed.stderr
    assert CALLBACK not in printed.stderr
