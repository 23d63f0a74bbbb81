"""The formats of the service. FORMATS is the only list of them."""

from typing import Final

from tournaments.rules.formats import changing_partners as partners
from tournaments.rules.formats import (
    consolation,
    double_elimination,
    groups,
    knockout,
    lives,
    round_robin,
    swiss,
)
from tournaments.rules.formats import multiplayer_tables as tables
from tournaments.rules.formats.base import Format

FORMATS: Final[dict[str, Format]] = {
    knockout.CODE: knockout,
    double_elimination.CODE: double_elimination,
    consolation.CODE: consolation,
    round_robin.CODE: round_robin,
    groups.CODE: groups,
    swiss.CODE: swiss,
    lives.CODE: lives,
    partners.CODE: partners,
    tables.CODE: tables,
}
