"""The course of a match: what each move does, lance after lance, deal after deal."""

from games.rules.base import Seat
from games.rules.mus import betting, discard, opening
from games.rules.mus.lances import NAMES, announcements, awards, best_side, next_lance, strength, worths
from games.rules.mus.legality import refusal
from games.rules.mus.score import end_deal, set_is_won, take, take_set
from games.rules.mus.state import Award, Lance, Move, Said, State, right_of, side_of


def play(state: State, move: Move) -> State:
    """The state after `to_act` makes this move. Raises IllegalMove with the code and the rule."""
    no = refusal(state, move)
    if no:
        raise no
    if state.phase == "bet":
        return _bet(state, move)
    if state.phase == "announce":
        return _announce(state, state.speaker, says_yes=move.say.endswith("si"))
    state = _before_the_bets(state, move)
    return open_next_lance(state) if state.phase == "bet" else state


def _before_the_bets(state: State, move: Move) -> State:
    """Dealing, mus or no mus, and the exchange; once that is over the phase is `bet` (MUS-13 to MUS-22)."""
    if move.say == "deal":
        return _deal(state, move)
    if move.say == "exposed":
        return discard.expose(state, move.amount)
    seat = state.speaker
    number = len(move.cards) if move.say == "discard" else None
    state = state._replace(talk=(*state.talk, Said(seat, move.say, number)))
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
    options, score, deal, mano, _, _, table, talk, lances, awards, last_deal, worths = state
    seat, name = state.speaker, lances[-1].name
    lance, turn = betting.say(lances[-1], seat, move, both_reply=options.team_reply == "highest")
    talk = (*talk, Said(seat, move.say, move.amount or None, name))
    lances = (*lances[:-1], lance)
    state = State(options, score, deal, mano, "bet", turn, table, talk, lances, awards, last_deal, worths)
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
    if state.options.announcements == "automatic":
        return _open_lance(state._replace(talk=state.talk + announcements(state)))
    if NAMES[len(state.lances)] in ("pares", "juego"):
        return state._replace(phase="announce", turn=state.mano)
    return _open_lance(state)


def _open_lance(state: State) -> State:
    lance = next_lance(state)
    if lance.state == "open":
        return state._replace(phase="bet", turn=lance.players[0], lances=(*state.lances, lance))
    return open_next_lance(state._replace(lances=(*state.lances, lance)))


def _announce(state: State, seat: Seat, *, says_yes: bool) -> State:
    """In order each says whether it has pares or juego; a false word loses the set at once (MUS-60, MUS-B28)."""
    name = NAMES[len(state.lances)]
    assert name == "pares" or name == "juego"
    state = state._replace(talk=(*state.talk, Said(seat, name, int(says_yes), name)), turn=right_of(seat))
    if says_yes != bool(strength(name, state.worths[seat])):
        return end_deal(take_set(state, Award(name, 1 - side_of(seat), 0, "false")), laid_open=True)
    return state if state.turn != state.mano else _open_lance(state)


def _count(state: State) -> State:
    """All cards are laid open and the lances paid in their order, until the set is won (MUS-51, MUS-57, MUS-B29)."""
    for lance in state.lances:
        for award in awards(lance, state.worths):
            state = take(state, award)
    return end_deal(state, laid_open=True)
