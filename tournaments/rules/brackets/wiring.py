"""The places of a bracket and the ways between them, as they follow from its draw before anything is played."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import count
from typing import Final, Literal, NamedTuple

from tournaments.rules.brackets.seeding import Leaves, pairs, present

FEWEST_FOR_THIRD_PLACE: Final = 4
"""With fewer entries there are no two losers of semifinals."""
FEWEST_FOR_FIFTH_PLACE: Final = 6
"""With fewer entries there are no two losers of quarterfinals."""

Takes = Literal["winner", "loser"]


class Way(NamedTuple):
    """A way out of a match to a later one; with `beaten` it is open only if that side, 0 or 1, lost the match."""

    round: int
    slot: int
    takes: Takes
    beaten: int | None = None


Source = int | Way | None
"""Where a side of a match comes from: an entry of the draw, a way out of another match, or nobody."""


class Spot(NamedTuple):
    """A place of the bracket before anything is played."""

    slot: int
    a: Source
    b: Source
    section: str = "main"
    match: int | None = None


Wiring = Sequence[Sequence[Spot]]
"""The places of each round and the ways between them, which follow from the draw alone."""


@lru_cache(maxsize=32)
def single(
    leaves: tuple[int | None, ...], third_place: bool = False, fifth_place: bool = False
) -> Wiring:
    """The places of a single elimination. The last round has the final at slot 0 and the match for third place at 1.

    Those who lose a quarterfinal play at slots 2 and 3 beside the semifinals, then beside the final for the fifth
    place at slot 2 and for the seventh at 3.
    """
    wiring, entries = knockout_of(leaves), len(present(leaves))
    last = len(wiring)
    if third_place and entries >= FEWEST_FOR_THIRD_PLACE:
        wiring[-1].append(
            Spot(1, Way(last - 1, 0, "loser"), Way(last - 1, 1, "loser"), "third")
        )
    if fifth_place and entries >= FEWEST_FOR_FIFTH_PLACE:
        one, two, three, four = (Way(last - 2, slot, "loser") for slot in range(4))
        wiring[-2] += [Spot(2, one, two, "fifth"), Spot(3, three, four, "fifth")]
        wiring[-1].append(
            Spot(2, Way(last - 1, 2, "winner"), Way(last - 1, 3, "winner"), "fifth")
        )
        wiring[-1].append(
            Spot(3, Way(last - 1, 2, "loser"), Way(last - 1, 3, "loser"), "seventh")
        )
    return numbered(wiring)


def knockout_of(leaves: Leaves, section: str = "main") -> list[list[Spot]]:
    """The rounds in which the winners of two neighbours meet, from the leaves to one match."""
    wiring = [[Spot(slot, a, b, section) for slot, (a, b) in enumerate(pairs(leaves))]]
    while len(wiring[-1]) > 1:
        ways = [Way(len(wiring), spot.slot, "winner") for spot in wiring[-1]]
        wiring.append(
            [Spot(slot, a, b, section) for slot, (a, b) in enumerate(pairs(ways))]
        )
    return wiring


def numbered(wiring: Wiring) -> Wiring:
    """The places with the numbers of their matches, without those to which the draw sends nobody."""
    numbers, shut = count(1), set[Way]()
    found: list[list[Spot]] = []
    for number, spots in enumerate(wiring, start=1):
        found.append([])
        for slot, a, b, section, _ in spots:
            a, b = _unless(a, shut), _unless(b, shut)
            if a is None or b is None:
                shut.add(Way(number, slot, "loser"))
            if a is None and b is None:
                shut.add(Way(number, slot, "winner"))
            else:
                found[-1].append(
                    Spot(
                        slot,
                        a,
                        b,
                        section,
                        None if a is None or b is None else next(numbers),
                    )
                )
    return tuple(map(tuple, found))


def _unless(source: Source, shut: Collection[Way]) -> Source:
    """The source, unless nobody can come from there; a way that asks who was beaten needs both sides there."""
    if isinstance(source, Way):
        takes = source.takes if source.beaten is None else "loser"
        return None if Way(source.round, source.slot, takes) in shut else source
    return source
