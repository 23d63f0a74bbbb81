"""Lives: who is still in, and the table."""

from collections.abc import Sequence

import pytest

from tests.tournaments.rules.lives.lives_rounds import SETUP, drawn_so
from tournaments.rules.formats import lives
from tournaments.rules.formats.base import History, Json, StageSettings
from tournaments.rules.tables.results import DOUBLE_WALKOVER, PLAYED, VOID, WALKOVER
from tournaments.rules.tables.tallies import ConfirmedResult


def fact(round: int, slot: int, a: int, b: int, kind: str = PLAYED) -> ConfirmedResult:
    """A 3-1 for a."""
    won = a if kind in {PLAYED, WALKOVER} else None
    return ConfirmedResult(
        round, slot, a, b, kind, won, *((3, 1) if kind == PLAYED else (0, 0))
    )


def first_wins(*rounds: Json) -> History:
    """These rounds, each match won by the one written first."""
    return History(
        rounds,
        [
            fact(n, slot, *pair)
            for n, one in enumerate(rounds, 1)
            for slot, pair in enumerate(one["pairs"])
        ],
    )


# --- who is in ---


def to_draw(
    before: History, setup: StageSettings = SETUP, entries: Sequence[int] = (1, 2, 3, 4)
) -> tuple[int, ...]:
    return lives.FORMAT.to_draw(
        {"rounds": list(before.rounds)}, before.facts, setup, entries
    )


ROUNDS = (drawn_so([(1, 2), (3, 4)]), drawn_so([(1, 3), (4, 2)]))
"""Then 1 has lost nothing, 3 and 4 once, 2 twice."""


@pytest.mark.parametrize(
    ("number", "still_in"), [(1, (1,)), (2, (1, 3, 4)), (3, (1, 2, 3, 4))]
)
def test_out_is_who_has_lost_so_many(number: int, still_in: tuple[int, ...]) -> None:
    expected = still_in if len(still_in) > 1 else ()
    assert to_draw(first_wins(*ROUNDS), StageSettings(lives=number)) == expected


def test_with_one_life_it_is_a_knockout_redrawn_each_round() -> None:
    before = first_wins(drawn_so([(1, 2), (3, 4)], 5))
    assert to_draw(before, StageSettings(lives=1), range(1, 6)) == (1, 3, 5)


def test_the_rounds_end_when_no_more_than_so_many_are_in() -> None:
    before = first_wins(*ROUNDS)
    assert to_draw(before, SETUP._replace(until=3)) == ()
    assert to_draw(before, SETUP._replace(until=2)) == (1, 3, 4)


def test_the_next_round_waits_for_every_match() -> None:
    before = first_wins(*ROUNDS)
    void = before.facts[-1]._replace(kind=VOID, winner=None)
    assert to_draw(History(before.rounds, before.facts[:-1])) == ()
    assert to_draw(History(before.rounds, [*before.facts[:-1], void])) == ()


def test_a_double_walkover_costs_both_a_life() -> None:
    facts = [fact(1, 0, 1, 2, DOUBLE_WALKOVER), fact(1, 1, 3, 4)]
    assert to_draw(History(ROUNDS[:1], facts), StageSettings(lives=1)) == ()
    six = [drawn_so([(1, 2), (3, 4), (5, 6)])]
    assert to_draw(
        History(six, [*facts, fact(1, 2, 5, 6)]), StageSettings(lives=1), range(1, 7)
    ) == (3, 5)


def test_a_walkover_costs_who_did_not_come_a_life() -> None:
    facts = [fact(1, 0, 1, 2, WALKOVER), fact(1, 1, 3, 4)]
    assert to_draw(History(ROUNDS[:1], facts), StageSettings(lives=1)) == (1, 3)


def test_a_correction_brings_one_back_and_puts_another_out() -> None:
    rounds, facts = first_wins(*ROUNDS)
    corrected = [*facts[:-1], facts[-1]._replace(winner=2)]
    assert to_draw(History(rounds, facts)) == (1, 3, 4)
    assert to_draw(History(rounds, corrected)) == (1, 2, 3)


