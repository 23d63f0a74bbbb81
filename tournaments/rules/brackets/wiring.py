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
        third = _play_off(1, "third", last - 1, 0, "loser")
        wiring[-1].append(third)
    if fifth_place and entries >= FEWEST_FOR_FIFTH_PLACE:
        wiring[-2] += [
            _play_off(2, "fifth", last - 2, 0, "loser"),
            _play_off(3, "fifth", last - 2, 2, "loser"),
        ]
        wiring[-1] += [
            _play_off(2, "fifth", last - 1, 2, "winner"),
            _play_off(3, "seventh", last - 1, 2, "loser"),
        ]
    return numbered(wiring)


def _play_off(slot: int, section: str, round: int, upper: int, takes: Takes) -> Spot:
    """A match between the winners, or the losers, of two neighbouring slots of a round."""
    a = Way(round, upper, takes)
    b = Way(round, upper + 1, takes)
    return Spot(slot, a, b, section)


def knockout_of(leaves: Leaves, section: str = "main") -> list[list[Spot]]:
    """The rounds in which the winners of two neighbours meet, from the leaves to one match."""
    wiring = [_neighbours(leaves, section)]
    while len(wiring[-1]) > 1:
        round = len(wiring)
        ways = []
        for spot in wiring[-1]:
            way = Way(round, spot.slot, "winner")
            ways.append(way)
        wiring.append(_neighbours(ways, section))
    return wiring


def _neighbours(sources: Sequence[Source], section: str) -> list[Spot]:
    spots = []
    for slot, (a, b) in enumerate(pairs(sources)):
        spot = Spot(slot, a, b, section)
        spots.append(spot)
    return spots


def numbered(wiring: Wiring) -> Wiring:
    """The slots with match numbers, without those to which the draw sends nobody."""
    match_numbers = count(1)
    shut: set[Way] = set()
    found: list[tuple[Spot, ...]] = []
    for round, spots in enumerate(wiring, start=1):
        kept = []
        for spot in spots:
            a = _unless_shut(spot.a, shut)
            b = _unless_shut(spot.b, shut)
            match = None
            if a is not None and b is not None:
                match = next(match_numbers)
            else:
                no_loser = Way(round, spot.slot, "loser")
                shut.add(no_loser)
            if a is None and b is None:
                no_winner = Way(round, spot.slot, "winner")
                shut.add(no_winner)
                continue
            numbered_spot = Spot(spot.slot, a, b, spot.section, match)
            kept.append(numbered_spot)
        found.append(tuple(kept))
    return tuple(found)


def _unless_shut(source: Source, shut: Collection[Way]) -> Source:
    """The source, unless nobody can come from there."""
    if not isinstance(source, Way):
        return source
    takes = source.takes
    if source.beaten is not None:
        # A way that asks who was beaten is open only where a match is played.
        takes = "loser"
    needed = Way(source.round, source.slot, takes)
    if needed in shut:
        return None
    return source
