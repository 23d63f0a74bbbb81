"""The house's bots: they see what their seat sees, through the API as a person would, and take their time."""

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
"""Seconds that a bot takes for a move, at least and at most; whatever its cards are."""

THINKING: Final = 0.3
"""Seconds of thought for all bots that are to move: less than any pace, so that nobody sees who had to think."""

TICK: Final = 0.1
"""Seconds between two looks at whose turn it is."""

AGAIN: Final = 5.0
"""Seconds until a move that was refused is tried again."""

LONGEST_REST: Final = 30.0
"""Seconds between two tries at most while the service is away."""

QUIET: Final = 60.0
"""Seconds between two lines in the log at least."""


class Worker(Protocol):
    """Somebody who looks at what there is to do, again and again."""

    def step(self) -> None: ...


def play_bots(url: str, stop: threading.Event) -> None:
    """Play for the house's bots in friendly matches until `stop` is set."""
    keep_going(url, stop, lambda house: [Bots(house, Q(match__public=False))])


def keep_going(
    url: str, stop: threading.Event, workers: Callable[[House], Iterable[Worker]]
) -> None:
    """Let all of them work until `stop` is set, whatever happens to the service meanwhile."""
    client = Client(url, stop)
    house, trouble = House(client), Trouble(client)
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
    """Tries again ever more slowly, and says so now and then."""

    def __init__(self, client: Client) -> None:
        self.client, self.times, self.told_at = client, 0, -QUIET

    def rest(self, error: Exception) -> None:
        if time.monotonic() - self.told_at > QUIET:
            expected = isinstance(error, (Unreachable, DatabaseError))
            log.warning("the bots wait: %s", error, exc_info=not expected)
            self.told_at = time.monotonic()
        connection.close()
        self.client.stop.wait(min(2.0**self.times / 2, LONGEST_REST))
        self.times = min(self.times + 1, 10)

    def over(self) -> None:
        self.times = 0


class Turn(NamedTuple):
    """A match that waits for a move of this user; `number` grows with every move."""

    match: UUID
    number: int
    public: bool
    user: int
    level: str

    def pace(self) -> float:
        """Seconds for this move: by chance, the same whenever it is asked, and nothing to do with the cards."""
        chance = random.Random(f"{self.match}.{self.number}")
        return chance.uniform(*(CUP_PACE if self.public else FRIENDLY_PACE))


class Bots:
    """The house's bots at the `seats` that are asked for. Bots of other people play by their own programs."""

    def __init__(self, house: House, seats: Q) -> None:
        self.house, self.seats, self.noticed = house, seats, Noticed()
        self.below = random.Random().randrange
        self.answers: dict[Turn, Json | None] = {}
        """What has been thought of but is not said yet; None where there is nothing to say."""

    def step(self) -> None:
        """Think about each turn as soon as it comes, and move when its time has come."""
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
        """The body of the move, empty for the first deal; None if the match has gone on: then there is another turn."""
        with noting_refusals():
            match = self.house.get(turn.user, f"matches/{turn.match}/")
            awaited = None if match["annulled"] else match["view"]["to_act"]
            late = time.monotonic() + seconds
            if awaited == match["seat"]:
                return play.reply(
                    match,
                    self.below,
                    turn.level or "simple",
                    lambda: time.monotonic() < late,
                )
            return {} if awaited == CHANCE else None
        return None

    def move(self, turn: Turn, answer: Json | None) -> None:
        if answer is not None:
            with noting_refusals():
                self.house.post(
                    turn.user,
                    f"matches/{turn.match}/{'moves' if answer else 'deal'}/",
                    **answer,
                )


@contextmanager
def noting_refusals() -> Iterator[None]:
    try:
        yield
    except Refused as refused:
        log.debug("a move was refused: %s", refused)


def awaited(seats: Q) -> list[Turn]:
    """One turn for a match: before the first deal, which any seat may ask for, that of the first bot.

    Nobody can sign up with a colon in the name, so such bots are the house's.
    """
    # Running matches first: there are few of them, and the seats of all others need not be looked at.
    running = Match.objects.filter(to_act__isnull=False).values("pk")
    ours = (
        bots_to_act()
        .filter(seats, user__username__contains=":", match__in=running)
        .order_by("-seat")
    )
    rows = ours.values_list(
        "match_id", "match__version", "match__public", "user_id", "user__level"
    )
    turns = (Turn(*row) for row in rows)
    return list({turn.match: turn for turn in turns}.values())
