"""The options of a match of Mus."""

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from core.choices import Choice, Choices, read
from games.rules.base import Json

Kings = Literal[8, 4]
Royal = Literal["any", "coins", "off"]
MusVisto = Literal["automatic", "mano"]
Opening = Literal["given", "card", "corrido", "corrido_each_set"]
Announcements = Literal["automatic", "manual"]
TeamReply = Literal["sequential", "highest"]
Signs = Literal["off", "open", "catchable"]
SignList = Literal["seed", "fournier", "fem"]
Talk = Literal["off", "phrases"]


class Options(NamedTuple):
    """The agreed variants; the defaults are the customs of the seed."""

    points_per_set: int = 30
    """Points that win a set (MUS-6, MUS-V1)."""
    sets_to_win: int = 3
    """Sets that win the match (MUS-7, MUS-V2, MUS-B32)."""
    kings: Kings = 8
    """8: threes count as kings and twos as aces (MUS-3); 4: they are plain cards (MUS-V3)."""
    royal: Royal = "any"
    """The card that makes three sevens a royal juego.

    Any card worth ten (MUS-35), only the sota of coins (MUS-V9), or none: a plain 31.
    """
    opening: Opening = "given"
    """Who is mano first: seat 0 (MUS-B1), the highest card (MUS-10), or mus corrido.

    Mus corrido is played in the first deal of the match or of each set (MUS-V7, MUS-B10).
    """
    mus_visto: MusVisto = "automatic"
    """After a card was seen: an exchange is forced (MUS-21), or mano decides (MUS-V5)."""
    redeal_4567: bool = False
    """Whether a 4-5-6-7 in the first deal may be shown and replaced (MUS-V6, MUS-B8)."""
    wait_word: bool = False
    """Whether mano and the next seat may say "I wait" instead of mus (MUS-V8, MUS-B11)."""
    announcements: Announcements = "automatic"
    """Who announces pares and juego: the table, or the seats (MUS-B28).

    If the seats do, a false announcement loses the set (MUS-60).
    """
    team_reply: TeamReply = "sequential"
    """Whether the first partner who accepts or raises binds both, or both reply and the
    higher reply stands (MUS-B14)."""
    signs: Signs = "off"
    """Signs between partners: none, visible to all, or visible to a rival who looks up in time
    (MUS-63)."""
    sign_list: SignList = "seed"
    """A key of `signs.LISTS`: the signs that may be made (MUS-63)."""
    talk: Talk = "off"
    """Talk apart from the moves: none, or fixed phrases (MUS-63, MUS-V10)."""
    players: int = 4
    """Always four (MUS-1)."""


OPTIONS: Final[Choices] = {
    "players": Choice((4,), "MUS-1"),
    "points_per_set": Choice(range(1, 201), "MUS-V1"),
    "sets_to_win": Choice(range(1, 10), "MUS-V2"),
    "kings": Choice((8, 4), "MUS-V3"),
    "royal": Choice(("any", "coins", "off"), "MUS-V9"),
    "opening": Choice(("given", "card", "corrido", "corrido_each_set"), "MUS-V7"),
    "mus_visto": Choice(("automatic", "mano"), "MUS-V5"),
    "redeal_4567": Choice((False, True), "MUS-V6"),
    "wait_word": Choice((False, True), "MUS-V8"),
    "announcements": Choice(("automatic", "manual"), "MUS-B28"),
    "team_reply": Choice(("sequential", "highest"), "MUS-B14"),
    "signs": Choice(("off", "open", "catchable"), "MUS-63"),
    "sign_list": Choice(("seed", "fournier", "fem"), "MUS-63"),
    "talk": Choice(("off", "phrases"), "MUS-V10"),
}


def options(raw: Mapping[str, Any]) -> Options:
    """The options from plain JSON, defaults filled in.

    Raises BadOption `option.unknown`, `option.bad`.
    """
    return read(Options, OPTIONS, raw)


def options_json(options: Options) -> Json:
    """All options as plain JSON."""
    return options._asdict()
