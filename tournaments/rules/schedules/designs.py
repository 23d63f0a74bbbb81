"""Rounds of partners in which everybody plays with and against everybody equally often.

Whist designs, which exist for every number of players that leaves 0 or 1 when divided by four
(Baker 1975), and frames where it leaves 2. Each is turned out of its first round; these were found
by a search of our own, and that for nine players follows from the field of nine.
"""

from typing import Final

from tournaments.rules.schedules.golfers import Round, plus

# fmt: off
STARTERS: Final = {
    4: "3 1 0 2",
    5: "1 2 4 3",
    8: "5 7 2 4 0 1 6 3",
    9: "1 6 2 3 4 7 8 5",
    10: "4 8 7 6 5 1 9 2",
    12: "5 3 4 8 0 2 7 11 9 10 6 1",
    13: "3 2 10 11 1 5 12 8 4 6 9 7",
    16: "10 6 13 5 2 8 11 12 15 0 9 7 1 4 3 14",
    17: "6 7 11 10 1 4 16 13 5 3 12 14 2 8 15 9",
    18: "1 3 11 8 4 5 15 9 13 2 16 14 7 10 6 12",
    20: "19 12 3 8 13 9 14 1 10 2 0 16 5 4 11 7 17 6 15 18",
    21: "6 18 11 14 19 16 10 9 13 17 5 7 20 15 1 12 2 3 8 4",
    22: "0 9 5 15 17 7 4 3 20 16 19 14 21 1 6 13 10 8 2 11",
    24: "19 13 16 21 23 1 10 11 14 0 2 18 8 15 4 9 6 3 7 17 5 22 12 20",
    25: "12 11 13 14 9 3 16 22 7 4 18 21 6 2 19 23 10 5 15 20 1 8 24 17",
    26: "12 15 9 14 11 5 1 3 22 21 13 10 17 2 24 8 16 4 20 25 18 19 0 7",
    28: "23 16 17 21 8 22 10 26 25 13 24 2 9 7 1 0 3 6 12 20 27 15 18 5 11 4 14 19",
    29: "12 4 17 25 7 8 22 21 1 3 28 26 10 13 19 16 5 14 24 15 2 9 27 20 11 6 18 23",
    30: "5 8 24 11 19 13 25 17 10 29 15 6 0 9 2 1 26 16 12 7 27 4 14 22 20 3 21 23",
    32: "19 5 13 20 1 23 25 0 26 30 22 10 6 27 8 28 18 31 4 15 12 17 7 14 2 29 11 16 9 3 21 24",
    33: "14 30 3 2 16 13 25 5 31 7 21 27 9 10 15 17 23 12 8 26 11 19 28 18 6 20 4 24 22 32 1 29",
    34: "10 17 26 13 25 18 3 33 27 32 2 4 0 11 21 12 8 22 19 24 5 23 29 15 30 31 16 28 7 1 14 6",
    36: (
        "9 31 14 25 34 4 11 12 20 24 3 23 33 10 35 7 26 18 1 32 30 5 28 27 15 17 19 8 16 21 0 6 "
        "29 13 22 2"
    ),
    37: (
        "12 17 25 20 5 7 32 30 9 6 28 31 8 1 29 36 2 18 35 19 10 4 27 33 14 13 23 24 3 16 34 21 "
        "15 11 22 26"
    ),
    38: (
        "18 10 19 22 16 0 25 5 20 34 2 12 21 6 13 23 29 30 36 24 31 35 28 7 11 32 9 8 4 33 15 37 "
        "3 14 26 1"
    ),
    40: (
        "5 26 33 17 37 9 23 8 27 28 4 24 12 3 20 29 31 25 21 10 22 15 2 39 16 0 34 36 11 7 38 1 "
        "13 14 6 19 30 35 "
        "32 18"
    ),
    41: (
        "18 2 23 39 5 4 36 37 6 13 35 28 16 1 25 40 14 19 27 22 9 20 32 21 12 15 29 26 8 10 33 "
        "31 17 11 24 30 7 3 "
        "34 38"
    ),
    42: (
        "1 23 10 41 31 25 20 11 28 34 26 24 29 4 7 30 37 2 32 27 5 18 35 19 39 8 36 12 14 38 22 "
        "15 3 0 9 13 33 6 "
        "40 21"
    ),
    44: (
        "16 35 5 27 34 11 25 41 13 37 20 12 40 22 26 6 24 8 1 30 17 2 32 0 18 39 42 36 4 9 10 14 "
        "15 7 43 3 28 31 "
        "29 19 38 33 21 23"
    ),
    45: (
        "5 11 39 14 17 33 21 7 15 2 36 41 40 25 18 42 34 9 27 38 35 30 8 31 24 37 10 22 6 3 4 43 "
        "12 28 20 19 23 "
        "32 13 44 29 26 16 1"
    ),
    46: (
        "22 6 34 32 20 27 41 24 14 29 8 15 0 3 9 21 33 28 4 44 38 7 25 5 2 37 10 18 11 45 35 30 "
        "31 40 42 39 36 23 "
        "43 19 26 17 16 12"
    ),
    48: (
        "35 1 0 19 28 24 11 37 23 3 42 25 12 2 20 26 27 22 30 15 18 39 17 6 4 7 14 45 34 10 8 5 "
        "40 16 9 36 32 46 "
        "21 31 13 43 47 41 29 38 33 44"
    ),
    49: (
        "12 20 37 29 4 8 45 41 15 14 34 35 19 5 30 44 3 10 46 39 11 16 38 33 13 2 36 47 21 18 28 "
        "31 6 24 43 25 7 "
        "9 42 40 1 22 48 27 17 23 32 26"
    ),
    50: (
        "9 12 6 44 31 45 14 38 22 30 27 39 7 3 37 47 18 5 32 34 19 25 4 33 35 13 24 11 48 20 21 "
        "16 28 23 40 10 36 "
        "43 8 17 26 46 42 15 41 49 1 0"
    ),
    52: (
        "31 41 40 42 7 37 25 14 9 27 23 46 32 15 51 3 44 8 28 0 4 1 6 47 39 48 19 33 49 36 11 30 "
        "26 20 5 10 34 38 "
        "17 35 13 29 2 22 16 50 12 24 18 43 45 21"
    ),
    53: (
        "9 2 44 51 22 4 31 49 7 6 46 47 10 20 43 33 3 11 50 42 18 15 35 38 19 17 34 36 1 23 52 "
        "30 12 16 41 37 8 "
        "24 45 29 13 25 40 28 5 14 48 39 26 21 27 32"
    ),
}
# fmt: on
"""By the number of players: the first round, table after table in turn order; partners sit
opposite each other."""

MOST_ROUNDS: Final = max(STARTERS)
"""The rounds of the largest of these designs."""


def rounds(players: int) -> list[Round]:
    """A whole cycle for this many players, numbered from 0; [] if none is known.

    With a rest of 0 or 1 everybody plays with everybody once and against everybody twice; with a
    rest of 2 so too, but with one of the others never. With a rest of 3 the design for one player
    more gives up the table of that player. A player at no table sits out.
    """
    if players % 4 == 3:
        return [without(players, tables) for tables in rounds(players + 1)]
    if players not in STARTERS:
        return []
    starter = [int(number) for number in STARTERS[players].split()]
    order = players - (players % 4 == 0)
    return [_turned(starter, turn, order) for turn in range(order)]


def without(player: int, tables: Round) -> Round:
    return [table for table in tables if player not in table]


def _turned(starter: list[int], turn: int, order: int) -> Round:
    """The starter after some turns; a player beyond `order` keeps its seat."""
    row = [
        number if number == order else plus(number, turn, order) for number in starter
    ]
    return [row[start : start + 4] for start in range(0, len(row), 4)]
