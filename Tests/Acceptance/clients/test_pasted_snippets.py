"""The start page's snippets are pasted as they are, and log in."""

import html
import json
import re

import pytest
import requests
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from joserfc.jwk import KeySet

from program import Program
from relying_party import AuthlibClient, parameters_of

CALLBACK = "http://localhost:9000/cb"


@pytest.fixture(scope="module")
def server(eidolon):
    with Program(eidolon, "--strict") as server:
        yield server


def snippet(server: Program, provider: str, form: str) -> str:
    page = requests.get(f"{server.http}/", params={"connect": provider}, timeout=10).text
    return html.unescape(re.search(rf'<code id="{provider}-{form}">(.*?)</code>', page, re.S).group(1))


class Registry:
    """Takes what a snippet registers, as the OAuth of Authlib's web frameworks does."""

    def register(self, name: str, **settings):
        self.client = AuthlibClient(None, name=name, **settings)


@pytest.mark.parametrize("provider", ["itsme", "reuseid"])
def test_authlib_logs_in(server, provider):
    text, registry, names = snippet(server, provider, "authlib"), Registry(), {}
    if address := re.search(r"the key with use=sig of\s+# (\S+)", text):
        keys = KeySet.import_key_set(requests.get(address.group(1), timeout=10).json())
        names["signing_key"] = next(key for key in keys.keys if key.as_dict().get("use") == "sig")
    exec(text, {"oauth": registry, "PrivateKeyJWT": PrivateKeyJWT} | names)  # our own page's text
    client = registry.client
    started = client.create_authorization_url(CALLBACK)
    answer = requests.get(started["url"], allow_redirects=False, timeout=10)
    assert answer.status_code == 302 and answer.headers["Location"].startswith(CALLBACK), answer.text[:500]
    token = client.fetch_access_token(CALLBACK, code=parameters_of(answer.headers["Location"])["code"])
    assert client.parse_id_token(token, started["nonce"])["sub"]


@pytest.mark.parametrize("provider", ["bioid", "criipto", "itsme", "itsme-v2", "reuseid", "veridium", "videoid"])
def test_variables_are_read_as_they_are_written(server, provider):
    """A line each, in the form that Compose, dotenv and shells share: whole, and with no name twice."""
    lines = snippet(server, provider, "env").splitlines()
    assert lines and all(re.fullmatch(r"[A-Z][A-Z0-9_]*=('[^']*'|[^ #'\"$\\]*)", line) for line in lines), lines
    names = [line.split("=", 1)[0] for line in lines]
    assert len(names) == len(set(names)), names


def test_both_key_sets_of_itsme_are_there(server):
    values = dict(line.split("=", 1) for line in snippet(server, "itsme", "env").splitlines())
    for name, is_private in (("ITSME_CLIENT_KEYS", False), ("ITSME_CLIENT_KEYS_PRIVATE", True)):
        keys = json.loads(requests.get(values[name], timeout=10).text)["keys"]
        assert all(("d" in key) == is_private for key in keys)
