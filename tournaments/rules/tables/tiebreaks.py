"""Tie-breaks: in which order entries of a league stand, one criterion after another, and why each is above the next."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import groupby, pairwise, zip_longest
from operator import ne
from typing import Any, Final, NamedTuple, TypeVar

from core.refusals import BadOption
from tournaments.rules.tables import buchholz
from tournaments.rules.tables.buchholz import Worth
from tournaments.rules.tables.results import VOID
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import WIN, Card, ConfirmedResult, Tally, tally

T = TypeVar("T")

MATCH_WINS: Final = "match_wins"
MATCH_POINTS: Final = "match_points"
"""Two for a match won, and for a bye where byes count."""
SETS_FOR: Final = "sets_for"
SET_DIFFERENCE: Final = "set_difference"
TANTOS_DIFFERENCE: Final = "tantos_difference"
WINS_AVERAGE: Final = "wins_average"
SET_AVERAGE: Final = "set_average"
"""The difference of sets for each match; averages are for those who do not all have the same number of matches."""
FEWEST_LOSSES: Final = "fewest_losses"
FEWEST_PENALTIES: Final = "fewest_penalties"
BUCHHOLZ: Final = "buchholz"
BUCHHOLZ_CUT_1: Final = "buchholz_cut_1"
BUCHHOLZ_MEDIAN: Final = "buchholz_median"
SONNEBORN_BERGER: Final = "sonneborn_berger"
PROGRESSIVE: Final = "progressive"
DIRECT: Final = "direct"
"""A league of those who are level so far, of their matches among themselves."""
LOT: Final = "lot"
"""The lots that were drawn, for all entries, with their numbers."""
SHARED: Final = "shared"
"""Whoever is still level shares the place."""

Value = int | Fraction | None
"""What a criterion counts, more of it always above less; None where not all that it takes is known."""
Values = Mapping[int, Value]


def _sets(line: Tally) -> int:
    return line.sets_for - line.sets_against


def _tantos(line: Tally) -> int | None:
    if line.tantos_for is None or line.tantos_against is None:
        return None
    return line.tantos_for - line.tantos_against


def per_match(value: int, line: Tally) -> Fraction:
    """An average; 0 before the first match."""
    return Fraction(value, line.won + line.lost or 1)


COUNTED: Final[Mapping[str, Callable[[Tally], Value]]] = {
    MATCH_WINS: lambda line: line.won,
    MATCH_POINTS: lambda line: WIN * (line.won + line.byes),
    SETS_FOR: lambda line: line.sets_for,
    SET_DIFFERENCE: _sets,
    TANTOS_DIFFERENCE: _tantos,
    WINS_AVERAGE: lambda line: per_match(line.won, line),
    SET_AVERAGE: lambda line: per_match(_sets(line), line),
    FEWEST_LOSSES: lambda line: -line.lost,
    FEWEST_PENALTIES: lambda line: -line.penalties,
}
OPPONENTS: Final[Mapping[str, Callable[[Card, Worth], int]]] = {
    BUCHHOLZ: buchholz.buchholz,
    BUCHHOLZ_CUT_1: buchholz.cut_1,
    BUCHHOLZ_MEDIAN: buchholz.median,
    SONNEBORN_BERGER: lambda card, worth: (
        buchholz.sonneborn_berger(card, worth) // WIN
    ),  # whole, since nobody draws
    PROGRESSIVE: buchholz.progressive,
}
"""What counts by those whom an entry met, in match points."""
AMONG: Final[Mapping[str, Callable[[Tally], Value]]] = {
    "direct_wins": lambda line: line.won,
    "direct_sets": _sets,
    "direct_tantos": _tantos,
}
"""What counts among those who are level, in this order."""
CRITERIA: Final = (*COUNTED, *OPPONENTS, DIRECT)
LAST: Final = (LOT, SHARED)
"""How an order of tie-breaks ends."""
FEWER: Final = frozenset({FEWEST_LOSSES, FEWEST_PENALTIES, LOT})
"""Where the smaller number stands above: it is counted below zero."""
ALONE: Final = frozenset({TANTOS_DIFFERENCE, DIRECT})
"""What may say nothing of some: it is asked when all before it has said who is level."""


def check(codes: Sequence[str]) -> None:
    """Refuses an order that names something unknown or twice, or does not end in a lot or in shared places."""
    listed = isinstance(codes, list | tuple)
    unknown = (
        next((code for code in codes if code not in (*CRITERIA, *LAST)), None)
        if listed
        else codes
    )
    if unknown is not None:
        raise BadOption(
            "option.no_such_tie_break", tie_break=unknown, allowed=[*CRITERIA, *LAST]
        )
    if len(set(codes)) != len(codes):
        raise BadOption("option.tie_break_twice", tie_break=max(codes, key=codes.count))
    if [code in LAST for code in codes] != [False] * (len(codes) - 1) + [True]:
        raise BadOption("option.tie_break_last", allowed=list(LAST))


NOTHING: Final = Tally()


class Known(NamedTuple):
    """What tie-breaks may look at."""

    facts: Sequence[ConfirmedResult]
    cards: Mapping[int, Card]
    tallies: Mapping[int, Tally]
    lots: Sequence[int]
    """All entries in the order of their lots."""
    last: Mapping[int, int]
    """The last round that each was drawn into."""


Above = tuple[str, int | str, int | str, Mapping[str, int]]
"""A criterion, what it counted for the upper and for the lower ones, and the `level` of a league among some."""
NO_LEAGUE: Final[Mapping[str, int]] = {}
Group = tuple[Sequence[int], Above | None]
"""Entries that are level, and what puts them above the next group; None for the last group."""
Step = Callable[[Sequence[int]], list[Group]]
"""Takes entries apart that are level so far."""


def placed(entries: Sequence[int], codes: Sequence[str], known: Known) -> Iterator[Row]:
    """The entries in order, those that stay level in the order given. Linear in entries and facts but for `direct`.

    Reasons: the criterion (`direct_wins`, `direct_sets` and `direct_tantos` with `level`, the number of those level
    so far) with `own`, `other` and `below`, the entry next in order; `shared` with `below`; `last` for the last row.
    Averages are exact: "2/3".
    """
    groups = _groups(entries, _steps(entries, codes, known))
    below = iter([entry for group, _ in groups for entry in group][1:])
    rank = 1
    for group, above in groups:
        shared_to = rank + len(group) - 1
        for entry in group:
            if entry != group[-1]:
                why = Reason(SHARED, {"below": next(below)})
            elif above:
                code, own, other, among = above
                why = Reason(
                    code, {"own": own, "other": other, **among, "below": next(below)}
                )
            else:
                why = Reason("last", {})
            yield Row(
                entry,
                rank,
                shared_to,
                known.last[entry],
                known.tallies.get(entry, NOTHING),
                why,
            )
        rank = shared_to + 1


def by_averages(
    entries: Sequence[int], codes: Sequence[str], tallies: Mapping[int, Tally]
) -> list[Group]:
    """Entries of different groups, by what they have for each match; those that nothing takes apart stay together.

    Of an order of tie-breaks only what is added up from the matches of each counts: groups of different strength and
    size say nothing of who was met.
    """
    values = [
        {code: {entry: _average(code, tallies[entry]) for entry in entries}}
        for code in codes
        if code in COUNTED
    ]
    return _groups(entries, (partial(_apart, values=one) for one in values))


def _average(code: str, line: Tally) -> Value:
    value = COUNTED[code](line)
    return per_match(value, line) if isinstance(value, int) else value


def _groups(entries: Sequence[int], steps: Iterable[Step]) -> list[Group]:
    groups: list[Group] = [(entries, None)]
    for further in steps:
        groups = _refined(groups, further)
    return groups


def _refined(groups: Iterable[Group], further: Step) -> list[Group]:
    """Each group taken further apart; the last part of each stands above the next group by what it did before."""
    refined: list[Group] = []
    for one in groups:
        if len(one[0]) == 1:
            refined.append(one)
        else:
            refined += further(one[0])
            refined[-1] = refined[-1][0], one[1]
    return refined


def _steps(
    entries: Sequence[int], codes: Sequence[str], known: Known
) -> Iterator[Step]:
    """The criteria in their order: what is worked out once for each entry, and leagues of those who are level."""
    values = _values(entries, codes, known)
    for alone, some in groupby(
        (code for code in codes if code != SHARED),
        key=lambda code: code in ALONE and code,
    ):
        if alone == DIRECT:
            yield partial(_direct, matches=_by_first(known.facts))
        else:
            yield partial(_apart, values={code: values[code] for code in some})


def _values(
    entries: Sequence[int], codes: Sequence[str], known: Known
) -> Mapping[str, Values]:
    """What each criterion counts for each entry."""
    tallies = {entry: known.tallies.get(entry, NOTHING) for entry in entries}
    values = {
        code: _counted(COUNTED[code], tallies) for code in codes if code in COUNTED
    }
    by_opponents = [code for code in codes if code in OPPONENTS]
    if by_opponents:
        cards = {entry: known.cards.get(entry) or Card() for entry in entries}
        worth = buchholz.worth(cards)
        for code in by_opponents:
            values[code] = {
                entry: OPPONENTS[code](card, worth[entry])
                for entry, card in cards.items()
            }
    if LOT in codes:
        values[LOT] = dict.fromkeys(entries, -len(known.lots) - 1) | {
            one: -n for n, one in enumerate(known.lots, 1)
        }
    return values


def _counted(count: Callable[[Tally], Value], tallies: Mapping[int, Tally]) -> Values:
    return {entry: count(line) for entry, line in tallies.items()}


def _by_first(
    facts: Iterable[ConfirmedResult],
) -> Mapping[int, Sequence[ConfirmedResult]]:
    """The matches of each entry in which it was written first."""
    matches: defaultdict[int, list[ConfirmedResult]] = defaultdict(list)
    for fact in facts:
        matches[fact.a].append(fact)
    return matches


def _apart(level: Sequence[int], values: Mapping[str, Values]) -> list[Group]:
    """The entries by what they count, one criterion after another; all level if the only one is not known of all."""
    groups: defaultdict[tuple[Any, ...], list[int]] = defaultdict(list)
    counted = zip(
        *([of[entry] for entry in level] for of in values.values()), strict=True
    )
    for entry, own in zip(level, counted, strict=True):
        groups[own].append(entry)
    if len(groups) == 1 or (None,) in groups:
        return [(level, None)]
    codes, order = list(values), sorted(groups, reverse=True)
    above = [_difference(codes, own, other) for own, other in pairwise(order)]
    return list(zip_longest([groups[own] for own in order], above))


def _difference(
    codes: Sequence[str], own: Sequence[int | Fraction], other: Sequence[int | Fraction]
) -> Above:
    """The first criterion that takes two apart, and what it counted."""
    first = list(map(ne, own, other)).index(True)
    return (
        codes[first],
        _told(codes[first], own[first]),
        _told(codes[first], other[first]),
        NO_LEAGUE,
    )


def _told(code: str, value: int | Fraction) -> int | str:
    value = -value if code in FEWER else value
    return value if isinstance(value, int) else str(value)


def _direct(
    level: Sequence[int], matches: Mapping[int, Sequence[ConfirmedResult]]
) -> list[Group]:
    """A league of these entries alone; whoever is level in it too begins anew in a league of still fewer.

    It says nothing before all of them have met equally often.
    """
    inside = set(level)
    facts = [
        fact for entry in level for fact in matches.get(entry, ()) if fact.b in inside
    ]
    if not _all_met(len(level), facts):
        return [(level, None)]
    lines = tally(facts)
    for code, count in AMONG.items():
        groups = _apart(level, {code: _counted(count, lines)})
        if len(groups) > 1:
            among = [
                (group, above and (*above[:3], {"level": len(level)}))
                for group, above in groups
            ]
            return _refined(among, partial(_direct, matches=matches))
    return [(level, None)]


def _all_met(entries: int, facts: Sequence[ConfirmedResult]) -> bool:
    """Whether so many have all met each other, and equally often."""
    met = Counter(frozenset((fact.a, fact.b)) for fact in facts if fact.kind != VOID)
    return len(met) == entries * (entries - 1) // 2 and len(set(met.values())) == 1
