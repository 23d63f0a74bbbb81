"""Recorded matches of every game, many records in one file; `python -m
tests.games.rules.playthroughs` plays them anew.

The records are kept so that a change of the engines that changes any match of the past is seen.
"""

import gzip
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from games.catalogue import GAMES
from games.rules.record import write
from tests.games.rules.matches import recorded
from tests.games.rules.playing import chance

FOLDER: Final = Path(__file__).parent
MATCHES: Final = 200
FIRST: Final = "Record 1\n"
"""The line with which each record begins."""

SHORT: Final[Mapping[str, Mapping[str, range]]] = {
    "mus": {"points_per_set": range(20, 31), "sets_to_win": range(1, 2)},
    "mu": {"deals": range(1, 3)},
    "mizzaire": {},
}
"""Options that make a match short enough to keep; the others are any that are allowed."""
NAMES: Final = (
    "Ane",
    "Bot Beñat",
    'Miren "31"',
    "Joxe; Mari",
    "Æther Ünal",
    "Bot 7",
    "محمد",
)


def records(game: str) -> list[str]:
    """The recorded matches of a game, as texts."""
    text = gzip.decompress((FOLDER / f"{game}.txt.gz").read_bytes()).decode()
    return [FIRST + record for record in text.split(FIRST)[1:]]


def played(game: str, number: int) -> str:
    """The record of one of the matches, played now; every third without seeds of the seats' own."""
    rules, below = GAMES[game].rules, chance("playthrough", game, number)
    options: dict[str, Any] = {}
    for name, choice in rules.OPTIONS.items():
        values = SHORT[game].get(name, choice.values)
        options[name] = values[below(len(values))]
    seats = sum(map(len, rules.sides(rules.options(options))))
    seeds = {
        seat: f"{number}, {seat}" for seat in range(seats) if number % 3 and below(2)
    }
    secret = bytes(below(256) for _ in range(32))
    return write(recorded(game, options, NAMES[:seats], seeds, secret))


def keep(game: str) -> None:
    """Play all matches of a game and keep their records, with the same bytes for the same matches."""
    text = "".join(played(game, number) for number in range(MATCHES))
    (FOLDER / f"{game}.txt.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
