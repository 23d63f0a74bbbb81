"""Players for empty seats: each knows only its seat's view, and answers with the text of a legal move."""

from collections.abc import Callable
from typing import Final

from games.bots import mus
from games.rules.base import Json

Below = Callable[[int], int]
"""Chance from outside: `below(n)` is one of 0 to n-1."""

_PLAYERS: Final[dict[str, Callable[[Json, Below], str]]] = {"mus": mus.choose}


def choose(view: Json, rng: Below) -> str:
    """The move for the seat of this view, which is to act; the same view and the same chance give the same move."""
    return _PLAYERS[view["game"]](view, rng)
