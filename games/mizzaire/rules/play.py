"""The course of a match: what each move does, trick after trick, round after round."""

from games.mizzaire.rules import rounds
from games.mizzaire.rules.legality import calls_allowed, follow, plays, refusal
from games.mizzaire.rules.score import points
from games.mizzaire.rules.state import (
    BIT,
    PACK,
    Calls,
    LastDeal,
    Lead,
    Move,
    Numbers,
    Round,
    State,
    Trick,
    between,
    made,
    replaced,
)
from games.mizzaire.rules.trick import ahead, shown
from games.rules.base import Card, Seat
from games.rules.cards import Cards


def play(state: State, move: Move) -> State:
    """The state after `to_act` makes this move. Raises IllegalMove with the code and the rule."""
    if move in state.may:
        return _card(state, move.n) if move.say == "play" else _call(state, move.n)
    if no := refusal(state, move):
        raise no
    return _deal(state, move.cards)


def _deal(state: State, order: Cards) -> State:
    """Each player gets his cards, and the next one is turned up; then come the calls (MIZ-4, MIZ-6, MIZ-13)."""
    round, calls = state.round, state.calls
    number, players = round.number, len(calls)
    dealt, turned = (
        rounds.hands(number, players, order),
        rounds.turned_up(number, round.options, order),
    )
    if rounds.kind(number) == "mizzaire":
        return _first_lead(round, calls, dealt, turned)
    return _awaited(round, calls, rounds.first_caller(number, players), dealt, turned)


def _call(state: State, number: int) -> State:
    """Each calls once, clockwise, the dealer last (MIZ-7); after the last call the play begins."""
    lead, seat, _, dealt, turned, _, _ = state
    assert seat is not None
    calls = replaced(lead.calls, seat, number)
    if None in calls:
        return _awaited(lead.round, calls, (seat + 1) % len(calls), dealt, turned)
    return _first_lead(lead.round, calls, dealt, turned)


def _awaited(
    round: Round, calls: Calls, turn: Seat, dealt: Numbers, turned: Card | None
) -> State:
    """This seat is to call."""
    nothing = (0,) * len(calls)
    lead = made(Lead, (round, "call", calls, nothing, None, PACK, nothing))
    return made(
        State, (lead, turn, calls_allowed(round.number, calls), dealt, turned, PACK, ())
    )


def _first_lead(
    round: Round, calls: Calls, dealt: Numbers, turned: Card | None
) -> State:
    """The first trick of the round is to be led, with any card (MIZ-15, MIZ-B2)."""
    nothing, leader = (0,) * len(calls), rounds.leader(round.number, round.options)
    lead = made(Lead, (round, "play", calls, nothing, None, PACK, nothing))
    return made(State, (lead, leader, plays(dealt[leader]), dealt, turned, PACK, ()))


def _card(state: State, card: Card) -> State:
    """Lays the card on the table; the next seat must follow the suit led if it can (MIZ-16)."""
    lead, seat, _, dealt, turned, unplayed, trick = state
    assert seat is not None
    trick, unplayed, turn = (
        trick + (card,),  # noqa: RUF005
        unplayed ^ BIT[card],
        (seat + 1) % len(dealt),
    )
    if len(trick) == len(dealt):
        return _take(lead, turn, dealt, turned, unplayed, trick)
    return made(
        State,
        (
            lead,
            turn,
            follow(dealt[turn] & unplayed, trick[0]),
            dealt,
            turned,
            unplayed,
            trick,
        ),
    )


def _take(
    lead: Lead,
    leader: Seat,
    dealt: Numbers,
    turned: Card | None,
    unplayed: int,
    trick: Cards,
) -> State:
    """The trick is complete: who takes it leads to the next (MIZ-17); after the last one the round is over."""
    round, phase, calls, tricks, _, before, voids = lead
    laid = before ^ unplayed
    taker = (leader + ahead(trick, laid, turned)) % len(dealt)
    tricks, voids = (
        replaced(tricks, taker, tricks[taker] + 1),
        shown(voids, leader, trick, laid),
    )
    lead = made(
        Lead,
        (
            round,
            phase,
            calls,
            tricks,
            made(Trick, (leader, trick, taker)),
            unplayed,
            voids,
        ),
    )
    hand = dealt[taker] & unplayed
    return (
        made(State, (lead, taker, plays(hand), dealt, turned, unplayed, ()))
        if hand
        else _end_round(lead)
    )


def _end_round(lead: Lead) -> State:
    """The points of the round are added to the totals, which may be negative (MIZ-19 to MIZ-21, MIZ-B15)."""
    round, _, calls, tricks, last_trick, _, _ = lead
    options, number, won, sets, _ = round
    kind = rounds.kind(number)
    gained = tuple(
        [points(kind, call, taken) for call, taken in zip(calls, tricks, strict=True)]
    )
    assert last_trick
    last = LastDeal(number, calls, tricks, gained, last_trick)
    totals = tuple(map(sum, zip(won, gained, strict=True)))
    return between(
        Round(options, min(number + 1, rounds.LAST), totals, (*sets, gained), last)
    )
