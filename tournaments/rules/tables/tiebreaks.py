"""Tie-breaks: criteria, one after another, that order the entries of a league, and why."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import groupby, pairwise
from math import comb
from typing import Any, Final, NamedTuple

from core.refusals import N_, BadOption
from tournaments.rules.tables import buchholz
from tournaments.rules.tables.buchholz import OpponentScores
from tournaments.rules.tables.results import VOID
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import WIN, Card, ConfirmedResult, Tally, tally

MATCH_WINS: Final = "match_wins"
MATCH_POINTS: Final = "match_points"
"""Two for a match won, and for a bye where byes count."""
SETS_FOR: Final = "sets_for"
SET_DIFFERENCE: Final = "set_difference"
TANTOS_DIFFERENCE: Final = "tantos_difference"
WINS_AVERAGE: Final = "wins_average"
SET_AVERAGE: Final = "set_average"
"""The set difference per match, for entries with different numbers of matches."""
FEWEST_LOSSES: Final = "fewest_losses"
FEWEST_PENALTIES: Final = "fewest_penalties"
BUCHHOLZ: Final = "buchholz"
BUCHHOLZ_CUT_1: Final = "buchholz_cut_1"
BUCHHOLZ_MEDIAN: Final = "buchholz_median"
SONNEBORN_BERGER: Final = "sonneborn_berger"
PROGRESSIVE: Final = "progressive"
HEAD_TO_HEAD: Final = "direct"
"""A league of the entries that are level, over their matches against each other."""
LOT: Final = "lot"
"""The number of the lot that was drawn for each entry."""
SHARED: Final = "shared"
"""Entries that are still level share the rank."""

NAMES: Final[Mapping[str, str]] = {
    MATCH_WINS: N_("matches won"),
    SETS_FOR: N_("sets won"),
    SET_DIFFERENCE: N_("set difference"),
    TANTOS_DIFFERENCE: N_("point difference, where all points are known"),
    MATCH_POINTS: N_("match points, two for a win"),
    WINS_AVERAGE: N_("share of matches won"),
    SET_AVERAGE: N_("set difference per match"),
    FEWEST_LOSSES: N_("fewest matches lost"),
    FEWEST_PENALTIES: N_("fewest sets deducted"),
    BUCHHOLZ: N_("points of the opponents (Buchholz)"),
    BUCHHOLZ_CUT_1: N_("points of the opponents without the lowest"),
    BUCHHOLZ_MEDIAN: N_("points of the opponents without the lowest and the highest"),
    SONNEBORN_BERGER: N_("points of beaten opponents (Sonneborn-Berger)"),
    PROGRESSIVE: N_("sum of the points after each round"),
    HEAD_TO_HEAD: N_("the matches between level entries"),
    LOT: N_("the lot drawn before the first round"),
    SHARED: N_("entries still level share the place"),
}
REASONS: Final[Mapping[str, str]] = {
    MATCH_WINS: N_("Above {below} by matches won: {own} to {other}."),
    SETS_FOR: N_("Above {below} by sets won: {own} to {other}."),
    SET_DIFFERENCE: N_("Above {below} by set difference: {own} to {other}."),
    TANTOS_DIFFERENCE: N_("Above {below} by point difference: {own} to {other}."),
    MATCH_POINTS: N_("Above {below} by match points: {own} to {other}."),
    WINS_AVERAGE: N_("Above {below} by the share of matches won: {own} to {other}."),
    SET_AVERAGE: N_("Above {below} by set difference per match: {own} to {other}."),
    FEWEST_LOSSES: N_("Above {below} by fewer matches lost: {own} to {other}."),
    FEWEST_PENALTIES: N_("Above {below} by fewer sets deducted: {own} to {other}."),
    BUCHHOLZ: N_("Above {below} by the points of its opponents: {own} to {other}."),
    BUCHHOLZ_CUT_1: N_(
        "Above {below} by the points of its opponents without the lowest: {own} to {other}."
    ),
    BUCHHOLZ_MEDIAN: N_(
        "Above {below} by the points of its opponents without the lowest and the highest: {own} "
        "to {other}."
    ),
    SONNEBORN_BERGER: N_(
        "Above {below} by the points of beaten opponents: {own} to {other}."
    ),
    PROGRESSIVE: N_(
        "Above {below} by the sum of its points after each round: {own} to {other}."
    ),
    "direct_wins": N_(
        "Above {below} by matches won among the {level} level entries: "
        "{own} to {other}."
    ),
    "direct_sets": N_(
        "Above {below} by set difference among the {level} level entries:"
        " {own} to {other}."
    ),
    "direct_tantos": N_(
        "Above {below} by point difference among the {level} level "
        "entries: {own} to {other}."
    ),
    LOT: N_(
        "Above {below} by the lot drawn before the first round: number {own} to {other}."
    ),
    SHARED: N_("Level with {below}."),
    "last": N_("The last of the table."),
}
"""Why a row stands above the next one, by the code of the reason."""

Value = int | Fraction | None
"""What a criterion counts; higher is better. None if some of it is not known."""
Values = Mapping[int, Value]
"""By entry."""


def _set_difference(tally: Tally) -> int:
    return tally.sets_for - tally.sets_against


def _tantos_difference(tally: Tally) -> int | None:
    if tally.tantos_for is None or tally.tantos_against is None:
        return None
    return tally.tantos_for - tally.tantos_against


def per_match(value: int, tally: Tally) -> Fraction:
    """An average, 0 before the first match."""
    matches = tally.won + tally.lost
    return Fraction(value, matches or 1)


BY_TALLY: Final[Mapping[str, Callable[[Tally], Value]]] = {
    MATCH_WINS: lambda tally: tally.won,
    MATCH_POINTS: lambda tally: WIN * (tally.won + tally.byes),
    SETS_FOR: lambda tally: tally.sets_for,
    SET_DIFFERENCE: _set_difference,
    TANTOS_DIFFERENCE: _tantos_difference,
    WINS_AVERAGE: lambda tally: per_match(tally.won, tally),
    SET_AVERAGE: lambda tally: per_match(_set_difference(tally), tally),
    FEWEST_LOSSES: lambda tally: -tally.lost,
    FEWEST_PENALTIES: lambda tally: -tally.penalties,
}
BY_OPPONENTS: Final[Mapping[str, Callable[[Card, OpponentScores], int]]] = {
    BUCHHOLZ: buchholz.buchholz,
    BUCHHOLZ_CUT_1: buchholz.cut_1,
    BUCHHOLZ_MEDIAN: buchholz.median,
    # Whole match points, since no match is a draw.
    SONNEBORN_BERGER: lambda card, scores: (
        buchholz.sonneborn_berger(card, scores) // WIN
    ),
    PROGRESSIVE: buchholz.progressive,
}
"""Criteria in match points, most of them points of the opponents."""
HEAD_TO_HEAD_CRITERIA: Final[Mapping[str, Callable[[Tally], Value]]] = {
    "direct_wins": lambda tally: tally.won,
    "direct_sets": _set_difference,
    "direct_tantos": _tantos_difference,
}
"""What counts between entries that are level, in this order."""
CRITERIA: Final = (*BY_TALLY, *BY_OPPONENTS, HEAD_TO_HEAD)
LAST: Final = (LOT, SHARED)
"""An order of tie-breaks ends in one of these two."""
FEWER_IS_BETTER: Final = frozenset({FEWEST_LOSSES, FEWEST_PENALTIES, LOT})
"""Counted as negative numbers, so that higher is better here too."""
MAY_BE_UNKNOWN: Final = frozenset({TANTOS_DIFFERENCE, HEAD_TO_HEAD})
"""Criteria that may not apply to all level entries. Each is applied in a step of its own."""


def check(codes: Sequence[str]) -> None:
    """Refuses unknown or repeated criteria, and an order that does not end in one of LAST."""
    allowed = [*CRITERIA, *LAST]
    if not isinstance(codes, list | tuple):
        raise BadOption("option.no_such_tie_break", tie_break=codes, allowed=allowed)
    for code in codes:
        if code not in allowed:
            raise BadOption("option.no_such_tie_break", tie_break=code, allowed=allowed)
    if len(set(codes)) != len(codes):
        repeated = max(codes, key=codes.count)
        raise BadOption("option.tie_break_twice", tie_break=repeated)
    endings = set(LAST).intersection(codes)
    if len(endings) != 1 or codes[-1] not in LAST:
        raise BadOption("option.tie_break_last", allowed=list(LAST))


NOTHING: Final = Tally()


class Record(NamedTuple):
    """Everything that tie-breaks depend on."""

    results: Sequence[ConfirmedResult]
    cards: Mapping[int, Card]
    tallies: Mapping[int, Tally]
    lots: Sequence[int]
    """All entries in the order of their lots."""
    last: Mapping[int, int]
    """The last round that each entry was drawn into."""


class Separation(NamedTuple):
    """What puts a group of entries above the next group."""

    criterion: str
    own: int | str
    """An average is an exact fraction, such as "2/3"."""
    other: int | str
    level: int | None = None
    """The number of level entries, if the criterion is one of a league between them."""


Group = tuple[Sequence[int], Separation | None]
"""Entries that are level, and what puts them above the next group (None for the last)."""
Step = Callable[[Sequence[int]], list[Group]]
"""Divides entries that are level so far."""


def ranked(
    entries: Sequence[int], codes: Sequence[str], record: Record
) -> Iterator[Row]:
    """The entries in order. Entries that stay level keep the given order.

    Takes linear time in entries and results, except for `direct`.

    Reasons: the criterion with `own`, `other` and `below`, the next entry in order (`direct_wins`,
    `direct_sets` and `direct_tantos` also with `level`, the number of level entries); `shared`
    with `below`; `last` for the last row.
    """
    steps = _steps(entries, codes, record)
    groups = _divided(entries, steps)
    order: list[int] = []
    for group, _ in groups:
        order += group
    below = iter(order[1:])
    rank = 1
    for group, separation in groups:
        shared_to = rank + len(group) - 1
        for entry in group:
            if entry != group[-1]:
                why = Reason(SHARED, {"below": next(below)})
            elif separation is not None:
                why = _reason(separation, next(below))
            else:
                why = Reason("last", {})
            tally = record.tallies.get(entry, NOTHING)
            round_reached = record.last[entry]
            yield Row(entry, rank, shared_to, round_reached, tally, why)
        rank = shared_to + 1


def _reason(separation: Separation, below: int) -> Reason:
    fields: dict[str, Any] = {
        "own": separation.own,
        "other": separation.other,
    }
    if separation.level is not None:
        fields["level"] = separation.level
    fields["below"] = below
    return Reason(separation.criterion, fields)


def by_averages(
    entries: Sequence[int], codes: Sequence[str], tallies: Mapping[int, Tally]
) -> list[Group]:
    """Entries of different groups by their averages per match. Level entries stay together.

    Only tie-breaks that add up an entry's own matches count here: groups differ in strength and
    size, so their opponents cannot be compared.
    """
    steps = []
    for code in codes:
        if code not in BY_TALLY:
            continue
        averages = {}
        for entry in entries:
            averages[entry] = _average(code, tallies[entry])
        step = partial(_separated, values={code: averages})
        steps.append(step)
    return _divided(entries, steps)


def _average(code: str, tally: Tally) -> Value:
    count = BY_TALLY[code]
    value = count(tally)
    if isinstance(value, int):
        return per_match(value, tally)
    return value


def _divided(entries: Sequence[int], steps: Iterable[Step]) -> list[Group]:
    groups: list[Group] = [(entries, None)]
    for step in steps:
        groups = _refined(groups, step)
    return groups


def _refined(groups: Iterable[Group], step: Step) -> list[Group]:
    """Each group divided further. Its last part keeps what put the group above the next one."""
    refined: list[Group] = []
    for group in groups:
        entries, separation = group
        if len(entries) == 1:
            refined.append(group)
            continue
        *parts, last_part = step(entries)
        refined += parts
        last_entries, _ = last_part
        refined.append((last_entries, separation))
    return refined


def _steps(
    entries: Sequence[int], codes: Sequence[str], record: Record
) -> Iterator[Step]:
    """The criteria in their order, with as many in one step as apply to every entry."""
    values = _values(entries, codes, record)
    criteria = [code for code in codes if code != SHARED]
    by_itself = MAY_BE_UNKNOWN.intersection
    for _, run in groupby(criteria, key=lambda code: by_itself([code])):
        together = list(run)
        if together == [HEAD_TO_HEAD]:
            matches = _by_first_entry(record.results)
            yield partial(_head_to_head, matches=matches)
        else:
            values_of_step = {code: values[code] for code in together}
            yield partial(_separated, values=values_of_step)


def _values(
    entries: Sequence[int], codes: Sequence[str], record: Record
) -> Mapping[str, Values]:
    """What each criterion counts for each entry."""
    tallies = {}
    for entry in entries:
        tallies[entry] = record.tallies.get(entry, NOTHING)
    values: dict[str, Values] = {}
    for code in codes:
        if code in BY_TALLY:
            count = BY_TALLY[code]
            values[code] = _counted(count, tallies)
    if not BY_OPPONENTS.keys().isdisjoint(codes):
        values |= _values_by_opponents(entries, codes, record)
    if LOT in codes:
        # An entry without a lot comes after all others.
        without_lot = -len(record.lots) - 1
        lots = dict.fromkeys(entries, without_lot)
        for number, entry in enumerate(record.lots, start=1):
            lots[entry] = -number
        values[LOT] = lots
    return values


def _values_by_opponents(
    entries: Sequence[int], codes: Sequence[str], record: Record
) -> Mapping[str, Values]:
    cards = {}
    for entry in entries:
        cards[entry] = record.cards.get(entry) or Card()
    scores = buchholz.opponent_scores(cards)
    values: dict[str, Values] = {}
    for code in codes:
        if code not in BY_OPPONENTS:
            continue
        count = BY_OPPONENTS[code]
        counted = {}
        for entry, card in cards.items():
            counted[entry] = count(card, scores[entry])
        values[code] = counted
    return values


def _counted(count: Callable[[Tally], Value], tallies: Mapping[int, Tally]) -> Values:
    return {entry: count(tally) for entry, tally in tallies.items()}


def _by_first_entry(
    results: Iterable[ConfirmedResult],
) -> Mapping[int, Sequence[ConfirmedResult]]:
    """The matches of each entry in which it is the first side."""
    matches: defaultdict[int, list[ConfirmedResult]] = defaultdict(list)
    for result in results:
        of_entry = matches[result.a]
        of_entry.append(result)
    return matches


def _separated(level: Sequence[int], values: Mapping[str, Values]) -> list[Group]:
    """The entries by what they count, one criterion after another.

    All stay level if the only criterion is not known for all of them.
    """
    groups: defaultdict[tuple[Any, ...], list[int]] = defaultdict(list)
    for entry in level:
        counted = tuple(of_entry[entry] for of_entry in values.values())
        groups[counted].append(entry)
    if len(groups) == 1 or (None,) in groups:
        return [(level, None)]
    codes = list(values)
    order = sorted(groups, reverse=True)
    separated: list[Group] = []
    for own, other in pairwise(order):
        separation = _separation(codes, own, other)
        separated.append((groups[own], separation))
    last = groups[order[-1]]
    separated.append((last, None))
    return separated


def _separation(
    codes: Sequence[str], own: Sequence[int | Fraction], other: Sequence[int | Fraction]
) -> Separation:
    """The first criterion that differs, and what it counted."""
    for code, mine, theirs in zip(codes, own, other, strict=True):
        if mine != theirs:
            return Separation(code, _readable(code, mine), _readable(code, theirs))
    raise AssertionError("groups differ in some criterion")


def _readable(code: str, value: int | Fraction) -> int | str:
    if code in FEWER_IS_BETTER:
        value = -value
    if isinstance(value, int):
        return value
    return str(value)


def _head_to_head(
    level: Sequence[int], matches: Mapping[int, Sequence[ConfirmedResult]]
) -> list[Group]:
    """A league of these entries alone. Entries that stay level begin a new, smaller league.

    It decides nothing unless all of them have met equally often.
    """
    inside = set(level)
    among: list[ConfirmedResult] = []
    for entry in level:
        own_matches = matches.get(entry, ())
        among += [match for match in own_matches if match.b in inside]
    if not _all_met_equally(len(level), among):
        return [(level, None)]
    tallies = tally(among)
    for code, count in HEAD_TO_HEAD_CRITERIA.items():
        counted = _counted(count, tallies)
        groups = _separated(level, {code: counted})
        if len(groups) == 1:
            continue
        with_level: list[Group] = []
        for group, separation in groups:
            if separation is not None:
                separation = separation._replace(level=len(level))
            with_level.append((group, separation))
        smaller_league = partial(_head_to_head, matches=matches)
        return _refined(with_level, smaller_league)
    return [(level, None)]


def _all_met_equally(entries: int, results: Sequence[ConfirmedResult]) -> bool:
    times_met: Counter[frozenset[int]] = Counter()
    for result in results:
        if result.kind != VOID:
            opponents = frozenset((result.a, result.b))
            times_met[opponents] += 1
    all_pairs = comb(entries, 2)
    if len(times_met) != all_pairs:
        return False
    different_times = set(times_met.values())
    return len(different_times) == 1
