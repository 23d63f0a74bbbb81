"""Several rounds of tables: few meet again, short tables and seats are fair, the certificate says
how far.
"""

import json
from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.chance import Stream
from tournaments.rules.field import Entrant
from tournaments.rules.formats import multiplayer_tables
from tournaments.rules.formats.base import Row, StageSettings
from tournaments.rules.schedules import golfers, rotation, schedule
from tournaments.rules.schedules.schedule import Past
from tournaments.rules.tables.results import PLAYED, VOID
from tournaments.rules.tables.tallies import ConfirmedResult

MU, MIZZAIRE = (3, 6), (2, 7)

# fmt: off
KNOWN = {
    (3, 3): 4, (4, 3): 4, (5, 3): 7, (6, 3): 8, (7, 3): 10, (8, 3): 11, (9, 3): 13, (10, 3): 14, (12, 3): 17,
    (4, 4): 5, (5, 4): 5, (6, 4): 7, (7, 4): 9, (8, 4): 9, (9, 4): 11, (10, 4): 13, (11, 4): 13, (12, 4): 15,
    (5, 5): 6, (6, 5): 6, (7, 5): 7, (8, 5): 8, (9, 5): 9, (10, 5): 9, (13, 5): 13,
    (6, 6): 3, (7, 6): 7, (8, 6): 8, (9, 6): 9, (10, 6): 7, (7, 7): 8, (8, 7): 8, (9, 7): 9, (10, 7): 6,
    (4, 2): 7, (9, 2): 17, (3, 4): 0, (2, 3): 0, (30, 4): 0,
}
"""Tables and their size, and in how many rounds nobody need meet anybody twice, as far as it is
known.
"""
# fmt: on


def by_hand(rounds: Sequence[Sequence[Sequence[int]]]) -> tuple[int, int]:
    """How often two meet at most, and how many meetings come after the first of the same two."""
    met = Counter(
        frozenset(two)
        for table in chain.from_iterable(rounds)
        for two in combinations(table, 2)
    )
    return max(met.values()), sum(times - 1 for times in met.values())


BEST = {
    (int(number), int(size)): weeks
    for number, row in json.loads(
        (Path(__file__).parent / "data" / "social_golfer.json").read_text()
    )["weeks"].items()
    for size, weeks in row.items()
}
"""The published optimum, as far as it is known: tables and their size, and the rounds."""


def scheduled(
    players: int, seats: tuple[int, int], rounds: int, preferred: int = 4
) -> list[list[list[int]]]:
    return rotation.schedule(
        multiplayer_tables.sizes(players, seats, (preferred,)),
        rounds,
        Stream(b"a night of tables"),
    )


@pytest.mark.parametrize(("number", "size"), KNOWN)
def test_the_known_schedules_bring_nobody_together_twice(
    number: int, size: int
) -> None:
    rounds = golfers.rounds(number, size)
    assert len(rounds) == KNOWN[number, size]
    for one in rounds:
        assert sorted(chain.from_iterable(one)) == list(range(number * size))
        assert {len(table) for table in one} == {size}
    if rounds:
        assert by_hand(rounds) == (1, 0)


def test_up_to_ten_tables_of_three_to_seven_have_as_many_rounds_as_any_that_are_published() -> (
    None
):
    sizes = [
        (number, size)
        for number, size in BEST
        if 3 <= size <= 7 and BEST[number, size] > 1
    ]
    short = {
        one: len(golfers.rounds(*one))
        for one in sizes
        if len(golfers.rounds(*one)) < BEST[one]
    }
    assert short == {(8, 4): 9, (10, 7): 6}


@pytest.mark.parametrize(
    ("players", "seats", "preferred", "rounds"),
    [
        (40, MU, 4, 12),
        (15, MU, 3, 7),
        (24, MU, 4, 7),
        (25, MU, 5, 6),
        (49, MIZZAIRE, 7, 8),
        (8, MIZZAIRE, 2, 7),
    ],
)
def test_where_a_perfect_schedule_is_known_nobody_meets_again(
    players: int, seats: tuple[int, int], preferred: int, rounds: int
) -> None:
    found = rotation.certificate(scheduled(players, seats, rounds, preferred))
    assert (
        found["most_meetings"],
        found["repeats"],
        found["repeats_bound"],
        found["short_spread"],
    ) == (1, 0, 0, 0)
    assert found["seat_spread"] <= 1


@pytest.mark.parametrize(
    ("players", "seats", "rounds", "most", "repeats"),
    [
        (23, MU, 3, 1, 0),
        (27, MU, 4, 1, 0),
        (33, MU, 5, 1, 0),
        (17, MIZZAIRE, 4, 2, 14),
        (13, MU, 4, 3, 26),
    ],
)
def test_tables_of_unequal_sizes_share_out_what_cannot_be_equal(
    players: int, seats: tuple[int, int], rounds: int, most: int, repeats: int
) -> None:
    found = rotation.certificate(scheduled(players, seats, rounds))
    assert found["most_meetings"] <= most
    assert found["repeats_bound"] <= found["repeats"] <= repeats
    assert found["short_spread"] <= 2
    assert found["seat_spread"] <= 1


