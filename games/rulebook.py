"""The rule books of the card games; RULEBOOK is the only place that knows all games."""

from typing import Final

from games.mizzaire import rules as mizzaire
from games.mu import rules as mu
from games.mus import presets
from games.mus import rules as mus
from games.mus import table_talk as asides
from games.rules.base import Game

RULEBOOK: Final[dict[str, Game]] = {mus.CODE: mus, mu.CODE: mu, mizzaire.CODE: mizzaire}

ASIDES: Final = {mus.CODE: asides}
"""What may pass between seats beside the moves, in the games that know such a thing."""

PRESETS: Final = {mus.CODE: presets.PRESETS}
"""Customs of regions and associations, for the games that have some."""
