"""Dealing, asking for mus, and the exchange of cards."""

from typing import Final, Literal

from games.mus.rules.opening import first_asked, is_corrido
from games.mus.rules.state import (
    NOTHING,
    ORDER,
    Move,
    Phase,
    State,
    Table,
    replaced,
    right_of,
    with_talk,
    with_turn,
)
from games.rules.base import CHANCE, Seat
from games.rules.cards import SPANISH, Cards

POSITIONS: Final = tuple(
    tuple(tuple(range((seat - mano) % 4, 16, 4)) for seat in range(4))
    for mano in range(4)
)
"""By mano and seat: the positions in the shuffle of the four cards that the seat is dealt.

Cards are dealt one at a time, from mano on (MUS-13).
"""

_NO_NUMBERS: Final = Table().discarded


def pack(state: State) -> Cards:
    """The cards to shuffle: all forty, or the discards that make a new stock (MUS-19)."""
    if state.turn != CHANCE:
        return ()
    if state.phase == "stock":
        return _cards_of_new_stock(state.table)
    return SPANISH.cards


def _cards_of_new_stock(table: Table) -> Cards:
    """All discards, except those of seats that still wait for cards (MUS-19, MUS-B4)."""
    cards = list(sum(table.pile, ()))
    for hand, laid in zip(table.hands, table.laid, strict=True):
        if len(hand) == 4:
            cards += laid
    return tuple(sorted(cards))


def first_deal(state: State, order: Cards) -> State:
    """Deal four cards each (MUS-13); then a 4-5-6-7 may be shown if agreed (MUS-V6)."""
    positions = POSITIONS[state.mano]
    hands = []
    for a, b, c, d in positions:
        hands.append(tuple(sorted((order[a], order[b], order[c], order[d]))))
    phase: Phase = "mus"
    turn = first_asked(state)
    if state.options.redeal_4567:
        phase, turn = "redeal", state.mano
    return State(
        options=state.options,
        score=state.score,
        deal=state.deal,
        mano=state.mano,
        phase=phase,
        turn=turn,
        table=Table(tuple(hands), order, 16, positions),
        talk=state.talk,
        last_deal=state.last_deal,
    )


def new_stock(state: State, order: Cards) -> State:
    """The dealer goes on serving from a stock made of the discards (MUS-19)."""
    laid = []
    for hand, cards in zip(state.table.hands, state.table.laid, strict=True):
        is_served = len(hand) == 4
        laid.append(() if is_served else cards)
    table = state.table._replace(
        order=order,
        dealt=0,
        received=NOTHING,
        laid=tuple(laid),
        pile=NOTHING,
        shown=NOTHING,
    )
    return _serve(state._replace(table=table))


def expose(state: State, seat: Seat) -> State:
    """A card of this seat was seen: an exchange follows, or mano decides (MUS-21, MUS-V5)."""
    state = with_talk(state, (seat, Move("exposed", seat), None))
    if state.options.mus_visto == "mano":
        return state._replace(phase="decide", turn=state.mano)
    return force_exchange(state)


def force_exchange(state: State) -> State:
    """An exchange that "no mus" cannot stop, and in which a seat may keep all cards (MUS-21)."""
    return begin_exchange(state, "visto")


def ask_for_mus(state: State) -> State:
    """All seats hold four cards and are asked for mus, or the bets begin."""
    # Mus is over once a seat has kept all its cards in a forced exchange (MUS-22, MUS-B7).
    if 0 in state.table.discarded:
        return state._replace(phase="open")
    return state._replace(phase="mus", turn=first_asked(state))


def say_mus(state: State, seat: Seat) -> State:
    """The next seat is asked; the fourth mus begins an exchange (MUS-14, MUS-15, MUS-B2)."""
    following = right_of(seat)
    if following != first_asked(state):
        return with_turn(state, following)
    if is_corrido(state):
        # The pack has been passed round: the next seat to the right deals (MUS-B10).
        state = state._replace(mano=right_of(state.mano))
    return begin_exchange(state, "discard")


def begin_exchange(state: State, phase: Literal["discard", "visto"]) -> State:
    """Each seat in turn lays cards down, mano first (MUS-B3)."""
    table = state.table._replace(discarded=_NO_NUMBERS)
    return state._replace(phase=phase, turn=state.mano, table=table)


def lay_down(state: State, seat: Seat, cards: Cards) -> State:
    """A seat lays cards down; after the fourth the dealer serves (MUS-16, MUS-17, MUS-B3)."""
    table = state.table
    kept = tuple([card for card in table.hands[seat] if card not in cards])
    table = table._replace(
        hands=replaced(table.hands, seat, kept),
        laid=replaced(table.laid, seat, cards),
        discarded=replaced(table.discarded, seat, len(cards)),
    )
    state = state._replace(table=table, turn=right_of(seat))
    if state.turn == state.mano:
        return _serve(state)
    return state


def answer_4567(state: State, seat: Seat, *, shows: bool) -> State:
    """A seat keeps its hand or shows a 4-5-6-7; after the fourth the dealer serves (MUS-B8)."""
    if shows:
        state = state._replace(table=_show(state.table, seat))
    if right_of(seat) != state.mano:
        return state._replace(turn=right_of(seat))
    return _serve(state)


def _show(table: Table, seat: Seat) -> Table:
    hand = table.hands[seat]
    return table._replace(
        hands=replaced(table.hands, seat, ()),
        laid=replaced(table.laid, seat, hand),
        shown=replaced(table.shown, seat, hand),
    )


def _serve(state: State) -> State:
    """Serve each seat in one packet, from mano on (MUS-17)."""
    table = _hand_out(state.table, state.mano)
    for hand in table.hands:
        if len(hand) < 4:  # the stock has run out (MUS-19, MUS-B5)
            return state._replace(table=table, phase="stock", turn=CHANCE)
    pile = []
    for before, laid in zip(table.pile, table.laid, strict=True):
        pile.append(before + laid)
    table = table._replace(laid=NOTHING, pile=tuple(pile))
    return ask_for_mus(state._replace(table=table))


def _hand_out(table: Table, mano: Seat) -> Table:
    """Give each seat the cards that it lacks, as long as the stock lasts."""
    order, dealt = table.order, table.dealt
    hands = list(table.hands)
    received = list(table.received)
    for seat in ORDER[mano]:
        end = min(dealt + 4 - len(hands[seat]), len(order))
        hands[seat] = tuple(sorted(hands[seat] + order[dealt:end]))
        received[seat] += tuple(range(dealt, end))
        dealt = end
    return table._replace(hands=tuple(hands), received=tuple(received), dealt=dealt)
