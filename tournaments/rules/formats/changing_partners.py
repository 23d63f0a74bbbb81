"""Mus with changing partners: single players at tables of four, two against two, with another partner each round."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from typing import Final

from core.chance import Stream
from core.choices import Choice, Choices
from core.refusals import Refusal
from tournaments.rules.field import Entrant, strays
from tournaments.rules.formats.base import (
    NOTHING,
    History,
    Json,
    RoundPlan,
    Sides,
    StageSettings,
)
from tournaments.rules.formats.multiplayer_tables import Table
from tournaments.rules.schedules import designs, schedule, whist
from tournaments.rules.schedules.golfers import Round
from tournaments.rules.tables import tiebreaks
from tournaments.rules.tables.results import VOID
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, cards, tally

CODE: Final = "partners"
DRAW: Final = "tables"
REDRAWN: Final = False
SEVERAL: Final = True
PARTNERS: Final = True
MIN_ENTRIES: Final = 4
MAX_ENTRIES: Final = 512
EVENING: Final = 7
"""So many rounds an evening bears."""
SETTINGS: Final[Choices] = {
    "rounds": Choice(
        range(designs.MOST_ROUNDS + 1),
        "how many rounds of tables there are; 0: until everybody has had every partner, 7 at most",
        usual=0,
    )
}
ROUND_CODES: Final = tuple(f"round_{n}" for n in range(1, designs.MOST_ROUNDS + 1))
TIE_BREAKS: Final[tuple[str, ...]] = ("match_wins", "set_difference", "shared")


def fits(sides: Sides) -> bool:
    """Two sides of two meet, seats 0 and 2 against 1 and 3 (MUS-1)."""
    return [len(side) for side in sides] == [2, 2]


def check_number(entries: int, setup: StageSettings) -> None:
    """Raises Refusal `partners.too_few` or `partners.too_many`."""
    if entries < MIN_ENTRIES:
        raise Refusal("partners.too_few", entries=entries, fewest=MIN_ENTRIES)
    if entries > MAX_ENTRIES:
        raise Refusal("partners.too_many", entries=entries, most=MAX_ENTRIES)


def usual(players: int) -> int:
    """So many rounds as it takes until everybody has had every partner, or as an evening bears."""
    return min(EVENING, players - (players % 4 == 0))


def draw(
    entrants: Sequence[Entrant],
    stream: Stream,
    setup: StageSettings,
    before: History = NOTHING,
) -> Json:
    """Everybody's number by lot, the lots that may have to decide at the end, and a schedule of these numbers.

    A table is in turn order: the first speaks first, partners sit opposite. `ways` are where the rounds come from.
    After rounds that others have played the schedule is of those that are left, and the certificate of all.
    """
    check_number(len(entrants), setup)
    ids = [entrant.id for entrant in entrants]
    order, lots = stream.shuffled(ids), stream.shuffled(ids)
    number = schedule.left(before, setup.rounds or usual(len(ids)))
    found = whist.schedule(len(order), number, stream, schedule.past(before, order))
    rounds = [
        [[order[number] for number in table] for table in one] for one in found.rounds
    ]
    drawn: Json = {
        "rounds": rounds,
        "out": [_out(one, order) for one in rounds],
        "ways": [found.way] * len(rounds),
    }
    return drawn | {
        "certificate": _certificate(drawn, ids, before),
        "lots": schedule.lots(before, lots, stream),
    }


def check(
    drawn: Json,
    entrants: Sequence[Entrant],
    setup: StageSettings,
    before: History = NOTHING,
) -> list[Refusal]:
    """Each entry plays or sits out once a round, the tables are full, the certificate is true."""
    rounds, expected = drawn["rounds"], [4] * (len(entrants) // 4)
    known = {entrant.id for entrant in entrants}
    problems = [*strays([one for one in drawn["lots"] if one in known], entrants)]
    for one, out in zip(rounds, drawn["out"], strict=False):
        sizes = [len(table) for table in one]
        problems += (
            [Refusal("draw.wrong_tables", sizes=sizes, expected=expected)]
            if sizes != expected
            else []
        )
        problems += strays(chain(*one, out), entrants)
    right, found = (
        schedule.left(before, setup.rounds or usual(len(entrants))),
        min(len(rounds), len(drawn["out"])),
    )
    if found != right or len(rounds) != len(drawn["out"]):
        problems.append(Refusal("draw.wrong_rounds", rounds=found, expected=right))
    if not problems and drawn["certificate"] != _certificate(
        drawn, sorted(known), before
    ):
        problems.append(Refusal("draw.wrong_certificate"))
    return problems


def _out(one: Round, order: Sequence[int]) -> list[int]:
    playing = set(chain(*one))
    return [entry for entry in order if entry not in playing]


def _certificate(drawn: Json, there: Sequence[int], before: History) -> dict[str, int]:
    played, sat_out = schedule.over(before)
    return whist.certificate(
        [*played, *drawn["rounds"]], [*sat_out, *drawn["out"]], there, len(played)
    )


def plan(
    drawn: Json, facts: Iterable[ConfirmedResult], setup: StageSettings
) -> tuple[RoundPlan, ...]:
    """All rounds, known from the draw on; who sits out is at no table, a void result leaves its table open."""
    decided = {(fact.round, fact.slot) for fact in facts if fact.kind != VOID}
    return tuple(
        RoundPlan(
            ROUND_CODES[n - 1],
            [
                Table(slot, tuple(who), (n, slot) in decided)
                for slot, who in enumerate(one)
            ],
        )
        for n, one in enumerate(drawn["rounds"], start=1)
    )


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
    """Where the round comes from, `whist`, `golfers` or `search`, with the `sides` of the table.

    `met` has each two of the table who have met before, with the rounds; in those of `together` they were partners.
    """
    table, earlier = drawn["rounds"][round - 1][slot], drawn["rounds"][: round - 1]
    met = [
        found
        for two in combinations(table, 2)
        if (found := _met(two, earlier))["rounds"]
    ]
    return Reason(
        drawn["ways"][round - 1],
        {"round": round, "table": slot + 1, "sides": sides(table), "met": met},
    )


def sides(table: Sequence[int]) -> list[list[int]]:
    """Who plays with whom at a table in turn order: the first with the third, the second with the fourth."""
    return [list(table[0::2]), list(table[1::2])]


def standings(
    drawn: Json,
    facts: Iterable[ConfirmedResult],
    setup: StageSettings,
    running: Mapping[int, int],
) -> tuple[Row, ...]:
    """All players by the tie-breaks of the event; whoever is level in all of them shares the place.

    A player has won what its side has won; `points` are its sets. To sit out brings nothing and counts as a bye.
    """
    known = [fact for fact in facts if fact.points]
    matches = [match for fact in known for match in against(fact)]
    lately = max((fact.round for fact in known), default=1)
    # Of the four matches of a table the first and the last name each of its players once.
    tallies = tally(
        (match for fact in known for match in against(fact)[::3]),
        byes=chain.from_iterable(drawn["out"][:lately]),
    )
    lots = drawn["lots"]  # of everybody who has been in any round
    played = tiebreaks.Known(
        matches, cards(matches), tallies, lots, dict.fromkeys(lots, lately)
    )
    order = tiebreaks.placed(lots, setup.tie_breaks, played)
    return tuple(row._replace(points=row.tally.sets_for) for row in order)


def against(fact: ConfirmedResult) -> list[ConfirmedResult]:
    """The result of a table as those of each player against each of the other side, the first player's first."""
    points = fact.points or ()
    return [_match(fact, one, other) for one in points[0::2] for other in points[1::2]]


def _match(
    fact: ConfirmedResult, one: tuple[int, int], other: tuple[int, int]
) -> ConfirmedResult:
    (a, sets_a), (b, sets_b) = one, other
    winner = None if sets_a == sets_b else a if sets_a > sets_b else b
    return ConfirmedResult(
        fact.round, fact.slot, a, b, fact.kind, winner, sets_a, sets_b
    )


def _met(
    two: tuple[int, int], earlier: Sequence[Sequence[Sequence[int]]]
) -> dict[str, list[int]]:
    """In which rounds these two have met, and in which of them as partners."""
    met = [
        (n, table)
        for n, one in enumerate(earlier, start=1)
        for table in one
        if set(two) <= set(table)
    ]
    together = [
        n for n, table in met if table.index(two[0]) % 2 == table.index(two[1]) % 2
    ]
    return {"entries": list(two), "rounds": [n for n, _ in met], "together": together}
