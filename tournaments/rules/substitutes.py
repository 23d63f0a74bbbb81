"""Substitutes: who may take the place of a player who cannot go on."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from core.refusals import Refusal

NONE: Final = "none"
ONE_OF_TWO: Final = "one_of_two"
"""One of a pair may be replaced, never both, not even one after the other."""
FREE: Final = "free"


class Lineup(NamedTuple):
    """Who has played for an entry. People are told apart by a key of the caller's choice."""

    entry: int
    places: tuple[tuple[str, ...], ...]
    """For each place everybody in turn, the one who signed up first."""
    out: bool = False
    """It has been eliminated, or has withdrawn."""

    @property
    def playing(self) -> tuple[str, ...]:
        return tuple(place[-1] for place in self.places)

    @property
    def people(self) -> frozenset[str]:
        """Everybody who plays or has played for it."""
        return frozenset().union(*self.places)


def substituted(
    policy: str, lineup: Lineup, place: int, comes: str, others: Iterable[Lineup]
) -> Lineup:
    """The line-up in which `comes` has this place; `others` are all other entries.

    Raises Refusal `substitute.not_allowed` by the regulations, `substitute.other_replaced`
    (only one of the two), `substitute.out` (nothing left to play), `substitute.plays_already`
    (for this entry), `substitute.plays_for_another` and `substitute.eliminated` (nobody plays
    for two entries, nor returns after being out with another).
    """
    _check_policy(policy, lineup, place)
    if lineup.out:
        raise Refusal("substitute.out")
    if comes in lineup.playing:
        raise Refusal("substitute.plays_already", name=comes)
    check_free(comes, others)
    places = list(lineup.places)
    places[place] = (*places[place], comes)
    return lineup._replace(places=tuple(places))


def check_free(comes: str, others: Iterable[Lineup]) -> None:
    """Nobody plays for two entries, latecomers included, whatever the regulations.

    Raises Refusal `substitute.plays_for_another`, `substitute.eliminated`.
    """
    for other in others:
        if comes in other.people:
            if other.out:
                raise Refusal("substitute.eliminated", name=comes)
            raise Refusal("substitute.plays_for_another", name=comes)


def _check_policy(policy: str, lineup: Lineup, place: int) -> None:
    if policy == NONE:
        raise Refusal("substitute.not_allowed")
    if policy != ONE_OF_TWO:
        return
    for number, people in enumerate(lineup.places):
        if number != place and len(people) > 1:
            raise Refusal("substitute.other_replaced", name=people[0])
