"""Mizzaire: the functions that `games.rules.base.Game` asks for.

Two questions are answered elsewhere: who sits where (MIZ-B12) in
`tournaments.rules.draws.draw`; the shuffle of all 52 cards before each round (MIZ-B13) in
`games.rules.dealing`. The seed also calls a trick a hand (MIZ-B16).
"""

from typing import Final

from games.mizzaire.rules.determinize import determinize
from games.mizzaire.rules.legality import least_committing, legal_moves
from games.mizzaire.rules.messages import REFUSALS
from games.mizzaire.rules.notation import card_text, deal_move, parse, text
from games.mizzaire.rules.observation import observe, positions
from games.mizzaire.rules.options import OPTIONS, Options, options, options_json
from games.mizzaire.rules.play import play
from games.mizzaire.rules.score import check_score, outcome, score
from games.mizzaire.rules.state import Move, State, start
from games.mizzaire.rules.view import view
from games.rules.base import Side
from games.rules.cards import FRENCH, Cards

__all__ = [
    "CODE", "OPTIONS", "REFUSALS", "TURN_RULE", "Move", "Options", "State", "card_text",
    "check_score", "deal_move", "determinize", "least_committing", "legal_moves",
    "observe", "options", "options_json", "outcome", "pack", "parse", "play",
    "positions", "score", "sides", "start", "text", "to_act", "view",
]  # fmt: skip

CODE: Final = "mizzaire"
TURN_RULE: Final = "MIZ-7"


def sides(options: Options) -> tuple[Side, ...]:
    """One side for each seat (MIZ-1)."""
    return tuple((seat,) for seat in range(options.players))


def to_act(state: State) -> int | None:
    """The seat to act, CHANCE before a shuffle, None when the match is over."""
    return state.turn


def pack(state: State) -> Cards:
    """All 52 cards, for every round (MIZ-2, MIZ-B13)."""
    return FRENCH.cards
