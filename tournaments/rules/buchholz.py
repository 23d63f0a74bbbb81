"""What the strength of those whom an entry met says of it: Buchholz, its cuts, Sonneborn-Berger, progressive scores.

Scores are match points, two for a win, so that half points are whole numbers too. Rounds without play count as FIDE has
it from 2026 on (Handbook C.07): as a match against somebody imagined who scored as much as the entry itself, but no
more than the opponent of a match that was not played, and without one no more than half of what could be had.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from operator import mul
from typing import Final, NamedTuple

from tournaments.rules.results import PLAYED, VOID
from tournaments.rules.tallies import Fact

WIN: Final = 2
DRAW: Final = 1

Round = tuple[int, int]
"""The number of a round, from 1, and an entry."""


class Card(NamedTuple):
    """What the rounds of an entry came to, one after the other."""

    opponents: list[int | None]
    """None for a bye, and where it was not in the draw."""
    points: list[int]
    unplayed: dict[int, bool]
    """The rounds without play, counted from 0: whether that was its own doing."""

    def add(self, opponent: int | None, points: int) -> None:
        self.opponents.append(opponent)
        self.points.append(points)

    def add_unplayed(self, opponent: int | None, points: int, voluntary: bool) -> None:
        self.unplayed[len(self.points)] = voluntary
        self.add(opponent, points)


class Score(NamedTuple):
    """The card of an entry, and what its opponents are worth, round by round."""

    card: Card
    worth: list[int]

    def buchholz(self) -> int:
        return sum(self.worth)

    def cut_1(self) -> int:
        """Without the lowest: of the rounds that it stayed away from, if there are any."""
        away = [self.worth[turn] for turn, voluntary in self.card.unplayed.items() if voluntary]
        return sum(self.worth) - min(away or self.worth, default=0)

    def median(self) -> int:
        """Without the lowest and the highest."""
        return self.cut_1() - max(self.worth) if len(self.worth) > 1 else 0

    def sonneborn_berger(self) -> int:
        """What the beaten are worth, and half of what those are worth with whom it drew; all that times WIN."""
        return sum(map(mul, self.card.points, self.worth))

    def progressive(self) -> int:
        """The sum of its scores after each round."""
        return sum(accumulate(self.card.points))


def scores(cards: Mapping[int, Card], rounds: int) -> dict[int, Score]:
    """The score of each entry after so many rounds. Linear in entries and rounds."""
    adjusted = {entry: sum(card.points) + (_late(card) if card.unplayed else 0) for entry, card in cards.items()}
    return {entry: Score(card, _worth(card, adjusted, rounds)) for entry, card in cards.items()}


def cards(
    entries: Iterable[int], facts: Iterable[Fact], byes: Iterable[Round], absent: Iterable[Round]
) -> dict[int, Card]:
    """The card of each entry: a bye is worth a win, a round in which it was not drawn nothing.

    A match that is not decided is no round yet.
    """
    found = {entry: Card([], [], {}) for entry in entries}
    for played, free, away in _by_round(facts, byes, absent):
        for fact in played:
            _enter(fact, found[fact.a], found[fact.b])
        for entry in free:
            found[entry].add_unplayed(None, WIN, voluntary=False)
        for entry in away:
            found[entry].add_unplayed(None, 0, voluntary=True)
    return found


def _by_round(
    facts: Iterable[Fact], byes: Iterable[Round], absent: Iterable[Round]
) -> Iterator[tuple[list[Fact], list[int], list[int]]]:
    """Round by round the matches, those who were free, and those who were not in the draw."""
    rounds: defaultdict[int, tuple[list[Fact], list[int], list[int]]] = defaultdict(lambda: ([], [], []))
    for fact in facts:
        rounds[fact.round][0].append(fact)
    for number, entry in byes:
        rounds[number][1].append(entry)
    for number, entry in absent:
        rounds[number][2].append(entry)
    return (rounds[number] for number in sorted(rounds))


def _enter(fact: Fact, ours: Card, theirs: Card) -> None:
    for card, own, opponent in ((ours, fact.a, fact.b), (theirs, fact.b, fact.a)):
        won = fact.winner == own
        if fact.kind == PLAYED:
            card.add(opponent, WIN if won else 0)
        elif fact.kind != VOID:
            card.add_unplayed(opponent, WIN if won else 0, voluntary=not won)


def _late(card: Card) -> int:
    """What it gains for those who met it: rounds at the end in which it was not drawn are taken for draws."""
    gained, turn = 0, len(card.points) - 1
    while card.unplayed.get(turn) and card.opponents[turn] is None:
        gained += DRAW - card.points[turn]
        turn -= 1
    return gained


def _worth(card: Card, adjusted: Mapping[int, int], rounds: int) -> list[int]:
    """What each round counts for Buchholz."""
    worth = [0 if opponent is None else adjusted[opponent] for opponent in card.opponents]
    for turn in card.unplayed:
        most = DRAW * rounds if card.opponents[turn] is None else worth[turn]
        worth[turn] = min(sum(card.points), most)
    return worth
