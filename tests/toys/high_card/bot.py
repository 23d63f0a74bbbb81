"""The bot of high card stays with the upper half of the cards."""

from typing import Any

from games.rules.base import Below, Json
from tests.toys.high_card.rules import CARDS, State, legal_moves


def choose_move(state: State, below: Below) -> tuple[str, ...]:
    own = state.order[len(state.said)]
    return ("stay",) if own >= len(CARDS) // 2 else ("fold",)


def candidate_moves(state: State) -> tuple[Any, ...]:
    return legal_moves(state)


def plausibility(view: Json, state: State) -> float:
    return 1.0


def measure_gain(before: State, after: State, seat: int) -> float:
    return sum(points[seat] for points in after.rounds[len(before.rounds) :])
