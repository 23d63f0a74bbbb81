"""The service's bots, which play through the API and see only what their seat sees."""

import logging
import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple, Protocol
from uuid import UUID

from django.db import DatabaseError, connection
from django.db.models import Q

from games.models import Match
from games.queries import bots_to_act
from games.rules.base import CHANCE
from tournaments.rehearsal import play
from tournaments.rehearsal.client import (
    Client,
    Refused,
    Stopped,
    Unreachable,
)
from tournaments.rehearsal.house import House
from tournaments.rehearsal.noticed import Noticed
from tournaments.rehearsal.play import Json

log = logging.getLogger(__name__)

FRIENDLY_PACE: Final = (0.4, 0.8)
CUP_PACE: Final = (0.9, 2.1)
"""Least and most seconds that a bot takes for a move. They do not depend on its cards."""

THINKING: Final = 0.3
"""Seconds of search for all bots together.

Less than any pace, so that the time of a move does not reveal a hard decision.
"""

TICK: Final = 0.1
"""Seconds between two polls."""

AGAIN: Final = 5.0
"""Seconds until a move that was refused is tried again."""

LONGEST_REST: Final = 30.0
"""Most seconds between two tries while the service is unreachable."""

QUIET: Final = 60.0
"""Least seconds between two lines in the log."""


class Worker(Protocol):
    """Does what is due, each time it is called."""

    def step(self) -> None: ...


def play_bots(url: str, stop: threading.Event) -> None:
    """Play for the service's bots in casual matches until `stop` is set."""
    keep_going(url, stop, lambda house: [Bots(house, Q(match__public=False))])


def keep_going(
    url: str, stop: threading.Event, workers: Callable[[House], Iterable[Worker]]
) -> None:
    """Run the workers until `stop` is set, also while the service is unreachable."""
    client = Client(url, stop)
    house = House(client)
    trouble = Trouble(client)
    busy = list(workers(house))
    try:
        while not stop.is_set():
            try:
                for worker in busy:
                    worker.step()
                trouble.over()
                client.pause(TICK)
            except Stopped:
                break
            except Exception as error:
                trouble.rest(error)
    finally:
        house.leave()
        client.close()
        connection.close()


class Trouble:
    """Waits longer after each failure, and logs some of them."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.times = 0
        self.logged_at = -QUIET

    def rest(self, error: Exception) -> None:
        if time.monotonic() - self.logged_at > QUIET:
            expected = isinstance(error, (Unreachable, DatabaseError))
            log.warning("the bots wait: %s", error, exc_info=not expected)
            self.logged_at = time.monotonic()
        connection.close()
        self.client.stop.wait(min(2.0**self.times / 2, LONGEST_REST))
        self.times = min(self.times + 1, 10)

    def over(self) -> None:
        self.times = 0


class Turn(NamedTuple):
    """A match that awaits a move of this user. `number` grows with every move."""

    match: UUID
    number: int
    public: bool
    user: int
    level: str

    def pace(self) -> float:
        """Seconds for this move: random, but always the same for one move."""
        chance = random.Random(f"{self.match}.{self.number}")
        return chance.uniform(*(CUP_PACE if self.public else FRIENDLY_PACE))


class Bots:
    """The service's bots at these `seats`. Bots of other people have programs of their own."""

    def __init__(self, house: House, seats: Q) -> None:
        self.house = house
        self.seats = seats
        self.noticed = Noticed()
        self.below = random.Random().randrange
        self.answers: dict[Turn, Json | None] = {}
        """Moves that are chosen but not played yet; None where there is nothing to play."""

    def step(self) -> None:
        """Choose a move for each new turn, and play those whose time has come."""
        self.noticed.look_again()
        turns = awaited(self.seats)
        self.answers = {
            turn: self.answers[turn] for turn in turns if turn in self.answers
        }
        for turn in turns:
            waited = self.noticed.for_seconds(turn)
            if waited >= 0 and turn not in self.answers:
                self.answers[turn] = self.answer(turn, THINKING / len(turns))
            if waited >= turn.pace():
                self.noticed.put_off(turn, AGAIN)
                self.move(turn, self.answers.pop(turn))

    def answer(self, turn: Turn, seconds: float) -> Json | None:
        """The body of the move; empty for the first deal.

        None if the match has gone on, since it is another turn then.
        """
        with noting_refusals():
            match = self.house.get(turn.user, f"matches/{turn.match}/")
            awaited = None if match["annulled"] else match["view"]["to_act"]
            deadline = time.monotonic() + seconds
            if awaited == match["seat"]:
                return play.reply(
                    match,
                    self.below,
                    turn.level or "simple",
                    lambda: time.monotonic() < deadline,
                )
            return {} if awaited == CHANCE else None
        return None

    def move(self, turn: Turn, answer: Json | None) -> None:
        if answer is not None:
            operation = "moves" if answer else "deal"
            with noting_refusals():
                self.house.post(
                    turn.user, f"matches/{turn.match}/{operation}/", **answer
                )


@contextmanager
def noting_refusals() -> Iterator[None]:
    try:
        yield
    except Refused as refused:
        log.debug("a move was refused: %s", refused)


def awaited(seats: Q) -> list[Turn]:
    """One turn of each match. The first deal, which any seat may make, is the first bot's.

    Sign-up accepts no colon in a name, so bots with one are the service's.
    """
    # The few running matches come first, so that the seats of all others are not read.
    running = Match.objects.filter(to_act__isnull=False).values("pk")
    ours = (
        bots_to_act()
        .filter(seats, user__username__contains=":", match__in=running)
        .order_by("-seat")
    )
    rows = ours.values_list(
        "match_id", "match__version", "match__public", "user_id", "user__level"
    )
    turns: dict[UUID, Turn] = {}
    for row in rows:
        turn = Turn(*row)
        turns[turn.match] = turn
    return list(turns.values())
