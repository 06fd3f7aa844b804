"""The client code of the vendor's guide (iOS inter-app communication), re-expressed, against the running emulator."""

import json

import pytest
import requests
from bioid_client import PICTURE, GuideClient, Phone, ServiceError


@pytest.fixture
def base(server) -> str:
    return f"{server.http}/bioid"


@pytest.fixture
def client(base) -> GuideClient:
    return GuideClient(f"{base}/extension")


def test_the_guide_enrols_and_verifies_a_user(base, client):
    client.bcid = "bws.12.990001"
    phone = Phone(base)
    for task, action in [("enroll", "enrollment"), ("verify", "verification")]:
        token = client.fetch_token(task)
        assert token.count(".") == 2 and not token.startswith('"')
        returned = phone.open(client.custom_url(task, token, "YourApp"))
        assert returned.status_code == 302
        location = returned.headers["Location"]
        assert location.startswith(f"YourApp://?access_token={token}")
        result = json.loads(client.opened(location))
        assert result == {"Action": action, "BCID": "bws/12/990001", "Success": True}


def test_the_guide_ignores_a_return_without_token(client):
    assert client.opened("YourApp://?state=abc") is None


def test_the_guide_reports_the_status_of_a_refused_token(client):
    client.secret = "wrong"
    with pytest.raises(ServiceError) as refused:
        client.fetch_token("verify")
    assert refused.value.status == 403
    assert refused.value.response.json()["Message"]


def test_the_guide_takes_204_for_an_error(base, client):
    """Its test for 200 reports `error 204` where nothing was done yet: a stumbling block of the vendor's own code."""
    token = client.fetch_token("verify")
    with pytest.raises(ServiceError, match="error 204") as early:
        client.opened(f"YourApp://?access_token={token}")
    assert early.value.response.content == b""


def test_the_result_needs_basic_and_the_same_application(client):
    token = client.fetch_token("verify")
    url = f"{client.endpoint}/result?access_token={token}"
    with_token = requests.get(url, headers={"Authorization": f"Bearer {token}"}, timeout=10)
    assert with_token.status_code == 401
    assert with_token.headers["Eidolon-Finding"] == "bioid.result-not-basic"
    other = requests.get(url, auth=("another-app", "any"), timeout=10)
    assert other.status_code == 403


def test_a_base_with_a_slash_at_the_end_works_too(base):
    client = GuideClient(f"{base}/extension/")
    assert client.fetch_token("verify").count(".") == 2


def test_a_script_of_another_origin_uploads_and_verifies(client):
    """What the vendor's browser user interface sends: preflights, then a data URL under jQuery's content type."""
    token = client.fetch_token("verify")
    origin = {"Origin": "https://rp.example.test"}
    for path, method in [("upload", "POST"), ("verify", "GET")]:
        asked = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": "authorization,content-type"}
        preflight = requests.options(f"{client.endpoint}/{path}", headers=origin | asked, timeout=10)
        assert preflight.status_code in (200, 204)
        assert preflight.headers["Access-Control-Allow-Origin"] in ("*", origin["Origin"])
        allowed = {word.strip().lower() for word in preflight.headers["Access-Control-Allow-Headers"].split(",")}
        assert {"authorization", "content-type"} <= allowed
        assert method in preflight.headers["Access-Control-Allow-Methods"]
    headers = origin | {"Authorization": f"Bearer {token}", "Content-Type": "application/x-www-form-urlencoded"}
    for index in (1, 2):
        answer = requests.post(f"{client.endpoint}/upload?tag=any&index={index}", PICTURE, headers=headers, timeout=10)
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        # The vendor's page prints the warnings of every accepted sample, and dies where there are none.
        assert answer.json()["Accepted"] is True and str(answer.json()["Warnings"]) == "[]"
    done = requests.get(f"{client.endpoint}/verify", headers=headers, timeout=10)
    assert done.json() == {"Success": True} and done.headers["Access-Control-Allow-Origin"] == "*"


def test_what_the_android_app_does(base, client):
    """No return_url, since the caller waits for the activity; in-app it takes the token apart and captures in pairs."""
    token = client.fetch_token("verify")
    done = Phone(base).open(f"bioid-verify://?access_token={token}&state=s", **{"User-Agent": "Dalvik/2.1.0 (Linux; Android 8.1)"})
    assert done.status_code == 200 and "Location" not in done.headers
    assert json.loads(client.validate(token))["Success"] is True
