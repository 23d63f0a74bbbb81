"""Buchholz, its cuts, Sonneborn-Berger and progressive scores: how strong the opponents were.

Scores are match points, two for a win, so that half points are whole numbers too. Rounds without
play count by FIDE's rules from 2026 on (Handbook C.07): as a match against an imagined opponent
with the entry's own score, but no more than the opponent of a match that was not played, and
without an opponent no more than half of what could be had.
"""

from collections.abc import Mapping
from itertools import accumulate
from operator import mul
from typing import Final

from tournaments.rules.tables.tallies import Card

DRAW: Final = 1

OpponentScores = list[int]
"""What the opponents of an entry count, round by round."""


def buchholz(card: Card, scores: OpponentScores) -> int:
    return sum(scores)


def cut_1(card: Card, scores: OpponentScores) -> int:
    """Without the lowest: of the rounds that it stayed away from, if there are any."""
    missed = []
    for turn, voluntary in card.unplayed:
        if voluntary:
            missed.append(scores[turn])
    return sum(scores) - min(missed or scores or [0])


def median(card: Card, scores: OpponentScores) -> int:
    """Without the lowest and the highest."""
    if len(scores) < 2:
        return 0
    return cut_1(card, scores) - max(scores)


def sonneborn_berger(card: Card, scores: OpponentScores) -> int:
    """The scores of those it beat, and half of those with whom it drew; all that times WIN."""
    return sum(map(mul, card.points, scores))


def progressive(card: Card, scores: OpponentScores) -> int:
    """The sum of its scores after each round."""
    return sum(accumulate(card.points))


def opponent_scores(cards: Mapping[int, Card]) -> dict[int, OpponentScores]:
    """What the opponents of each entry count. Linear in entries and rounds."""
    rounds = max((len(card.points) for card in cards.values()), default=0)
    adjusted: dict[int | None, int] = {None: 0}
    for entry, card in cards.items():
        adjusted[entry] = sum(card.points)
        if card.unplayed:
            adjusted[entry] += _gain_by_absence(card)
    return {entry: _scores(card, adjusted, rounds) for entry, card in cards.items()}


def _gain_by_absence(card: Card) -> int:
    """What its opponents gain: the rounds at the end without it are taken for draws."""
    voluntary = dict(card.unplayed)
    gained, turn = 0, len(card.points) - 1
    while voluntary.get(turn) and card.opponents[turn] is None:
        gained += DRAW - card.points[turn]
        turn -= 1
    return gained


def _scores(
    card: Card, adjusted: Mapping[int | None, int], rounds: int
) -> OpponentScores:
    scores = list(map(adjusted.__getitem__, card.opponents))
    for turn, _ in card.unplayed:
        most = scores[turn]
        if card.opponents[turn] is None:
            most = DRAW * rounds
        scores[turn] = min(sum(card.points), most)
    return scores
