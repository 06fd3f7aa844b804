"""Tests as a team would write them, many and small; not collected here, but run by test_parallel_tests.py."""

import json
import os
from itertools import islice
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import HTTPErrorProcessor, ProxyHandler, Request, build_opener

import pytest


class StopsAtRedirects(HTTPErrorProcessor):
    def http_response(self, request, response):
        return response


BROWSER = build_opener(StopsAtRedirects, ProxyHandler({}))


def read(url: str, **headers: str):
    with BROWSER.open(Request(url, headers=headers), timeout=20) as answer:
        return answer.status, answer.headers, answer.read().decode()


@pytest.mark.parametrize("number", range(int(os.environ["ROUTED_TESTS"])))
def test_somebody_logs_in(sandbox, number):
    story = "reject" if number % 2 else "approve"
    sandbox.queue(f"itsme/{story}")
    base = f"{sandbox.url}/itsme/oidc"
    assert json.loads(read(f"{base}/.well-known/openid-configuration")[2])["issuer"] == base
    parameters = {
        "client_id": "EIDOLON_TEST",
        "response_type": "code",
        "scope": "openid service:EIDOLON_LOGIN",
        "redirect_uri": "http://localhost:9000/cb",
        "state": sandbox.name,
        "nonce": "def",
    }
    status, headers, _ = read(f"{base}/authorize?{urlencode(parameters)}")
    back = parse_qs(urlsplit(headers["Location"]).query)
    assert status == 302 and back["state"] == [sandbox.name] and ("error" in back) == (story == "reject")
    (login,) = sandbox.transactions()
    page = read(f"{sandbox.url}/transactions/{login['id']}", Accept="text/html")
    assert page[0] == 200 and login["id"] in page[2]
    # The first event of the stream, which never ends by itself.
    with BROWSER.open(Request(f"{sandbox.url}/_eidolon/events?after=0", headers={"Accept": "text/event-stream"}), timeout=20) as stream:
        assert any(line.startswith(b"event: ") for line in islice(stream, 12))
    sandbox.verify("authorize", state=sandbox.name)
    sandbox.advance("1d")
