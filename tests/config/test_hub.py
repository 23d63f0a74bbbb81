"""Live streams: that something changed, to everyone, at once, and never what."""

import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection

import pytest
from django.db import OperationalError

from accounts.models import Club
from config import hub as module
from config.hub import Hub
from games.live import LocalBus
from tests.config.viewing import Event, Viewer, serving_hub, wait_until
from tests.conftest import NOW
from tournaments import live
from tournaments.services import events


class Numbers:
    """The numbers of some topics, and how often anybody asked."""

    def __init__(self) -> None:
        self.numbers: dict[str, int | None] = {"1": 7}
        self.asked = 0
        self.slow = 0.0
        self.away = False

    def __call__(self, name: str) -> int | None:
        self.asked += 1
        time.sleep(self.slow)
        if self.away:
            raise OperationalError("away")
        return self.numbers.get(name)


@pytest.fixture
def numbers() -> Numbers:
    return Numbers()


@pytest.fixture
def bus() -> LocalBus:
    return LocalBus()


@pytest.fixture
def hub(bus: LocalBus, numbers: Numbers) -> Hub:
    return Hub(bus, {"event": numbers})


@pytest.fixture
def port(hub: Hub) -> Iterator[int]:
    with serving_hub(hub) as port:
        yield port


def test_a_viewer_is_greeted_with_the_present_number(port: int) -> None:
    with Viewer(port, "event-1") as viewer:
        assert viewer.next() == Event("hello", 7)
        assert viewer.response.getheader("Content-Type") == "text/event-stream"
        assert viewer.response.getheader("X-Accel-Buffering") == "no"


def test_a_change_reaches_every_viewer_at_once(
    port: int, bus: LocalBus, numbers: Numbers
) -> None:
    viewers = [Viewer(port, "event-1") for _ in range(20)]
    assert {viewer.next() for viewer in viewers} == {Event("hello", 7)}
    numbers.numbers["1"] = 8
    began = time.monotonic()
    bus.publish("event-1")
    assert {viewer.next() for viewer in viewers} == {Event("changed", 8)}
    assert time.monotonic() - began < 1
    assert numbers.asked == 2
    for viewer in viewers:
        viewer.close()


@pytest.mark.parametrize("seen", range(9))
def test_who_comes_back_with_another_number_than_the_present_one_hears_of_a_change_at_once(
    port: int, seen: int
) -> None:
    with Viewer(port, "event-1", seen=seen) as viewer:
        assert viewer.next() == Event("hello", 7)
        if seen != 7:
            assert viewer.next() == Event("changed", 7)


def test_who_comes_back_with_the_present_number_hears_only_of_the_next_change(
    port: int, bus: LocalBus, numbers: Numbers
) -> None:
    with Viewer(port, "event-1", seen=7) as viewer:
        assert viewer.next() == Event("hello", 7)
        numbers.numbers["1"] = 8
        bus.publish("event-1")
        assert viewer.next() == Event("changed", 8)


def test_a_viewer_who_reconnects_after_each_message_misses_no_change(
    port: int, bus: LocalBus, numbers: Numbers
) -> None:
    seen = 7
    for number in range(8, 15):
        numbers.numbers["1"] = number
        bus.publish("event-1")
        with Viewer(port, "event-1", seen=seen) as viewer:
            seen = viewer.until(number)[-1].number
    assert seen == 14


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/live/event-2/", 404),
        ("GET", "/live/club-1/", 404),
        ("GET", "/live/", 404),
        ("GET", "/live/event/", 404),
        ("GET", "/live/event-1/more/", 404),
        ("POST", "/live/event-1/", 405),
        ("HEAD", "/live/event-1/", 405),
    ],
)
def test_what_is_no_topic_is_refused(
    port: int, method: str, path: str, status: int
) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request(method, path)
    assert connection.getresponse().status == status


def test_many_changes_during_one_look_are_one_more_look(
    port: int, bus: LocalBus, numbers: Numbers
) -> None:
    with Viewer(port, "event-1") as viewer:
        viewer.next()
        numbers.slow = 0.2
        for number in range(8, 108):
            numbers.numbers["1"] = number
            bus.publish("event-1")
            time.sleep(0.001)
        assert len(viewer.until(107)) <= 2
    assert numbers.asked <= 4


