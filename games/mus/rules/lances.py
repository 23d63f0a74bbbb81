"""The four lances: who takes part, whose cards win, and what the count pays."""

from collections.abc import Iterator
from typing import Final, Literal

from games.mus.rules.hand import Worth, worth
from games.mus.rules.state import (
    ORDER,
    SIDES,
    Award,
    Lance,
    LanceName,
    Move,
    Said,
    State,
    side_of,
)
from games.rules.base import Seat

Name = Literal["grande", "chica", "pares", "juego"]
NAMES: Final[tuple[Name, ...]] = ("grande", "chica", "pares", "juego")
"""In the order of play and of the count (MUS-23, MUS-51); punto takes the place of a juego that nobody has (MUS-36)."""

_IN_ALL: Final[tuple[LanceName, ...]] = ("grande", "chica", "punto")
_FOR_ALL: Final = {
    (name, mano): Lance(name, ORDER[mano]) for name in _IN_ALL for mano in range(4)
}
"""The lances in which all take part, as they open, by name and mano."""

_PLACES: Final = {name: place for place, name in enumerate(Worth._fields)}

PARES_SI, PARES_NO = Move("pares si"), Move("pares no")
JUEGO_SI, JUEGO_NO = Move("juego si"), Move("juego no")

Worths = tuple[Worth, ...]


def worths_of(state: State) -> Worths:
    """By seat, what the hands are worth under the agreed options."""
    kings, royal = state.options.kings, state.options.royal
    return tuple([worth(hand, kings, royal) for hand in state.table.hands])


def announcements(
    name: Literal["pares", "juego"], mano: Seat, hands: Worths
) -> tuple[Said, ...]:
    """What all say in order before this lance, from their cards (MUS-27, MUS-32, MUS-B28)."""
    if name == "pares":
        return tuple(
            [
                (seat, PARES_SI if hands[seat].pares else PARES_NO, name)
                for seat in ORDER[mano]
            ]
        )
    return tuple(
        [
            (seat, JUEGO_SI if hands[seat].juego else JUEGO_NO, name)
            for seat in ORDER[mano]
        ]
    )


def next_lance(name: Name, mano: Seat, hands: Worths) -> Lance:
    """This lance as it opens, or closes at once for want of players (MUS-24 to MUS-26, MUS-32, MUS-36)."""
    if name == "grande" or name == "chica":
        return _FOR_ALL[name, mano]
    holders = tuple(
        [
            seat
            for seat in ORDER[mano]
            if (hands[seat].pares if name == "pares" else hands[seat].juego)
        ]
    )
    if name == "juego" and not holders:
        return _FOR_ALL["punto", mano]
    return _among(name, holders)


def _among(name: LanceName, holders: tuple[Seat, ...]) -> Lance:
    """A bet needs holders on both sides; one side alone still scores at the count (MUS-28, MUS-33)."""
    sides = {side_of(seat) for seat in holders}
    match len(sides):
        case 0:
            return Lance(name, holders, "nobody")
        case 1:
            return Lance(name, holders, "alone", side=sides.pop())
    return Lance(name, holders)


def best_side(lance: Lance, hands: Worths) -> int:
    """The side of the best hand among those who take part, who passed or not; of equals the first (MUS-11, MUS-43)."""
    place = _PLACES[lance.name]
    strengths = [hands[seat][place] for seat in lance.players]
    return side_of(lance.players[strengths.index(max(strengths))])


def dues(lances: tuple[Lance, ...], hands: Worths) -> Iterator[Award]:
    """What the count pays, lance after lance (MUS-51, MUS-B29)."""
    for lance in lances:
        if lance.state != "nobody":
            yield from _awards(lance, hands)


def _awards(lance: Lance, hands: Worths) -> Iterator[Award]:
    """What a closed lance pays (MUS-52, MUS-53, MUS-56); both partners share it all (MUS-48)."""
    side = best_side(lance, hands) if lance.side is None else lance.side
    if lance.state == "accepted" and lance.bet:
        yield Award(lance.name, side, lance.bet.amount, "bet")
    if lance.state == "passed" and lance.name in ("grande", "chica"):
        yield Award(lance.name, side, 1, "waited")
    if extra := bonus(lance.name, [hands[seat] for seat in SIDES[side]]):
        yield Award(lance.name, side, extra, "bonus")


def bonus(lance: LanceName, partners: list[Worth]) -> int:
    """What the winners add for their own hands, also without a bet (MUS-53 to MUS-56, MUS-B22 to MUS-B24)."""
    match lance:
        case "pares":
            return sum(hand.pares_bonus for hand in partners)
        case "juego":
            return sum(hand.juego_bonus for hand in partners)
        case "punto":
            return 1
    return 0
