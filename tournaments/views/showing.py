"""Matches of an event as bracket and round pages show them: what the tree knows joined with what is stored."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tournaments import queries
from tournaments.models import Pairing, Result
from tournaments.rules.formats import knockout
from tournaments.rules.tallies import Stones, stones


class Side(NamedTuple):
    """One side of a match; no name while it is awaited (`feed`) or vacant."""

    entry: int | None
    name: str = ""
    feed: knockout.Feed | None = None
    won: bool = False
    sets: int | None = None
    points: int | None = None
    """Points in the set being played in the app."""
    stones: Stones | None = None
    reported: Any = None
    """What this side says the result was, while nothing is decided."""


class Meeting(NamedTuple):
    """A place of the tree: its number, its table, its two sides and how far it is."""

    number: int | None
    state: str
    """bye, awaited, open, live, reported, disputed, or the kind of the result."""
    sides: tuple[Side, Side]
    pairing: Pairing | None = None

    @property
    def over(self) -> bool:
        return self.state in Result.Kind.values and self.state != Result.Kind.VOID


Stored = Mapping[tuple[int, int], Pairing]


def stored(pairings: Iterable[Pairing]) -> Stored:
    return {(pairing.round.number, pairing.slot): pairing for pairing in pairings}


def meetings(places: Iterable[knockout.Pairing], known: Stored, names: Mapping[int, str]) -> list[Meeting]:
    """The meetings of a round. An opened pairing shows what was opened, all others what the tree knows."""
    return [meeting(place, known.get((place.round, place.slot)), names) for place in places]


def meeting(place: knockout.Pairing, pairing: Pairing | None, names: Mapping[int, str]) -> Meeting:
    if pairing is not None:
        return Meeting(place.match, state(pairing), sides(pairing, names), pairing)
    a, b = ((place.a, place.a_from), (place.b, place.b_from))
    shown = (Side(a[0], names.get(a[0] or 0, ""), a[1]), Side(b[0], names.get(b[0] or 0, ""), b[1]))
    return Meeting(place.match, "bye" if place.bye else "awaited", shown)


def state(pairing: Pairing) -> str:
    if pairing.bye:
        return "bye"
    if pairing.result:
        return str(pairing.result.kind)
    if pairing.match_id:
        return "live"
    said = {(report.sets_a, report.sets_b) for report in reports(pairing).values()}
    return {0: "open", 1: "reported"}.get(len(said), "disputed")


def reports(pairing: Pairing) -> dict[int, Any]:
    """The latest report of each side, from what was prefetched."""
    return {report.entry_id: report for report in pairing.reports.all()}


def sides(pairing: Pairing, names: Mapping[int, str]) -> tuple[Side, Side]:
    said, result = reports(pairing) if not pairing.result else {}, pairing.result
    sets = (result.sets_a, result.sets_b) if result and result.kind == Result.Kind.PLAYED else (None, None)
    shown = [
        Side(
            entry,
            names.get(entry or 0, ""),
            won=bool(result and entry and result.winner_id == entry),
            sets=sets[n],
            reported=said.get(entry or 0),
        )
        for n, entry in enumerate((pairing.a_id, pairing.b_id))
    ]
    if pairing.match and not result:
        shown = with_score(pairing, shown)
    return shown[0], shown[1]


def with_score(pairing: Pairing, shown: list[Side]) -> list[Side]:
    """The score of a match that is being played in the app."""
    score, target = pairing.match.score if pairing.match else {}, int(pairing.round.options["points_per_set"])
    order = (1, 0) if queries.sits_second(pairing) else (0, 1)
    return [
        side._replace(sets=score["won"][n], points=(points := score["running"][n]), stones=stones(points, target))
        for side, n in zip(shown, order, strict=True)
    ]


def names_in(pairings: Iterable[Pairing]) -> dict[int, str]:
    """What the entries of these pairings are called."""
    return {entry.pk: queries.name_of(entry) for p in pairings for entry in (p.a, p.b) if entry}
