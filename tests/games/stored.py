"""Stored matches that come to a position of one's choice at once, instead of move by move."""

from collections.abc import Callable
from typing import Any

from games import replay, services
from games.models import Match, Move
from games.replay import Position
from tests.conftest import NOW


def play_on(match: Match, say: Callable[[Any], str | None]) -> None:
    """Play what `say` answers to each state, shuffles included, until it answers None; then store
    all of it.
    """
    match.refresh_from_db()
    game, before = replay.rules_of(match), replay.position(match)
    position, moves = services.deal_while_due(match, before, NOW)
    while text := say(position.state):
        seat, state = (
            game.to_act(position.state),
            game.play(position.state, game.parse(text)),
        )
        position = Position(state, position.number + 1, position.shuffles)
        moves.append(
            Move(match=match, number=position.number, seat=seat, text=text, at=NOW)
        )
        position, shuffles = services.deal_while_due(match, position, NOW)
        moves += shuffles
    services.store(match, before, position, moves, NOW)
