"""Many tests at once through nginx and through HAProxy, and a login with every provider: each on one replica.

With ROUTED_TESTS=300 as many tests as a large team has; a hundred take a quarter of a minute through each proxy.
"""

import json
import os
import re
import socket
import subprocess
import sys
from collections import defaultdict
from datetime import datetime, timezone
from pathlib import Path

import pytest
import requests
from joserfc.jwk import KeySet

from program import PLUGIN, ROOT, clean_environment
from proxies import PROXIES, Replicas
from relying_party import RelyingParty

for provider in ("bioid", "criipto", "itsme_v2", "reuseid", "veridium", "videoid"):
    sys.path.append(str(ROOT / "Tests" / "Acceptance" / provider))

import bioid_client  # noqa: E402
import reuseid_customer  # noqa: E402
import veridium_parties  # noqa: E402
import verify_client  # noqa: E402
import videoid_client  # noqa: E402
from itsme_v2_party import SECRET, SecretParty, services  # noqa: E402

HERE = Path(__file__).parent
TESTS = int(os.environ.get("ROUTED_TESTS", "100"))
WORLD = {"clients": {"itsme-v2": {"SECRET": {"services": services(), "secret": SECRET}}}}


@pytest.fixture(scope="module", params=PROXIES)
def stage(request, eidolon, tmp_path_factory):
    """Three replicas behind a proxy, and their journals afterwards."""
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "world").mkdir()
    (folder / "world" / "world.json").write_text(json.dumps(WORLD))
    with Replicas(eidolon, folder / "replicas", 3, "--scenarios", str(folder / "world")) as replicas:
        with PROXIES[request.param](folder / "proxy", replicas.urls) as proxy:
            yield proxy, replicas


def homes(replicas) -> dict[str, set[int]]:
    """By sandbox on which replicas its calls were, control calls and pages too; "" is the root."""
    found = defaultdict(set)
    for number, journal in enumerate(replicas.journals):
        for line in journal.read_text().splitlines():
            entry = json.loads(line)
            made = re.match(r"/~([a-z0-9-]+)/", entry["request"]["target"])
            found[entry.get("sandbox") or (made.group(1) if made else "")].add(number)
    return found


def strays(replicas) -> list:
    """What came to a replica for a sandbox that is not there."""
    clashes = [clash for url in replicas.urls for clash in requests.get(f"{url}/_eidolon/doctor", timeout=20).json()["clashes"]]
    return [clash for clash in clashes if clash["kind"] == "unknown_sandbox"]


@pytest.mark.timeout(240)
def test_every_call_of_many_parallel_tests_is_on_the_replica_of_its_sandbox(stage, tmp_path):
    proxy, replicas = stage
    (tmp_path / "test_logins.py").write_text((HERE / "routed_logins.py").read_text())
    environment = clean_environment(EIDOLON_URL=proxy.http, ROUTED_TESTS=str(TESTS), **PLUGIN)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "4", "-p", "no:cacheprovider", str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=220, env=environment)
    assert done.returncode == 0 and f"{TESTS} passed" in done.stdout, done.stdout + done.stderr
    found = homes(replicas)
    tests = {name: numbers for name, numbers in found.items() if name.startswith("test-")}
    assert len(tests) == TESTS
    assert {name: numbers for name, numbers in tests.items() if len(numbers) != 1} == {}
    assert len(found[""]) == 1
    shares = [sum(numbers == {replica} for numbers in tests.values()) for replica in range(3)]
    assert min(shares) >= TESTS // 6, shares
    assert strays(replicas) == []


class Home:
    """A sandbox at its own address, through the proxy: below a path, or at the hosts of its providers."""

    def __init__(self, proxy, name: str, in_host: bool):
        self.proxy, self.name, self.in_host = proxy, name, in_host
        self.root = f"{proxy.http}/~{name}"
        requests.put(f"{self.root}/_eidolon/sandbox", json={}, timeout=20).raise_for_status()

    def base(self, provider: str) -> str:
        if self.in_host:
            return f"http://{self.name}--{provider}.localhost:{self.proxy.port}"
        return f"{self.root}/{provider}"

    def end(self) -> None:
        requests.delete(f"{self.root}/_eidolon/sandbox", json={}, timeout=20).raise_for_status()


