"""Which steps of the desk may be undone: nothing promised in public, nothing built upon."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from core.refusals import N_, Refusal
from tournaments.journal.lines import (
    RESTARTED,
    Line,
    RowChange,
    Values,
    merge_changes,
)
from tournaments.journal.undo import Kinds, is_blocked, undone_steps
from tournaments.rules.draws.inputs import BOUND

REFUSALS: Final = {
    "undo.already": N_("This has already been undone."),
    "undo.later_changes": N_(
        "Line {line} of the log is later and depends on this; undo it first."
    ),
    "undo.not_undoable": N_(
        "This cannot be undone; check whether another step can put it right."
    ),
}

FINAL: Final = frozenset(
    {
        "event.created",
        "event.cancel",
        "draw.announced",
        "draw.made",
        "draw.discarded",
        RESTARTED,
    }
)
"""Promised or called off in public; a draw can be discarded with a reason instead."""

AUTOMATIC_STATES: Final = {"running", "finished"}
"""An event changes between these by itself."""


def net_changes(lines: Iterable[Line]) -> tuple[RowChange, ...]:
    """What these lines changed, without the columns that are computed again after an undo."""
    changes = []
    for change in merge_changes(row for line in lines for row in line.rows):
        remaining = without_columns(change, computed_columns(change))
        if remaining is not None:
            changes.append(remaining)
    return tuple(changes)


def computed_columns(change: RowChange) -> set[str]:
    """Since when a stage is final, and whether an event under way is over."""
    if change.kind == "stage":
        return {"closed_at"}
    if change.kind == "event":
        states = {
            values.get("state") for values in (change.before, change.after) if values
        }
        if states == AUTOMATIC_STATES:
            return {"state"}
    return set()


def without_columns(change: RowChange, names: Collection[str]) -> RowChange | None:
    """The change without these columns; None if nothing else has changed."""
    before = values_without(change.before, names)
    after = values_without(change.after, names)
    if before == after:
        return None
    return change._replace(before=before, after=after)


def values_without(values: Values | None, names: Collection[str]) -> Values | None:
    if values is None:
        return None
    return {name: value for name, value in values.items() if name not in names}


def check_undo(step: Sequence[Line], later: Collection[Line], kinds: Kinds) -> None:
    """Whether the lines of one step may be undone after these later ones.

    Later steps that were undone are not in the way, nor are the lines that undid them.
    Raises Refusal `undo.not_undoable`, `undo.already`, `undo.later_changes`.
    """
    changes, undone = net_changes(step), undone_steps(later)
    number, action = step[0].step, step[0].action
    if not changes or any(line.action in FINAL for line in step):
        raise Refusal("undo.not_undoable", action=action)
    if number in undone:
        raise Refusal("undo.already", line=number)
    for line in later:
        # An undo of a later step, which is itself in force, cancels out with that step.
        is_cancelling = line.undoes is not None and line.undoes > number
        if line.step in undone or is_cancelling:
            continue
        is_in_the_way = is_blocked(changes, net_changes([line]), kinds, rests_on)
        if is_in_the_way or needs_kept_pairing(line, changes):
            raise Refusal("undo.later_changes", line=line.number, action=line.action)


def needs_kept_pairing(line: Line, changes: Iterable[RowChange]) -> bool:
    """Whether the line is a correction that relied on a pairing which these changes kept."""
    stage, *_ = line.fields.get("pairing", (0,))
    moved = set()
    for round_number, slot, *_ in line.fields.get("moved", ()):
        key = (stage, round_number, slot)
        moved.add(("pairing", key))
    for change in changes:
        is_kept = "kept" in (change.after or {})
        if is_kept and change.row_id in moved:
            return True
    return False


def rests_on(then: RowChange, change: RowChange) -> bool:
    """Whether a later change came from an earlier one, although it does not refer to it."""
    return (
        is_round_after(then, change)
        or is_about_seats(then, change)
        or is_drawn_from(then, change)
    )


def is_round_after(then: RowChange, change: RowChange) -> bool:
    """A round rests on the rounds and results before it; a stage's first on all other results."""
    if then.kind != "round" or then.before is not None:
        return False
    if change.kind not in {"round", "result"} or change.key[:2] >= then.key:
        return False
    is_same_stage = change.key[0] == then.key[0]
    is_first_round = then.key[1] == 1
    return is_same_stage or (is_first_round and change.kind == "result")


def is_about_seats(then: RowChange, change: RowChange) -> bool:
    """Reports, results and sanctions rest on who sits at the table."""
    if then.kind not in {"report", "result", "sanction"}:
        return False
    if then.key[:3] != change.key[:3]:
        return False
    sides_changed = not {"a", "b"}.isdisjoint(change.after or {})
    return change.kind == "place" or (change.kind == "pairing" and sides_changed)


def is_drawn_from(then: RowChange, change: RowChange) -> bool:
    """A draw rests on the rules it was announced by, and on who was entered at publication."""
    if then.kind != "draw":
        return False
    is_published = state_after(then) == "published"
    is_announced = then.before is None
    changed = {*(change.before or {}), *(change.after or {})}
    if change.kind == "event":
        return (is_announced or is_published) and not changed.isdisjoint(BOUND)
    if change.kind in {"entry", "player"}:
        return is_published and not changed.isdisjoint({"state", "active"})
    return False


def state_after(change: RowChange) -> Any:
    return (change.after or {}).get("state")