def test_who_comes_late_has_lost_a_match_for_each_round_drawn_before() -> None:
    rounds, three = ROUNDS[:2], StageSettings(lives=3)
    assert 9 not in to_draw(first_wins(*rounds), entries=(1, 2, 3, 4, 9))
    assert 9 in to_draw(first_wins(*rounds), three, (1, 2, 3, 4, 9))
    rows = lives.FORMAT.standings(
        {"rounds": [*rounds, drawn_so([(1, 9), (3, 4)])]},
        first_wins(*rounds).facts,
        three,
        {},
    )
    (late,) = [row for row in rows if row.entry == 9]
    assert (
        late.why.fields["left"],
        late.tally.lost,
        late.tally.walkovers,
        late.tally.played,
    ) == (1, 2, 2, 0)


def test_whoever_withdraws_is_drawn_no_more() -> None:
    assert to_draw(first_wins(*ROUNDS), SETUP, (1, 4)) == (1, 4)


# --- the table ---


def table_of(
    before: History, setup: StageSettings = SETUP
) -> list[tuple[int, int | None, int | None, str]]:
    rows = lives.FORMAT.standings(
        {"rounds": list(before.rounds)}, before.facts, setup, {}
    )
    return [(row.entry, row.rank, row.shared_to, row.why.code) for row in rows]


def test_those_still_in_stand_by_lives_left_those_out_by_when() -> None:
    assert table_of(first_wins(*ROUNDS)) == [
        (1, 1, 1, "lives_left"),
        (3, 2, 3, "lives_left"),
        (4, 2, 3, "lives_left"),
        (2, 4, 4, "lost"),
    ]


def test_the_last_one_left_is_first_and_the_others_say_who_put_them_out() -> None:
    before = first_wins(
        *ROUNDS, drawn_so([(1, 3)], 4), drawn_so([(4, 1)]), drawn_so([(1, 4)])
    )
    rows = lives.FORMAT.standings(
        {"rounds": list(before.rounds)}, before.facts, SETUP, {}
    )
    assert [(row.entry, row.rank, row.why.code) for row in rows] == [
        (1, 1, "last_in"),
        (4, 2, "lost"),
        (3, 3, "lost"),
        (2, 4, "lost"),
    ]
    assert [row.why.fields for row in rows[1:]] == [
        {"round": 5, "opponent": 1},
        {"round": 3, "opponent": 1},
        {"round": 2, "opponent": 4},
    ]
    assert [row.tally.byes for row in rows] == [0, 1, 0, 0]


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (PLAYED, "lost"),
        (WALKOVER, "lost_walkover"),
        (DOUBLE_WALKOVER, "double_walkover"),
    ],
)
def test_how_the_last_life_was_lost_is_said(kind: str, code: str) -> None:
    assert (2, code) in [
        (row[0], row[3])
        for row in table_of(
            History(ROUNDS[:1], [fact(1, 0, 1, 2, kind)]), StageSettings(lives=1)
        )
    ]


def test_when_the_last_ones_go_out_together_nobody_is_first() -> None:
    before = History(
        [drawn_so([(1, 2)], 3), drawn_so([(1, 3)])],
        [fact(1, 0, 1, 2), fact(2, 0, 1, 3, DOUBLE_WALKOVER)],
    )
    assert to_draw(before, StageSettings(lives=1), (1, 2, 3)) == ()
    assert table_of(before, StageSettings(lives=1)) == [
        (1, 2, 2, "double_walkover"),
        (3, 2, 2, "double_walkover"),
        (2, 3, 3, "lost"),
    ]


def test_whoever_was_not_drawn_any_more_stands_where_it_left() -> None:
    assert table_of(first_wins(ROUNDS[0], drawn_so([(1, 3)]))) == [
        (1, 1, 1, "lives_left"),
        (3, 2, 2, "lives_left"),
        (2, 3, 4, "absent"),
        (4, 3, 4, "absent"),
    ]


def test_one_left_is_not_yet_first_while_a_match_is_open() -> None:
    facts = [fact(1, 0, 1, 2, DOUBLE_WALKOVER)]
    assert "last_in" not in [
        row[3]
        for row in table_of(
            History([drawn_so([(1, 2), (3, 4)])], facts), StageSettings(lives=1)
        )
    ]


def test_before_the_first_draw_there_is_no_table() -> None:
    assert lives.FORMAT.standings({"rounds": []}, [], SETUP, {}) == ()
