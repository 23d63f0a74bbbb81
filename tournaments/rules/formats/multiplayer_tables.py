"""Tables of several players, each for itself, in one round or more: who sits where, and a leaderboard of points."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, chain, pairwise, zip_longest
from typing import Final, NamedTuple

from core.chance import Stream
from core.choices import Choice, Choices
from core.refusals import Refusal
from tournaments.rules.field import Entrant, strays
from tournaments.rules.formats import groups
from tournaments.rules.formats.base import (
    NOTHING,
    History,
    Json,
    RoundPlan,
    Sides,
    StageSettings,
)
from tournaments.rules.schedules import rotation, schedule
from tournaments.rules.schedules.golfers import Round
from tournaments.rules.tables import leaderboard, scales
from tournaments.rules.tables.leaderboard import Seated
from tournaments.rules.tables.results import VOID
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult

CODE: Final = "tables"
DRAW: Final = "tables"
SEVERAL: Final = True
PARTNERS: Final = False
ROUNDS_MOST: Final = 12
REDRAWN: Final = False
SETTINGS: Final[Choices] = {
    "rounds": Choice(range(1, ROUNDS_MOST + 1), "how many rounds of tables there are"),
    "seeds": Choice(range(65), "how many of the strongest are seeded"),
    "scale": Choice(
        scales.SCALES, "what counts at a table: its points, their share, or the place"
    ),
    "groups": Choice(
        range(1, groups.GROUPS_MOST + 1),
        "how many groups there are, each with tables of its own",
    ),
    "spread": groups.SETTINGS["spread"],
}
ROUND_CODES: Final = tuple(f"round_{n}" for n in range(1, ROUNDS_MOST + 1))
TIE_BREAKS: Final[tuple[str, ...]] = ()
MAX_ENTRIES: Final = 512


class Table(NamedTuple):
    """A table of the round, from slot 0."""

    slot: int
    entries: tuple[int, ...]
    """Who has not left, from the first to speak."""
    decided: bool
    match: None = None

    @property
    def ready(self) -> bool:
        return not self.decided


def fits(sides: Sides) -> bool:
    """Everybody plays for themselves (MU-1, MIZ-1), or could: four at Mus get points by the order of going out."""
    return all(len(side) == 1 for side in sides) or [len(side) for side in sides] == [
        2,
        2,
    ]


def check_number(entries: int, setup: StageSettings) -> None:
    """Raises Refusal `tables.impossible`, which names the nearest numbers that can be seated, or `tables.too_many`.

    Of several groups each has to be seated; they are equal within one. Raises `groups.…` as that format does.
    """
    if entries > MAX_ENTRIES:
        raise Refusal("tables.too_many", entries=entries, most=MAX_ENTRIES)
    if setup.groups > 1:
        groups.check_number(entries, setup)
    if not _seatable(entries, setup):
        fewest, most = setup.seats
        raise Refusal(
            "tables.impossible",
            entries=entries,
            fewest=fewest,
            most=most,
            allowed=_near(entries, setup),
        )


def sizes(
    entries: int, seats: tuple[int, int], preferred: Sequence[int]
) -> tuple[int, ...]:
    """How large the tables are, the largest first; () if so many cannot be seated.

    They differ by one at most. Of the possible numbers of tables the one is taken whose sizes are nearest to the
    preferred ones, a player too few counting twice as much as one too many, squared; of equal ones the fewest tables.
    """
    ways = [_even(entries, tables) for tables in _counts(entries, seats)]
    return min(
        ways,
        key=lambda way: sum(_distance(size, preferred) for size in way),
        default=(),
    )


def draw(
    entrants: Sequence[Entrant],
    stream: Stream,
    setup: StageSettings,
    before: History = NOTHING,
) -> Json:
    """Everybody in a random order; the first so many sit at table 1 in this order, the next at table 2, and so on.

    For several rounds there is a schedule of numbers instead, and each has the number of its place in this order from
    0. What the schedule comes to is its certificate. In the first round those who are seeded sit at different tables.
    Where there are groups they are drawn first, with the lots, and then the tables of each, one group after the other.
    After rounds that others have played the schedule is of those that are left, and the certificate of all.
    """
    check_number(len(entrants), setup)
    made = groups.draw(entrants, stream, setup) if setup.groups > 1 else {}
    own = [_rounds(field, stream, setup, before) for field in _fields(made, entrants)]
    rounds = [
        list(chain.from_iterable(side_by_side))
        for side_by_side in zip(*own, strict=True)
    ]
    if setup.rounds == 1:
        return made | {"tables": rounds[0]}
    return made | {"rounds": rounds, "certificate": _certificate(own, before)}


def seated(drawn: Json) -> Sequence[Seated]:
    """The tables of each round of a draw."""
    return drawn["rounds"] if "rounds" in drawn else [drawn["tables"]]


def check(
    drawn: Json,
    entrants: Sequence[Entrant],
    setup: StageSettings,
    before: History = NOTHING,
) -> list[Refusal]:
    """Each entry sits at one table a round, among its group, the tables are as large as they should be, the certificate
    is true."""
    problems = groups.check(drawn, entrants, setup) if setup.groups > 1 else []
    fields, rounds = _fields(drawn, entrants), seated(drawn)
    own = [_among(field, entrants, rounds) for field in fields]
    for field, tables in zip(fields, own, strict=True):
        right = sizes(len(field), setup.seats, (setup.preferred,))
        problems += [
            problem for one in tables for problem in _against(one, field, right)
        ]
    if len(rounds) != (right_number := schedule.left(before, setup.rounds)):
        problems.append(
            Refusal("draw.wrong_rounds", rounds=len(rounds), expected=right_number)
        )
    if (
        not problems
        and "rounds" in drawn
        and drawn["certificate"] != _certificate(own, before)
    ):
        problems.append(Refusal("draw.wrong_certificate"))
    return problems


def plan(
    drawn: Json, facts: Iterable[ConfirmedResult], setup: StageSettings
) -> tuple[RoundPlan, ...]:
    """All rounds, known from the draw on; a void result leaves its table open. Where all have left nobody plays."""
    decided = {(fact.round, fact.slot) for fact in facts if fact.kind != VOID}
    left = _left(drawn)
    rounds = []
    for n, one in enumerate(seated(drawn), start=1):
        there = [tuple(entry for entry in who if entry not in left) for who in one]
        tables = [
            Table(slot, who, (n, slot) in decided or not who)
            for slot, who in enumerate(there)
        ]
        rounds.append(RoundPlan(ROUND_CODES[n - 1], tables))
    return tuple(rounds)


def to_draw(
    drawn: Json,
    facts: Iterable[ConfirmedResult],
    setup: StageSettings,
    entries: Sequence[int],
) -> tuple[int, ...]:
    return ()


def why(
    drawn: Json,
    facts: Iterable[ConfirmedResult],
    setup: StageSettings,
    round: int,
    slot: int,
) -> Reason:
    """`lot`: in one round chance alone; `schedule`: in several, so that as few as possible meet again."""
    return Reason(
        "lot" if "tables" in drawn else "schedule", {"round": round, "table": slot + 1}
    )


def standings(
    drawn: Json,
    facts: Iterable[ConfirmedResult],
    setup: StageSettings,
    running: Mapping[int, int],
) -> tuple[Row, ...]:
    """The leaderboard, or that of each group, one after the other: see `leaderboard.lines` and `leaderboard.ranked`."""
    lines = leaderboard.lines(seated(drawn), facts, setup.scale, running, _left(drawn))
    if "groups" not in drawn:
        return leaderboard.ranked(lines)
    own = (
        [row._replace(group=n) for row in lines if row.entry in group]
        for n, group in enumerate(drawn["groups"], 1)
    )
    return tuple(chain.from_iterable(map(leaderboard.ranked, own)))


def _left(drawn: Json) -> frozenset[int]:
    """Who has left since the draw."""
    return frozenset(drawn.get("left", ()))


def _fields(drawn: Json, entrants: Sequence[Entrant]) -> list[Sequence[Entrant]]:
    """Who plays among themselves: each group, or all."""
    if "groups" not in drawn:
        return [entrants]
    return [[one for one in entrants if one.id in group] for group in drawn["groups"]]


def _among(
    field: Sequence[Entrant], entrants: Sequence[Entrant], rounds: Sequence[Seated]
) -> list[Seated]:
    """The tables of these, that is, all but those at which only others sit."""
    others = {one.id for one in entrants} - {one.id for one in field}
    return [[table for table in one if not others.issuperset(table)] for one in rounds]


def _certificate(
    own: Sequence[Sequence[Seated]], before: History
) -> rotation.Certificate:
    """What the tables of all come to, those of who plays among themselves apart; only one field has a past."""
    played, _ = schedule.over(before)
    return rotation.together(
        rotation.certificate([*played, *rounds], len(played)) for rounds in own
    )


def _rounds(
    entrants: Sequence[Entrant], stream: Stream, setup: StageSettings, before: History
) -> list[Round]:
    """The tables of those who play among themselves."""
    order = stream.shuffled([entrant.id for entrant in entrants])
    right = sizes(len(order), setup.seats, (setup.preferred,))
    if setup.rounds == 1:
        numbers: list[Round] = [
            [
                list(range(start, end))
                for start, end in pairwise(accumulate(right, initial=0))
            ]
        ]
    else:
        number = schedule.left(before, setup.rounds)
        numbers = rotation.schedule(right, number, stream, schedule.past(before, order))
    seeds = 0 if before.rounds else setup.seeds
    order = _seeds_apart(order, numbers[0], entrants, seeds, stream)
    return [[[order[number] for number in table] for table in one] for one in numbers]


def _seeds_apart(
    order: tuple[int, ...],
    tables: Round,
    entrants: Sequence[Entrant],
    seeds: int,
    stream: Stream,
) -> tuple[int, ...]:
    """The seeded at as many tables as can be, at a place by lot; whoever has that place takes theirs."""
    seeded = sorted(
        (one for one in entrants if one.seed and one.seed <= seeds),
        key=lambda one: one.seed or 0,
    )
    if not seeded:
        return order
    moved, free = (
        list(order),
        [list(stream.shuffled(table)) for table in stream.shuffled(tables)],
    )
    in_turn = (
        place for turn in zip_longest(*free) for place in turn if place is not None
    )
    for entrant, place in zip(seeded, in_turn, strict=False):
        old = moved.index(entrant.id)
        moved[place], moved[old] = moved[old], moved[place]
    return tuple(moved)


def _against(
    seated: Seated, entrants: Sequence[Entrant], right: tuple[int, ...]
) -> list[Refusal]:
    """What is wrong with one round."""
    found = tuple(map(len, seated))
    wrong = (
        [Refusal("draw.wrong_tables", sizes=list(found), expected=list(right))]
        if found != right
        else []
    )
    return wrong + list(strays(chain.from_iterable(seated), entrants))


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


def _seatable(entries: int, setup: StageSettings) -> bool:
    return all(_counts(size, setup.seats) for size in groups.sizes(entries, setup))


def _near(entries: int, setup: StageSettings) -> list[int]:
    """The nearest numbers below and above that can be seated."""
    numbers = [
        n
        for n in range(1, entries + setup.groups * setup.seats[0] + 1)
        if _seatable(n, setup)
    ]
    return [n for n in numbers if n < entries][-1:] + [
        n for n in numbers if n > entries
    ][:1]
