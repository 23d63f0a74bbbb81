"""One module for each format of an event, each answering the questions of `base`."""

from typing import Final

from tournaments.rules.formats import knockout, round_robin, tables
from tournaments.rules.formats.base import Format

FORMATS: Final[dict[str, Format]] = {
    knockout.CODE: knockout,
    round_robin.CODE: round_robin,
    tables.CODE: tables,
}
