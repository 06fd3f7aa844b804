"""The package without pytest: sandboxes of a running program, and its types."""

import os
import subprocess
import sys
import tomllib
import warnings
from pathlib import Path

import pytest

from eidolon_emulator import VERSION, Eidolon, EidolonError, NotMet, Refused, start

FOLDER = Path(__file__).parents[1]


def test_its_version_is_that_of_the_program(program):
    packaged = tomllib.loads((FOLDER / "pyproject.toml").read_text())["project"]["version"]
    assert program.version == VERSION == packaged


def test_a_sandbox_is_made_at_its_own_address_where_the_program_can(program):
    calls = program.control.call("GET", "openapi.json")["paths"]
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        with program.sandbox() as sandbox:
            assert sandbox.call("GET", "clock")["mode"] == "frozen"
    assert len(told) == (0 if "put" in calls.get("/_eidolon/sandbox", {}) else 1)


def test_a_sandbox_ends_with_its_block_even_if_it_ended_before(program):
    with program.sandbox(seed=7, ttl="1m", at="2026-11-21T12:00:00Z") as sandbox:
        assert sandbox.urls["itsme"] == f"{sandbox.url}/itsme/oidc/.well-known/openid-configuration"
        assert sandbox.call("GET", "clock")["now"] == "2026-11-21T12:00:00.000Z"
        sandbox.end()
    with pytest.raises(EidolonError, match="There is no sandbox"):
        sandbox.queue("itsme/reject")


def test_a_verification_is_an_assertion_and_a_refusal_is_not(program):
    with program.sandbox() as sandbox:
        sandbox.verify("token", times=0)
        sandbox.verify("token", at_most=3)
        with pytest.raises(NotMet) as failure:
            sandbox.verify("token", at_least=1, params={"code": {"present": True}})
        assert isinstance(failure.value, AssertionError) and "wanted at least 1" in str(failure.value)
        with pytest.raises(Refused) as refusal:
            sandbox.queue("nowhere/reject")
        assert not isinstance(refusal.value, AssertionError) and refusal.value.status == 404


def test_settle_findings_and_the_phone_answer(program):
    with program.sandbox() as sandbox:
        assert sandbox.settle() == [] and sandbox.findings() == [] and sandbox.journal() == []
        assert sandbox.traffic() == "The application sent nothing."
        with pytest.raises(Refused):
            sandbox.act("nothing", "approve")
        with pytest.raises(Refused):
            sandbox.open("nothing://")


def test_no_url_is_said():
    with pytest.raises(EidolonError, match='"localhost:8080" is not a URL of an Eidolon, such as http://localhost:8080'):
        Eidolon("localhost:8080")


def test_a_program_that_cannot_be_started_is_said(tmp_path):
    (tmp_path / "eidolon").write_text("no program")
    with pytest.raises(EidolonError, match="cannot be started"):
        start(tmp_path / "eidolon")


def test_its_types_are_strict():
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", os.devnull],
        cwd=FOLDER, capture_output=True, text=True, timeout=50,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_container_serves_strictly_and_says_when_it_is_ready(monkeypatch):
    container = pytest.importorskip("eidolon_emulator.container")
    # Nothing is started here: the client of the engine is only held.
    monkeypatch.setattr("testcontainers.core.container.DockerClient", lambda **_: None)
    one = container.EidolonContainer("eidolon", "--strict", "--seed", "7")
    assert (one.image, one.ports) == ("eidolon", {"8080": None})
    assert one._command == ["serve", "--strict", "--seed", "7"]


@pytest.mark.skipif("EIDOLON_TEST_IMAGE" not in os.environ, reason="EIDOLON_TEST_IMAGE names no image for a container")
def test_a_container_is_started_and_makes_sandboxes():
    from eidolon_emulator.container import EidolonContainer

    with EidolonContainer(os.environ["EIDOLON_TEST_IMAGE"]) as container:
        eidolon = container.eidolon()
        assert eidolon.version == VERSION
        with eidolon.sandbox(clock="ticking") as sandbox:
            sandbox.queue("itsme/reject")
            assert sandbox.url.startswith(eidolon.url)
