"""Advancement: who goes on from one stage of an event to a later one, in which order, and why.

Results are not carried over. Everybody begins the next stage at zero, as in Ceuta, with only a
seed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
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
"""The reasons of entries that can no longer win their stage."""


class Takes(NamedTuple):
    """Which entries a stage takes from an earlier one."""

    source: int
    """The number of that stage, from 1."""
    part: str = ALL
    number: int = 0
    """How many in all. With OUT: the last round whose losers are taken; 0 means all, at the end."""
    each: int = 0
    """At least this many of each group."""


class Qualified(NamedTuple):
    """An entry that goes on."""

    entry: int
    seed: int
    """From 1."""
    group: int | None
    """The group it comes from."""
    why: Reason


Chosen = tuple[Row, Reason]


def choices(stage: int) -> Choices:
    """What the stage with this number can take."""
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
    """What this stage takes, from JSON such as {"source": 1, "part": "best", "number": 16}.

    `stage` is at least 2. Raises BadOption like `choices.read`, and Refusal
    `phase.takes_how_many` and `phase.takes_no_number`.
    """
    with_default = {"source": stage - 1, **raw}
    takes = read(Takes, choices(stage), with_default)
    if takes.part in {BEST, REST}:
        if not takes.number and not takes.each:
            raise Refusal("phase.takes_how_many", part=takes.part)
        return takes
    has_number = takes.number and takes.part != OUT
    if takes.each or has_number:
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
    """Checks that a stage can be played by the entries it takes from its source.

    Raises Refusal `phase.nobody_is_out` if the source ranks by a table, and the refusals of
    `check_number`.
    """
    if takes.part in {IN, OUT} and source_format.tie_breaks:
        raise Refusal("phase.nobody_is_out", phase=takes.source)
    if takes.part == BEST:
        from_groups = takes.each * source_settings.groups
        best = max(takes.number, from_groups)
        format.check_number(best, settings)
    elif takes.part == IN:
        format.check_number(source_settings.until, settings)


def qualifiers(
    rows: Sequence[Row],
    takes: Takes,
    tie_breaks: Sequence[str] = (),
    lots: Sequence[int] = (),
) -> tuple[Qualified, ...]:
    """Who goes on. `rows` are the standings of the source without withdrawn entries.

    BEST: the first `each` of every group, then the best of the others up to `number` in all. The
    others are compared by rank in their groups, then by averages of the source's `tie_breaks`; at
    multiplayer tables by points. REST: everybody that BEST leaves. IN and OUT: the entries that
    can still win the source, and those that cannot. A shared rank across the cut is decided by the
    `lots` of the source; without lots it is refused as `phase.tie_at_the_cut`.

    Seeds: the winners of all groups in the order of the groups, then the second places, so that a
    knockout can let A1 meet B2; the best of the others come last. From groups at multiplayer
    tables the most points come first, whatever the group, as in Ceuta. Reasons, each with `rank`
    and `group`: the part; for the best `place`, `best_of_others` or, if lots decided, `lot`.
    """
    best: list[Chosen] = []
    if takes.part in {BEST, REST}:
        best = _best(rows, takes, tie_breaks, lots)
    chosen = best
    if takes.part != BEST:
        entries_of_best = {row.entry for row, _ in best}
        chosen = _without_cut(rows, takes, entries_of_best)
    qualified = []
    for seed, (row, why) in enumerate(chosen, start=1):
        entry = Qualified(row.entry, seed, row.group, why)
        qualified.append(entry)
    return tuple(qualified)


def known(plan: Sequence[RoundPlan], takes: Takes) -> bool:
    """Whether the plan already gives all losers of the first rounds while the source goes on."""
    if takes.part != OUT:
        return False
    if not 0 < takes.number <= len(plan):
        return False
    first_rounds = plan[: takes.number]
    return all(planned.is_decided for planned in first_rounds)


def lots(entries: Iterable[int], secret: bytes) -> tuple[int, ...]:
    """Entries in the order of their lots, for a stage whose draw gave none.

    The lot is the SHA-256 of the draw's secret and the entry's number; the lowest comes first. The
    secret was committed before, so anybody can repeat this. An entry that joins or leaves changes
    no other lot.
    """

    def lot(entry: int) -> bytes:
        number = b"%d" % entry
        return seed_from(b"mus-lots-1", secret, number)

    in_order = sorted(entries, key=lot)
    return tuple(in_order)


def _without_cut(rows: Iterable[Row], takes: Takes, best: set[int]) -> list[Chosen]:
    """The entries of a part that needs no cut, better ranks in the groups first."""
    chosen = []
    for row in sorted(rows, key=_rank_in_group):
        if _belongs(row, takes, best):
            why = _reason(takes.part, row)
            chosen.append((row, why))
    return _by_points(chosen)


def _rank_in_group(row: Row) -> int:
    """0 for a row without a group, so that sorting leaves such rows in their order."""
    if not row.group:
        return 0
    return row.rank or 0


def _belongs(row: Row, takes: Takes, best: set[int]) -> bool:
    is_out = row.why.code in REASONS_OUT
    if takes.part == IN:
        return not is_out
    if takes.part != OUT:
        return row.entry not in best
    last_round = takes.number or row.round_reached
    return is_out and row.round_reached <= last_round


def _best(
    rows: Sequence[Row], takes: Takes, tie_breaks: Sequence[str], lots: Sequence[int]
) -> list[Chosen]:
    groups = []
    for _, group in groupby(rows, key=attrgetter("group")):
        levels = _levels(group)
        groups.append(levels)
    if len(groups) == 1:
        number = takes.number or takes.each
        return _cut(groups[0], number, lots, "place")
    firsts = []
    for levels in groups:
        first = _cut(levels, takes.each, lots, "place")
        firsts.append(first)
    chosen: list[Chosen] = []
    for place in range(takes.each):
        for first in firsts:
            if place < len(first):
                chosen.append(first[place])
    through = {row.entry for row, _ in chosen}
    others = [row for row in rows if row.entry not in through]
    levels_of_others = _across_groups(others, tie_breaks)
    number_left = takes.number - len(through)
    chosen += _cut(levels_of_others, number_left, lots, "best_of_others")
    return _by_points(chosen)


def _by_points(chosen: Sequence[Chosen]) -> list[Chosen]:
    """By points if there are groups at multiplayer tables, otherwise unchanged."""
    order = list(chosen)
    for row, _ in chosen:
        if row.group and row.points is not None:
            order.sort(key=lambda one: merit(one[0]))
            break
    return order


def _levels(rows: Iterable[Row]) -> list[list[Row]]:
    """Rows in order, with rows that share a rank in one list."""
    levels = []
    for _, level in groupby(rows, key=attrgetter("rank")):
        levels.append(list(level))
    return levels


def _across_groups(
    rows: Sequence[Row], tie_breaks: Sequence[str]
) -> Iterator[list[Row]]:
    """Rows of all groups by rank, then by averages, or by points at multiplayer tables."""
    row_of = {row.entry: row for row in rows}
    tallies = {row.entry: row.tally for row in rows}
    by_rank = sorted(rows, key=lambda row: row.rank or 0)
    for level in _levels(by_rank):
        if level[0].points is not None:
            by_merit = sorted(level, key=merit)
            for _, equal in groupby(by_merit, key=merit):
                yield list(equal)
            continue
        entries = [row.entry for row in level]
        divided = tiebreaks.by_averages(entries, tie_breaks, tallies)
        for equals, _ in divided:
            yield [row_of[entry] for entry in equals]


def _cut(
    levels: Iterable[list[Row]], number: int, lots: Sequence[int], code: str
) -> list[Chosen]:
    """The first `number` rows. Lots decide within the level that the cut divides."""
    chosen: list[Chosen] = []
    for level in levels:
        left = number - len(chosen)
        if left <= 0:
            break
        through = level
        if len(level) > left:
            through = _by_lot(level, lots, left)
            code = "lot"
        for row in through:
            why = _reason(code, row)
            chosen.append((row, why))
    return chosen


def _by_lot(level: Sequence[Row], lots: Sequence[int], places: int) -> list[Row]:
    lot = {}
    for number, entry in enumerate(lots):
        lot[entry] = number
    entries = [row.entry for row in level]
    if not lot.keys() >= set(entries):
        raise Refusal("phase.tie_at_the_cut", entries=entries, places=places)
    by_lot = sorted(level, key=lambda row: lot[row.entry])
    return by_lot[:places]


def _reason(code: str, row: Row) -> Reason:
    fields = {
        "rank": row.rank,
        "group": row.group,
    }
    return Reason(code, fields)
