"""Which steps were undone, and which later changes rest on the rows of a step."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from tournaments.journal.lines import Line, RowChange, RowId, Values, invert


class Kind(NamedTuple):
    """The kind of the row above, and the kinds to which columns refer."""

    parent: str
    refers: Mapping[str, str]


Kinds = Mapping[str, Kind]

Rests = Callable[[RowChange, RowChange], bool]
"""Whether the first change rests on the second in a way that no key or reference shows."""


def undone_steps(lines: Iterable[Line]) -> set[int]:
    """The steps that were undone and have not been restored since."""
    undone: set[int] = set()
    for line in sorted(lines, reverse=True, key=lambda line: line.number):
        if line.undoes and line.step not in undone:
            undone.add(line.undoes)
    return undone


def lines_of_step(lines: Iterable[Line], number: int) -> list[Line]:
    """All lines of the step to which line `number` belongs."""
    found = list(lines)
    steps = {line.step for line in found if line.number == number}
    return [line for line in found if line.step in steps]


def is_blocked(
    changes: Sequence[RowChange],
    later: Sequence[RowChange],
    kinds: Kinds,
    rests_on: Rests,
) -> bool:
    """Whether the later changes stand in the way of undoing these."""
    own = {change.row_id: change for change in changes}
    made = {change.row_id for change in changes if change.before is None}
    needed = rows_needed_again(changes, kinds)
    for then in later:
        if then.row_id in own and touches_same_columns(own[then.row_id], then):
            return True
        if then.after is None and then.row_id in needed:
            return True
        if then.after is not None and needs_any(then, then.after, made, kinds):
            return True
        if rests_on_any(then, changes, rests_on):
            return True
    return any(rests_on_any(back, later, rests_on) for back in invert(changes))


def rows_needed_again(changes: Iterable[RowChange], kinds: Kinds) -> set[RowId]:
    """The rows without which the values before these changes could not come back."""
    needed: set[RowId] = set()
    for change in changes:
        if change.before is not None:
            needed |= rows_needed(change, change.before, kinds)
    return needed


def needs_any(
    change: RowChange, values: Values, rows: set[RowId], kinds: Kinds
) -> bool:
    return not rows.isdisjoint(rows_needed(change, values, kinds))


def rests_on_any(
    change: RowChange, others: Iterable[RowChange], rests_on: Rests
) -> bool:
    return any(rests_on(change, other) for other in others)


def touches_same_columns(change: RowChange, then: RowChange) -> bool:
    if not (change.is_update and then.is_update):
        return True
    return bool((change.after or {}).keys() & (then.after or {}).keys())


def rows_needed(change: RowChange, values: Values, kinds: Kinds) -> set[RowId]:
    """The rows above this one, and those to which these values refer."""
    needed: set[RowId] = set()
    for name, referred_kind in kinds[change.kind].refers.items():
        if values.get(name):
            needed.add((referred_kind, tuple(values[name])))
    kind, key = change.row_id
    while kind := kinds[kind].parent:
        key = key[:-1]
        needed.add((kind, key))
    return needed
