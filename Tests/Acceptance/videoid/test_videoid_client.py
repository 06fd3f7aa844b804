"""The guide's client, its errors, the strict reading of results, and what scripts of other pages may do."""

import base64
import io
from datetime import date

import pytest
import requests

from videoid_client import TENANT, App, AuthorisationRefused, Backend, SDKFailed
from videoid_result import NotCompleted, ResultError, ServiceError, read


@pytest.fixture(scope="module")
def url(server) -> str:
    return f"{server.http}/videoid/v2"


def test_the_guides_two_steps_and_the_servers_reading(url):
    asked = App(url, TENANT).run(docType=62)
    identity = Backend(url).identity(asked.id, date.today())
    assert identity.names == ("PEETERS", "ANNA")
    assert identity.number == "TEST00001"
    assert identity.born == date(1990, 7, 14)
    assert identity.expires == date(2032, 1, 10)
    assert identity.trusted("High")


@pytest.mark.parametrize("base", ["{}", "{}/", "{}//"])
def test_the_base_may_end_with_slashes(url, base):
    response = requests.post(
        base.format(url) + "/videoid.request", json={}, headers={"Authorization": f"Bearer {TENANT}"}, timeout=10
    )
    assert response.status_code == 200


@pytest.mark.parametrize("product", ["videoid", "smileid", "videoscan"])
def test_each_product_has_its_own_ids(url, product):
    asked = App(url, TENANT, product=product).run()
    identity = Backend(url, product=product).identity(asked.id, date.today())
    assert (identity.names is None) == (product == "smileid")
    assert (identity.similarity is None) == (product == "videoscan")
    others = {"videoid", "smileid", "videoscan"} - {product}
    assert all(Backend(url).get(f"{other}/{asked.id}").status_code == 404 for other in others)


@pytest.mark.parametrize("id_type", [61, 62, 123, 138, 188, 189, 195])
def test_every_document_of_the_list_reads_strictly(url, id_type):
    listed = {entry["id"]: entry for entry in requests.get(f"{url}/videoid.idtypes", timeout=10).json()}
    asked = App(url, TENANT).run(idType=id_type)
    result = Backend(url).get(f"videoid/{asked.id}").json()
    assert read(result, asked.id, date.today()).trusted()
    assert result["document"]["classification"] == listed[id_type]["type"]
    assert result["document"]["issuer"] == listed[id_type]["country"].upper()
    assert ("scan" in result["document"]) == (listed[id_type]["type"] == "Passport")


def test_pictures_are_jpegs_of_a_size(url):
    """Decoded by hand: the frame header says how large the picture is (ITU T.81, B.2.2)."""
    asked = App(url, TENANT).run(idType=62)
    result = Backend(url).get(f"videoid/{asked.id}").json()
    for picture in (result["document"]["front"], result["document"]["back"], result["biometrics"]["face"]["image"]):
        stream = io.BytesIO(base64.b64decode(picture, validate=True))
        assert stream.read(2) == b"\xff\xd8"
        while True:
            marker = stream.read(2)
            length = int.from_bytes(stream.read(2), "big")
            if marker[1] in (0xC0, 0xC1, 0xC2):
                _, height, width = stream.read(1), stream.read(2), stream.read(2)
                assert int.from_bytes(height, "big") >= 8 and int.from_bytes(width, "big") >= 8
                break
            assert marker[0] == 0xFF and marker != b"\xff\xd9"
            stream.seek(length - 2, 1)


def test_the_recorded_video_is_a_webm(url):
    asked = App(url, TENANT).run()
    response = Backend(url).get(f"videoid.file/{asked.id}")
    assert response.headers["Content-Type"] == "video/webm"
    assert response.content[:4] == b"\x1aE\xdf\xa3" and b"webm" in response.content[:64]
    assert requests.get(f"{url}/videoid.file/{asked.id}", timeout=10).status_code == 401


def test_errors_carry_both_conventions_of_clients(url):
    for response, status in [
        (App(url, "").post("videoid.request", {}), 401),
        (App(url, TENANT).post("videoid.request", {"process": "Substantial"}, token=TENANT), 400),
        (Backend(url).get("videoid/87a819bd-9419-417a-9e55-cab8789d4115"), 404),
    ]:
        assert response.status_code == status
        body = response.json()
        assert set(body) == {"error", "error_description", "message"}
        assert all(isinstance(value, str) and value for value in body.values())


def test_tokens_that_never_count(url):
    for token, status in [("0000000000e1", 401), ("0000000000e3", 403)]:
        with pytest.raises(AuthorisationRefused) as refused:
            App(url, f"00000000-0000-4000-8000-{token}").request()
        assert refused.value.response.status_code == status


