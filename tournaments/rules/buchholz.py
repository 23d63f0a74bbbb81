"""What the strength of those whom an entry met says of it: Buchholz, its cuts, Sonneborn-Berger, progressive scores.

Scores are match points, two for a win, so that half points are whole numbers too. Rounds without play count as FIDE has
it from 2026 on (Handbook C.07): as a match against somebody imagined who scored as much as the entry itself, but no
more than the opponent of a match that was not played, and without one no more than half of what could be had.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import Final, NamedTuple

from tournaments.rules.results import PLAYED, VOID
from tournaments.rules.tallies import Fact

WIN: Final = 2
DRAW: Final = 1

Round = tuple[int, int]
"""The number of a round, from 1, and an entry."""
Turn = tuple[int, int | None, int, bool, bool]
"""What a round came to for an entry: its number; the opponent, None for a bye and where it was not in the draw; match
points; whether it was played; whether a round without play was its own doing."""


class Score(NamedTuple):
    """What an entry scored, as those who met it count it, and what its own opponents are worth, round by round."""

    turns: Sequence[Turn]
    worth: Sequence[int]

    def buchholz(self) -> int:
        return sum(self.worth)

    def cut_1(self) -> int:
        """Without the lowest: of the rounds that it stayed away from, if there are any."""
        away = [worth for turn, worth in zip(self.turns, self.worth, strict=True) if turn[4]]
        return sum(self.worth) - min(away or self.worth, default=0)

    def median(self) -> int:
        """Without the lowest and the highest."""
        return self.cut_1() - max(self.worth) if len(self.worth) > 1 else 0

    def sonneborn_berger(self) -> int:
        """What the beaten are worth, and half of what those are worth with whom it drew; all that times WIN."""
        return sum([turn[2] * worth for turn, worth in zip(self.turns, self.worth, strict=True)])

    def progressive(self) -> int:
        """The sum of its scores after each round."""
        return sum(accumulate(points for _, _, points, _, _ in self.turns))


def scores(turns: Mapping[int, Sequence[Turn]], rounds: int) -> dict[int, Score]:
    """The score of each entry after so many rounds. Linear in entries and rounds."""
    points = {entry: sum([points for _, _, points, _, _ in own]) for entry, own in turns.items()}
    adjusted = {entry: points[entry] + _late(own) for entry, own in turns.items()}
    return {entry: Score(own, _worth(own, points[entry], adjusted, rounds)) for entry, own in turns.items()}


def turns(facts: Iterable[Fact], byes: Iterable[Round], absent: Iterable[Round]) -> dict[int, list[Turn]]:
    """The rounds of each entry in their order: a bye is worth a win, a round in which it was not drawn nothing.

    A match that is not decided is no round yet.
    """
    found: defaultdict[int, list[Turn]] = defaultdict(list)
    for number, _, a, b, kind, winner, *_ in facts:
        if kind != VOID:
            played = kind == PLAYED
            found[a].append((number, b, WIN if winner == a else 0, played, not (played or winner == a)))
            found[b].append((number, a, WIN if winner == b else 0, played, not (played or winner == b)))
    for number, entry in byes:
        found[entry].append((number, None, WIN, False, False))
    for number, entry in absent:
        found[entry].append((number, None, 0, False, True))
    for own in found.values():
        own.sort(key=itemgetter(0))
    return found


def _late(turns: Sequence[Turn]) -> int:
    """What it gains for those who met it: rounds at the end in which it was not drawn are taken for draws."""
    gained = 0
    for _, opponent, points, _, voluntary in reversed(turns):
        if opponent is not None or not voluntary:
            break
        gained += DRAW - points
    return gained


def _worth(turns: Sequence[Turn], own: int, adjusted: Mapping[int, int], rounds: int) -> list[int]:
    """What each round counts for Buchholz; `own` is what the entry scored itself."""
    half = min(own, DRAW * rounds)
    return [
        half if opponent is None else adjusted[opponent] if played else min(own, adjusted[opponent])
        for _, opponent, _, played, _ in turns
    ]
