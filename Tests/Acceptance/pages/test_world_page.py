"""The world of a sandbox as forms: what is saved is in force, what is wrong is said beside its field, files are taken by `eidolon check`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import requests
from playwright.sync_api import expect

from chromium import needs_chromium
from handset import itsme, new_sandbox, newest
from program import run
from windows import chromium, desk, scheme, shop, size, stage  # noqa: F401: fixtures

pytestmark = [needs_chromium, pytest.mark.parametrize("size", ["desktop"])]


@pytest.fixture
def root(stage) -> str:
    return new_sandbox(stage.http)


def world(root: str) -> dict:
    return requests.get(f"{root}/_eidolon/world", timeout=10).json()


def refused(desk) -> None:
    """The browser says of itself that a call was refused."""
    desk.complaints[:] = [one for one in desk.complaints if "Failed to load resource" not in one]


def test_a_person_is_changed_and_what_is_wrong_stands_beside_its_field(desk, root):
    page = desk.window()
    page.goto(f"{root}/world")
    page.get_by_role("link", name="anna", exact=True).click()
    page.get_by_test_id("field-given_name").fill("Annelies")
    page.get_by_test_id("field-birthdate").fill("yesterday")
    page.get_by_test_id("save").click()
    expect(page.get_by_test_id("problem-birthdate")).to_be_visible()
    expect(page.get_by_test_id("field-birthdate")).to_be_focused()
    expect(page.get_by_test_id("field-birthdate")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_test_id("answer")).to_be_hidden()
    assert world(root)["people"]["anna"]["given_name"] == "Anna"
    page.get_by_test_id("field-birthdate").fill("1991-02-03")
    page.get_by_test_id("field-email").fill("")
    page.get_by_test_id("field-address").fill("{ \"country\": ")
    page.keyboard.press("Tab")
    page.get_by_test_id("save").click()
    expect(page.get_by_test_id("problem-address")).to_contain_text("no JSON")
    expect(page.get_by_test_id("problem-birthdate")).to_be_hidden()
    page.get_by_test_id("field-address").fill('{ "country": "BE" }')
    page.get_by_test_id("save").click()
    expect(page.get_by_test_id("said")).to_have_text("Saved.")
    anna = world(root)["people"]["anna"]
    assert anna["given_name"] == "Annelies" and anna["birthdate"] == "1991-02-03" and "email" not in anna
    assert anna["address"] == {"country": "BE"}
    refused(desk)


def test_a_new_client_is_let_in_and_can_be_removed(desk, root, shop):
    page = desk.window()
    page.goto(f"{root}/world/clients#new")
    page.get_by_test_id("new-provider").select_option("itsme")
    page.get_by_test_id("new-name").fill("shop one")
    page.keyboard.press("Enter")
    page.get_by_test_id("new-member").fill("nam")
    page.keyboard.press("Enter")
    page.get_by_test_id("field-nam").fill("A shop")
    page.get_by_test_id("save").click()
    expect(page.get_by_test_id("problem-nam")).to_contain_text("did you mean")
    expect(page.get_by_test_id("answer")).to_contain_text("at least one service")
    page.get_by_test_id("field-nam").fill("")
    page.get_by_test_id("new-member").fill("services")
    page.keyboard.press("Enter")
    page.keyboard.insert_text(json.dumps({"EIDOLON_LOGIN": {"redirect_uris": [shop.callback]}}))
    page.get_by_test_id("save").click()
    expect(page.get_by_test_id("said")).to_have_text("Saved.")
    assert list(world(root)["clients"]["itsme"]["shop one"]) == ["services"]
    page.reload()
    page.get_by_test_id("remove").click()
    page.wait_for_url(re.compile(r"/world/clients$"))
    assert "shop one" not in world(root)["clients"]["itsme"]
    refused(desk)


def test_a_story_says_where_it_is_wrong_is_queued_and_saved_as_a_file_that_check_takes(desk, root, shop, eidolon, tmp_path):
    page = desk.window()
    page.goto(f"{root}/world/stories#new")
    page.get_by_test_id("new-provider").select_option("itsme")
    page.get_by_test_id("new-name").fill("says-no")
    page.keyboard.press("Enter")
    story = page.get_by_test_id("field-story")
    text = story.input_value()
    story.fill(text.replace('"reject"', '"rejekt"'))
    page.get_by_test_id("save").click()
    problem = page.get_by_test_id("problems").get_by_role("listitem").first
    expect(problem).to_contain_text("reject")
    problem.get_by_role("button").click()
    assert "rejekt" in page.evaluate("getSelection().toString() || (t => t.value.slice(t.selectionStart, t.selectionEnd))(document.activeElement)")
    story.fill(text)
    page.get_by_test_id("save").click()
    expect(page.get_by_test_id("said")).to_have_text("Saved.")
    page.reload()
    with page.expect_download() as download:
        page.get_by_test_id("save-file").click()
    folder = tmp_path / "itsme"
    folder.mkdir()
    download.value.save_as(folder / download.value.suggested_filename)
    assert [file.name for file in folder.iterdir()] == ["says-no.json"]
    page.get_by_test_id("queue-it").click()
    expect(page.get_by_test_id("said")).to_contain_text("next login")
    page.goto(f"{root}/world")
    expect(page.get_by_test_id("queued")).to_contain_text("itsme/says-no")
    with page.expect_download() as download:
        page.get_by_test_id("save-world").click()
    download.value.save_as(tmp_path / download.value.suggested_filename)
    checked = run(eidolon, "check", str(tmp_path))
    assert checked.returncode == 0, checked.stdout + checked.stderr
    requests.get(itsme(root, shop.callback), headers={"Accept": "text/html"}, timeout=10)
    login = requests.get(f"{root}/_eidolon/transactions", timeout=10).json()["transactions"][-1]
    assert login["decision"]["scenario"] == "itsme/says-no"
    refused(desk)


@pytest.mark.parametrize("place", ["/transactions", "/phone", "/stage/itsme", "/report", "/world"])
def test_the_clock_of_an_open_page_goes_on_from_where_it_was_moved(desk, root, place):
    page = desk.window()
    page.goto(f"{root}{place}")
    clock = page.get_by_test_id("clock")
    expect(clock).to_contain_text("UTC")
    there = requests.post(f"{root}/_eidolon/clock/advance", json={"by": "30h"}, timeout=10).json()["now"][11:13]
    if place == "/world":
        page.get_by_test_id("field-by").fill("1ms")
        page.get_by_test_id("skip").click()
    else:
        # What happens in the sandbox is the sign to look again.
        requests.get(itsme(root, "http://localhost:9/cb"), headers={"Accept": "text/html"}, timeout=10)
    expect(clock).to_have_text(re.compile(f"^{there}:"))
    requests.put(f"{root}/_eidolon/clock", json={"mode": "frozen"}, timeout=10).raise_for_status()
    if place == "/world":
        page.get_by_test_id("skip").click()
    else:
        requests.get(itsme(root, "http://localhost:9/cb"), headers={"Accept": "text/html"}, timeout=10)
    expect(clock).to_contain_text("(stands)")


def test_an_open_page_whose_sandbox_ended_keeps_what_it_shows_and_says_so(desk, root):
    desk.expected_statuses.add(404)
    requests.get(itsme(root, "http://localhost:9/cb"), headers={"Accept": "text/html"}, timeout=10)
    page, phone, stage = desk.window(), desk.window(), desk.window()
    page.goto(f"{root}/transactions")
    expect(page.get_by_test_id("live")).to_have_attribute("data-live", "live")
    phone.goto(f"{root}/phone")
    expect(phone.get_by_test_id("live")).to_have_attribute("data-live", "live")
    stage.goto(f"{root}/stage/itsme")
    requests.delete(f"{root}/_eidolon/sandbox", json={}, timeout=10).raise_for_status()
    expect(page.get_by_test_id("gone")).to_contain_text(f"There is no sandbox {root.rsplit('~', 1)[1]}")
    expect(page.get_by_test_id("transaction")).to_have_count(1)
    expect(phone.get_by_test_id("live")).to_have_text("this sandbox ended")
    expect(stage.get_by_test_id("stage-outcome")).to_contain_text("There is no sandbox")
    page.get_by_role("link", name="Look again").click()
    page.get_by_test_id("to-root").click()
    expect(page.get_by_test_id("what")).to_be_visible()


def test_a_page_that_nobody_sees_rests_and_catches_up_when_it_is_shown(desk, root):
    page = desk.window()
    page.goto(f"{root}/transactions")
    expect(page.get_by_test_id("live")).to_have_attribute("data-live", "live")

    def hide(yes: bool) -> None:
        page.evaluate(
            "yes => { Object.defineProperty(document, 'hidden', { configurable: true, get: () => yes });"
            " document.dispatchEvent(new Event('visibilitychange')); }", yes
        )

    hide(True)
    requests.get(itsme(root, "http://localhost:9/cb"), headers={"Accept": "text/html"}, timeout=10)
    page.wait_for_timeout(1500)
    expect(page.get_by_test_id("transaction")).to_have_count(0)
    hide(False)
    expect(page.get_by_test_id("transaction")).to_have_count(1)
    expect(page.get_by_test_id("live")).to_have_attribute("data-live", "live")


def test_queue_and_clock_work_by_the_keyboard_and_teach(desk, root):
    page = desk.window()
    page.goto(f"{root}/world")
    page.get_by_test_id("queue-form").get_by_test_id("field-scenario").focus()
    page.keyboard.type("itsme/rejct")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("problem-scenario")).to_contain_text("itsme/reject")
    page.get_by_test_id("field-scenario").fill("itsme/reject")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("queued")).to_have_count(1)
    page.get_by_test_id("empty-queue").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("queued")).to_have_count(0)
    page.get_by_test_id("field-by").fill("a while")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("problem-by")).to_be_visible()
    page.get_by_test_id("field-by").fill("2h")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("said")).to_have_text("The time was skipped.")
    page.get_by_test_id("field-mode").select_option("frozen")
    page.get_by_test_id("set-clock").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("world-clock")).to_contain_text("stands")
    assert requests.get(f"{root}/_eidolon/clock", timeout=10).json()["mode"] == "frozen"
    refused(desk)


def test_a_login_is_taken_along_as_one_file_that_opens_without_eidolon(desk, root, shop, tmp_path):
    requests.get(itsme(root, shop.callback), headers={"Accept": "text/html"}, timeout=10)
    page = desk.window()
    page.goto(f"{root}/transactions/{newest(root)['transaction']}")
    with page.expect_download() as download:
        page.get_by_test_id("file").click()
    file: Path = tmp_path / "login.html"
    download.value.save_as(file)
    alone = desk.window()
    asked: list[str] = []
    alone.on("request", lambda request: asked.append(request.url))
    alone.goto(file.as_uri())
    expect(alone.get_by_test_id("answer")).to_be_visible()
    message = alone.get_by_test_id("exchange").first
    message.locator("summary").click()
    expect(message.get_by_role("heading", name="Request")).to_be_visible()
    desk.picture(alone, "file")
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert alone.evaluate("document.documentElement.scrollWidth <= innerWidth")
