"""What the strength of those whom an entry met says of it: Buchholz, its cuts, Sonneborn-Berger, progressive scores.

Scores are match points, two for a win, so that half points are whole numbers too. Rounds without play count as FIDE has
it from 2026 on (Handbook C.07): as a match against somebody imagined who scored as much as the entry itself, but no
more than the opponent of a match that was not played, and without one no more than half of what could be had.
"""

from collections.abc import Mapping
from itertools import accumulate
from operator import mul
from typing import Final

from tournaments.rules.tables.tallies import Card

DRAW: Final = 1

Worth = list[int]
"""What the opponents of an entry are worth, round by round."""


def buchholz(card: Card, worth: Worth) -> int:
    return sum(worth)


def cut_1(card: Card, worth: Worth) -> int:
    """Without the lowest: of the rounds that it stayed away from, if there are any."""
    away = (
        [worth[turn] for turn, voluntary in card.unplayed if voluntary]
        if card.unplayed
        else worth
    )
    return sum(worth) - min(away or worth or [0])


def median(card: Card, worth: Worth) -> int:
    """Without the lowest and the highest."""
    return cut_1(card, worth) - max(worth) if len(worth) > 1 else 0


def sonneborn_berger(card: Card, worth: Worth) -> int:
    """What the beaten are worth, and half of what those are worth with whom it drew; all that times WIN."""
    return sum(map(mul, card.points, worth))


def progressive(card: Card, worth: Worth) -> int:
    """The sum of its scores after each round."""
    return sum(accumulate(card.points))


def worth(cards: Mapping[int, Card]) -> dict[int, Worth]:
    """For each entry what its opponents are worth. Linear in entries and rounds."""
    rounds = max((len(card.points) for card in cards.values()), default=0)
    adjusted: dict[int | None, int] = {None: 0}
    for entry, card in cards.items():
        adjusted[entry] = sum(card.points) + (_late(card) if card.unplayed else 0)
    return {entry: _worth(card, adjusted, rounds) for entry, card in cards.items()}


def _late(card: Card) -> int:
    """What it gains for those who met it: rounds at the end in which it was not drawn are taken for draws."""
    voluntary, gained, turn = dict(card.unplayed), 0, len(card.points) - 1
    while voluntary.get(turn) and card.opponents[turn] is None:
        gained += DRAW - card.points[turn]
        turn -= 1
    return gained


def _worth(card: Card, adjusted: Mapping[int | None, int], rounds: int) -> Worth:
    """What each round counts for Buchholz."""
    worth = list(map(adjusted.__getitem__, card.opponents))
    for turn, _ in card.unplayed:
        most = DRAW * rounds if card.opponents[turn] is None else worth[turn]
        worth[turn] = min(sum(card.points), most)
    return worth
