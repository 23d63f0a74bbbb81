"""Counts legal sequences from a position that one paragraph of a table describes, and reads those
tables.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from games.catalogue import GAMES
from games.rules.base import CHANCE, Json
from tests.games.rules.playing import chance

FOLDER = Path(__file__).parent


class Row(NamedTuple):
    """How many sequences of `depth` moves there are, and how that is known besides by counting
    with the engine.
    """

    depth: int
    sequences: int
    known: str


class Position(NamedTuple):
    """A paragraph of a table: where the counting begins, and what must come out."""

    game: str
    title: str
    options: Json
    deal: int
    shuffle: int
    """The shuffle is made from this number."""
    after: tuple[str, ...]
    """What was said and played in this deal before."""
    rows: tuple[Row, ...]


def positions(game: str) -> Iterator[Position]:
    """The paragraphs of a game's table; lines that begin with `;` explain."""
    for paragraph in (FOLDER / f"{game}.txt").read_text().strip().split("\n\n"):
        title, *lines = (
            line for line in paragraph.splitlines() if not line.startswith(";")
        )
        facts = dict(line.split(" ", 1) for line in lines if line[0].isalpha())
        rows = (line.split(maxsplit=2) for line in lines if line[0].isdigit())
        yield Position(
            game,
            title,
            json.loads(facts["options"]),
            int(facts.get("deal", 1)),
            int(facts["shuffle"]),
            tuple(filter(None, facts.get("after", "").split(", "))),
            tuple(
                Row(int(depth), int(sequences), known)
                for depth, sequences, known in rows
            ),
        )


def dealt(position: Position) -> tuple[Any, tuple[str, ...]]:
    """The state when this deal's cards have been dealt, and their order; deals before it are
    played at no risk.
    """
    game, below = GAMES[position.game].rules, chance("perft", position.shuffle)
    state = game.start(game.options(position.options))
    while True:
        if game.to_act(state) != CHANCE:
            state = game.play(state, game.least_committing(state))
            continue
        seen, pack = game.view(state, None), list(game.pack(state))
        here = (seen["deal"], seen["phase"]) == (position.deal, "deal")
        order = tuple(pack.pop(below(len(pack))) for _ in range(len(pack)))
        state = game.play(state, game.deal_move(order))
        if here:
            return state, tuple(map(game.card_text, order))


def begun(position: Position) -> Any:
    """The state where the counting begins."""
    game, (state, _) = GAMES[position.game].rules, dealt(position)
    for text in position.after:
        state = game.play(state, game.parse(text))
    return state


def sequences(game: str, state: Any, depth: int) -> int:
    """Sequences of so many moves of the seats inside this deal."""
    rules = GAMES[game].rules
    moves = rules.legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(sequences(game, rules.play(state, move), depth - 1) for move in moves)


def sequences_told(
    legal: Callable[[tuple[str, ...]], set[str]], said: tuple[str, ...], depth: int
) -> int:
    """The same, counted by rules that are told all that was said so far and nothing else."""
    moves = legal(said)
    if depth == 1:
        return len(moves)
    return sum(sequences_told(legal, (*said, move), depth - 1) for move in moves)
