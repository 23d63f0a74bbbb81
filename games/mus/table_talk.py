"""What may pass between the seats of a table of Mus beside the moves: signs, looks at the rivals, and phrases."""

from collections.abc import Collection
from typing import Literal

from core.refusals import IllegalMove
from games.mus import phrases, signs
from games.mus.rules.options import Options
from games.mus.signs import LOOK, REST
from games.rules.base import Json, Seat

__all__ = ["LOOK", "REST", "agreed", "offered", "refusal", "seen_by"]

Kind = Literal["sign", "look", "phrase"]


def agreed(options: Options) -> bool:
    """Whether this table has anything of the kind."""
    return options.signs != "off" or options.talk != "off"


def offered(options: Options, view: Json) -> Json:
    """What the seat of this view may do now: its true signs, whether it may look up, and the phrases (MUS-63)."""
    return {
        "signs": list(signs.true_signs(options, view)),
        "look": signs.may_look(options),
        "phrases": list(phrases.PHRASES) if options.talk == "phrases" else [],
    }


def refusal(options: Options, view: Json, kind: Kind, code: str) -> IllegalMove | None:
    """Why the seat of this view may not do this now (MUS-63, MUS-V10)."""
    if kind == "sign":
        return signs.refusal(options, view, code)
    if kind == "phrase":
        return phrases.refusal(options, code)
    return None if signs.may_look(options) else IllegalMove("look.off", rule="MUS-63")


def seen_by(
    options: Options, seat: Seat, kind: Kind, looking: Collection[Seat]
) -> tuple[Seat, ...]:
    """The seats that notice it: a phrase is for all, a look for nobody else (MUS-63)."""
    if kind == "sign":
        return signs.seen_by(options, seat, looking)
    return (0, 1, 2, 3) if kind == "phrase" else (seat,)
