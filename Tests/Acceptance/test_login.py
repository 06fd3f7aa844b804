"""A login from discovery to userinfo with an unmodified client library (contract 1.3 to 1.11)."""

import re
import time

import pytest
import requests
from authlib.integrations.base_client import OAuthError

from conftest import CALLBACK
from relying_party import ADVANCED, BASIC, Refused, header_of, parameters_of

NATIONALITY = "tag:sixdots.be,2016-06:claim_nationality"
EID = "tag:sixdots.be,2016-06:claim_eid"
DEVICE = "tag:sixdots.be,2017-05:claim_device"


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_logs_in_from_discovery_to_userinfo(relying_party, server, scheme):
    rp = relying_party(base=getattr(server, scheme))
    login = rp.login(acr_values=ADVANCED)
    assert login.identity["iss"] == f"{getattr(server, scheme)}/itsme/oidc"
    assert login.person["family_name"] == "Peeters"
    assert login.person["email"] == "anna@example.test"


def test_without_its_authority_https_is_refused(relying_party, server):
    with pytest.raises(requests.exceptions.SSLError):
        relying_party(base=server.https, verify=True).login()


def test_code_state_and_token_have_the_documented_form(relying_party):
    rp = relying_party()
    started = rp.start()
    response = rp.open(started["url"])
    callback = rp.callback(response, started)
    assert re.fullmatch("[a-z0-9]{36}", callback["code"])
    assert set(callback) == {"code", "state"}
    token = rp.exchange(callback["code"], started)
    assert set(token) - {"expires_at"} == {"access_token", "token_type", "expires_in", "id_token"}
    assert token["token_type"] == "Bearer" and token["expires_in"] == 3600
    assert re.fullmatch("[A-Za-z0-9_-]{43}", token["access_token"])


def test_state_comes_back_only_if_it_was_sent(relying_party, server):
    url = f"{server.http}/itsme/oidc/authorize"
    parameters = {
        "client_id": "GUIDE_RP",
        "response_type": "code",
        "scope": "openid service:ACCEPTANCE_LOGIN",
        "redirect_uri": CALLBACK,
    }
    response = requests.get(url, params=parameters, allow_redirects=False, timeout=10)
    assert set(parameters_of(response.headers["Location"])) == {"code"}
    strange = 'a b+c&d=é"%25'
    response = requests.get(url, params=parameters | {"state": strange}, allow_redirects=False, timeout=10)
    assert parameters_of(response.headers["Location"])["state"] == strange


def test_token_response_must_not_be_stored(relying_party):
    rp = relying_party()
    started = rp.start()
    code = rp.callback(rp.open(started["url"]), started)["code"]
    seen = []
    session = rp.authlib._get_oauth_client(**rp.metadata)
    session.hooks["response"].append(lambda response, **_: seen.append(response))
    session.redirect_uri = rp.redirect_uri
    session.fetch_token(rp.metadata["token_endpoint"], code=code)
    assert seen[0].headers["Content-Type"] == "application/json"
    assert seen[0].headers["Cache-Control"] == "no-store"
    assert seen[0].headers["Pragma"] == "no-cache"


def test_id_token_has_the_documented_claims(relying_party, server):
    before = int(time.time())
    rp = relying_party()
    login = rp.login(max_age="60")
    claims = login.identity
    assert claims["iss"] == f"{server.http}/itsme/oidc"
    assert claims["aud"] == "GUIDE_RP"
    assert claims["nonce"] == login.started["nonce"]
    assert claims["acr"] == BASIC
    assert re.fullmatch("[a-z0-9]{36}", claims["sub"])
    assert claims["exp"] - claims["iat"] == 300
    assert before - 5 <= claims["iat"] <= time.time() + 1
    assert claims["auth_time"] <= claims["iat"]
    assert not {"amr", "azp", "at_hash"} & set(claims)
    header = header_of(login.token["id_token"])
    assert (header["alg"], header["kid"]) == ("RS256", "s1")


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        (None, BASIC),
        (BASIC, BASIC),
        (ADVANCED, ADVANCED),
        (f"{BASIC} {ADVANCED}", ADVANCED),
        ("tag:itsmetag:sixdots.be,2016-06:acr_advanced", ADVANCED),
        ("urn:nobody:knows", BASIC),
    ],
)
def test_most_constraining_level_counts(relying_party, asked, given):
    rp = relying_party()
    started = rp.start(**({"acr_values": asked} if asked else {}))
    code = rp.callback(rp.open(started["url"]), started)["code"]
    assert rp.identity(rp.exchange(code, started), started)["acr"] == given


def test_subject_stays_with_a_client_and_differs_between_clients(relying_party):
    first = relying_party().login().identity["sub"]
    assert relying_party().login().identity["sub"] == first
    assert relying_party("OTHER_RP").login().identity["sub"] != first


