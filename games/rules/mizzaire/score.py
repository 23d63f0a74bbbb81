"""What a round is worth, and who has won at the end."""

from typing import Final

from games.rules.base import Outcome, Score
from games.rules.mizzaire import rounds
from games.rules.mizzaire.rounds import Kind
from games.rules.mizzaire.state import State


def points(kind: Kind, call: int | None, tricks: int) -> int:
    """What a seat gets for a round: 2 and its tricks for an exact call, else nothing (MIZ-19, MIZ-20, MIZ-B9).

    In the Mizzaire round each trick costs 1, and none is worth 2 (MIZ-21, MIZ-B10).
    """
    if kind == "mizzaire":
        return -tricks if tricks else 2
    return 2 + tricks if tricks == call else 0


_TRICKS: Final = [rounds.size(number) for number in range(1, rounds.LAST + 1)]

BOUNDS: Final = (-rounds.size(11), sum(2 + tricks for tricks in _TRICKS) - rounds.size(11))
"""The least and the most that a seat can have at the end: all tricks of round 11 and no exact call, or every trick
called and taken but none of round 11 (MIZ-19 to MIZ-21)."""


def score(state: State) -> Score:
    """Totals, tricks in the round being played, points of the finished rounds."""
    return Score(state.round.won, state.tricks, state.round.sets)


def outcome(state: State) -> Outcome | None:
    """The totals; the highest wins, equal ones share their place (MIZ-22, MIZ-B11). None while the match goes on."""
    if state.phase != "over":
        return None
    totals = state.round.won
    return Outcome(totals, tuple(1 + sum(other > total for other in totals) for total in totals))
