"""Multiplayer tables: the draw."""

import json
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chance import Stream
from core.refusals import Refusal
from tests.tournaments.rules.multiplayer_tables.table_draws import (
    MIZZAIRE,
    MU,
    drawn,
    field,
)
from tournaments.rules.formats import multiplayer_tables
from tournaments.rules.formats.base import StageSettings

KNOWN = json.loads(
    (Path(__file__).parent.parent / "data" / "table_sizes.json").read_text()
)


@pytest.mark.parametrize(
    ("known", "seats", "preferred"),
    [("mu_3_6_pref_4_5", (3, 6), (4, 5)), ("mizzaire_2_7_pref_4", (2, 7), (4,))],
)
def test_tables_have_the_sizes_of_the_published_list(
    known: str, seats: tuple[int, int], preferred: tuple
) -> None:
    found = {
        entries: list(multiplayer_tables.sizes(int(entries), seats, preferred))
        for entries in KNOWN[known]
    }
    assert found == KNOWN[known]


@given(st.integers(2, 512), st.integers(2, 7), st.integers(0, 5), st.integers(2, 7))
def test_sizes_differ_by_one_at_most_and_stay_within_what_the_game_allows(
    entries: int, fewest: int, more: int, preferred: int
) -> None:
    sizes = multiplayer_tables.sizes(entries, (fewest, fewest + more), (preferred,))
    possible = any(
        n * fewest <= entries <= n * (fewest + more) for n in range(1, entries + 1)
    )
    assert bool(sizes) == possible
    if sizes:
        assert sum(sizes) == entries
        assert fewest <= min(sizes) <= max(sizes) <= fewest + more
        assert max(sizes) - min(sizes) <= 1
        assert list(sizes) == sorted(sizes, reverse=True)


@pytest.mark.parametrize(
    ("entries", "seats", "allowed"),
    [
        (2, (3, 6), [3]),
        (1, (2, 7), [2]),
        (6, (4, 4), [4, 8]),
        (7, (5, 6), [6, 10]),
        (0, (3, 6), [3]),
    ],
)
def test_a_number_that_cannot_be_seated_is_refused_with_the_nearest_that_can(
    entries: int, seats: tuple[int, int], allowed: list[int]
) -> None:
    with pytest.raises(Refusal) as caught:
        multiplayer_tables.FORMAT.draw(
            field(entries), Stream(b"x"), StageSettings(seats=seats)
        )
    assert (caught.value.code, caught.value.fields["allowed"]) == (
        "tables.impossible",
        allowed,
    )


def test_there_is_an_end_to_how_many_are_seated() -> None:
    with pytest.raises(Refusal, match=r"tables\.too_many"):
        multiplayer_tables.FORMAT.check_number(513, MU)


def test_23_sit_at_five_tables_each_of_them_once_and_the_same_seed_seats_them_the_same() -> (
    None
):
    seated = drawn(23, MU)
    assert [len(table) for table in seated] == [5, 5, 5, 4, 4]
    assert sorted(chain.from_iterable(seated)) == list(range(1, 24))
    assert drawn(23, MU) == seated
    assert drawn(23, MU, b"other words") != seated


def test_whoever_speaks_first_and_where_one_sits_is_left_to_chance() -> None:
    """Over many seeds each of six players is first at a table of three about as often as the
    others.
    """
    firsts = [
        table[0]
        for n in range(600)
        for table in drawn(6, StageSettings(seats=(3, 3), preferred=3), b"%d" % n)
    ]
    assert all(150 < firsts.count(entry) < 250 for entry in range(1, 7))


@pytest.mark.parametrize(("seeds", "rounds"), [(0, 1), (2, 1), (5, 1), (5, 2)])
def test_as_many_as_are_seeded_sit_at_different_tables_in_the_first_round(
    seeds: int, rounds: int
) -> None:
    strongest = [entrant._replace(seed=entrant.id) for entrant in field(23)]
    together = set()
    for n in range(12 if rounds == 1 else 3):
        setup = MU._replace(seeds=seeds, rounds=rounds)
        first, *_ = multiplayer_tables.seated(
            multiplayer_tables.FORMAT.draw(strongest, Stream(b"%d" % n), setup)
        )
        assert sorted(chain(*first)) == list(range(1, 24))
        together.add(max(sum(entry <= 5 for entry in table) for table in first))
        assert seeds == 0 or all(
            sum(entry <= seeds for entry in table) <= 1 for table in first
        )
    assert together == {1} if seeds == 5 else max(together) > 1


def test_more_seeds_than_tables_are_shared_out_evenly() -> None:
    strongest = [entrant._replace(seed=entrant.id) for entrant in field(23)]
    drawn = multiplayer_tables.FORMAT.draw(
        strongest, Stream(b"x"), MU._replace(seeds=10)
    )
    assert [sum(entry <= 10 for entry in table) for table in drawn["tables"]] == [2] * 5


def test_the_draw_itself_stands_up_to_the_check() -> None:
    for entries in (3, 7, 17, 23, 40):
        assert (
            multiplayer_tables.FORMAT.check(
                {"tables": drawn(entries, MIZZAIRE)}, field(entries), MIZZAIRE
            )
            == []
        )


@pytest.mark.parametrize(
    ("seated", "codes"),
    [
        ([[1, 2, 3, 4], [5, 6, 7]], []),
        ([[1, 2, 3, 4], [5, 6, 6]], ["draw.entry_twice", "draw.entry_missing"]),
        ([[1, 2, 3, 4], [5, 6, 8]], ["draw.entry_missing", "draw.entry_unknown"]),
        ([[1, 2, 3, 4], [5, 6]], ["draw.wrong_tables", "draw.entry_missing"]),
        ([[1, 2, 3, 4, 5, 6, 7]], ["draw.wrong_tables"]),
    ],
)
def test_a_draw_that_somebody_changed_is_not_published(
    seated: list[list[int]], codes: list[str]
) -> None:
    assert [
        problem.code
        for problem in multiplayer_tables.FORMAT.check(
            {"tables": seated}, field(7), MIZZAIRE
        )
    ] == codes
