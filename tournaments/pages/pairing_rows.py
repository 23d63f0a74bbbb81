"""Matches of an event as bracket and round pages show them: what the tree knows joined with what is stored."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, repeat
from typing import NamedTuple

from games.rules.stones import Stones, stones
from tournaments.models import Draw, Entry, Pairing, Report, Result
from tournaments.pages import labels
from tournaments.reading import events, snapshot
from tournaments.rules.brackets import bracket
from tournaments.rules.formats.multiplayer_tables import seated
from tournaments.rules.tables.leaderboard import placing
from tournaments.rules.tables.results import AT_TABLE


class Said(NamedTuple):
    """A report in words that say who won, or of a table of several all points, side by side."""

    winner: str = ""
    sets: int = 0
    against: int = 0
    points: tuple[tuple[str, str], ...] = ()


class Side(NamedTuple):
    """One side of a match, or a place at a table of several; no name while it is awaited (`feed`) or vacant."""

    entry: int | None
    name: str = ""
    feed: bracket.Feed | None = None
    won: bool = False
    sets: int | None = None
    points: int | None = None
    """Points in the set being played in the app."""
    stones: Stones | None = None
    said: Said | None = None
    """What this side says the result was, while nothing is decided."""
    total: int | None = None
    """At a table of several: the points, of a match in the app those of the deals that are over."""
    players: tuple[tuple[int, str], ...] = ()
    """At a table of several: who plays on this side, one or partners, with names."""


class Meeting(NamedTuple):
    """A place of the plan: its number, its table, who meets there and how far it is."""

    number: int | None
    state: str
    """bye, awaited, open, live, reported, disputed, or the kind of the result."""
    sides: tuple[Side, ...]
    pairing: Pairing | None = None
    deals: int | None = None
    """At a table of several that plays in the app: the deals that are over."""
    part: str = ""
    """Of a bracket: the part to which it belongs."""
    why: str = ""
    """Why these meet, in a sentence."""

    @property
    def over(self) -> bool:
        return self.state in Result.Kind.values and self.state != Result.Kind.VOID


class Seated(NamedTuple):
    """A round of a draw of tables: the names at each, from the first to speak, and of those who sit out."""

    tables: list[list[str]]
    out: list[str]


Stored = Mapping[tuple[int, int], Pairing]


def stored(pairings: Iterable[Pairing]) -> Stored:
    return {(pairing.round.number, pairing.slot): pairing for pairing in pairings}


def meetings(
    places: Iterable[bracket.Pairing], known: Stored, entries: Mapping[int, Entry]
) -> list[Meeting]:
    """The meetings of a round. An opened pairing shows what was opened, all others what the tree knows."""
    return [
        meeting(place, known.get((place.round, place.slot)), entries)
        for place in places
    ]


def meeting(
    place: bracket.Pairing, pairing: Pairing | None, entries: Mapping[int, Entry]
) -> Meeting:
    if pairing is not None:
        return opened(pairing, place.match)
    shown = (
        awaited(place.a, place.a_from, entries),
        awaited(place.b, place.b_from, entries),
    )
    nobody = place.decided and place.a is None and place.b is None
    return Meeting(
        place.match, "nobody" if nobody else "bye" if place.bye else "awaited", shown
    )


class Column(NamedTuple):
    """A round of one part of a bracket."""

    number: int
    name: str
    meetings: list[Meeting]
    joins: str = ""
    """How its matches lead to the next column: `halves` two into one, `straight` one into one, else they do not."""


class Part(NamedTuple):
    """A bracket, or a part of one, with its name where there is more than one."""

    name: str
    columns: list[Column]


def parts(
    rounds: Sequence[snapshot.BracketColumn],
    known: Stored,
    entries: Mapping[int, Entry],
) -> list[Part]:
    """The parts of a bracket, each with the rounds in which it has matches."""
    codes = dict.fromkeys(place.part for one in rounds for place in one.places)
    several = len(codes) > 1
    return [
        Part(
            labels.part_name(code) if several else "",
            columns(code, rounds, known, entries),
        )
        for code in codes
    ]


def columns(
    part: str,
    rounds: Sequence[snapshot.BracketColumn],
    known: Stored,
    entries: Mapping[int, Entry],
) -> list[Column]:
    own = [
        (n, one.code, [place for place in one.places if place.part == part])
        for n, one in enumerate(rounds, 1)
    ]
    own = [(n, code, places) for n, code, places in own if places]
    sizes = [len(places) for _, _, places in own]
    joins = [
        {2 * after: "halves", after: "straight"}.get(size, "")
        for size, after in pairwise(sizes)
    ] + [""]
    named = [
        labels.round_of(part, code, n, len(own))
        for n, (_, code, _) in enumerate(own, start=1)
    ]
    return [
        Column(n, name, meetings(places, known, entries), join)
        for (n, _, places), name, join in zip(own, named, joins, strict=True)
    ]


def awaited(
    number: int | None, feed: bracket.Feed | None, entries: Mapping[int, Entry]
) -> Side:
    """A side of a match that is not open yet; entries by their numbers."""
    entry = entries.get(number or 0)
    return Side(entry.pk, events.name_of(entry)) if entry else Side(None, feed=feed)


def opened(pairing: Pairing, number: int | None) -> Meeting:
    """What was opened, and how far it is; `number` is that of the match."""
    names = names_in(pairing)
    if not pairing.several:
        return Meeting(number, state(pairing), sides(pairing, names), pairing)
    playing = state(pairing) == "live" and pairing.match
    deals = len(pairing.match.score["sets"]) if playing and pairing.match else None
    return Meeting(number, state(pairing), seats(pairing, names), pairing, deals)


def seats(pairing: Pairing, names: Mapping[int, str]) -> tuple[Side, ...]:
    """The sides at a table of several, everybody alone or partners, with the points that there are."""
    ids, grouped = [entry.pk for entry in pairing.entries], events.sides_at(pairing)
    return tuple(
        seat(pairing, [ids[place] for place in side], side[0], names)
        for side in grouped
    )


def seat(
    pairing: Pairing, who: Sequence[int], place: int, names: Mapping[int, str]
) -> Side:
    """One side; `place` is where its first player sits."""
    result, reports = pairing.result, events.last_reports(pairing)
    points = points_at(pairing)
    total = points[place] if points else None
    report = (
        None
        if result
        else next((reports[entry] for entry in who if entry in reports), None)
    )
    called = tuple((entry, names.get(entry, "")) for entry in who)
    return Side(
        who[0],
        " – ".join(name for _, name in called),
        won=result is not None and total is not None and placing(points)[place] == 1,
        total=total,
        said=Said(points=told(pairing, report, names)) if report else None,
        players=called,
    )


def points_at(pairing: Pairing) -> list[int | None]:
    """What each place of a table of several has, in the app so far; [] while there is nothing, None: did not come."""
    if pairing.result:
        return list(pairing.result.points or ())
    won: Sequence[int | None] = pairing.match.score["won"] if pairing.match else ()
    return events.per_place(won, events.sides_at(pairing)) if won else []


def told(
    pairing: Pairing, report: Report | Result, names: Mapping[int, str]
) -> tuple[tuple[str, str], ...]:
    """The points that somebody says each side has, in words, with names."""
    ids, points = [entry.pk for entry in pairing.entries], report.points or ()
    sides = events.sides_at(pairing) if points else ()
    return tuple(
        (
            " – ".join(names.get(ids[place], "") for place in side),
            labels.got(points[side[0]]),
        )
        for side in sides
    )


def state(pairing: Pairing) -> str:
    if pairing.result:
        return str(pairing.result.kind)
    if pairing.bye:
        return "bye"
    if pairing.match_id:
        return "live"
    said = {
        (r.sets_a, r.sets_b, *(r.points or ()))
        for r in events.last_reports(pairing).values()
    }
    return {0: "open", 1: "reported"}.get(len(said), "disputed")


def sides(pairing: Pairing, names: Mapping[int, str]) -> tuple[Side, Side]:
    a, b = (side(pairing, n, names) for n in (0, 1))
    return with_score(pairing, a, b) if pairing.match and not pairing.result else (a, b)


def side(pairing: Pairing, n: int, names: Mapping[int, str]) -> Side:
    entry, result = (pairing.a_id, pairing.b_id)[n] or 0, pairing.result
    report = None if result else events.last_reports(pairing).get(entry)
    return Side(
        entry or None,
        names.get(entry, ""),
        won=result is not None and result.winner_id == entry,
        sets=(result.sets_a, result.sets_b)[n]
        if result and result.kind in AT_TABLE
        else None,
        said=in_words(report, pairing, names) if report else None,
    )


def in_words(report: Report, pairing: Pairing, names: Mapping[int, str]) -> Said:
    a_won = report.sets_a > report.sets_b
    winner = (pairing.a_id if a_won else pairing.b_id) or 0
    return Said(
        names.get(winner, ""),
        max(report.sets_a, report.sets_b),
        min(report.sets_a, report.sets_b),
    )


def with_score(pairing: Pairing, *shown: Side) -> tuple[Side, Side]:
    """The score of a match that is being played in the app."""
    score, target = (
        pairing.match.score if pairing.match else {},
        int(pairing.round.options["points_per_set"]),
    )
    order = (1, 0) if events.sits_second(pairing) else (0, 1)
    a, b = (
        side._replace(
            sets=score["won"][n],
            points=(points := score["running"][n]),
            stones=stones(points, target),
        )
        for side, n in zip(shown, order, strict=True)
    )
    return a, b


def names_in(pairing: Pairing) -> dict[int, str]:
    """What the entries that meet here are called."""
    return {entry.pk: events.name_of(entry) for entry in pairing.entries}


def drawn_tables(draw: Draw) -> list[Seated]:
    """Of a draw of tables who sits at each table of each round, from the first to speak, and who sits out."""
    names, resolved = dict(draw.field), draw.resolved or {}
    outs = resolved.get("out") or repeat(())
    return [
        Seated(
            [[names.get(entry, "") for entry in table] for table in one],
            [names.get(entry, "") for entry in out],
        )
        for one, out in zip(seated(resolved), outs, strict=False)
    ]
