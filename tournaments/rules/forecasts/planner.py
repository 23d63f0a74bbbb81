"""How long an event will take, before it starts: rounds, matches and minutes to expect."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from core.chance import Stream
from tournaments.rules.advancement import BEST, IN, OUT, REST, Takes
from tournaments.rules.formats.base import Format, StageSettings

MAX_RUNS: Final = 400
MIN_RUNS: Final = 10
MAX_LIVES_DRAWN: Final = 40_000
"""Over all runs, so that an answer is there at once."""

Run = Sequence[int]
"""How many matches each round of a simulated event had."""


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
    """What to expect of an event."""

    rounds: Spread
    matches: Spread
    minutes: Spread | None
    playing: tuple[float, ...]
    """The mean number of matches in each round."""


def expected(
    format: Format,
    entries: int,
    settings: StageSettings,
    stream: Stream,
    runs: int = MAX_RUNS,
    room: Room | None = None,
) -> Expected:
    """What an event of this size should expect. Raises as the format's `check_number` does.

    Exact unless the format depends on chance: then simulated with even sides. A round with more
    matches than tables is played in turns. Void results, walkovers and late entries are not
    foreseen.
    """
    format.check_number(entries, settings)
    needed = runs if format.depends_on_chance else 1
    played = [format.expected_matches(entries, settings, stream) for _ in range(needed)]
    minutes = None
    if room:
        minutes = Spread.of([_minutes(run, room) for run in played])
    playing = []
    for matches in zip_longest(*played, fillvalue=0):
        playing.append(sum(matches) / len(played))
    return Expected(
        Spread.of([len(run) for run in played]),
        Spread.of([sum(run) for run in played]),
        minutes,
        tuple(playing),
    )


def _minutes(run: Run, room: Room) -> int:
    turns = 0
    for matches in run:
        turns += -(-matches // room.tables)
    return turns * room.minutes


def bounded_runs(format: Format, entries: int, settings: StageSettings) -> int:
    """How many runs an answer can take while somebody waits; 1 where chance decides nothing."""
    if not format.depends_on_chance:
        return 1
    affordable = MAX_LIVES_DRAWN // (entries * settings.lives)
    return max(MIN_RUNS, min(MAX_RUNS, affordable))


def entering(takes: Takes, entries: int, source: StageSettings) -> int:
    """The most entries that a stage takes from a source of this size."""
    best = min(entries, max(takes.number, takes.each * source.groups))
    still_in = min(entries, source.until)
    parts = {
        BEST: best,
        REST: entries - best,
        IN: still_in,
        OUT: entries - still_in,
    }
    return parts.get(takes.part, entries)
