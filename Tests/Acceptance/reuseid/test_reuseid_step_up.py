"""The step-up guide, re-expressed: its curl call, its JSON, and a complete step-up from the backend's start to its end."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess

import pytest
import requests

from program import Program
from reuseid_customer import ANNA, App, Backend, LibraryError, Sandbox, VideoIDFailed


@pytest.fixture(scope="module")
def stage(eidolon):
    with Program(eidolon) as program:
        yield program


@pytest.fixture
def sandbox(stage) -> Sandbox:
    return Sandbox(stage.http)


def test_a_complete_step_up_from_backend_start_to_completed_videoid(sandbox):
    backend, app = Backend(sandbox.reuseid), App(sandbox.reuseid)
    transaction = backend.step_up(eidProviderOptions={"docTypes": [62, 61], "defaultId": 62})
    assert backend.status(transaction) == "Pending"

    started = app.start_authentication()
    assert set(started["pre_operation_context"]) == {"context_content_b64", "context_mime"}
    assert app.operation(started, "pre_operation_context") == {
        "operation": "authentication",
        "provider": "eid",
        "processType": "substantial",
    }

    finished = app.finish_authentication()
    operation = app.operation(finished, "post_operation_context")
    assert list(operation) == ["version", "operation", "provider", "token", "url", "processType", "eidProviderOptions"]
    assert operation["version"] == "1"
    assert operation["url"] == f"{sandbox.root}/videoid/v2"
    assert operation["eidProviderOptions"] == {"docTypes": [62, 61], "defaultId": 62}
    assert backend.status(transaction) == "Pending"
    # The authentication is complete before the step-up is.
    assert backend.result(transaction)["state"] == "COMPLETED"

    asked = app.request_video_id(operation)
    assert set(asked) == {"id", "authorization"} and asked["authorization"] != operation["token"]
    assert app.run_video_id(operation, asked["authorization"]) == asked["id"]

    assert backend.status(transaction) == "Completed"
    user = backend.call("GET", f"/core/users/{ANNA.user}").json()["data"]
    assert user["attributes"]["firstName"] == "Anna" and user["attributes"]["lastName"] == "Peeters"


@pytest.mark.skipif(shutil.which("curl") is None, reason="the guide's call is made with curl")
def test_the_curl_call_of_the_guide(sandbox):
    backend, app = Backend(sandbox.reuseid), App(sandbox.reuseid)
    backend.step_up()
    app.start_authentication()
    operation = app.operation(app.finish_authentication(), "post_operation_context")
    command = ["curl", "-s", "-S", "--max-time", "10", "--noproxy", "*", "-X", "POST", f"{operation['url']}/videoid.request"]
    command += ["-H", f"Authorization: Bearer {operation['token']}", "-H", "content-type: application/json"]
    command += ["-d", '{\n"process": "Unattended"\n}']
    answer = json.loads(subprocess.run(command, capture_output=True, text=True, timeout=20, check=True).stdout)
    assert set(answer) == {"id", "authorization"}
    assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", answer["id"])
    assert isinstance(answer["authorization"], str) and answer["authorization"]


def test_the_pre_operation_context_byte_for_byte(sandbox):
    Backend(sandbox.reuseid).step_up()
    content = App(sandbox.reuseid).start_authentication()["pre_operation_context"]["context_content_b64"]
    assert base64.b64decode(content, validate=True) == (
        b'{"signicatOperation":{"operation":"authentication","provider":"eid","processType":"substantial"}}'
    )


def test_the_post_operation_context_byte_for_byte(sandbox):
    Backend(sandbox.reuseid).step_up(eidProviderOptions={"docType": 1, "docTypes": [1, 2, 3], "defaultId": 1})
    app = App(sandbox.reuseid)
    app.start_authentication()
    finished = app.finish_authentication()
    operation = app.operation(finished, "post_operation_context")
    content = base64.b64decode(finished["post_operation_context"]["context_content_b64"], validate=True)
    assert content == (
        '{"signicatOperation":{"version":"1","operation":"authentication","provider":"eid",'
        f'"token":"{operation["token"]}","url":"{sandbox.root}/videoid/v2","processType":"substantial",'
        '"eidProviderOptions":{"docType":1,"docTypes":[1,2,3],"defaultId":1}}}'
    ).encode()


def test_onboarding_ends_with_a_videoid_and_gives_a_device_for_later_step_ups(sandbox):
    backend, app = Backend(sandbox.reuseid), App(sandbox.reuseid)
    started = backend.start("/onboarding", {"externalRef": "bob", "provider": "signicatvideoid"})
    activation = app.library("startActivation", activation_code=started["activationCode"])
    finished = app.library(
        "finishActivation", registration_id=activation["registration_id"], auth_method="DEVICE:PIN", pin_code="4711"
    )
    operation = app.operation(finished, "post_operation_context")
    assert operation["operation"] == "activation"
    app.run_video_id(operation, app.request_video_id(operation)["authorization"])
    assert backend.status(started["transactionId"], "onboarding") == "Completed"

    phone = type(ANNA)(started["userId"], activation["registration_id"], "4711", "bob")
    transaction = backend.step_up(phone)
    App(sandbox.reuseid, phone).step_up()
    assert backend.status(transaction) == "Completed"


def test_the_token_leads_on_once_and_no_secret_stands_in_for_the_other(sandbox):
    backend, app = Backend(sandbox.reuseid), App(sandbox.reuseid)
    transaction = backend.step_up()
    app.start_authentication()
    operation = app.operation(app.finish_authentication(), "post_operation_context")
    # The token is not what the SDK wants.
    with pytest.raises(VideoIDFailed):
        app.run_video_id(operation, operation["token"])
    asked = app.request_video_id(operation)
    # Nor is the authorization what the request wants.
    with pytest.raises(requests.HTTPError) as refused:
        app.request_video_id(operation | {"token": asked["authorization"]})
    assert refused.value.response.status_code == 401
    app.run_video_id(operation, asked["authorization"])
    with pytest.raises(requests.HTTPError) as reused:
        app.request_video_id(operation)
    assert reused.value.response.status_code == 401
    assert backend.status(transaction) == "Completed"


def test_starting_videoid_from_the_pre_operation_context_cannot_work(sandbox):
    Backend(sandbox.reuseid).step_up()
    app = App(sandbox.reuseid)
    with pytest.raises(KeyError):
        app.request_video_id(app.operation(app.start_authentication(), "pre_operation_context"))


def test_double_slashes_reach_the_same_place(sandbox):
    Backend(sandbox.reuseid).step_up()
    app = App(sandbox.reuseid)
    app.start_authentication()
    operation = app.operation(app.finish_authentication(), "post_operation_context")
    assert app.request_video_id(operation | {"url": operation["url"] + "/"})["id"]


def test_the_step_up_expires_when_nobody_goes_on(sandbox):
    backend, app = Backend(sandbox.reuseid), App(sandbox.reuseid)
    transaction = backend.step_up()
    app.start_authentication()
    operation = app.operation(app.finish_authentication(), "post_operation_context")
    sandbox.advance("15m")
    backend.authenticate()
    assert backend.status(transaction) == "Expired"
    with pytest.raises(requests.HTTPError):
        app.request_video_id(operation)


def test_a_wrong_pin_three_times_locks_and_an_administrator_unlocks(sandbox):
    backend, app = Backend(sandbox.reuseid), App(sandbox.reuseid)
    transaction = backend.step_up()
    app.start_authentication()
    codes = []
    for _ in range(3):
        with pytest.raises(LibraryError) as refused:
            app.finish_authentication("0000")
        codes.append((refused.value.code, refused.value.error.get("remaining_attempts")))
    assert codes == [(214, 2), (214, 1), (226, None)]
    assert backend.status(transaction) == "Failed"
    backend.call("POST", f"/core/devices/{ANNA.device}/unlock").raise_for_status()
    transaction = backend.step_up()
    app.step_up()
    assert backend.status(transaction) == "Completed"
