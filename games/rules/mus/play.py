"""The course of a match: what each move does, lance after lance, deal after deal."""

from typing import Literal

from games.rules.base import Seat
from games.rules.mus import betting, discard, opening
from games.rules.mus.lances import NAMES, announcements, awards, best_side, next_lance, worths
from games.rules.mus.legality import announcement, refusal
from games.rules.mus.score import end_deal, set_is_won, take, take_set
from games.rules.mus.state import Award, Lance, Move, Phase, State, right_of, side_of


def play(state: State, move: Move) -> State:
    """The state after `to_act` makes this move. Raises IllegalMove with the code and the rule."""
    no = refusal(state, move)
    if no:
        raise no
    phase = state.phase
    if phase == "offer" or phase == "open" or phase == "ordago":
        return _bet(state, move)
    if phase == "pares" or phase == "juego":
        return _announce(state, phase, state.speaker, move)
    state = _before_the_bets(state, move)
    return open_next_lance(state) if state.phase == "open" else state


def _before_the_bets(state: State, move: Move) -> State:
    """Dealing, mus or no mus, and the exchange; once that is over the phase is `open` (MUS-13 to MUS-22)."""
    if move.say == "deal":
        return _deal(state, move)
    if move.say == "exposed":
        return discard.expose(state, move.amount)
    seat = state.speaker
    state = state._replace(talk=(*state.talk, (seat, move, None)))
    match move.say:
        case "mus" | "wait":
            return discard.say_mus(state, seat)
        case "discard":
            return discard.lay_down(state, seat, move.cards)
        case "redeal" | "keep":
            return discard.answer_4567(state, seat, shows=move.say == "redeal")
        case "visto":
            return discard.force(state)
        case "no visto":
            return discard.ask(state)
    return opening.keep_the_pack(state, seat)


def _deal(state: State, move: Move) -> State:
    match state.phase:
        case "draw":
            return opening.draw(state, move.cards)
        case "deal":
            return discard.first_deal(state, move.cards)
    return discard.new_stock(state, move.cards)


def _bet(state: State, move: Move) -> State:
    options, score, deal, mano, _, seat, table, talk, lances, awards, last_deal, worths = state
    assert seat is not None
    say = betting.reply if options.team_reply == "highest" else betting.say
    lance, turn = say(lances[-1], seat, move)
    talk = (*talk, (seat, move, lance.name))
    lances = (*lances[:-1], lance)
    phase: Phase = "open" if lance.bet is None else "ordago" if lance.bet.ordago else "offer"
    state = State(options, score, deal, mano, phase, turn, table, talk, lances, awards, last_deal, worths)
    return state if turn is not None else _close_lance(state, lance)


def _close_lance(state: State, lance: Lance) -> State:
    """A refusal is paid at once and may end the set (MUS-46, MUS-47, MUS-B31); an accepted ordago ends it (MUS-49)."""
    if lance.state == "accepted" and lance.bet and lance.bet.ordago:
        won = Award(lance.name, best_side(lance, state.worths), 0, "ordago")
        return end_deal(take_set(state, won), laid_open=True)
    if lance.state == "refused" and lance.side is not None:
        state = take(state, Award(lance.name, lance.side, lance.paid, "refused"))
        if set_is_won(state):
            return end_deal(state, laid_open=False)
    return open_next_lance(state)


def open_next_lance(state: State) -> State:
    """The next lance that can be bet; after the last one comes the count (MUS-23, MUS-28, MUS-33)."""
    if not state.lances:
        state = state._replace(worths=worths(state))
    if len(state.lances) == len(NAMES):
        return _count(state)
    name = NAMES[len(state.lances)]
    if state.options.announcements == "automatic" or name == "grande" or name == "chica":
        return _open_lance(state._replace(talk=state.talk + announcements(state)))
    return state._replace(phase=name, turn=state.mano)


def _open_lance(state: State) -> State:
    lance = next_lance(state)
    if lance.state == "open":
        return state._replace(phase="open", turn=lance.players[0], lances=(*state.lances, lance))
    return open_next_lance(state._replace(lances=(*state.lances, lance)))


def _announce(state: State, lance: Literal["pares", "juego"], seat: Seat, move: Move) -> State:
    """In order each says whether it has pares or juego; a false word loses the set at once (MUS-60, MUS-B28)."""
    is_true = move == announcement(state)
    state = state._replace(talk=(*state.talk, (seat, move, lance)), turn=right_of(seat))
    if not is_true:
        return end_deal(take_set(state, Award(lance, 1 - side_of(seat), 0, "false")), laid_open=True)
    return state if state.turn != state.mano else _open_lance(state)


def _count(state: State) -> State:
    """All cards are laid open and the lances paid in their order, until the set is won (MUS-51, MUS-57, MUS-B29)."""
    for lance in state.lances:
        for award in awards(lance, state.worths):
            state = take(state, award)
    return end_deal(state, laid_open=True)