def test_a_phone_number_as_hint_says_who_logs_in(relying_party):
    anna = relying_party().login()
    carla = relying_party().login(login_hint="32+470111222")
    assert carla.person["given_name"] == "Carla"
    assert carla.identity["sub"] != anna.identity["sub"]
    # Not encoded, the plus arrives as a blank.
    assert relying_party().login(login_hint="32 470111222").person["given_name"] == "Carla"


def test_scopes_say_which_claims_come(relying_party):
    only = relying_party(scope="").login()
    assert set(only.person) == {"iss", "aud", "sub"}
    profile = relying_party(scope="profile").login(login_hint="32+470111222").person
    assert set(profile) == {
        "iss", "aud", "sub", "name", "given_name", "family_name", "gender", "birthdate", "locale",
    }  # fmt: skip
    assert (profile["birthdate"], profile["gender"], profile["locale"]) == ("1985-02-03", "female", "fr")
    phone = relying_party(scope="phone").login(login_hint="32+470111222").person
    assert (phone["phone_number"], phone["phone_number_verified"]) == ("+32 470111222", True)


def test_scopes_put_their_claims_into_the_id_token_too(relying_party):
    claims = relying_party(scope="profile email").login(login_hint="32+470111222").identity
    assert (claims["given_name"], claims["email"]) == ("Carla", "carla@example.test")


def test_requested_claims_come_under_the_key_as_requested(relying_party):
    spelt = "tag:itsmetag:sixdots.be,2016-06:claim_nationality"
    asked = {"userinfo": {spelt: None, NATIONALITY: None, EID: None, DEVICE: {"essential": True}}}
    person = relying_party(scope="").login(claims=asked).person
    assert person[spelt] == person[NATIONALITY]
    assert isinstance(person[EID], dict) and all(isinstance(value, str) for value in person[EID].values())
    assert isinstance(person[DEVICE], dict) and isinstance(person[DEVICE]["rooted"], bool)


def test_claims_that_were_not_agreed_are_left_out(relying_party):
    person = relying_party("LIMITED_RP").login().person
    assert set(person) == {"iss", "aud", "sub", "given_name", "locale"}


def test_both_authorization_paths_are_served(relying_party):
    rp = relying_party()
    started = rp.start()
    response = rp.open(started["url"].replace("/oidc/authorize?", "/oidc/authorization?"))
    assert rp.callback(response, started)["code"]


def test_authorization_request_may_be_posted(relying_party):
    rp = relying_party()
    started = rp.start()
    url, _, _ = started["url"].partition("?")
    response = requests.post(url, data=parameters_of(started["url"]), allow_redirects=False, timeout=10)
    assert rp.callback(response, started)["code"]
    assert "itsme.authorize-posted" in response.headers["Eidolon-Finding"]


def test_an_assertion_for_the_issuer_is_taken_from_a_lenient_client_and_reported(relying_party, server):
    rp = relying_party("LENIENT_RP", audience=f"{server.http}/itsme/oidc")
    rp.login()
    server.wait_for_finding("itsme.assertion-audience-issuer")


def test_an_assertion_for_the_issuer_is_refused(relying_party, server):
    with pytest.raises(OAuthError) as refused:
        relying_party(audience=f"{server.http}/itsme/oidc").login()
    assert refused.value.error == "unauthorized_client"
    server.wait_for_finding("itsme.assertion-audience")


def test_pkce_right(relying_party):
    login = relying_party(pkce=True).login()
    assert parameters_of(login.started["url"])["code_challenge_method"] == "S256"


@pytest.mark.parametrize("verifier", ["x" * 43, ""])
def test_pkce_wrong_or_missing(relying_party, verifier):
    rp = relying_party(pkce=True)
    started = rp.start()
    code = rp.callback(rp.open(started["url"]), started)["code"]
    with pytest.raises(OAuthError) as refused:
        rp.exchange(code, started | {"code_verifier": verifier}, **({"code_verifier": verifier}))
    assert refused.value.error == "invalid_grant"


def test_a_relying_party_that_nobody_registered_is_let_in_and_told(server, keys):
    from relying_party import RelyingParty

    rp = RelyingParty(
        f"{server.http}/itsme/oidc",
        "NEWCOMER",
        keys["signing"],
        redirect_uri="http://localhost:4242/anything",
        service="WHATEVER",
    )
    started = rp.start()
    response = rp.open(started["url"])
    assert {"itsme.client-unregistered", "itsme.redirect-uri-unregistered"} <= {
        rule.strip() for rule in response.headers["Eidolon-Finding"].split(",")
    }
    token = rp.exchange(rp.callback(response, started)["code"], started)
    assert rp.identity(token, started)["aud"] == "NEWCOMER"
    server.wait_for_finding("itsme.assertion-unverified")


def test_error_in_the_callback_is_an_error_of_the_client(relying_party):
    rp = relying_party(scenario="reject")
    with pytest.raises(Refused) as refused:
        rp.login()
    assert refused.value.parameters["error"] == "access_denied"
