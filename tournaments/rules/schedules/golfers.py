"""Rounds of tables of one size at which no two players meet twice (the social golfer problem).

A schedule comes from a starter (a few rounds that are turned), from a field, or, for tables of two,
from a circle. The starters were found by a search of our own. For the greatest known number of
rounds see Miller, Valkov and Abel, Symmetry 18(2), 269 (2026). This module reaches it for up to ten
tables of 3 to 7, except for 8 of 4 (9 of 10 rounds) and 10 of 7 (6 of 7).
"""

from collections.abc import Iterator
from typing import Final

Round = list[list[int]]
"""The numbers of the players, from 0, at each table."""

# fmt: off
STARTERS: Final[dict[tuple[int, int], tuple[int, str]]] = {
    (4, 3): (4, "6 8 7 4 2 11 5 0 1 9 3 10"),
    (5, 3): (7, "0 11 14 7 1 5 8 13 12 2 3 10 4 9 6"),
    (6, 3): (4,
        "12 4 0 1 2 9 16 7 10 6 15 5 11 8 14 17 3 13 / 10 1 4 14 3 16 7 8 2 5 17 9 6 0 13 15 11 "
        "12"
    ),
    (7, 3): (
        5,
        "9 15 5 17 16 1 19 20 12 13 0 18 11 6 4 7 10 14 3 2 8 / 16 8 4 17 14 11 19 10 0 18 15 6 "
        "3 12 1 2 20 5 "
        "7 13 9",
    ),
    (8, 3): (11, "8 18 22 4 21 19 13 0 2 14 7 23 17 20 1 9 5 10 12 16 11 6 3 15"),
    (9, 3): (13, "0 6 20 8 13 18 15 3 22 12 23 7 9 11 24 17 14 16 19 26 10 21 25 4 5 2 1"),
    (10, 3): (14,
        "12 7 11 13 20 28 8 5 17 1 21 15 29 9 19 25 16 14 24 23 6 22 3 18 10 26 4 0 2 27"
    ),
    (11, 3): (15,
        "26 2 23 20 18 27 14 19 32 25 15 11 31 7 24 30 4 22 17 10 21 13 3 5 16 0 6 9 12 8 28 1 29"
    ),
    (12, 3): (17,
        "9 4 2 5 11 14 16 18 17 34 24 10 32 23 8 7 3 29 13 33 12 25 35 0 19 6 22 30 1 28 26 21 "
        "15 31 27 20"
    ),
    (4, 4): (5, "1 11 14 0 15 3 10 8 2 6 4 5 9 12 7 13"),
    (6, 4): (7, "11 8 17 9 7 2 6 0 10 15 4 23 12 1 16 22 19 14 18 5 3 20 21 13"),
    (7, 4): (9, "8 7 24 9 27 3 10 26 4 17 12 22 18 14 25 5 21 0 6 2 15 1 16 13 20 11 23 19"),
    (8, 4): (9,
        "2 19 5 3 25 15 23 20 10 16 12 6 29 9 4 24 28 21 17 8 31 11 18 0 1 13 27 22 7 30 14 26"
    ),
    (9, 4): (11,
        "15 27 23 29 19 2 30 35 1 21 9 7 14 16 13 3 10 18 0 25 31 4 8 28 34 24 6 11 17 12 32 22 "
        "26 33 20 5"
    ),
    (10, 4): (
        13,
        "10 32 39 15 35 29 31 23 12 16 0 19 5 36 14 20 34 37 8 4 28 3 17 27 26 13 25 21 9 7 30 2 "
        "24 11 1 22 "
        "33 18 6 38",
    ),
    (11, 4): (
        13,
        "19 3 40 28 2 32 30 26 11 13 4 25 0 1 33 36 31 39 5 24 8 43 21 35 16 29 37 14 27 23 6 41 "
        "20 9 38 42 "
        "17 12 7 10 34 22 18 15",
    ),
    (12, 4): (
        15,
        "8 29 33 36 26 34 41 4 37 3 2 11 10 12 7 27 32 23 46 14 22 47 38 6 31 44 17 35 9 30 40 "
        "20 16 18 24 19 "
        "15 43 5 1 13 21 42 25 28 45 0 39",
    ),
    (6, 5): (6, "20 29 2 17 22 4 8 23 28 10 5 12 27 6 1 14 21 25 9 0 16 24 7 26 18 3 11 19 15 13"),
    (10, 5): (
        9,
        "36 30 42 43 20 40 45 14 29 1 24 32 35 23 16 44 15 6 49 26 4 34 39 12 46 19 10 7 48 33 "
        "11 9 41 17 21 "
        "47 13 38 31 2 22 18 8 25 0 28 27 3 5 37",
    ),
    (12, 5): (
        11,
        "20 2 30 25 32 8 52 57 29 42 36 6 7 12 10 9 44 51 49 37 53 4 13 15 40 45 0 31 14 55 1 33 "
        "48 56 28 41 "
        "47 59 23 21 54 11 19 22 18 27 38 5 3 46 43 34 17 26 35 16 24 58 39 50",
    ),
    (6, 6): (3,
        "19 31 30 28 6 0 33 15 25 1 8 16 13 26 18 29 14 35 23 2 20 4 21 24 9 5 32 12 3 17 22 11 "
        "7 34 10 27"
    ),
    (10, 6): (
        7,
        "23 51 0 24 18 30 35 28 57 15 52 11 7 34 43 22 8 54 25 39 40 13 55 14 36 26 58 42 50 19 "
        "48 46 20 41 "
        "45 4 27 1 53 6 10 5 47 56 9 2 38 16 12 49 17 59 44 33 21 37 29 31 32 3",
    ),
    (12, 6): (
        9,
        "49 36 61 50 15 70 3 55 66 1 43 10 12 8 48 63 27 45 44 23 52 5 47 37 13 51 60 53 25 57 "
        "42 64 59 16 4 "
        "35 28 58 40 62 39 24 19 7 2 69 46 68 26 32 34 54 71 31 29 22 11 9 18 17 33 65 67 21 41 "
        "38 20 30 6 56 "
        "14 0",
    ),
    (10, 7): (
        6,
        "29 65 20 32 34 8 28 9 30 54 12 44 3 67 46 60 64 48 47 23 37 24 11 53 52 7 38 17 49 19 "
        "25 58 0 45 51 "
        "27 39 16 35 68 4 22 62 40 1 18 15 10 66 5 36 43 41 33 55 26 13 21 59 42 57 14 63 31 56 "
        "61 2 69 50 6",
    ),
}
# fmt: on
"""By tables and their size: the order of the turn, and the rounds that are turned, table by
table."""

