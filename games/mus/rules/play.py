"""The course of a match: what each move does, lance after lance, deal after deal."""

from typing import Literal

from games.mus.rules import betting, discard, opening
from games.mus.rules.lances import (
    NAMES,
    announcements,
    best_side,
    count_lances,
    hand_strengths,
    next_lance,
)
from games.mus.rules.legality import refusal, true_announcement
from games.mus.rules.score import award_set, end_deal, is_set_won, take_awards
from games.mus.rules.state import (
    Award,
    Lance,
    Move,
    Phase,
    State,
    right_of,
    side_of,
    with_lance,
    with_strengths,
    with_talk,
)
from games.rules.base import Seat


def play(state: State, move: Move) -> State:
    """The state after `to_act` makes this move. Raises IllegalMove with the code and the rule."""
    refused = refusal(state, move)
    if refused:
        raise refused
    phase = state.phase
    match phase:
        case "offer" | "open" | "ordago":
            return _bet(state, move)
        case "pares" | "juego":
            return _announce(state, phase, state.speaker, move)
    state = _play_before_bets(state, move)
    if state.phase == "open":
        return open_next_lance(state)
    return state


def _play_before_bets(state: State, move: Move) -> State:
    """Deals, mus or no mus, and the exchange; then the phase is `open` (MUS-13 to MUS-22)."""
    match move.say:
        case "deal":
            return _deal(state, move)
        case "exposed":
            return discard.expose(state, move.amount)
    seat = state.speaker
    state = with_talk(state, (seat, move, None))
    match move.say:
        case "mus" | "wait":
            return discard.say_mus(state, seat)
        case "no mus":
            return opening.keep_the_pack(state, seat)
        case "discard":
            return discard.lay_down(state, seat, move.cards)
    return _answer_question(state, seat, move)


def _answer_question(state: State, seat: Seat, move: Move) -> State:
    """Questions that only some tables ask (MUS-V5, MUS-V6)."""
    match move.say:
        case "visto":
            return discard.force_exchange(state)
        case "no visto":
            return discard.ask_for_mus(state)
    return discard.answer_4567(state, seat, shows=move.say == "redeal")


def _deal(state: State, move: Move) -> State:
    match state.phase:
        case "draw":
            return opening.draw_for_mano(state, move.cards)
        case "deal":
            return discard.first_deal(state, move.cards)
    return discard.new_stock(state, move.cards)


# --- the bets ---


def _bet(state: State, move: Move) -> State:
    seat, before = state.turn, state.lances[-1]
    assert seat is not None
    apply_word = betting.say
    if state.options.team_reply == "highest":
        apply_word = betting.reply
    lance, bet, turn = apply_word(before, state.bet, seat, move)
    lances = state.lances
    if lance is not before:
        lances = (*lances[:-1], lance)
    talk = (*state.talk, (seat, move, lance.name))
    phase: Phase = "open"
    if bet is not None:
        phase = "ordago" if bet.ordago else "offer"
    state = with_lance(state, phase, turn, talk, lances, bet)
    if turn is None:
        return _close_lance(state, lance)
    return state


def _close_lance(state: State, lance: Lance) -> State:
    """Settle what has to be settled before the count, and go on."""
    # An accepted órdago wins the set at once (MUS-49).
    if lance.state == "accepted" and lance.bet and lance.bet.ordago:
        won = Award(lance.name, best_side(lance, state.strengths), 0, "ordago")
        return end_deal(award_set(state, won), laid_open=True)
    # A refusal is paid at once and may win the set (MUS-46, MUS-47, MUS-B31).
    if lance.state == "refused" and lance.side is not None:
        paid = Award(lance.name, lance.side, lance.paid, "refused")
        state = take_awards(state, [paid])
        if is_set_won(state):
            return end_deal(state, laid_open=False)
    return open_next_lance(state)


def open_next_lance(state: State) -> State:
    """The next lance that can be bet, or the count after the last one.

    MUS-23, MUS-28, MUS-33, MUS-51.
    """
    if not state.strengths:
        state = with_strengths(state, hand_strengths(state))
    mano, talk, lances, strengths = (
        state.mano,
        state.talk,
        state.lances,
        state.strengths,
    )
    while len(lances) < len(NAMES):
        name = NAMES[len(lances)]
        if name in ("pares", "juego"):
            if state.options.announcements == "automatic":
                talk += announcements(name, mano, strengths)
            elif talk[-1][2] != name:  # the seats have not announced it yet
                return with_lance(state, name, mano, talk, lances, None)
        lance = next_lance(name, mano, strengths)
        lances = (*lances, lance)
        if lance.state == "open":
            first = lance.players[0]
            return with_lance(state, "open", first, talk, lances, None)
    state = with_lance(state, "open", None, talk, lances, None)
    state = take_awards(state, count_lances(lances, strengths))
    return end_deal(state, laid_open=True)


def _announce(
    state: State, lance: Literal["pares", "juego"], seat: Seat, move: Move
) -> State:
    """A seat says whether it has pares or juego (MUS-B28)."""
    is_true = move == true_announcement(state)
    talk = (*state.talk, (seat, move, lance))
    state = state._replace(talk=talk, turn=right_of(seat))
    if not is_true:  # a false word loses the set at once (MUS-60)
        lost = Award(lance, 1 - side_of(seat), 0, "false")
        return end_deal(award_set(state, lost), laid_open=True)
    if state.turn == state.mano:
        return open_next_lance(state)
    return state
