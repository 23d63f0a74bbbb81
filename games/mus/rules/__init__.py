"""Mus: the functions that `games.rules.base.Game` asks for.

Three questions are answered elsewhere: the draw for partners and seats (MUS-9, MUS-10,
MUS-V4) in `tournaments.rules.draws.draw`; shuffle and cut (MUS-12) in `games.rules.dealing`,
where each seat may add a seed of its own; signs between partners (MUS-63) in
`games.mus.signs`.
"""

from typing import Final

from games.mus.rules.determinize import determinize
from games.mus.rules.discard import pack
from games.mus.rules.hand import hand_strength
from games.mus.rules.legality import least_committing, legal_moves
from games.mus.rules.messages import REFUSALS
from games.mus.rules.notation import card_text, deal_move, parse, text
from games.mus.rules.options import OPTIONS, Options, options, options_json
from games.mus.rules.play import play
from games.mus.rules.score import check_score, outcome
from games.mus.rules.state import SIDES, Move, State, start
from games.mus.rules.view import positions, view
from games.rules.base import Score, Side

__all__ = [
    "CODE", "OPTIONS", "REFUSALS", "TURN_RULE", "Move", "Options", "State", "card_text",
    "check_score", "deal_move", "determinize", "hand_strength", "least_committing",
    "legal_moves", "options", "options_json", "outcome", "pack", "parse", "play",
    "positions", "score", "sides", "start", "text", "to_act", "view",
]  # fmt: skip

CODE: Final = "mus"
TURN_RULE: Final = "MUS-8"


def sides(options: Options) -> tuple[Side, ...]:
    """Two sides of two, partners opposite (MUS-1)."""
    return SIDES


def to_act(state: State) -> int | None:
    """The seat to act, CHANCE before a shuffle, None when the match is over."""
    return state.turn


def score(state: State) -> Score:
    """Sets won, points in the current set, points of the finished sets."""
    return state.score
