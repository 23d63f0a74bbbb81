"""A thousand viewers of one event, ten changes a second: the hub next to a minimal pusher.

Both servers run throughout, one process each, with all viewers connected, measured in
alternating slices. A change of ours is a row updated and committed in PostgreSQL,
published over Redis, and read again by the hub; a change of the bare server is a Redis
message. Latency runs from just before publishing until a viewer has read this number or
a later one: the hub may send one message for changes that are close together.

    python -m bench.live [--viewers 1000] [--pairs 12] [--seconds 4]
"""

import asyncio
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import quantiles
from typing import NamedTuple

from bench.common import HEAD, Comparison, at_most, circumstances, slices
from bench.stand import Server, cpu, options, services, used, web

RATE = 10
Change = Callable[[], tuple[int, float]]
"""Makes a change; returns the number that viewers receive, and the time just before publishing."""


class Slice(NamedTuple):
    """Median and p99 latency in ms, server CPU in µs for a message, and the share delivered."""

    p50: float
    p99: float
    cpu: float
    delivered: float


class Viewer(asyncio.Protocol):
    """Keeps the time of each number and counts every message."""

    def __init__(
        self, path: str, known: list[tuple[int, float]], messages: list[int]
    ) -> None:
        self.path, self.known, self.messages, self.last = path, known, messages, 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.write(f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        at = time.perf_counter()
        for part in data.split(b"event: changed\ndata: ")[1:]:
            number = int(part.partition(b"\n")[0])
            self.messages.append(number)
            self.known += [(each, at) for each in range(self.last + 1, number + 1)]
            self.last = number


class Audience:
    """The viewers of one server."""

    def __init__(self, server: Server, path: str, size: int) -> None:
        self.server, self.path, self.size = server, path, size
        self.known: list[tuple[int, float]] = []
        self.messages: list[int] = []
        self.lines: list[asyncio.BaseTransport] = []

    async def come(self) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(self.size):
            viewer = Viewer(self.path, self.known, self.messages)
            line, _ = await loop.create_connection(
                lambda v=viewer: v, "127.0.0.1", self.server.port
            )
            self.lines.append(line)

    async def leave(self) -> None:
        for line in self.lines:
            line.close()
        await asyncio.sleep(1)

    def slice(self, change: Change, seconds: float) -> Slice:
        self.known.clear(), self.messages.clear()
        before, began = cpu(self.server.pid), time.perf_counter()
        told = {}
        for step in range(int(seconds * RATE)):
            time.sleep(max(0.0, began + step / RATE - time.perf_counter()))
            number, told[number] = change()
        time.sleep(0.5)
        spent = used(before, cpu(self.server.pid))
        waits = quantiles(
            [1000 * (at - told[number]) for number, at in self.known if number in told],
            n=100,
        )
        return Slice(
            waits[49],
            waits[98],
            1e6 * spent / len(self.messages),
            len(self.known) / len(told) / self.size,
        )


@contextmanager
def seated(*audiences: Audience) -> Iterator[None]:
    """All viewers connected, in the event loop of a separate thread."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    for audience in audiences:
        asyncio.run_coroutine_threadsafe(audience.come(), loop).result(120)
    yield
    for audience in audiences:
        asyncio.run_coroutine_threadsafe(audience.leave(), loop).result(10)


def changes() -> tuple[Change, Change, str]:
    """A change of an event, a change for the bare server, and the event's topic."""
    import redis
    from django.db import transaction
    from django.utils import timezone

    from accounts.models import Club
    from tournaments import live
    from tournaments.services.events import create_event

    club = Club.objects.create(name="Bench", slug="bench")
    now = timezone.now()
    event = create_event(
        club_id=club.pk, by=None, at=now, name="Bench", starts_at=now, state="open"
    )
    server = redis.Redis.from_url(os.environ["REDIS_URL"])
    numbers = [0, 0]

    def ours() -> tuple[int, float]:
        numbers[0] += 1
        committed: list[float] = []
        with transaction.atomic():
            transaction.on_commit(lambda: committed.append(time.perf_counter()))
            live.changed(event.pk)
        return numbers[0], committed[0]

    def bare() -> tuple[int, float]:
        numbers[1] += 1
        at = time.perf_counter()
        server.publish("bare", numbers[1])
        return numbers[1], at

    return ours, bare, live.event_topic(event.pk)


def main() -> None:
    sizes = options(__doc__ or "", viewers=1000, pairs=12, seconds=4.0)
    with services():
        change, bare_change, topic = changes()
        with (
            web("config.asgi:application") as server,
            web("bench.bare.live:application") as bare_server,
        ):
            ours = Audience(server, f"/live/{topic}/", sizes.viewers)
            bare = Audience(bare_server, "/", sizes.viewers)
            with seated(ours, bare):
                ours.slice(change, 1), bare.slice(bare_change, 1)  # warm
                results = slices(
                    lambda: ours.slice(change, sizes.seconds),
                    lambda: bare.slice(bare_change, sizes.seconds),
                    sizes.pairs,
                )
    print(
        f"{sizes.viewers} viewers, {RATE} changes/s, "
        f"{sizes.pairs} pairs of {sizes.seconds:g} s; {circumstances()}\n"
    )
    print(table(*results))


def table(ours: list[Slice], bare: list[Slice], again: list[Slice]) -> str:
    def compare(name: str) -> Comparison:
        return Comparison.of(
            *([getattr(part, name) for part in parts] for parts in (ours, bare, again))
        )

    p50, p99, cost = compare("p50"), compare("p99"), compare("cpu")
    lines = [
        HEAD,
        p50.row("latency, p50", "ms", ""),
        p99.row("latency, p99", "ms", at_most(1.5, p99.ratio.median)),
        cost.row("CPU for a message", "µs", at_most(1.5, cost.ratio.median)),
        "",
        f"Delivered at least: ours {min(part.delivered for part in ours):.2%}, "
        f"bare {min(part.delivered for part in bare):.2%}",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
