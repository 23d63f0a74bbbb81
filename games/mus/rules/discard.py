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
    quickly,
    replaced,
    right_of,
)
from games.rules.base import CHANCE, Seat
from games.rules.cards import SPANISH, Cards

PLACES: Final = tuple(
    tuple(tuple(range((seat - mano) % 4, 16, 4)) for seat in range(4))
    for mano in range(4)
)
"""For each mano, by seat: which places of the shuffle it is dealt, one card at a time from mano on (MUS-13)."""

_NO_NUMBERS: Final = Table().discarded


def pack(state: State) -> Cards:
    """The cards to be shuffled: all forty, or the discards that make the new stock (MUS-19); () when none are."""
    if state.turn != CHANCE:
        return ()
    return _new_stock(state.table) if state.phase == "stock" else SPANISH.cards


def _new_stock(table: Table) -> Cards:
    """The old discards and those just laid down by whoever has been served in full (MUS-19, MUS-B4)."""
    served = [
        laid
        for laid, hand in zip(table.laid, table.hands, strict=True)
        if len(hand) == 4
    ]
    return tuple(sorted(sum((*table.pile, *served), ())))


def first_deal(state: State, order: Cards) -> State:
    """Four cards each, one at a time, beginning with mano (MUS-13); then 4-5-6-7 may be shown (MUS-V6)."""
    places = PLACES[state.mano]
    hands = tuple(
        [
            tuple(sorted([order[a], order[b], order[c], order[d]]))
            for a, b, c, d in places
        ]
    )
    phase: Phase = "redeal" if state.options.redeal_4567 else "mus"
    turn = state.mano if phase == "redeal" else first_asked(state)
    table = Table(hands, order, 16, places)
    return State(
        state.options,
        state.score,
        state.deal,
        state.mano,
        phase,
        turn,
        table,
        state.talk,
        last_deal=state.last_deal,
    )


def new_stock(state: State, order: Cards) -> State:
    """The discards are shuffled into a new stock, and the dealer goes on serving (MUS-19)."""
    table = state.table
    laid = tuple(
        () if len(hand) == 4 else laid
        for laid, hand in zip(table.laid, table.hands, strict=True)
    )
    table = table._replace(
        order=order, dealt=0, received=NOTHING, laid=laid, pile=NOTHING, shown=NOTHING
    )
    return _serve(state._replace(table=table))


def expose(state: State, seat: Seat) -> State:
    """A card of this seat was seen: an exchange is forced, or mano decides whether it is (MUS-21, MUS-V5)."""
    state = state._replace(talk=(*state.talk, (seat, Move("exposed", seat), None)))
    if state.options.mus_visto == "mano":
        return state._replace(phase="decide", turn=state.mano)
    return force(state)


def force(state: State) -> State:
    """An exchange that "no mus" cannot stop, and in which one may stand (MUS-21)."""
    return begin_exchange(state, "visto")


def ask(state: State) -> State:
    """All hold four cards and are asked for mus; but not after somebody stood in a forced exchange (MUS-22, MUS-B7)."""
    if 0 in state.table.discarded:
        return state._replace(phase="open")
    return state._replace(phase="mus", turn=first_asked(state))


def say_mus(state: State, seat: Seat) -> State:
    """The question goes on to the right; the fourth mus begins an exchange (MUS-14, MUS-15, MUS-B2).

    In mus corrido the pack has then been passed round: the next seat to the right deals (MUS-B10).
    """
    following = right_of(seat)
    if following != first_asked(state):
        return quickly(State, (*state[:5], following, *state[6:]))
    if is_corrido(state):
        state = state._replace(mano=right_of(state.mano))
    return begin_exchange(state, "discard")


def begin_exchange(state: State, phase: Literal["discard", "visto"]) -> State:
    """Each in turn is to lay cards down, mano first (MUS-B3)."""
    return state._replace(
        phase=phase, turn=state.mano, table=state.table._replace(discarded=_NO_NUMBERS)
    )


def lay_down(state: State, seat: Seat, cards: Cards) -> State:
    """A player lays cards down; once all four have, the dealer serves (MUS-16, MUS-17, MUS-B3)."""
    table = state.table
    table = table._replace(
        hands=replaced(
            table.hands,
            seat,
            tuple([card for card in table.hands[seat] if card not in cards]),
        ),
        laid=replaced(table.laid, seat, cards),
        discarded=replaced(table.discarded, seat, len(cards)),
    )
    state = state._replace(table=table, turn=right_of(seat))
    return _serve(state) if state.turn == state.mano else state


def answer_4567(state: State, seat: Seat, *, shows: bool) -> State:
    """Each in turn keeps its hand or shows a 4-5-6-7; then those who showed are served from mano on (MUS-B8)."""
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
    """Each in one packet from mano onward (MUS-17); a stock that ends must be made anew first (MUS-19, MUS-B5)."""
    table = _hand_out(state.table, state.mano)
    if any(len(hand) < 4 for hand in table.hands):
        return state._replace(table=table, phase="stock", turn=CHANCE)
    pile = tuple(
        [before + laid for before, laid in zip(table.pile, table.laid, strict=True)]
    )
    return ask(state._replace(table=table._replace(laid=NOTHING, pile=pile)))


def _hand_out(table: Table, mano: Seat) -> Table:
    """Gives each seat the next cards of the stock, as many as it lacks and as there are."""
    order, dealt, hands, received = (
        table.order,
        table.dealt,
        list(table.hands),
        list(table.received),
    )
    for seat in ORDER[mano]:
        end = min(dealt + 4 - len(hands[seat]), len(order))
        hands[seat] = tuple(sorted(hands[seat] + order[dealt:end]))
        received[seat] += tuple(range(dealt, end))
        dealt = end
    return table._replace(hands=tuple(hands), received=tuple(received), dealt=dealt)
