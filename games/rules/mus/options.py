"""What a table may agree on before a match of Mus."""

from collections.abc import Container, Mapping
from typing import Any, Final, Literal, NamedTuple

from games.rules.base import Json
from games.rules.errors import BadOption

Kings = Literal[8, 4]
Royal = Literal["any", "coins"]


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


_ALLOWED: Final[dict[str, tuple[Container[Any], str]]] = {
    "points_per_set": (range(1, 201), "1 to 200"),
    "sets_to_win": (range(1, 10), "1 to 9"),
    "kings": ((8, 4), "8 or 4"),
    "royal": (("any", "coins"), "any or coins"),
}


def options(raw: Mapping[str, Any]) -> Options:
    """The options from plain JSON values, defaults filled in.

    Raises BadOption `mus.unknown_option` or `mus.bad_option`; its `allowed` says what would be right.
    """
    for name, value in raw.items():
        _check(name, value)
    return Options(**raw)


def _check(name: str, value: object) -> None:
    if name not in _ALLOWED:
        raise BadOption("mus.unknown_option", option=name, allowed=", ".join(_ALLOWED))
    values, allowed = _ALLOWED[name]
    kind = type(Options._field_defaults[name])
    if type(value) is not kind or value not in values:  # `type`, since True would pass for 1
        raise BadOption("mus.bad_option", option=name, allowed=allowed)


def options_json(options: Options) -> Json:
    """All options as plain JSON."""
    return options._asdict()
