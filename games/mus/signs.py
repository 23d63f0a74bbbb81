"""The signs between partners: which there are, when each is true of a hand, and who sees it (MUS-63)."""

from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple

from core.refusals import IllegalMove
from games.mus.rules.hand import DUPLES, HEIGHT, MEDIAS, THIRTY_ONE, Worth, worth
from games.mus.rules.options import Options, SignList
from games.rules.base import Json, Seat
from games.rules.cards import SPANISH

LOOK: Final = 3
"""Seconds that a look at the rivals lasts."""
REST: Final = 10
"""Seconds from the beginning of a look to the next at the earliest.

A sign that may be caught is caught by who happens to be looking up when it is made, as in a hall. It is a guess made
before the sign: nobody can react to it, so a slow line costs nothing, and whoever could look all the time would catch
every sign. A draw of luck would do without the rivals' judgement, and could be checked only once the match is over; who
looked when is stored, and who saw what follows from it.
"""


class Hand(NamedTuple):
    """What signs tell of four cards; threes are kings and twos aces where they count as such (MUS-3, MUS-V3)."""

    kings: int
    aces: int
    worth: Worth


class Sign(NamedTuple):
    """How a sign is made, what must be true of the hand, and when it may be made."""

    gesture: str
    true: Callable[[Hand], bool]
    when: Callable[[Json], bool] = lambda view: True


Signs = dict[str, Sign]


def _kings(number: int) -> Callable[[Hand], bool]:
    return lambda hand: hand.kings == number


def _aces(number: int) -> Callable[[Hand], bool]:
    return lambda hand: hand.aces == number


def _sum(number: int) -> Callable[[Hand], bool]:
    return lambda hand: hand.worth.punto == number


def _pares(kind: int) -> Callable[[Hand], bool]:
    return lambda hand: hand.worth.pares_bonus == kind


def _none_of(signs: Signs) -> Callable[[Hand], bool]:
    return lambda hand: not any(sign.true(hand) for sign in signs.values())


def _at_punto(view: Json) -> bool:
    return bool(view["lance"] == "punto")


def _after_grande(view: Json) -> bool:
    return len(view["lances"]) > 1


_SEED: Final[Signs] = {
    "kings_2": Sign("lip", _kings(2)),
    "kings_3": Sign("lip_side", _kings(3)),
    "kings_3_ace": Sign("kiss", lambda hand: (hand.kings, hand.aces) == (3, 1)),
    "aces_2": Sign("tongue", _aces(2)),
    "aces_3": Sign("tongue_side", _aces(3)),
    "medias": Sign("cheek", _pares(MEDIAS)),
    "duples": Sign("brows", _pares(DUPLES)),
    "31": Sign("wink", _sum(31)),
    "30": Sign("wink", _sum(30), _at_punto),
}
_FOURNIER: Final[Signs] = {
    "kings_2": Sign("lip", _kings(2)),
    "kings_4": Sign("lip_twice", _kings(4)),
    "aces_2": Sign("tongue", _aces(2)),
    "aces_4": Sign("tongue_twice", _aces(4)),
    "medias": Sign("lips_side", _pares(MEDIAS)),
    "duples": Sign("brows", _pares(DUPLES)),
    "31": Sign("wink", _sum(31)),
    "30": Sign("wink", _sum(30), _at_punto),
}
_FEM: Final[Signs] = {
    "kings_2": Sign("lip", _kings(2)),
    "aces_2": Sign("tongue", _aces(2)),
    "pares": Sign("head_turned", lambda hand: hand.worth.pares > 0),
    "medias_kings": Sign("lips_side", _kings(3)),
    "medias_aces": Sign("tongue_side", _aces(3)),
    "medias": Sign("lips_side", _pares(MEDIAS), _after_grande),
    "duples": Sign("brows", _pares(DUPLES)),
    "juego": Sign("lips_out", lambda hand: 0 < hand.worth.juego < THIRTY_ONE),
    "31": Sign("wink", _sum(31)),
    "30": Sign("shoulders", _sum(30)),
    "29": Sign("shoulder", _sum(29)),
}
_EYES: Final = "eyes"

LISTS: Final[Mapping[SignList, Signs]] = {
    "seed": _SEED | {"nothing": Sign(_EYES, _none_of(_SEED))},
    "fournier": _FOURNIER,
    "fem": _FEM
    | {
        "nothing": Sign(_EYES, _none_of(_FEM)),
        "cut_mus": Sign(
            "head_tilted", lambda hand: True, lambda view: view["phase"] == "mus"
        ),
        "bet_more": Sign(
            "head_up", lambda hand: True, lambda view: view["phase"] == "bet"
        ),
    },
}
"""By list each sign's code, which says what it means. A sign of a number means just so many."""


def true_signs(options: Options, view: Json) -> tuple[str, ...]:
    """The signs that the seat of this view may make now (MUS-63)."""
    return tuple(
        sign for sign in LISTS[options.sign_list] if not refusal(options, view, sign)
    )


def refusal(options: Options, view: Json, sign: str) -> IllegalMove | None:
    """Why the seat of this view may not make this sign now: `sign.untrue` if its cards are other ones (MUS-63).

    While mus corrido looks for a mano nobody signs (MUS-B10).
    """
    signs = LISTS[options.sign_list]
    if options.signs == "off":
        return IllegalMove("sign.off", rule="MUS-63")
    if sign not in signs:
        return IllegalMove("sign.unknown", rule="MUS-63", allowed=list(signs))
    if len(view["hand"]) != 4 or view["mano"] is None or not signs[sign].when(view):
        return IllegalMove("sign.not_now", rule="MUS-63")
    return (
        None
        if signs[sign].true(_hand(options, view["hand"]))
        else IllegalMove("sign.untrue", rule="MUS-63")
    )


def _hand(options: Options, texts: list[str]) -> Hand:
    heights = [HEIGHT[options.kings][text[0]] for text in texts]
    return Hand(
        heights.count(9),
        heights.count(0),
        worth(SPANISH.read(texts), options.kings, options.royal),
    )


def seen_by(
    options: Options, seat: Seat, looking: Collection[Seat]
) -> tuple[Seat, ...]:
    """Who sees a sign of this seat: itself and its partner, rivals if signs are open or they are looking (MUS-63)."""
    return tuple(
        other
        for other in range(4)
        if options.signs == "open" or other % 2 == seat % 2 or other in looking
    )


def may_look(options: Options) -> bool:
    """Whether a rival's sign can be caught by looking up."""
    return options.signs == "catchable"
