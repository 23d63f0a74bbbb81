"""The options of a match of Mizzaire."""

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from core.choices import Choice, Choices, read
from games.rules.base import Json

FirstLead = Literal["after_dealer", "dealer"]


class Options(NamedTuple):
    """The agreed variants; the defaults are the customs of the seed."""

    players: int = 4
    """Two to seven, each for himself (MIZ-1)."""
    first_lead: FirstLead = "after_dealer"
    """Who leads to the first trick: the seat that called first, or the dealer (MIZ-B2)."""
    round11_trump: bool = True
    """Whether a trump card is turned up in the Mizzaire round (MIZ-B3)."""


OPTIONS: Final[Choices] = {
    "players": Choice(range(2, 8), "MIZ-1"),
    "first_lead": Choice(("after_dealer", "dealer"), "MIZ-B2"),
    "round11_trump": Choice((True, False), "MIZ-B3"),
}


def options(raw: Mapping[str, Any]) -> Options:
    """The options from plain JSON, defaults filled in.

    Raises BadOption `option.unknown`, `option.bad`.
    """
    return read(Options, OPTIONS, raw)


def options_json(options: Options) -> Json:
    """All options as plain JSON."""
    return options._asdict()
