"""What a table may agree on before a match of Mus."""

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
    """The agreed variants, the seed's customs where nothing else is said."""

    points_per_set: int = 30
    """Points that win a set (MUS-6, MUS-V1)."""
    sets_to_win: int = 3
    """Sets that win the match (MUS-7, MUS-V2, MUS-B32)."""
    kings: Kings = 8
    """8: threes count as kings and twos as aces (MUS-3); 4: they are plain cards (MUS-V3)."""
    royal: Royal = "any"
    """The fourth card of the royal juego: any ten-valued card (MUS-35), only the sota of coins (MUS-V9), or none: it is
    a 31 like others."""
    opening: Opening = "given"
    """Who is mano first: seat 0 (MUS-B1), the highest card (MUS-10); or who keeps the pack in mus corrido, in the first
    deal of the match or of each set (MUS-V7, MUS-B10)."""
    mus_visto: MusVisto = "automatic"
    """After a card was seen an exchange is forced (MUS-21), or mano decides whether it is (MUS-V5)."""
    redeal_4567: bool = False
    """Whether a 4-5-6-7 in the first deal may be shown and replaced (MUS-V6, MUS-B8)."""
    wait_word: bool = False
    """Whether mano and the next seat may say that they wait, which is a mus (MUS-V8, MUS-B11)."""
    announcements: Announcements = "automatic"
    """Pares and juego are announced from the cards, or by the seats: a false word then loses the set (MUS-B28)."""
    team_reply: TeamReply = "sequential"
    """The first partner who accepts or raises binds both, or both reply and the highest reply stands (MUS-B14)."""
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
    """The options from plain JSON values, defaults filled in. Raises BadOption `option.unknown`, `option.bad`."""
    return read(Options, OPTIONS, raw)


def options_json(options: Options) -> Json:
    """All options as plain JSON."""
    return options._asdict()
