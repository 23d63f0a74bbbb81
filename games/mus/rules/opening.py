"""Who begins: the draw for mano by card, and mus corrido, in which nobody is mano until somebody keeps the pack."""

from typing import Final

from games.mus.rules.hand import HEIGHT
from games.mus.rules.state import (
    NOTHING,
    Move,
    State,
    Table,
    quickly,
    replaced,
    right_of,
)
from games.rules.base import Seat
from games.rules.cards import SPANISH, Cards

CORRIDO: Final = frozenset({"corrido", "corrido_each_set"})


def draw(state: State, order: Cards) -> State:
    """Those who draw take the first cards in turn; the highest is mano, equal ones draw again (MUS-10, MUS-B1).

    In mus corrido the highest is the first dealer (MUS-V7).
    """
    drawing = state.table.drawing
    height = HEIGHT[state.options.kings]
    heights = {
        seat: height[SPANISH.text(card)[0]]
        for seat, card in zip(drawing, order, strict=False)
    }
    highest = tuple(seat for seat in drawing if heights[seat] == max(heights.values()))
    received: tuple[tuple[int, ...], ...] = NOTHING
    for place, seat in enumerate(drawing):
        received = replaced(received, seat, (place,))
    said = tuple(
        [
            (seat, Move("draw", cards=(order[place],)), None)
            for place, seat in enumerate(drawing)
        ]
    )
    state = state._replace(
        table=Table(
            order=order, dealt=len(drawing), received=received, drawing=highest
        ),
        talk=state.talk + said,
    )
    if len(highest) > 1:
        return state
    mano = right_of(highest[0]) if state.options.opening in CORRIDO else highest[0]
    return state._replace(phase="deal", mano=mano)


def is_corrido(state: State) -> bool:
    """Whether this deal belongs to who keeps the pack: the first of the match, or of each set (MUS-B10).

    Until then `mano` is the seat to the dealer's right: it is dealt to first, and its word decides on a card that was
    seen (MUS-V5).
    """
    if state.options.opening == "corrido":
        return state.deal == 1
    return state.options.opening == "corrido_each_set" and state.score.running == (0, 0)


def first_asked(state: State) -> Seat:
    """Who is asked for mus first: mano (MUS-14); in mus corrido the dealer (MUS-B10)."""
    return (state.mano - 1) % 4 if is_corrido(state) else state.mano


def keep_the_pack(state: State, seat: Seat) -> State:
    """No mus by this seat: the bets begin (MUS-14, MUS-B2); in mus corrido it is mano (MUS-V7, MUS-B10)."""
    mano = seat if is_corrido(state) else state.mano
    return quickly(State, (*state[:3], mano, "open", *state[5:]))
