"""Mus with changing partners: tables of four, two against two, a new partner each round."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations, product
from typing import Any, Final

from core.chance import Stream
from core.choices import Choice
from core.refusals import N_, Refusal
from tournaments.rules.field import Entrant, strays
from tournaments.rules.formats.base import (
    NOTHING,
    History,
    Json,
    Setting,
    Sides,
    StageSettings,
    two_pairs,
)
from tournaments.rules.formats.families.multiplayer import (
    ROUNDS_LABEL,
    MultiplayerFormat,
    TableDraws,
)
from tournaments.rules.schedules import designs, schedule, whist
from tournaments.rules.schedules.golfers import Round
from tournaments.rules.tables import tiebreaks
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, cards, tally

MIN_ENTRIES: Final = 4
MAX_ENTRIES: Final = 512
ROUNDS_OF_AN_EVENING: Final = 7


class ChangingPartners(MultiplayerFormat):
    code = "partners"
    name = N_("Changing partners: everyone plays with everyone")
    short_name = N_("Changing partners")
    has_partners = True
    settings = {
        "rounds": Setting(
            Choice(
                range(designs.MOST_ROUNDS + 1),
                "how many rounds of tables there are; 0: until everybody has had every partner, "
                "7 at most",
                usual=0,
            ),
            ROUNDS_LABEL,
            {0: N_("until everyone has had every partner, 7 at most")},
        )
    }
    round_codes = tuple(f"round_{n}" for n in range(1, designs.MOST_ROUNDS + 1))
    tie_breaks = (
        tiebreaks.MATCH_WINS,
        tiebreaks.SET_DIFFERENCE,
        tiebreaks.SHARED,
    )
    pairing_reasons = {
        "whist": N_("By the schedule, in which everyone has every partner once."),
        "golfers": N_("By the schedule, in which no players meet twice."),
        "search": N_("By the schedule, which repeats as few partners as possible."),
    }
    standing_reasons = tiebreaks.REASONS
    refusals = {
        "partners.too_few": N_(
            "Changing partners need at least {fewest} players; there are {entries}."
        ),
        "partners.too_many": N_(
            "Changing partners allow at most {most} players; there are {entries}."
        ),
    }

    def fits(self, sides: Sides) -> bool:
        return two_pairs(sides)

    def check_number(self, entries: int, settings: StageSettings) -> None:
        """Raises Refusal `partners.too_few` or `partners.too_many`."""
        if entries < MIN_ENTRIES:
            raise Refusal("partners.too_few", entries=entries, fewest=MIN_ENTRIES)
        if entries > MAX_ENTRIES:
            raise Refusal("partners.too_many", entries=entries, most=MAX_ENTRIES)

    def schedule_length(self, entries: int, settings: StageSettings) -> int:
        return settings.rounds or default_rounds(entries)

    def draw(
        self,
        entrants: Sequence[Entrant],
        stream: Stream,
        settings: StageSettings,
        history: History = NOTHING,
    ) -> Json:
        """Everybody's number by lot, the lots that may have to decide, and a schedule of numbers.

        A table is in turn order: the first speaks first, partners sit opposite. `ways` are where
        the rounds come from. After rounds that others have played the schedule is of those that are
        left, and the certificate of all.
        """
        self.check_number(len(entrants), settings)
        ids = [entrant.id for entrant in entrants]
        order, lots = stream.shuffled(ids), stream.shuffled(ids)
        length = schedule.rounds_left(history, self.schedule_length(len(ids), settings))
        past = schedule.past(history, order)
        found = whist.schedule(len(order), length, stream, past)
        rounds = [_with_entries(tables, order) for tables in found.rounds]
        out = [_sitting_out(tables, order) for tables in rounds]
        return {
            "rounds": rounds,
            "out": out,
            "ways": [found.way] * len(rounds),
            "certificate": _certificate(rounds, out, ids, history),
            "lots": schedule.lots(history, lots, stream),
        }

    def check(
        self,
        result: Json,
        entrants: Sequence[Entrant],
        settings: StageSettings,
        history: History = NOTHING,
    ) -> list[Refusal]:
        """Each entry plays or sits out once a round, the tables are full, the certificate is
        true."""
        rounds, out = result["rounds"], result["out"]
        known = {entrant.id for entrant in entrants}
        lots = [entry for entry in result["lots"] if entry in known]
        problems = list(strays(lots, entrants))
        for tables, resting in zip(rounds, out, strict=False):
            problems += _problems_of_round(tables, resting, entrants)
        length = schedule.rounds_left(
            history, self.schedule_length(len(entrants), settings)
        )
        found = min(len(rounds), len(out))
        if found != length or len(rounds) != len(out):
            problems.append(Refusal("draw.wrong_rounds", rounds=found, expected=length))
        if problems:
            return problems
        if result["certificate"] != _certificate(rounds, out, sorted(known), history):
            problems.append(Refusal("draw.wrong_certificate"))
        return problems

    def absent(self, drawn: TableDraws) -> frozenset[int]:
        # Partners of somebody who left still have to be paired up: the desk decides their table.
        return frozenset()

    def why(
        self,
        drawn: TableDraws,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        round: int,
        slot: int,
    ) -> Reason:
        """Where the round comes from: `whist`, `golfers` or `search`, with the `sides` of the
        table.

        `met` has each two players of the table who have met before, with the rounds; in those of
        `together` they were partners.
        """
        table = drawn["rounds"][round - 1][slot]
        earlier = drawn["rounds"][: round - 1]
        met = []
        for pair in combinations(table, 2):
            meetings = _earlier_meetings(pair, earlier)
            if meetings["rounds"]:
                met.append(meetings)
        fields = {
            "round": round,
            "table": slot + 1,
            "sides": sides(table),
            "met": met,
        }
        return Reason(drawn["ways"][round - 1], fields)

    def standings(
        self,
        drawn: TableDraws,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        running: Mapping[int, int],
    ) -> tuple[Row, ...]:
        """All players by the tie-breaks of the event; those level in all of them share a rank.

        A player has won what the side has won; `points` are its sets. To sit out brings nothing and
        counts as a bye.
        """
        played = [result for result in results if result.points]
        matches: list[ConfirmedResult] = []
        one_of_each: list[ConfirmedResult] = []
        for result in played:
            of_table = matches_of_table(result)
            matches += of_table
            # Of the four matches of a table the first and the last name each player once.
            one_of_each += of_table[::3]
        latest = max((result.round for result in played), default=1)
        tallies = tally(one_of_each, byes=chain.from_iterable(drawn["out"][:latest]))
        lots = drawn["lots"]  # of everybody who has been in any round
        record = tiebreaks.Record(
            matches, cards(matches), tallies, lots, dict.fromkeys(lots, latest)
        )
        rows = tiebreaks.ranked(lots, settings.tie_breaks, record)
        return tuple(row._replace(points=row.tally.sets_for) for row in rows)


def default_rounds(players: int) -> int:
    """Until everybody has had every partner, or as many as fit into an evening."""
    return min(ROUNDS_OF_AN_EVENING, players - (players % 4 == 0))


def sides(table: Sequence[int]) -> list[list[int]]:
    """Partners at a table in turn order: the first with the third, the second with the fourth."""
    return [list(table[0::2]), list(table[1::2])]


def matches_of_table(result: ConfirmedResult) -> list[ConfirmedResult]:
    """The result of a table as matches of each player against each opponent, the first's first."""
    points = result.points or ()
    players, opponents = points[0::2], points[1::2]
    return [_match(result, *both) for both in product(players, opponents)]


