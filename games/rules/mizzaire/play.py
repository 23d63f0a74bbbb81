"""The course of a match: what each move does, trick after trick, round after round."""

from typing import Final

from games.rules.base import Card, Seat
from games.rules.cards import FRENCH, Cards
from games.rules.mizzaire import rounds
from games.rules.mizzaire.legality import refusal
from games.rules.mizzaire.score import points
from games.rules.mizzaire.state import SUIT, LastDeal, Move, Round, State, Trick, between, calls_by_seat, replaced
from games.rules.tricks import mask, taker


def _strengths(trump: Card | None, led: Card) -> Cards:
    """For each card how much it is worth in a trick: trumps above the suit led, all others nothing (MIZ-18)."""
    trumps = SUIT[trump] if trump is not None else 0
    return tuple(
        (1 + card % 13) * (SUIT[led] >> card & 1) + (20 + card % 13) * (trumps >> card & 1) for card in FRENCH.cards
    )


_BY_SUIT: Final = {
    (trump, led): _strengths(trump, led) for trump in (None, *range(0, 52, 13)) for led in range(0, 52, 13)
}
STRENGTH: Final = {
    (trump, led): _BY_SUIT[trump and trump // 13 * 13, led // 13 * 13]
    for trump in (None, *FRENCH.cards)
    for led in FRENCH.cards
}
"""How strong each card is, by the card turned up (None for no trumps, MIZ-12) and the card led."""


def winner(state: State) -> Seat:
    """The seat that would take the trick on the table as it is now (MIZ-18)."""
    ahead = taker(state.trick, STRENGTH[state.round.turned, state.trick[0]])
    return (state.seat - len(state.trick) + ahead) % len(state.hands)


def play(state: State, move: Move) -> State:
    """The state after `to_act` makes this move. Raises IllegalMove with the code and the rule."""
    no = refusal(state, move)
    if no:
        raise no
    if move.say == "play":
        return _card(state, move.n)
    return _call(state, move.n) if move.say == "call" else _deal(state, move.cards)


def _deal(state: State, order: Cards) -> State:
    """Each player gets his cards, and the next one is turned up; then come the calls (MIZ-4, MIZ-6, MIZ-13)."""
    before = state.round
    number, options = before.number, before.options
    places = [rounds.places(number, options.players, seat) for seat in range(options.players)]
    hands = tuple(mask([order[place] for place in own]) for own in places)
    round = before._replace(turned=rounds.turned_up(number, options, order))
    if rounds.kind(number) == "mizzaire":
        return state._replace(round=round, phase="play", turn=rounds.leader(number, options), hands=hands)
    return state._replace(round=round, phase="call", turn=rounds.after(state.dealer, options.players), hands=hands)


def _call(state: State, number: int) -> State:
    """Each calls once, in order (MIZ-7); after the last call the play begins."""
    calls = (*state.calls, number)
    if len(calls) < len(state.hands):
        return state._replace(calls=calls, turn=rounds.after(state.seat, len(state.hands)))
    round = state.round
    return state._replace(calls=calls, phase="play", turn=rounds.leader(round.number, round.options))


def _card(state: State, card: Card) -> State:
    """Lays the card on the table, and remembers which suit it shows that the seat does not hold."""
    round, phase, seat, hands, calls, trick, tricks, last_trick, gone, voids = state
    assert seat is not None
    hands = replaced(hands, seat, hands[seat] ^ 1 << card)
    if trick and not SUIT[trick[0]] >> card & 1:
        voids = replaced(voids, seat, voids[seat] | SUIT[trick[0]])
    trick = (*trick, card)
    laid = State(round, phase, (seat + 1) % len(hands), hands, calls, trick, tricks, last_trick, gone, voids)
    return laid if len(trick) < len(hands) else _take(laid)


def _take(state: State) -> State:
    """The trick is complete: who takes it leads to the next (MIZ-17); after the last one the round is over."""
    round, phase, leader, hands, calls, trick, tricks, _, gone, voids = state
    assert leader is not None
    seat = winner(state)
    tricks = replaced(tricks, seat, tricks[seat] + 1)
    taken = State(round, phase, seat, hands, calls, (), tricks, Trick(leader, trick, seat), gone | mask(trick), voids)
    return taken if hands[seat] else _end_round(taken)


def _end_round(state: State) -> State:
    """The points of the round are added to the totals, which may be negative (MIZ-19 to MIZ-21, MIZ-B15)."""
    options, number, _, won, sets, _ = state.round
    calls, kind = calls_by_seat(state), rounds.kind(number)
    gained = tuple(points(kind, call, tricks) for call, tricks in zip(calls, state.tricks, strict=True))
    assert state.last_trick
    last = LastDeal(number, calls, state.tricks, gained, state.last_trick)
    totals = tuple(map(sum, zip(won, gained, strict=True)))
    return between(Round(options, min(number + 1, rounds.LAST), None, totals, (*sets, gained), last))
