"""The course of a match: what each move does, trick after trick, round after round."""

from typing import Final

from games.rules.base import Card, Seat
from games.rules.cards import FRENCH, Cards
from games.rules.mizzaire import rounds
from games.rules.mizzaire.legality import calls_allowed, refusal
from games.rules.mizzaire.score import points
from games.rules.mizzaire.state import (
    BIT,
    SUIT,
    Calls,
    LastDeal,
    Move,
    Numbers,
    Phase,
    Round,
    State,
    Trick,
    between,
    replaced,
)
from games.rules.tricks import follow


def _strengths(turned: Card | None, led: Card) -> Cards:
    """What each card is worth in a trick: a trump more than any of the suit led, another suit nothing (MIZ-18)."""
    trumps = 0 if turned is None else SUIT[turned]
    return tuple(
        20 + card % 13 if trumps >> card & 1 else 1 + card % 13 if SUIT[led] >> card & 1 else 0 for card in FRENCH.cards
    )


def _by_led(turned: Card | None) -> tuple[Cards, ...]:
    suits = [_strengths(turned, led) for led in FRENCH.cards[::13]]
    return tuple(suits[led // 13] for led in FRENCH.cards)


_BY_SUIT: Final = tuple(_by_led(turned) for turned in FRENCH.cards[::13])
STRENGTH: Final = {None: _by_led(None)} | {turned: _BY_SUIT[turned // 13] for turned in FRENCH.cards}
"""By the card turned up (None: no trumps, MIZ-12), then by the card led: the strength of each card."""


_made: Final = tuple.__new__
"""`_made(State, (...))` is `State(...)` at a quarter of its price."""


def play(state: State, move: Move) -> State:
    """The state after `to_act` makes this move. Raises IllegalMove with the code and the rule."""
    if move.say == state.phase and state.may >> move.n & 1:
        return _card(state, move.n) if move.say == "play" else _call(state, move.n)
    if no := refusal(state, move):
        raise no
    return _deal(state, move.cards)


def _deal(state: State, order: Cards) -> State:
    """Each player gets his cards, and the next one is turned up; then come the calls (MIZ-4, MIZ-6, MIZ-13)."""
    options, number, _, _, won, sets, last_deal = state.round
    hands = rounds.hands(number, options.players, order)
    turned = rounds.turned_up(number, options, order)
    round = _made(Round, (options, number, sum(hands), turned, won, sets, last_deal))
    if rounds.kind(number) == "mizzaire":
        return _lead(round, hands, state.calls)
    first = rounds.after(rounds.dealer(number, len(hands)), len(hands))
    return _before_play(round, "call", first, calls_allowed(number, state.calls), hands, state.calls)


def _call(state: State, number: int) -> State:
    """Each calls once, clockwise, the dealer last (MIZ-7); after the last call the play begins."""
    round, hands, seat = state.round, state.hands, state.seat
    calls = replaced(state.calls, seat, number)
    if None not in calls:
        return _lead(round, hands, calls)
    return _before_play(round, "call", rounds.after(seat, len(hands)), calls_allowed(round.number, calls), hands, calls)


def _lead(round: Round, hands: Numbers, calls: Calls) -> State:
    """The first trick of the round is to be led, with any card (MIZ-15, MIZ-B2)."""
    leader = rounds.leader(round.number, round.options)
    return _before_play(round, "play", leader, hands[leader], hands, calls)


def _before_play(round: Round, phase: Phase, turn: Seat, may: int, hands: Numbers, calls: Calls) -> State:
    """No card of this round has been played yet."""
    none = (0,) * len(hands)
    return _made(State, (round, phase, turn, may, hands, calls, (), 0, none, None, none))


def _card(state: State, card: Card) -> State:
    """Lays the card on the table; whoever does not follow suit shows that he has none of it (MIZ-16)."""
    round, phase, seat, _, hands, calls, trick, ahead, tricks, last_trick, voids = state
    assert seat is not None
    held = [*hands]
    held[seat] ^= BIT[card]
    led = SUIT[trick[0] if trick else card]
    if trick:
        strength = STRENGTH[round.turned][trick[0]]
        if strength[card] > strength[trick[ahead]]:
            ahead = len(trick)
        if not led & BIT[card]:
            voids = replaced(voids, seat, voids[seat] | led)
    trick = (*trick, card)
    seat = (seat + 1) % len(held)
    if len(trick) == len(held):
        return _take(state, (*held,), _made(Trick, (seat, trick, (seat + ahead) % len(held))), voids)
    may = follow(held[seat], led)
    return _made(State, (round, phase, seat, may, (*held,), calls, trick, ahead, tricks, last_trick, voids))


def _take(state: State, hands: Numbers, trick: Trick, voids: Numbers) -> State:
    """The trick is complete: who takes it leads to the next (MIZ-17); after the last one the round is over."""
    seat, tricks, round, calls = trick.taker, state.tricks, state.round, state.calls
    tricks, may = replaced(tricks, seat, tricks[seat] + 1), hands[seat]
    taken = _made(State, (round, "play", seat, may, hands, calls, (), 0, tricks, trick, voids))
    return taken if may else _end_round(taken)


def _end_round(state: State) -> State:
    """The points of the round are added to the totals, which may be negative (MIZ-19 to MIZ-21, MIZ-B15)."""
    options, number, _, _, won, sets, _ = state.round
    kind = rounds.kind(number)
    gained = tuple(points(kind, call, tricks) for call, tricks in zip(state.calls, state.tricks, strict=True))
    assert state.last_trick
    last = _made(LastDeal, (number, state.calls, state.tricks, gained, state.last_trick))
    totals = tuple(map(sum, zip(won, gained, strict=True)))
    coming = min(number + 1, rounds.LAST)
    return between(_made(Round, (options, coming, 0, None, totals, (*sets, gained), last)))
