"""The house's bots: they see what their seat sees, through the API as a person would, and take their time."""

import logging
import random
import threading
import time
from typing import Final, NamedTuple
from uuid import UUID

from django.db import DatabaseError, connection
from django.db.models import Q

from games.models import Match
from games.queries import bots_to_act
from tournaments.management.rehearsal import cup, play
from tournaments.management.rehearsal.client import Client, Refused, Stopped, Unreachable
from tournaments.management.rehearsal.house import House
from tournaments.management.rehearsal.noticed import Noticed
from tournaments.management.rehearsal.steward import Steward
from tournaments.models import Pairing

log = logging.getLogger(__name__)

FRIENDLY_PACE: Final = (0.4, 0.8)
CUP_PACE: Final = (0.9, 2.1)
"""Seconds that a bot takes for a move, at least and at most; whatever its cards are."""

TICK: Final = 0.1
"""Seconds between two looks at whose turn it is."""

AGAIN: Final = 5.0
"""Seconds until a move that was refused is tried again."""

LONGEST_REST: Final = 30.0
"""Seconds between two tries at most while the service is away."""

QUIET: Final = 60.0
"""Seconds between two lines in the log at least."""


def play_bots(url: str, stop: threading.Event) -> None:
    """Play for the house's bots until `stop` is set, whatever happens to the service meanwhile."""
    client = Client(url, stop)
    house, trouble = House(client), Trouble(client)
    bots, steward = Bots(house), Steward(house)
    try:
        while not stop.is_set():
            try:
                bots.step()
                steward.step()
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

    def pace(self) -> float:
        """Seconds for this move: by chance, the same whenever it is asked, and nothing to do with the cards."""
        chance = random.Random(f"{self.match}.{self.number}")
        return chance.uniform(*(CUP_PACE if self.public else FRIENDLY_PACE))


class Bots:
    """The bots of friendly matches and of the demo's cup. Bots of other people play by their own programs."""

    def __init__(self, house: House) -> None:
        self.house, self.noticed = house, Noticed()
        self.below = random.Random().randrange

    def step(self) -> None:
        """Move for all that have thought long enough."""
        self.noticed.look_again()
        for turn in awaited():
            if self.noticed.for_seconds(turn) >= turn.pace():
                self.noticed.put_off(turn, AGAIN)
                self.move(turn)

    def move(self, turn: Turn) -> None:
        """One move, or none if the match has gone on: then there will be another."""
        path = f"matches/{turn.match}/"
        try:
            match = self.house.get(turn.user, path)
            if match["view"]["to_act"] == match["seat"] and not match["annulled"]:
                self.house.post(turn.user, f"{path}moves/", **play.reply(match, self.below))
        except Refused as refused:
            log.debug("a move was refused: %s", refused)


def awaited() -> list[Turn]:
    in_cup = Pairing.objects.filter(round__stage__event__club__slug=cup.CLUB).values("match_id")
    # Running matches first: there are few of them, and the seats of all others need not be looked at.
    running = Match.objects.filter(to_act__isnull=False).values("pk")
    seats = bots_to_act().filter(Q(match__public=False) | Q(match__in=in_cup), match__in=running).order_by()
    return [Turn(*row) for row in seats.values_list("match_id", "match__version", "match__public", "user_id")]
