"""What the acceptance tests share: keys of the relying parties, their world, and running programs."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
import requests
from joserfc.jwk import RSAKey

from key_server import KeyServer
from program import Program, binary, run
from relying_party import RelyingParty

pytest_plugins = ["side_by_side"]


def pytest_terminal_summary(terminalreporter, exitstatus, config):
    """When all stories were played: whether they, with all else, met each outcome that the catalog documents."""
    stories = {path.name for path in Path(__file__).parent.glob("*/test_*_stories.py")}
    played = {Path(report.nodeid.split("::")[0]).name for report in terminalreporter.stats.get("passed", [])}
    if config.option.keyword or not stories <= played:
        return
    unmet = {provider: sorted(never) for provider, never in Program.never.items() if never}
    terminalreporter.section("outcomes of the catalog")
    terminalreporter.line(f"never met: {unmet}" if unmet else f"all of {', '.join(sorted(Program.never))} were met")
    if unmet:
        terminalreporter._session.exitstatus = 1


# Everything here is on loopback; a proxy of the machine must not get to see it.
for name in ("NO_PROXY", "no_proxy"):
    os.environ[name] = "*"
# They would outrank the authority that a session of requests names.
for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"):
    os.environ.pop(name, None)

CALLBACK = "https://client.example.test/cb"


def new_key(kid: str, use: str) -> RSAKey:
    algorithm = "RS256" if use == "sig" else "RSA-OAEP"
    return RSAKey.generate_key(2048, {"kid": kid, "use": use, "alg": algorithm})


@pytest.fixture(scope="session")
def eidolon() -> Path:
    """The program's binary."""
    return binary()


@pytest.fixture(scope="session")
def keys() -> dict[str, RSAKey]:
    """Fresh keys of the relying parties."""
    return {
        "signing": new_key("rp-sig-1", "sig"),
        "encryption": new_key("rp-enc-1", "enc"),
        "other signing": new_key("rp-sig-2", "sig"),
        "other encryption": new_key("rp-enc-2", "enc"),
    }


@pytest.fixture(scope="session")
def key_server():
    server = KeyServer()
    yield server
    server.close()


@pytest.fixture(autouse=True)
def key_server_is_well(request):
    yield
    if "key_server" in request.fixturenames:
        request.getfixturevalue("key_server").well()


def client(keys: list[RSAKey] | None, preset: str = "guide", **more) -> dict:
    """A client's entry in world.json."""
    entry = {"services": {"ACCEPTANCE_LOGIN": {"redirect_uris": [CALLBACK]}}, "preset": preset}
    if keys:
        entry["jwks"] = {"keys": [key.as_dict(private=False) for key in keys]}
    return entry | more


@pytest.fixture(scope="session")
def world(keys, key_server) -> dict:
    mine = [keys["signing"], keys["encryption"]]
    others = [keys["other signing"], keys["other encryption"]]
    nested = {"id_token_encryption": "RSA-OAEP", "userinfo_protection": "nested"}
    newer = {"id_token_encryption": "RSA-OAEP-256", "userinfo_protection": "nested", "userinfo_encryption": "RSA-OAEP-256"}
    return {
        "people": {
            "carla": {
                "given_name": "Carla",
                "family_name": "Janssens",
                "birthdate": "1985-02-03",
                "gender": "female",
                "locale": "fr",
                "email": "carla@example.test",
                "phone_number": "+32 470111222",
            }
        },
        "clients": {
            "itsme": {
                "GUIDE_RP": client(mine),
                "LENIENT_RP": client(mine, "lenient"),
                "REALISTIC_RP": client(mine, "realistic-v1"),
                "NESTED_RP": client(mine, quirks=nested),
                "NESTED_256_RP": client(mine, quirks=newer),
                "OTHER_RP": client(others),
                "FETCHED_RP": client(None, jwks_uri=key_server.url),
                "LIMITED_RP": client(
                    mine,
                    services={
                        "ACCEPTANCE_LOGIN": {"redirect_uris": [CALLBACK], "claims_allowed": ["given_name", "locale"]}
                    },
                ),
            }
        },
    }


@pytest.fixture(scope="session")
def scenarios(tmp_path_factory, world) -> Path:
    """A folder of scenarios beside the shipped ones."""
    folder = tmp_path_factory.mktemp("scenarios")
    (folder / "world.json").write_text(json.dumps(world))
    return folder


@pytest.fixture(scope="session")
def server(eidolon, scenarios):
    """The emulator on http and https with the tests' world; its log is kept."""
    with Program(eidolon, "--scenarios", str(scenarios), "--tls", "127.0.0.1:0") as program:
        yield program


@pytest.fixture(scope="session")
def authority(server, tmp_path_factory) -> str:
    """The file of the certificate authority that the emulator serves."""
    response = requests.get(f"{server.http}/_eidolon/ca.pem", timeout=10)
    assert response.status_code == 200
    file = tmp_path_factory.mktemp("tls") / "ca.pem"
    file.write_bytes(response.content)
    return str(file)


@pytest.fixture
def relying_party(server, keys, authority):
    """Makes relying parties of the world's clients, pointed at the running emulator."""

    def make(client_id: str = "GUIDE_RP", *, base: str | None = None, **options) -> RelyingParty:
        whose = "other " if client_id == "OTHER_RP" else ""
        options.setdefault("verify", authority)
        return RelyingParty(
            f"{base or server.http}/itsme/oidc",
            client_id,
            options.pop("signing", keys[f"{whose}signing"]),
            options.pop("encryption", keys[f"{whose}encryption"]),
            **options,
        )

    return make


@pytest.fixture
def check(eidolon, tmp_path):
    """Runs `eidolon check` over a folder of files that a test writes."""

    def checked(files: dict[str, object], *options: str):
        folder = tmp_path / "story-folder"
        for path, content in files.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content if isinstance(content, str) else json.dumps(content, indent=2))
        return run(eidolon, "check", *options, "story-folder", cwd=tmp_path)

    return checked
