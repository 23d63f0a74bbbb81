"""Tie-breaks: in which order entries of a league stand, one criterion after another, and why each is above the next."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from games.rules.errors import BadOption
from tournaments.rules.standings import Reason
from tournaments.rules.tallies import Fact, Tally, tally

MATCH_WINS: Final = "match_wins"
SETS_FOR: Final = "sets_for"
SET_DIFFERENCE: Final = "set_difference"
TANTOS_DIFFERENCE: Final = "tantos_difference"
FEWEST_LOSSES: Final = "fewest_losses"
DIRECT: Final = "direct"
"""A league of those who are level so far, of their matches among themselves."""
LOT: Final = "lot"
"""The lots that were drawn, for all entries, with their numbers."""
SHARED: Final = "shared"
"""Whoever is still level shares the place."""

Value = Callable[[Tally], int | None]
"""What a criterion counts; None where not all that it takes is known."""


def _sets(line: Tally) -> int:
    return line.sets_for - line.sets_against


def _tantos(line: Tally) -> int | None:
    if line.tantos_for is None or line.tantos_against is None:
        return None
    return line.tantos_for - line.tantos_against


COUNTED: Final[Mapping[str, Value]] = {
    MATCH_WINS: lambda line: line.won,
    SETS_FOR: lambda line: line.sets_for,
    SET_DIFFERENCE: _sets,
    TANTOS_DIFFERENCE: _tantos,
    FEWEST_LOSSES: lambda line: line.lost,
}
AMONG: Final[Mapping[str, Value]] = {
    "direct_wins": lambda line: line.won,
    "direct_sets": _sets,
    "direct_tantos": _tantos,
}
"""What counts among those who are level, in this order."""
CRITERIA: Final = (*COUNTED, DIRECT)
LAST: Final = (LOT, SHARED)
"""How an order of tie-breaks ends."""
FEWER: Final = frozenset({FEWEST_LOSSES, LOT})
"""Where the smaller number stands above."""


def check(codes: Sequence[str]) -> None:
    """Refuses an order that names something unknown or twice, or does not end in a lot or in shared places."""
    unknown = next((code for code in codes if code not in (*CRITERIA, *LAST)), None)
    if unknown is not None:
        raise BadOption("option.no_such_tie_break", tie_break=unknown, allowed=[*CRITERIA, *LAST])
    if len(set(codes)) != len(codes):
        raise BadOption("option.tie_break_twice", tie_break=max(codes, key=codes.count))
    if [code in LAST for code in codes] != [False] * (len(codes) - 1) + [True]:
        raise BadOption("option.tie_break_last", allowed=list(LAST))


class Known(NamedTuple):
    """What tie-breaks may look at."""

    facts: Sequence[Fact]
    tallies: Mapping[int, Tally]
    lots: Sequence[int]
    """All entries in the order of their lots."""


class Placed(NamedTuple):
    """An entry with the places that it shares, and why it stands above the next."""

    entry: int
    rank: int
    shared_to: int
    why: Reason


Group = tuple[tuple[int, ...], Reason | None]
"""Entries that are level, and what puts them above the next group; None for the last group."""


def placed(entries: Sequence[int], codes: Sequence[str], known: Known) -> Iterator[Placed]:
    """The entries in order, those that stay level in the order given.

    Reasons: the criterion (`direct_wins`, `direct_sets` and `direct_tantos` with `level`, the number of those level
    so far) with `own`, `other` and `below`, the entry next in order; `shared` with `below`; `last` for the last row.
    """
    groups = list(_groups(tuple(entries), codes, known))
    order = [entry for group, _ in groups for entry in group]
    below = dict(pairwise(order))
    rank = 1
    for group, above in groups:
        for entry in group:
            why = above if entry == group[-1] else Reason(SHARED, {})
            fields = {**why.fields, "below": below[entry]} if why else {}
            yield Placed(entry, rank, rank + len(group) - 1, Reason(why.code if why else "last", fields))
        rank += len(group)


def _groups(level: tuple[int, ...], codes: Sequence[str], known: Known) -> Iterator[Group]:
    """The entries taken apart by the first criterion, then each group that is still level by the others."""
    if len(level) == 1 or not codes:
        return iter([(level, None)])
    return _refined(_apart(level, codes[0], known), lambda group: _groups(group, codes[1:], known))


def _refined(groups: Iterable[Group], further: Callable[[tuple[int, ...]], Iterable[Group]]) -> Iterator[Group]:
    """Each group taken further apart; the last part of each stands above the next group by what it did before."""
    for group, above in groups:
        *closer, (last, _) = further(group)
        yield from closer
        yield last, above


def _apart(level: tuple[int, ...], code: str, known: Known) -> Iterable[Group]:
    if code == DIRECT:
        return _direct(level, known)
    if code == LOT:
        return _by(level, code, {entry: number for number, entry in enumerate(known.lots, start=1)})
    return _by(level, code, _values(level, COUNTED[code], known.tallies) if code in COUNTED else None)


def _direct(level: tuple[int, ...], known: Known) -> Iterable[Group]:
    """A league of these entries alone; whoever is level in it too begins anew in a league of still fewer."""
    inside = set(level)
    lines = tally(fact for fact in known.facts if fact.a in inside and fact.b in inside)
    for code, value in AMONG.items():
        groups = _by(level, code, _values(level, value, lines), {"level": len(level)})
        if len(groups) > 1:
            return _refined(groups, lambda group: _direct(group, known))
    return [(level, None)]


def _values(level: Iterable[int], value: Value, lines: Mapping[int, Tally]) -> dict[int, int] | None:
    """What each of these counts; None as soon as one of them cannot."""
    found = {entry: value(lines.get(entry, Tally())) for entry in level}
    known = {entry: count for entry, count in found.items() if count is not None}
    return known if len(known) == len(found) else None


def _by(
    level: tuple[int, ...], code: str, values: Mapping[int, int] | None, more: Mapping[str, int] | None = None
) -> list[Group]:
    """The entries by what they count, the best first; all level if it is not known of all."""
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for entry in level:
        groups[values[entry] if values else 0].append(entry)
    order = sorted(groups, reverse=code not in FEWER)
    reasons = [Reason(code, {"own": own, "other": other, **(more or {})}) for own, other in pairwise(order)]
    return [(tuple(groups[own]), above) for own, above in zip(order, [*reasons, None], strict=True)]
