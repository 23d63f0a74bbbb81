"""Who begins: the draw for mano, and mus corrido, in which no seat is mano at first."""

from typing import Final

from games.mus.rules.hand import HEIGHT
from games.mus.rules.state import (
    NOTHING,
    Move,
    State,
    Table,
    right_of,
    with_bets_open,
)
from games.rules.base import Seat
from games.rules.cards import SPANISH, Cards

CORRIDO: Final = frozenset({"corrido", "corrido_each_set"})


def draw_for_mano(state: State, order: Cards) -> State:
    """Each seat that draws takes one card; the highest is mano (MUS-10, MUS-B1)."""
    height = HEIGHT[state.options.kings]
    drawing = state.table.drawing
    talk = list(state.talk)
    received = list(NOTHING)
    heights = {}
    for position, seat in enumerate(drawing):
        card = order[position]
        talk.append((seat, Move("draw", cards=(card,)), None))
        received[seat] = (position,)
        heights[seat] = height[SPANISH.text(card)[0]]
    top = max(heights.values())
    highest = tuple(seat for seat in drawing if heights[seat] == top)
    table = Table(
        order=order, dealt=len(drawing), received=tuple(received), drawing=highest
    )
    state = state._replace(table=table, talk=tuple(talk))
    if len(highest) > 1:  # those with the highest cards draw again
        return state
    mano = highest[0]
    if state.options.opening in CORRIDO:
        # In mus corrido the highest card makes the first dealer (MUS-V7).
        mano = right_of(mano)
    return state._replace(phase="deal", mano=mano)


def is_corrido(state: State) -> bool:
    """Whether the seat that says "no mus" becomes mano in this deal (MUS-V7, MUS-B10).

    That is the first deal of the match, or of each set. Until then `mano` is the seat to
    the dealer's right: it is dealt to first, and it decides about a card that was seen
    (MUS-V5).
    """
    if state.options.opening == "corrido":
        return state.deal == 1
    return state.options.opening == "corrido_each_set" and state.score.running == (0, 0)


def first_asked(state: State) -> Seat:
    """Who is asked for mus first: mano (MUS-14), or in mus corrido the dealer (MUS-B10)."""
    if is_corrido(state):
        return (state.mano - 1) % 4
    return state.mano


def keep_the_pack(state: State, seat: Seat) -> State:
    """This seat says "no mus": the bets begin (MUS-14, MUS-B2)."""
    if is_corrido(state):
        return with_bets_open(state, seat)
    return with_bets_open(state, state.mano)
