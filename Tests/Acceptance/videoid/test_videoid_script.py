"""videoid.js in a real browser, on a page of another origin; in Node where there is no browser."""

import json
import os
import shutil
import signal
import subprocess
import threading
from pathlib import Path

import pytest
import requests

from chromium import CHROMIUM, needs_chromium
from page_server import PageServer
from videoid_client import TENANT

HERE = Path(__file__).parent
NODE = shutil.which("node")

PAGE = """<!doctype html><meta charset="utf-8"><title>A relying party</title>
<div id="video"></div>
<script src="%(script)s"></script>
<script src="/page.js"></script>
<script>
play(%(settings)s, (seen) => fetch('/seen', { method: 'POST', body: JSON.stringify(seen) }))
  .catch((error) => fetch('/seen', { method: 'POST', body: JSON.stringify({ error: String(error && error.stack || JSON.stringify(error)) }) }));
</script>"""

NODE_PROGRAM = """
const vm = require('vm');
const [page, script, settings] = process.argv.slice(1);
(async () => {
  const context = { fetch, setTimeout, clearTimeout, setInterval, clearInterval, console, URL };
  context.window = context;
  context.document = { currentScript: { src: script }, querySelector: () => null };
  vm.createContext(context);
  vm.runInContext(await (await fetch(script)).text(), context);
  vm.runInContext(require('fs').readFileSync(page, 'utf8'), context);
  await context.play(JSON.parse(settings), async (seen) => process.stdout.write(JSON.stringify(seen)));
})().catch((error) => { console.error(error); process.exit(1); });
"""


class RelyingPartyPage(PageServer):
    """Serves the page, and takes what it has seen."""

    def __init__(self, script: str, settings: dict):
        self.seen = None
        self.told = threading.Event()
        self.pages = {
            "/": ("text/html", (PAGE % {"script": script, "settings": json.dumps(settings)}).encode()),
            "/page.js": ("text/javascript", (HERE / "web_sdk_page.js").read_bytes()),
        }
        super().__init__()

    def page(self, path: str) -> tuple[dict[str, str], bytes]:
        kind, body = self.pages.get(path, ("text/plain", b""))
        return {"Content-Type": kind}, body

    def posted(self, content: bytes) -> None:
        self.seen = json.loads(content)
        self.told.set()


@pytest.fixture
def stage(server):
    hand = {"title": "A human plays the person", "provider": "videoid", "phone": "manual"}
    made = requests.post(f"{server.http}/_eidolon/sandboxes", json={"scenarios": {"videoid/hand": hand}}, timeout=10)
    assert made.status_code == 201, made.text
    yield made.json()["urls"]["root"] + "/videoid"


def in_browser(script: str, settings: dict, profile: Path) -> dict:
    page = RelyingPartyPage(script, settings | {"hasDocument": True})
    command = [
        CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--no-proxy-server", "--remote-debugging-port=0", f"--user-data-dir={profile}", page.url,
    ]  # fmt: skip
    # Debian's command is a shell script that waits for the browser: a signal for the script alone leaves the browser behind.
    browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        assert page.told.wait(50), "the page never told what it saw"
    finally:
        os.killpg(browser.pid, signal.SIGTERM)
        try:
            browser.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(browser.pid, signal.SIGKILL)
            browser.wait(5)
        page.close()
    return page.seen


def in_node(script: str, settings: dict) -> dict:
    arguments = [NODE, "-e", NODE_PROGRAM, str(HERE / "web_sdk_page.js"), script, json.dumps(settings | {"hasDocument": False})]
    ran = subprocess.run(arguments, capture_output=True, text=True, timeout=50)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def check(seen: dict) -> None:
    assert "error" not in seen, seen
    plain = seen["plain"]
    assert plain["phases"] == ["FRONT", "BACK", "FACE"]
    assert plain["completed"] == [plain["id"]] and plain["failed"] == []
    assert seen["passport"]["phases"] == ["FRONT", "FACE"]
    assert len(seen["silent"]["completed"]) == 1
    assert seen["cancelled"]["failed"] == ["CAMERA_REFUSED"] and seen["cancelled"]["completed"] == []
    assert seen["bearer"]["failed"] == ["INVALID_AUTHORIZATION"]
    assert len(seen["attended"]["completed"]) == 1
    assert seen["destroyed"] == []
    assert seen["promise"] == "string"
    assert seen["rejected"] == "invalid_token"
    published = seen["published"]
    assert published["phases"] == ["FRONT", "BACK", "FACE"]
    walk = [step for phase in published["phases"] for step in (phase, "onPhaseFinished")]
    assert published["ui"] == ["onConnecting", "onConnected", *walk, "onDisconnected"]
    assert published["roi"] > 0 and published["frame"].startswith("data:image/")
    assert isinstance(published["id"], str) and published["error"] == "invalid_token"


@needs_chromium
@pytest.mark.parametrize("script", ["v2/js/videoid.js", "js/videoid-3.x/videoid.js"])
def test_videoid_js_in_a_browser(stage, tmp_path, script):
    seen = in_browser(f"{stage}/{script}", {"url": f"{stage}/v2", "token": TENANT}, tmp_path)
    check(seen)
    assert seen["pressed"] == ["show_front", "show_back", "show_face"]
    assert seen["hand"]["phases"] == ["FRONT", "BACK", "FACE"] and len(seen["hand"]["completed"]) == 1
    assert "Completed" in seen["words"]
    # Those that were turned on and never off; the one that was destroyed took its box away.
    assert seen["boxes"] == 6


@pytest.mark.skipif(NODE is None, reason="there is no Node here")
def test_videoid_js_in_node(stage):
    check(in_node(f"{stage}/v2/js/videoid.js", {"url": f"{stage}/v2", "token": TENANT}))


def test_the_script_is_ours_and_the_same_under_each_name(stage):
    texts = {
        requests.get(f"{stage}/{path}", timeout=10).text
        for path in ("v2/js/videoid.js", "v2/js/videoidattended.js", "v2/js/smileid.js", "v2/js/videoscan.js")
    }
    assert len(texts) == 1 and "Eidolon" in texts.pop()
