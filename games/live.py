"""Telling those who watch *that* a topic changed, never what: the wake-up bus and the numbers behind the topics."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from threading import Lock
from typing import Any
from uuid import UUID

import redis.asyncio
from django.conf import settings
from django.db import transaction

from games.models import Match

log = logging.getLogger(__name__)

CHANNEL = "live"
"""The Redis channel on which the names of changed topics travel."""


class LocalBus:
    """Wakes the listeners of this process; all that one process needs."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[tuple[asyncio.AbstractEventLoop, asyncio.Event]]] = defaultdict(set)
        self._lock = Lock()

    def listen(self, topic: str) -> tuple[asyncio.Event, Callable[[], None]]:
        """An event that is set whenever `topic` changes, and how to stop listening. Call inside a running loop."""
        item = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._listeners[topic].add(item)
        return item[1], lambda: self._forget(topic, item)

    def _forget(self, topic: str, item: tuple[asyncio.AbstractEventLoop, asyncio.Event]) -> None:
        with self._lock:
            self._listeners[topic].discard(item)
            if not self._listeners[topic]:
                del self._listeners[topic]

    def wake(self, topic: str) -> None:
        with self._lock:
            items = list(self._listeners.get(topic, ()))
        for loop, event in items:
            if not loop.is_closed():
                loop.call_soon_threadsafe(event.set)

    def wake_all(self) -> None:
        with self._lock:
            topics = list(self._listeners)
        for topic in topics:
            self.wake(topic)

    def publish(self, topic: str) -> None:
        self.wake(topic)

    async def relay(self) -> None:
        """Wake the listeners of this process for what other processes publish: there are none."""


class RedisBus(LocalBus):
    """Tells every process; a lost message only costs time, since listeners also look by themselves now and then."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self._redis = redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1)

    def publish(self, topic: str) -> None:
        try:
            self._redis.publish(CHANNEL, topic)
        except redis.RedisError:
            log.warning("could not tell that %s changed", topic)

    async def relay(self) -> None:
        """One subscription for the whole process, for as long as it lives; after a gap everyone looks again."""
        while True:
            try:
                async with redis.asyncio.from_url(self.url) as client, client.pubsub() as subscription:
                    await subscription.subscribe(CHANNEL)
                    async for message in subscription.listen():
                        self._hear(message)
            except redis.RedisError:
                log.warning("not hearing what changes: trying again")
                await asyncio.sleep(0.5)

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "subscribe":
            self.wake_all()
        elif message["type"] == "message":
            self.wake(message["data"].decode())


bus: LocalBus = RedisBus(settings.REDIS_URL) if settings.REDIS_URL else LocalBus()


def announce(topic: str) -> None:
    """After the commit, say that `topic` changed."""
    transaction.on_commit(lambda: bus.publish(topic), robust=True)


def match_topic(match_id: UUID) -> str:
    return f"match-{match_id}"


def match_number(name: str) -> int | None:
    """The number of the match's topic: its moves, one more once annulled. None if there is no such match.

    Private matches have a topic too: who knows the id, which nobody can guess, learns only that moves were made.
    """
    try:
        row = Match.objects.filter(pk=UUID(name)).values_list("version", "annulled_at").first()
    except ValueError:
        return None
    return row and row[0] + (row[1] is not None)
