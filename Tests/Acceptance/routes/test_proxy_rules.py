"""The rules of deploy/ in nginx and HAProxy: every request of a sandbox reaches the replica that has it, and no other."""

import json
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection

import pytest
import requests
import yaml

from proxies import DEPLOY, PROXIES, HAProxy, Nginx, Replicas, Stubs, said

NAMES = [f"test-login-{number}" for number in range(3000)]
DISCOVERY = "itsme/oidc/.well-known/openid-configuration"


@pytest.fixture(scope="module", params=PROXIES)
def kind(request):
    return PROXIES[request.param]


@pytest.fixture(scope="module")
def replicas(eidolon, tmp_path_factory):
    with Replicas(eidolon, tmp_path_factory.mktemp("replicas")) as replicas:
        yield replicas


@pytest.fixture(scope="module")
def proxy(kind, replicas, tmp_path_factory):
    with kind(tmp_path_factory.mktemp(kind.__name__), replicas.urls) as proxy:
        yield proxy


@pytest.fixture
def sandboxes(proxy):
    """Sandboxes that stand on all three replicas, made and ended through the proxy."""
    names = [f"spelt-{number}" for number in range(12)]
    for name in names:
        requests.put(f"{proxy.http}/~{name}/_eidolon/sandbox", json={}, timeout=20).raise_for_status()
    yield names
    for name in names:
        requests.delete(f"{proxy.http}/~{name}/_eidolon/sandbox", json={}, timeout=20).raise_for_status()


def status_and_body(answer: bytes) -> tuple[int, bytes]:
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]) if head else 0, body


def asked(proxy, target: str, host: str | None = None, version: str = "1.1") -> tuple[int, bytes]:
    request = f"GET {target} HTTP/{version}\r\nHost: {host or f'127.0.0.1:{proxy.port}'}\r\nConnection: close\r\n\r\n"
    return status_and_body(said(proxy.port, request.encode()))


