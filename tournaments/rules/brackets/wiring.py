"""The slots of a bracket and the ways between them, as its draw alone determines them."""

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
    """A way out of a match to a later one."""

    round: int
    slot: int
    takes: Takes
    beaten: int | None = None
    """Where set, the way is open only if this side, 0 or 1, lost the match."""


Source = int | Way | None
"""Where a side comes from: an entry of the draw, a way out of another match, or nobody."""


class Spot(NamedTuple):
    """A slot of the bracket before anything is played."""

    slot: int
    a: Source
    b: Source
    section: str = "main"
    match: int | None = None


Wiring = Sequence[Sequence[Spot]]
"""The slots of each round and the ways between them."""


@lru_cache(maxsize=32)
def single(
    leaves: tuple[int | None, ...], third_place: bool = False, fifth_place: bool = False
) -> Wiring:
    """The slots of a single elimination.

    The last round has the final at slot 0 and the match for third place at 1. Losers of
    quarterfinals play at slots 2 and 3 beside the semifinals, then beside the final for fifth place
    at slot 2 and for seventh at 3.
    """
    wiring = knockout_of(leaves)
    entries = len(present(leaves))
    last = len(wiring)
    if third_place and entries >= FEWEST_FOR_THIRD_PLACE:
        a, b = Way(last - 1, 0, "loser"), Way(last - 1, 1, "loser")
        wiring[-1].append(Spot(1, a, b, "third"))
    if fifth_place and entries >= FEWEST_FOR_FIFTH_PLACE:
        for slot in (2, 3):
            upper, lower = 2 * slot - 4, 2 * slot - 3
            a, b = Way(last - 2, upper, "loser"), Way(last - 2, lower, "loser")
            wiring[-2].append(Spot(slot, a, b, "fifth"))
        a, b = Way(last - 1, 2, "winner"), Way(last - 1, 3, "winner")
        wiring[-1].append(Spot(2, a, b, "fifth"))
        a, b = Way(last - 1, 2, "loser"), Way(last - 1, 3, "loser")
        wiring[-1].append(Spot(3, a, b, "seventh"))
    return numbered(wiring)


def knockout_of(leaves: Leaves, section: str = "main") -> list[list[Spot]]:
    """The rounds in which the winners of two neighbours meet, from the leaves to one match."""
    wiring = [_neighbours(leaves, section)]
    while len(wiring[-1]) > 1:
        ways = [Way(len(wiring), spot.slot, "winner") for spot in wiring[-1]]
        wiring.append(_neighbours(ways, section))
    return wiring


def _neighbours(sources: Sequence[Source], section: str) -> list[Spot]:
    return [Spot(slot, a, b, section) for slot, (a, b) in enumerate(pairs(sources))]


def numbered(wiring: Wiring) -> Wiring:
    """The slots with match numbers, without those to which the draw sends nobody."""
    numbers = count(1)
    shut: set[Way] = set()
    found: list[tuple[Spot, ...]] = []
    for number, spots in enumerate(wiring, start=1):
        kept = []
        for spot in spots:
            a, b = _unless_shut(spot.a, shut), _unless_shut(spot.b, shut)
            has_bye = a is None or b is None
            if has_bye:
                shut.add(Way(number, spot.slot, "loser"))
            if a is None and b is None:
                shut.add(Way(number, spot.slot, "winner"))
                continue
            match = None if has_bye else next(numbers)
            kept.append(Spot(spot.slot, a, b, spot.section, match))
        found.append(tuple(kept))
    return tuple(found)


def _unless_shut(source: Source, shut: Collection[Way]) -> Source:
    """The source, unless nobody can come from there."""
    if not isinstance(source, Way):
        return source
    # A way that asks who was beaten needs both sides there.
    takes = source.takes if source.beaten is None else "loser"
    return None if Way(source.round, source.slot, takes) in shut else source
