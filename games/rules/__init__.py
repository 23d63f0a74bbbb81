"""The rule books of the card games; RULEBOOK is the only place that knows all games."""

from typing import Final

from games.rules import mizzaire, mu, mus
from games.rules.base import Game

RULEBOOK: Final[dict[str, Game]] = {mus.CODE: mus, mu.CODE: mu, mizzaire.CODE: mizzaire}

ASIDES: Final = {mus.CODE: mus.asides}
"""What may pass between seats beside the moves, in the games that know such a thing."""
