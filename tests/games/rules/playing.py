"""Any match of any game: options, deals and moves drawn from one number."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from core.chance import Stream, seed_from
from core.refusals import BadNotation, IllegalMove
from games.catalogue import GAMES
from games.rules.base import CHANCE, Below, Game, Json

SHORT = 6
"""Of a long range of values only so many of the smallest are drawn, so that a match ends soon."""


class Step(NamedTuple):
    """A state, the move made in it, and the state after."""

    before: Any
    move: Any
    after: Any


def chance(*what: object) -> Below:
    """Numbers that are the same each time for the same things."""
    return Stream(seed_from(*(str(part).encode() for part in what))).below


def some_options(game: Game, below: Below) -> Json:
    """One allowed value for each option."""
    return {
        name: choice.values[below(min(len(choice.values), SHORT))]
        for name, choice in game.OPTIONS.items()
        if name == "players" or below(2)
    }


def some_move(game: Game, state: Any, below: Below) -> Any:
    """A shuffle where one is due, otherwise any word that is legal, and then any move with this
    word.
    """
    if game.to_act(state) == CHANCE:
        pack = list(game.pack(state))
        return game.deal_move(
            tuple(pack.pop(below(len(pack))) for _ in range(len(pack)))
        )
    moves = game.legal_moves(state)
    words = sorted({game.text(move).split()[0] for move in moves})
    word = words[below(len(words))]
    said = [move for move in moves if game.text(move).split()[0] == word]
    return said[below(len(said))]


def a_match(code: str, seed: int, options: Json | None = None) -> Iterator[Step]:
    """A match from its first state to its last; in games that know it, a card is sometimes seen
    while it is dealt.
    """
    game, below = GAMES[code].rules, chance(code, seed)
    state = game.start(
        game.options(some_options(game, below) if options is None else options)
    )
    while (turn := game.to_act(state)) is not None:
        move = some_move(game, state, below)
        yield (step := Step(state, move, game.play(state, move)))
        if (
            turn == CHANCE
            and not below(4)
            and (seen := _seen_by_accident(game, step.after, below))
        ):
            yield (step := seen)
        state = step.after


def _seen_by_accident(game: Game, state: Any, below: Below) -> Step | None:
    with suppress(BadNotation, IllegalMove):
        move = game.parse(f"exposed {below(4)}")
        return Step(state, move, game.play(state, move))
    return None
