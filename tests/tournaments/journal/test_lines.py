"""The journal: lines are chained, fold into tables, and are taken back."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.canonical_json import canonical_json
from core.refusals import Refusal
from tournaments.journal.lines import (
    RESTARTED,
    Line,
    RowChange,
    RowId,
    Values,
    apply_change,
    first_broken_line,
    invert,
    line_hash,
    merge_changes,
    replay,
)

FIELDS = st.fixed_dictionaries(
    {"table": st.integers(1, 3), "result": st.none() | st.lists(st.integers(1, 3))}
)
PLACES = st.tuples(st.sampled_from(["pairing", "round"]), st.tuples(st.integers(1, 2)))


@st.composite
def writes(draw: st.DrawFn) -> list[RowChange]:
    """What one might do to a few rows: each write fits what is there."""
    tables: dict[RowId, Values] = {}
    rows = []
    for (kind, key), after in draw(
        st.lists(st.tuples(PLACES, st.none() | FIELDS), max_size=6)
    ):
        before = tables.get((kind, key))
        if before is None and after is None:
            continue
        rows.append(RowChange(kind, key, before, after))
        apply_change(tables, rows[-1])
    return rows


def line(number: int, *rows: RowChange, action: str = "round.opened") -> Line:
    return Line(
        number, "2026-05-01T20:00:00.000000+00:00", "ane", action, {}, rows, number
    )


def chain(*lines: Line) -> list[tuple[Line, str]]:
    links = [""]
    for one in lines:
        links.append(line_hash(links[-1], one))
    return list(zip(lines, links[1:], strict=True))


@given(writes())
def test_rows_of_a_line_lead_where_the_single_writes_lead(
    rows: list[RowChange],
) -> None:
    assert replay([line(1, *merge_changes(rows))]) == replay(
        line(n, row) for n, row in enumerate(rows, start=1)
    )


@given(writes())
def test_a_line_has_a_row_once_and_none_that_came_to_nothing(
    rows: list[RowChange],
) -> None:
    short = merge_changes(rows)
    assert len({row.row_id for row in short}) == len(short)
    assert all(row.before != row.after for row in short)


@given(writes(), st.integers(0, 6))
def test_what_is_taken_back_leaves_the_tables_of_before(
    rows: list[RowChange], before: int
) -> None:
    first, then = line(1, *merge_changes(rows[:before])), merge_changes(rows[before:])
    assert replay([first, line(2, *then), line(3, *invert(then))]) == replay([first])


@given(writes())
def test_the_inverse_of_the_inverse_is_the_act(rows: list[RowChange]) -> None:
    assert invert(invert(rows)) == tuple(rows)


def test_only_what_differs_is_written() -> None:
    before, after = {"table": 1, "result": None}, {"table": 2, "result": None}
    assert merge_changes([RowChange("pairing", (1, 1, 0), before, after)]) == (
        RowChange("pairing", (1, 1, 0), {"table": 1}, {"table": 2}),
    )


MADE = RowChange("round", (1, 1), None, {"code": "final"})


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (MADE, "it is there already"),
        (RowChange("round", (1, 2), {"code": "final"}, None), "it is not there"),
        (
            RowChange("round", (1, 2), {"code": "final"}, {"code": "round_1"}),
            "it is not there",
        ),
        (
            RowChange("round", (1, 1), {"code": "round_1"}, {"code": "round_2"}),
            "it says something else",
        ),
        (
            RowChange("round", (1, 1), {"number": 1}, {"number": 2}),
            "it says nothing of this",
        ),
    ],
)
def test_a_line_that_does_not_follow_is_named(row: RowChange, why: str) -> None:
    with pytest.raises(Refusal) as caught:
        replay([line(1, MADE), line(2), line(3, row)])
    assert (caught.value.code, caught.value.fields["line"]) == (
        "journal.does_not_follow",
        3,
    ), why


def test_a_journal_that_begins_anew_forgets_what_was_before() -> None:
    again = RowChange("round", (1, 1), None, {"code": "semi", "number": 1})
    assert replay([line(1, MADE), line(2, again, action=RESTARTED)]) == {
        ("round", (1, 1)): {"code": "semi", "number": 1}
    }


def test_a_chain_is_whole_as_it_was_written() -> None:
    assert first_broken_line(chain(line(1), line(2, MADE), line(3))) is None


@pytest.mark.parametrize(
    "change",
    [
        {"at": "2026-05-01T20:00:00.000001+00:00"},
        {"by": None},
        {"action": "round.closed"},
        {"fields": {"a": 1}},
        {"rows": ()},
        {"step": 1},
        {"undoes": 1},
        {"number": 3},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_changed_line_breaks_the_chain_there(change: dict[str, Any]) -> None:
    lines = chain(line(1), line(2, MADE), line(3))
    lines[1] = (lines[1][0]._replace(**change), lines[1][1])
    assert first_broken_line(lines) == 2


def test_a_line_that_was_left_out_breaks_the_chain() -> None:
    first, _, third = chain(line(1), line(2), line(3))
    assert first_broken_line([first, third]) == 2


def test_a_line_is_hashed_as_its_letters_say() -> None:
    """Any language can repeat it: the hash before, a line break, and the JSON with sorted names
    and no spaces.
    """
    one = Line(
        1,
        "2026-05-01T20:00:00.000000+00:00",
        None,
        "entry.paid",
        {"entry": 7, "a": "é"},
        (),
        1,
    )
    assert canonical_json(one._asdict()) == (
        '{"action":"entry.paid","at":"2026-05-01T20:00:00.000000+00:00","by":null,"fields":{"a":"é","entry":7},'
        '"number":1,"rows":[],"step":1,"undoes":null}'
    )
    assert (
        line_hash("", one)
        == "3765fc674c53b95f747b8f3b2a403e0b7f8d7f8c8ea42ddf472d56683a649e35"
    )
