"""Tables of several players, each for itself: how large they are, who sits where, and a leaderboard of points."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, chain, pairwise
from typing import Any, Final, NamedTuple

from games.rules.chance import Stream
from games.rules.errors import Refusal
from tournaments.rules.field import Entrant, strays
from tournaments.rules.formats.base import Json, Planned, Setup, Sides
from tournaments.rules.results import VOID
from tournaments.rules.standings import Reason, Row
from tournaments.rules.tallies import Fact, Tally

CODE: Final = "tables"
DRAW: Final = "tables"
SEVERAL: Final = True
ROUND_CODES: Final[tuple[str, ...]] = ("round_1",)
TIE_BREAKS: Final[tuple[str, ...]] = ()
MAX_ENTRIES: Final = 512

Seated = Sequence[Sequence[int]]
"""The entries of each table, from the first to speak."""


class Table(NamedTuple):
    """A table of the round, from slot 0."""

    slot: int
    entries: tuple[int, ...]
    decided: bool
    match: None = None

    @property
    def ready(self) -> bool:
        return not self.decided


def fits(sides: Sides) -> bool:
    """Everybody plays for themselves (MU-1, MIZ-1)."""
    return all(len(side) == 1 for side in sides)


def check_number(entries: int, setup: Setup) -> None:
    """Raises Refusal `tables.impossible`, which names the nearest numbers that can be seated, or `tables.too_many`."""
    if entries > MAX_ENTRIES:
        raise Refusal("tables.too_many", entries=entries, most=MAX_ENTRIES)
    if not _counts(entries, setup.seats):
        fewest, most = setup.seats
        raise Refusal("tables.impossible", entries=entries, fewest=fewest, most=most, allowed=_near(entries, setup))


def sizes(entries: int, seats: tuple[int, int], preferred: Sequence[int]) -> tuple[int, ...]:
    """How large the tables are, the largest first; () if so many cannot be seated.

    They differ by one at most. Of the possible numbers of tables the one is taken whose sizes are nearest to the
    preferred ones, a player too few counting twice as much as one too many, squared; of equal ones the fewest tables.
    """
    ways = [_even(entries, tables) for tables in _counts(entries, seats)]
    return min(ways, key=lambda way: sum(_distance(size, preferred) for size in way), default=())


def draw(entrants: Sequence[Entrant], stream: Stream, setup: Setup) -> Json:
    """Everybody in a random order; the first so many sit at table 1 in this order, the next at table 2, and so on."""
    check_number(len(entrants), setup)
    order = stream.shuffled([entrant.id for entrant in entrants])
    ends = accumulate(sizes(len(order), setup.seats, (setup.preferred,)), initial=0)
    return {"tables": [list(order[start:end]) for start, end in pairwise(ends)]}


def check(drawn: Json, entrants: Sequence[Entrant], setup: Setup) -> list[Refusal]:
    """Each entry sits at one table, and the tables are as large as they should be."""
    seated: Seated = drawn["tables"]
    found, right = tuple(map(len, seated)), sizes(len(entrants), setup.seats, (setup.preferred,))
    wrong = [Refusal("draw.wrong_tables", sizes=list(found), expected=list(right))] if found != right else []
    return wrong + list(strays(chain.from_iterable(seated), entrants))


def plan(drawn: Json, facts: Iterable[Fact], setup: Setup) -> tuple[Planned, ...]:
    """One round; a void result leaves its table open."""
    decided = {fact.slot for fact in facts if fact.kind != VOID}
    tables = [Table(slot, tuple(who), slot in decided) for slot, who in enumerate(drawn["tables"])]
    return (Planned(ROUND_CODES[0], tables),)


def standings(drawn: Json, facts: Iterable[Fact], setup: Setup, running: Mapping[int, int]) -> tuple[Row, ...]:
    """By points, then by the place at the table; who has the same of both shares the rank.

    Points of tables of different sizes are compared as they are. While a table plays, what its players have so far
    counts, and their reason says so: `so_far`, with the table, against `points` with place and players too. Who is
    `waiting` for a first number has no rank and stands last.
    """
    counted = {fact.slot: dict(fact.points) for fact in facts if fact.points and fact.kind != VOID}
    lines = [
        _line(entry, slot, who, counted.get(slot), running) for slot, who in enumerate(drawn["tables"]) for entry in who
    ]
    return _ranked(sorted(lines, key=_merit))


def placing(points: Sequence[int]) -> tuple[int, ...]:
    """The place of each at a table, 1 for the most points; equal points share it."""
    return tuple(1 + sum(other > own for other in points) for own in points)


def _counts(entries: int, seats: tuple[int, int]) -> range:
    """The numbers of tables at which so many can sit, from the fewest."""
    fewest, most = seats
    return range(max(1, -(-entries // most)), entries // fewest + 1)


def _even(entries: int, tables: int) -> tuple[int, ...]:
    size, larger = divmod(entries, tables)
    return (size + 1,) * larger + (size,) * (tables - larger)


def _distance(size: int, preferred: Sequence[int]) -> int:
    missing, surplus = max(0, min(preferred) - size), max(0, size - max(preferred))
    return (2 * missing) ** 2 + surplus**2


def _near(entries: int, setup: Setup) -> list[int]:
    """The nearest numbers below and above that can be seated."""
    numbers = [n for n in range(1, entries + setup.seats[0] + 1) if _counts(n, setup.seats)]
    return [n for n in numbers if n < entries][-1:] + [n for n in numbers if n > entries][:1]


def _line(
    entry: int, slot: int, who: Sequence[int], counted: Mapping[int, int] | None, running: Mapping[int, int]
) -> Row:
    """An entry before it has a rank."""
    fields: dict[str, Any] = {"round": 1, "table": slot + 1}
    if counted is None:
        code = "so_far" if entry in running else "waiting"
        return Row(entry, None, None, 1, Tally(), Reason(code, fields), running.get(entry))
    points = counted[entry]
    place = 1 + sum(other > points for other in counted.values())
    fields |= {"place": place, "players": len(who), "points": points}
    tally = Tally(played=1, won=int(place == 1), lost=int(place > 1))
    return Row(entry, None, None, 1, tally, Reason("points", fields), points, place)


def _merit(row: Row) -> tuple[bool, int, int]:
    """The best first; who has no place yet stands after those with the same points who have one."""
    return row.points is None, -(row.points or 0), row.placing or MAX_ENTRIES


def _ranked(rows: Sequence[Row]) -> tuple[Row, ...]:
    """The rows with the ranks that they share."""
    merits = [_merit(row) for row in rows]
    first = {merit: n for n, merit in reversed(list(enumerate(merits, start=1)))}
    last = {merit: n for n, merit in enumerate(merits, start=1)}
    return tuple(
        row if row.points is None else row._replace(rank=first[merit], shared_to=last[merit])
        for row, merit in zip(rows, merits, strict=True)
    )
