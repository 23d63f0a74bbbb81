"""Scenarios: who is sure to qualify, who no longer can, and which own results it takes.

Scores are matches won. Either side can win a match that is left, and the tie-breaks are still
unknown: a result suffices when no tie can take the place away, and an entry is out when not even a
tie could bring it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

CLINCHED: Final = "clinched"
OUT: Final = "out"
NEEDS: Final = "needs"
"""Own results can be enough, whatever the others do."""
DEPENDS: Final = "depends"
"""Own results alone are not enough."""

MAX_EXACT_MATCHES: Final = 16
"""With up to this many matches left every way in which they can go is examined."""

Match = tuple[int, int]


class Need(NamedTuple):
    """What an entry needs for one of the places."""

    state: str
    enough: tuple[tuple[Match, ...], ...] = ()
    """Sets of own matches that are enough when they are won; none has a match too many."""
    must: tuple[Match, ...] = ()
    """Own matches that it cannot afford to lose."""
    chance: int | None = None
    """In how many simulated runs it goes on; None where none were needed."""


def needs(
    scores: Mapping[int, int], left: Sequence[Match], places: int
) -> dict[int, Need]:
    """What each entry needs for one of the first `places`.

    `scores` are matches won so far, `left` the matches to be played. Exact for up to
    MAX_EXACT_MATCHES; for more only bounds.
    """
    if len(left) <= MAX_EXACT_MATCHES:
        return _exact(scores, left, places)
    highest = dict(scores)
    for a, b in left:
        for entry in (a, b):
            if entry in highest:
                highest[entry] += 1
    states = bounds(scores, highest, places)
    return {entry: Need(state) for entry, state in states.items()}


def bounds(
    lowest: Mapping[int, int], highest: Mapping[int, int], places: int
) -> dict[int, str]:
    """CLINCHED, OUT or DEPENDS for one of the first `places`, by the scores still possible.

    For any format, also where future opponents are unknown. Every answer is certain, but some
    DEPENDS could be decided: two entries that meet cannot both win. Linear but for the sorting.
    """
    reachable = sorted(highest.values(), reverse=True)
    secured = sorted(lowest.values(), reverse=True)
    states = {}
    for entry, low in lowest.items():
        states[entry] = DEPENDS
        if len(reachable) <= places or reachable[places] < low:
            states[entry] = CLINCHED
        elif secured[places - 1] > highest[entry]:
            states[entry] = OUT
    return states


# Every way in which the matches left can go is a bit of a column: bit w of it says what holds in
# way w, and bit m of the number w itself who wins match m. So one operation on two columns examines
# all ways at once.

Column = int


class Ways(NamedTuple):
    """All ways in which matches can go."""

    all: Column
    first: Sequence[Column]
    """For each match the ways in which the side named first wins."""


def _ways(matches: int) -> Ways:
    """In the column of match m the second wins in 2^m ways, then the first in as many, and
    so on.
    """
    every = (1 << (1 << matches)) - 1
    first = []
    for match in range(matches):
        first.append(every ^ every // ((1 << (1 << match)) + 1))
    return Ways(every, first)


def _exact(
    scores: Mapping[int, int], left: Sequence[Match], places: int
) -> dict[int, Need]:
    ways = _ways(len(left))
    most = max(scores.values(), default=0) + len(left) + 1
    wins, totals = {}, {}
    for entry, score in scores.items():
        wins[entry] = dict(_wins(entry, left, ways))
        totals[entry] = _total(score, wins[entry].values(), most.bit_length())
    found = {}
    for entry in scores:
        found[entry] = _need(entry, totals, wins[entry], left, places, ways.all)
    return found


def _wins(
    entry: int, left: Sequence[Match], ways: Ways
) -> Iterator[tuple[int, Column]]:
    """The numbers of its matches, and the ways in which it wins each."""
    for number, (a, b) in enumerate(left):
        if entry == a:
            yield number, ways.first[number]
        elif entry == b:
            yield number, ways.all ^ ways.first[number]


def _total(score: int, wins: Iterable[Column], digits: int) -> list[Column]:
    """The binary digits of its score in all ways, the lowest first.

    A digit of the score so far holds in every way (-1) or in none (0).
    """
    total = [-(score >> digit & 1) for digit in range(digits)]
    for carry in wins:
        for digit, column in enumerate(total):
            total[digit], carry = column ^ carry, column & carry
    return total


def _need(
    entry: int,
    totals: Mapping[int, Sequence[Column]],
    wins: Mapping[int, Column],
    left: Sequence[Match],
    places: int,
    every: Column,
) -> Need:
    above, not_below = [], []
    for other, total in totals.items():
        if other != entry:
            higher, level = _compared(total, totals[entry], every)
            above.append(higher)
            not_below.append(higher | level)
    sure = every & ~_at_least(places, not_below, every)
    possible = every & ~_at_least(places, above, every)
    if sure == every:
        return Need(CLINCHED)
    if not possible:
        return Need(OUT)
    enough = []
    for numbers in _smallest_enough(sure, wins, every):
        enough.append(tuple(left[number] for number in numbers))
    must = [left[number] for number, won in wins.items() if not possible & ~won]
    return Need(NEEDS if enough else DEPENDS, tuple(enough), tuple(must))


def _compared(
    ours: Sequence[Column], theirs: Sequence[Column], every: Column
) -> tuple[Column, Column]:
    """The ways in which ours is above theirs, and those in which they are level."""
    above, level = 0, every
    for our, their in zip(reversed(ours), reversed(theirs), strict=True):
        above |= level & our & ~their
        level &= ~(our ^ their)
    return above, level


def _at_least(number: int, columns: Iterable[Column], every: Column) -> Column:
    """The ways in which at least `number` of the columns hold."""
    reached = [every, *[0] * number]
    for column in columns:
        for count in range(number, 0, -1):
            reached[count] |= reached[count - 1] & column
    return reached[number]


def _smallest_enough(
    sure: Column, wins: Mapping[int, Column], every: Column
) -> list[tuple[int, ...]]:
    """The smallest sets of own matches, by number, that are enough."""
    found: list[tuple[int, ...]] = []
    for size in range(1, len(wins) + 1):
        for numbers in combinations(wins, size):
            if _contains_any(numbers, found):
                continue
            won = every
            for number in numbers:
                won &= wins[number]
            if not won & ~sure:
                found.append(numbers)
    return found


def _contains_any(numbers: Iterable[int], found: Iterable[Iterable[int]]) -> bool:
    return any(set(smaller) <= set(numbers) for smaller in found)
