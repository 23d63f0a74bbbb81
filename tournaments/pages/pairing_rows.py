"""Pairings as bracket and round pages show them: what the plan knows with what is stored."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from games.rules.stones import Stones, stones
from tournaments.models import Draw, Entry, Pairing, Report, Result, Stage
from tournaments.pages import labels
from tournaments.reading import events, snapshot
from tournaments.rules.brackets import bracket
from tournaments.rules.formats.base import PlannedPairing
from tournaments.rules.formats.families.multiplayer import seated
from tournaments.rules.tables.leaderboard import placing
from tournaments.rules.tables.results import AT_TABLE

Names = Mapping[int, str]
"""Of entries, by id."""
EntriesByNumber = Mapping[int, Entry]
PointsBySide = tuple[tuple[str, str], ...]
"""The name of each side, and its points as text."""


class ReportView(NamedTuple):
    """A report: who won by which score, or at a multiplayer table all points."""

    winner: str = ""
    sets: int = 0
    against: int = 0
    points: PointsBySide = ()


class SideView(NamedTuple):
    """A side of a match, or of a multiplayer table; without a name if awaited or vacant."""

    entry: int | None
    name: str = ""
    feed: bracket.Feed | None = None
    """Where the awaited side comes from."""
    won: bool = False
    sets: int | None = None
    points: int | None = None
    """In the set that is being played in the app."""
    stones: Stones | None = None
    said: ReportView | None = None
    """What this side reported, until there is a result."""
    total: int | None = None
    """At a multiplayer table; of a match in the app those of the finished deals."""
    players: tuple[tuple[int, str], ...] = ()
    """At a multiplayer table: one player or partners, with names."""


class PairingView(NamedTuple):
    """A pairing of the plan: its numbers, its sides and its state."""

    number: int | None
    state: str
    """bye, nobody, awaited, open, live, reported, disputed, or the kind of the result."""
    sides: tuple[SideView, ...]
    pairing: Pairing | None = None
    deals: int | None = None
    """At a multiplayer table in the app: finished deals."""
    part: str = ""
    """The name of its section of the bracket."""
    why: str = ""
    """Why these meet, in a sentence."""

    @property
    def over(self) -> bool:
        return self.state in Result.Kind.values and self.state != Result.Kind.VOID


class SeatedRound(NamedTuple):
    """A drawn round of tables: the names at each in the order of seats, and who sits out."""

    tables: list[list[str]]
    out: list[str]


class BracketColumn(NamedTuple):
    """A round of one section of a bracket."""

    number: int
    name: str
    meetings: list[PairingView]
    joins: str = ""
    """The lines to the next column: `halves`, two into one; `straight`, one into one; none."""


class BracketSection(NamedTuple):
    """A bracket or a section of one; named if there are several."""

    name: str
    columns: list[BracketColumn]


StoredPairings = Mapping[tuple[int, int], Pairing]
"""By round and slot."""


def by_round_and_slot(pairings: Iterable[Pairing]) -> StoredPairings:
    return {(pairing.round.number, pairing.slot): pairing for pairing in pairings}


def side_matches(stage: Stage, number: int) -> dict[int, str]:
    """By slot, the names of the matches of a round that do not lead to the final."""
    state = snapshot.stage_state(stage)
    if not state.format.sections:
        return {}
    names = {}
    for planned in state.plan[number - 1].meetings:
        if name := section_name(planned):
            names[planned.slot] = name
    return names


def section_name(planned: PlannedPairing) -> str:
    """The section of a match that does not lead to the final, or of one among brackets."""
    section = getattr(planned, "section", "main")
    if section == "main":
        return ""
    return labels.section_name(section)


def bracket_sections(
    rounds: Sequence[snapshot.BracketColumn],
    stored: StoredPairings,
    entries: EntriesByNumber,
) -> list[BracketSection]:
    """The sections of a bracket, each with the rounds in which it has matches."""
    codes: dict[str, None] = {}
    for one in rounds:
        for pairing in one.places:
            codes[pairing.section] = None
    sections = []
    for code in codes:
        name = labels.section_name(code) if len(codes) > 1 else ""
        columns = section_columns(code, rounds, stored, entries)
        sections.append(BracketSection(name, columns))
    return sections


def section_columns(
    code: str,
    rounds: Sequence[snapshot.BracketColumn],
    stored: StoredPairings,
    entries: EntriesByNumber,
) -> list[BracketColumn]:
    own = []
    for number, one in enumerate(rounds, start=1):
        pairings = [pairing for pairing in one.places if pairing.section == code]
        if pairings:
            own.append((number, one.code, pairings))
    columns = []
    for index, (number, round_code, pairings) in enumerate(own):
        name = labels.round_of_section(code, round_code, index + 1, len(own))
        views = [pairing_view(pairing, stored, entries) for pairing in pairings]
        # The last column leads nowhere.
        joins = ""
        if index + 1 < len(own):
            joins = lines_between(len(pairings), len(own[index + 1][2]))
        columns.append(BracketColumn(number, name, views, joins))
    return columns


def lines_between(matches: int, matches_after: int) -> str:
    if matches == 2 * matches_after:
        return "halves"
    if matches == matches_after:
        return "straight"
    return ""


def pairing_view(
    planned: bracket.Pairing, stored: StoredPairings, entries: EntriesByNumber
) -> PairingView:
    """An opened pairing shows what was opened; others show what the plan knows."""
    pairing = stored.get((planned.round, planned.slot))
    if pairing is not None:
        return opened_view(pairing, planned.match)
    a = awaited_side(planned.a, planned.a_from, entries)
    b = awaited_side(planned.b, planned.b_from, entries)
    state = "bye" if planned.bye else "awaited"
    if planned.decided and planned.a is None and planned.b is None:
        state = "nobody"
    return PairingView(planned.match, state, (a, b))


def awaited_side(
    number: int | None, feed: bracket.Feed | None, entries: EntriesByNumber
) -> SideView:
    entry = entries.get(number or 0)
    if entry is None:
        return SideView(None, feed=feed)
    return SideView(entry.pk, events.name_of(entry))


def opened_view(pairing: Pairing, number: int | None) -> PairingView:
    """A pairing of an opened round; `number` is that of the match."""
    names = names_in(pairing)
    state = state_of(pairing)
    if not pairing.several:
        return PairingView(number, state, two_sides(pairing, names), pairing)
    deals = None
    if state == "live" and pairing.match:
        deals = len(pairing.match.score["sets"])
    return PairingView(number, state, table_sides(pairing, names), pairing, deals)


def names_in(pairing: Pairing) -> dict[int, str]:
    return {entry.pk: events.name_of(entry) for entry in pairing.entries}


def state_of(pairing: Pairing) -> str:
    if pairing.result:
        return str(pairing.result.kind)
    if pairing.bye:
        return "bye"
    if pairing.match_id:
        return "live"
    reported = set()
    for report in events.last_reports(pairing).values():
        reported.add((report.sets_a, report.sets_b, *(report.points or ())))
    if not reported:
        return "open"
    # Two equal reports would have decided the pairing: this is one report.
    if len(reported) == 1:
        return "reported"
    return "disputed"


# Multiplayer tables


def table_sides(pairing: Pairing, names: Names) -> tuple[SideView, ...]:
    sides = events.sides_at(pairing)
    return tuple(table_side(pairing, seats, names) for seats in sides)


def table_side(pairing: Pairing, seats: Sequence[int], names: Names) -> SideView:
    """One player or partners, who sit on `seats`."""
    entries = [pairing.entries[seat].pk for seat in seats]
    players = tuple((entry, names.get(entry, "")) for entry in entries)
    view = SideView(entries[0], " – ".join(name for _entry, name in players))
    view = view._replace(players=players)
    points = points_at(pairing)
    if points:
        total = points[seats[0]]
        is_first = placing(points)[seats[0]] == 1
        won = pairing.result is not None and total is not None and is_first
        view = view._replace(total=total, won=won)
    if pairing.result is None:
        view = view._replace(said=report_of_any(pairing, entries, names))
    return view


def report_of_any(
    pairing: Pairing, entries: Sequence[int], names: Names
) -> ReportView | None:
    """What the first of these entries that has reported says."""
    reports = events.last_reports(pairing)
    for entry in entries:
        if entry in reports:
            return ReportView(points=points_by_side(pairing, reports[entry], names))
    return None


def points_at(pairing: Pairing) -> list[int | None]:
    """The points of each seat, in the app so far; [] before there are any.

    None for a player who did not come.
    """
    if pairing.result:
        return list(pairing.result.points or ())
    if pairing.match is None:
        return []
    won: Sequence[int | None] = pairing.match.score["won"]
    if not won:
        return []
    return events.per_place(won, events.sides_at(pairing))


def points_by_side(
    pairing: Pairing, record: Report | Result, names: Names
) -> PointsBySide:
    points = record.points
    if not points:
        return ()
    entries = [entry.pk for entry in pairing.entries]
    found = []
    for seats in events.sides_at(pairing):
        name = " – ".join(names.get(entries[seat], "") for seat in seats)
        found.append((name, labels.got(points[seats[0]])))
    return tuple(found)


# Matches of two sides


def two_sides(pairing: Pairing, names: Names) -> tuple[SideView, SideView]:
    a = side_view(pairing, pairing.a_id, names)
    b = side_view(pairing, pairing.b_id, names)
    if pairing.result:
        return with_sets(pairing.result, a, b)
    if pairing.match:
        return with_score(pairing, a, b)
    return a, b


def side_view(pairing: Pairing, entry: int | None, names: Names) -> SideView:
    view = SideView(entry, names.get(entry or 0, ""))
    if entry is None:
        return view
    result = pairing.result
    if result is not None:
        return view._replace(won=result.winner_id == entry)
    report = events.last_reports(pairing).get(entry)
    if report is not None:
        view = view._replace(said=report_view(report, pairing, names))
    return view


def with_sets(result: Result, a: SideView, b: SideView) -> tuple[SideView, SideView]:
    if result.kind not in AT_TABLE:
        return a, b
    return a._replace(sets=result.sets_a), b._replace(sets=result.sets_b)


def report_view(report: Report, pairing: Pairing, names: Names) -> ReportView:
    winner = pairing.a_id if report.sets_a > report.sets_b else pairing.b_id
    return ReportView(
        names.get(winner or 0, ""),
        max(report.sets_a, report.sets_b),
        min(report.sets_a, report.sets_b),
    )


def with_score(pairing: Pairing, a: SideView, b: SideView) -> tuple[SideView, SideView]:
    """The score of a match that is being played in the app."""
    assert pairing.match is not None
    score = pairing.match.score
    target = int(pairing.round.options["points_per_set"])
    # The score is that of the seats, which the draw may have given to `b` first.
    order = (1, 0) if events.sits_second(pairing) else (0, 1)
    views = []
    for view, n in zip((a, b), order, strict=True):
        points = score["running"][n]
        own_stones = stones(points, target)
        views.append(
            view._replace(sets=score["won"][n], points=points, stones=own_stones)
        )
    return views[0], views[1]


def drawn_tables(draw: Draw) -> list[SeatedRound]:
    """Each round of a draw of tables, from the first to speak, with who sits out."""
    names, resolved = dict(draw.field), draw.resolved or {}
    sitting_out = resolved.get("out") or ()
    rounds = []
    for index, tables in enumerate(seated(resolved)):
        named = [names_of(table, names) for table in tables]
        out = []
        if index < len(sitting_out):
            out = names_of(sitting_out[index], names)
        rounds.append(SeatedRound(named, out))
    return rounds


def names_of(entries: Iterable[int], names: Names) -> list[str]:
    return [names.get(entry, "") for entry in entries]
