"""The moves of bots: each bot knows only the view of its seat."""

from collections.abc import Callable
from typing import Final

from games.bots import search
from games.catalogue import GAMES
from games.rules.base import Below, Json

LEVELS: Final = ("simple", "strong")
"""By rules of thumb, or by trying each move in many sampled deals."""


def always() -> bool:
    """There is time."""
    return True


def choose(
    view: Json, rng: Below, level: str = "simple", in_time: Callable[[], bool] = always
) -> str:
    """The text of a legal move for the seat of this view, whose turn it is.

    `rng(n)` returns one of 0 to n-1. The same view, chance and time give the same move.
    A strong bot stops thinking once `in_time()` is false.
    """
    game = GAMES[view["game"]]
    rules = game.rules
    if level == "strong":
        return rules.text(search.search_move(rules, game.bot, view, rng, in_time))
    # A sampled state holds only what the seat knows, so the rules of thumb cannot cheat.
    state = rules.determinize(view, rng)
    return rules.text(game.bot.choose_move(state, rng))
