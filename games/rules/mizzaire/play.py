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
    Lead,
    Move,
    Numbers,
    Round,
    State,
    Trick,
    between,
    replaced,
    undealt,
)
from games.rules.tricks import follow


def _beaten_by(card: Card, trumps: int) -> int:
    """The cards that take a trick from this one: the higher ones of its suit, and all trumps if it is none (MIZ-18)."""
    higher = SUIT[card] >> card + 1 << card + 1
    return higher if trumps >> card & 1 else higher | trumps


def _beaten(trumps: int) -> tuple[int, ...]:
    return tuple(_beaten_by(card, trumps) for card in FRENCH.cards)


_BY_SUIT: Final = tuple(_beaten(trumps) for trumps in SUIT[::13])
BEATEN_BY: Final = {None: _beaten(0)} | {turned: _BY_SUIT[turned // 13] for turned in FRENCH.cards}
"""By the card turned up (None: no trumps, MIZ-12), then by card: the set of those that would take the trick from it."""

_made: Final = tuple.__new__
"""`_made(State, (...))` is `State(...)` at a quarter of its price."""


def play(state: State, move: Move) -> State:
    """The state after `to_act` makes this move. Raises IllegalMove with the code and the rule."""
    if move.say == state.lead.phase and state.may >> move.n & 1:
        return _card(state, move.n) if move.say == "play" else _call(state, move.n)
    if no := refusal(state, move):
        raise no
    return _deal(state, move.cards)


def _deal(state: State, order: Cards) -> State:
    """Each player gets his cards, and the next one is turned up; then come the calls (MIZ-4, MIZ-6, MIZ-13)."""
    options, number, _, _, _, won, sets, last_deal = state.round
    hands = rounds.hands(number, options.players, order)
    turned = rounds.turned_up(number, options, order)
    round = _made(Round, (options, number, hands, sum(hands), turned, won, sets, last_deal))
    if rounds.kind(number) == "mizzaire":
        return _first_lead(round, state.calls)
    return _awaited(round, state.calls, rounds.after(rounds.dealer(number, len(hands)), len(hands)))


def _call(state: State, number: int) -> State:
    """Each calls once, clockwise, the dealer last (MIZ-7); after the last call the play begins."""
    lead, seat = state.lead, state.seat
    calls = replaced(lead.calls, seat, number)
    return (
        _awaited(lead.round, calls, rounds.after(seat, len(calls))) if None in calls else _first_lead(lead.round, calls)
    )


def _awaited(round: Round, calls: Calls, turn: Seat) -> State:
    """This seat is to call."""
    none = (0,) * len(calls)
    lead = _made(Lead, (round, "call", calls, none, None, 0, none))
    return _made(State, (lead, turn, calls_allowed(round.number, calls), round.dealt, (), 0, none))


def _first_lead(round: Round, calls: Calls) -> State:
    """The first trick of the round is to be led, with any card (MIZ-15, MIZ-B2)."""
    none, leader = (0,) * len(calls), rounds.leader(round.number, round.options)
    lead = _made(Lead, (round, "play", calls, none, None, 0, none))
    return _made(State, (lead, leader, round.hands[leader], round.dealt, (), 0, none))


def _card(state: State, card: Card) -> State:
    """Lays the card on the table; whoever does not follow suit shows that he has none of it (MIZ-16)."""
    lead, seat, _, left, trick, ahead, voids = state
    assert seat is not None
    round, bit, led = lead.round, BIT[card], SUIT[trick[0] if trick else card]
    if trick and BEATEN_BY[round.turned][trick[ahead]] & bit:
        ahead = len(trick)
    if not led & bit:
        voids = replaced(voids, seat, voids[seat] | led)
    left, trick, turn = left ^ bit, (*trick, card), (seat + 1) % len(voids)
    if len(trick) == len(voids):
        return _take(lead, _made(Trick, (turn, trick, (turn + ahead) % len(voids))), left, voids)
    return _made(State, (lead, turn, follow(round.hands[turn] & left, led), left, trick, ahead, voids))


def _take(lead: Lead, trick: Trick, left: int, voids: Numbers) -> State:
    """The trick is complete: who takes it leads to the next (MIZ-17); after the last one the round is over."""
    round, phase, calls, tricks, _, _, _ = lead
    taker = trick.taker
    tricks = replaced(tricks, taker, tricks[taker] + 1)
    lead = _made(Lead, (round, phase, calls, tricks, trick, round.dealt ^ left, voids))
    return _made(State, (lead, taker, round.hands[taker] & left, left, (), 0, voids)) if left else _end_round(lead)


def _end_round(lead: Lead) -> State:
    """The points of the round are added to the totals, which may be negative (MIZ-19 to MIZ-21, MIZ-B15)."""
    options, number, _, _, _, won, sets, _ = lead.round
    kind = rounds.kind(number)
    gained = tuple(points(kind, call, tricks) for call, tricks in zip(lead.calls, lead.tricks, strict=True))
    assert lead.last_trick
    last = LastDeal(number, lead.calls, lead.tricks, gained, lead.last_trick)
    totals = tuple(map(sum, zip(won, gained, strict=True)))
    return between(undealt(options, min(number + 1, rounds.LAST), totals, (*sets, gained), last))
