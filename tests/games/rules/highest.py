"""A toy game for three, each for themselves: everybody is dealt one card of six, stays or folds;
the highest left wins.

It is unlike Mus wherever the shared rules may take nothing for granted: seats, sides, pack,
talk before the first deal.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from core.choices import Choice, read
from core.refusals import BadNotation, IllegalMove
from games.rules.base import CHANCE, Card, Json, Outcome, Score, Seat, Side

CODE: Final = "highest"
TURN_RULE: Final = "HIGH-2"
CARDS: Final = ("one", "two", "three", "four", "five", "six")
SEATS: Final = (0, 1, 2)


class State(NamedTuple):
    rounds: int
    ready: bool = False
    order: tuple[Card, ...] = ()
    said: tuple[str, ...] = ()
    points: tuple[int, ...] = (0, 0, 0)
    played: int = 0


class Options(NamedTuple):
    rounds: int = 2


OPTIONS: Final = {"rounds": Choice(range(1, 10), "HIGH-1")}


def options(raw: Mapping[str, Any]) -> Options:
    return read(Options, OPTIONS, raw)


def options_json(options: Options) -> Json:
    return options._asdict()


def sides(options: Options) -> tuple[Side, ...]:
    return tuple((seat,) for seat in SEATS)


def start(options: Options) -> State:
    return State(options.rounds)


def to_act(state: State) -> int | None:
    if state.played == state.rounds:
        return None
    if not state.ready:
        return 2
    return len(state.said) if state.order else CHANCE


def pack(state: State) -> tuple[Card, ...]:
    return tuple(range(len(CARDS)))


def parse(text: str) -> tuple[str, ...]:
    words = tuple(text.split())
    if words not in [("ready",), ("stay",), ("fold",)] and words[:1] != ("deal",):
        raise BadNotation("highest.unknown_move", text=text)
    return words


def text(move: tuple[str, ...]) -> str:
    return " ".join(move)


def deal_move(order: tuple[Card, ...]) -> tuple[str, ...]:
    return ("deal", *map(card_text, order))


def legal_moves(state: State) -> tuple[tuple[str, ...], ...]:
    if to_act(state) in (None, CHANCE):
        return ()
    return (("stay",), ("fold",)) if state.ready else (("ready",),)


def least_committing(state: State) -> tuple[str, ...]:
    return legal_moves(state)[-1]


def play(state: State, move: tuple[str, ...]) -> State:
    if (
        to_act(state) == CHANCE
        and move[0] == "deal"
        and sorted(move[1:]) == sorted(CARDS)
    ):
        return state._replace(order=tuple(CARDS.index(card) for card in move[1:]))
    if move not in legal_moves(state):
        raise IllegalMove("highest.not_now", rule="HIGH-1")
    if move == ("ready",):
        return state._replace(ready=True)
    state = state._replace(said=(*state.said, *move))
    return _scored(state) if len(state.said) == len(SEATS) else state


def _scored(state: State) -> State:
    """The highest of those who stayed takes 2, the others who stayed lose 1: scores may be
    negative.
    """
    stayed = [seat for seat in SEATS if state.said[seat] == "stay"]
    best = max(stayed, key=lambda seat: state.order[seat], default=None)
    gains = [(2 if seat == best else -1) if seat in stayed else 0 for seat in SEATS]
    points = tuple(a + b for a, b in zip(state.points, gains, strict=True))
    return state._replace(order=(), said=(), points=points, played=state.played + 1)


def score(state: State) -> Score:
    return Score(won=state.points, running=state.points, sets=())


def outcome(state: State) -> Outcome | None:
    if to_act(state) is not None:
        return None
    return Outcome(
        state.points,
        tuple(1 + sum(p > own for p in state.points) for own in state.points),
    )


def view(state: State, seat: Seat | None) -> Json:
    return {
        "game": CODE,
        "hand": [card_text(state.order[seat])]
        if seat is not None and state.order
        else [],
    }


def card_text(card: Card) -> str:
    return CARDS[card]


def positions(state: State, seat: Seat) -> tuple[int, ...]:
    return (seat,)
