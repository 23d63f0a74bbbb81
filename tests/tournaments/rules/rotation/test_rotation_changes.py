"""Rotations when the field changes, and as a format."""

from itertools import chain, pairwise

import pytest

from core.chance import Stream
from tests.tournaments.rules.rotation.rotations import (
    DRAWN,
    FIELD,
    MU,
    SETUP,
    row,
    scheduled,
)
from tournaments.rules.field import Entrant
from tournaments.rules.formats import multiplayer_tables
from tournaments.rules.schedules import rotation, schedule
from tournaments.rules.schedules.schedule import Past
from tournaments.rules.tables.results import PLAYED, VOID
from tournaments.rules.tables.tallies import ConfirmedResult

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
