"""What each entry needs to go on, worked out from the facts of a phase and kept until they change."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from django.core.cache import cache

from core.chance import Stream, seed_from
from core.refusals import Refusal
from tournaments.models import Stage
from tournaments.reading import snapshot
from tournaments.reading.snapshot import EventSnapshot, Position
from tournaments.rules.advancement import BEST, IN, Takes
from tournaments.rules.forecasts import scenarios as rules
from tournaments.rules.forecasts.scenarios import (
    CLINCHED,
    DEPENDS,
    EXACT_MOST,
    OUT,
    Match,
    Need,
)
from tournaments.rules.forecasts.simulation import (
    FEWEST,
    NO_CHANCES,
    Chances,
    Going,
    at_once,
    chances,
    runs_for,
)
from tournaments.rules.tables.standings import Row
from tournaments.rules.tables.tiebreaks import MATCH_POINTS, MATCH_WINS, SETS_FOR
from tournaments.services import stages, standings

KEPT: Final = 24 * 3600
"""Seconds for which an answer is kept; when results come in another one is asked for."""


BY_WINS: Final = frozenset({MATCH_WINS, MATCH_POINTS})


class Asked(NamedTuple):
    """For how many places: of each group, where there are groups."""

    places: int
    all: int = 0
    """Where the best of those who are behind go on too, how many in all: then nobody behind is out yet."""
    part: str = BEST
    """Whether the best go on, or all who are still in when no more than so many are."""


class Found(NamedTuple):
    """What the entries need, by their numbers, in the order of the standings."""

    asked: Asked
    runs: int
    """How often the rest was played by lot; 0 where that tells nobody anything."""
    rows: Sequence[tuple[Row, Need]]

    @property
    def exact(self) -> bool:
        """Whether every way in which the matches left can go was looked at, or what is said of all is certain."""
        return not self.runs


def asked(stage: Stage, places: int | None = None) -> Asked:
    """The places that a later phase takes, or so many as are asked for; without either the first place.

    In a format with lives those who are in when its rounds end.
    """
    setup = snapshot.setup(stage.event, stage.number)
    if places is not None:
        return Asked(places)
    later = (Takes(**one.takes) for one in snapshot.counted(stage.event) if one.takes)
    takes = next(
        (one for one in later if one.source == stage.number and one.part == BEST), None
    )
    if takes is None:
        lives = "lives" in snapshot.format_of(stage).SETTINGS
        return Asked(setup.until, part=IN) if lives else Asked(1)
    of_each = max(1, takes.each or takes.number // setup.groups)
    return Asked(of_each, takes.number if takes.number > of_each * setup.groups else 0)


def grouped(stage: Stage) -> bool:
    return snapshot.setup(stage.event, stage.number).groups > 1


def known(stage: Stage, asked: Asked) -> Found | None:
    """The answer; None as long as `play_by_lot` has not played the rest often enough, where it has to.

    Raises Refusal `needs.not_here` where places do not come from matches won.
    """
    if snapshot.format_of(stage).SEVERAL:
        raise Refusal("needs.not_here")
    own, course = key("needs", stage, asked), EventSnapshot(stage.event)
    if stages.over(course.position(stage.number), course.playing_in(stage.number)):
        return decided(course, stage.number, asked)
    found: Found | None = cache.get(own) or work_out(
        stage, course.position(stage.number), asked
    )
    if found and found.exact:
        cache.set(own, found, KEPT)
    return found


def key(kind: str, stage: Stage, asked: Asked) -> str:
    return f"{kind}-{stage.pk}-{standings.decided_mark(stage)}-{asked.places}-{asked.all}-{asked.part}"


def takes_of(phase: int, asked: Asked) -> Takes:
    return Takes(
        phase, asked.part, *((asked.all, asked.places) if asked.part == BEST else ())
    )


def decided(course: EventSnapshot, phase: int, asked: Asked) -> Found:
    """Who goes on from a phase that is over, by lot where places are shared: nothing depends on anybody any more."""
    through = {one.entry for one in stages.qualifiers(course, takes_of(phase, asked))}
    rows = course.position(phase).standings({})
    return Found(
        asked,
        0,
        [(row, Need(CLINCHED if row.entry in through else OUT)) for row in rows],
    )


def work_out(stage: Stage, position: Position, asked: Asked) -> Found | None:
    """What is certain; for those who depend on others a chance, unless every way could be looked at."""
    rows = [
        (row, softened(need, asked))
        for row, need in certain(position, asked, sets_to_win(stage))
    ]
    if exactly(position, asked) or all(need.state != DEPENDS for _, need in rows):
        return Found(asked, 0, rows)
    lots: Chances = cache.get(lots_key(stage), NO_CHANCES)
    if lots.runs < FEWEST:
        return None
    return Found(
        asked,
        lots.runs,
        [(row, with_chance(row.entry, need, lots, asked)) for row, need in rows],
    )


def with_chance(entry: int, need: Need, lots: Chances, asked: Asked) -> Need:
    if need.state != DEPENDS:
        return need
    as_taken = asked.all or asked.part == IN
    return need._replace(
        chance=lots.through[entry] if as_taken else lots.among(entry, asked.places)
    )


def lots_key(stage: Stage) -> str:
    return key("lots", stage, asked(stage))


def play_by_lot(stage: Stage) -> bool:
    """Play the rest of the phase some more times, for about a second; whether it is not yet often enough.

    What it comes to is kept, and answers for any number of places.
    """
    own, course = lots_key(stage), EventSnapshot(stage.event)
    field = stages.further_entrants(
        course, stage.number, course.active_in(stage.number)
    )
    going = Going(*course.position(stage.number), field, sets_to_win(stage))
    had: Chances = cache.get(own, NO_CHANCES)
    takes, stream = (
        takes_of(stage.number, asked(stage)),
        Stream(seed_from(own.encode(), b"%d" % had.runs)),
    )
    wanted = runs_for(len(field))
    lots = had.with_more(
        chances(going, takes, min(at_once(len(field)), wanted - had.runs), stream)
    )
    cache.set(own, lots, KEPT)
    return lots.runs < wanted


def sets_to_win(stage: Stage) -> int:
    """How many sets a match brings at most."""
    return max(
        (int(one.options.get("sets_to_win", 1)) for one in stage.rounds.all()),
        default=1,
    )


Table = tuple[list[Row], list[Match]]
"""The rows of a table, and the matches in it that are still to be decided."""


def tables(position: Position) -> Iterator[Table]:
    """The tables of the phase: one, or that of each group."""
    meetings = [
        meeting.entries
        for one in position.plan
        for meeting in one.meetings
        if meeting.ready
    ]
    left = [(a, b) for a, b in meetings if a is not None and b is not None]
    for _, own in groupby(position.standings({}), key=lambda row: row.group):
        rows = list(own)
        inside = {row.entry for row in rows}
        yield rows, [match for match in left if match[0] in inside]


def certain(position: Position, asked: Asked, sets: int) -> Iterator[tuple[Row, Need]]:
    """Where matches won are the first tie-break by these, else by bounds; a match brings `sets` at most."""
    if not position.setup.tie_breaks:
        yield from by_rank(position.standings({}), asked)
        return
    for rows, left in tables(position):
        if by_wins(position):
            need = rules.needs(
                {row.entry: row.tally.won for row in rows}, left, asked.places
            )
        else:
            need = bounded(
                position, rows, matches_left(position, rows, left), sets, asked.places
            )
        yield from ((row, need[row.entry]) for row in rows)


def by_wins(position: Position) -> bool:
    """Whether places come from matches won first, and all matches that are left are known."""
    return not (
        position.answers.REDRAWN or BY_WINS.isdisjoint(position.setup.tie_breaks[:1])
    )


def exactly(position: Position, asked: Asked) -> bool:
    """Whether every way in which the matches left can go is looked at."""
    few = by_wins(position) and not asked.all
    return few and all(len(left) <= EXACT_MOST for _, left in tables(position))


def matches_left(
    position: Position, rows: Sequence[Row], left: Sequence[Match]
) -> dict[int, int]:
    """How many matches each has still to play; in a format that is redrawn one for each round that is not over."""
    if not position.answers.REDRAWN:
        return {row.entry: sum(row.entry in match for match in left) for row in rows}
    open_now = {entry for match in left for entry in match}
    drawn = len(position.drawn["rounds"])
    return {
        row.entry: position.setup.rounds - drawn + (row.entry in open_now)
        for row in rows
    }


def bounded(
    position: Position,
    rows: Sequence[Row],
    left: Mapping[int, int],
    sets: int,
    places: int,
) -> dict[int, Need]:
    """By what each has for certain and what it can still come to."""
    first = position.setup.tie_breaks[0]
    if first not in {*BY_WINS, SETS_FOR}:
        return {row.entry: Need(DEPENDS) for row in rows}
    lowest = {
        row.entry: row.tally.sets_for
        if first == SETS_FOR
        else row.tally.won + row.tally.byes
        for row in rows
    }
    highest = {
        entry: low + (sets if first == SETS_FOR else 1) * left[entry]
        for entry, low in lowest.items()
    }
    return {
        entry: Need(state)
        for entry, state in rules.bounds(lowest, highest, places).items()
    }


def by_rank(rows: Sequence[Row], asked: Asked) -> Iterator[tuple[Row, Need]]:
    """Where places come from the matches themselves: those still in stand above those who are out, or share with them.

    With lives whoever goes out in the round under way shares a place with those who have just gone out in it.
    """
    still_in = sum(map(open_yet, rows))
    under_way = {row.round_reached for row in rows if row.why.code == "lives_left"}
    level = [
        row
        for row in rows
        if not open_yet(row)
        and (row.round_reached in under_way or _rank(row) <= still_in)
    ]
    lowest = (
        max([still_in, *(row.shared_to or 0 for row in level)])
        if asked.part == BEST
        else still_in
    )
    for row in rows:
        if open_yet(row):
            yield row, Need(_by_rank(1, lowest, asked.places))
        elif asked.part == IN:
            yield row, Need(OUT)
        else:
            first = 2 if row.round_reached in under_way else _rank(row)
            yield row, Need(_by_rank(first, row.shared_to or 1, asked.places))


def open_yet(row: Row) -> bool:
    """Whether its place is still to be played for among all who are in."""
    return row.rank is None or row.why.code in {"lives_left", "absent"}


def _rank(row: Row) -> int:
    return row.rank or 1


def _by_rank(first: int, last: int, places: int) -> str:
    return CLINCHED if last <= places else OUT if first > places else DEPENDS


def softened(need: Need, asked: Asked) -> Need:
    """Nobody is out as long as the best of those behind go on too."""
    return need._replace(state=DEPENDS) if asked.all and need.state == OUT else need
