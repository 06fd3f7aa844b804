"""The README's commands, run as they stand; what it says that they print; and the lists that must stay complete."""

import os
import re
import signal
import subprocess
import threading
import time

import pytest

from program import ROOT, binary, clean_environment, run

README = (ROOT / "README.md").read_text()
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", README, re.DOTALL | re.MULTILINE))


def blocks(section: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", SECTIONS[section], re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def run_script():
    """The README's first command; only the port differs, so that one in use does no harm."""
    (command, *_) = blocks("Run it, test it", "sh")
    process = subprocess.Popen(
        ["bash", "-c", f"exec {command}"],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=clean_environment(EIDOLON_LISTEN="127.0.0.1:0"),
    )
    lines: list[str] = []
    reader = threading.Thread(target=lambda: lines.extend(iter(process.stdout.readline, "")), daemon=True)
    reader.start()
    end = time.monotonic() + 300
    while not any("Stop" in line for line in lines):
        assert process.poll() is None and time.monotonic() < end, "".join(lines)
        time.sleep(0.05)
    yield "".join(lines)
    process.send_signal(signal.SIGTERM)
    assert process.wait(10) == 0
    reader.join(5)
    process.stdout.close()


@pytest.fixture(scope="module")
def port(run_script) -> str:
    return re.search(r"http://127\.0\.0\.1:(\d+)", run_script).group(1)


def shell(command: str, port: str) -> str:
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command.replace(":8080", f":{port}")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        # The program is found as if it were installed, and the server at its port.
        env=clean_environment(
            PATH=f"{binary().parent}:{os.environ['PATH']}", EIDOLON_SERVER=f"http://localhost:{port}"
        ),
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout.replace(f":{port}", ":8080")


# The first time the script builds; then it only looks.
@pytest.mark.timeout(320)
def test_run_prints_what_the_readme_says(run_script, port):
    (printed, *_) = blocks("Run it, test it", "text")
    assert run_script.replace(f":{port}", ":8080").strip() == printed.strip()


def test_a_sandbox_can_be_steered_as_the_readme_says(run_script, port):
    (command,) = blocks("Steer it from a test", "sh")
    (printed,) = blocks("Steer it from a test", "text")
    assert shell(command, port).strip() == printed.strip()


def test_the_shell_examples_print_what_the_readme_says(run_script, port):
    (command,) = blocks("From a shell", "sh")
    (printed,) = blocks("From a shell", "text")
    assert shell(command, port).strip() == printed.strip()


def test_the_login_with_curl_can_be_pasted(run_script, port):
    (command,) = blocks("A first login with curl", "sh")
    (printed, opening) = blocks("A first login with curl", "text")
    # Tests/Acceptance/criipto opens a link with that command.
    assert "/_eidolon/phone/open" in opening

    def settled(text: str) -> str:
        return re.sub(r'"sub": "[a-z0-9]{36}"', '"sub": "…"', text).strip()

    assert settled(shell(command, port)).endswith(settled(printed))


def test_the_story_by_name_prints_what_the_readme_says(run_script, port):
    (command,) = blocks("Make it go wrong", "sh")
    printed = re.search(r"^prints `(.+)`", SECTIONS["Make it go wrong"], re.MULTILINE).group(1)
    assert shell(command, port).strip() == printed


def test_the_report_of_a_run_is_what_the_readme_shows(run_script, port):
    section = "What your client did wrong, and what your tests never met"
    (command,) = blocks(section, "sh")
    (printed, *_) = blocks(section, "text")

    def settled(text: str) -> str:
        return re.sub(r'"transaction": "[a-z0-9]{20}"', '"transaction": "…"', text).strip()

    assert settled(shell(command, port)) == settled(printed)
    rules = shell("curl -s 'http://localhost:8080/~r1/_eidolon/report?format=sarif' | grep -c shortDescription", port)
    (told,) = re.findall(r"more than (\d+) rules", SECTIONS[section])
    assert int(rules) > int(told)


PROVIDERS = {
    folder.name.lower(): folder
    for folder in (ROOT / "Sources" / "Providers").iterdir()
    if folder.is_dir() and folder.name != "Registry"
}
PROVIDERS["itsme-v2"] = PROVIDERS["itsme"] / "Version2"
TOLD = sorted(path.name for path in (ROOT / "scenarios").iterdir() if path.is_dir() and path.name != "schema")


@pytest.mark.parametrize("provider", TOLD)
def test_a_providers_table_of_stories_is_complete(provider):
    stories = (PROVIDERS[provider] / "README.md").read_text().partition("\n## Stories\n")[2].partition("\n## ")[0]
    told = {
        name for line in stories.splitlines() if line.startswith("|") for name in re.findall(r"`([a-z0-9-]+)`", line)
    }
    shipped = {path.stem for path in (ROOT / "scenarios" / provider).glob("*.json")}
    assert not shipped - told, "stories that the README lacks"


def test_the_table_of_settings_is_complete(eidolon):
    declared = set(re.findall(r"^  (--[a-z-]+)", run(eidolon, "serve", "--help").stdout, re.MULTILINE))
    table = "\n".join(line for line in SECTIONS["Settings"].splitlines() if line.startswith("|"))
    assert set(re.findall(r"(--[a-z][a-z-]+)", table)) == declared


def test_links_lead_somewhere():
    texts = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    for text in texts + [folder / "README.md" for folder in PROVIDERS.values()]:
        for target in re.findall(r"\]\(([^)#]+)", text.read_text()):
            if not target.startswith("http"):
                assert (text.parent / target).exists(), f"{text.name}: {target}"


def test_the_story_in_contributing_is_well(check):
    text = (ROOT / "CONTRIBUTING.md").read_text()
    (story,) = re.findall(r"^```json\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    checked = check({"itsme/story.json": story})
    assert checked.returncode == 0, checked.stdout + checked.stderr
