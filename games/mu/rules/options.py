"""The options of a match of Mü."""

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from core.choices import Choice, Choices, read
from games.rules.base import Json


class Options(NamedTuple):
    """The agreed variants; the defaults are the rules of the book."""

    players: int = 4
    """Three to six (MU-1)."""
    target: int = 200
    """The match ends after the deal in which a total reaches this (MU-45, MU-B26)."""
    deals: int = 0
    """The number of deals, whatever the totals; 0 to play to the target (MU-B26)."""
    bonus_by: Literal["bid", "achieved"] = "bid"
    """Whether the bonus depends on the cards revealed or on the rank achieved (MU-B20)."""
    allow_same_trump: bool = True
    """Whether the boss may name the trump that the vice has named (MU-B15)."""


OPTIONS: Final[Choices] = {
    "players": Choice(range(3, 7), "MU-1"),
    "target": Choice(range(1, 1001), "MU-45"),
    "deals": Choice(range(0, 101), "MU-B26"),
    "bonus_by": Choice(("bid", "achieved"), "MU-B20"),
    "allow_same_trump": Choice((True, False), "MU-B15"),
}


def options(raw: Mapping[str, Any]) -> Options:
    """The options from plain JSON, defaults filled in.

    Raises BadOption `option.unknown`, `option.bad`.
    """
    return read(Options, OPTIONS, raw)


def options_json(options: Options) -> Json:
    """All options as plain JSON."""
    return options._asdict()