def _match(
    result: ConfirmedResult, player: tuple[int, int], opponent: tuple[int, int]
) -> ConfirmedResult:
    a, sets_a = player
    b, sets_b = opponent
    winner = None
    if sets_a > sets_b:
        winner = a
    elif sets_b > sets_a:
        winner = b
    return ConfirmedResult(
        result.round, result.slot, a, b, result.kind, winner, sets_a, sets_b
    )


def _problems_of_round(
    tables: Round, resting: Sequence[int], entrants: Sequence[Entrant]
) -> list[Refusal]:
    problems = []
    sizes = [len(table) for table in tables]
    expected = [4] * (len(entrants) // 4)
    if sizes != expected:
        problems.append(Refusal("draw.wrong_tables", sizes=sizes, expected=expected))
    problems += strays(chain(*tables, resting), entrants)
    return problems


def _with_entries(tables: Round, order: Sequence[int]) -> Round:
    return [list(map(order.__getitem__, table)) for table in tables]


def _sitting_out(tables: Round, order: Sequence[int]) -> list[int]:
    playing = set(chain(*tables))
    out = []
    for entry in order:
        if entry not in playing:
            out.append(entry)
    return out


def _certificate(
    rounds: Sequence[Round],
    out: Sequence[Sequence[int]],
    present: Sequence[int],
    history: History,
) -> dict[str, Any]:
    played, sat_out = schedule.played_rounds(history)
    return whist.certificate([*played, *rounds], [*sat_out, *out], present, len(played))


def _earlier_meetings(
    pair: tuple[int, int], earlier: Sequence[Round]
) -> dict[str, list[int]]:
    """The rounds in which these two have met, and those of them in which they were partners."""
    a, b = pair
    met, together = [], []
    for number, tables in enumerate(earlier, start=1):
        for table in tables:
            if a not in table or b not in table:
                continue
            met.append(number)
            if table.index(a) % 2 == table.index(b) % 2:
                together.append(number)
    return {"entries": [a, b], "rounds": met, "together": together}


FORMAT: Final = ChangingPartners()
