"""Ratings: how strong players have shown themselves over several events, and how sure that is.

The model is Plackett and Luce's, updated as Weng and Lin do (A Bayesian Approximation Method for Online Ranking, 2011),
with the library's own settings: a player without a match has 25 with a deviation of 25/3.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple, TypeVar

from openskill.models import PlackettLuce

from tournaments.rules.tables.results import PLAYED, RETIRED
from tournaments.rules.tables.tallies import ConfirmedResult

_MODEL: Final = PlackettLuce()
DEVIATIONS: Final = 3
"""So many standard deviations to either side hold the true strength all but surely."""


class Rating(NamedTuple):
    """A strength, the mean of what is believed, with its standard deviation. Floats: they are shown, never facts."""

    mean: float = _MODEL.mu
    deviation: float = _MODEL.sigma

    @property
    def spread(self) -> float:
        """The strength is told as `mean` give or take this."""
        return DEVIATIONS * self.deviation

    @property
    def at_least(self) -> float:
        """What a list of ratings is ordered by, so that nobody stands high by a few lucky matches: 0 to begin with."""
        return self.mean - self.spread


class Met(NamedTuple):
    """A match or a table that was played: the players of each side, and the rank of each, which may be shared."""

    sides: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]


Ratings = Mapping[int, Rating]
Who = TypeVar("Who", int, tuple[int, ...])


def rated(before: Ratings, event: Iterable[Met]) -> dict[int, Rating]:
    """All ratings after an event: those before it, changed by each of its matches in the order of play."""
    ratings = dict(before)
    for met in event:
        ratings.update(_after(met, ratings))
    return ratings


def of_side(ratings: Ratings, players: Iterable[int]) -> Rating:
    """What players who play together come to, as pairs are rated: strengths add up, and so do variances."""
    own = [ratings.get(player, Rating()) for player in players]
    return Rating(
        sum(one.mean for one in own), sqrt(sum(one.deviation**2 for one in own))
    )


def ranking(ratings: Mapping[Who, Rating]) -> list[Who]:
    """The players, or those who play together, the surest strength first."""
    return sorted(ratings, key=lambda who: (-ratings[who].at_least, who))


Seats = Sequence[Sequence[int]]
"""Who plays with whom at a table of several: the seats of each side."""
Sat = Callable[[ConfirmedResult, int], tuple[int, ...]]
"""The players of an entry who sat at the table when it came to a fact."""


def played(
    facts: Iterable[ConfirmedResult], sat: Sat, seats: Seats = ()
) -> Iterator[Met]:
    """What the facts of an event, in the order of play, say of the strength of those who `sat` there.

    Nothing where nobody played: walkovers, void matches, matches of which all the sets were docked, tables to which one
    came alone. At a table of several everybody is alone unless `seats` says who was together.
    """
    for fact in facts:
        if fact.points and len(fact.points) > 1 and fact.kind == PLAYED:
            yield _table(fact, sat, seats)
        elif fact.kind in {PLAYED, RETIRED} and fact.sets_a + fact.sets_b > sum(
            fact.penalties
        ):
            yield Met(
                (sat(fact, fact.a), sat(fact, fact.b)),
                (1, 2) if fact.winner == fact.a else (2, 1),
            )


def _table(fact: ConfirmedResult, sat: Sat, seats: Seats) -> Met:
    points = fact.points or ()
    sides = seats or [[seat] for seat in range(len(points))]
    got = [points[side[0]][1] for side in sides]
    who = tuple(
        tuple(player for seat in side for player in sat(fact, points[seat][0]))
        for side in sides
    )
    return Met(who, tuple(1 + sum(other > own for other in got) for own in got))


def _after(met: Met, ratings: Ratings) -> Iterator[tuple[int, Rating]]:
    """The new ratings of those who met."""
    own = [[ratings.get(player, Rating()) for player in side] for side in met.sides]
    teams = [
        [_MODEL.rating(mu=rating.mean, sigma=rating.deviation) for rating in side]
        for side in own
    ]
    for side, team in zip(
        met.sides, _MODEL.rate(teams, ranks=list(met.ranks)), strict=True
    ):
        yield from (
            (player, Rating(now.mu, now.sigma))
            for player, now in zip(side, team, strict=True)
        )
