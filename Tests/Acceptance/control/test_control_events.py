"""Server-sent events on the wire: live, resumed, over https, and ended when the program stops."""

import json
import threading
import time

import pytest
import requests

from program import Program

AUTHORIZE = {
    "client_id": "EIDOLON_TEST",
    "response_type": "code",
    "scope": "openid service:EIDOLON_LOGIN",
    "redirect_uri": "http://localhost:9000/cb",
    "state": "state-of-the-browser",
    "nonce": "nonce-of-the-browser",
}


def log_in(base: str, **more) -> None:
    answer = requests.get(
        f"{base}/itsme/oidc/authorize", params=AUTHORIZE | more, allow_redirects=False, timeout=10
    )
    assert answer.status_code == 302


class Reader:
    """Reads events in a thread until the stream ends."""

    def __init__(self, url: str, **options):
        self.events: list[dict] = []
        self.comments = 0
        self.response = requests.get(url, stream=True, timeout=20, **options)
        assert self.response.headers["Content-Type"] == "text/event-stream"
        assert self.response.headers["Transfer-Encoding"] == "chunked"
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        event: dict = {}
        for line in self.response.iter_lines(decode_unicode=True):
            name, _, value = line.partition(": ")
            if line.startswith(":"):
                self.comments += 1
            elif line == "":
                if "data" in event:
                    self.events.append(event)
                event = {}
            else:
                event[name] = json.loads(value) if name == "data" else value

    def wait(self, wanted, timeout: float = 10) -> None:
        end = time.monotonic() + timeout
        while not wanted(self):
            assert time.monotonic() < end, self.events
            time.sleep(0.01)


def test_a_login_is_followed_live_and_after_a_break(server):
    base = f"{server.http}/~events-live"
    requests.post(f"{server.http}/_eidolon/sandboxes", json={"name": "events-live"}, timeout=5).raise_for_status()
    reader = Reader(f"{base}/_eidolon/events")
    log_in(base)
    reader.wait(lambda reader: [event["event"] for event in reader.events] == ["journal", "transaction"])
    log_in(base, eidolon_scenario="reject")
    reader.wait(lambda reader: len(reader.events) == 4)
    assert reader.events[3]["data"]["transaction"]["state"] == "rejected"
    # Whoever comes back with the id of the second event gets the other two, and nothing twice.
    late = Reader(f"{base}/_eidolon/events", headers={"Last-Event-ID": reader.events[1]["id"]})
    late.wait(lambda reader: len(reader.events) == 2)
    assert late.events == reader.events[2:]
    # The sandbox ends, and with it what follows it.
    requests.delete(f"{server.http}/_eidolon/sandboxes/events-live", json={}, timeout=5).raise_for_status()
    for each in (reader, late):
        each.thread.join(5)
        assert not each.thread.is_alive()


def test_heartbeats_keep_a_quiet_stream_alive(server):
    reader = Reader(f"{server.http}/_eidolon/events?heartbeat=1s&timeout=3s&types=finding&client=NOBODY")
    reader.thread.join(10)
    assert not reader.thread.is_alive()
    assert reader.comments >= 2 and not reader.events


def test_events_come_over_https(server, authority):
    reader = Reader(f"{server.https}/_eidolon/events?types=transaction&client=EIDOLON_TEST&timeout=3s", verify=authority)
    log_in(server.http)
    reader.wait(lambda reader: reader.events)
    reader.thread.join(10)
    assert not reader.thread.is_alive()


@pytest.mark.alone
def test_a_stream_ends_in_good_order_when_the_program_stops(eidolon):
    with Program(eidolon) as program:
        reader = Reader(f"{program.http}/_eidolon/events")
        log_in(program.http)
        reader.wait(lambda reader: len(reader.events) == 2)
        begun = time.monotonic()
        assert program.stop() == 0
        assert time.monotonic() - begun < 3
        reader.thread.join(5)
        # An end in good order: iter_lines did not raise, so the last chunk came.
        assert not reader.thread.is_alive()


@pytest.mark.alone
def test_readers_who_do_not_read_hold_nobody_up(server):
    lazy = [requests.get(f"{server.http}/_eidolon/events?after=0", stream=True, timeout=10) for _ in range(20)]
    begun = time.monotonic()
    for _ in range(20):
        log_in(server.http)
    assert time.monotonic() - begun < 10
    for response in lazy:
        response.close()
