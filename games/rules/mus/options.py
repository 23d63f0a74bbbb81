"""What a table may agree on before a match of Mus."""

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from games.rules.base import Json
from games.rules.options import Choice, Choices, read

Kings = Literal[8, 4]
Royal = Literal["any", "coins"]
Signs = Literal["off", "open", "catchable"]
SignList = Literal["seed", "fournier", "fem"]
Talk = Literal["off", "phrases"]


class Options(NamedTuple):
    """The agreed variants, the seed's customs where nothing else is said."""

    points_per_set: int = 30
    """Points that win a set (MUS-6, MUS-V1)."""
    sets_to_win: int = 3
    """Sets that win the match (MUS-7, MUS-V2, MUS-B32)."""
    kings: Kings = 8
    """8: threes count as kings and twos as aces (MUS-3); 4: they are plain cards (MUS-V3)."""
    royal: Royal = "any"
    """The fourth card of the royal juego: any ten-valued card (MUS-35), or only the sota of coins (MUS-V9)."""
    signs: Signs = "off"
    """Signs between partners: none, seen by all four, or by rivals only if they look up in time (MUS-63)."""
    sign_list: SignList = "seed"
    """The signs that may be made: of `signs.LISTS` (MUS-63)."""
    talk: Talk = "off"
    """What may be said beside the moves: nothing, or fixed phrases (MUS-63, MUS-V10)."""
    players: int = 4
    """Always four (MUS-1)."""


OPTIONS: Final[Choices] = {
    "players": Choice((4,), "MUS-1"),
    "points_per_set": Choice(range(1, 201), "MUS-V1"),
    "sets_to_win": Choice(range(1, 10), "MUS-V2"),
    "kings": Choice((8, 4), "MUS-V3"),
    "royal": Choice(("any", "coins"), "MUS-V9"),
    "signs": Choice(("off", "open", "catchable"), "MUS-63"),
    "sign_list": Choice(("seed", "fournier", "fem"), "MUS-63"),
    "talk": Choice(("off", "phrases"), "MUS-V10"),
}


def options(raw: Mapping[str, Any]) -> Options:
    """The options from plain JSON values, defaults filled in. Raises BadOption `option.unknown`, `option.bad`."""
    return read(Options, OPTIONS, raw)


def options_json(options: Options) -> Json:
    """All options as plain JSON."""
    return options._asdict()
