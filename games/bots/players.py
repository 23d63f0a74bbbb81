"""Players for empty seats: each knows only its seat's view, and answers with the text of a legal move."""

from collections.abc import Callable
from typing import Final

from games.bots import search
from games.mizzaire import bot as mizzaire
from games.mu import bot as mu
from games.mus import bot as mus
from games.rulebook import RULEBOOK
from games.rules.base import Below, Json

HABITS: Final[dict[str, search.Habits]] = {"mus": mus, "mu": mu, "mizzaire": mizzaire}

LEVELS: Final = ("simple", "strong")
"""By rules of thumb, or by trying each move in many imagined deals."""


def always() -> bool:
    """There is time."""
    return True


def choose(
    view: Json, rng: Below, level: str = "simple", in_time: Callable[[], bool] = always
) -> str:
    """The move for the seat of this view, which is to act; the same view, chance and time give the same move.

    `rng(n)` is one of 0 to n-1; a strong player stops thinking once `in_time()` is false.
    """
    game, habits = RULEBOOK[view["game"]], HABITS[view["game"]]
    if level == "strong":
        return game.text(search.best(game, habits, view, rng, in_time))
    return game.text(
        habits.move(game.imagine(view, rng), rng)
    )  # the rules of thumb see only what the seat knows
