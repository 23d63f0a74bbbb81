"""Substitutes: who may take the place of a player who cannot go on."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from core.refusals import Refusal

NONE: Final = "none"
ONE_OF_TWO: Final = "one_of_two"
"""One of a pair may be replaced, never both, not even one after the other."""
FREE: Final = "free"


class Lineup(NamedTuple):
    """Who has played for an entry: for each of its places everybody in turn, the one who signed up first.

    People are told apart by whatever the caller knows them by, an account or a name.
    """

    entry: int
    places: tuple[tuple[str, ...], ...]
    out: bool = False
    """It has been eliminated, or has withdrawn."""

    @property
    def playing(self) -> tuple[str, ...]:
        return tuple(place[-1] for place in self.places)

    @property
    def people(self) -> frozenset[str]:
        """Everybody who plays or has played for it."""
        return frozenset(person for place in self.places for person in place)


def substituted(
    policy: str, lineup: Lineup, place: int, comes: str, others: Iterable[Lineup]
) -> Lineup:
    """The line-up in which `comes` has the place of who plays there now; `others` are all the other entries.

    Refusals: `substitute.not_allowed` by the regulations; `substitute.other_replaced`: only one of the two, never both;
    `substitute.out`: the entry has nothing left to play; `substitute.plays_already`, for this entry, or
    `substitute.plays_for_another`: nobody plays for two, not even as a substitute; `substitute.eliminated`: nobody
    returns who was out with another.
    """
    _check_policy(policy, lineup, place)
    if lineup.out:
        raise Refusal("substitute.out")
    if comes in lineup.playing:
        raise Refusal("substitute.plays_already", name=comes)
    check_free(comes, others)
    return lineup._replace(
        places=tuple(
            (*own, comes) if n == place else own for n, own in enumerate(lineup.places)
        )
    )


def check_free(comes: str, others: Iterable[Lineup]) -> None:
    """Nobody plays for two, also who comes late with others. Refusals as of `substituted`, whatever the regulations."""
    for other in others:
        if comes in other.people:
            raise Refusal(
                "substitute.eliminated"
                if other.out
                else "substitute.plays_for_another",
                name=comes,
            )


def _check_policy(policy: str, lineup: Lineup, place: int) -> None:
    if policy == NONE:
        raise Refusal("substitute.not_allowed")
    replaced = [
        own for n, own in enumerate(lineup.places) if n != place and len(own) > 1
    ]
    if policy == ONE_OF_TWO and replaced:
        raise Refusal("substitute.other_replaced", name=replaced[0][0])
