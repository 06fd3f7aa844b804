"""What the authorization endpoint refuses, with exact status, code and place (contract 1.3, section 5)."""

import http.client
import json
from urllib.parse import urlsplit

import pytest
import requests

from browser import DESKTOP
from conftest import CALLBACK
from relying_party import parameters_of

RIGHT = {
    "client_id": "GUIDE_RP",
    "response_type": "code",
    "scope": "openid service:ACCEPTANCE_LOGIN",
    "redirect_uri": CALLBACK,
    "state": "state-1",
    "nonce": "nonce-1",
}


def authorize(server, changes: dict | None = None, **headers) -> requests.Response:
    parameters = {name: value for name, value in (RIGHT | (changes or {})).items() if value is not None}
    return requests.get(
        f"{server.http}/itsme/oidc/authorize", params=parameters, headers=headers, allow_redirects=False, timeout=10
    )


def rules(response: requests.Response) -> list[str]:
    return [rule.strip() for rule in response.headers.get("Eidolon-Finding", "").split(",") if rule.strip()]


def test_a_right_request_breaks_no_rule(server):
    response = authorize(server)
    assert response.status_code == 302 and rules(response) == []


PAGES = [
    ({"client_id": None}, 400, "invalid_request", "itsme.client-id-missing"),
    ({"redirect_uri": None}, 400, "invalid_request", "itsme.redirect-uri-missing"),
    ({"redirect_uri": CALLBACK + "?x=1"}, 400, "invalid_request", "itsme.redirect-uri-extra-query"),
    ({"redirect_uri": CALLBACK.upper()}, 400, "invalid_request", "itsme.redirect-uri-mismatch"),
    ({"redirect_uri": "javascript:alert(1)"}, 400, "invalid_request", "itsme.redirect-uri-unsafe"),
    ({"scope": "openid service:NOBODY"}, 501, "not_implemented", "itsme.service-unknown"),
    ({"scope": None}, 501, "not_implemented", "itsme.scope-openid-missing"),
    ({"scope": "service:ACCEPTANCE_LOGIN"}, 501, "not_implemented", "itsme.scope-openid-missing"),
    ({"scope": "openid profile"}, 501, "not_implemented", "itsme.scope-service-missing"),
    ({"display": "popup"}, 501, "not_implemented", "itsme.display-unsupported"),
]


@pytest.mark.parametrize(("changes", "status", "error", "rule"), PAGES)
def test_nobody_is_sent_anywhere(server, changes, status, error, rule):
    response = authorize(server, changes)
    assert "Location" not in response.headers
    assert response.status_code == status
    assert response.headers["Content-Type"].startswith("application/json")
    assert response.json()["error"] == error and response.json()["error_description"]
    assert rule in rules(response)


@pytest.mark.parametrize(("changes", "status", "error", "rule"), PAGES)
def test_a_browser_gets_a_page_that_says_why(server, changes, status, error, rule):
    response = authorize(server, changes, Accept="text/html", **{"User-Agent": DESKTOP})
    assert response.status_code == status and "Location" not in response.headers
    assert response.headers["Content-Type"].startswith("text/html")
    assert error in response.text and "javascript:" not in response.text.replace("javascript:alert(1)", "")
    assert "<script" not in response.text
    assert rule in rules(response)


def test_strict_knows_no_other_clients(eidolon):
    from program import Program

    with Program(eidolon, "--strict") as program:
        response = authorize(program, {"client_id": "NEWCOMER"})
        assert response.status_code == 400 and "Location" not in response.headers
        assert rules(response) == ["itsme.client-id-unknown"]


REDIRECTS = [
    ({"response_type": None}, "invalid_request", "itsme.response-type-missing"),
    ({"response_type": "token"}, "invalid_request", "itsme.response-type-unsupported"),
    ({"claims": '{"id_token":{"sub":{"value":"nobody"}}}'}, "access_denied", "itsme.subject-unknown"),
    ({"prompt": "none"}, "interaction_required", "itsme.prompt-none"),
    ({"prompt": "select_account"}, "invalid_request", "itsme.prompt-unsupported"),
    ({"claims": "{"}, "invalid_request", "itsme.claims-malformed"),
    ({"claims": "[]"}, "invalid_request", "itsme.claims-malformed"),
    (
        {"claims": json.dumps({"userinfo": {"tag:sixdots.be,2016-06:claim_nationality": {"value": "BE"}}})},
        "invalid_request",
        "itsme.claim-value-forbidden",
    ),
    ({"request": "nothing"}, "invalid_request_object", "itsme.request-object-malformed"),
    ({"code_challenge": "short", "code_challenge_method": "S256"}, "invalid_request", "itsme.code-challenge-unsupported"),
    ({"code_challenge_method": "S256"}, "invalid_request", "itsme.code-challenge-unsupported"),
]