def test_one_table_meets_again_in_every_round_and_only_the_seats_change() -> None:
    rounds = scheduled(4, MU, 4)
    assert rotation.certificate(rounds) == {
        "most_meetings": 4,
        "most_meetings_bound": 4,
        "repeats": 18,
        "repeats_bound": 18,
        "short_spread": 0,
        "seat_spread": 0,
    }
    assert {one[0][0] for one in rounds} == {0, 1, 2, 3}


def test_a_certificate_counts_what_went_wrong() -> None:
    twice = [[[0, 1, 2], [3, 4]], [[0, 1, 3], [2, 4]]]
    found = rotation.certificate(twice)
    assert (found["most_meetings"], found["repeats"]) == (2, 1)
    assert (found["most_meetings_bound"], found["repeats_bound"]) == (1, 0)
    assert (found["short_spread"], found["seat_spread"]) == (2, 2)


def test_a_search_that_cannot_reach_the_bound_takes_a_bounded_number_of_steps() -> None:
    """A stream that counts: the search asks it for so many numbers at most, and then ends."""

    class Counting(Stream):
        asked = 0

        def below(self, n: int) -> int:
            self.asked += 1
            return super().below(n)

    counted = Counting(b"x")
    rotation.schedule((5, 4, 4), 12, counted)
    shuffles, seats = 13 * 12, 200 * 13 * 12
    assert counted.asked <= 7 * rotation.STEPS_MOST + shuffles + 2 * seats


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(
    st.sampled_from([MU, MIZZAIRE]),
    st.integers(3, 40),
    st.integers(2, 6),
    st.integers(3, 5),
    st.binary(max_size=4),
)
def test_everybody_sits_once_a_round_and_the_certificate_is_true(
    seats: tuple[int, int], players: int, rounds: int, preferred: int, seed: bytes
) -> None:
    sizes = multiplayer_tables.sizes(players, seats, (preferred,))
    found, again = (rotation.schedule(sizes, rounds, Stream(seed)) for _ in range(2))
    assert found == again
    assert len(found) == rounds
    for one in found:
        assert sorted(chain.from_iterable(one)) == list(range(players))
        assert tuple(map(len, one)) == sizes
    told = rotation.certificate(found)
    if players > 1:
        assert (told["most_meetings"], told["repeats"]) == by_hand(found)
        assert told["most_meetings"] >= told["most_meetings_bound"]
        assert told["repeats"] >= told["repeats_bound"]


# --- others come to be there ---


def rest(
    rounds: list[list[list[int]]], there: list[int], sizes: tuple[int, ...], number: int
) -> list[list[list[int]]]:
    """All rounds of an evening, so many of which are drawn after these for those who are there."""
    place = {who: n for n, who in enumerate(there)}
    past = Past(
        [[[place.get(who) for who in table] for table in one] for one in rounds]
    )
    found = rotation.schedule(sizes, number, Stream(b"rest"), past)
    return [*rounds, *([[there[n] for n in table] for table in one] for one in found)]


def test_who_has_met_does_not_meet_again_after_others_came_and_went() -> None:
    first = scheduled(36, MU, 6)[:3]
    there = [*range(3, 36), 100]
    evening = rest(first, there, multiplayer_tables.sizes(34, MU, (4,)), 3)
    found = rotation.certificate(evening, 3)
    assert (found["repeats"], found["repeats_bound"], found["most_meetings"]) == (
        0,
        0,
        1,
    )
    assert all(sorted(chain(*one)) == there for one in evening[3:])


def test_short_tables_and_seats_go_on_from_what_was_played() -> None:
    first = scheduled(9, MU, 2)
    found = rotation.certificate(rest(first, [*range(1, 9), 100], (5, 4), 4), 2)
    assert found["short_spread"] <= 2
    assert found["seat_spread"] <= 2
    assert found["repeats"] >= found["repeats_bound"]


def test_a_certificate_counts_the_meetings_of_those_who_are_there() -> None:
    evening = [[[0, 1, 2], [3, 4, 5]], [[0, 1, 3], [4, 5, 6]]]
    found = rotation.certificate(evening, 1)
    assert (found["repeats"], found["most_meetings"]) == (2, 2)
    assert (found["repeats_bound"], found["most_meetings_bound"]) == (0, 1)


# --- as a format ---

FIELD = [Entrant(n, f"Ane {n}") for n in range(101, 110)]
SETUP = StageSettings(seats=MU, rounds=3)
DRAWN = multiplayer_tables.FORMAT.draw(FIELD, Stream(b"nine"), SETUP)


