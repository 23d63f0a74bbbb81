"""Hands, deals and talk in short writing, so that a test reads like a page of the rule book."""

from collections.abc import Callable, Iterator
from typing import Any

from games.mus import rules
from games.mus.rules.state import State
from games.rules.base import CHANCE, Score
from games.rules.cards import SPANISH, Cards

SEATS = ("A1", "B1", "A2", "B2")
"""Seat 0 is A1, the first mano; A1 and A2 play against B1 and B2."""

PLAIN = "KH64", "KH54", "KS54", "HS64"
"""Nobody has pares or juego; A1 is best in grande and punto, A2 in chica."""


def hands(*ranks: str) -> tuple[Cards, ...]:
    """Four hands from their ranks (1 for an ace), each rank in the first suit that is left."""
    left = list(SPANISH.cards)
    return tuple(
        tuple(sorted(take(left, rank) for rank in hand.replace("1", "A")))
        for hand in ranks
    )


def take(left: list[int], rank: str) -> int:
    card = next((card for card in left if SPANISH.text(card)[0] == rank), None)
    assert card is not None, f"more than four cards of the rank {rank}"
    left.remove(card)
    return card


def cards(texts: str) -> Cards:
    return SPANISH.read(texts.split())


def order(dealt: tuple[Cards, ...], mano: int = 0) -> Cards:
    """A shuffle that deals these hands, one card at a time from mano; the rest follows in
    canonical order.
    """
    first = tuple(
        dealt[(mano + turn) % 4][card] for card in range(4) for turn in range(4)
    )
    return first + tuple(card for card in SPANISH.cards if card not in first)


def dealt(*ranks: str, running: tuple[int, int] = (0, 0), **options: Any) -> State:
    """These hands just dealt, A1 mano."""
    state = rules.start(rules.options(options))._replace(
        score=Score((0, 0), running, ())
    )
    return rules.play(state, rules.deal_move(order(hands(*ranks))))


def said(state: State, talk: str) -> State:
    """The state after `A1 envido 2, B1 no quiero`: checks that each is said by the seat whose turn
    it is.
    """
    for line in filter(None, map(str.strip, talk.split(","))):
        seat, text = line.split(" ", 1)
        assert rules.to_act(state) == SEATS.index(seat), (
            f"{line}: it is the turn of {rules.to_act(state)}"
        )
        state = rules.play(state, rules.parse(text))
    return state


def waited_until(lance: str, state: State) -> State:
    """No mus, and all wait in every lance before this one."""
    state = rules.play(state, rules.parse("no mus"))
    while rules.view(state, None)["lance"] != lance:
        state = rules.play(state, rules.parse("paso"))
    return state


def all_wait(state: State) -> State:
    """All wait until the deal is over."""
    deal = state.deal
    while state.deal == deal and state.phase != "over":
        state = rules.play(state, rules.parse("paso"))
    return state


def points(state: State) -> tuple[int, int]:
    """The points of the set being played, or of the one that has just ended."""
    score = rules.score(state)
    finished = (
        state.last_deal
        and score.sets
        and state.phase in ("deal", "over")
        and score.running == (0, 0)
    )
    a, b = score.sets[-1] if finished else score.running
    return a, b


def awards(state: State) -> list[tuple[str, str, int, str]]:
    """The awards of the last deal as (lance, side A or B, points, why)."""
    return [
        (award["lance"], "AB"[award["side"]], award["points"], award["why"])
        for award in last_deal(state)["awards"]
    ]


def last_deal(state: State) -> dict[str, Any]:
    deal: dict[str, Any] = rules.view(state, None)["last_deal"]
    return deal


Steps = Iterator[tuple[State, Any, State]]


def played(
    state: State,
    choose: Callable[[State], Any],
    shuffle: Callable[[list[int]], None],
    see: Callable[[State], Any] = lambda state: None,
) -> Steps:
    """A match to its end: each state, the move made in it, and the state after; `see` says whose
    card is seen.
    """
    while (turn := rules.to_act(state)) is not None:
        if turn == CHANCE:
            pack = list(rules.pack(state))
            shuffle(pack)
            move = rules.deal_move(tuple(pack))
        else:
            move = see(state) or choose(state)
        before, state = state, rules.play(state, move)
        yield before, move, state
