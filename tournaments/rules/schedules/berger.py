"""The Berger tables: which numbers meet in which round, at which table, and who is written
first."""

from collections.abc import Iterator
from typing import Final

Pair = tuple[int, int]
"""Two numbers, counted from 1; the first is written first."""

BALANCED: Final = {
    6: "021 102 102 021 120",
    8: "2013 0132 3120 2103 1023 0231 3210",
    10: "20314 32104 04312 14320 23041 14230 34201 42013 10324",
    12: "142053 503124 324105 153042 531420 510423 423150 053142 240135 513402 035421",
    14: (
        "2546301 0435612 4061523 1254360 0531624 5620314 3405126 2540316 6543012 5216043 4105362 "
        "4136250 6253104"
    ),
}
"""For each round its matches, counted from 0 as Berger has them, in the order of the tables.

Everybody is once or twice at each table: a balanced tournament design, which exists for every even
field but four (Schellenberg, van Rees and Vanstone 1977).
"""


def berger(entries: int, number: int) -> list[Pair]:
    """Round `number`, from 0, of the Berger tables: the match of the highest number first.

    An odd field is drawn up for one more, and the opponent of that number is free. Everybody is
    written first as often as second, within one.
    """
    rounds = entries - 1 + entries % 2
    middle = number * (rounds + 1) // 2 % rounds
    pairs = [(middle + 1, rounds + 1)]
    if number % 2:
        pairs = [(rounds + 1, middle + 1)]
    for step in range(1, (rounds + 1) // 2):
        after = (middle + step) % rounds + 1
        before = (middle - step) % rounds + 1
        pairs.append((after, before))
    return pairs


def at_tables(entries: int, number: int) -> list[Pair]:
    """The same round by tables.

    With an odd field everybody is twice at each table, as Berger has it; the free entry comes last.
    With an even one the highest number would always be at table 1, so its rounds are BALANCED;
    where no such order is known, its match changes with a table that moves on each round. Then
    nobody is more than three times at a table.
    """
    pairs = berger(entries, number)
    if entries % 2:
        return [*pairs[1:], pairs[0]]
    if entries in BALANCED:
        order = BALANCED[entries].split()[number]
        return [pairs[int(match)] for match in order]
    table = number % len(pairs)
    pairs[0], pairs[table] = pairs[table], pairs[0]
    return pairs


def schedule(entries: int, legs: int) -> Iterator[list[Pair]]:
    """All rounds. In a second leg first and second change places.

    The last two rounds of the first leg change places too, so that nobody is written first, or
    second, in three rounds running where the legs meet.
    """
    numbers = list(range(entries - 1 + entries % 2))
    first_leg = numbers
    if legs > 1:
        first_leg = [*numbers[:-2], *reversed(numbers[-2:])]
    for number in first_leg:
        yield at_tables(entries, number)
    if legs > 1:
        for number in numbers:
            yield [(b, a) for a, b in at_tables(entries, number)]
