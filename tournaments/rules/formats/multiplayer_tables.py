"""Multiplayer tables, everybody alone, in one round or more: who sits where, and a leaderboard."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, chain, filterfalse, pairwise, zip_longest
from operator import itemgetter
from typing import Any, Final

from core.chance import Stream
from core.choices import Choice
from core.refusals import N_, Refusal
from tournaments.rules.field import Entrant, strays
from tournaments.rules.formats import groups
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
    seated,
)
from tournaments.rules.schedules import rotation, schedule
from tournaments.rules.schedules.golfers import Round
from tournaments.rules.tables import leaderboard, scales
from tournaments.rules.tables.leaderboard import Seated
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult

MAX_ROUNDS: Final = 12
MAX_ENTRIES: Final = 512


class MultiplayerTables(MultiplayerFormat):
    code = "tables"
    name = N_("Individual play at tables of several")
    short_name = N_("Tables")
    settings = {
        "rounds": Setting(
            Choice(range(1, MAX_ROUNDS + 1), "how many rounds of tables there are"),
            ROUNDS_LABEL,
        ),
        "seeds": Setting(
            Choice(range(65), "how many of the strongest are seeded"),
            N_("Seeded entries"),
        ),
        "scale": Setting(
            Choice(
                scales.SCALES,
                "what counts at a table: its points, their share, or the place",
            ),
            N_("What counts at a table"),
            scales.NAMES,
        ),
        "groups": Setting(
            Choice(
                range(1, groups.MAX_GROUPS + 1),
                "how many groups there are, each with tables of its own",
            ),
            groups.GROUPS_LABEL,
        ),
        "spread": groups.SPREAD,
    }
    round_codes = tuple(f"round_{n}" for n in range(1, MAX_ROUNDS + 1))
    pairing_reasons = {
        "lot": N_("By lot."),
        "schedule": N_("By the schedule, which repeats as few meetings as possible."),
    }
    standing_reasons = leaderboard.REASONS
    refusals = {
        **groups.FORMAT.refusals,
        "tables.impossible": N_(
            "{entries} players cannot be seated at tables of {fewest} to "
            "{most}. Possible numbers: {allowed}."
        ),
        "tables.too_many": N_(
            "One round of tables takes at most {most} players; there are {entries}."
        ),
    }

    def fits(self, sides: Sides) -> bool:
        """Everybody plays alone (MU-1, MIZ-1), or could: in Mus by the order of going out."""
        return self.fits_app(sides) or two_pairs(sides)

    def fits_app(self, sides: Sides) -> bool:
        return all(len(side) == 1 for side in sides)

    def settings_in_use(self, chosen: Mapping[str, Any]) -> list[str]:
        names = super().settings_in_use(chosen)
        if chosen.get("groups") != 1:
            return names
        in_use = []
        for name in names:
            if name not in ("groups", "spread"):
                in_use.append(name)
        return in_use

    def check_number(self, entries: int, settings: StageSettings) -> None:
        """Raises Refusal `tables.impossible`, which names the nearest numbers, or
        `tables.too_many`.

        Each of several groups has to be seated; they are equal within one. Raises `groups.…` as
        that format does.
        """
        if entries > MAX_ENTRIES:
            raise Refusal("tables.too_many", entries=entries, most=MAX_ENTRIES)
        if settings.groups > 1:
            groups.FORMAT.check_number(entries, settings)
        if not _can_be_seated(entries, settings):
            fewest, most = settings.seats
            raise Refusal(
                "tables.impossible",
                entries=entries,
                fewest=fewest,
                most=most,
                allowed=_nearest_numbers(entries, settings),
            )

    def schedule_length(self, entries: int, settings: StageSettings) -> int:
        return settings.rounds

    def draw(
        self,
        entrants: Sequence[Entrant],
        stream: Stream,
        settings: StageSettings,
        history: History = NOTHING,
    ) -> Json:
        """Everybody in a random order, from table 1 on.

        For several rounds there is a schedule of numbers, and everybody's is the index in this
        order. What the schedule comes to is its certificate. In the first round those who are
        seeded sit at different tables. Groups are drawn first, with the lots, and then the tables
        of each, one group after the other. After rounds that others have played the schedule is of
        those that are left, and the certificate of all.
        """
        self.check_number(len(entrants), settings)
        drawn: Json = {}
        if settings.groups > 1:
            drawn = groups.FORMAT.draw(entrants, stream, settings)
        fields = _fields(drawn, entrants)
        schedules = [_rounds(field, stream, settings, history) for field in fields]
        side_by_side = zip(*schedules, strict=True)
        rounds = [list(chain(*rounds)) for rounds in side_by_side]
        if settings.rounds == 1:
            return {**drawn, "tables": rounds[0]}
        certificate = _certificate(schedules, history)
        return {**drawn, "rounds": rounds, "certificate": certificate}

    def check(
        self,
        result: Json,
        entrants: Sequence[Entrant],
        settings: StageSettings,
        history: History = NOTHING,
    ) -> list[Refusal]:
        """Each entry sits at one table a round, within its group, at tables of the right sizes.

        The certificate must be true.
        """
        problems = []
        if settings.groups > 1:
            problems += groups.FORMAT.check(result, entrants, settings)
        rounds = seated(result)
        schedules = []
        for field in _fields(result, entrants):
            own = _tables_of(field, entrants, rounds)
            expected = sizes(len(field), settings.seats, (settings.preferred,))
            for tables in own:
                problems += _problems_of_round(tables, field, expected)
            schedules.append(own)
        length = schedule.rounds_left(history, settings.rounds)
        if len(rounds) != length:
            problems.append(
                Refusal("draw.wrong_rounds", rounds=len(rounds), expected=length)
            )
        if problems or "rounds" not in result:
            return problems
        if result["certificate"] != _certificate(schedules, history):
            problems.append(Refusal("draw.wrong_certificate"))
        return problems

    def why(
        self,
        drawn: TableDraws,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        round: int,
        slot: int,
    ) -> Reason:
        """`lot` in a single round, `schedule` in several."""
        code = "schedule"
        if "tables" in drawn:
            code = "lot"
        return Reason(code, {"round": round, "table": slot + 1})

    def standings(
        self,
        drawn: TableDraws,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        running: Mapping[int, int],
    ) -> tuple[Row, ...]:
        """The leaderboard, or that of each group: see `leaderboard.lines` and `ranked`."""
        lines = leaderboard.lines(
            seated(drawn), results, settings.scale, running, self.absent(drawn)
        )
        if "groups" not in drawn:
            return leaderboard.ranked(lines)
        rows: list[Row] = []
        for number, group in enumerate(drawn["groups"], 1):
            own = []
            for row in lines:
                if row.entry in group:
                    own.append(row._replace(group=number))
            rows += leaderboard.ranked(own)
        return tuple(rows)


def sizes(
    entries: int, seats: tuple[int, int], preferred: Sequence[int]
) -> tuple[int, ...]:
    """The sizes of the tables, the largest first; () if this many cannot be seated.

    They differ by one at most. Of the possible numbers of tables, the one whose sizes are nearest
    to the preferred ones is taken, a missing player counting twice as much as a surplus one,
    squared; of equal ones the fewest tables.
    """
    best: tuple[int, ...] = ()
    least = None
    for tables in _table_counts(entries, seats):
        size, larger = divmod(entries, tables)
        found = (size + 1,) * larger + (size,) * (tables - larger)
        distance = sum(_distance(one, preferred) for one in found)
        if least is None or distance < least:
            best, least = found, distance
    return best


def _distance(size: int, preferred: Sequence[int]) -> int:
    missing = max(0, min(preferred) - size)
    surplus = max(0, size - max(preferred))
    return (2 * missing) ** 2 + surplus**2


def _table_counts(entries: int, seats: tuple[int, int]) -> range:
    """The possible numbers of tables, from the fewest."""
    smallest, largest = seats
    return range(max(1, -(-entries // largest)), entries // smallest + 1)


def _can_be_seated(entries: int, settings: StageSettings) -> bool:
    group_sizes = groups.sizes(entries, settings)
    return all(_table_counts(size, settings.seats) for size in group_sizes)


def _nearest_numbers(entries: int, settings: StageSettings) -> list[int]:
    """The nearest numbers below and above that can be seated."""
    nearest = []
    below = range(entries - 1, 0, -1)
    above = range(entries + 1, entries + settings.groups * settings.seats[0] + 1)
    for numbers in (below, above):
        for number in numbers:
            if _can_be_seated(number, settings):
                nearest.append(number)
                break
    return nearest


def _fields(
    drawn: Mapping[str, Any], entrants: Sequence[Entrant]
) -> list[Sequence[Entrant]]:
    """Those who play among themselves: each group, or all."""
    if "groups" not in drawn:
        return [entrants]
    return [_in_group(entrants, group) for group in drawn["groups"]]


def _in_group(entrants: Sequence[Entrant], group: Sequence[int]) -> Sequence[Entrant]:
    inside = []
    for entrant in entrants:
        if entrant.id in group:
            inside.append(entrant)
    return inside


def _tables_of(
    field: Sequence[Entrant], entrants: Sequence[Entrant], rounds: Sequence[Seated]
) -> list[Seated]:
    """The tables of this field: all but those at which only others sit."""
    others = {entrant.id for entrant in entrants}
    others -= {entrant.id for entrant in field}
    return [list(filterfalse(others.issuperset, tables)) for tables in rounds]


def _certificate(
    schedules: Sequence[Sequence[Seated]], history: History
) -> rotation.Certificate:
    """What all tables come to, each field apart; only a single field has earlier rounds."""
    played, _ = schedule.played_rounds(history)
    whole = [[*played, *rounds] for rounds in schedules]
    return rotation.together(rotation.certificate(one, len(played)) for one in whole)


def _rounds(
    entrants: Sequence[Entrant],
    stream: Stream,
    settings: StageSettings,
    history: History,
) -> list[Round]:
    """The tables of those who play among themselves."""
    order = stream.shuffled([entrant.id for entrant in entrants])
    table_sizes = sizes(len(order), settings.seats, (settings.preferred,))
    if settings.rounds == 1:
        numbers = [_dealt_out(table_sizes)]
    else:
        length = schedule.rounds_left(history, settings.rounds)
        past = schedule.past(history, order)
        numbers = rotation.schedule(table_sizes, length, stream, past)
    seeds = 0
    if not history.rounds:
        seeds = settings.seeds
    order = _with_seeds_apart(order, numbers[0], entrants, seeds, stream)
    rounds = []
    for tables in numbers:
        entries_of_tables = []
        for table in tables:
            entries_of_tables.append([order[number] for number in table])
        rounds.append(entries_of_tables)
    return rounds


def _dealt_out(table_sizes: Sequence[int]) -> Round:
    tables = []
    for start, end in pairwise(accumulate(table_sizes, initial=0)):
        tables.append(list(range(start, end)))
    return tables


def _with_seeds_apart(
    order: tuple[int, ...],
    tables: Round,
    entrants: Sequence[Entrant],
    seeds: int,
    stream: Stream,
) -> tuple[int, ...]:
    """The order with seeds at as many tables as possible, each in a seat by lot.

    The player who has that seat takes the seed's.
    """
    seeded = []
    for entrant in entrants:
        seed = entrant.seed or 0
        if seed and seed <= seeds:
            seeded.append((seed, entrant.id))
    if not seeded:
        return order
    seats_by_lot = [stream.shuffled(table) for table in stream.shuffled(tables)]
    in_turn = []
    for turn in zip_longest(*seats_by_lot):
        for seat in turn:
            if seat is not None:
                in_turn.append(seat)
    moved = list(order)
    seeded.sort(key=itemgetter(0))
    for (_, entry), seat in zip(seeded, in_turn, strict=False):
        old = moved.index(entry)
        moved[seat], moved[old] = moved[old], moved[seat]
    return tuple(moved)


def _problems_of_round(
    tables: Seated, entrants: Sequence[Entrant], expected: tuple[int, ...]
) -> list[Refusal]:
    problems = []
    found = tuple(map(len, tables))
    if found != expected:
        problems.append(
            Refusal("draw.wrong_tables", sizes=list(found), expected=list(expected))
        )
    problems += strays(chain.from_iterable(tables), entrants)
    return problems


FORMAT: Final = MultiplayerTables()
