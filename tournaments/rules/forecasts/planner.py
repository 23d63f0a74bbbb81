"""How long an event will take, before it starts: rounds, matches and minutes to expect."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from core.chance import Stream
from tournaments.rules.advancement import BEST, IN, OUT, REST, Takes
from tournaments.rules.formats.base import Format, StageSettings

RUNS: Final = 400
THROWS: Final = 40_000
"""So many lives are drawn for at most, so that an answer is there at once; but RUNS_LEAST events always."""
RUNS_LEAST: Final = 10

Run = Sequence[int]
"""How many matches each round of a played event had."""


class Room(NamedTuple):
    """Where and how long is played."""

    tables: int
    minutes: int
    """What a round takes at a table, with the draw and the way to it."""


class Spread(NamedTuple):
    """What came out of several runs."""

    mean: float
    least: int
    most: int

    @classmethod
    def of(cls, numbers: Sequence[int]) -> "Spread":
        return cls(sum(numbers) / len(numbers), min(numbers), max(numbers))


class Expected(NamedTuple):
    """What to expect of an event; `playing`: how many matches each round will have, over all runs."""

    rounds: Spread
    matches: Spread
    minutes: Spread | None
    playing: tuple[float, ...]


def expected(
    format: Format,
    entries: int,
    setup: StageSettings,
    stream: Stream,
    runs: int = RUNS,
    room: Room | None = None,
) -> Expected:
    """What so many entries should expect. Raises as the format's `check_number` does.

    Exact where the format is drawn once, and for Swiss; of lives so many runs with even sides. A round with more
    matches than tables is played in turns. Results that are void, walkovers and late entries are not foreseen.
    """
    format.check_number(entries, setup)
    needed = runs if format.depends_on_chance else 1
    played = [format.expected_matches(entries, setup, stream) for _ in range(needed)]
    return Expected(
        Spread.of([len(run) for run in played]),
        Spread.of([sum(run) for run in played]),
        Spread.of(
            [
                sum(-(-matches // room.tables) * room.minutes for matches in run)
                for run in played
            ]
        )
        if room
        else None,
        tuple(
            sum(matches) / len(played) for matches in zip_longest(*played, fillvalue=0)
        ),
    )


def bounded_runs(format: Format, entries: int, settings: StageSettings) -> int:
    """How many runs an answer may take that somebody waits for; 1 where chance decides nothing."""
    if not format.depends_on_chance:
        return 1
    return max(RUNS_LEAST, min(RUNS, THROWS // (entries * settings.lives)))


def entering(takes: Takes, entries: int, setup: StageSettings) -> int:
    """How many a phase takes at most from one with this setup and so many entries."""
    best = min(entries, max(takes.number, takes.each * setup.groups))
    left = min(entries, setup.until)
    return {BEST: best, REST: entries - best, IN: left, OUT: entries - left}.get(
        takes.part, entries
    )
