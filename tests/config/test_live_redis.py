"""Several web processes hear of every change over Redis, each with one subscription, also after
losing it.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import redis
from django.conf import settings
from django.db import connection

from accounts.models import Club
from config.hub import Hub
from games.live import RedisBus
from tests.config.viewing import Event, Viewer, serving, serving_hub, wait_until
from tests.conftest import NOW
from tests.plugins.services import free_port
from tournaments import live
from tournaments import models as tournaments
from tournaments.services import events

pytestmark = pytest.mark.skipif(
    not settings.REDIS_URL, reason="REDIS_URL is set to none"
)


@pytest.fixture
def server() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL)


@pytest.fixture
def numbers() -> dict[str, int]:
    return {"1": 1}


@pytest.fixture
def ports(server: redis.Redis, numbers: dict[str, int]) -> Iterator[tuple[int, int]]:
    """Two servers, each with a hub and a bus of its own."""
    hubs = [Hub(RedisBus(settings.REDIS_URL), {"event": numbers.get}) for _ in range(2)]
    with serving_hub(hubs[0]) as one, serving_hub(hubs[1]) as two:
        wait_until(lambda: len(subscribers(server)) == 2)
        yield one, two


def subscribers(server: redis.Redis) -> list[str]:
    """Those of our kind on this test's own database: others may test on the same server."""
    number = str(server.connection_pool.connection_kwargs.get("db", 0))
    clients: list[dict[str, Any]] = server.client_list(_type="pubsub")
    return [
        client["id"]
        for client in clients
        if client["db"] == number and client["sub"] == "1"
    ]


def test_a_change_reaches_the_viewers_of_every_process(
    ports: tuple[int, int], numbers: dict[str, int]
) -> None:
    with Viewer(ports[0], "event-1") as one, Viewer(ports[1], "event-1") as two:
        assert one.next() == two.next() == Event("hello", 1)
        numbers["1"] = 2
        began = time.monotonic()
        RedisBus(settings.REDIS_URL).publish("event-1")
        assert one.next() == two.next() == Event("changed", 2)
        assert time.monotonic() - began < 1


def test_a_process_has_one_subscription_however_many_watch(
    server: redis.Redis, ports: tuple[int, int]
) -> None:
    viewers = [Viewer(port, "event-1") for port in ports for _ in range(20)]
    assert len(subscribers(server)) == 2
    for viewer in viewers:
        viewer.close()


def test_after_a_lost_subscription_all_look_again_and_hear_on(
    server: redis.Redis, ports: tuple[int, int], numbers: dict[str, int]
) -> None:
    with Viewer(ports[0], "event-1") as viewer:
        viewer.next()
        lost = subscribers(server)
        for client in lost:
            server.client_kill_filter(_id=client)
        numbers["1"] = 2  # and nobody was told
        assert viewer.next() == Event("changed", 2)
        wait_until(lambda: len(set(subscribers(server)) - set(lost)) == 2)
        numbers["1"] = 3
        RedisBus(settings.REDIS_URL).publish("event-1")
        assert viewer.next() == Event("changed", 3)


def test_telling_a_redis_that_is_away_raises_nothing() -> None:
    RedisBus(f"redis://127.0.0.1:{free_port()}/0").publish("event-1")


@pytest.fixture
def event(transactional_db: None) -> tournaments.Event:
    club = Club.objects.create(name="Mus", slug="mus")
    when = {"at": NOW, "starts_at": NOW}
    return events.create_event(
        club_id=club.pk, by=None, name="Cup", state="open", **when
    )


def test_a_committed_change_of_an_event_is_told(event: tournaments.Event) -> None:
    from config.asgi import application

    with (
        serving(application) as port,
        Viewer(port, live.event_topic(event.pk)) as viewer,
    ):
        assert viewer.next() == Event("hello", 0)
        live.changed(event.pk)
        assert viewer.next() == Event("changed", 1)


@pytest.mark.skipif(
    "postgresql" not in settings.DATABASES["default"]["ENGINE"],
    reason="only PostgreSQL has a pool",
)
def test_streams_hold_no_database_connection(event: tournaments.Event) -> None:
    from config.asgi import application

    before = connections()
    with serving(application) as port:
        viewers = [Viewer(port, live.event_topic(event.pk)) for _ in range(40)]
        assert connections() <= before + 2, (
            "more than the two threads that read the numbers may hold"
        )
        for viewer in viewers:
            viewer.close()


def connections() -> int:
    """How many this test's database has now."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        )
        return int(cursor.fetchone()[0])


@contextmanager
def web_process(port: int) -> Iterator[subprocess.Popen[bytes]]:
    database = settings.DATABASES["default"]
    environment = dict(os.environ)
    if database["HOST"]:
        environment["DATABASE_URL"] = (
            os.environ["DATABASE_URL"].rpartition("/")[0] + "/" + database["NAME"]
        )
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "config.asgi:application",
        "--port",
        str(port),
        "--workers",
        "2",
    ]
    process = subprocess.Popen(
        [*command, "--log-level", "error"], env=environment, stderr=subprocess.PIPE
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.slow
def test_a_web_server_ends_its_streams_and_stops_at_once(
    event: tournaments.Event,
) -> None:
    port = free_port()
    with web_process(port) as process:
        viewer = wait_for_viewer(port, live.event_topic(event.pk))
        viewer.next()
        began = time.monotonic()
        process.terminate()
        with pytest.raises(EOFError):
            viewer.next()
        process.wait(5)
        assert time.monotonic() - began < 2.5
        assert process.stderr
        assert not re.search(
            "cancel|error|traceback", process.stderr.read().decode(), re.IGNORECASE
        )


def wait_for_viewer(port: int, topic: str) -> Viewer:
    found: list[Viewer] = []

    def answers() -> bool:
        try:
            found.append(Viewer(port, topic))
        except OSError:
            return False
        return True

    wait_until(answers, 20)
    return found[0]
