"""Plays the recorded matches of all games, or of those named, and keeps them."""

import sys

from games.catalogue import GAMES
from tests.games.rules.playthroughs import keep

for game in sys.argv[1:] or sorted(GAMES):
    keep(game)
