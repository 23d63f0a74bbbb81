"""Which draws of an event are due, and which entries go into each."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from core.refusals import OutOfDate, Refusal
from tournaments.models import Draw, Event
from tournaments.reading import events
from tournaments.reading.snapshot import EventSnapshot
from tournaments.reading.stage_plans import (
    planned_format,
    stage_plan,
    stage_plans,
    stage_settings,
)
from tournaments.rules import advancement
from tournaments.rules.advancement import Qualified, Takes
from tournaments.rules.field import Entrant
from tournaments.rules.formats.base import NOTHING, History
from tournaments.rules.stage_state import StageState, rows_of


class NextDraw(NamedTuple):
    """A draw that can be announced."""

    stage: int
    round: int
    """The first of the rounds that it decides."""
    kind: str


class SeedAndGroup(NamedTuple):
    """What an entry brings into a stage from an earlier one."""

    seed: int | None
    group: int | None


def first_draw(event: Event, stage: int) -> NextDraw:
    return NextDraw(stage, 1, planned_format(event, stage).draw_kind)


def due(event: Event) -> list[NextDraw]:
    """The draws of who meets whom that can be announced now."""
    return draws_due(EventSnapshot(event))


def draws_due(snapshot: EventSnapshot) -> list[NextDraw]:
    event = snapshot.event
    if event.state in {Event.State.CANCELLED, Event.State.DRAFT}:
        return []
    if not snapshot.stages:
        return [first_draw(event, 1)]
    return [*_further_rounds(snapshot), *_new_stages(snapshot)]


def _further_rounds(snapshot: EventSnapshot) -> Iterator[NextDraw]:
    for number, stage in snapshot.stages.items():
        if stage.closed_at is None and field_to_draw(snapshot, number):
            next_round = snapshot.opened_rounds(number) + 1
            kind = planned_format(snapshot.event, number).draw_kind
            yield NextDraw(number, next_round, kind)


def _new_stages(snapshot: EventSnapshot) -> Iterator[NextDraw]:
    """The first draws of stages whose entries are known and are enough."""
    event = snapshot.event
    for plan in stage_plans(event):
        if plan.number in snapshot.stages or plan.left_out:
            continue
        draw = first_draw(event, plan.number)
        settings = stage_settings(event, plan.number)
        try:
            field = entrants(snapshot, draw)
            planned_format(event, plan.number).check_number(len(field), settings)
        except Refusal:
            continue
        yield draw


def field_to_draw(snapshot: EventSnapshot, stage: int) -> tuple[int, ...]:
    """The entries of the draw of a stage's next round; () when none is due."""
    opened, active = snapshot.opened_rounds(stage), snapshot.playing_in_stage(stage)
    return snapshot.state(stage).field_to_draw(opened, active)


def chosen_draw(snapshot: EventSnapshot, kind: str, stage: int | None) -> NextDraw:
    """The draw of this kind that is due, in this stage where one is named.

    Raises Refusal `draw.no_such_kind`, `draw.singles_first`, OutOfDate `draw.none_due`.
    """
    event, singles = snapshot.event, len(snapshot.singles)
    before_start = event.frozen_at is None or event.state != Event.State.RUNNING
    possible = draws_due(snapshot)
    if event.team_size > 1 and before_start:
        possible.insert(0, NextDraw(1, 1, str(Draw.Kind.TEAMS)))
    if not possible:
        raise OutOfDate("draw.none_due")
    for draw in possible:
        if draw.kind == kind and stage in {None, draw.stage}:
            break
    else:
        raise Refusal("draw.no_such_kind", allowed=[draw.kind for draw in possible])
    is_of_pairings = draw.kind != Draw.Kind.TEAMS
    if is_of_pairings and before_start and singles >= event.team_size > 1:
        raise Refusal("draw.singles_first", singles=singles)
    return draw


def entrants(snapshot: EventSnapshot, draw: NextDraw) -> list[Entrant]:
    return entrants_and_history(snapshot, draw)[0]


