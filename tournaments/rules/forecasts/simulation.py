"""The rest of a phase by lot: in how many of so many ways each entry comes to which place, all sides being even."""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from core.chance import Stream
from tournaments.rules.advancement import Takes, qualifiers
from tournaments.rules.field import Entrant
from tournaments.rules.formats.base import (
    Format,
    History,
    Json,
    Meeting,
    RoundPlan,
    StageSettings,
)
from tournaments.rules.tables.results import DOUBLE_WALKOVER, PLAYED, VOID, WALKOVER
from tournaments.rules.tables.standings import Row
from tournaments.rules.tables.tallies import ConfirmedResult

RUNS: Final = 1000
FEWEST: Final = 100
"""Fewer tell nobody anything."""


class Going(NamedTuple):
    """A phase that goes on: what its format is asked with, who is in it, and for how many sets its matches are."""

    answers: Format
    drawn: Json
    facts: Sequence[ConfirmedResult]
    setup: StageSettings
    field: Sequence[Entrant]
    sets: int


class Chances(NamedTuple):
    """What so many runs came to, for those who were in."""

    runs: int
    through: Counter[int]
    """How often each entry went on as the next phase takes."""
    places: Counter[tuple[int, int]]
    """How often each entry came to each place of its group; shared places by lot."""

    def with_more(self, other: "Chances") -> "Chances":
        return Chances(
            self.runs + other.runs,
            self.through + other.through,
            self.places + other.places,
        )

    def among(self, entry: int, places: int) -> int:
        """How often it was among the first so many."""
        return sum(self.places[entry, place] for place in range(1, places + 1))


def runs_for(entries: int) -> int:
    """As often as is cheap: fewer times the larger the field is."""
    return max(FEWEST, min(RUNS, 20_000 // (entries or 1)))


def at_once(entries: int) -> int:
    """So many runs take about a second at most, or one run longer."""
    return max(1, 2000 // (entries or 1))


NO_CHANCES: Final = Chances(0, Counter(), Counter())


def chances(going: Going, takes: Takes, runs: int, stream: Stream) -> Chances:
    """How often each goes on, and comes to each place, when the rest is played so many times."""
    found = Chances(runs, Counter(), Counter())
    for _ in range(runs):
        rows, lots = (
            play(going, stream),
            stream.shuffled([one.id for one in going.field]),
        )
        found.through.update(
            one.entry for one in qualifiers(rows, takes, going.setup.tie_breaks, lots)
        )
        found.places.update(_places(rows, lots))
    return found


def play(going: Going, stream: Stream) -> list[Row]:
    """The standings after all that is left, each match to either side as likely; further rounds are drawn like others.

    Without those who have left. Not for tables of several.
    """
    answers, setup, drawn = going.answers, going.setup, going.drawn
    known, inside = (
        [fact for fact in going.facts if fact.kind != VOID],
        {one.id: one for one in going.field},
    )
    while True:
        if ready := _ready(answers.plan(drawn, known, setup)):
            known += [_result(*where, inside, going.sets, stream) for where in ready]
        elif entries := answers.to_draw(drawn, known, setup, tuple(inside)):
            further = answers.draw(
                [inside[entry] for entry in entries],
                stream,
                setup,
                History(drawn["rounds"], known),
            )
            drawn = {**drawn, "rounds": [*drawn["rounds"], further]}
        else:
            return [
                row
                for row in answers.standings(drawn, known, setup, {})
                if row.entry in inside
            ]


def _ready(plan: Sequence[RoundPlan]) -> list[tuple[int, Meeting]]:
    """The matches that can be played, each with the number of its round."""
    return [
        (number, meeting)
        for number, one in enumerate(plan, 1)
        for meeting in one.meetings
        if meeting.ready
    ]


def _result(
    round: int,
    meeting: Meeting,
    inside: Container[int | None],
    sets: int,
    stream: Stream,
) -> ConfirmedResult:
    """Either side as likely; whoever has left loses without play."""
    a, b = meeting.entries
    assert a is not None
    assert b is not None
    come = [side for side in (a, b) if side in inside]
    if len(come) < 2:
        kind = WALKOVER if come else DOUBLE_WALKOVER
        return ConfirmedResult(
            round, meeting.slot, a, b, kind, come[0] if come else None
        )
    lost = stream.below(sets)
    how = (a, sets, lost) if stream.below(2) else (b, lost, sets)
    return ConfirmedResult(round, meeting.slot, a, b, PLAYED, *how)


def _places(rows: Sequence[Row], lots: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each entry with its place in its group; who shares one has it by lot."""
    lot = {entry: number for number, entry in enumerate(lots)}
    for _, group in groupby(rows, key=lambda row: row.group):
        order = sorted(group, key=lambda row: (row.rank or 0, lot[row.entry]))
        yield from ((row.entry, place) for place, row in enumerate(order, start=1))
