"""Advancement: who goes on from one stage of an event to a later one, in which order, and why.

Results stay behind: in the next stage everybody begins at zero, as in Ceuta, and brings only a seed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from core.chance import seed_from
from core.choices import Choice, Choices, read
from core.refusals import Refusal
from tournaments.rules.formats.base import Format, RoundPlan, StageSettings
from tournaments.rules.tables import tiebreaks
from tournaments.rules.tables.leaderboard import merit
from tournaments.rules.tables.standings import Reason, Row

BEST: Final = "best"
REST: Final = "rest"
IN: Final = "in"
OUT: Final = "out"
ALL: Final = "all"

REASONS_OUT: Final = frozenset({"lost", "lost_walkover", "double_walkover"})
"""The reasons of rows that can win nothing more in their stage."""


class Takes(NamedTuple):
    """Whom a stage takes from an earlier one."""

    source: int
    """The number of that stage, from 1."""
    part: str = ALL
    number: int = 0
    """How many in all; with OUT the last round whose losers are taken, 0 for all once it is over."""
    each: int = 0
    """At least this many of each group."""


class Qualified(NamedTuple):
    """An entry that goes on."""

    entry: int
    seed: int
    """From 1."""
    group: int | None
    """The group that it comes from."""
    why: Reason


Chosen = tuple[Row, Reason]


def choices(stage: int) -> Choices:
    """What the stage of this number can take."""
    parts = (BEST, REST, IN, OUT, ALL)
    return {
        "source": Choice(range(1, stage), "a stage before this one"),
        "part": Choice(
            parts, "the best, the rest, those still in, those who are out, or all"
        ),
        "number": Choice(range(1025), "how many go on"),
        "each": Choice(range(65), "how many of each group go on"),
    }


def takes_from(raw: Mapping[str, Any], stage: int) -> Takes:
    """What this stage, from 2, takes: from JSON such as {"source": 1, "part": "best", "number": 16}.

    Raises BadOption as `choices.read` does, Refusal `phase.takes_how_many`, `phase.takes_no_number`.
    """
    takes = read(Takes, choices(stage), {"source": stage - 1, **raw})
    if takes.part in {BEST, REST}:
        if not takes.number and not takes.each:
            raise Refusal("phase.takes_how_many", part=takes.part)
    elif takes.each or (takes.number and takes.part != OUT):
        allowed = f"{BEST}, {REST}"
        raise Refusal("phase.takes_no_number", part=takes.part, allowed=allowed)
    return takes


def check_field(
    takes: Takes,
    source_format: Format,
    source_settings: StageSettings,
    format: Format,
    settings: StageSettings,
) -> None:
    """A stage can be played by the entries that it takes from its source.

    Raises Refusal `phase.nobody_is_out` where ranks come from a table, and as `check_number` does.
    """
    if takes.part in {IN, OUT} and source_format.tie_breaks:
        raise Refusal("phase.nobody_is_out", phase=takes.source)
    if takes.part == BEST:
        best = max(takes.number, takes.each * source_settings.groups)
        format.check_number(best, settings)
    elif takes.part == IN:
        format.check_number(source_settings.until, settings)


def qualifiers(
    rows: Sequence[Row],
    takes: Takes,
    tie_breaks: Sequence[str] = (),
    lots: Sequence[int] = (),
) -> tuple[Qualified, ...]:
    """Who goes on, given the standings of the source without entries that have withdrawn.

    BEST: the first `each` of every group, then up to `number` in all the best of the others: by rank
    in their groups, equal ranks by averages of the source's `tie_breaks`, at multiplayer tables by
    their points. REST: all that BEST leaves. IN and OUT: the entries that can still win the source,
    and those that cannot. A shared rank across the cut is decided by the `lots` of the source, or
    refused: `phase.tie_at_the_cut`.

    Seeds: the winners of all groups in the order of the groups, then the second ones, so that a
    knockout can let A1 meet B2; the best of the others last. Of groups at multiplayer tables: the
    most points first, whatever the group, as in Ceuta. Reasons, each with `rank` and `group`: the
    part; of the best `place`, `best_of_others` or, where lots decided, `lot`.
    """
    best: list[Chosen] = []
    if takes.part in {BEST, REST}:
        best = _best(rows, takes, tie_breaks, lots)
    chosen = best
    if takes.part != BEST:
        chosen = _without_cut(rows, takes, {row.entry for row, _ in best})
    qualified = []
    for seed, (row, why) in enumerate(chosen, start=1):
        qualified.append(Qualified(row.entry, seed, row.group, why))
    return tuple(qualified)


def known(plan: Sequence[RoundPlan], takes: Takes) -> bool:
    """Whether all losers of the first rounds are known by the plan, while the source goes on."""
    if takes.part != OUT or not 0 < takes.number <= len(plan):
        return False
    return all(planned.is_decided for planned in plan[: takes.number])


def lots(entries: Iterable[int], secret: bytes) -> tuple[int, ...]:
    """Entries in the order of their lots, for a stage drawn without: the lowest SHA-256 comes first.

    It is taken of the draw's secret, which was committed before, and the entry's number: anybody can
    repeat it, and an entry that joins or leaves changes no other lot.
    """

    def lot(entry: int) -> bytes:
        return seed_from(b"mus-lots-1", secret, b"%d" % entry)

    return tuple(sorted(entries, key=lot))


def _without_cut(rows: Iterable[Row], takes: Takes, best: set[int]) -> list[Chosen]:
    """The entries of a part that needs no cut, a better rank in the group first."""
    chosen = []
    for row in sorted(rows, key=lambda row: (row.rank or 0) if row.group else 0):
        if _belongs(row, takes, best):
            chosen.append((row, _reason(takes.part, row)))
    return _by_points(chosen)


def _belongs(row: Row, takes: Takes, best: set[int]) -> bool:
    is_out = row.why.code in REASONS_OUT
    if takes.part == OUT:
        return is_out and row.round_reached <= (takes.number or row.round_reached)
    if takes.part == IN:
        return not is_out
    return row.entry not in best


def _best(
    rows: Sequence[Row], takes: Takes, tie_breaks: Sequence[str], lots: Sequence[int]
) -> list[Chosen]:
    groups = [_levels(group) for _, group in groupby(rows, key=lambda row: row.group)]
    if len(groups) == 1:
        return _cut(groups[0], takes.number or takes.each, lots, "place")
    firsts = [_cut(levels, takes.each, lots, "place") for levels in groups]
    chosen: list[Chosen] = []
    for place in range(takes.each):
        for first in firsts:
            if place < len(first):
                chosen.append(first[place])
    through = {row.entry for row, _ in chosen}
    left = [row for row in rows if row.entry not in through]
    others = _across_groups(left, tie_breaks)
    chosen += _cut(others, takes.number - len(through), lots, "best_of_others")
    return _by_points(chosen)


def _by_points(chosen: Sequence[Chosen]) -> list[Chosen]:
    """Of several groups at multiplayer tables by points; else unchanged."""
    order = list(chosen)
    if any(row.group and row.points is not None for row, _ in order):
        order.sort(key=lambda one: merit(one[0]))
    return order


def _levels(rows: Iterable[Row]) -> list[list[Row]]:
    """Rows in order, those that share a rank together."""
    return [list(level) for _, level in groupby(rows, key=lambda row: row.rank)]


def _across_groups(
    rows: Sequence[Row], tie_breaks: Sequence[str]
) -> Iterator[list[Row]]:
    """Rows of all groups by rank, then by averages, or by points at multiplayer tables."""
    row_of = {row.entry: row for row in rows}
    tallies = {row.entry: row.tally for row in rows}
    for level in _levels(sorted(rows, key=lambda row: row.rank or 0)):
        if level[0].points is not None:
            for _, equal in groupby(sorted(level, key=merit), key=merit):
                yield list(equal)
            continue
        entries = [row.entry for row in level]
        for equals, _ in tiebreaks.by_averages(entries, tie_breaks, tallies):
            yield [row_of[entry] for entry in equals]


def _cut(
    levels: Iterable[list[Row]], number: int, lots: Sequence[int], code: str
) -> list[Chosen]:
    """The first `number`; lots decide the level through which the cut goes."""
    chosen: list[Chosen] = []
    for level in levels:
        left = number - len(chosen)
        if len(level) > left > 0:
            level, code = _by_lot(level, lots, left), "lot"
        if len(level) <= left:
            chosen += [(row, _reason(code, row)) for row in level]
    return chosen


def _by_lot(level: Sequence[Row], lots: Sequence[int], places: int) -> list[Row]:
    lot = {entry: number for number, entry in enumerate(lots)}
    entries = [row.entry for row in level]
    if not lot.keys() >= set(entries):
        raise Refusal("phase.tie_at_the_cut", entries=entries, places=places)
    return sorted(level, key=lambda row: lot[row.entry])[:places]


def _reason(code: str, row: Row) -> Reason:
    return Reason(code, {"rank": row.rank, "group": row.group})
