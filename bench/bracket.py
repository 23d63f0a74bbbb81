"""The public bracket page next to a plain list of as many items: bytes, queries, time.

Both servers run throughout, one process each, and are asked over HTTP in alternating
slices. Half of the rounds are played, so the page has results, open tables and matches
still to come. The server caches what all readers share until the event changes, so the
page is read once unchanged and once after each change.

    python -m bench.bracket [--pairs 12] [--pages 10] [--entries 256]
"""

import gzip
import time
from collections.abc import Callable
from functools import partial
from http.client import HTTPConnection
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import F

from bench.common import HEAD, Comparison, circumstances, slices
from bench.stand import BARE, Server, cpu, options, services, used, web
from core.chance import Stream

if TYPE_CHECKING:
    from tournaments.models import Stage


class Slice(NamedTuple):
    """Median time to read a page, and CPU of the web process for a page, both in ms."""

    time: float
    cpu: float


def fetch(connection: HTTPConnection, path: str) -> bytes:
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    assert answer.status == 200, body
    return body


def measured(
    server: Server, path: str, pages: int, before_each: Callable[[], object] = int
) -> Slice:
    """One reader who requests the page repeatedly."""
    connection, times, before = (
        HTTPConnection("127.0.0.1", server.port, timeout=60),
        [],
        cpu(server.pid),
    )
    for _ in range(pages):
        before_each()
        began = time.perf_counter()
        fetch(connection, path)
        times.append(1000 * (time.perf_counter() - began))
    connection.close()
    return Slice(median(times), 1000 * used(before, cpu(server.pid)) / pages)


def under_way(entries: int) -> "Stage":
    """An event with half of its rounds played."""
    from bench.club import knockout, play_round

    stage, stream = knockout(entries), Stream(b"bench")
    for _ in range((entries - 1).bit_length() // 2):
        play_round(stage, stream)
    return stage


def change(stage: "Stage") -> None:
    """Change the event, so that its cached pages are out of date."""
    type(stage.event).objects.filter(pk=stage.event_id).update(version=F("version") + 1)


def queries(path: str) -> int:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as caught:
        assert Client(SERVER_NAME="localhost").get(path).status_code == 200
    return len(caught)


def measure(entries: int, pairs: int, pages: int) -> None:
    stage = under_way(entries)
    path = f"/events/{stage.event_id}/bracket/"
    with (
        web("config.asgi:application") as ours,
        web("bench.bare.asgi:application", **BARE) as bare,
    ):
        page = fetch(HTTPConnection("127.0.0.1", ours.port), path)
        items = page.count(b"<li")
        plain = fetch(HTTPConnection("127.0.0.1", bare.port), f"/items/{items}/")
        listed = partial(measured, bare, f"/items/{items}/", pages)
        kept = slices(partial(measured, ours, path, pages), listed, pairs)
        changed = slices(
            partial(measured, ours, path, pages, partial(change, stage)), listed, pairs
        )
    print(
        f"{entries} entries, {items} items, {pairs} pairs of {pages} pages; "
        f"{circumstances()}\n\n{HEAD}"
    )
    for when, results in (("again", kept), ("after a change", changed)):
        for n, name in enumerate(("time", "web CPU")):
            print(
                Comparison.of(*([one[n] for one in side] for side in results)).row(
                    f"{name}, {when}", "ms", ""
                )
            )
    for name, body in (("Ours", page), ("bare", plain)):
        print(
            f"\n{name}: {len(body)} bytes, {len(gzip.compress(body))} with gzip.",
            end="",
        )
    print(
        f"\n\nQueries of ours: {queries(path)} after a change, {queries(path)} again."
    )


def main() -> None:
    sizes = options(__doc__, pairs=12, pages=10, entries=256)
    with services():
        measure(sizes.entries, sizes.pairs, sizes.pages)


if __name__ == "__main__":
    main()
