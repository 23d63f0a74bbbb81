"""Tie-breaks: in which order entries of a league stand, one criterion after another, and why each is above the next."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple

from games.rules.errors import BadOption
from tournaments.rules import buchholz
from tournaments.rules.buchholz import WIN, Round, Score
from tournaments.rules.results import VOID
from tournaments.rules.standings import Reason
from tournaments.rules.tallies import Fact, Tally, tally

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
"""What a criterion counts; None where not all that it takes is known."""
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
    FEWEST_LOSSES: lambda line: line.lost,
    FEWEST_PENALTIES: lambda line: line.penalties,
}
OPPONENTS: Final[Mapping[str, Callable[[Score], int]]] = {
    BUCHHOLZ: Score.buchholz,
    BUCHHOLZ_CUT_1: Score.cut_1,
    BUCHHOLZ_MEDIAN: Score.median,
    SONNEBORN_BERGER: lambda score: score.sonneborn_berger() // WIN,  # whole, since nobody draws
    PROGRESSIVE: Score.progressive,
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
"""Where the smaller number stands above."""


def check(codes: Sequence[str]) -> None:
    """Refuses an order that names something unknown or twice, or does not end in a lot or in shared places."""
    listed = isinstance(codes, list | tuple)
    unknown = next((code for code in codes if code not in (*CRITERIA, *LAST)), None) if listed else codes
    if unknown is not None:
        raise BadOption("option.no_such_tie_break", tie_break=unknown, allowed=[*CRITERIA, *LAST])
    if len(set(codes)) != len(codes):
        raise BadOption("option.tie_break_twice", tie_break=max(codes, key=codes.count))
    if [code in LAST for code in codes] != [False] * (len(codes) - 1) + [True]:
        raise BadOption("option.tie_break_last", allowed=list(LAST))


NOTHING: Final = Tally()


class Known(NamedTuple):
    """What tie-breaks may look at."""

    facts: Sequence[Fact]
    tallies: Mapping[int, Tally]
    lots: Sequence[int]
    """All entries in the order of their lots."""
    byes: Sequence[Round] = ()
    """The byes, where they count as rounds."""
    absent: Sequence[Round] = ()
    """Who was not in the draw of a round that has been drawn."""


class Placed(NamedTuple):
    """An entry with the places that it shares, and why it stands above the next."""

    entry: int
    rank: int
    shared_to: int
    why: Reason


Group = tuple[tuple[int, ...], Reason | None]
"""Entries that are level, and what puts them above the next group; None for the last group."""


class Prepared(NamedTuple):
    """What the criteria of one order come to for each entry, worked out once."""

    values: Mapping[str, Values]
    matches: Mapping[int, Sequence[Fact]]
    """The matches of each entry in which it was written first."""


def placed(entries: Sequence[int], codes: Sequence[str], known: Known) -> Iterator[Placed]:
    """The entries in order, those that stay level in the order given. Linear in entries and facts but for `direct`.

    Reasons: the criterion (`direct_wins`, `direct_sets` and `direct_tantos` with `level`, the number of those level
    so far) with `own`, `other` and `below`, the entry next in order; `shared` with `below`; `last` for the last row.
    Averages are exact: "2/3".
    """
    groups = _groups(tuple(entries), codes, _prepared(entries, codes, known))
    order = [entry for group, _ in groups for entry in group]
    below = dict(pairwise(order))
    rank = 1
    for group, above in groups:
        for entry in group:
            why = above if entry == group[-1] else Reason(SHARED, {})
            fields = {**why.fields, "below": below[entry]} if why else {}
            yield Placed(entry, rank, rank + len(group) - 1, Reason(why.code if why else "last", fields))
        rank += len(group)


def by_averages(entries: Sequence[int], codes: Sequence[str], tallies: Mapping[int, Tally]) -> list[Group]:
    """Entries of different groups, by what they have for each match; those that nothing takes apart stay together.

    Of an order of tie-breaks only what is added up from the matches of each counts: groups of different strength and
    size say nothing of who was met.
    """
    groups: list[Group] = [(tuple(entries), None)]
    for code in codes:
        if code in COUNTED:
            values = {entry: _average(code, tallies[entry]) for entry in entries}
            groups = _refined(groups, partial(apart, code=code, values=values))
    return groups


def _average(code: str, line: Tally) -> Value:
    value = COUNTED[code](line)
    return per_match(value, line) if isinstance(value, int) else value


def apart(level: Sequence[int], code: str, values: Values, more: Mapping[str, int] | None = None) -> list[Group]:
    """The entries by what they count, the best first; all level if it is not known of all."""
    groups: defaultdict[Value, list[int]] = defaultdict(list)
    for entry in level:
        groups[values[entry]].append(entry)
    if len(groups) == 1 or None in groups:
        return [(tuple(level), None)]
    order = sorted(groups, reverse=code not in FEWER)  # type: ignore[type-var]  # no None is left
    told = [str(value) if type(value) is Fraction else value for value in order]
    reasons = [Reason(code, {"own": own, "other": other, **(more or {})}) for own, other in pairwise(told)]
    return [(tuple(groups[own]), above) for own, above in zip(order, [*reasons, None], strict=True)]


def _prepared(entries: Sequence[int], codes: Sequence[str], known: Known) -> Prepared:
    values = {code: _counted(entries, COUNTED[code], known.tallies) for code in codes if code in COUNTED}
    if any(code in OPPONENTS for code in codes):
        scores = _scores(entries, known)
        values |= {code: {one: OPPONENTS[code](scores[one]) for one in entries} for code in codes if code in OPPONENTS}
    if LOT in codes:
        values[LOT] = dict.fromkeys(entries, len(known.lots) + 1) | {one: n for n, one in enumerate(known.lots, 1)}
    matches: defaultdict[int, list[Fact]] = defaultdict(list)
    if DIRECT in codes:
        for fact in known.facts:
            matches[fact.a].append(fact)
    return Prepared(values, matches)


def _counted(entries: Iterable[int], count: Callable[[Tally], Value], tallies: Mapping[int, Tally]) -> Values:
    return {entry: count(tallies.get(entry, NOTHING)) for entry in entries}


def _scores(entries: Iterable[int], known: Known) -> Mapping[int, Score]:
    cards = buchholz.cards(entries, known.facts, known.byes, known.absent)
    return buchholz.scores(cards, max((len(card.points) for card in cards.values()), default=0))


def _groups(level: tuple[int, ...], codes: Sequence[str], prepared: Prepared) -> list[Group]:
    """The entries taken apart by the first criterion, then each group that is still level by the next."""
    groups: list[Group] = [(level, None)]
    for code in codes:
        groups = _refined(groups, partial(_apart, code=code, prepared=prepared))
    return groups


def _refined(groups: Iterable[Group], further: Callable[[tuple[int, ...]], Sequence[Group]]) -> list[Group]:
    """Each group taken further apart; the last part of each stands above the next group by what it did before."""
    refined: list[Group] = []
    for group, above in groups:
        if len(group) == 1:
            refined.append((group, above))
        else:
            *closer, (last, _) = further(group)
            refined += [*closer, (last, above)]
    return refined


def _apart(level: tuple[int, ...], code: str, prepared: Prepared) -> list[Group]:
    if code == SHARED:
        return [(level, None)]
    return _direct(level, prepared) if code == DIRECT else apart(level, code, prepared.values[code])


def _direct(level: tuple[int, ...], prepared: Prepared) -> list[Group]:
    """A league of these entries alone; whoever is level in it too begins anew in a league of still fewer.

    It says nothing before all of them have met equally often.
    """
    inside = set(level)
    facts = [fact for entry in level for fact in prepared.matches.get(entry, ()) if fact.b in inside]
    if not _all_met(len(level), facts):
        return [(level, None)]
    lines = tally(facts)
    for code, count in AMONG.items():
        groups = apart(level, code, _counted(level, count, lines), {"level": len(level)})
        if len(groups) > 1:
            return _refined(groups, lambda group: _direct(group, prepared))
    return [(level, None)]


def _all_met(entries: int, facts: Sequence[Fact]) -> bool:
    """Whether so many have all met each other, and equally often."""
    met = Counter(frozenset((fact.a, fact.b)) for fact in facts if fact.kind != VOID)
    return len(met) == entries * (entries - 1) // 2 and len(set(met.values())) == 1
