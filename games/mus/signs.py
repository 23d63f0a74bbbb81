"""The signs between partners, when each is true of a hand, and who sees it (MUS-63)."""

from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple

from core.refusals import IllegalMove
from games.mus.rules.hand import (
    ACE,
    DUPLES,
    HEIGHT,
    KING,
    MEDIAS,
    THIRTY_ONE,
    HandStrength,
    hand_strength,
)
from games.mus.rules.options import Options, SignList
from games.rules.base import Json, Seat
from games.rules.cards import SPANISH

LOOK: Final = 3
"""How many seconds a look at the rivals lasts."""
REST: Final = 10
"""The fewest seconds from the beginning of one look to the next.

As in a hall, a rival catches a sign by happening to look up when it is made. The look is a
guess made before the sign, so a slow connection is no handicap; a rival who could look all
the time would catch every sign. A random draw would leave the rivals no judgement, and
could be checked only after the match. All looks are stored, and who saw a sign follows from
them.
"""


class Hand(NamedTuple):
    """What signs say about four cards.

    Threes count as kings and twos as aces, unless there are four kings (MUS-3, MUS-V3).
    """

    kings: int
    aces: int
    strength: HandStrength


SignTest = Callable[[Hand, Json], bool]
"""Whether a sign is true of a hand, at the moment of this view of its seat."""


class Sign(NamedTuple):
    """One sign of a list."""

    gesture: str
    is_true: SignTest
    """Whether the hand bears it out."""
    may_be_made: Callable[[Json], bool] = lambda view: True
    """Whether this is the moment for it, given the view of the seat."""


Signs = dict[str, Sign]


def _kings(number: int) -> SignTest:
    return lambda hand, view: hand.kings == number


def _aces(number: int) -> SignTest:
    return lambda hand, view: hand.aces == number


def _sum(number: int) -> SignTest:
    return lambda hand, view: hand.strength.punto == number


def _pares(kind: int) -> SignTest:
    return lambda hand, view: hand.strength.pares_bonus == kind


def _none_of(signs: Signs) -> SignTest:
    """No other sign could be made now.

    A hand of 30 has a sign at punto only: until then it may say that it has nothing.
    """

    def is_true(hand: Hand, view: Json) -> bool:
        for sign in signs.values():
            if sign.may_be_made(view) and sign.is_true(hand, view):
                return False
        return True

    return is_true


def _at_punto(view: Json) -> bool:
    return bool(view["lance"] == "punto")


def _after_grande(view: Json) -> bool:
    return len(view["lances"]) > 1


_SEED: Final[Signs] = {
    "kings_2": Sign("lip", _kings(2)),
    "kings_3": Sign("lip_side", _kings(3)),
    "kings_3_ace": Sign("kiss", lambda hand, view: (hand.kings, hand.aces) == (3, 1)),
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
    "pares": Sign("head_turned", lambda hand, view: hand.strength.pares > 0),
    "medias_kings": Sign("lips_side", _kings(3)),
    "medias_aces": Sign("tongue_side", _aces(3)),
    "medias": Sign("lips_side", _pares(MEDIAS), _after_grande),
    "duples": Sign("brows", _pares(DUPLES)),
    "juego": Sign("lips_out", lambda hand, view: 0 < hand.strength.juego < THIRTY_ONE),
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
            "head_tilted", lambda hand, view: True, lambda view: view["phase"] == "mus"
        ),
        "bet_more": Sign(
            "head_up", lambda hand, view: True, lambda view: view["phase"] == "bet"
        ),
    },
}
"""The signs of each list by code, which says what the sign means.

A number in a code is exact: `kings_2` is not true of three kings.
"""


def true_signs(options: Options, view: Json) -> tuple[str, ...]:
    """The signs that the seat of this view may make now (MUS-63)."""
    signs = LISTS[options.sign_list]
    return tuple(sign for sign in signs if refusal(options, view, sign) is None)


def refusal(options: Options, view: Json, sign: str) -> IllegalMove | None:
    """Why the seat of this view may not make this sign now, None if it may (MUS-63)."""
    signs = LISTS[options.sign_list]
    if options.signs == "off":
        return IllegalMove("sign.off", rule="MUS-63")
    if sign not in signs:
        return IllegalMove("sign.unknown", rule="MUS-63", allowed=list(signs))
    # In mus corrido there are no signs before a seat is mano (MUS-B10).
    has_cards = len(view["hand"]) == 4 and view["mano"] is not None
    if not has_cards or not signs[sign].may_be_made(view):
        return IllegalMove("sign.not_now", rule="MUS-63")
    hand = _read_hand(options, view["hand"])
    if not signs[sign].is_true(hand, view):
        return IllegalMove("sign.untrue", rule="MUS-63")
    return None


def _read_hand(options: Options, texts: list[str]) -> Hand:
    heights = [HEIGHT[options.kings][text[0]] for text in texts]
    strength = hand_strength(SPANISH.read(texts), options.kings, options.royal)
    return Hand(heights.count(KING), heights.count(ACE), strength)


def seen_by(
    options: Options, seat: Seat, looking: Collection[Seat]
) -> tuple[Seat, ...]:
    """The seats that see a sign of this seat: it and its partner, and rivals who can (MUS-63)."""
    if options.signs == "open":
        return (0, 1, 2, 3)
    sees = {seat, (seat + 2) % 4, *looking}
    return tuple(sorted(sees))


def may_look(options: Options) -> bool:
    """Whether a seat may look up to catch a rival's sign."""
    return options.signs == "catchable"