def test_the_two_secrets_never_stand_for_each_other(url):
    asked = App(url, TENANT).request()
    with pytest.raises(AuthorisationRefused) as refused:
        App(url, asked.authorization).request()
    assert refused.value.response.headers["Eidolon-Finding"] == "videoid.authorization-as-bearer"
    with pytest.raises(SDKFailed, match="INVALID_AUTHORIZATION"):
        App(url, TENANT).start(TENANT)
    assert App(url, TENANT).start(asked.authorization) == asked.id


def test_a_header_that_a_script_sets_twice(url):
    """XMLHttpRequest joins the values; strict parsing refuses them."""
    merged = {"Authorization": f"Bearer {TENANT}, application/json"}
    response = requests.post(f"{url}/videoid.request", json={}, headers=merged, timeout=10)
    assert response.status_code == 401
    assert response.headers["Eidolon-Finding"] == "videoid.authorization-header-merged"


def test_signicats_word_for_unattended(url):
    with pytest.raises(AuthorisationRefused, match="Unattended"):
        App(url, TENANT).request("Substantial")


def test_a_browsers_preflight_and_the_call_behind_it(url):
    origin = {"Origin": "https://client.example.test"}
    asked = requests.options(
        f"{url}/videoid.request",
        headers=origin
        | {
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,content-type,tenantid,secret",
        },
        timeout=10,
    )
    assert asked.status_code == 204
    assert asked.headers["Access-Control-Allow-Origin"] == "*"
    allowed = {name.strip() for name in asked.headers["Access-Control-Allow-Headers"].split(",")}
    assert {"authorization", "content-type", "tenantid", "secret"} <= allowed
    called = requests.post(
        f"{url}/videoid.request", json={}, headers=origin | {"Authorization": f"Bearer {TENANT}"}, timeout=10
    )
    assert called.headers["Access-Control-Allow-Origin"] == "*"


def test_the_checker_is_strict(url):
    """Each fault, put into a good result, is found."""
    asked = App(url, TENANT).run(idType=62)
    good = Backend(url).get(f"videoid/{asked.id}").json()

    def broken(change):
        result = Backend(url).get(f"videoid/{asked.id}").json()
        change(result)
        return result

    assert read(good, asked.id, date.today())
    for change in [
        lambda r: r.update(id="other"),
        lambda r: r.update(process="Automatic"),
        lambda r: r["request"].update(date="2026-11-21"),
        lambda r: r["document"].update(type="ID1"),
        lambda r: r["document"].update(expiryDate="2032-01-10"),
        lambda r: r["document"].update(front="data:image/jpeg;base64,/9j/"),
        lambda r: r["document"].pop("front"),
        lambda r: r["document"]["subject"].update(primaryName=""),
        lambda r: r["document"]["subject"].update(sex="female"),
        lambda r: r["document"]["subject"].update(nationality="BE"),
        lambda r: r["biometrics"]["face"].update(similarityLevel="high"),
        lambda r: r["biometrics"]["face"].update(image="nothing"),
        lambda r: r["features"]["chip"].update(error="none"),
        lambda r: r["securityChecks"]["liveness"].update(passed="true"),
    ]:
        with pytest.raises((ResultError, KeyError)):
            read(broken(change), asked.id, date.today())
    with pytest.raises(NotCompleted):
        read({**{k: good[k] for k in ("id", "process", "tenantId", "request")}, "status": "Failed"}, asked.id, date.today())
    with pytest.raises(ServiceError):
        read({"error": "server_error", "message": "no"}, asked.id, date.today())


def test_the_capture_page_walks_without_script(url):
    """A browser without script: forms and links only."""
    import html
    import re

    asked = App(url, TENANT).request()
    session = requests.Session()
    session.trust_env = False
    session.headers["Accept"] = "text/html"
    page = session.get(f"{url}/capture", params={"authorization": asked.authorization}, timeout=10)
    assert "<script" not in page.text and "This is an emulator" in page.text
    action = html.unescape(re.search(r'<form method="post" action="([^"]+)" data-testid="wizard"', page.text).group(1))
    end = session.post(action, data={"authorization": asked.authorization, "idType": "61", "do": "start"}, timeout=10)
    assert f'data-testid="video-id">{asked.id}<' in end.text
    assert Backend(url).get(f"videoid/{asked.id}").json()["document"]["type"] == "TD3"


def test_strict_mode_drops_the_client_that_stands_for_any(eidolon):
    from program import Program

    with Program(eidolon, "--strict") as program:
        strict = f"{program.http}/videoid/v2"
        with pytest.raises(AuthorisationRefused):
            App(strict, "11111111-1111-4111-8111-111111111111").request()
        assert App(strict, TENANT).request().id
