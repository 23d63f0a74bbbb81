"""The points of a round, and the winner at the end."""

from collections.abc import Sequence
from typing import Final

from core.refusals import Refusal
from games.mizzaire.rules import rounds
from games.mizzaire.rules.options import Options
from games.mizzaire.rules.rounds import Kind
from games.mizzaire.rules.state import State
from games.rules.base import Outcome, Score, check_length


def points(kind: Kind, call: int | None, tricks: int) -> int:
    """The points of a seat for a round (MIZ-19, MIZ-20, MIZ-B9)."""
    if kind == "mizzaire":
        # Each trick costs 1, and no trick brings 2 (MIZ-21, MIZ-B10).
        return -tricks if tricks else 2
    if tricks != call:
        return 0
    return 2 + tricks


def score(state: State) -> Score:
    """Totals, tricks in the current round, points of the finished rounds."""
    return Score(state.round.won, state.tricks, state.round.sets)


def outcome(state: State) -> Outcome | None:
    """The totals; the highest wins, equal ones share their rank (MIZ-22, MIZ-B11)."""
    if state.phase != "over":
        return None
    totals = state.round.won
    best_first = sorted(totals, reverse=True)
    return Outcome(totals, tuple([1 + best_first.index(total) for total in totals]))


# --- scores of matches played elsewhere ---

_TRICKS: Final = [rounds.size(number) for number in range(1, rounds.LAST + 1)]
_TRICKS_OF_ROUND_11: Final = rounds.size(11)

LEAST: Final = -_TRICKS_OF_ROUND_11
"""The least total of a seat, and of all seats together.

All tricks of round 11, and no exact call.
"""

MOST: Final = sum(2 + tricks for tricks in _TRICKS) - _TRICKS_OF_ROUND_11
"""The highest total: all tricks called and taken, but none in round 11 (MIZ-19 to MIZ-21)."""


def check_score(options: Options, score: Sequence[int]) -> None:
    """Whether these can be the totals at the end.

    Raises Refusal `mizzaire.total_not_possible` or `mizzaire.sum_not_possible`.
    """
    check_length(score, options.players)
    for total in score:
        if not LEAST <= total <= MOST:
            raise Refusal(
                "mizzaire.total_not_possible", total=total, least=LEAST, most=MOST
            )
    most = most_together(options.players)
    if not LEAST <= sum(score) <= most:
        raise Refusal(
            "mizzaire.sum_not_possible", sum=sum(score), least=LEAST, most=most
        )


def most_together(players: int) -> int:
    """The highest sum of all totals.

    In each round all seats but one can call exactly (MIZ-9), and in round 11 one seat has
    to take the tricks.
    """
    exact = sum(2 * (players - 1) + tricks for tricks in _TRICKS)
    return exact - 2 * _TRICKS_OF_ROUND_11
