"""The README's commands, run as they stand, and what it says that they print."""

import os
import re
import signal
import subprocess
import threading
import time

import pytest

from program import ROOT, binary, clean_environment

README = (ROOT / "README.md").read_text()
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", README, re.DOTALL | re.MULTILINE))


def blocks(section: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", SECTIONS[section], re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def run_script():
    """The README's first command; only the port differs, so that one in use does no harm."""
    (command, *_) = blocks("Run it", "sh")
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
    (printed, *_) = blocks("Run it", "text")
    assert run_script.replace(f":{port}", ":8080").strip() == printed.strip()


def test_the_login_with_curl_can_be_pasted(run_script, port):
    (command,) = blocks("A first login with curl", "sh")
    (printed,) = blocks("A first login with curl", "text")

    def settled(text: str) -> str:
        return re.sub(r'"sub": "[a-z0-9]{36}"', '"sub": "…"', text).strip()

    assert settled(shell(command, port)).endswith(settled(printed))


def test_the_story_by_name_prints_what_the_readme_says(run_script, port):
    (command,) = blocks("Make it go wrong", "sh")
    printed = re.search(r"^prints `(.+)`", SECTIONS["Make it go wrong"], re.MULTILINE).group(1)
    assert shell(command, port).strip() == printed


def test_what_it_says_of_rules_and_reports_is_so(run_script, port):
    section = "What your client did wrong, and what your tests never met"
    (_, coverage) = blocks(section, "text")
    # There a test runs it.
    assert coverage.strip() in (ROOT / "docs" / "findings.md").read_text()
    rules = shell("curl -s 'http://localhost:8080/_eidolon/report?format=sarif' | grep -c shortDescription", port)
    (told,) = re.findall(r"more than (\d+) rules", SECTIONS[section])
    assert int(rules) > int(told)


def test_it_is_short():
    assert len(README.splitlines()) <= 200


def test_links_lead_somewhere():
    for text in [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "clients/python/README.md")]:
        for target in re.findall(r"\]\(([^)#]+)", text.read_text()):
            if not target.startswith("http"):
                assert (text.parent / target).exists(), f"{text.name}: {target}"


def test_the_story_in_contributing_is_well(check):
    text = (ROOT / "CONTRIBUTING.md").read_text()
    (story,) = re.findall(r"^```json\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    checked = check({"itsme/story.json": story})
    assert checked.returncode == 0, checked.stdout + checked.stderr
