"""Simulation: the rest of a stage played many times by lot, all sides being even."""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from core.chance import Stream
from tournaments.rules.advancement import Takes, qualifiers
from tournaments.rules.field import Entrant
from tournaments.rules.formats.base import PlannedPairing
from tournaments.rules.stage_state import StageState, rows_of
from tournaments.rules.tables.results import DOUBLE_WALKOVER, PLAYED, VOID, WALKOVER
from tournaments.rules.tables.standings import Row
from tournaments.rules.tables.tallies import ConfirmedResult

MAX_RUNS: Final = 1000
MIN_RUNS: Final = 100
"""Fewer are no estimate."""
ENTRIES_IN_ALL_RUNS: Final = 20_000
"""Runs times entries that are cheap enough."""
ENTRIES_A_SECOND: Final = 2000
"""Runs times entries in about a second."""


class UnfinishedStage(NamedTuple):
    """A stage that goes on, with the entries that are still in."""

    state: StageState
    field: Sequence[Entrant]
    sets: int
    """How many sets win a match."""


class Tally(NamedTuple):
    """The outcome of all runs."""

    runs: int
    through: Counter[int]
    """How often each entry went on as the next stage takes."""
    ranks: Counter[tuple[int, int]]
    """How often each entry came to each rank of its group; shared ranks by lot."""

    def with_more(self, other: "Tally") -> "Tally":
        return Tally(
            self.runs + other.runs,
            self.through + other.through,
            self.ranks + other.ranks,
        )

    def among_first(self, entry: int, places: int) -> int:
        """How often it had one of the first ranks."""
        return sum(self.ranks[entry, rank] for rank in range(1, places + 1))


NO_RUNS: Final = Tally(0, Counter(), Counter())


def runs_for(entries: int) -> int:
    """How many runs are worth their time for a field of this size."""
    return max(MIN_RUNS, min(MAX_RUNS, ENTRIES_IN_ALL_RUNS // (entries or 1)))


def runs_at_once(entries: int) -> int:
    """As many runs as take about a second, at least one."""
    return max(1, ENTRIES_A_SECOND // (entries or 1))


def simulate(stage: UnfinishedStage, takes: Takes, runs: int, stream: Stream) -> Tally:
    found = Tally(runs, Counter(), Counter())
    entries = [entrant.id for entrant in stage.field]
    tie_breaks = stage.state.settings.tie_breaks
    for _ in range(runs):
        rows, lots = play_out(stage, stream), stream.shuffled(entries)
        for one in qualifiers(rows, takes, tie_breaks, lots):
            found.through[one.entry] += 1
        found.ranks.update(_ranks(rows, lots))
    return found


def play_out(stage: UnfinishedStage, stream: Stream) -> list[Row]:
    """The standings at the end of one run, without entries that have left.

    Either side of a match is as likely to win; further rounds are drawn as usual. Not for
    multiplayer tables.
    """
    field = {entrant.id: entrant for entrant in stage.field}
    known = [result for result in stage.state.results if result.kind != VOID]
    state = stage.state._replace(results=known)
    while True:
        ready = _ready(state)
        for round_number, meeting in ready:
            known.append(_result(round_number, meeting, field, stage.sets, stream))
        if ready:
            continue
        entries = state.next_field(tuple(field))
        if not entries:
            return rows_of(state.standings(), field)
        state = _with_next_round(state, [field[entry] for entry in entries], stream)


def _with_next_round(
    state: StageState, entrants: Sequence[Entrant], stream: Stream
) -> StageState:
    history = state.format.history(state.draw, state.results, opened=0)
    drawn = state.format.draw(entrants, stream, state.settings, history)
    return state._replace(draw={**state.draw, **state.format.with_draw(drawn, history)})


def _ready(state: StageState) -> list[tuple[int, PlannedPairing]]:
    """The matches that can be played, each with the number of its round."""
    ready = []
    for number, planned in enumerate(state.plan, start=1):
        for meeting in planned.meetings:
            if meeting.ready:
                ready.append((number, meeting))
    return ready


def _result(
    round: int,
    meeting: PlannedPairing,
    field: Container[int | None],
    sets: int,
    stream: Stream,
) -> ConfirmedResult:
    """An entry that has left loses without play."""
    a, b = meeting.entries
    assert a is not None
    assert b is not None
    present = [side for side in (a, b) if side in field]
    if not present:
        return ConfirmedResult(round, meeting.slot, a, b, DOUBLE_WALKOVER, None)
    if len(present) == 1:
        return ConfirmedResult(round, meeting.slot, a, b, WALKOVER, present[0])
    lost = stream.below(sets)
    if stream.below(2):
        return ConfirmedResult(round, meeting.slot, a, b, PLAYED, a, sets, lost)
    return ConfirmedResult(round, meeting.slot, a, b, PLAYED, b, lost, sets)


def _ranks(rows: Sequence[Row], lots: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each entry with its rank in its group; lots separate those that share one."""
    lot = {entry: number for number, entry in enumerate(lots)}
    for _, group in groupby(rows, key=lambda row: row.group):
        order = sorted(group, key=lambda row: (row.rank or 0, lot[row.entry]))
        for rank, row in enumerate(order, start=1):
            yield row.entry, rank
