"""The course of a match: what each move does, trick after trick, round after round."""

from games.mizzaire.rules import rounds
from games.mizzaire.rules.legality import (
    calls_allowed,
    plays,
    plays_after_lead,
    refusal,
)
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
    between_rounds,
    replaced,
)
from games.mizzaire.rules.trick import winning_place, with_new_voids
from games.rules.base import Card, Seat, fast_new
from games.rules.cards import Cards


def play(state: State, move: Move) -> State:
    """The state after `to_act` makes this move. Raises IllegalMove with the code and the rule."""
    if move in state.legal:
        if move.say == "play":
            return _play_card(state, move.n)
        return _call(state, move.n)
    refused = refusal(state, move)
    if refused:
        raise refused
    return _deal(state, move.cards)


def _deal(state: State, order: Cards) -> State:
    """Deal the hands and turn up the next card (MIZ-4, MIZ-6)."""
    round, calls = state.round, state.calls
    number, players = round.number, len(calls)
    dealt = rounds.hands(number, players, order)
    turned = rounds.turned_up(number, round.options, order)
    if rounds.kind(number) == "mizzaire":  # a round without calls (MIZ-13)
        return _lead_first_trick(round, calls, dealt, turned)
    first = rounds.first_caller(number, players)
    return _ask_for_call(round, calls, first, dealt, turned)


def _call(state: State, number: int) -> State:
    """Each seat calls once, clockwise, the dealer last (MIZ-7)."""
    lead, seat, _, dealt, turned, _, _ = state
    assert seat is not None
    calls = replaced(lead.calls, seat, number)
    if None in calls:
        following = (seat + 1) % len(calls)
        return _ask_for_call(lead.round, calls, following, dealt, turned)
    return _lead_first_trick(lead.round, calls, dealt, turned)


def _ask_for_call(
    round: Round, calls: Calls, turn: Seat, dealt: Numbers, turned: Card | None
) -> State:
    nothing = (0,) * len(calls)
    lead = fast_new(Lead, (round, "call", calls, nothing, None, PACK, nothing))
    legal = calls_allowed(round.number, calls)
    return fast_new(State, (lead, turn, legal, dealt, turned, PACK, ()))


def _lead_first_trick(
    round: Round, calls: Calls, dealt: Numbers, turned: Card | None
) -> State:
    """The leader may play any card (MIZ-15, MIZ-B2)."""
    nothing = (0,) * len(calls)
    lead = fast_new(Lead, (round, "play", calls, nothing, None, PACK, nothing))
    leader = rounds.leader(round.number, round.options)
    legal = plays(dealt[leader])
    return fast_new(State, (lead, leader, legal, dealt, turned, PACK, ()))


def _play_card(state: State, card: Card) -> State:
    """Lay a card on the table; the next seat must follow suit if it can (MIZ-16)."""
    lead, seat, _, dealt, turned, unplayed, trick = state
    assert seat is not None
    trick = trick + (card,)  # noqa: RUF005
    unplayed ^= BIT[card]
    turn = (seat + 1) % len(dealt)
    if len(trick) == len(dealt):  # the turn is back at the leader
        return _take_trick(lead, turn, dealt, turned, unplayed, trick)
    legal = plays_after_lead(dealt[turn] & unplayed, trick[0])
    return fast_new(State, (lead, turn, legal, dealt, turned, unplayed, trick))


def _take_trick(
    lead: Lead,
    leader: Seat,
    dealt: Numbers,
    turned: Card | None,
    unplayed: int,
    trick: Cards,
) -> State:
    """The winner of the trick leads to the next one (MIZ-17)."""
    round, phase, calls, tricks, _, before, voids = lead
    played = before ^ unplayed
    taker = (leader + winning_place(trick, played, turned)) % len(dealt)
    tricks = replaced(tricks, taker, tricks[taker] + 1)
    voids = with_new_voids(voids, leader, trick, played)
    last_trick = fast_new(Trick, (leader, trick, taker))
    fields = (round, phase, calls, tricks, last_trick, unplayed, voids)
    lead = fast_new(Lead, fields)
    hand = dealt[taker] & unplayed
    if not hand:
        return _end_round(lead)
    return fast_new(State, (lead, taker, plays(hand), dealt, turned, unplayed, ()))


def _end_round(lead: Lead) -> State:
    """Add the points of the round to the totals, which may be negative.

    MIZ-19 to MIZ-21, MIZ-B15.
    """
    round, _, calls, tricks, last_trick, _, _ = lead
    assert last_trick
    kind = rounds.kind(round.number)
    gained = []
    for call, taken in zip(calls, tricks, strict=True):
        gained.append(points(kind, call, taken))
    score = tuple(gained)
    following = Round(
        options=round.options,
        number=min(round.number + 1, rounds.LAST),
        won=tuple(map(sum, zip(round.won, score, strict=True))),
        sets=(*round.sets, score),
        last_deal=LastDeal(round.number, calls, tricks, score, last_trick),
    )
    return between_rounds(following)
