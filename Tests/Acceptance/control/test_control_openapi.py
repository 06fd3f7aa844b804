"""The OpenAPI document against the running program, with schemathesis."""

import subprocess
import sys
from pathlib import Path

import pytest
import requests
from jsonschema import Draft202012Validator

from program import Program, clean_environment

pytestmark = pytest.mark.long

# What would wait or go on is told to end at once.
CONFIGURATION = """
[[operations]]
include-path = "/_eidolon/wait"
parameters = { timeout = "0s" }

[[operations]]
include-path = "/_eidolon/events"
parameters = { timeout = "0s" }
"""


@pytest.mark.timeout(170)
def test_schemathesis_finds_no_violation(eidolon, tmp_path):
    configuration = tmp_path / "schemathesis.toml"
    configuration.write_text(CONFIGURATION)
    with Program(eidolon) as program:
        requests.put(
            f"{program.http}/_eidolon/scenarios/itsme/a-story", json={"title": "A", "provider": "itsme"}, timeout=5
        ).raise_for_status()
        done = subprocess.run(
            [
                str(Path(sys.executable).parent / "st"),
                *("--config-file", str(configuration), "run", f"{program.http}/_eidolon/openapi.json"),
                *("--generation-deterministic", "--max-examples", "4", "--max-time", "40", "--no-color"),
                # Bodies are judged by more than their schema: a scenario that names nobody's verb is refused.
                *("--exclude-checks", "positive_data_acceptance", "--request-timeout", "20"),
            ],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=150,
            env=clean_environment(NO_PROXY="*"),
        )
        assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
        assert requests.get(f"{program.http}/_eidolon/health", timeout=5).status_code == 200


def test_answers_fit_the_schemas_of_the_document(server):
    document = requests.get(f"{server.http}/_eidolon/openapi.json", timeout=5).json()
    assert document["openapi"] == "3.1.0"
    for path in ("health", "ready", "providers", "sandboxes", "queue", "transactions", "journal", "clock", "wait?timeout=0s"):
        answer = requests.get(f"{server.http}/_eidolon/{path}", timeout=5)
        operation = document["paths"][f"/_eidolon/{path.split('?')[0]}"]["get"]
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        Draft202012Validator({**schema, "components": document["components"]}).validate(answer.json())
