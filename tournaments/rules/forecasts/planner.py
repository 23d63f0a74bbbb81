"""How long an event will take, before it starts: rounds, matches and minutes to expect."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from core.chance import Stream
from tournaments.rules.advancement import BEST, IN, OUT, REST, Takes
from tournaments.rules.field import Entrant
from tournaments.rules.formats import changing_partners, lives, swiss
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
    played = _runs(format, entries, setup, stream, runs)
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


def bounded_runs(format: Format, entries: int, setup: StageSettings) -> int:
    """How many runs an answer may take that somebody waits for; 1 where chance decides nothing."""
    return (
        max(RUNS_LEAST, min(RUNS, THROWS // (entries * setup.lives)))
        if format.CODE == lives.CODE
        else 1
    )


def entering(takes: Takes, entries: int, setup: StageSettings) -> int:
    """How many a phase takes at most from one with this setup and so many entries."""
    best = min(entries, max(takes.number, takes.each * setup.groups))
    left = min(entries, setup.until)
    return {BEST: best, REST: entries - best, IN: left, OUT: entries - left}.get(
        takes.part, entries
    )


def _runs(
    format: Format, entries: int, setup: StageSettings, stream: Stream, runs: int
) -> list[Run]:
    if format.CODE == lives.CODE:
        return [lives_run(entries, setup, stream) for _ in range(runs)]
    if format.CODE == swiss.CODE:
        return [[entries // 2] * setup.rounds]
    once = setup._replace(rounds=1) if "rounds" in format.SETTINGS else setup
    drawn = format.draw(
        [Entrant(number, str(number)) for number in range(1, entries + 1)], stream, once
    )
    rounds = [
        sum(not meeting.decided for meeting in one.meetings)
        for one in format.plan(drawn, (), once)
    ]
    return [
        rounds
        * ((setup.rounds or changing_partners.usual(entries)) if once != setup else 1)
    ]


def lives_run(entries: int, setup: StageSettings, stream: Stream) -> Run:
    """An event with lives: of those who meet, half lose one, each half equally likely.

    Who meets whom changes nothing between even sides; who is free is drawn without regard to earlier byes.
    """
    left, run = [setup.lives] * entries, []
    while len(left) > setup.until:
        order, matches = stream.shuffled(left), len(left) // 2
        left = [
            *(lives - 1 for lives in order[:matches] if lives > 1),
            *order[matches:],
        ]
        run.append(matches)
    return run
