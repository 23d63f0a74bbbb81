"""What the pages show of each game: TABLES is the only place of the pages that knows all games.

The table itself is `templates/games/<code>/table.html`, which fills the blocks of `templates/games/table.html`.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.mizzaire import page as mizzaire
from games.mu import page as mu
from games.mus import page as mus
from games.pages.table_page import Shown
from games.pages.terms import Terms
from games.rules.base import Json


class Pages(NamedTuple):
    """A game as the pages show it."""

    name: str
    about: Any
    """The game in a sentence or two, for somebody who never played it."""
    shown: type[Shown]
    terms: Callable[[str], Terms]
    """The words of the game, as a vocabulary has them, and what they mean."""
    usual: Json
    """What a friendly table agrees on where nothing is said, if that is not the game's default."""


TABLES: Final[dict[str, Pages]] = {
    "mus": Pages(
        "Mus",
        _(
            "Two against two: one bets on four qualities of four cards, and bluffs. One bot is your partner."
        ),
        mus.Shown,
        mus.terms,
        {"sets_to_win": 1},
    ),
    "mu": Pages(
        "Mü",
        _(
            "Three to six: an auction with open cards decides who plays with whom, and for which trumps."
        ),
        mu.Shown,
        mu.terms,
        {"deals": 4},
    ),
    "mizzaire": Pages(
        "Mizzaire",
        _(
            "Two to seven, eighteen rounds: say how many tricks you will win, and win exactly so many."
        ),
        mizzaire.Shown,
        mizzaire.terms,
        {},
    ),
}
