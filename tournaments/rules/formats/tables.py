"""Tables of several players, each for itself, in one round or more: who sits where, and a leaderboard of points."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, pairwise, zip_longest
from typing import Any, Final, NamedTuple

from games.rules.chance import Stream
from games.rules.errors import Refusal
from games.rules.options import Choice, Choices
from tournaments.rules.field import Entrant, strays
from tournaments.rules.formats import rotation, scales
from tournaments.rules.formats.base import NOTHING, Before, Json, Planned, Setup, Sides
from tournaments.rules.formats.golfers import Round
from tournaments.rules.results import VOID
from tournaments.rules.standings import Reason, Row
from tournaments.rules.tallies import Fact, Tally

CODE: Final = "tables"
DRAW: Final = "tables"
SEVERAL: Final = True
PARTNERS: Final = False
ROUNDS_MOST: Final = 12
REDRAWN: Final = False
SETTINGS: Final[Choices] = {
    "rounds": Choice(range(1, ROUNDS_MOST + 1), "how many rounds of tables there are"),
    "seeds": Choice(range(65), "how many of the strongest are seeded"),
    "scale": Choice(scales.SCALES, "what counts at a table: its points, their share, or the place"),
}
ROUND_CODES: Final = tuple(f"round_{n}" for n in range(1, ROUNDS_MOST + 1))
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
    """Everybody plays for themselves (MU-1, MIZ-1), or could: four at Mus get points by the order of going out."""
    return all(len(side) == 1 for side in sides) or [len(side) for side in sides] == [2, 2]


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


def draw(entrants: Sequence[Entrant], stream: Stream, setup: Setup, before: Before = NOTHING) -> Json:
    """Everybody in a random order; the first so many sit at table 1 in this order, the next at table 2, and so on.

    For several rounds there is a schedule of numbers instead, and each has the number of its place in this order from
    0. What the schedule comes to is its certificate. In the first round those who are seeded sit at different tables.
    """
    check_number(len(entrants), setup)
    order = stream.shuffled([entrant.id for entrant in entrants])
    right = sizes(len(order), setup.seats, (setup.preferred,))
    if setup.rounds == 1:
        numbers: list[Round] = [[list(range(start, end)) for start, end in pairwise(accumulate(right, initial=0))]]
    else:
        numbers = rotation.schedule(right, setup.rounds, stream)
    order = _seeds_apart(order, numbers[0], entrants, setup.seeds, stream)
    rounds = [[[order[number] for number in table] for table in one] for one in numbers]
    if setup.rounds == 1:
        return {"tables": rounds[0]}
    return {"rounds": rounds, "certificate": rotation.certificate(rounds)}


def seated(drawn: Json) -> Sequence[Seated]:
    """The tables of each round of a draw."""
    return drawn["rounds"] if "rounds" in drawn else [drawn["tables"]]


def check(drawn: Json, entrants: Sequence[Entrant], setup: Setup, before: Before = NOTHING) -> list[Refusal]:
    """Each entry sits at one table a round, the tables are as large as they should be, the certificate is true."""
    rounds, right = seated(drawn), sizes(len(entrants), setup.seats, (setup.preferred,))
    problems = [problem for one in rounds for problem in _against(one, entrants, right)]
    if len(rounds) != setup.rounds:
        problems.append(Refusal("draw.wrong_rounds", rounds=len(rounds), expected=setup.rounds))
    if not problems and "rounds" in drawn and drawn["certificate"] != rotation.certificate(rounds):
        problems.append(Refusal("draw.wrong_certificate"))
    return problems


def plan(drawn: Json, facts: Iterable[Fact], setup: Setup) -> tuple[Planned, ...]:
    """All rounds, known from the draw on; a void result leaves its table open."""
    decided = {(fact.round, fact.slot) for fact in facts if fact.kind != VOID}
    return tuple(
        Planned(ROUND_CODES[n - 1], [Table(slot, tuple(who), (n, slot) in decided) for slot, who in enumerate(one)])
        for n, one in enumerate(seated(drawn), start=1)
    )


def to_draw(drawn: Json, facts: Iterable[Fact], setup: Setup, entries: Sequence[int]) -> tuple[int, ...]:
    return ()


def why(drawn: Json, facts: Iterable[Fact], setup: Setup, round: int, slot: int) -> Reason:
    """`lot`: in one round chance alone; `schedule`: in several, so that as few as possible meet again."""
    return Reason("lot" if "tables" in drawn else "schedule", {"round": round, "table": slot + 1})


def standings(drawn: Json, facts: Iterable[Fact], setup: Setup, running: Mapping[int, int]) -> tuple[Row, ...]:
    """By points, then by the places at the tables, both added up over the rounds; equal ones share the rank.

    What the points of a table count is the scale of the event; where that is the place, no place counts twice. While a
    table plays, what its players have so far counts, and their reason says so: `so_far`, with the table, against
    `points` with place and players too; over several rounds `rounds`, and in both `each` round that is decided. On
    another scale than that of the points a round also says what it `counts`. Who is `waiting` for a first
    number has no rank and stands last.
    """
    points = {(fact.round, fact.slot): dict(fact.points) for fact in facts if fact.points and fact.kind != VOID}
    sits: dict[int, list[Sitting]] = {}
    so_far: dict[int, int] = {}
    for number, slot, who in _tables(drawn):
        got = points.get((number, slot))
        if got is None:
            playing = {entry: running[entry] for entry in who if entry in running}
            so_far = scales.counted(playing, setup.scale) | so_far
        at = Sitting(number, slot + 1)
        for entry in who:
            sits.setdefault(entry, []).append(at if got is None else _sitting(entry, at, got, setup.scale))
    lines = [_line(entry, own, so_far.get(entry), setup.scale) for entry, own in sits.items()]
    return _ranked(sorted(lines, key=_merit))


def placing(points: Sequence[int]) -> tuple[int, ...]:
    """The place of each at a table, 1 for the most points; equal points share it."""
    return tuple(1 + sum(other > own for other in points) for own in points)


def _seeds_apart(
    order: tuple[int, ...], tables: Round, entrants: Sequence[Entrant], seeds: int, stream: Stream
) -> tuple[int, ...]:
    """The seeded at as many tables as can be, at a place by lot; whoever has that place takes theirs."""
    seeded = sorted((one for one in entrants if one.seed and one.seed <= seeds), key=lambda one: one.seed or 0)
    if not seeded:
        return order
    moved, free = list(order), [list(stream.shuffled(table)) for table in stream.shuffled(tables)]
    in_turn = (place for turn in zip_longest(*free) for place in turn if place is not None)
    for entrant, place in zip(seeded, in_turn, strict=False):
        old = moved.index(entrant.id)
        moved[place], moved[old] = moved[old], moved[place]
    return tuple(moved)


def _against(seated: Seated, entrants: Sequence[Entrant], right: tuple[int, ...]) -> list[Refusal]:
    """What is wrong with one round."""
    found = tuple(map(len, seated))
    wrong = [Refusal("draw.wrong_tables", sizes=list(found), expected=list(right))] if found != right else []
    return wrong + list(strays(chain.from_iterable(seated), entrants))


def _tables(drawn: Json) -> Iterator[tuple[int, int, Sequence[int]]]:
    """The number of the round, the slot and the players of each table."""
    for number, one in enumerate(seated(drawn), start=1):
        for slot, who in enumerate(one):
            yield number, slot, who


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


class Sitting(NamedTuple):
    """An entry at its table of a round, and what it got there once that is decided."""

    round: int
    table: int
    place: int = 0
    players: int = 0
    points: int | None = None
    counts: int | None = None
    """What its points are worth on the scale of the event, where that is not the points themselves."""

    @property
    def worth(self) -> int:
        return (self.points if self.counts is None else self.counts) or 0

    def told(self) -> Json:
        return {name: value for name, value in self._asdict().items() if value is not None}


def _sitting(entry: int, at: Sitting, points: Mapping[int, int], scale: str) -> Sitting:
    """The same sitting once its table is decided."""
    place = 1 + sum(other > points[entry] for other in points.values())
    counts = None if scale == scales.POINTS else scales.counted(points, scale)[entry]
    return Sitting(at.round, at.table, place, len(points), points[entry], counts)


def _line(entry: int, sits: Sequence[Sitting], running: int | None, scale: str) -> Row:
    """An entry before it has a rank."""
    over = [sitting for sitting in sits if sitting.points is not None]
    now = next((sitting for sitting in sits if sitting.points is None), sits[-1])
    got = [sitting.worth for sitting in over] + ([] if running is None else [running])
    won = sum(sitting.place == 1 for sitting in over)
    tally = Tally(played=len(over), won=won, lost=len(over) - won)
    placing = sum(sitting.place for sitting in over) if over and scale != scales.PLACE else None
    why = _reason(sits, over, now, running)
    return Row(entry, None, None, now.round, tally, why, sum(got) if got else None, placing)


def _reason(sits: Sequence[Sitting], over: Sequence[Sitting], now: Sitting, running: int | None) -> Reason:
    fields: dict[str, Any] = {"round": now.round, "table": now.table}
    if over and len(sits) == 1:
        return Reason("points", over[0].told())
    if over:
        fields["each"] = [sitting.told() for sitting in over]
    if running is not None:
        return Reason("so_far", fields)
    return Reason("rounds", {"round": over[-1].round, "each": fields["each"]}) if over else Reason("waiting", fields)


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
