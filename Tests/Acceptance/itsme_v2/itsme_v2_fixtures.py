"""The world of the tests of itsme's second version, and parties made of its clients."""

from __future__ import annotations

import json

import pytest

from itsme_v2_party import KeyParty, SecretParty, world
from program import Program
from request_server import RequestServer


@pytest.fixture(scope="session")
def request_server():
    server = RequestServer()
    yield server
    server.close()


@pytest.fixture(scope="session")
def world_folder(tmp_path_factory, keys, key_server, request_server):
    folder = tmp_path_factory.mktemp("itsme-v2")
    (folder / "world.json").write_text(json.dumps(world(keys, key_server.url, request_server.url)))
    return folder


@pytest.fixture(scope="module")
def stage(eidolon, world_folder):
    """An emulator whose log is read when it has stopped: then every story has been judged."""
    program = Program(eidolon, "--strict", "--scenarios", str(world_folder))
    yield program
    program.stop()


@pytest.fixture
def key_party(stage, keys):
    """Makes clients with keys."""

    def make(client_id: str = "KEYS", **options) -> KeyParty:
        return KeyParty(stage.http, client_id, keys["signing"], keys["encryption"], **options)

    return make


@pytest.fixture
def secret_party(stage):
    """Makes clients with a secret."""

    def make(client_id: str = "SECRET", party: type[SecretParty] = SecretParty, **options) -> SecretParty:
        return party(stage.http, client_id, **options)

    return make
