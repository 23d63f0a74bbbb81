"""What each entry needs to go on: worked out from the results of a stage, cached until they change."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from django.core.cache import cache

from core.chance import Stream, seed_from
from core.refusals import Refusal
from tournaments.models import Stage
from tournaments.reading.next_draws import later_entrants, qualifiers
from tournaments.reading.snapshot import EventSnapshot
from tournaments.reading.stage_plans import (
    counted_stage_plans,
    format_of,
    stage_settings,
)
from tournaments.rules.advancement import BEST, IN, Takes
from tournaments.rules.forecasts.scenarios import (
    CLINCHED,
    DEPENDS,
    MAX_EXACT_MATCHES,
    OUT,
    Match,
    Need,
    bounds,
    needs,
)
from tournaments.rules.forecasts.simulation import (
    MIN_RUNS,
    NO_RUNS,
    Tally,
    UnfinishedStage,
    runs_at_once,
    runs_for,
    simulate,
)
from tournaments.rules.stage_state import StageState
from tournaments.rules.tables.standings import Row
from tournaments.rules.tables.tiebreaks import MATCH_POINTS, MATCH_WINS, SETS_FOR
from tournaments.services.standings import results_version

CACHED_SECONDS: Final = 24 * 3600
WINS: Final = frozenset({MATCH_WINS, MATCH_POINTS})

RowNeed = tuple[Row, Need]


class Question(NamedTuple):
    """Which places are asked about: of each group, where there are groups."""

    places: int
    all: int = 0
    """How many go on in all, where the best of the others do too: then nobody is out yet."""
    part: str = BEST
    """BEST, or IN: all that are still in when at most this many are."""


class Forecast(NamedTuple):
    """What the entries need, in the order of the standings."""

    asked: Question
    runs: int
    """How often the rest was simulated; 0 where that adds nothing."""
    rows: Sequence[RowNeed]

    @property
    def exact(self) -> bool:
        """Whether every answer is certain, or every way the matches left can go was examined."""
        return not self.runs


def question(stage: Stage, places: int | None = None) -> Question:
    """These places, else those that a later stage takes, else the first place.

    In a format with lives: the entries that are in when its rounds end.
    """
    settings = stage_settings(stage.event, stage.number)
    if places is not None:
        return Question(places)
    takes = _best_taken(stage)
    if takes is None:
        if "lives" in format_of(stage).settings:
            return Question(settings.until, part=IN)
        return Question(1)
    of_each = max(1, takes.each or takes.number // settings.groups)
    if takes.number > of_each * settings.groups:
        return Question(of_each, takes.number)
    return Question(of_each)


def _best_taken(stage: Stage) -> Takes | None:
    for plan in counted_stage_plans(stage.event):
        if plan.takes:
            takes = Takes(**plan.takes)
            if takes.source == stage.number and takes.part == BEST:
                return takes
    return None


def has_groups(stage: Stage) -> bool:
    return stage_settings(stage.event, stage.number).groups > 1


def forecast(stage: Stage, asked: Question) -> Forecast | None:
    """None as long as `simulate_more` has not run often enough, where it is needed.

    Raises Refusal `needs.not_here` where places do not come from matches won.
    """
    if format_of(stage).is_multiplayer:
        raise Refusal("needs.not_here")
    snapshot = EventSnapshot(stage.event)
    state = snapshot.state(stage.number)
    if state.is_over(snapshot.playing_in_stage(stage.number)):
        return _final_forecast(snapshot, stage.number, asked)
    key = _cache_key("forecast", stage, asked)
    found: Forecast | None = cache.get(key)
    if found is None:
        found = _work_out(stage, state, asked)
    if found and found.exact:
        cache.set(key, found, CACHED_SECONDS)
    return found


def _cache_key(kind: str, stage: Stage, asked: Question) -> str:
    version = results_version(stage)
    return f"{kind}-{stage.pk}-{version}-{asked.places}-{asked.all}-{asked.part}"


def _takes(stage: int, asked: Question) -> Takes:
    if asked.part == BEST:
        return Takes(stage, BEST, asked.all, asked.places)
    return Takes(stage, asked.part)


def _final_forecast(snapshot: EventSnapshot, stage: int, asked: Question) -> Forecast:
    """Who goes on from a stage that is over, by lot where a rank at the cut is shared."""
    through = {one.entry for one in qualifiers(snapshot, _takes(stage, asked))}
    rows = []
    for row in snapshot.state(stage).standings():
        rows.append((row, Need(CLINCHED if row.entry in through else OUT)))
    return Forecast(asked, 0, rows)


def _work_out(stage: Stage, state: StageState, asked: Question) -> Forecast | None:
    """What is certain, and a chance for entries that depend on others."""
    rows = []
    for row, need in _certain(state, asked, _sets_to_win(stage)):
        if asked.all and need.state == OUT:
            # Nobody is out while the best of the others go on too.
            need = need._replace(state=DEPENDS)
        rows.append((row, need))
    depends = any(need.state == DEPENDS for _, need in rows)
    if not depends or _is_exact(state, asked):
        return Forecast(asked, 0, rows)
    tally: Tally = cache.get(_tally_key(stage), NO_RUNS)
    if tally.runs < MIN_RUNS:
        return None
    with_chances = []
    for row, need in rows:
        if need.state == DEPENDS:
            need = need._replace(chance=_chance(row.entry, tally, asked))
        with_chances.append((row, need))
    return Forecast(asked, tally.runs, with_chances)


def _chance(entry: int, tally: Tally, asked: Question) -> int:
    """In how many runs it went on."""
    if asked.all or asked.part == IN:
        return tally.through[entry]
    return tally.among_first(entry, asked.places)


def _tally_key(stage: Stage) -> str:
    return _cache_key("tally", stage, question(stage))


def simulate_more(stage: Stage) -> bool:
    """Simulate the rest of the stage for about a second; whether more runs are wanted.

    The tally is cached and serves any number of places.
    """
    key, snapshot = _tally_key(stage), EventSnapshot(stage.event)
    active = snapshot.active_in_stage(stage.number)
    field = later_entrants(snapshot, stage.number, active)
    unfinished = UnfinishedStage(
        snapshot.state(stage.number), field, _sets_to_win(stage)
    )
    before: Tally = cache.get(key, NO_RUNS)
    wanted = runs_for(len(field))
    runs = min(runs_at_once(len(field)), wanted - before.runs)
    stream = Stream(seed_from(key.encode(), b"%d" % before.runs))
    takes = _takes(stage.number, question(stage))
    tally = before.with_more(simulate(unfinished, takes, runs, stream))
    cache.set(key, tally, CACHED_SECONDS)
    return tally.runs < wanted


def _sets_to_win(stage: Stage) -> int:
    """The most sets that a match of the opened rounds brings."""
    sets = (int(one.options.get("sets_to_win", 1)) for one in stage.rounds.all())
    return max(sets, default=1)


class _Table(NamedTuple):
    """A table of the stage: the whole, or one group."""

    rows: list[Row]
    left: list[Match]
    """The matches that are still to be decided."""


def _tables(state: StageState) -> Iterator[_Table]:
    left = []
    for planned in state.plan:
        for meeting in planned.meetings:
            if meeting.ready:
                a, b = meeting.entries
                left.append((a or 0, b or 0))
    for _, group in groupby(state.standings(), key=lambda row: row.group):
        rows = list(group)
        entries = {row.entry for row in rows}
        yield _Table(rows, [match for match in left if match[0] in entries])


def _certain(state: StageState, asked: Question, sets: int) -> Iterator[RowNeed]:
    """By matches won where these are the first tie-break, else by bounds."""
    if not state.settings.tie_breaks:
        yield from _by_rank(state.standings(), asked)
        return
    for table in _tables(state):
        if _is_by_wins(state):
            scores = {row.entry: row.tally.won for row in table.rows}
            found = needs(scores, table.left, asked.places)
        else:
            found = _by_bounds(state, table, sets, asked.places)
        for row in table.rows:
            yield row, found[row.entry]


def _is_by_wins(state: StageState) -> bool:
    """Whether ranks come from matches won first, and all matches that are left are known."""
    return not state.format.is_redrawn and state.settings.tie_breaks[0] in WINS


def _is_exact(state: StageState, asked: Question) -> bool:
    """Whether every way in which the matches left can go was examined."""
    if not state.settings.tie_breaks or asked.all or not _is_by_wins(state):
        return False
    return all(len(table.left) <= MAX_EXACT_MATCHES for table in _tables(state))


def _matches_left(state: StageState, table: _Table) -> dict[int, int]:
    """How many matches each entry has still to play.

    In a redrawn format that is one for each round that is not over.
    """
    open_matches = {row.entry: 0 for row in table.rows}
    for a, b in table.left:
        for entry in (a, b):
            if entry in open_matches:
                open_matches[entry] += 1
    if not state.format.is_redrawn:
        return open_matches
    undrawn = state.settings.rounds - len(state.draw["rounds"])
    return {entry: undrawn + min(1, left) for entry, left in open_matches.items()}


def _by_bounds(
    state: StageState, table: _Table, sets: int, places: int
) -> dict[int, Need]:
    """By the score that each has for certain and the one that it can still reach."""
    first, left = state.settings.tie_breaks[0], _matches_left(state, table)
    lowest, highest = {}, {}
    for row in table.rows:
        if first == SETS_FOR:
            lowest[row.entry], per_match = row.tally.sets_for, sets
        elif first in WINS:
            lowest[row.entry], per_match = row.tally.won + row.tally.byes, 1
        else:
            return {row.entry: Need(DEPENDS) for row in table.rows}
        highest[row.entry] = lowest[row.entry] + per_match * left[row.entry]
    states = bounds(lowest, highest, places)
    return {entry: Need(state) for entry, state in states.items()}


def _by_rank(rows: Sequence[Row], asked: Question) -> Iterator[RowNeed]:
    """Where ranks come from the matches themselves.

    Entries that are in end above those that are out, or share a rank with them. With lives an entry
    that loses its last life in the current round shares a rank with the others that do.
    """
    still_in = sum(_is_in(row) for row in rows)
    current = {row.round_reached for row in rows if row.why.code == "lives_left"}
    lowest = still_in
    if asked.part == BEST:
        lowest = _lowest_rank(rows, still_in, current)
    for row in rows:
        if _is_in(row):
            yield row, Need(_state_by_ranks(1, lowest, asked.places))
        elif asked.part == IN:
            yield row, Need(OUT)
        else:
            best = 2 if row.round_reached in current else row.rank or 1
            yield row, Need(_state_by_ranks(best, row.shared_to or 1, asked.places))


def _lowest_rank(rows: Sequence[Row], still_in: int, current: set[int]) -> int:
    """The lowest rank that an entry which is in can still get."""
    lowest = still_in
    for row in rows:
        if not _is_in(row):
            shares = row.round_reached in current or (row.rank or 1) <= still_in
            if shares:
                lowest = max(lowest, row.shared_to or 0)
    return lowest


def _is_in(row: Row) -> bool:
    """Whether it still plays for its rank among all that are in."""
    return row.rank is None or row.why.code in {"lives_left", "absent"}


def _state_by_ranks(best: int, worst: int, places: int) -> str:
    if worst <= places:
        return CLINCHED
    return OUT if best > places else DEPENDS
