"""What each entry needs to go on, from the results of a stage. Cached until they change."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
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
    """How many go on in all, where the best others do too: then no entry is out yet."""
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
        has_lives = "lives" in format_of(stage).settings
        if has_lives:
            return Question(settings.until, part=IN)
        return Question(1)
    groups = settings.groups
    each = takes.each or takes.number // groups
    of_each = max(1, each)
    if takes.number > of_each * groups:
        return Question(of_each, takes.number)
    return Question(of_each)


def _best_taken(stage: Stage) -> Takes | None:
    for plan in counted_stage_plans(stage.event):
        if not plan.takes:
            continue
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
        return _final_forecast(snapshot, stage, asked)
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


def _final_forecast(snapshot: EventSnapshot, stage: Stage, asked: Question) -> Forecast:
    """Who goes on from a stage that is over, by lot where a rank at the cut is shared.

    From a stage that no other takes from nobody goes on: a place that nobody has won, as after a
    final to which neither side came, stays empty.
    """
    through = set()
    for qualified in qualifiers(snapshot, _takes(stage.number, asked)):
        through.add(qualified.entry)
    is_last = asked.part == BEST and _best_taken(stage) is None
    rows = []
    for row in snapshot.state(stage.number).standings():
        state = OUT
        has_place = row.rank is not None and row.rank <= asked.places
        if row.entry in through and (has_place or not is_last):
            state = CLINCHED
        rows.append((row, Need(state)))
    return Forecast(asked, 0, rows)


def _work_out(stage: Stage, state: StageState, asked: Question) -> Forecast | None:
    """What is certain, and a chance for entries that depend on others."""
    rows = []
    depends = False
    sets = _sets_to_win(stage)
    for row, need in _certain(state, asked, sets):
        if asked.all and need.state == OUT:
            # No entry is out while the best of the others go on too.
            need = need._replace(state=DEPENDS)
        if need.state == DEPENDS:
            depends = True
        rows.append((row, need))
    if not depends or _is_exact(state, asked):
        return Forecast(asked, 0, rows)
    tally: Tally = cache.get(_tally_key(stage), NO_RUNS)
    if tally.runs < MIN_RUNS:
        return None
    with_chances = []
    for row, need in rows:
        if need.state == DEPENDS:
            chance = _chance(row.entry, tally, asked)
            need = need._replace(chance=chance)
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
    """Simulate the rest of the stage for about a second. True if more runs are wanted.

    The tally is cached and serves any number of places.
    """
    key = _tally_key(stage)
    number = stage.number
    snapshot = EventSnapshot(stage.event)
    active = snapshot.active_in_stage(number)
    field = later_entrants(snapshot, number, active)
    state = snapshot.state(number)
    sets = _sets_to_win(stage)
    unfinished = UnfinishedStage(state, field, sets)
    before: Tally = cache.get(key, NO_RUNS)
    wanted = runs_for(len(field))
    missing = wanted - before.runs
    runs = min(runs_at_once(len(field)), missing)
    seed = seed_from(key.encode(), b"%d" % before.runs)
    takes = _takes(number, question(stage))
    simulated = simulate(unfinished, takes, runs, Stream(seed))
    tally = before.with_more(simulated)
    cache.set(key, tally, CACHED_SECONDS)
    return tally.runs < wanted


def _sets_to_win(stage: Stage) -> int:
    """The most sets that a match of the opened rounds brings."""
    most = None
    for opened in stage.rounds.all():
        sets = int(opened.options.get("sets_to_win", 1))
        if most is None or sets > most:
            most = sets
    if most is None:
        return 1
    return most


class _Table(NamedTuple):
    """A table of the stage: the whole, or one group."""

    rows: list[Row]
    left: list[Match]
    """The matches that are still to be decided."""


def _tables(state: StageState) -> Iterator[_Table]:
    open_matches = []
    for planned in state.plan:
        for meeting in planned.meetings:
            if meeting.ready:
                a, b = meeting.entries
                open_matches.append((a or 0, b or 0))
    standings = state.standings()
    for _, group in groupby(standings, key=attrgetter("group")):
        rows = list(group)
        entries = {row.entry for row in rows}
        left = []
        for match in open_matches:
            if match[0] in entries:
                left.append(match)
        yield _Table(rows, left)


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
    if not state.settings.tie_breaks or asked.all:
        return False
    if not _is_by_wins(state):
        return False
    for table in _tables(state):
        if len(table.left) > MAX_EXACT_MATCHES:
            return False
    return True


def _matches_left(state: StageState, table: _Table) -> dict[int, int]:
    """How many matches each entry has still to play.

    In a redrawn format that is one for each round that is not over.
    """
    open_matches = {row.entry: 0 for row in table.rows}
    for match in table.left:
        for entry in match:
            if entry in open_matches:
                open_matches[entry] += 1
    if not state.format.is_redrawn:
        return open_matches
    drawn = len(state.draw["rounds"])
    undrawn = state.settings.rounds - drawn
    matches_left = {}
    for entry, left in open_matches.items():
        matches_left[entry] = undrawn + min(1, left)
    return matches_left


def _by_bounds(
    state: StageState, table: _Table, sets: int, places: int
) -> dict[int, Need]:
    """By the score that each has for certain and the one that it can still reach."""
    first = state.settings.tie_breaks[0]
    if first != SETS_FOR and first not in WINS:
        return {row.entry: Need(DEPENDS) for row in table.rows}
    matches_left = _matches_left(state, table)
    lowest = {}
    highest = {}
    for row in table.rows:
        entry = row.entry
        if first == SETS_FOR:
            score = row.tally.sets_for
            per_match = sets
        else:
            score = row.tally.won + row.tally.byes
            per_match = 1
        lowest[entry] = score
        highest[entry] = score + per_match * matches_left[entry]
    found = {}
    for entry, state_of_entry in bounds(lowest, highest, places).items():
        found[entry] = Need(state_of_entry)
    return found


def _by_rank(rows: Sequence[Row], asked: Question) -> Iterator[RowNeed]:
    """Where ranks come from the matches themselves.

    Entries that are in end above those that are out, or share a rank with them. With lives an entry
    that loses its last life in the current round shares a rank with the others that do.
    """
    still_in = sum(map(_is_in, rows))
    current = _rounds_of_lives(rows)
    lowest = still_in
    if asked.part == BEST:
        lowest = _lowest_rank(rows, still_in, current)
    for row in rows:
        if _is_in(row):
            state = _state_by_ranks(1, lowest, asked.places)
        elif asked.part == IN:
            state = OUT
        else:
            best = row.rank or 1
            if row.round_reached in current:
                best = 2
            worst = row.shared_to or 1
            state = _state_by_ranks(best, worst, asked.places)
        yield row, Need(state)


def _rounds_of_lives(rows: Sequence[Row]) -> set[int]:
    """The rounds that entries with lives left have reached."""
    reached = set()
    for row in rows:
        if row.why.code == "lives_left":
            reached.add(row.round_reached)
    return reached


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
    if best > places:
        return OUT
    return DEPENDS
