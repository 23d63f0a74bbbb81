"""Phases: who goes on from one phase of an event to the next, in which order of strength, and why.

Results stay behind: in the next phase everybody begins at nothing, as in Ceuta, and carries only a place in its order.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
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

OUT_BY: Final = frozenset({"lost", "lost_walkover", "double_walkover"})
"""The reasons of rows that can win nothing more in their phase."""


class Takes(NamedTuple):
    """Whom a phase takes from one before it."""

    source: int
    """The number of that phase, from 1."""
    part: str = ALL
    number: int = 0
    """How many in all; of those who are `out`, the last round in which they went out, 0 for any when all is over."""
    each: int = 0
    """So many of each group at least."""


class Qualified(NamedTuple):
    """Who goes on, with its place in the order of strength, from 1, and the group that it comes from."""

    entry: int
    seed: int
    group: int | None
    why: Reason


Chosen = tuple[Row, Reason]


def choices(phase: int) -> Choices:
    """What phase number `phase` can take."""
    parts = (BEST, REST, IN, OUT, ALL)
    return {
        "source": Choice(range(1, phase), "a phase before this one"),
        "part": Choice(
            parts, "the best, the rest, those still in, those who are out, or all"
        ),
        "number": Choice(range(1025), "how many go on"),
        "each": Choice(range(65), "how many of each group go on"),
    }


def takes_from(raw: Mapping[str, Any], phase: int) -> Takes:
    """What phase number `phase`, from 2, takes, from plain JSON such as {"source": 1, "part": "best", "number": 16}.

    Raises BadOption as `options.read` does, Refusal `phase.takes_how_many` or `phase.takes_no_number`.
    """
    takes = read(Takes, choices(phase), {"source": phase - 1, **raw})
    if takes.part in {BEST, REST}:
        if not takes.number and not takes.each:
            raise Refusal("phase.takes_how_many", part=takes.part)
    elif takes.each or (takes.number and takes.part != OUT):
        raise Refusal(
            "phase.takes_no_number", part=takes.part, allowed=f"{BEST}, {REST}"
        )
    return takes


def check_field(
    takes: Takes,
    source: Format,
    own: StageSettings,
    answers: Format,
    setup: StageSettings,
) -> None:
    """Can a phase (`answers`, `setup`) be played by those whom it takes from its source (`source`, `own`)?

    Raises Refusal `phase.nobody_is_out` where places come from a table, and as `check_number` does for so many.
    """
    if takes.part in {IN, OUT} and source.tie_breaks:
        raise Refusal("phase.nobody_is_out", phase=takes.source)
    at_most = {BEST: max(takes.number, takes.each * own.groups), IN: own.until}
    if takes.part in at_most:
        answers.check_number(at_most[takes.part], setup)


def qualifiers(
    rows: Sequence[Row],
    takes: Takes,
    tie_breaks: Sequence[str] = (),
    lots: Sequence[int] = (),
) -> tuple[Qualified, ...]:
    """Who goes on, given the standings of the source without those who have withdrawn.

    `best`: the first `each` of every group, then up to `number` in all the best of the others, a better place in its
    group before a lower one, equal places by averages of the source's `tie_breaks`, at tables of several by what they
    have there. `rest`: all whom `best` leaves. `in` and `out`: who can still win the source and who cannot. Places
    that are shared across the cut are decided by the `lots` of the source, or refused: `phase.tie_at_the_cut`.

    Seeds: the first places of all groups in the order of the groups, then the second ones, so that a knockout can let
    A1 meet B2; the best of the others last. Groups at tables of several: the most points first, whatever the group, as
    in Ceuta. Reasons, each with `rank` and `group`: the part; for the best `place`, `best_of_others` or, where lots
    decided, `lot`.
    """
    best = _best(rows, takes, tie_breaks, lots) if takes.part in {BEST, REST} else []
    chosen = (
        best
        if takes.part == BEST
        else _others(rows, takes, {row.entry for row, _ in best})
    )
    return tuple(
        Qualified(row.entry, seed, row.group, why)
        for seed, (row, why) in enumerate(chosen, start=1)
    )


def known(plan: Sequence[RoundPlan], takes: Takes) -> bool:
    """Whether all who are out of the first rounds of a source are known, by its plan, while it goes on."""
    first = plan[: takes.number]
    asked = takes.part == OUT and 0 < takes.number == len(first)
    return asked and all(meeting.decided for one in first for meeting in one.meetings)


def lots(entries: Iterable[int], secret: bytes) -> tuple[int, ...]:
    """Entries in the order of their lots, for a phase that was drawn without: the lowest SHA-256 comes first.

    It is taken of the secret of the draw, which was promised before, and the number of the entry: anybody can repeat
    it once that is public, and whoever joins or leaves changes nobody's lot.
    """
    return tuple(
        sorted(
            entries, key=lambda entry: seed_from(b"mus-lots-1", secret, b"%d" % entry)
        )
    )


def _others(rows: Iterable[Row], takes: Takes, best: set[int]) -> list[Chosen]:
    """Whoever is in a part that needs no cut, a better place in its group first."""
    order = sorted(rows, key=lambda row: (row.rank or 0) if row.group else 0)
    return _by_points(
        (row, _reason(takes.part, row)) for row in order if _belongs(row, takes, best)
    )


def _belongs(row: Row, takes: Takes, best: set[int]) -> bool:
    out = row.why.code in OUT_BY
    if takes.part == OUT:
        return out and row.round_reached <= (takes.number or row.round_reached)
    return not out if takes.part == IN else row.entry not in best


def _best(
    rows: Sequence[Row], takes: Takes, tie_breaks: Sequence[str], lots: Sequence[int]
) -> list[Chosen]:
    groups = [_levels(group) for _, group in groupby(rows, key=lambda row: row.group)]
    if len(groups) == 1:
        return _cut(groups[0], takes.number or takes.each, lots, "place")
    firsts = [_cut(levels, takes.each, lots, "place") for levels in groups]
    gone = {row.entry for row, _ in chain.from_iterable(firsts)}
    others = _across([row for row in rows if row.entry not in gone], tie_breaks)
    in_turn = (
        first[place]
        for place in range(takes.each)
        for first in firsts
        if place < len(first)
    )
    return _by_points(
        [*in_turn, *_cut(others, takes.number - len(gone), lots, "best_of_others")]
    )


def _by_points(chosen: Iterable[Chosen]) -> list[Chosen]:
    """Those of several groups in the order of what they have at tables of several; of other formats as they are."""
    order = list(chosen)
    if any(row.group and row.points is not None for row, _ in order):
        order.sort(key=lambda one: merit(one[0]))
    return order


def _levels(rows: Iterable[Row]) -> list[list[Row]]:
    """Rows in order, those who share a place together."""
    return [list(level) for _, level in groupby(rows, key=lambda row: row.rank)]


def _across(rows: Sequence[Row], tie_breaks: Sequence[str]) -> Iterator[list[Row]]:
    """Rows of all groups by their places, then by averages, or by what they have at tables of several."""
    of = {row.entry: row for row in rows}
    tallies = {row.entry: row.tally for row in rows}
    for level in _levels(sorted(rows, key=lambda row: row.rank or 0)):
        if level[0].points is not None:
            yield from (
                list(equal) for _, equal in groupby(sorted(level, key=merit), key=merit)
            )
            continue
        for entries, _ in tiebreaks.by_averages(
            [row.entry for row in level], tie_breaks, tallies
        ):
            yield [of[entry] for entry in entries]


def _cut(
    levels: Iterable[list[Row]], number: int, lots: Sequence[int], code: str
) -> list[Chosen]:
    """The first so many; the level through which the cut goes by lot."""
    chosen: list[Chosen] = []
    for level in levels:
        left = number - len(chosen)
        if len(level) <= left:
            chosen += [(row, _reason(code, row)) for row in level]
        elif left > 0:
            chosen += [(row, _reason("lot", row)) for row in _by_lot(level, lots, left)]
    return chosen


def _by_lot(level: Sequence[Row], lots: Sequence[int], places: int) -> list[Row]:
    number = {entry: n for n, entry in enumerate(lots)}
    if any(row.entry not in number for row in level):
        raise Refusal(
            "phase.tie_at_the_cut", entries=[row.entry for row in level], places=places
        )
    return sorted(level, key=lambda row: number[row.entry])[:places]


def _reason(code: str, row: Row) -> Reason:
    return Reason(code, {"rank": row.rank, "group": row.group})
