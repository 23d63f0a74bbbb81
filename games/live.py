"""Live topics: viewers learn *that* a topic changed, never how. The bus, and each topic's
number.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from threading import Lock
from typing import Any, Final
from uuid import UUID

import redis.asyncio
from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac

from games.models import Match

log = logging.getLogger(__name__)

CHANNEL = "live"
"""The Redis channel on which the names of changed topics travel."""


class LocalBus:
    """Wakes the listeners of this process; all that one process needs."""

    def __init__(self) -> None:
        self._listeners: dict[
            str, set[tuple[asyncio.AbstractEventLoop, asyncio.Event]]
        ] = defaultdict(set)
        self._lock = Lock()

    def listen(self, topic: str) -> tuple[asyncio.Event, Callable[[], None]]:
        """An event that is set whenever `topic` changes, and a function that stops listening.

        Call it inside a running loop.
        """
        topic, _, _ = topic.partition(".")  # after the dot stands only who listens
        item = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._listeners[topic].add(item)
        return item[1], lambda: self._forget(topic, item)

    def _forget(
        self, topic: str, item: tuple[asyncio.AbstractEventLoop, asyncio.Event]
    ) -> None:
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
    """Wakes every process. A lost message costs only time: listeners also look now and then."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self._redis = redis.Redis.from_url(
            url, socket_connect_timeout=1, socket_timeout=1
        )

    def publish(self, topic: str) -> None:
        try:
            self._redis.publish(CHANNEL, topic)
        except redis.RedisError:
            log.warning("could not tell that %s changed", topic)

    async def relay(self) -> None:
        """One subscription for the whole process; after a gap all its listeners look again."""
        while True:
            try:
                async with (
                    redis.asyncio.from_url(self.url) as client,
                    client.pubsub() as subscription,
                ):
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


SEATS: Final = tuple("0123456789")


def match_topic(match_id: UUID) -> str:
    return f"match-{match_id}"


def seat_topic(match_id: UUID, seat: int) -> str:
    """The match's topic for one seat: table talk that others miss must not wake their pages."""
    return f"{match_topic(match_id)}.{seat}.{seat_key(match_id, seat)}"


def seat_key(match_id: UUID, seat: int) -> str:
    """A key that only this seat's page has, so that no one else can listen in its place."""
    return salted_hmac(
        "games.live.seat", f"{match_id}.{seat}", algorithm="sha256"
    ).hexdigest()[:20]


def match_number(name: str) -> int | None:
    """The number of a match's topic: its moves, one more once annulled; for a seat also
    the table talk that it noticed.

    None if there is no such match, or if the seat's key is wrong. Private matches have a
    topic too: their ids cannot be guessed, and the number tells only that moves were made.
    """
    name, _, listener = name.partition(".")
    try:
        match_id = UUID(name)
    except ValueError:
        return None
    match = Match.objects.only("version", "annulled_at").filter(pk=match_id).first()
    if match is None:
        return None
    if not listener:
        return moves_of(match)
    seat, _, key = listener.partition(".")
    if seat not in SEATS or key != seat_key(match.pk, int(seat)):
        return None
    return moves_of(match) + noticed_by(match, int(seat))


def moves_of(match: Match) -> int:
    return match.version + (match.annulled_at is not None)


def noticed_by(match: Match, seat: int) -> int:
    """The number of asides of this match that a seat has noticed."""
    return match.asides.filter(seen_by__contains=str(seat)).count()
