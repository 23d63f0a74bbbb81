"""Which acts were taken back, and what is in the way of taking one back."""

from collections.abc import Mapping
from typing import Any

import pytest

from core.refusals import Refusal
from tournaments.journal.lines import Line, RowChange
from tournaments.journal.undo import Kind, lines_of_step, undone_steps
from tournaments.services.undo_rules import check_undo

KINDS = {
    "event": Kind("", {}),
    "entry": Kind("event", {"team": "entry"}),
    "player": Kind("entry", {}),
    "draw": Kind("event", {}),
    "stage": Kind("event", {"draw": "draw"}),
    "round": Kind("stage", {}),
    "pairing": Kind("round", {"a": "entry", "b": "entry", "result": "result"}),
    "result": Kind("pairing", {"winner": "entry"}),
    "report": Kind("pairing", {"entry": "entry"}),
}


def line(
    number: int,
    *rows: RowChange,
    undoes: int | None = None,
    step: int = 0,
    action: str = "x",
) -> Line:
    return Line(number, "", "ane", action, {}, rows, step or number, undoes)


def made(kind: str, *key: int, **after: Any) -> RowChange:
    return RowChange(kind, key, None, after)


def gone(kind: str, *key: int, **before: Any) -> RowChange:
    return RowChange(kind, key, before, None)


def changed(kind: str, *key: int, **after: Any) -> RowChange:
    return RowChange(kind, key, dict.fromkeys(after), after)


@pytest.mark.parametrize(
    ("undoes", "gone"),
    [
        ({}, set()),
        ({2: 1}, {1}),
        ({3: 1, 4: 2}, {1, 2}),
        ({2: 1, 3: 2}, {2}),
        ({2: 1, 3: 2, 4: 3}, {1, 3}),
        ({2: 1, 3: 2, 4: 3, 5: 4}, {2, 4}),
    ],
)
def test_an_undo_that_was_undone_counts_no_more(
    undoes: Mapping[int, int], gone: set[int]
) -> None:
    assert undone_steps(line(n, undoes=undoes.get(n)) for n in range(1, 6)) == gone


def test_an_act_has_all_lines_of_its_step() -> None:
    lines = [line(1), line(2), line(3, step=2), line(4)]
    assert [one.number for one in lines_of_step(lines, 3)] == [2, 3]


def refused(done: Line, *later: Line) -> tuple[str, object] | None:
    """How taking back this line is refused, if it is."""
    try:
        check_undo([done], later, KINDS)
    except Refusal as refusal:
        return refusal.code, refusal.fields.get("line")
    return None


RESULT = made("result", 1, 1, 0, 1, winner=[3])
GIVEN_UP = RowChange("draw", (1,), {"state": "published"}, {"state": "discarded"})
ENDED, FINAL = {"state": "finished"}, {"closed_at": "2026-05-01"}


@pytest.mark.parametrize(
    ("row", "then"),
    [
        (changed("entry", 3, paid=True), changed("entry", 3, paid=False)),
        (changed("entry", 3, paid=True), gone("entry", 3, paid=True)),
        (made("entry", 3, team=None), changed("entry", 3, paid=True)),
        (made("entry", 3, team=None), made("player", 3, 0, name="Ane")),
        (
            made("entry", 3, team=None),
            made("pairing", 1, 1, 0, a=[2], b=[3], result=None),
        ),
        (made("entry", 3, team=None), changed("entry", 4, team=[3])),
        (made("round", 1, 1), RESULT),
        (gone("player", 3, 0), gone("entry", 3)),
        (gone("result", 1, 1, 0, 1, winner=[3]), gone("entry", 3)),
        (RESULT, made("round", 1, 2)),
        (RESULT, made("round", 2, 1)),
        (changed("entry", 3, state="withdrawn"), changed("draw", 1, state="published")),
        (changed("player", 3, 0, active=False), changed("draw", 1, state="published")),
        (made("round", 1, 2), made("round", 1, 3)),
        (changed("pairing", 1, 1, 0, b=[9]), RESULT),
        (changed("pairing", 1, 1, 0, a=[9]), made("report", 1, 1, 0, 1, entry=[3])),
        (gone("round", 1, 2), made("result", 1, 1, 0, 2, winner=[4])),
        (gone("round", 2, 1), gone("result", 1, 1, 0, 1, winner=[3])),
        (GIVEN_UP, changed("entry", 3, state="withdrawn")),
    ],
)
def test_what_rests_on_an_act_is_named(row: RowChange, then: RowChange) -> None:
    assert refused(line(1, row), line(2), line(3, then)) == ("undo.later_changes", 3)


@pytest.mark.parametrize(
    ("row", "then"),
    [
        (changed("entry", 3, paid=True), changed("entry", 3, club_name="Tolosa")),
        (changed("entry", 3, paid=True), changed("entry", 4, paid=True)),
        (changed("entry", 3, paid=True), changed("draw", 1, state="published")),
        (changed("entry", 3, state="withdrawn"), changed("draw", 1, state="draft")),
        (
            made("entry", 3, team=None),
            made("pairing", 1, 3, 3, a=[2], b=[4], result=None),
        ),
        (made("round", 1, 2), made("result", 1, 1, 0, 1, winner=[3])),
        (made("result", 1, 2, 0, 1, winner=[3]), made("round", 1, 1)),
        (RESULT, made("result", 1, 1, 1, 1, winner=[4])),
        (gone("round", 1, 1), made("result", 1, 2, 0, 1, winner=[3])),
        (made("result", 1, 1, 0, 2, winner=[4]), made("round", 2, 2)),
        (made("round", 1, 2), made("round", 2, 3)),
        (made("round", 2, 1), made("round", 3, 1)),
        (changed("pairing", 1, 1, 0, table=9), RESULT),
        (
            RowChange(
                "event", (), {"state": "running", "name": "x"}, ENDED | {"name": "y"}
            ),
            RowChange("event", (), ENDED, {"state": "running"}),
        ),
        (
            RowChange(
                "stage", (1,), {"closed_at": None, "draw": [1]}, FINAL | {"draw": [2]}
            ),
            RowChange("stage", (1,), FINAL, {"closed_at": None}),
        ),
    ],
)
def test_what_has_nothing_to_do_with_an_act_is_not_in_its_way(
    row: RowChange, then: RowChange
) -> None:
    assert refused(line(1, row), line(2, then)) is None


def test_what_was_taken_back_itself_is_in_nobodys_way() -> None:
    paid, unpaid = changed("entry", 3, paid=True), changed("entry", 3, paid=False)
    assert refused(line(1, paid), line(2, unpaid), line(3, paid, undoes=2)) is None
    assert refused(
        line(1, paid),
        line(2, unpaid),
        line(3, paid, undoes=2),
        line(4, unpaid, undoes=3),
    ) == (
        "undo.later_changes",
        2,
    )


def test_taking_back_what_came_before_is_in_the_way() -> None:
    paid, unpaid = changed("entry", 3, paid=True), changed("entry", 3, paid=False)
    assert refused(line(2, paid), line(3, unpaid, undoes=1)) == (
        "undo.later_changes",
        3,
    )


@pytest.mark.parametrize("action", ["draw.announced", "event.created", "journal.begun"])
def test_what_was_promised_to_all_is_never_taken_back(action: str) -> None:
    assert refused(line(1, changed("event", state="open"), action=action)) == (
        "undo.not_undoable",
        None,
    )


def test_what_changed_nothing_is_not_taken_back() -> None:
    assert refused(line(1)) == ("undo.not_undoable", None)
