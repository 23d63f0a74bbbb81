"""Ratings: how strong players have shown themselves over several events, and how sure that is.

The model is Plackett and Luce's, updated as Weng and Lin do (A Bayesian Approximation Method for
Online Ranking, 2011), with the library's own settings: a player without a match has 25 with a
deviation of 25/3.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple, TypeVar

from openskill.models import PlackettLuce

from tournaments.rules.tables.results import PLAYED, RETIRED
from tournaments.rules.tables.tallies import ConfirmedResult

_MODEL: Final = PlackettLuce()
DEVIATIONS: Final = 3
"""This many standard deviations to either side hold the true strength almost surely."""


class Rating(NamedTuple):
    """An estimated strength. Floats: ratings are shown, and decide nothing."""

    mean: float = _MODEL.mu
    deviation: float = _MODEL.sigma

    @property
    def spread(self) -> float:
        """The strength is shown as `mean` plus or minus this."""
        return DEVIATIONS * self.deviation

    @property
    def at_least(self) -> float:
        """Orders a list of ratings, so that a few lucky matches lift nobody; 0 to begin with."""
        return self.mean - self.spread


class Met(NamedTuple):
    """A match or a table that was played."""

    sides: tuple[tuple[int, ...], ...]
    """The players of each side."""
    ranks: tuple[int, ...]
    """The rank of each side, which may be shared."""


Ratings = Mapping[int, Rating]
Who = TypeVar("Who", int, tuple[int, ...])


def rated(before: Ratings, matches: Iterable[Met]) -> dict[int, Rating]:
    """All ratings after these matches, in the order of play."""
    ratings = dict(before)
    for met in matches:
        ratings.update(_after(met, ratings))
    return ratings


def of_side(ratings: Ratings, players: Iterable[int]) -> Rating:
    """The rating of players who play together: strengths add up, and so do variances."""
    mean, variance = 0.0, 0.0
    for player in players:
        rating = ratings.get(player, Rating())
        mean += rating.mean
        variance += rating.deviation**2
    return Rating(mean, sqrt(variance))


def ranking(ratings: Mapping[Who, Rating]) -> list[Who]:
    """The players, or those who play together, the surest strength first."""
    return sorted(ratings, key=lambda who: (-ratings[who].at_least, who))


Seats = Sequence[Sequence[int]]
"""The seats of each side at a multiplayer table."""
Sat = Callable[[ConfirmedResult, int], tuple[int, ...]]
"""The players of an entry who sat at the table of a result."""


def played(
    results: Iterable[ConfirmedResult], sat: Sat, seats: Seats = ()
) -> Iterator[Met]:
    """The matches among these results, in the order of play, with the players who `sat` there.

    None where nothing was played: walkovers, void matches, matches whose sets were all penalties,
    tables to which one player came alone. At a multiplayer table all are alone without `seats`.
    """
    for result in results:
        if result.points and len(result.points) > 1 and result.kind == PLAYED:
            yield _table(result, sat, seats)
            continue
        sets = result.sets_a + result.sets_b
        if result.kind in {PLAYED, RETIRED} and sets > sum(result.penalties):
            ranks = (1, 2) if result.winner == result.a else (2, 1)
            yield Met((sat(result, result.a), sat(result, result.b)), ranks)


def _table(result: ConfirmedResult, sat: Sat, seats: Seats) -> Met:
    points = result.points or ()
    sides: list[tuple[int, ...]] = []
    scores = []
    for side in seats or [[seat] for seat in range(len(points))]:
        players: tuple[int, ...] = ()
        for seat in side:
            entry, _ = points[seat]
            players += sat(result, entry)
        sides.append(players)
        scores.append(points[side[0]][1])
    ranks = [1 + sum(other > own for other in scores) for own in scores]
    return Met(tuple(sides), tuple(ranks))


def _after(met: Met, ratings: Ratings) -> dict[int, Rating]:
    """The new ratings of those who met."""
    teams = []
    for side in met.sides:
        team = []
        for player in side:
            rating = ratings.get(player, Rating())
            team.append(_MODEL.rating(mu=rating.mean, sigma=rating.deviation))
        teams.append(team)
    after = {}
    rated_teams = _MODEL.rate(teams, ranks=list(met.ranks))
    for side, team in zip(met.sides, rated_teams, strict=True):
        for player, now in zip(side, team, strict=True):
            after[player] = Rating(now.mu, now.sigma)
    return after
