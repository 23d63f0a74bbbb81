"""What do we need to qualify? Who is sure to go on, who cannot any more, and which own results it takes.

Scores are matches won, the matches left can go either way, and nobody knows yet how a tie would be broken: a result
suffices when no tie can take the place away, and somebody is out when not even a tie could bring it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Final, NamedTuple

CLINCHED: Final = "clinched"
OUT: Final = "out"
NEEDS: Final = "needs"
"""Own results can be enough, whatever the others do."""
DEPENDS: Final = "depends"
"""Own results alone are not enough."""

EXACT_MOST: Final = 16
"""With so many matches left every way in which they can go is looked at."""

Match = tuple[int, int]


class Need(NamedTuple):
    """What an entry needs for one of the places."""

    state: str
    enough: tuple[tuple[Match, ...], ...] = ()
    """Own matches that are enough when they are won, whatever the others do: each way with no match too many."""
    must: tuple[Match, ...] = ()
    """Own matches that cannot be lost; whoever loses one of them is out."""
    chance: int | None = None
    """In how many of the ways drawn by lot it goes on (see `chances`); None where nothing was left to lot."""


def needs(
    scores: Mapping[int, int], left: Sequence[Match], places: int
) -> dict[int, Need]:
    """What each entry needs for one of the first `places`; `scores` are matches won so far, `left` those to be played.

    Exact for up to EXACT_MOST matches; for more only bounds.
    """
    if len(left) <= EXACT_MOST:
        return _exact(scores, left, places)
    highest = {
        entry: score + sum(entry in match for match in left)
        for entry, score in scores.items()
    }
    return {
        entry: Need(state) for entry, state in bounds(scores, highest, places).items()
    }


def bounds(
    lowest: Mapping[int, int], highest: Mapping[int, int], places: int
) -> dict[int, str]:
    """CLINCHED, OUT or DEPENDS for one of the first `places`, by the lowest and the highest score still possible.

    For any format, also where nobody knows yet who will meet. What it says is sure, but it does not say all: two who
    meet cannot both win. Linear but for the sorting.
    """
    reach, have = (
        sorted(highest.values(), reverse=True),
        sorted(lowest.values(), reverse=True),
    )
    return {
        entry: _bound(lowest[entry], highest[entry], reach, have, places)
        for entry in lowest
    }


def _bound(
    low: int, high: int, reach: Sequence[int], have: Sequence[int], places: int
) -> str:
    """`reach` and `have` are the highest and the lowest scores of all, its own among them, the best first."""
    if len(reach) <= places or reach[places] < low:
        return CLINCHED
    return OUT if have[places - 1] > high else DEPENDS


# Every way in which the matches left can go is a binary digit of a column: digit w of it says what holds in way w, and
# digit m of the number w itself who wins match m. So one operation on two columns looks at all ways at once.

Column = int


class Ways(NamedTuple):
    """All ways in which matches can go."""

    all: Column
    first: Sequence[Column]
    """For each match the ways in which the side written first wins."""


def _ways(matches: int) -> Ways:
    """In the column of match m, 2^m ways in which the second wins, then as many in which the first does, and again."""
    every = (1 << (1 << matches)) - 1
    return Ways(
        every, [every ^ every // ((1 << (1 << match)) + 1) for match in range(matches)]
    )


def _exact(
    scores: Mapping[int, int], left: Sequence[Match], places: int
) -> dict[int, Need]:
    ways = _ways(len(left))
    wins = {entry: dict(_wins(entry, left, ways)) for entry in scores}
    most = max(scores.values(), default=0) + len(left) + 1
    totals = {
        entry: _total(scores[entry], wins[entry].values(), most.bit_length())
        for entry in scores
    }
    return {
        entry: _need(entry, totals, wins[entry], left, places, ways.all)
        for entry in scores
    }


def _wins(
    entry: int, left: Sequence[Match], ways: Ways
) -> Iterator[tuple[int, Column]]:
    """The numbers of its matches, and the ways in which it wins each."""
    for number, (a, b) in enumerate(left):
        if entry in (a, b):
            yield (
                number,
                ways.first[number] if entry == a else ways.all ^ ways.first[number],
            )


def _total(score: int, wins: Iterable[Column], digits: int) -> list[Column]:
    """The binary digits of its score in all ways, the lowest first; a column of one way is -1 or 0."""
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
    compared = [
        _compared(totals[other], totals[entry], every)
        for other in totals
        if other != entry
    ]
    sure = every & ~_at_least(
        places, (above | level for above, level in compared), every
    )
    possible = every & ~_at_least(places, (above for above, _ in compared), every)
    if sure == every:
        return Need(CLINCHED)
    if not possible:
        return Need(OUT)
    enough = tuple(
        tuple(left[number] for number in way) for way in _enough(sure, wins, every)
    )
    must = tuple(left[number] for number, won in wins.items() if not possible & ~won)
    return Need(NEEDS if enough else DEPENDS, enough, must)


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
    """The ways in which so many of the columns hold."""
    reached = [every, *[0] * number]
    for column in columns:
        for count in range(number, 0, -1):
            reached[count] |= reached[count - 1] & column
    return reached[number]


def _enough(
    sure: Column, wins: Mapping[int, Column], every: Column
) -> list[tuple[int, ...]]:
    """The smallest sets of own matches that are enough."""
    found: list[tuple[int, ...]] = []
    for way in chain.from_iterable(
        combinations(wins, size) for size in range(1, len(wins) + 1)
    ):
        if any(set(smaller) <= set(way) for smaller in found):
            continue
        won = every
        for number in way:
            won &= wins[number]
        if not won & ~sure:
            found.append(way)
    return found
