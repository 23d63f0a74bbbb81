"""The games of the service. GAMES is the only list of them."""

from typing import Final

from games.game import Game
from games.mizzaire.plug import MIZZAIRE
from games.mu.plug import MU
from games.mus.plug import MUS

GAMES: Final[dict[str, Game]] = {game.code: game for game in (MUS, MU, MIZZAIRE)}
