"""Table talk in Mus, everything that is not a move: signs, looks at the rivals, phrases."""

from collections.abc import Collection
from typing import Literal

from core.refusals import IllegalMove
from games.mus import phrases, signs
from games.mus.rules.options import Options
from games.mus.signs import LOOK, REST
from games.rules.base import Json, Seat

__all__ = ["LOOK", "REST", "is_agreed", "offers", "refusal", "seen_by"]

Kind = Literal["sign", "look", "phrase"]


def is_agreed(options: Options) -> bool:
    """Whether this table allows any table talk."""
    return options.signs != "off" or options.talk != "off"


def offers(options: Options, view: Json) -> Json:
    """The signs and phrases that the seat of this view may use now, and whether it may look up.

    MUS-63.
    """
    allowed_phrases = []
    if options.talk == "phrases":
        allowed_phrases = list(phrases.PHRASES)
    return {
        "signs": list(signs.true_signs(options, view)),
        "look": signs.may_look(options),
        "phrases": allowed_phrases,
    }


def refusal(options: Options, view: Json, kind: Kind, code: str) -> IllegalMove | None:
    """Why the seat of this view may not do this now (MUS-63, MUS-V10)."""
    if kind == "sign":
        return signs.refusal(options, view, code)
    if kind == "phrase":
        return phrases.refusal(options, code)
    if not signs.may_look(options):
        return IllegalMove("look.off", rule="MUS-63")
    return None


def seen_by(
    options: Options, seat: Seat, kind: Kind, looking: Collection[Seat]
) -> tuple[Seat, ...]:
    """The seats that notice it (MUS-63). `looking` are the seats that look up at the moment."""
    if kind == "sign":
        return signs.seen_by(options, seat, looking)
    if kind == "phrase":
        return (0, 1, 2, 3)
    return (seat,)
