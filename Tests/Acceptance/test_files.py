"""Scenario folders: every problem at once with its place, exit status 2, and JSON Schemas that agree (scenarios.md)."""

import json
import re

import jsonschema
import pytest

from program import ROOT, clean_environment, run

SHIPPED = ROOT / "scenarios"
STORY = {"title": "A story", "provider": "itsme", "phone": [{"do": "approve"}]}
LINE = re.compile(r"^[^:]+\.json:\d+:\d+: ([^:]+: )?.+$")


@pytest.fixture(scope="session")
def schemas() -> dict[str, jsonschema.Draft202012Validator]:
    found = {}
    for name in ("scenario", "world"):
        schema = json.loads((SHIPPED / "schema" / f"{name}.schema.json").read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        found[name] = jsonschema.Draft202012Validator(schema)
    return found


def shipped_stories():
    return sorted(path for path in SHIPPED.glob("*/*.json") if path.parent.name != "schema")


@pytest.mark.parametrize("path", shipped_stories(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_schema_takes_every_shipped_story(schemas, path):
    schemas["scenario"].validate(json.loads(path.read_text()))


def test_schema_takes_the_shipped_world(schemas):
    schemas["world"].validate(json.loads((SHIPPED / "world.json").read_text()))


@pytest.mark.parametrize("name", ["scenario", "world"])
def test_shipped_schemas_are_those_of_the_program(eidolon, name):
    printed = run(eidolon, "catalog", "--schema", name)
    assert printed.returncode == 0, printed.stderr
    assert json.loads(printed.stdout) == json.loads((SHIPPED / "schema" / f"{name}.schema.json").read_text())


def test_shipped_folder_is_well(eidolon):
    checked = run(eidolon, "check", "scenarios", cwd=ROOT)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def broken(**changes) -> dict:
    return {name: value for name, value in (STORY | changes).items() if value is not None}


BROKEN = {
    "unknown member": broken(whem={"state": "x"}),
    "unknown verb": broken(phone=[{"do": "rejct"}]),
    "unknown person": broken(person="nobody"),
    "unknown endpoint": broken(faults=[{"at": "tokn", "do": "reset"}]),
    "unknown fault": broken(faults=[{"at": "token", "do": "explode"}]),
    "unknown defect": broken(tokens={"id_token": {"defect": "bad_signatur"}}),
    "unknown token": broken(tokens={"refresh_token": {}}),
    "unknown quirk": broken(quirks={"adress_format": "object"}),
    "quirk of a wrong value": broken(quirks={"address_format": "xml"}),
    "unknown lifetime": broken(lifetimes={"cod": "3s"}),
    "duration without unit": broken(lifetimes={"code": "3"}),
    "duration that is a number": broken(phone=[{"after": 3, "do": "approve"}]),
    "status of no answer": broken(faults=[{"at": "token", "do": "respond", "status": 99}]),
    "times below one": broken(faults=[{"at": "token", "do": "reset", "times": 0}]),
    "unknown condition": broken(when={"state": {"matches": "x"}}),
    "expectation of nothing known": broken(expect={"never": ["tokens"]}),
    "title of a wrong type": broken(title=7),
    "no provider": broken(provider=None),
}


@pytest.mark.parametrize("name", BROKEN)
def test_program_and_schema_refuse_the_same(check, schemas, name):
    checked = check({"itsme/story.json": BROKEN[name]})
    assert checked.returncode == 2, checked.stdout + checked.stderr
    lines = [line for line in (checked.stdout + checked.stderr).splitlines() if "story.json" in line]
    assert lines and all(LINE.match(line) for line in lines), lines
    # Who is there, only the world knows.
    if name != "unknown person":
        assert not schemas["scenario"].is_valid(BROKEN[name])


def test_every_problem_of_every_file_is_said_in_one_run(check):
    checked = check(
        {
            "itsme/one.json": '{\n  "title": "x",\n  "provider": "itsme",\n  "phone": [ { "do": "open" }, { "do": "rejct" } ],\n  "faults": [ { "at": "tokn", "do": "reset" } ]\n}\n',
            "itsme/two.json": broken(person="ana", whem={}),
            "world.json": {"clients": {"itsme": {"X": {"services": {"S": {"redirect_uris": ["http://a"]}}, "preset": "guid"}}}},
        }
    )
    text = checked.stdout + checked.stderr
    assert checked.returncode == 2
    assert 'itsme/one.json:4:40: phone[1].do: unknown verb "rejct" for itsme; did you mean "reject"?' in text
    assert 'did you mean "token"?' in text
    assert 'did you mean "anna"?' in text
    assert 'did you mean "when"?' in text
    assert 'did you mean "guide"?' in text


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"title": "a", "title": "b"}', '{"title": "x",}', "// no\n{}", "\ufeff{}", '{"title": "\\ud800"}'],
)
def test_a_file_that_is_no_json_object_is_a_problem_with_a_place(check, text):
    checked = check({"itsme/story.json": text})
    assert checked.returncode == 2
    assert re.search(r"itsme/story\.json:\d+:\d+: ", checked.stdout + checked.stderr)


@pytest.mark.parametrize("path", ["itsme/story.yaml", "story.json", "itme/story.json", "itsme/deep/story.json", "itsme/Story One.json"])
def test_a_file_in_the_wrong_place_is_a_problem(check, path):
    checked = check({path: STORY})
    assert checked.returncode == 2, checked.stdout + checked.stderr


def test_a_right_folder_is_well(check):
    assert check({"itsme/story.json": STORY}).returncode == 0


def test_serving_a_broken_folder_ends_with_status_2_and_all_lines(eidolon, tmp_path):
    folder = tmp_path / "itsme"
    folder.mkdir()
    (folder / "one.json").write_text(json.dumps(broken(phone=[{"do": "rejct"}])))
    (folder / "two.json").write_text(json.dumps(broken(person="nobody", titel="x")))
    served = run(eidolon, "serve", "--listen", "127.0.0.1:0", "--scenarios", str(tmp_path), timeout=10)
    assert served.returncode == 2
    text = served.stdout + served.stderr
    assert text.count("one.json:") == 1 and text.count("two.json:") == 2


def test_a_folder_that_is_not_there(eidolon, tmp_path):
    served = run(eidolon, "serve", "--listen", "127.0.0.1:0", "--scenarios", str(tmp_path / "none"), timeout=10)
    assert served.returncode == 2
    assert "none" in served.stdout + served.stderr


def test_embedded_stories_need_no_files(eidolon, tmp_path):
    """The binary alone, in an empty folder, knows every story."""
    printed = run(eidolon, "catalog", cwd=tmp_path, environment=clean_environment(HOME=str(tmp_path)))
    assert printed.returncode == 0, printed.stderr
    for word in ("wrong_icon", "lose_answer", "bad_signature", "id_token_encryption", "realistic-v1", "access_token"):
        assert word in printed.stdout
