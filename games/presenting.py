"""The games as JSON, and a match as JSON for one viewer: the seat's view and what surrounds it."""

from typing import Any

from core.choices import Choice
from games import replay
from games.catalogue import GAMES
from games.models import Move
from games.queries import Table
from games.replay import Position
from games.rules import dealing
from games.rules.base import Game, Json
from games.table_talk import asides_json


def games_json() -> list[Json]:
    """The games that can be played, and what may be agreed on before each."""
    return [
        {"code": code, "options": options_json(game.rules)}
        for code, game in GAMES.items()
    ]


def options_json(game: Game) -> Json:
    """For each option of a game: what it may be, what it is if nothing is said, and the rule that it belongs to."""
    usual = game.options_json(game.options({}))
    return {
        name: {"default": usual[name], "rule": choice.rule, **allowed(choice)}
        for name, choice in game.OPTIONS.items()
    }


def allowed(choice: Choice) -> Json:
    """The values of an option, or the least and the largest number."""
    values = choice.values
    return (
        {"min": values[0], "max": values[-1]}
        if isinstance(values, range)
        else {"values": list(values)}
    )


def match_json(table: Table, position: Position) -> Json:
    """All that this viewer may know of the match in this position."""
    match = table.match
    game = replay.rules_of(match)
    view = game.view(position.state, table.seat)
    return {
        "id": str(match.pk),
        "game": match.game,
        "options": match.options,
        "public": match.public,
        "words": match.words,
        "commitment": dealing.commitment(bytes(match.secret)),
        "number": position.number,
        "seat": table.seat,
        "seats": [
            {
                "name": s.name,
                "bot": s.user.is_bot,
                "level": s.user.level,
                "user": s.user_id,
            }
            for s in table.seatings
        ],
        "next_shuffle": next_shuffle(table, position) if not match.over else None,
        "view": view,
        "asides": asides_json(table, view),
    }


def next_shuffle(table: Table, position: Position) -> Json:
    """The commitment to the coming shuffle, published before it happens, and which seats add a seed to it."""
    number = position.shuffles + 1
    return {
        "number": number,
        "commitment": dealing.commitment(
            dealing.deal_seed(bytes(table.match.secret), number)
        ),
        "seat_seed_hashes": {
            seat: dealing.seat_seed_hash(text)
            for seat, text in table.match.seat_seeds.items()
        },
    }


def clock_json(table: Table) -> Json:
    """What changes without a move: the clock and the end."""
    match = table.match
    return {
        "deadline": match.deadline and match.deadline.isoformat(),
        "turn_seconds": match.turn_seconds,
        "finished": match.finished_at is not None,
        "annulled": match.annulled_at is not None,
    }


def shuffle_json(table: Table, shuffle: Move, position: Position) -> Json:
    """What this viewer may check of one shuffle: all its leaves, and the cards that their seat was dealt from it.

    `position` is the latest one in which this shuffle was the last.
    """
    match, proof = table.match, dict(shuffle.proof or {})
    game = replay.rules_of(match)
    seed = dealing.deal_seed(bytes(match.secret), proof["shuffle"])
    texts = shuffle.text.split()[1:]
    answer: dict[str, Any] = {
        "number": proof["shuffle"],
        "commitment": proof["commitment"],
        "root": proof["root"],
        "leaves": list(dealing.leaves(texts, seed)),
        "seat_seed_hashes": {
            seat: dealing.seat_seed_hash(text)
            for seat, text in proof["seat_seeds"].items()
        },
        "yours": [],
    }
    if table.seat is not None:
        answer["yours"] = [
            {"position": at, "card": texts[at], "salt": dealing.salt(seed, at).hex()}
            for at in game.positions(position.state, table.seat)
        ]
    if match.over:
        answer |= {
            "seed": seed.hex(),
            "seat_seeds": proof["seat_seeds"],
            "order": texts,
        }
    return answer
