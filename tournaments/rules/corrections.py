"""Corrections: what depends on a past result, and what can be done about it before it changes."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from core.refusals import Refusal
from tournaments.rules.advancement import Takes, qualifiers
from tournaments.rules.formats.base import Json
from tournaments.rules.stage_state import StageState, rows_of
from tournaments.rules.tables.standings import Row
from tournaments.rules.tables.tallies import ConfirmedResult

Key = tuple[int, int]
"""A round from 1 and a slot of it."""
Entries = tuple[int | None, ...]
PlannedEntries = dict[Key, Entries]
Exchange = tuple[tuple[int, ...], tuple[int, ...]]
"""The entries that come, and those that go."""

OPEN: Final = "open"
RUNNING: Final = "running"
DECIDED: Final = "decided"

KEEP: Final = "keep"
"""The pairing stays as it is, and the plan takes it so."""
RESLOT: Final = "reslot"
"""The entries that now belong there take their places, or are awaited; nothing was played yet."""
REPLAY: Final = "replay"
"""The match that was played is void, and the entries that now belong there play."""


class Opened(NamedTuple):
    """A pairing of an opened round, with the entries that are stored there."""

    round: int
    slot: int
    entries: Entries
    state: str
    """OPEN, RUNNING or DECIDED. A bye is OPEN: nothing is played there."""
    fixed: bool = False
    """It has to stay, since an entry that belongs there plays in another stage already."""

    @property
    def key(self) -> Key:
        return self.round, self.slot

    @property
    def choices(self) -> tuple[str, ...]:
        """What can be done about it when others belong there, the default first."""
        if self.fixed:
            return (KEEP,)
        if None in self.entries:
            return (RESLOT,)
        if self.state == OPEN:
            return (RESLOT, KEEP)
        return (KEEP, REPLAY)


class Moved(NamedTuple):
    """An opened pairing to which the plan now sends others."""

    opened: Opened
    now: Entries
    """None for a side that is not known or will not come."""
    choice: str
    """As chosen; KEEP also where it stays because another pairing of its round is kept."""


class RankChange(NamedTuple):
    """The ranks of an entry before and after: the first and the last of those that it shares."""

    entry: int
    was: tuple[int | None, int | None]
    now: tuple[int | None, int | None]


class Taker(NamedTuple):
    """A later stage that takes entries from the corrected one."""

    stage: int
    takes: Takes
    drawn: bool = False
    """A drawn stage keeps its entries."""


class Requalified(NamedTuple):
    """What a correction changes for a later stage."""

    taker: Taker
    comes: tuple[int, ...]
    """The entries that qualify only now."""
    goes: tuple[int, ...]
    """The entries that no longer qualify."""
    refused: Refusal | None
    """Why nobody can be named: entries share a rank at the cut, and there was no lot."""


class Preview(NamedTuple):
    """Everything that depends on a correction."""

    pairings: tuple[Moved, ...]
    ranks: tuple[RankChange, ...]
    comes: tuple[int, ...]
    """The entries that are in the next draw only now."""
    goes: tuple[int, ...]
    """The entries that are no longer in it."""
    qualifiers: tuple[Requalified, ...]
    rows: tuple[Row, ...]
    """The standings afterwards."""
    state: StageState
    """The stage afterwards: kept pairings are in its draw, replayed matches not in its results."""

    @property
    def kept(self) -> Sequence[Sequence[int | None]]:
        """[round, slot, a, b] of each pairing that is kept."""
        kept: Sequence[Sequence[int | None]] = self.state.draw.get("kept", ())
        return kept


class CorrectedStage(NamedTuple):
    """A stage before a correction, with what the correction must respect."""

    state: StageState
    opened: Sequence[Opened]
    entries: Sequence[int] = ()
    """Those that have not withdrawn."""
    elsewhere: Collection[int] = ()
    """Those of them that play in another stage already: none is put back into this one."""
    lots: Sequence[int] = ()
    """They decide a cut through a shared rank."""
    takers: Sequence[Taker] = ()
    final: bool = False
    """Its qualifiers play on: no further round of it is drawn."""


def preview(
    stage: CorrectedStage,
    results: Sequence[ConfirmedResult],
    choices: Mapping[Key, str] | None = None,
) -> Preview:
    """What follows when these are the results of the stage.

    Round by round the stored pairings are compared with the plan. A match that was or is being
    played is kept unless a replay is chosen; a pairing that is only open is re-slotted unless
    keeping it is chosen. Each choice counts for the rounds after it, so that a winner who had gone
    on twice is followed to the end.

    A pairing that an earlier correction kept stays so as long as it must, unless it is chosen
    otherwise. Up to the corrected round it always stays, as does a latecomer on a bye. In a redrawn
    format published rounds stay: only ranks and the next draw change.

    Raises Refusal `correction.no_such_choice` with the possible choices, and
    `correction.plays_elsewhere` where an entry that plays in another stage would come back into a
    round that is not open yet.
    """
    before = stage.state
    after = before._replace(
        draw=_with_early_kept(before, results), results=tuple(results)
    )
    moved, after = _follow(stage, after, _wanted_choices(before, choices))
    _check_elsewhere(stage, _planned_entries(before), _planned_entries(after))
    old_rows, rows = before.standings(), after.standings()
    comes, goes = _exchange(_next_field(stage, before), _next_field(stage, after))
    return Preview(
        moved,
        _rank_changes(old_rows, rows),
        comes,
        goes,
        tuple(_requalified(stage, old_rows, rows)),
        rows,
        after,
    )


def _with_early_kept(before: StageState, results: Sequence[ConfirmedResult]) -> Json:
    """The draw with only those kept pairings that the correction cannot touch."""
    changed = {result.round for result in {*before.results} ^ {*results}}
    draw, stay = dict(before.draw), []
    for row in draw.pop("kept", ()):
        if row[0] <= min(changed, default=row[0]):
            stay.append(row)
    if stay:
        draw["kept"] = stay
    return draw


def _wanted_choices(
    before: StageState, choices: Mapping[Key, str] | None
) -> dict[Key, str]:
    wanted = {}
    for round_number, slot, *_ in before.draw.get("kept", ()):
        wanted[round_number, slot] = KEEP
    return wanted | dict(choices or {})


def _follow(
    stage: CorrectedStage, state: StageState, wanted: Mapping[Key, str]
) -> tuple[tuple[Moved, ...], StageState]:
    """Round by round, the opened pairings that move, and the stage when all of it is done."""
    rounds: defaultdict[int, list[Opened]] = defaultdict(list)
    for opened in sorted(stage.opened, key=lambda one: one.key):
        rounds[opened.round].append(opened)
    moved: tuple[Moved, ...] = ()
    plan = _planned_entries(state)
    for one_round in rounds.values():
        now, state = _follow_round(stage, state, plan, one_round, wanted)
        if now:
            moved += now
            plan = _planned_entries(state)
    return moved, state


def _follow_round(
    stage: CorrectedStage,
    state: StageState,
    plan: PlannedEntries,
    opened: Sequence[Opened],
    wanted: Mapping[Key, str],
) -> tuple[tuple[Moved, ...], StageState]:
    others, chosen, kept = [], {}, []
    for one in opened:
        planned = plan.get(one.key, ())
        if planned == one.entries:
            continue
        one = one._replace(fixed=bool(_returning(one.entries, planned, stage)))
        others.append(one)
        chosen[one.key] = _choice(one, wanted)
        if chosen[one.key] == KEEP:
            kept.append([*one.key, *one.entries])
    if not others:
        return (), state
    if kept:
        all_kept = [*state.draw.get("kept", ()), *kept]
        state = state._replace(draw=state.draw | {"kept": all_kept})
    settled = _planned_entries(state)
    moved = []
    for one in others:
        moved.append(_moved(one, chosen[one.key], plan, settled))
    void = {one.opened.key for one in moved if one.choice != KEEP}
    left = [one for one in state.results if (one.round, one.slot) not in void]
    return tuple(moved), state._replace(results=tuple(left))


def _moved(
    opened: Opened, choice: str, plan: PlannedEntries, settled: PlannedEntries
) -> Moved:
    """`settled` is the plan with all pairings kept that are to be kept in this round."""
    now = settled.get(opened.key, ())
    if now == opened.entries:
        # An entry that a kept pairing replaces may belong where this one was: it stays by itself.
        return Moved(opened, plan.get(opened.key, ()), KEEP)
    return Moved(opened, now, choice)


def _planned_entries(state: StageState) -> PlannedEntries:
    planned = {}
    for number, one in enumerate(state.plan, start=1):
        for pairing in one.meetings:
            planned[number, pairing.slot] = pairing.entries
    return planned


def _returning(was: Entries, now: Entries, stage: CorrectedStage) -> set[int]:
    """Entries that play in another stage and would come to a place where they were not."""
    returning = set()
    for entry in now:
        if entry is not None and entry not in was and entry in stage.elsewhere:
            returning.add(entry)
    return returning


def _check_elsewhere(
    stage: CorrectedStage, was: PlannedEntries, now: PlannedEntries
) -> None:
    for key, entries in now.items():
        if returning := _returning(was.get(key, ()), entries, stage):
            raise Refusal(
                "correction.plays_elsewhere", entries=sorted(returning), round=key[0]
            )


def _next_field(stage: CorrectedStage, state: StageState) -> set[int]:
    """The entries of the draw of the next round."""
    if stage.final:
        return set()
    playing = [entry for entry in stage.entries if entry not in stage.elsewhere]
    return set(state.next_field(playing))


def _choice(opened: Opened, wanted: Mapping[Key, str]) -> str:
    choice = wanted.get(opened.key, opened.choices[0])
    if choice not in opened.choices:
        raise Refusal(
            "correction.no_such_choice",
            round=opened.round,
            slot=opened.slot,
            allowed=list(opened.choices),
        )
    return choice


def _rank_changes(was: Iterable[Row], now: Iterable[Row]) -> tuple[RankChange, ...]:
    """In the new order."""
    before = {row.entry: (row.rank, row.shared_to) for row in was}
    changes = []
    for row in now:
        old, new = before.get(row.entry, (None, None)), (row.rank, row.shared_to)
        if old != new:
            changes.append(RankChange(row.entry, old, new))
    return tuple(changes)


def _exchange(was: set[int], now: set[int]) -> Exchange:
    return tuple(sorted(now - was)), tuple(sorted(was - now))


def _requalified(
    stage: CorrectedStage, was: Sequence[Row], now: Sequence[Row]
) -> Iterator[Requalified]:
    for taker in stage.takers:
        before = _qualified(stage, taker.takes, was)
        after = _qualified(stage, taker.takes, now)
        if isinstance(after, Refusal):
            yield Requalified(taker, (), (), after)
        elif before != after:
            if isinstance(before, Refusal):
                before = set()
            yield Requalified(taker, *_exchange(before, after), None)


def _qualified(
    stage: CorrectedStage, takes: Takes, rows: Sequence[Row]
) -> set[int] | Refusal:
    tie_breaks = stage.state.settings.tie_breaks
    try:
        chosen = qualifiers(rows_of(rows, stage.entries), takes, tie_breaks, stage.lots)
    except Refusal as tie:
        return tie
    return {one.entry for one in chosen}
