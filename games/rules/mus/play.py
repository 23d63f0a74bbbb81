"""The course of a match: what each move does, lance after lance, deal after deal."""

from games.rules.mus import betting, discard
from games.rules.mus.lances import NAMES, awards, best_side, next_lance, worths
from games.rules.mus.legality import refusal
from games.rules.mus.score import end_deal, set_is_won, take, take_set
from games.rules.mus.state import Award, Lance, Move, Said, State


def play(state: State, move: Move) -> State:
    """The state after `to_act` makes this move. Raises IllegalMove with the code and the rule."""
    no = refusal(state, move)
    if no:
        raise no
    if state.phase == "bet":
        return _bet(state, move)
    state = _before_the_bets(state, move)
    return open_next_lance(state) if state.phase == "bet" else state


def _before_the_bets(state: State, move: Move) -> State:
    """Dealing, mus or no mus, and the exchange; once that is over the phase is `bet` (MUS-13 to MUS-22)."""
    if move.say == "deal":
        return discard.deal(state, move.cards, move.seen)
    seat = state.speaker
    number = len(move.cards) if move.say == "discard" else None
    state = state._replace(talk=(*state.talk, Said(seat, move.say, number)))
    match move.say:
        case "mus":
            return discard.say_mus(state, seat)
        case "discard":
            return discard.lay_down(state, seat, move.cards)
    return state._replace(phase="bet")


def _bet(state: State, move: Move) -> State:
    seat = state.speaker
    lance, turn = betting.say(state.lances[-1], seat, move)
    said = Said(seat, move.say, move.amount or None, lance.name)
    state = state._replace(talk=(*state.talk, said), lances=(*state.lances[:-1], lance), turn=turn)
    return state if turn is not None else _close_lance(state, lance)


def _close_lance(state: State, lance: Lance) -> State:
    """A refusal is paid at once and may end the set (MUS-46, MUS-47, MUS-B31); an accepted ordago ends it (MUS-49)."""
    if lance.state == "accepted" and lance.bet and lance.bet.ordago:
        won = Award(lance.name, best_side(lance, worths(state)), 0, "ordago")
        return end_deal(take_set(state, won), laid_open=True)
    if lance.state == "refused" and lance.side is not None:
        state = take(state, Award(lance.name, lance.side, lance.paid, "refused"))
        if set_is_won(state):
            return end_deal(state, laid_open=False)
    return open_next_lance(state)


def open_next_lance(state: State) -> State:
    """The next lance that can be bet; after the last one comes the count (MUS-23, MUS-28, MUS-33)."""
    if len(state.lances) == len(NAMES):
        return _count(state)
    lance, said = next_lance(state)
    state = state._replace(phase="bet", talk=state.talk + said, lances=(*state.lances, lance))
    if lance.state == "open":
        return state._replace(turn=lance.players[0])
    return open_next_lance(state)


def _count(state: State) -> State:
    """All cards are laid open and the lances paid in their order, until the set is won (MUS-51, MUS-57, MUS-B29)."""
    hands = worths(state)
    for lance in state.lances:
        for award in awards(lance, hands):
            state = take(state, award)
    return end_deal(state, laid_open=True)