def test_a_draw_of_several_rounds_gives_each_player_a_number_of_the_schedule() -> None:
    stream = Stream(b"nine")
    order = stream.shuffled([entrant.id for entrant in FIELD])
    numbers = rotation.schedule((5, 4), 3, stream)
    assert DRAWN["rounds"] == [
        [[order[n] for n in table] for table in one] for one in numbers
    ]
    assert DRAWN["certificate"] == rotation.certificate(DRAWN["rounds"])
    assert multiplayer_tables.FORMAT.check(DRAWN, FIELD, SETUP) == []


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"rounds": DRAWN["rounds"][:2]}, "draw.wrong_rounds"),
        (
            {"certificate": DRAWN["certificate"] | {"repeats": 0}},
            "draw.wrong_certificate",
        ),
        (
            {"rounds": [DRAWN["rounds"][0][::-1], *DRAWN["rounds"][1:]]},
            "draw.wrong_tables",
        ),
        (
            {
                "rounds": [
                    *DRAWN["rounds"][:2],
                    [[*range(101, 106)], [101, 106, 107, 108]],
                ]
            },
            "draw.entry_twice",
        ),
    ],
)
def test_a_schedule_that_somebody_changed_is_not_published(
    changed: dict, code: str
) -> None:
    assert (
        multiplayer_tables.FORMAT.check(DRAWN | changed, FIELD, SETUP)[0].code == code
    )


def result(number: int, slot: int, *points: int, kind: str = PLAYED) -> ConfirmedResult:
    who = DRAWN["rounds"][number - 1][slot]
    return ConfirmedResult(
        number,
        slot,
        0,
        0,
        kind,
        None,
        points=tuple(zip(who, points, strict=True)) if points else None,
    )


def row(
    entry: int, *facts: ConfirmedResult, running: dict[int, int] | None = None
) -> Row:
    return next(
        one
        for one in multiplayer_tables.FORMAT.standings(
            DRAWN, facts, SETUP, running or {}
        )
        if one.entry == entry
    )


def test_the_rounds_that_are_left_are_drawn_for_those_who_are_there() -> None:
    before, there = (
        schedule.history(DRAWN, 1),
        [*FIELD[1:], Entrant(200, "Late"), Entrant(201, "Later")],
    )
    later = multiplayer_tables.FORMAT.draw(there, Stream(b"rest"), SETUP, before)
    assert multiplayer_tables.FORMAT.check(later, there, SETUP, before) == []
    assert all(
        sorted(chain(*one)) == [one.id for one in there] for one in later["rounds"]
    )
    evening = schedule.joined([(1, DRAWN), (2, later)])
    assert [len(one) for one in evening["rounds"]] == [2, 2, 2]
    rows = {
        row.entry for row in multiplayer_tables.FORMAT.standings(evening, [], SETUP, {})
    }
    assert rows == {*range(101, 110), 200, 201}


def test_all_rounds_are_known_from_the_draw_and_each_is_decided_for_itself() -> None:
    facts = [
        result(1, 0, 1, 2, 3, 4, 5),
        result(1, 1, 1, 2, 3, 4),
        result(2, 0, kind=VOID),
    ]
    plan = multiplayer_tables.FORMAT.plan(DRAWN, facts, SETUP)
    assert [one.code for one in plan] == ["round_1", "round_2", "round_3"]
    assert [[table.ready for table in one.meetings] for one in plan] == [
        [False] * 2,
        [True] * 2,
        [True] * 2,
    ]
    assert [[list(table.entries) for table in one.meetings] for one in plan] == DRAWN[
        "rounds"
    ]


def test_points_and_places_are_added_up_over_the_rounds() -> None:
    entry = DRAWN["rounds"][0][0][0]
    slot, place = next(
        (slot, who.index(entry))
        for slot, who in enumerate(DRAWN["rounds"][1])
        if entry in who
    )
    second = [10 + n for n in range(len(DRAWN["rounds"][1][slot]))]
    found = row(entry, result(1, 0, 50, 40, 30, 20, 10), result(2, slot, *second))
    assert found.points == 50 + second[place]
    assert found.placing == 1 + len(second) - place
    assert (found.tally.played, found.tally.won) == (2, 1 + (place == len(second) - 1))
    assert found.why.code == "rounds"
    assert [got["round"] for got in found.why.fields["each"]] == [1, 2]
    assert found.why.fields["each"][0] == {
        "round": 1,
        "table": 1,
        "place": 1,
        "players": 5,
        "points": 50,
    }


def test_who_plays_the_second_round_keeps_what_the_first_brought() -> None:
    entry = DRAWN["rounds"][0][0][0]
    found = row(entry, result(1, 0, 50, 40, 30, 20, 10), running={entry: 7})
    assert (found.points, found.placing, found.why.code, found.why.fields["round"]) == (
        57,
        1,
        "so_far",
        2,
    )
    assert len(found.why.fields["each"]) == 1


def test_who_has_no_number_yet_waits_for_the_first_round() -> None:
    found = row(DRAWN["rounds"][0][1][0], result(1, 0, 50, 40, 30, 20, 10))
    assert (found.points, found.rank, found.why.code, found.why.fields["round"]) == (
        None,
        None,
        "waiting",
        1,
    )


def test_the_better_of_equal_sums_is_who_had_the_better_places() -> None:
    facts = [result(1, 0, 20, 20, 20, 20, 20), result(1, 1, 20, 20, 10, 10)]
    rows = multiplayer_tables.FORMAT.standings(DRAWN, facts, SETUP, {})
    assert all(
        (upper.points, -upper.placing) >= (lower.points, -lower.placing)
        for upper, lower in pairwise(rows)
    )
    assert rows[0].shared_to == 7