def test_nobody_waits_for_a_viewer_whose_line_is_full(
    hub: Hub, bus: LocalBus, numbers: Numbers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAUSE", 0)
    with serving_hub(hub, send_buffer=2048) as port, Viewer(port, "event-1") as quick:
        slow = Viewer(port, "event-1", buffer=1024)
        slowest = 0.0
        for number in range(8, 4008):
            numbers.numbers["1"] = number
            began = time.monotonic()
            bus.publish("event-1")
            quick.until(number)
            slowest = max(slowest, time.monotonic() - began)
        heard = slow.until(4007)
        assert slowest < 1
        assert len(heard) < 3500, "the line was never full"
        assert [event.number for event in heard] == sorted(
            event.number for event in heard
        )
        slow.close()


def test_silence_is_broken_by_a_sign_of_life(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "HEARTBEAT", 0.2)
    with Viewer(port, "event-1") as viewer:
        assert [viewer.next() for _ in range(3)] == [
            Event("hello", 7),
            Event("alive", 7),
            Event("alive", 7),
        ]


def test_a_lost_call_costs_no_more_than_a_heartbeat(
    port: int, numbers: Numbers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "HEARTBEAT", 0.2)
    with Viewer(port, "event-1") as viewer:
        viewer.next()
        numbers.numbers["1"] = 8
        assert [event.name for event in viewer.until(8)][-1] == "changed"


def test_while_the_database_is_away_viewers_hear_nothing_and_afterwards_what_changed(
    port: int, bus: LocalBus, numbers: Numbers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "HEARTBEAT", 0.2)
    with Viewer(port, "event-1") as viewer:
        viewer.next()
        numbers.away = True
        wait_until(lambda: numbers.asked >= 4)
        numbers.numbers["1"] = 8
        numbers.away = False
        heard = viewer.until(8)
        assert heard[-1] == Event("changed", 8)
        assert len(heard) <= 2


def test_who_comes_while_the_database_is_away_is_asked_to_come_again(
    port: int, numbers: Numbers
) -> None:
    numbers.away = True
    assert Viewer(port, "event-1").status == 503
    numbers.away = False
    assert Viewer(port, "event-1").next() == Event("hello", 7)


def test_the_stream_of_a_topic_that_is_gone_ends(
    port: int, bus: LocalBus, numbers: Numbers
) -> None:
    with Viewer(port, "event-1") as viewer:
        viewer.next()
        numbers.numbers["1"] = None
        bus.publish("event-1")
        with pytest.raises(EOFError):
            viewer.next()
    assert Viewer(port, "event-1").status == 404


def test_when_the_last_viewer_has_left_nobody_looks_any_more(
    port: int, hub: Hub, bus: LocalBus, numbers: Numbers
) -> None:
    viewers = [Viewer(port, "event-1") for _ in range(5)]
    assert hub.viewers == 5
    for viewer in viewers:
        viewer.close()
    wait_until(lambda: hub.viewers == 0)
    asked = numbers.asked
    bus.publish("event-1")
    time.sleep(0.1)
    assert numbers.asked == asked


def test_more_viewers_than_a_process_can_bear_are_asked_to_come_again(
    port: int, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_VIEWERS", 2)
    with Viewer(port, "event-1"), Viewer(port, "event-1"):
        third = Viewer(port, "event-1")
        assert third.status == 503
        assert third.response.getheader("Retry-After") == "5"
    wait_until(lambda: hub.viewers == 0)
    assert Viewer(port, "event-1").status == 200


def test_a_stream_takes_no_thread(port: int) -> None:
    with Viewer(port, "event-1"):
        before = threading.active_count()
        viewers = [Viewer(port, "event-1") for _ in range(30)]
        assert threading.active_count() <= before + 1
        for viewer in viewers:
            viewer.close()


@pytest.mark.django_db
def test_an_event_in_preparation_is_no_topic(club: Club) -> None:
    event = events.create_event(
        club_id=club.pk, by=None, at=NOW, name="Cup", starts_at=NOW
    )
    assert live.event_number(str(event.pk)) is None
    events.step(event_id=event.pk, action="open", by=None, at=NOW)
    assert live.event_number(str(event.pk)) == 1
