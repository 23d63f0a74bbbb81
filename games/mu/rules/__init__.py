"""Mü: the functions that `games.rules.base.Game` asks for.

Two questions are answered elsewhere: who deals first (MU-B3) by the draw for seats, since
seat 0 does; the shuffle (MU-5) in `games.rules.dealing`. The rules are those of the first
edition (MU-B29).
"""

from typing import Final

from games.mu.rules.determinize import determinize
from games.mu.rules.legality import least_committing, legal_moves, pack
from games.mu.rules.messages import REFUSALS
from games.mu.rules.notation import card_text, deal_move, parse, text
from games.mu.rules.options import OPTIONS, Options, options, options_json
from games.mu.rules.play import play, positions
from games.mu.rules.score import check_score, outcome, score
from games.mu.rules.state import Move, State, start
from games.mu.rules.view import view
from games.rules.base import Side

__all__ = [
    "CODE", "OPTIONS", "REFUSALS", "TURN_RULE", "Move", "Options", "State", "card_text",
    "check_score", "deal_move", "determinize", "least_committing", "legal_moves",
    "options", "options_json", "outcome", "pack", "parse", "play", "positions", "score",
    "sides", "start", "text", "to_act", "view",
]  # fmt: skip

CODE: Final = "mu"
TURN_RULE: Final = "MU-6"


def sides(options: Options) -> tuple[Side, ...]:
    """One side for each seat: new teams are formed in every deal (MU-28, MU-30)."""
    return tuple((seat,) for seat in range(options.players))


def to_act(state: State) -> int | None:
    """The seat to act, CHANCE before a shuffle, None when the match is over."""
    return state.turn
