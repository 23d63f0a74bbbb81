"""Mus with changing partners: single players at tables of four, two against two, with another partner each round."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from typing import Final

from games.rules.chance import Stream
from games.rules.errors import Refusal
from games.rules.options import Choice, Choices
from tournaments.rules import tiebreaks
from tournaments.rules.field import Entrant, strays
from tournaments.rules.formats import designs, whist
from tournaments.rules.formats.base import NOTHING, Before, Json, Planned, Setup, Sides
from tournaments.rules.formats.tables import Table
from tournaments.rules.results import VOID
from tournaments.rules.standings import Reason, Row
from tournaments.rules.tallies import Fact, Tally, tally

CODE: Final = "partners"
DRAW: Final = "tables"
REDRAWN: Final = False
SEVERAL: Final = True
PARTNERS: Final = True
MIN_ENTRIES: Final = 4
MAX_ENTRIES: Final = 512
SETTINGS: Final[Choices] = {"rounds": Choice(range(1, designs.MOST_ROUNDS + 1), "how many rounds of tables there are")}
ROUND_CODES: Final = tuple(f"round_{n}" for n in range(1, designs.MOST_ROUNDS + 1))
TIE_BREAKS: Final[tuple[str, ...]] = ("match_wins", "set_difference", "shared")


def fits(sides: Sides) -> bool:
    """Two sides of two meet, seats 0 and 2 against 1 and 3 (MUS-1)."""
    return [len(side) for side in sides] == [2, 2]


def check_number(entries: int, setup: Setup) -> None:
    """Raises Refusal `partners.too_few` or `partners.too_many`."""
    if entries < MIN_ENTRIES:
        raise Refusal("partners.too_few", entries=entries, fewest=MIN_ENTRIES)
    if entries > MAX_ENTRIES:
        raise Refusal("partners.too_many", entries=entries, most=MAX_ENTRIES)


def draw(entrants: Sequence[Entrant], stream: Stream, setup: Setup, before: Before = NOTHING) -> Json:
    """Everybody's number by lot, the lots that may have to decide at the end, and a schedule of these numbers.

    A table is in turn order: the first speaks first, partners sit opposite. `way` is where the schedule comes from.
    """
    check_number(len(entrants), setup)
    ids = [entrant.id for entrant in entrants]
    order, lots = stream.shuffled(ids), stream.shuffled(ids)
    found = whist.schedule(len(order), setup.rounds, stream)
    rounds = [[[order[number] for number in table] for table in one] for one in found.rounds]
    out = [[entry for entry in order if entry not in chain(*one)] for one in rounds]
    certificate = whist.certificate(rounds, len(order))
    return {"rounds": rounds, "out": out, "way": found.way, "certificate": certificate, "lots": list(lots)}


def check(drawn: Json, entrants: Sequence[Entrant], setup: Setup, before: Before = NOTHING) -> list[Refusal]:
    """Each entry plays or sits out once a round, the tables are full, the certificate is true."""
    rounds, expected = drawn["rounds"], [4] * (len(entrants) // 4)
    problems = [*strays(drawn["lots"], entrants)]
    for one, out in zip(rounds, drawn["out"], strict=False):
        sizes = [len(table) for table in one]
        problems += [Refusal("draw.wrong_tables", sizes=sizes, expected=expected)] if sizes != expected else []
        problems += strays(chain(*one, out), entrants)
    found = min(len(rounds), len(drawn["out"]))
    if found != setup.rounds or len(rounds) != len(drawn["out"]):
        problems.append(Refusal("draw.wrong_rounds", rounds=found, expected=setup.rounds))
    if not problems and drawn["certificate"] != whist.certificate(rounds, len(entrants)):
        problems.append(Refusal("draw.wrong_certificate"))
    return problems


def plan(drawn: Json, facts: Iterable[Fact], setup: Setup) -> tuple[Planned, ...]:
    """All rounds, known from the draw on; who sits out is at no table, a void result leaves its table open."""
    decided = {(fact.round, fact.slot) for fact in facts if fact.kind != VOID}
    return tuple(
        Planned(ROUND_CODES[n - 1], [Table(slot, tuple(who), (n, slot) in decided) for slot, who in enumerate(one)])
        for n, one in enumerate(drawn["rounds"], start=1)
    )


def to_draw(drawn: Json, facts: Iterable[Fact], setup: Setup, entries: Sequence[int]) -> tuple[int, ...]:
    return ()


def why(drawn: Json, facts: Iterable[Fact], setup: Setup, round: int, slot: int) -> Reason:
    """Where the schedule comes from, `whist`, `golfers` or `search`, with the `sides` of the table.

    `met` has each two of the table who have met before, with the rounds; in those of `together` they were partners.
    """
    table, earlier = drawn["rounds"][round - 1][slot], drawn["rounds"][: round - 1]
    met = [found for two in combinations(table, 2) if (found := _met(two, earlier))["rounds"]]
    return Reason(drawn["way"], {"round": round, "table": slot + 1, "sides": sides(table), "met": met})


def sides(table: Sequence[int]) -> list[list[int]]:
    """Who plays with whom at a table in turn order: the first with the third, the second with the fourth."""
    return [list(table[0::2]), list(table[1::2])]


def standings(drawn: Json, facts: Iterable[Fact], setup: Setup, running: Mapping[int, int]) -> tuple[Row, ...]:
    """All players by the tie-breaks of the event; whoever is level in all of them shares the place.

    A player has won what its side has won; `points` are its sets. To sit out brings nothing and counts as a bye.
    """
    known = [fact for fact in facts if fact.points]
    matches = [match for fact in known for match in against(fact)]
    lately = max((fact.round for fact in known), default=1)
    # Of the four matches of a table the first and the last name each of its players once.
    tallies = tally(
        (match for fact in known for match in against(fact)[::3]), byes=chain.from_iterable(drawn["out"][:lately])
    )
    players = [entry for one in drawn["rounds"][:1] for entry in chain(*one, drawn["out"][0])]
    order = tiebreaks.placed(players, setup.tie_breaks, tiebreaks.Known(matches, tallies, drawn["lots"]))
    rows = ((one, tallies.get(one.entry, Tally())) for one in order)
    return tuple(Row(*one[:3], lately, line, one.why, line.sets_for) for one, line in rows)


def against(fact: Fact) -> list[Fact]:
    """The result of a table as those of each player against each of the other side, the first player's first."""
    points = fact.points or ()
    return [_match(fact, one, other) for one in points[0::2] for other in points[1::2]]


def _match(fact: Fact, one: tuple[int, int], other: tuple[int, int]) -> Fact:
    (a, sets_a), (b, sets_b) = one, other
    winner = None if sets_a == sets_b else a if sets_a > sets_b else b
    return Fact(fact.round, fact.slot, a, b, fact.kind, winner, sets_a, sets_b)


def _met(two: tuple[int, int], earlier: Sequence[Sequence[Sequence[int]]]) -> dict[str, list[int]]:
    """In which rounds these two have met, and in which of them as partners."""
    met = [(n, table) for n, one in enumerate(earlier, start=1) for table in one if set(two) <= set(table)]
    together = [n for n, table in met if table.index(two[0]) % 2 == table.index(two[1]) % 2]
    return {"entries": list(two), "rounds": [n for n, _ in met], "together": together}
