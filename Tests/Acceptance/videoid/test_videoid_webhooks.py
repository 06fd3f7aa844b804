"""Webhooks as a real HTTP server receives them: signed, retried, repeated, and sent again on demand."""

import pytest

from videoid_client import HOOKED, App, Backend, Held, SDKFailed
from videoid_stage import BadSignature, Receiver, Stage, verify


@pytest.fixture
def receiver():
    receiver = Receiver()
    yield receiver
    receiver.close()


@pytest.fixture
def stage(server, receiver):
    stage = Stage(server, receiver=receiver)
    yield stage
    stage.end()


def test_completion_and_consolidation_are_told_and_signed(stage, receiver):
    asked = App(stage.url, HOOKED).run()
    (first,) = receiver.wait(1)
    assert first == {"event": "Video.Completed", "id": asked.id, "date": int(stage.now.timestamp() * 1000)}
    stage.advance("1s")
    assert receiver.wait(2)[1]["event"] == "Video.Consolidated"
    for headers, body in receiver.received:
        assert headers["Content-Type"] == "application/json"
        assert headers["Eidolon"] == "emulator"
        assert verify(headers, body, stage.now)["id"] == asked.id
        with pytest.raises(BadSignature):
            verify(headers, body + b" ", stage.now)
        with pytest.raises(BadSignature):
            verify(headers, body, stage.now, "another secret")
    assert Backend(stage.url, HOOKED).identity(asked.id, stage.today).trusted()


def test_the_receiver_must_answer_200_and_is_asked_again_on_the_sandboxs_clock(stage, receiver):
    receiver.answers = [500, 204, 200]
    App(stage.url, HOOKED, scenario="webhook-late").run()
    stage.advance("5s")
    receiver.wait(1)
    waiting(stage, 1)
    for by in ("10s", "60s"):
        count = len(receiver.received)
        stage.advance(by)
        receiver.wait(count + 1)
    waiting(stage, 0)
    records = stage.control("GET", "deliveries")["deliveries"]
    assert all(record["state"] == "delivered" for record in records)
    statuses = sorted(attempt["status"] for record in records for attempt in record["attempts"])
    assert [status for status in statuses if status != 200] == [204, 500]


def waiting(stage, at_least: int) -> None:
    import time

    end = time.monotonic() + 10
    while True:
        records = stage.control("GET", "deliveries")["deliveries"]
        states = [record["state"] for record in records]
        if "underway" not in states and states.count("waiting") >= at_least and (at_least or "waiting" not in states):
            return
        assert time.monotonic() < end, records
        time.sleep(0.02)


def test_nobody_listening_is_a_failed_attempt_and_no_hanging(stage, receiver):
    receiver.close()
    App(stage.url, HOOKED).run()
    waiting(stage, 1)
    record = stage.control("GET", "deliveries")["deliveries"][0]
    assert "no connection" in record["attempts"][0]["problem"]


def test_a_message_can_be_sent_again_on_demand(stage, receiver):
    App(stage.url, HOOKED).run()
    receiver.wait(1)
    waiting(stage, 0)
    (record,) = stage.control("GET", "deliveries")["deliveries"]
    stage.control("POST", f"deliveries/{record['number']}/resend")
    first, second = receiver.wait(2)
    assert first == second
    assert receiver.received[1][0]["Eidolon-Delivery"] == "1; attempt=2"


def test_advancing_tells_which_messages_fell_due_and_the_journal_keeps_them(stage, receiver):
    asked = App(stage.url, HOOKED).run()
    receiver.wait(1)
    fired = stage.control("POST", "clock/advance", {"by": "1s"})["fired"]
    assert [event["delivery"]["event"] for event in fired if "delivery" in event] == ["Video.Consolidated"]
    receiver.wait(2)
    waiting(stage, 0)
    entries = stage.control("GET", "journal?direction=outgoing")["entries"]
    assert [entry["endpoint"] for entry in entries] == ["Video.Completed", "Video.Consolidated"]
    for entry, (_, body) in zip(entries, receiver.received, strict=True):
        assert (entry["request"]["target"], entry["transaction"]) == (receiver.url, asked.id)
        assert entry["request"]["body"].encode() == body and entry["response"]["status"] == 200
    wanted = {"direction": "outgoing", "params": {"event": "Video.Consolidated", "id": asked.id}}
    assert stage.control("POST", "verify", {"request": wanted, "count": {"exactly": 1}})["count"] == 1


def test_the_webhook_may_overtake_the_callback(server, receiver):
    stage = Stage(server, frozen=False, receiver=receiver)
    app = App(stage.url, HOOKED, scenario="callback-late")
    asked = app.request()
    callback = Held(lambda: app.start(asked.authorization))
    (told,) = receiver.wait(1)
    assert told["id"] == asked.id
    assert callback.is_waiting, "the callback came first"
    assert callback.result() == asked.id
    stage.end()


def test_failures_are_told_too(stage, receiver):
    with pytest.raises(SDKFailed):
        App(stage.url, HOOKED, scenario="camera-refused").run()
    assert receiver.wait(1)[0]["event"] == "Video.Failed"


def test_without_a_receiver_nothing_is_sent(server, receiver):
    stage = Stage(server)
    App(stage.url, "00000000-0000-4000-8000-000000000001").run()
    stage.advance("1h")
    assert stage.control("GET", "deliveries")["deliveries"] == []
    stage.end()
