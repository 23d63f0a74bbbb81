"""What a round is worth, and who has won at the end."""

from collections.abc import Sequence
from typing import Final

from core.refusals import Refusal
from games.mizzaire.rules import rounds
from games.mizzaire.rules.options import Options
from games.mizzaire.rules.rounds import Kind
from games.mizzaire.rules.state import State
from games.rules.base import Outcome, Score


def points(kind: Kind, call: int | None, tricks: int) -> int:
    """What a seat gets for a round: 2 and its tricks for an exact call, else nothing (MIZ-19, MIZ-20, MIZ-B9).

    In the Mizzaire round each trick costs 1, and none is worth 2 (MIZ-21, MIZ-B10).
    """
    if kind == "mizzaire":
        return -tricks if tricks else 2
    return 2 + tricks if tricks == call else 0


def score(state: State) -> Score:
    """Totals, tricks in the round being played, points of the finished rounds."""
    return Score(state.round.won, state.tricks, state.round.sets)


def outcome(state: State) -> Outcome | None:
    """The totals; the highest wins, equal ones share their place (MIZ-22, MIZ-B11). None while the match goes on."""
    if state.phase != "over":
        return None
    totals = state.round.won
    return Outcome(
        totals, tuple(1 + sum(other > total for other in totals) for total in totals)
    )


_TRICKS: Final = [rounds.size(number) for number in range(1, rounds.LAST + 1)]
LEAST: Final = -rounds.size(11)
"""The least that a seat can have at the end, and that all together can: all tricks of round 11 and no exact call."""
MOST: Final = sum(2 + tricks for tricks in _TRICKS) - rounds.size(11)
"""The most that a seat can have: every trick called and taken but none of round 11 (MIZ-19 to MIZ-21)."""


def check_score(options: Options, score: Sequence[int]) -> None:
    """Could these be the totals? Raises Refusal `mizzaire.total_not_possible`, `mizzaire.sum_not_possible`."""
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
    """In each round all but one can call exactly (MIZ-9), and in round 11 one has to take the tricks."""
    return sum(2 * (players - 1) + tricks for tricks in _TRICKS) - 2 * rounds.size(11)