@pytest.mark.parametrize(("changes", "error", "rule"), REDIRECTS)
def test_the_browser_is_sent_back_with_the_error(server, changes, error, rule):
    response = authorize(server, changes)
    assert response.status_code == 302
    location = response.headers["Location"]
    assert location.startswith(CALLBACK + "?")
    found = parameters_of(location)
    assert found["error"] == error and found["error_description"] and found["state"] == "state-1"
    assert set(found) == {"error", "error_description", "state"}
    assert rule in rules(response)


def test_unsupported_response_type_is_answered_as_the_guide_prints_it(server):
    location = authorize(server, {"response_type": "id_token"}).headers["Location"]
    assert parameters_of(location)["error_description"] == "Unsupported response_type value"
    assert "error_description=Unsupported%20response_type%20value" in location


def test_state_comes_back_with_an_error_only_if_it_was_sent(server):
    location = authorize(server, {"prompt": "none", "state": None}).headers["Location"]
    assert set(parameters_of(location)) == {"error", "error_description"}


IGNORED = [
    ({"response_mode": "form_post"}, None),
    ({"id_token_hint": "x"}, None),
    ({"claims_locales": "fr"}, None),
    ({"scope": "openid service:ACCEPTANCE_LOGIN offline_access whatever"}, None),
    ({"display": "page"}, None),
    ({"prompt": "consent"}, None),
    ({"prompt": "login consent"}, "itsme.prompt-login"),
    ({"max_age": "0"}, None),
    ({"max_age": "soon"}, "itsme.max-age-malformed"),
    ({"login_hint": "anna@example.test"}, "itsme.login-hint-malformed"),
    ({"login_hint": "32+999999999"}, "itsme.person-made-up"),
    ({"request_uri": "https://x.test/r"}, "itsme.parameter-ignored"),
    ({"registration": "{}"}, "itsme.parameter-ignored"),
    ({"claims": '{"userInfo":{"email":null}}'}, "itsme.claims-member-unknown"),
    ({"ui_locales": "es"}, "itsme.ui-locales-unsupported"),
    ({"acr_values": "urn:nobody"}, "itsme.acr-unknown"),
    ({"claims": json.dumps({"userinfo": {"website": None}})}, "itsme.claim-unknown"),
    ({"claims": "%7B%22userinfo%22%3A%7B%22name%22%3Anull%7D%7D"}, "itsme.claims-double-encoded"),
    ({"scope": "openid service: ACCEPTANCE_LOGIN"}, "itsme.scope-service-spaced"),
    ({"scope": "openid service:ACCEPTANCE_LOGIN service:OTHER"}, "itsme.service-unknown"),
    ({"state": None}, "itsme.state-missing"),
    ({"nonce": None}, "itsme.nonce-missing"),
]


@pytest.mark.parametrize(("changes", "rule"), IGNORED)
def test_what_is_ignored_does_not_stop_the_login(server, changes, rule):
    response = authorize(server, changes)
    assert "code" in parameters_of(response.headers["Location"]), response.text
    assert rules(response) == ([rule] if rule else [])


def test_a_parameter_that_comes_twice_is_refused(server):
    url = requests.Request("GET", f"{server.http}/itsme/oidc/authorize", params=RIGHT).prepare().url
    response = requests.get(url + "&nonce=n-2", allow_redirects=False, timeout=10)
    assert parameters_of(response.headers["Location"])["error"] == "invalid_request"
    assert "itsme.parameter-repeated" in rules(response)


@pytest.mark.parametrize("query", ["client_id=%ZZ", "client_id=%FF%FE", "client_id=%"])
def test_a_malformed_query_is_an_error_page(server, query):
    # requests would put the escapes right.
    connection = http.client.HTTPConnection(urlsplit(server.http).netloc, timeout=10)
    connection.request("GET", f"/itsme/oidc/authorize?{query}")
    response = connection.getresponse()
    assert response.status == 400
    assert response.getheader("Eidolon-Finding") == "itsme.parameters-malformed"
    connection.close()


def test_every_refusal_is_in_the_log_with_its_rule_and_section(server):
    authorize(server, {"redirect_uri": "https://wrong.example.test/only-here"})
    event = server.wait_for_event(lambda event: "only-here" in event["message"])
    assert event["rule"] == "itsme.redirect-uri-mismatch" and event["level"] == "error"
    assert "2. Creating sandbox" in event["message"] and "Fix:" in event["message"]
