"""High card: two to four players, each for themselves, are dealt one card of six a round.

Each in turn stays or folds. The highest card that stayed scores one point for each player
who stayed (HIGH-1); seat 0 speaks first (HIGH-2).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from core.choices import Choice, read
from core.refusals import BadNotation, IllegalMove, Refusal
from games.rules.base import CHANCE, Below, Card, Json, Outcome, Score, Seat, Side

CODE: Final = "high_card"
TURN_RULE: Final = "HIGH-2"
CARDS: Final = ("one", "two", "three", "four", "five", "six")
REFUSALS: Final = {
    "high_card.unknown_move": "“{text}” is no move of high card.",
    "high_card.not_now": "That cannot be said now.",
    "high_card.score": "A score is a number of points from 0 to {most}.",
}
OPTIONS: Final = {
    "players": Choice(range(2, 5), "HIGH-1"),
    "rounds": Choice(range(1, 10), "HIGH-1"),
}


class Options(NamedTuple):
    players: int = 3
    rounds: int = 2


class State(NamedTuple):
    options: Options
    order: tuple[Card, ...] = ()
    """The shuffled pack; empty between rounds."""
    said: tuple[str, ...] = ()
    rounds: tuple[tuple[int, ...], ...] = ()
    """The points of each finished round."""

    @property
    def phase(self) -> str:
        if len(self.rounds) == self.options.rounds:
            return "over"
        return "play" if self.order else "deal"


def options(raw: Mapping[str, Any]) -> Options:
    return read(Options, OPTIONS, raw)


def options_json(options: Options) -> Json:
    return options._asdict()


def sides(options: Options) -> tuple[Side, ...]:
    return tuple((seat,) for seat in range(options.players))


def start(options: Options) -> State:
    return State(options)


def to_act(state: State) -> int | None:
    if state.phase == "over":
        return None
    if state.phase == "deal":
        return CHANCE
    return len(state.said)


def pack(state: State) -> tuple[Card, ...]:
    return tuple(range(len(CARDS)))


def parse(text: str) -> tuple[str, ...]:
    words = tuple(text.split())
    if words in {("stay",), ("fold",)} or words[:1] == ("deal",):
        return words
    raise BadNotation("high_card.unknown_move", text=text)


def text(move: tuple[str, ...]) -> str:
    return " ".join(move)


def deal_move(order: tuple[Card, ...]) -> tuple[str, ...]:
    return ("deal", *map(card_text, order))


def legal_moves(state: State) -> tuple[tuple[str, ...], ...]:
    return (("stay",), ("fold",)) if state.phase == "play" else ()


def least_committing(state: State) -> tuple[str, ...]:
    return ("fold",)


def play(state: State, move: tuple[str, ...]) -> State:
    if state.phase == "deal" and sorted(move[1:]) == sorted(CARDS):
        return state._replace(order=tuple(CARDS.index(card) for card in move[1:]))
    if move not in legal_moves(state):
        raise IllegalMove("high_card.not_now", rule="HIGH-1")
    state = state._replace(said=(*state.said, *move))
    if len(state.said) < state.options.players:
        return state
    rounds = (*state.rounds, _points(state))
    return state._replace(order=(), said=(), rounds=rounds)


def _points(state: State) -> tuple[int, ...]:
    points = [0] * state.options.players
    stayed = [seat for seat, word in enumerate(state.said) if word == "stay"]
    if stayed:
        points[max(stayed, key=state.order.__getitem__)] = len(stayed)
    return tuple(points)


def score(state: State) -> Score:
    won = [0] * state.options.players
    for points in state.rounds:
        won = [a + b for a, b in zip(won, points, strict=True)]
    return Score(tuple(won), (0,) * state.options.players, state.rounds)


def outcome(state: State) -> Outcome | None:
    if state.phase != "over":
        return None
    won = score(state).won
    places = tuple(1 + sum(other > own for other in won) for own in won)
    return Outcome(won, places)


def check_score(options: Options, score: Sequence[int]) -> None:
    most = options.rounds * options.players
    if not all(0 <= points <= most for points in score):
        raise Refusal("high_card.score", most=most)


def view(state: State, seat: Seat | None) -> Json:
    hand = []
    if seat is not None and state.order:
        hand.append(card_text(state.order[seat]))
    result = outcome(state)
    return {
        "game": CODE,
        "phase": state.phase,
        "deal": len(state.rounds) + 1,
        "seat": seat,
        "to_act": to_act(state),
        "dealer": state.options.players - 1,
        "sides": [list(side) for side in sides(state.options)],
        "score": score(state)._asdict(),
        "outcome": result._asdict() if result else None,
        "seats": [{} for _ in range(state.options.players)],
        "hand": hand,
        "said": list(state.said),
        "options": options_json(state.options),
        "last_deal": None,
    }


def determinize(view: Json, below: Below) -> State:
    rest = [card for card in range(len(CARDS)) if CARDS[card] not in view["hand"]]
    order = []
    while rest:
        order.append(rest.pop(below(len(rest))))
    if view["hand"]:
        order.insert(view["seat"], CARDS.index(view["hand"][0]))
    return State(
        options(view["options"]),
        tuple(order) if view["phase"] == "play" else (),
        tuple(view["said"]),
        tuple(tuple(points) for points in view["score"]["sets"]),
    )


def card_text(card: Card) -> str:
    return CARDS[card]


def positions(state: State, seat: Seat) -> tuple[int, ...]:
    return (seat,)
