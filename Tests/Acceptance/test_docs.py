"""The reference: every example in it runs and prints what it says, in the program and on its pages."""

import json
import re
import subprocess
from html.parser import HTMLParser
from urllib.request import urlopen

import pytest

from program import ROOT, Program, binary, clean_environment, run

TOPICS = {path.stem: path.read_text() for path in sorted((ROOT / "docs").rglob("*.md"))}


@pytest.fixture(scope="module")
def emulator():
    with Program(binary()) as running:
        yield running


def blocks(text: str) -> list[tuple[str, str, str]]:
    """Language, content, and the text behind a block up to the next one."""
    return re.findall(r"^```(\w+)\n(.*?)^```\n(.*?)(?=^```\w|\Z)", text, re.DOTALL | re.MULTILINE)


# Campaigns need the reader's relying party at port 3000: those of Tests/Acceptance/judge have one.
SHELL = [(topic, number) for topic, text in TOPICS.items()
         for number, (language, command, _) in enumerate(blocks(text))
         if language == "sh" and "eidolon judge --provider" not in command]
JSON = [(topic, number) for topic, text in TOPICS.items()
        for number, (language, _, _) in enumerate(blocks(text)) if language == "json"]


@pytest.mark.parametrize(("topic", "number"), SHELL)
def test_a_command_prints_what_the_reference_says(emulator, tmp_path, topic, number):
    found = blocks(TOPICS[topic])
    _, command, behind = found[number]
    port = emulator.http[emulator.http.rindex(":"):]
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command.replace(":8080", port)],
        cwd=tmp_path, capture_output=True, text=True, timeout=60,
        env=clean_environment(PATH=f"{binary().parent}:/usr/bin:/bin", EIDOLON_SERVER=f"http://localhost{port}"))
    assert done.returncode == 0, done.stderr + done.stdout
    printed = done.stdout.replace(port, ":8080").strip()
    said = re.match(r"\s*prints `(.+?)`", behind)
    if said:
        assert printed == said.group(1)
    elif behind.strip() == "prints":
        assert printed == found[number + 1][1].strip()


@pytest.mark.parametrize(("topic", "number"), JSON)
def test_a_file_in_the_reference_is_one_that_loads(tmp_path, topic, number):
    content = json.loads(blocks(TOPICS[topic])[number][1])
    path = tmp_path / ("world.json" if "title" not in content else f"{content.get('provider', 'judge')}/story.json")
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(content))
    done = run(binary(), "check", str(tmp_path))
    assert done.returncode == 0, done.stderr + done.stdout


@pytest.mark.parametrize("topic", TOPICS)
def test_help_prints_a_topic(topic):
    done = run(binary(), "help", topic)
    assert done.stdout.strip() == TOPICS[topic].strip()


def test_help_names_the_closest_topic():
    done = run(binary(), "help", "scenario")
    assert done.returncode == 2 and 'did you mean "scenarios"?' in done.stderr


class Page(HTMLParser):
    def __init__(self, markup: str):
        super().__init__()
        self.links, self.ids, self.text = [], set(), ""
        self.feed(markup)

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        self.ids.add(named.get("id"))
        if tag == "a":
            self.links.append(named["href"])

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_is_a_page_whose_links_lead_somewhere(emulator, topic):
    page = Page(urlopen(f"{emulator.http}/docs/{topic}").read().decode())
    title = re.match(r"# (.+)\n", TOPICS[topic]).group(1)
    assert title in page.text and "```" not in page.text and "| `" not in page.text
    for link in page.links:
        if link.startswith("#"):
            assert link[1:] in page.ids, link
        elif ":" not in link:
            address = emulator.http + (link if link.startswith("/") else f"/docs/{link}")
            assert urlopen(address).status == 200, link


def test_the_reference_lists_its_topics(emulator):
    page = Page(urlopen(f"{emulator.http}/docs").read().decode())
    assert {f"/docs/{topic}" for topic in TOPICS} <= set(page.links)


def anchor(heading: str) -> str:
    """As GitHub makes it, and the pages."""
    return re.sub(r"[^\w-]", "", heading.lower().replace(" ", "-"))


PATHS = {path.stem: path for path in (ROOT / "docs").rglob("*.md")}


@pytest.mark.parametrize("topic", TOPICS)
def test_links_between_topics_lead_to_headings(topic):
    for target in re.findall(r"\]\(([^)]+)\)", TOPICS[topic]):
        if ":" in target:
            continue
        name, _, heading = target.partition("#")
        path = PATHS[topic].parent / name if name else PATHS[topic]
        assert path.resolve() in PATHS.values(), target
        headings = re.findall(r"^#+ (.+)$", path.read_text(), re.MULTILINE)
        assert not heading or heading in map(anchor, headings), target


STORIES = sorted(path.name for path in (ROOT / "scenarios").iterdir() if path.is_dir() and path.name not in ("schema", "judge"))


@pytest.mark.parametrize("provider", STORIES)
def test_a_providers_table_of_stories_is_complete(provider):
    stories = TOPICS[provider].partition("\n## Stories\n")[2].partition("\n## ")[0]
    told = {
        name for line in stories.splitlines() if line.startswith("|") for name in re.findall(r"`([a-z0-9-]+)`", line)
    }
    shipped = {path.stem for path in (ROOT / "scenarios" / provider).glob("*.json")}
    assert not shipped - told, "stories that its page lacks"


def test_the_table_of_settings_is_complete():
    declared = set(re.findall(r"^  (--[a-z-]+)", run(binary(), "serve", "--help").stdout, re.MULTILINE))
    table = "\n".join(line for line in TOPICS["settings"].splitlines() if line.startswith("|"))
    assert set(re.findall(r"(--[a-z][a-z-]+)", table)) == declared


def test_each_client_in_one_line_is_one_that_the_program_takes():
    clients = re.findall(r"^\| .+ \| `(\S+:\S+)` \|$", TOPICS["world"], re.MULTILINE)
    assert {client.partition(":")[0] for client in clients} == set(STORIES)
    with Program(binary(), "--strict", *[word for client in clients for word in ("--client", client)]) as running:
        world = json.loads(urlopen(f"{running.http}/_eidolon/world").read())
        for client in clients:
            provider, _, rest = client.partition(":")
            assert rest.partition(",")[0] in world["clients"][provider], client
