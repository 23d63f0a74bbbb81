"""One module for each format of an event, each answering the questions of `base`."""

from typing import Final

from tournaments.rules.formats import groups, knockout, lives, round_robin, swiss, tables
from tournaments.rules.formats.base import Format

FORMATS: Final[dict[str, Format]] = {
    knockout.CODE: knockout,
    round_robin.CODE: round_robin,
    groups.CODE: groups,
    swiss.CODE: swiss,
    lives.CODE: lives,
    tables.CODE: tables,
}
