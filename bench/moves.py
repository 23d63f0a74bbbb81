"""The complete move endpoint next to a bare REST view.

The bare view checks a token, locks a row, inserts one and updates one. Both servers run
throughout, one process each, measured in alternating slices. Several clients, each on
its own connection, send moves of many matches, prepared in advance by bots.

    python -m bench.moves [--pairs 12] [--seconds 2.5] [--matches 320] [--late 300]
"""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from bench.common import HEAD, Comparison, at_least, at_most, circumstances, slices
from bench.stand import (
    BARE,
    Server,
    commands_of_redis,
    cpu,
    options,
    services,
    used,
    web,
)

if TYPE_CHECKING:
    from bench.posts import Post

CLIENTS = 8
MOVES_OF_A_MATCH = 40


class Slice(NamedTuple):
    """Answers per second, and CPU of the web process and the database in ms for an answer."""

    rate: float
    web: float
    database: float
    answers: int


def send(port: int, posts: "Iterator[Post]", until: float) -> int:
    """Run one client on one connection until its time is over. Returns the accepted moves."""
    connection, answered = HTTPConnection("127.0.0.1", port, timeout=30), 0
    while time.monotonic() < until:
        post = next(posts)
        headers = {
            "Authorization": f"Token {post.token}",
            "Content-Type": "application/json",
        }
        connection.request("POST", post.path, post.body, headers)
        response = connection.getresponse()
        text = response.read()
        assert response.status == 201, text
        answered += 1
    connection.close()
    return answered


def measured(
    server: Server,
    database: list[int],
    clients: "Sequence[Iterator[Post]]",
    seconds: float,
) -> Slice:
    """Run all clients at once for this long."""
    before, began = (cpu(server.pid), cpu(*database)), time.monotonic()
    with ThreadPoolExecutor(len(clients)) as pool:
        answers = sum(
            pool.map(lambda posts: send(server.port, posts, began + seconds), clients)
        )
    rate = answers / (time.monotonic() - began)
    served, stored = used(before[0], cpu(server.pid)), used(before[1], cpu(*database))
    return Slice(rate, 1000 * served / answers, 1000 * stored / answers, answers)


def compare(database: list[int], pairs: int, seconds: float, matches: int) -> None:
    from bench import posts

    moves = posts.in_turn(posts.scripts(matches, MOVES_OF_A_MATCH), CLIENTS)
    locks = posts.bare(matches, CLIENTS)
    with (
        web("config.asgi:application") as ours,
        web("bench.bare.asgi:application", **BARE) as bare,
    ):
        play, lock = (
            partial(measured, ours, database, moves),
            partial(measured, bare, database, locks),
        )
        play(seconds / 2), lock(seconds / 2)
        before = commands_of_redis()
        results = slices(partial(play, seconds), partial(lock, seconds), pairs)
        after = commands_of_redis()
    print(
        f"{CLIENTS} clients, {matches} matches, {pairs} pairs of {seconds:g} s; "
        f"{circumstances()}\n\n{HEAD}"
    )
    rate, cost, stored = (
        Comparison.of(*([part[n] for part in result] for result in results))
        for n in range(3)
    )
    print(rate.row("answers a second", "", at_least(0.7, rate.ratio.median)))
    print(cost.row("web CPU", "ms an answer", at_most(1.4, cost.ratio.median)))
    if database:
        print(stored.row("PostgreSQL CPU", "ms an answer", ""))
    played = sum(one.answers for one in results[0])
    sent = {
        name: after.get(name, 0) - before.get(name, 0) for name in ("publish", "lpush")
    }
    print(
        f"\n{played} moves: {sent['publish'] / played:.2f} PUBLISH a move, "
        f"{sent['lpush']} tasks queued."
    )


def statements(moves: int) -> None:
    """The number of SQL statements of every move of a match, with BEGIN and COMMIT."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from bench import posts

    client, counted = Client(SERVER_NAME="localhost"), []
    for post in posts.scripts(1, moves)[0]:
        with CaptureQueriesContext(connection) as caught:
            headers = {"Authorization": f"Token {post.token}"}
            answer = client.post(
                post.path, post.body, content_type="application/json", headers=headers
            )
        assert answer.status_code == 201, answer.content
        counted.append(len(caught))
    early, late = counted[1:21], counted[-20:]
    print(
        f"Statements of a move: {median(early):g} (most {max(early)}) in moves 2 to 21, "
        f"{median(late):g} (most {max(late)}) in the last 20 of {len(counted)}; "
        f"{at_most(8, max(counted))}\n"
    )


def main() -> None:
    sizes = options(__doc__, pairs=12, seconds=2.5, matches=320, late=300)
    with services() as database:
        statements(sizes.late)
        compare(database, sizes.pairs, sizes.seconds, sizes.matches)


if __name__ == "__main__":
    main()