def log_in_with_itsme(home: Home):
    base = home.base("itsme")
    keys = {key.get("use"): key for key in KeySet.import_key_set(requests.get(f"{base}/slate/private_jwks.json", timeout=20).json()).keys}
    party = RelyingParty(
        f"{base}/oidc", "EIDOLON_TEST", keys["sig"], keys["enc"], service="EIDOLON_LOGIN", redirect_uri="http://localhost:9000/cb")
    assert party.login()


def log_in_with_itsme_v2(home: Home):
    if home.in_host:
        party = SecretParty(home.base("itsme-v2"), "SECRET", mount="")
    else:
        party = SecretParty(home.root, "SECRET")
    assert party.login()


def log_in_with_criipto(home: Home):
    verify = verify_client.Verify(home.base("criipto"))
    started = verify.start()
    tab = verify_client.BrowserTab(verify, started["url"])
    parameters = verify.callback(tab.until_left(), started)
    token = verify.exchange(parameters["code"], started)
    assert verify.identity(token["id_token"], started)["sub"] == verify.userinfo(token)["sub"]


def verify_with_bioid(home: Home):
    base = home.base("bioid")
    client, phone = bioid_client.GuideClient(f"{base}/extension"), bioid_client.Phone(base)
    for task in ("enroll", "verify"):
        location = phone.open(client.custom_url(task, client.fetch_token(task), "YourApp")).headers["Location"]
        assert json.loads(client.opened(location))["Success"] is True


def step_up_with_reuseid(home: Home):
    base = home.base("reuseid")
    backend, app = reuseid_customer.Backend(base), reuseid_customer.App(base)
    transaction = backend.step_up()
    # Leads on to VideoID, at the same sandbox.
    app.step_up()
    assert backend.status(transaction) == "Completed"


def identify_with_videoid(home: Home):
    url = f"{home.base('videoid')}/v2"
    asked = videoid_client.App(url, videoid_client.TENANT).run()
    assert videoid_client.Backend(url).identity(asked.id, datetime.now(timezone.utc).date()).trusted()


def authenticate_with_veridium(home: Home):
    # On a host of its own the provider's paths begin at once.
    at = {"mount": ""} if home.in_host else {}
    root = home.base("veridium") if home.in_host else home.root
    friend, sdk = veridium_parties.Friend(root, **at), veridium_parties.MobileSDK(root, **at)
    session = friend.begin()
    sdk.authenticate("anna", session)
    assert friend.status(session)["status"] == "COMPLETED"


LOGINS = {
    "itsme": log_in_with_itsme,
    "itsme-v2": log_in_with_itsme_v2,
    "criipto": log_in_with_criipto,
    "bioid": verify_with_bioid,
    "reuseid": step_up_with_reuseid,
    "videoid": identify_with_videoid,
    "veridium": authenticate_with_veridium,
}


@pytest.fixture
def hosts_are_near(monkeypatch):
    """Names below localhost lead to loopback, as they do in browsers."""
    resolve = socket.getaddrinfo

    def near(host, *rest, **more):
        return resolve("127.0.0.1" if str(host).endswith(".localhost") else host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", near)


@pytest.mark.parametrize("place", ["path", "host"])
@pytest.mark.parametrize("provider", LOGINS)
def test_a_login_is_on_one_replica_from_its_first_call_to_its_last(stage, hosts_are_near, provider, place):
    proxy, replicas = stage
    slugs = {entry["provider"] for entry in requests.get(f"{proxy.http}/_eidolon/providers", timeout=20).json()["providers"]}
    assert slugs == set(LOGINS)
    names = [f"{provider}-{place}-{number}" for number in range(3)]
    for name in names:
        home = Home(proxy, name, place == "host")
        LOGINS[provider](home)
        (login, *_) = requests.get(f"{home.root}/_eidolon/transactions", timeout=20).json()["transactions"]
        page = requests.get(f"{home.root}/transactions/{login['id']}", headers={"Accept": "text/html"}, timeout=20)
        assert page.status_code == 200
        home.end()
    found = homes(replicas)
    for name in names:
        assert len(found[name]) == 1, (name, found[name])
    assert strays(replicas) == []
