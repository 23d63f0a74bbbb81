"""All pairings of a small field."""

from collections.abc import Iterator, Sequence

from tournaments.rules.draws.matching import Pair


def every_pairing(places: Sequence[int]) -> Iterator[list[Pair]]:
    if not places:
        yield []
    for other in places[1:]:
        rest = [place for place in places[1:] if place != other]
        yield from ([(places[0], other), *pairs] for pairs in every_pairing(rest))
