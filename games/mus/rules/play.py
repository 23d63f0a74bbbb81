"""The course of a match: what each move does, lance after lance, deal after deal."""

from typing import Literal

from games.mus.rules import betting, discard, opening
from games.mus.rules.lances import (
    NAMES,
    Worths,
    announcements,
    best_side,
    dues,
    next_lance,
    worths_of,
)
from games.mus.rules.legality import announcement, refusal
from games.mus.rules.score import end_deal, set_is_won, take, take_set
from games.mus.rules.state import (
    Award,
    Lance,
    Move,
    Phase,
    Said,
    State,
    quickly,
    right_of,
    side_of,
)
from games.rules.base import Seat


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
    state = quickly(State, (*state[:7], (*state.talk, (seat, move, None)), *state[8:]))
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
    (
        options,
        score,
        deal,
        mano,
        _,
        seat,
        table,
        talk,
        lances,
        bet,
        awards,
        last_deal,
        worths,
    ) = state
    assert seat is not None
    said, before = (
        betting.reply if options.team_reply == "highest" else betting.say,
        lances[-1],
    )
    lance, bet, turn = said(before, bet, seat, move)
    talk = (*talk, (seat, move, lance.name))
    if lance is not before:
        lances = (*lances[:-1], lance)
    phase: Phase = "open" if bet is None else "ordago" if bet.ordago else "offer"
    fields = (
        options,
        score,
        deal,
        mano,
        phase,
        turn,
        table,
        talk,
        lances,
        bet,
        awards,
        last_deal,
        worths,
    )
    state = quickly(State, fields)
    return state if turn is not None else _close_lance(state, lance)


def _close_lance(state: State, lance: Lance) -> State:
    """A refusal is paid at once and may end the set (MUS-46, MUS-47, MUS-B31); an accepted ordago ends it (MUS-49)."""
    if lance.state == "accepted" and lance.bet and lance.bet.ordago:
        won = Award(lance.name, best_side(lance, state.worths), 0, "ordago")
        return end_deal(take_set(state, won), laid_open=True)
    if lance.state == "refused" and lance.side is not None:
        state = take(state, [Award(lance.name, lance.side, lance.paid, "refused")])
        if set_is_won(state):
            return end_deal(state, laid_open=False)
    return open_next_lance(state)


def open_next_lance(state: State) -> State:
    """The next lance that can be bet; after the last one comes the count (MUS-23, MUS-28, MUS-33, MUS-51)."""
    mano, talk, lances = state.mano, state.talk, state.lances
    worths = state.worths or worths_of(state)
    while len(lances) < len(NAMES):
        name = NAMES[len(lances)]
        if name == "pares" or name == "juego":
            if state.options.announcements == "automatic":
                talk += announcements(name, mano, worths)
            elif talk[-1][2] != name:
                return _with(state, name, mano, talk, lances, worths)
        lance = next_lance(name, mano, worths)
        lances = (*lances, lance)
        if lance.state == "open":
            return _with(state, "open", lance.players[0], talk, lances, worths)
    return end_deal(
        take(_with(state, "open", None, talk, lances, worths), dues(lances, worths)),
        laid_open=True,
    )


def _with(
    state: State,
    phase: Phase,
    turn: Seat | None,
    talk: tuple[Said, ...],
    lances: tuple[Lance, ...],
    worths: Worths,
) -> State:
    """The state with this, no offer standing."""
    options, score, deal, mano, _, _, table, _, _, _, awards, last_deal, _ = state
    return State(
        options,
        score,
        deal,
        mano,
        phase,
        turn,
        table,
        talk,
        lances,
        None,
        awards,
        last_deal,
        worths,
    )


def _announce(
    state: State, lance: Literal["pares", "juego"], seat: Seat, move: Move
) -> State:
    """In order each says whether it has pares or juego; a false word loses the set at once (MUS-60, MUS-B28)."""
    is_true = move == announcement(state)
    state = state._replace(talk=(*state.talk, (seat, move, lance)), turn=right_of(seat))
    if not is_true:
        return end_deal(
            take_set(state, Award(lance, 1 - side_of(seat), 0, "false")), laid_open=True
        )
    return state if state.turn != state.mano else open_next_lance(state)
