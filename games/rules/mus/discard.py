"""Dealing, asking for mus, and the exchange of cards."""

from games.rules.base import CHANCE, Seat
from games.rules.cards import SPANISH, Cards
from games.rules.mus.state import ORDER, State, Table, replaced, right_of


def pack(state: State) -> Cards:
    """The cards to be shuffled: all forty, or the discards that make the new stock (MUS-19); () when none are."""
    if state.turn != CHANCE:
        return ()
    if state.phase == "deal":
        return SPANISH.cards
    return _new_stock(state.table)


def _new_stock(table: Table) -> Cards:
    """The old discards and those just laid down by whoever has been served in full (MUS-19, MUS-B4)."""
    served = [laid for laid, hand in zip(table.laid, table.hands, strict=True) if len(hand) == 4]
    return tuple(sorted(sum(served, table.pile)))


def deal(state: State, order: Cards, exposed: Cards) -> State:
    """Chance has shuffled `pack(state)` into this order; the exposed cards are seen when they are dealt (MUS-21)."""
    if state.phase == "deal":
        return _first_deal(state, order, exposed)
    laid = tuple(() if len(hand) == 4 else laid for laid, hand in zip(state.table.laid, state.table.hands, strict=True))
    table = state.table._replace(order=order, dealt=0, received=Table().received, exposed=exposed, laid=laid, pile=())
    return _serve(state._replace(table=table))


def _first_deal(state: State, order: Cards, exposed: Cards) -> State:
    """Four cards each, one at a time, beginning with mano (MUS-13)."""
    received = tuple(tuple(range((seat - state.mano) % 4, 16, 4)) for seat in range(4))
    hands = tuple(tuple(sorted(order[place] for place in places)) for places in received)
    seen = _any_of(exposed, order[:16])
    return _ask(state._replace(table=Table(hands, order, dealt=16, received=received, exposed=exposed, seen=seen)))


def _any_of(exposed: Cards, cards: Cards) -> bool:
    return not set(exposed).isdisjoint(cards)


def _ask(state: State) -> State:
    """All hold four cards: mano is asked for mus, unless a card seen in the dealing forces an exchange (MUS-21).

    If somebody stood in such an exchange, there is no more mus in this deal (MUS-22, MUS-B7).
    """
    if 0 in state.table.discarded:
        return state._replace(phase="bet")
    if state.table.seen:
        return _begin_exchange(state)
    return state._replace(phase="mus", turn=state.mano)


def say_mus(state: State, seat: Seat) -> State:
    """The question goes on to the right; the fourth mus begins an exchange (MUS-14, MUS-15, MUS-B2)."""
    if right_of(seat) != state.mano:
        return state._replace(turn=right_of(seat))
    return _begin_exchange(state)


def _begin_exchange(state: State) -> State:
    """Each in turn is to lay cards down, mano first (MUS-B3)."""
    table = state.table._replace(discarded=Table().discarded)
    return state._replace(phase="discard", turn=state.mano, table=table)


def lay_down(state: State, seat: Seat, cards: Cards) -> State:
    """A player lays cards down; once all four have, the dealer serves (MUS-16, MUS-17, MUS-B3)."""
    table = state.table
    left = tuple(card for card in table.hands[seat] if card not in cards)
    all_have = right_of(seat) == state.mano
    table = table._replace(
        hands=replaced(table.hands, seat, left),
        laid=replaced(table.laid, seat, cards),
        discarded=replaced(table.discarded, seat, len(cards)),
        seen=table.seen and not all_have,  # a card that was seen forces one exchange, this one
    )
    state = state._replace(table=table, turn=right_of(seat))
    return _serve(state) if all_have else state


def _serve(state: State) -> State:
    """Each in one packet from mano onward (MUS-17); a stock that ends must be made anew first (MUS-19, MUS-B5)."""
    table = state.table
    for seat in ORDER[state.mano]:
        table = _hand_out(table, seat, 4 - len(table.hands[seat]))
    if any(len(hand) < 4 for hand in table.hands):
        return state._replace(table=table, turn=CHANCE)
    return _ask(state._replace(table=table._replace(laid=Table().laid, pile=sum(table.laid, table.pile))))


def _hand_out(table: Table, seat: Seat, number: int) -> Table:
    """Gives a seat the next cards of the stock, as many of `number` as there are."""
    places = tuple(range(table.dealt, min(table.dealt + number, len(table.order))))
    cards = tuple(table.order[place] for place in places)
    return table._replace(
        hands=replaced(table.hands, seat, tuple(sorted(table.hands[seat] + cards))),
        received=replaced(table.received, seat, table.received[seat] + places),
        dealt=table.dealt + len(places),
        seen=table.seen or _any_of(table.exposed, cards),
    )