# How an address of a sandbox may be written: the target, the host, and the home that the answer then names.
SPELLINGS = {
    "in the path": ("/~NAME/itsme/oidc", None, "http://AT/~NAME/itsme/oidc"),
    "behind two slashes": ("//~NAME/itsme/oidc", None, "http://AT/~NAME/itsme/oidc"),
    "with an escaped tilde": ("/%7ENAME/itsme/oidc", None, "http://AT/~NAME/itsme/oidc"),
    "in lower case": ("/%7eNAME//itsme/oidc", None, "http://AT/~NAME/itsme/oidc"),
    "in the host": ("/oidc", "NAME--itsme.localhost:8080", "http://NAME--itsme.localhost:8080/oidc"),
    "in a host in capitals": ("/oidc", "UPPER--ITSME.localhost:8080", "http://NAME--itsme.localhost:8080/oidc"),
    "in a bare host": ("/oidc", "NAME--itsme", "http://NAME--itsme/oidc"),
    "in both": ("/~NAME/itsme/oidc", "other--itsme.localhost", "http://other--itsme.localhost/~NAME/itsme/oidc"),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_one_sandbox_is_on_one_replica_however_its_address_is_spelt(proxy, sandboxes, spelling):
    target, host, issuer = SPELLINGS[spelling]
    for name in sandboxes:
        at = host and host.replace("NAME", name).replace("UPPER", name.upper())
        status, body = asked(proxy, target.replace("NAME", name) + "/.well-known/openid-configuration", at)
        assert status == 200, (name, body)
        # Hosts know no case; one proxy writes them as they came, the other in small letters.
        wanted = issuer.replace("NAME", name).replace("AT", f"127.0.0.1:{proxy.port}")
        assert json.loads(body)["issuer"].lower() == wanted


def test_an_absolute_target_outweighs_a_host_that_says_another_or_is_refused(proxy, sandboxes):
    for name, other in zip(sandboxes, sandboxes[1:]):
        for target, host in [
            (f"http://{name}--itsme.localhost/oidc", f"{name}--itsme.localhost"),
            (f"http://{name}--itsme.localhost/oidc", f"{other}--itsme.localhost"),
        ]:
            status, body = asked(proxy, target + "/.well-known/openid-configuration", host)
            # HAProxy refuses the second itself (RFC 9112 §3.2).
            assert status == 200 or (isinstance(proxy, HAProxy) and other in host and status == 400), body
            if status == 200:
                assert json.loads(body)["issuer"] == f"http://{name}--itsme.localhost/oidc"


# What names no sandbox of ours; every replica gives the same answer.
ESCAPED = ["/~spel%74-0/_eidolon/sandbox", "/%7E%73pelt-0/", "//~spelt%2D0/itsme", "/~%2e%2e/x", "/~spelt-0%2Fitsme/oidc"]
NOWHERE = ["/./~spelt-0/itsme", "/x/../~spelt-0/itsme", "/%2F~spelt-0/itsme", "/~Spelt-0/itsme", "/~spelt-0;a=b/itsme", "/~/itsme"]


@pytest.mark.parametrize("target", ESCAPED + NOWHERE)
def test_what_two_could_read_in_two_ways_has_one_answer_on_every_replica(proxy, replicas, sandboxes, target):
    told = []
    for url in [proxy.http, *replicas.urls]:
        port = int(url.rpartition(":")[2])
        status, body = status_and_body(said(port, f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()))
        told.append((status, json.loads(body)["type"] if body.startswith(b"{") else ""))
    assert len(set(told)) == 1, told
    assert told[0] == (400, "urn:eidolon:problem:escaped-sandbox") if target in ESCAPED else told[0][0] == 404


def test_what_has_no_sandbox_is_on_one_replica(proxy, replicas):
    before = [len(journal.read_text().splitlines()) for journal in replicas.journals]
    for path in ["/", "/itsme/oidc/jwkSet", "/criipto/.well-known/jwks", "/phone", "/nothing", "/~"]:
        for host in ["localhost", "itsme.localhost:8080", "example.test", "[::1]:8080", "-a--itsme.localhost", "a--"]:
            asked(proxy, path, host)
    after = [len(journal.read_text().splitlines()) for journal in replicas.journals]
    assert sum(one != other for one, other in zip(before, after)) == 1


def test_the_host_and_the_path_arrive_as_they_were_sent(kind, tmp_path):
    with Stubs(tmp_path / "stubs", 1) as stubs, kind(tmp_path / "proxy", stubs.urls) as proxy:
        for target in ["/~a/x%2Fy//z?q=%7E&r=a+b", "//~a/./b/../c", "/%7ea?x", "/~a/" + "x" * 7000]:
            for host in ["localhost:8080", "t1--itsme.localhost", "[::1]:8080", "127.0.0.1"]:
                status, body = asked(proxy, target, host)
                assert status == 200 and body.decode() == f"0 {host} {target}"


def number(connection: HTTPConnection, target: str, **headers: str) -> int:
    connection.request("GET", target, headers=headers)
    return int(connection.getresponse().read().split()[0])


def where(proxy, names) -> dict[str, int]:
    """On which of the replicas the proxy really puts each name."""
    def some(part):
        with closing(HTTPConnection("127.0.0.1", proxy.port, timeout=20)) as connection:
            return {name: number(connection, f"/~{name}/") for name in part}

    with ThreadPoolExecutor(4) as pool:
        parts = pool.map(some, [names[start::4] for start in range(4)])
    return {name: number for part in parts for name, number in part.items()}


def test_names_are_shared_evenly_and_a_further_replica_takes_its_share_and_no_more(kind, tmp_path):
    with Stubs(tmp_path / "stubs", 4) as stubs:
        with kind(tmp_path / "three", stubs.urls[:3]) as proxy:
            three = where(proxy, NAMES)
        with kind(tmp_path / "four", stubs.urls) as proxy:
            four = where(proxy, NAMES)
            # The same name in a host is at the same place.
            with closing(HTTPConnection("127.0.0.1", proxy.port, timeout=20)) as connection:
                for name in NAMES[::100]:
                    assert number(connection, "/", Host=f"{name}--itsme.localhost") == four[name]
    assert set(three) == set(NAMES)
    for spread, count in ((three, 3), (four, 4)):
        shares = Counter(spread.values())
        assert len(shares) == count
        assert all(abs(share * count / len(NAMES) - 1) <= 0.15 for share in shares.values()), shares
    moved = [name for name in NAMES if three[name] != four[name]]
    assert {four[name] for name in moved} == {3}
    assert len(moved) <= 1.15 * len(NAMES) / 4, len(moved)


# A fault of the transport, what a client sees without a proxy, and what it sees behind one.
FAULTS = {
    "reset": ({"do": "reset"}, "nothing", 502),
    "empty": ({"do": "empty"}, "nothing", 502),
    "lose_answer": ({"do": "lose_answer"}, "nothing", 502),
    # nginx takes it for the answer of a server older than headers.
    "garbage": ({"do": "garbage"}, "garbage", {"Nginx": "garbage", "HAProxy": 502}),
    "truncate in the head": ({"do": "truncate", "bytes": 20}, "short", 502),
    "truncate in the content": ({"do": "truncate", "bytes": 700}, "short", "short"),
    "drip": ({"do": "drip", "over": "300ms"}, 200, 200),
    "an error": ({"do": "respond", "status": 500}, 500, 500),
    "unavailable": ({"do": "respond", "status": 503}, 503, 503),
    "too many": ({"do": "respond", "status": 429}, 429, 429),
}


def seen(url: str, path: str):
    """The status of a whole answer, or what else came."""
    port = int(url.rpartition(":")[2])
    answer = said(port, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
    if not answer:
        return "nothing"
    if not answer.startswith(b"HTTP/1.1 "):
        return "short" if b"HTTP/1.1 ".startswith(answer) else "garbage"
    head, end, body = answer.partition(b"\r\n\r\n")
    lengths = [int(line.partition(b":")[2]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    return "short" if not end or lengths and len(body) < lengths[0] else int(head.split()[1])


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_passed_on_once_or_becomes_a_502_and_takes_no_replica_out(proxy, replicas, sandboxes, fault):
    members, bare, behind = FAULTS[fault]
    if isinstance(behind, dict):
        behind = behind[type(proxy).__name__]
    story = {"provider": "itsme", "title": fault, "faults": [{"at": "jwks", "times": 1, **members}]}
    for name in sandboxes[:4]:
        (home,) = [url for url in replicas.urls if requests.get(f"{url}/~{name}/", timeout=20).status_code == 200]
        path = f"/~{name}/itsme/oidc/jwkSet"
        control = f"{proxy.http}/~{name}/_eidolon"
        for url, wanted in ((home, bare), (proxy.http, behind)):
            requests.delete(f"{control}/journal", json={}, timeout=20).raise_for_status()
            requests.post(f"{control}/queue", json={"scenario": story}, timeout=20).raise_for_status()
            assert seen(url, path) == wanted
            calls = [entry for entry in requests.get(f"{control}/journal", timeout=20).json()["entries"] if entry["endpoint"] == "jwks"]
            assert len(calls) == 1, "the proxy asked again"
            # The replica is asked the next time, too.
            assert seen(url, path) == 200
            requests.delete(f"{control}/queue", json={}, timeout=20).raise_for_status()


def test_events_arrive_when_they_happen(proxy, sandboxes):
    base = f"{proxy.http}/~{sandboxes[1]}"
    with requests.get(f"{base}/_eidolon/events", stream=True, timeout=20) as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        lines = stream.iter_lines()
        for _ in range(3):
            requests.get(f"{base}/{DISCOVERY}", timeout=20)
            began = time.monotonic()
            for line in lines:
                if line.startswith(b"event: "):
                    break
            assert time.monotonic() - began < 5


def test_a_replica_that_is_gone_takes_its_sandboxes_with_it_and_nobody_elses(eidolon, kind, tmp_path):
    with Replicas(eidolon, tmp_path / "replicas") as replicas, kind(tmp_path / "proxy", replicas.urls) as proxy:
        names = [f"gone-{number}" for number in range(30)]
        for name in names:
            requests.put(f"{proxy.http}/~{name}/_eidolon/sandbox", json={}, timeout=20).raise_for_status()
        victim = replicas.programs[1]
        theirs = {one["name"] for one in requests.get(f"{victim.http}/_eidolon/sandboxes", timeout=20).json()["sandboxes"]}
        assert 0 < len(theirs) < 30
        victim.process.kill()
        victim.process.wait(5)
        for _ in range(3):
            for name in names:
                answer = requests.get(f"{proxy.http}/~{name}/{DISCOVERY}", timeout=20)
                assert answer.status_code in ((502, 503) if name in theirs else (200,)), name


def test_the_file_for_kubernetes_has_the_rules_of_the_file_for_nginx():
    configuration, ingress = yaml.safe_load_all((DEPLOY / "kubernetes" / "ingress-nginx.yaml").read_text())
    rules = Nginx.file.read_text()
    names = rules[rules.index("# begin names") : rules.index("# end names")]

    def bare(text: str) -> list[str]:
        return [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]

    assert bare(configuration["data"]["http-snippet"]) == bare(names)
    said = {name.removeprefix("nginx.ingress.kubernetes.io/"): value for name, value in ingress["metadata"]["annotations"].items()}
    assert f"hash {said.pop('upstream-hash-by')} consistent;" in rules
    assert said.pop("proxy-body-size") == "0" and "client_max_body_size 0;" in rules
    for annotation, value in said.items():
        assert f"{annotation.replace('-', '_')} {value.replace('3600', '1h')};" in rules
    (service,) = {path["backend"]["service"]["name"] for rule in ingress["spec"]["rules"] for path in rule["http"]["paths"]}
    documents = list(yaml.safe_load_all((DEPLOY / "kubernetes" / "eidolon.yaml").read_text()))
    services = {each["metadata"]["name"]: each["spec"] for each in documents if each["kind"] == "Service"}
    (deployment,) = [each for each in documents if each["kind"] == "Deployment"]
    pod = deployment["spec"]["template"]
    assert service in services and services["eidolon-replicas"]["clusterIP"] == "None"
    assert all(each["selector"] == pod["metadata"]["labels"] for each in services.values())
    assert pod["spec"]["containers"][0]["args"][:2] == ["serve", "--strict"]
