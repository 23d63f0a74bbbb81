"""Whoever has left ranks below all that stayed, in every format."""

from collections.abc import Sequence
from itertools import combinations

import pytest

from core.chance import Stream
from tournaments.rules.field import Entrant
from tournaments.rules.formats.base import StageSettings
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.stage_state import StageState
from tournaments.rules.tables.results import PLAYED
from tournaments.rules.tables.standings import Reason, Row, leavers_last
from tournaments.rules.tables.tallies import ConfirmedResult, Tally

NO_TALLY = Tally()


def row(entry: int, rank: int | None, shared_to: int | None, group: int = 1) -> Row:
    return Row(entry, rank, shared_to, 0, NO_TALLY, Reason("last", {}), group=group)


def ranks(rows: Sequence[Row]) -> list[tuple[int, int | None, int | None]]:
    return [(row.entry, row.rank, row.shared_to) for row in rows]


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ({1}, [(2, 1, 1), (3, 2, 3), (4, 2, 3), (1, 4, 4)]),
        ({3}, [(1, 1, 1), (2, 2, 2), (4, 3, 3), (3, 4, 4)]),
        ({1, 4}, [(2, 1, 1), (3, 2, 2), (1, 3, 3), (4, 4, 4)]),
        ({3, 4}, [(1, 1, 1), (2, 2, 2), (3, 3, 4), (4, 3, 4)]),
        ({1, 2, 3, 4}, [(1, 1, 1), (2, 2, 2), (3, 3, 4), (4, 3, 4)]),
    ],
    ids=str,
)
def test_those_that_left_follow_those_that_stayed_each_in_their_order(
    left: set[int], expected: list[tuple[int, int, int]]
) -> None:
    rows = [row(1, 1, 1), row(2, 2, 2), row(3, 3, 4), row(4, 3, 4)]
    ordered = leavers_last(rows, left)
    assert ranks(ordered) == expected
    assert {one.entry for one in ordered if one.why.code == "left"} == left


def test_in_groups_the_rank_is_that_within_the_group() -> None:
    rows = [row(1, 1, 1), row(2, 2, 2), row(3, 1, 1, group=2), row(4, 2, 2, group=2)]
    assert ranks(leavers_last(rows, {1, 4})) == [
        (2, 1, 1),
        (1, 2, 2),
        (3, 1, 1),
        (4, 2, 2),
    ]


TABLES = {
    code: format
    for code, format in FORMATS.items()
    if not format.is_multiplayer and not format.has_bracket
}


@pytest.mark.parametrize("code", sorted(TABLES))
def test_whoever_left_is_never_first_while_somebody_stayed(code: str) -> None:
    """Four entries, the lower number always wins, and each possible set of them has left."""
    format = TABLES[code]
    settings = StageSettings(
        rounds=2, lives=3, groups=1, tie_breaks=format.tie_breaks, seats=(4, 4)
    )
    field = [Entrant(number, str(number)) for number in range(1, 5)]
    result = format.draw(field, Stream(b"leaving"), settings)
    drawn = format.with_draw(result, format.history({"rounds": []}, (), 0))
    facts = []
    for number, planned in enumerate(format.plan(drawn, (), settings), start=1):
        for meeting in planned.meetings:
            a, b = meeting.entries
            if a and b:
                won = (3, 0) if a < b else (0, 3)
                facts.append(
                    ConfirmedResult(number, meeting.slot, a, b, PLAYED, min(a, b), *won)
                )
    for size in (1, 2, 3):
        for left in combinations(range(1, 5), size):
            with_left = drawn | {"left": list(left)}
            state = StageState(format, with_left, facts, settings, left)
            order = [one.entry for one in state.standings()]
            stayed = [entry for entry in order if entry not in left]
            assert not set(order[: len(stayed)]) & set(left), (left, order)
