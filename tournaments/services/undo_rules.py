"""Taking back what was done at the desk: which acts were, and which later ones are in the way."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from core.refusals import Refusal
from tournaments.rules.draws.inputs import BOUND
from tournaments.rules.journal import BEGUN, Fields, Line, Place, Row, inverse, merged

FINAL: Final = frozenset(
    {
        "event.created",
        "event.cancel",
        "draw.announced",
        "draw.made",
        "draw.discarded",
        BEGUN,
    }
)
"""What nobody takes back: what was promised or called off in public; a draw is given up with its reason."""


OVER: Final = {"running", "finished"}
"""Between these an event goes by itself."""


class Kind(NamedTuple):
    """What a kind of row is below, and to which kinds of rows its columns refer."""

    parent: str
    refers: Mapping[str, str]


Kinds = Mapping[str, Kind]


def undone(lines: Iterable[Line]) -> set[int]:
    """The acts that were taken back, and not restored since, by the numbers of their first lines."""
    gone: set[int] = set()
    for line in sorted(lines, reverse=True, key=lambda line: line.number):
        if line.undoes and line.step not in gone:
            gone.add(line.undoes)
    return gone


def act(lines: Iterable[Line], number: int) -> list[Line]:
    """All lines of the act to which this one belongs."""
    found = list(lines)
    steps = {line.step for line in found if line.number == number}
    return [line for line in found if line.step in steps]


def rows_of(lines: Iterable[Line]) -> tuple[Row, ...]:
    """What these lines changed, without what follows from the rest: that is found anew whenever the rest changes."""
    rows = merged(row for line in lines for row in line.rows)
    return tuple(left for row in rows if (left := without(row, following(row))))


def following(row: Row) -> set[str]:
    """The columns of this change that say since when a phase is final, or whether an event under way is over."""
    states = {values.get("state") for values in (row.before, row.after) if values}
    return {
        "stage": {"closed_at"},
        "event": {"state"} if states == OVER else set(),
    }.get(row.kind, set())


def without(row: Row, names: Collection[str]) -> Row | None:
    """The row without these columns; None if no other has changed."""
    before, after = (
        None
        if values is None
        else {name: value for name, value in values.items() if name not in names}
        for values in (row.before, row.after)
    )
    return row._replace(before=before, after=after) if before != after else None


def check(done: Sequence[Line], later: Collection[Line], kinds: Kinds) -> None:
    """May these lines of one act be taken back, after these others? Raises Refusal `undo.…`, naming what is in the way.

    An act that was taken back is in nobody's way, nor is the one that took it back.
    """
    rows, gone = rows_of(done), undone(later)
    if not rows or any(line.action in FINAL for line in done):
        raise Refusal("undo.not_undoable", action=done[0].action)
    if done[0].step in gone:
        raise Refusal("undo.already", line=done[0].step)
    for line in later:
        cancelled = line.undoes is not None and line.undoes > done[0].step
        if line.step in gone or cancelled:
            continue
        if in_the_way(rows, rows_of([line]), kinds) or keeps(line, rows):
            raise Refusal("undo.later_changes", line=line.number, action=line.action)


def keeps(line: Line, rows: Sequence[Row]) -> bool:
    """Whether a correction was made with a pairing kept that these rows have kept, so that it needs it kept."""
    phase, *_ = line.fields.get("pairing", (0,))
    told = {
        ("pairing", (phase, round, slot))
        for round, slot, *_ in line.fields.get("moved", ())
    }
    return any(row.place in told and "kept" in (row.after or {}) for row in rows)


def in_the_way(rows: Sequence[Row], later: Sequence[Row], kinds: Kinds) -> bool:
    """Whether a later change is of the same columns, or rests on these rows, or changed what comes back rests on."""
    own = {row.place: row for row in rows}
    made = {row.place for row in rows if row.before is None}
    needed = {
        base
        for row in rows
        if row.before is not None
        for base in bases(row, row.before, kinds)
    }
    return any(
        (then.place in own and same_columns(own[then.place], then))
        or (
            then.after is not None
            and not made.isdisjoint(bases(then, then.after, kinds))
        )
        or (then.after is None and then.place in needed)
        or rests_on(then, rows)
        for then in later
    ) or any(rests_on(back, later) for back in inverse(rows))


def same_columns(row: Row, then: Row) -> bool:
    if None in (row.before, row.after, then.before, then.after):
        return True
    return bool((row.after or {}).keys() & (then.after or {}).keys())


def bases(row: Row, values: Fields, kinds: Kinds) -> set[Place]:
    """The rows that this one is below, and those to which it refers in these columns."""
    refers = kinds[row.kind].refers
    found = {(refers[name], tuple(values[name])) for name in refers if values.get(name)}
    kind, key = row.place
    while kind := kinds[kind].parent:
        key = key[:-1]
        found.add((kind, key))
    return found


def rests_on(then: Row, rows: Iterable[Row]) -> bool:
    """Whether this row came to be from others, although it does not refer to them."""
    return any(
        follows(then, row) or tells_of(then, row) or draws_from(then, row)
        for row in rows
    )


def follows(then: Row, row: Row) -> bool:
    """A round is opened after those before it in its phase and their results, a first one after all other results."""
    if (
        then.kind != "round"
        or then.before is not None
        or row.kind not in {"round", "result"}
    ):
        return False
    same_phase, first = row.key[0] == then.key[0], then.key[1] == 1
    return row.key[:2] < then.key and (same_phase or (first and row.kind == "result"))


def tells_of(then: Row, row: Row) -> bool:
    """What is said of a table is said of those who sit there."""
    seated = row.kind == "place" or (
        row.kind == "pairing" and not {"a", "b"}.isdisjoint(row.after or {})
    )
    return (
        seated
        and then.kind in {"report", "result", "sanction"}
        and then.key[:3] == row.key[:3]
    )


def draws_from(then: Row, row: Row) -> bool:
    """A draw is announced by the rules of then, and published by them of those who were entered then."""
    published = then.kind == "draw" and (then.after or {}).get("state") == "published"
    announced = then.kind == "draw" and then.before is None
    changed = {*(row.before or {}), *(row.after or {})}
    if row.kind == "event":
        return (announced or published) and not changed.isdisjoint(BOUND)
    return (
        published
        and row.kind in {"entry", "player"}
        and not changed.isdisjoint({"state", "active"})
    )
