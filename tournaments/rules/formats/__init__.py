"""One module for each format of an event, each answering the questions of `base`."""

from typing import Final

from tournaments.rules.formats import knockout, tables
from tournaments.rules.formats.base import Format

FORMATS: Final[dict[str, Format]] = {knockout.CODE: knockout, tables.CODE: tables}
