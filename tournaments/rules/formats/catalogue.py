"""The formats of the service. FORMATS is the only list of them."""

from typing import Final

from tournaments.rules.formats import (
    changing_partners,
    consolation,
    double_elimination,
    groups,
    knockout,
    lives,
    multiplayer_tables,
    round_robin,
    swiss,
)
from tournaments.rules.formats.base import Format

# The first one that fits a game is its default.
_ALL: Final[tuple[Format, ...]] = (
    knockout.FORMAT,
    double_elimination.FORMAT,
    consolation.FORMAT,
    round_robin.FORMAT,
    groups.FORMAT,
    swiss.FORMAT,
    lives.FORMAT,
    changing_partners.FORMAT,
    multiplayer_tables.FORMAT,
)
FORMATS: Final[dict[str, Format]] = {format.code: format for format in _ALL}
"""By their codes: one module each, answering the questions of `base`."""