FIELDS: Final = {8: (2, (1, 2, 4, 3, 6, 7, 5)), 9: (3, (1, 3, 7, 8, 2, 6, 5, 4))}
"""Fields other than those of the primes: sums go digit by digit modulo the first number,
products by the powers."""


def rounds(tables: int, size: int) -> list[Round]:
    """The rounds known for this many tables of this size; [] if there are none."""
    if size == 2:
        return list(_circle(2 * tables - 1))
    if (tables, size) in STARTERS:
        order, starter = STARTERS[tables, size]
        return list(_turned(order, starter, tables, size))
    if tables in FIELDS:
        largest_size = tables
    else:
        largest_size = _smallest_factor(tables)
    if size > largest_size:
        return []
    return list(_lines(tables, size))


def _circle(order: int) -> Iterator[Round]:
    """One player in the middle; the others go round, each facing the one opposite."""
    most_steps = order // 2
    for turn in range(order):
        round = [[turn, order]]
        for step in range(1, most_steps + 1):
            ahead = (turn + step) % order
            behind = (turn - step) % order
            round.append([ahead, behind])
        yield round


def _turned(order: int, starter: str, tables: int, size: int) -> Iterator[Round]:
    """The players stand in circles of `order`, each turned by one every round; the last stay."""
    turning = tables * size // order * order
    for base in starter.split(" / "):
        numbers = [int(number) for number in base.split()]
        for turn in range(order):
            moved = []
            for number in numbers:
                if number >= turning:
                    moved.append(number)
                    continue
                circle = number - number % order
                place = (number + turn) % order
                moved.append(circle + place)
            yield _cut(moved, size)


def _cut(row: list[int], size: int) -> Round:
    starts = range(0, len(row), size)
    return [row[start : start + size] for start in starts]


def _lines(tables: int, size: int) -> Iterator[Round]:
    """With the players in `size` rows of `tables`, the lines of one slope make a round.

    Two players share only one line.
    """
    for slope in range(tables):
        steps = [_product(slope, row, tables) for row in range(size)]
        yield [_line(start, steps, tables) for start in range(tables)]
    if size == tables:
        players = list(range(size * tables))
        yield _cut(players, tables)


def _line(start: int, steps: list[int], tables: int) -> list[int]:
    line = []
    for row, step in enumerate(steps):
        place = plus(start, step, tables)
        line.append(row * tables + place)
    return line


def plus(a: int, b: int, order: int) -> int:
    """The sum of two numbers below `order`: in a field of FIELDS, else modulo `order`."""
    if order not in FIELDS:
        return (a + b) % order
    base, _ = FIELDS[order]
    total = 0
    unit = 1
    while unit < order:
        digit_sum = a // unit + b // unit
        total += digit_sum % base * unit
        unit *= base
    return total


def _product(a: int, b: int, order: int) -> int:
    if order not in FIELDS:
        return a * b % order
    if not a or not b:
        return 0
    powers = FIELDS[order][1]
    exponent = powers.index(a) + powers.index(b)
    return powers[exponent % len(powers)]


def _smallest_factor(number: int) -> int:
    for factor in range(2, number):
        if number % factor == 0:
            return factor
    return number
