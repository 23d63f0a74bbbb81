"""The four lances: who takes part, which hand wins, and what the count pays."""

from collections.abc import Iterator
from typing import Final, Literal

from games.mus.rules.hand import HandStrength, hand_strength
from games.mus.rules.state import (
    ORDER,
    SIDES,
    Award,
    Lance,
    LanceName,
    Move,
    State,
    TalkEntry,
    side_of,
)
from games.rules.base import Seat

Name = Literal["grande", "chica", "pares", "juego"]
NAMES: Final[tuple[Name, ...]] = ("grande", "chica", "pares", "juego")
"""In the order of play and of the count (MUS-23, MUS-51).

Punto is played in the place of juego when no seat has juego (MUS-36).
"""

_PLAYED_BY_ALL: Final[tuple[LanceName, ...]] = ("grande", "chica", "punto")
_FOR_ALL: Final = {
    (name, mano): Lance(name, ORDER[mano])
    for name in _PLAYED_BY_ALL
    for mano in range(4)
}
"""The open lances in which all four seats take part, by name and mano."""

_FIELD: Final = {name: index for index, name in enumerate(HandStrength._fields)}
"""The index of each lance in a HandStrength."""

PARES_SI, PARES_NO = Move("pares si"), Move("pares no")
JUEGO_SI, JUEGO_NO = Move("juego si"), Move("juego no")

Strengths = tuple[HandStrength, ...]
"""The strength of the hand of each seat."""


def hand_strengths(state: State) -> Strengths:
    """The strengths of the four hands under the agreed options."""
    kings, royal = state.options.kings, state.options.royal
    return tuple([hand_strength(hand, kings, royal) for hand in state.table.hands])


def announcements(
    name: Literal["pares", "juego"], mano: Seat, strengths: Strengths
) -> tuple[TalkEntry, ...]:
    """The true announcements of all seats before this lance (MUS-27, MUS-32, MUS-B28)."""
    entries: list[TalkEntry] = []
    for seat in ORDER[mano]:
        if name == "pares":
            move = PARES_SI if strengths[seat].pares else PARES_NO
        else:
            move = JUEGO_SI if strengths[seat].juego else JUEGO_NO
        entries.append((seat, move, name))
    return tuple(entries)


def next_lance(name: Name, mano: Seat, strengths: Strengths) -> Lance:
    """The lance as it opens, already closed if it has too few players.

    MUS-24 to MUS-26, MUS-32, MUS-36.
    """
    if name in ("grande", "chica"):
        return _FOR_ALL[name, mano]
    field = _FIELD[name]
    holders = tuple([seat for seat in ORDER[mano] if strengths[seat][field]])
    if name == "juego" and not holders:
        return _FOR_ALL["punto", mano]
    return _open_for_holders(name, holders)


def _open_for_holders(name: LanceName, holders: tuple[Seat, ...]) -> Lance:
    """A bet needs holders on both sides; one side alone still scores (MUS-28, MUS-33)."""
    sides = {side_of(seat) for seat in holders}
    match len(sides):
        case 0:
            return Lance(name, holders, "nobody")
        case 1:
            return Lance(name, holders, "alone", side=sides.pop())
    return Lance(name, holders)


def best_side(lance: Lance, strengths: Strengths) -> int:
    """The side with the best hand among the participants, even if that seat passed (MUS-43).

    The first of equal hands is best (MUS-11).
    """
    field = _FIELD[lance.name]
    in_order = [strengths[seat][field] for seat in lance.players]
    return side_of(lance.players[in_order.index(max(in_order))])


def count_lances(lances: tuple[Lance, ...], strengths: Strengths) -> Iterator[Award]:
    """What the count pays, lance after lance (MUS-51, MUS-B29)."""
    for lance in lances:
        if lance.state != "nobody":
            yield from _count_lance(lance, strengths)


def _count_lance(lance: Lance, strengths: Strengths) -> Iterator[Award]:
    """What a closed lance pays to the side that won it (MUS-48, MUS-52, MUS-53, MUS-56)."""
    side = lance.side
    if side is None:
        side = best_side(lance, strengths)
    if lance.state == "accepted" and lance.bet:
        yield Award(lance.name, side, lance.bet.amount, "bet")
    if lance.state == "passed" and lance.name in ("grande", "chica"):
        yield Award(lance.name, side, 1, "waited")
    extra = bonus(lance.name, [strengths[seat] for seat in SIDES[side]])
    if extra:
        yield Award(lance.name, side, extra, "bonus")


def bonus(lance: LanceName, partners: list[HandStrength]) -> int:
    """What the winners add for both their hands, even without a bet.

    MUS-53 to MUS-56, MUS-B22 to MUS-B24.
    """
    match lance:
        case "pares":
            return sum(hand.pares_bonus for hand in partners)
        case "juego":
            return sum(hand.juego_bonus for hand in partners)
        case "punto":
            return 1
    return 0