def entrants_and_history(
    snapshot: EventSnapshot, draw: NextDraw
) -> tuple[list[Entrant], History]:
    """The entrants in order of arrival or of strength, and the earlier rounds of the stage.

    Raises OutOfDate `phase.not_over` while the stage that this one takes from goes on.
    """
    if draw.round > 1:
        if draw.stage not in snapshot.stages:
            # Its first draw was taken back while this one was announced.
            raise OutOfDate("draw.none_due")
        field = field_to_draw(snapshot, draw.stage)
        history = snapshot.state(draw.stage).history(draw.round - 1)
        return later_entrants(snapshot, draw.stage, field), history
    plan = stage_plan(snapshot.event, draw.stage)
    if plan.takes is None:
        return _entrants(snapshot, snapshot.active, {}), NOTHING
    numbers, brought = [], {}
    for one in qualifiers(snapshot, Takes(**plan.takes)):
        numbers.append(one.entry)
        brought[one.entry] = SeedAndGroup(one.seed, one.group)
    return _entrants(snapshot, numbers, brought), NOTHING


def later_entrants(
    snapshot: EventSnapshot, stage: int, numbers: Iterable[int]
) -> list[Entrant]:
    """These entries with the seeds and groups of the stage's first draw."""
    brought = {}
    for entrant in snapshot.draws_of_stage(stage)[0].inputs["entrants"]:
        brought[entrant["id"]] = SeedAndGroup(entrant["seed"], entrant["group"])
    return _entrants(snapshot, numbers, brought)


def _entrants(
    snapshot: EventSnapshot,
    numbers: Iterable[int],
    brought: Mapping[int, SeedAndGroup],
) -> list[Entrant]:
    byes = _byes(snapshot)
    found = []
    for number in numbers:
        entry = snapshot.entries_with_players[number]
        seed, group = brought.get(number, SeedAndGroup(entry.seed, None))
        name, club = events.listed(entry), snapshot.clubs[number]
        found.append(Entrant(number, name, byes[number], club, seed, group))
    return found


def _byes(snapshot: EventSnapshot) -> Counter[int]:
    """How many byes each entry has had in the event; a void one does not count."""
    byes: Counter[int] = Counter()
    for row in snapshot.pairing_rows:
        if row.is_undecided_bye:
            byes[row.a or row.b or 0] += 1
    return byes


def qualifiers(snapshot: EventSnapshot, takes: Takes) -> tuple[Qualified, ...]:
    """The entries that a stage takes from an earlier one, none of which has withdrawn.

    Raises OutOfDate `phase.not_over` as long as others could still come through.
    """
    source = takes.source
    if source not in snapshot.stages:
        raise OutOfDate("phase.not_over", phase=source)
    state = snapshot.state(source)
    is_over = state.is_over(snapshot.playing_in_stage(source))
    if not is_over and not advancement.known(state.plan, takes):
        raise OutOfDate("phase.not_over", phase=source)
    rows = rows_of(state.standings(), set(snapshot.active))
    lots = lots_of(snapshot, source, state)
    return advancement.qualifiers(rows, takes, state.settings.tie_breaks, lots)


def lots_of(snapshot: EventSnapshot, stage: int, state: StageState) -> Sequence[int]:
    """The lots that decide a cut through a shared rank.

    A draw without lots gives them by its secret.
    """
    if state.lots:
        return state.lots
    secret = bytes(snapshot.draws_of_stage(stage)[0].secret)
    return advancement.lots(snapshot.active, secret)


def is_stage_over(snapshot: EventSnapshot, stage: int) -> bool:
    """Whether a begun stage is over. A closed one draws nothing more, even after a correction.

    It is also over when everybody has left, whatever rounds were still to come.
    """
    if snapshot.stages[stage].closed_at is not None:
        return snapshot.state(stage).is_over(())
    playing = snapshot.playing_in_stage(stage)
    return not playing or snapshot.state(stage).is_over(playing)


def is_event_over(snapshot: EventSnapshot) -> bool:
    for stage in snapshot.stages:
        if not is_stage_over(snapshot, stage):
            return False
    return not draws_due(snapshot)


def names_to_draw(event: Event) -> tuple[list[list[object]], list[list[object]]]:
    """Single players and complete entries in order of arrival, each as [[number, name], ...]."""
    snapshot = EventSnapshot(event)
    lists = []
    for numbers in (snapshot.singles, snapshot.active):
        entries = snapshot.entries_with_players
        lists.append([[number, events.listed(entries[number])] for number in numbers])
    singles, complete = lists
    return singles, complete
