"""What each entry needs to go on, worked out from the facts of a phase and kept until they change."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from django.core.cache import cache

from games.rules.chance import Stream, seed_from
from games.rules.errors import Refusal
from tournaments import progress
from tournaments.models import Stage
from tournaments.progress import Course, Position
from tournaments.rules import needs as rules
from tournaments.rules.needs import CLINCHED, DEPENDS, EXACT_MOST, OUT, Match, Need
from tournaments.rules.phases import BEST, IN, Takes
from tournaments.rules.standings import Row
from tournaments.rules.tiebreaks import MATCH_POINTS, MATCH_WINS, SETS_FOR
from tournaments.services import phases, standings

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
    exact: bool
    """Whether every way in which the matches left can go was looked at; else bounds, and chances by lot."""
    rows: Sequence[tuple[Row, Need]]


def asked(stage: Stage, places: int | None = None) -> Asked:
    """The places that a later phase takes, or so many as are asked for; without either the first place.

    In a format with lives those who are in when its rounds end.
    """
    setup = progress.setup(stage.event, stage.number)
    if places is not None:
        return Asked(places)
    later = (Takes(**one.takes) for one in progress.counted(stage.event) if one.takes)
    takes = next((one for one in later if one.source == stage.number and one.part == BEST), None)
    if takes is None:
        lives = "lives" in progress.format_of(stage).SETTINGS
        return Asked(setup.until, part=IN) if lives else Asked(1)
    of_each = max(1, takes.each or takes.number // setup.groups)
    return Asked(of_each, takes.number if takes.number > of_each * setup.groups else 0)


def grouped(stage: Stage) -> bool:
    return progress.setup(stage.event, stage.number).groups > 1


def known(stage: Stage, asked: Asked) -> Found | None:
    """The answer if it is there or quickly found; None when it has to be worked out by `work_out`.

    Raises Refusal `needs.not_here` where places do not come from matches won.
    """
    if progress.format_of(stage).SEVERAL:
        raise Refusal("needs.not_here")
    course = Course(stage.event)
    if phases.over(course.position(stage.number), course.playing_in(stage.number)):
        return decided(course, stage.number, asked)
    found: Found | None = cache.get(key(stage, asked))
    if found is None and all(len(left) <= EXACT_MOST for _, left in tables(progress.position(stage))):
        found = work_out(stage, asked)
    return found


def decided(course: Course, phase: int, asked: Asked) -> Found:
    """Who goes on from a phase that is over, by lot where places are shared: nothing depends on anybody any more."""
    takes = Takes(phase, asked.part, *((asked.all, asked.places) if asked.part == BEST else ()))
    through = {one.entry for one in phases.qualifiers(course, takes)}
    rows = course.position(phase).standings({})
    return Found(asked, True, [(row, Need(CLINCHED if row.entry in through else OUT)) for row in rows])


def work_out(stage: Stage, asked: Asked) -> Found:
    """Work it out, however long it takes, and keep it."""
    own, position = key(stage, asked), progress.position(stage)
    each: list[tuple[list[Row], Mapping[int, Need]]]
    if position.setup.tie_breaks:
        sets = max(int(one.options.get("sets_to_win", 1)) for one in stage.rounds.all())
        each = list(by_table(position, asked, sets, Stream(seed_from(own.encode()))))
    else:
        rows = list(position.standings({}))
        each = [(rows, by_rank(rows, asked))]
    answered = [(row, softened(need[row.entry], asked)) for rows, need in each for row in rows]
    found = Found(asked, all(need.chance is None for _, need in answered), answered)
    cache.set(own, found, KEPT)
    return found


def key(stage: Stage, asked: Asked) -> str:
    return f"needs-{stage.pk}-{standings.facts_mark(stage)}-{asked.places}-{asked.all}-{asked.part}"


Table = tuple[list[Row], list[Match]]
"""The rows of a table, and the matches in it that are still to be decided."""


def tables(position: Position) -> Iterator[Table]:
    """The tables of the phase: one, or that of each group."""
    meetings = [meeting.entries for one in position.plan for meeting in one.meetings if meeting.ready]
    left = [(a, b) for a, b in meetings if a is not None and b is not None]
    for _, own in groupby(position.standings({}), key=lambda row: row.group):
        rows = list(own)
        inside = {row.entry for row in rows}
        yield rows, [match for match in left if match[0] in inside]


def by_table(
    position: Position, asked: Asked, sets: int, stream: Stream
) -> Iterator[tuple[list[Row], Mapping[int, Need]]]:
    """By matches won where those come first in the order of tie-breaks, else by bounds of what comes first.

    `sets` is how many a match brings at most.
    """
    first, redrawn = position.setup.tie_breaks[0], position.answers.REDRAWN
    for rows, left in tables(position):
        if first in BY_WINS and not redrawn:
            yield rows, rules.needs({row.entry: row.tally.won for row in rows}, left, asked.places, stream)
        else:
            yield rows, bounded(rows, first, matches_left(position, rows, left), sets, asked.places)


def matches_left(position: Position, rows: Sequence[Row], left: Sequence[Match]) -> dict[int, int]:
    """How many matches each has still to play; in a format that is redrawn one for each round that is not over."""
    if not position.answers.REDRAWN:
        return {row.entry: sum(row.entry in match for match in left) for row in rows}
    open_now = {entry for match in left for entry in match}
    drawn = len(position.drawn["rounds"])
    return {row.entry: position.setup.rounds - drawn + (row.entry in open_now) for row in rows}


def bounded(rows: Sequence[Row], first: str, left: Mapping[int, int], sets: int, places: int) -> dict[int, Need]:
    """By what each has for certain and what it can still come to."""
    if first not in {*BY_WINS, SETS_FOR}:
        return {row.entry: Need(DEPENDS) for row in rows}
    lowest = {row.entry: row.tally.sets_for if first == SETS_FOR else row.tally.won + row.tally.byes for row in rows}
    highest = {entry: low + (sets if first == SETS_FOR else 1) * left[entry] for entry, low in lowest.items()}
    return {entry: Need(state) for entry, state in rules.bounds(lowest, highest, places).items()}


def by_rank(rows: Sequence[Row], asked: Asked) -> dict[int, Need]:
    """Where places come from the matches themselves: those still in will all stand above those who are out."""
    still_in = sum(map(open_yet, rows))
    return {row.entry: Need(_by_rank(row, still_in, asked)) for row in rows}


def open_yet(row: Row) -> bool:
    """Whether its place is still to be played for among all who are in."""
    return row.rank is None or row.why.code in {"lives_left", "absent"}


def _by_rank(row: Row, still_in: int, asked: Asked) -> str:
    if asked.part == IN and not open_yet(row):
        return OUT
    first, last = (1, still_in) if open_yet(row) else (row.rank or 1, row.shared_to or 1)
    return CLINCHED if last <= asked.places else OUT if first > asked.places else DEPENDS


def softened(need: Need, asked: Asked) -> Need:
    """Nobody is out as long as the best of those behind go on too."""
    return need._replace(state=DEPENDS) if asked.all and need.state == OUT else need
