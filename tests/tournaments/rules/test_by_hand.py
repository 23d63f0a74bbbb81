"""Two entries change places in a draw by hand: the draw stays whole, and what the change
violations is named.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.refusals import Refusal
from tests.tournaments.rules.events import stream
from tournaments.rules.draws.inputs import TEAMS, Inputs, TeamSettings, drawn
from tournaments.rules.draws.manual_swaps import swap, violations
from tournaments.rules.field import Entrant
from tournaments.rules.formats.base import History, StageSettings
from tournaments.rules.tables.results import PLAYED
from tournaments.rules.tables.tallies import ConfirmedResult

DRAWS = [
    ({"leaves": [1, None, 2, 3]}, {"leaves": [3, None, 2, 1]}),
    (
        {"numbers": [3, 1, 2], "lots": [1, 2, 3]},
        {"numbers": [1, 3, 2], "lots": [1, 2, 3]},
    ),
    ({"tables": [[1, 2], [3, 4]]}, {"tables": [[3, 2], [1, 4]]}),
    (
        {"groups": [[1, 2], [3, 4]], "lots": [1, 2, 3, 4]},
        {"groups": [[3, 2], [1, 4]], "lots": [1, 2, 3, 4]},
    ),
    (
        {"rounds": [[[1, 2], [3, 4]], [[1, 3], [2, 4]]], "certificate": {"repeats": 1}},
        {"rounds": [[[3, 2], [1, 4]], [[3, 1], [2, 4]]], "certificate": {"repeats": 1}},
    ),
    (
        {"teams": [[1, 2], [3, 4]], "reserve": 5, "cards": {"1": ["Ko"]}},
        {"teams": [[3, 2], [1, 4]], "reserve": 5, "cards": {"1": ["Ko"]}},
    ),
    (
        {
            "pairs": [[1, 2], [4, 5]],
            "bye": 3,
            "why": [{"code": "lot"}, {"code": "fold"}, {"code": "bye"}],
        },
        {
            "pairs": [[3, 2], [4, 5]],
            "bye": 1,
            "why": [{"code": "by_hand"}, {"code": "fold"}, {"code": "by_hand"}],
        },
    ),
]


def field(clubs: str, seeds: int = 0) -> tuple[Entrant, ...]:
    """Entrants of clubs by their letters, the first of them seeded."""
    return tuple(
        Entrant(n, f"Pair {n}", 0, club, n if n <= seeds else None)
        for n, club in enumerate(clubs, start=1)
    )


@pytest.mark.parametrize(
    ("drawn", "changed"), DRAWS, ids=[next(iter(drawn)) for drawn, _ in DRAWS]
)
def test_two_entries_change_places_wherever_they_stand(drawn, changed):
    assert swap(drawn, 1, 3) == changed


@pytest.mark.parametrize(
    ("drawn", "changed"), DRAWS, ids=[next(iter(drawn)) for drawn, _ in DRAWS]
)
def test_changing_places_twice_puts_them_back(drawn, changed):
    again = swap(changed, 1, 3)
    assert {key: value for key, value in again.items() if key != "why"} == {
        key: value for key, value in drawn.items() if key != "why"
    }


@pytest.mark.parametrize(
    ("a", "b", "code"), [(1, 1, "draw.swap_same"), (1, 9, "draw.not_in_draw")]
)
def test_who_cannot_change_places_is_refused(a, b, code):
    with pytest.raises(Refusal, match=code):
        swap({"leaves": [1, 2], "lots": [9]}, a, b)


def test_club_mates_who_come_to_meet_are_named():
    into, drawn = (
        Inputs("knockout", StageSettings(), field("NSNS")),
        {"leaves": [1, 2, 3, 4]},
    )
    changed = swap(drawn, 2, 3)
    broken = violations(into, drawn, changed)
    assert broken.rules == ()
    assert [(one.code, dict(one.fields)) for one in broken.wishes] == [
        ("club_mates", {"a": 1, "b": 3, "club": "N"}),
        ("club_mates", {"a": 2, "b": 4, "club": "S"}),
    ]
    assert violations(into, changed, drawn).wishes == ()


def test_club_mates_who_come_to_play_together_are_named():
    into, drawn = (
        Inputs(TEAMS, TeamSettings(apart=True), field("NSNS")),
        {"teams": [[1, 2], [3, 4]], "reserve": None},
    )
    broken = violations(into, drawn, swap(drawn, 2, 3))
    assert broken.rules == ()
    assert [(one.code, one.fields["club"]) for one in broken.wishes] == [
        ("club_mates", "N"),
        ("club_mates", "S"),
    ]


@pytest.mark.parametrize(
    ("wishes", "swapped", "expected"),
    [
        (TeamSettings(bans=((1, 3),)), (2, 3), [("banned", 1, 3)]),
        (
            TeamSettings(balanced=True),
            (2, 3),
            [("same_half", 1, 3), ("same_half", 2, 4)],
        ),
        (TeamSettings(balanced=True), (2, 4), []),
    ],
)
def test_partners_who_had_better_not_come_together_are_named(wishes, swapped, expected):
    """1 and 3 are the stronger half."""
    into, drawn = (
        Inputs(TEAMS, wishes, field("NSEO")),
        {"teams": [[1, 2], [3, 4]], "reserve": None},
    )
    strong = [
        one._replace(seed=one.id if one.id in {1, 3} else None) for one in into.entrants
    ]
    broken = violations(
        into._replace(entrants=tuple(strong)), drawn, swap(drawn, *swapped)
    )
    assert [
        (one.code, one.fields["a"], one.fields["b"]) for one in broken.wishes
    ] == expected


def test_a_seed_that_leaves_its_place_breaks_a_rule():
    into = Inputs("knockout", StageSettings(seeds=2), field("NSEO", seeds=2))
    result = drawn(into, stream())
    broken = violations(into, result, swap(result, 2, 4))
    assert [problem.code for problem in broken.rules] == ["draw.seed_misplaced"]


def test_a_bye_that_goes_to_one_who_has_had_one_breaks_a_rule():
    into = Inputs(
        "knockout",
        StageSettings(),
        (Entrant(1, "Ane"), Entrant(2, "Jon", byes=1), Entrant(3, "Miren")),
    )
    leaves = {"leaves": [1, None, 2, 3]}
    broken = violations(into, leaves, swap(leaves, 1, 2))
    assert [problem.code for problem in broken.rules] == ["draw.bye_before_others"]


@settings(max_examples=40, deadline=None)
@given(
    size=st.integers(2, 20),
    seed=st.integers(),
    places=st.tuples(st.integers(0, 19), st.integers(0, 19)),
)
def test_numbers_that_change_places_break_nothing_in_a_league(size, seed, places):
    into = Inputs("round_robin", StageSettings(), field("N" * size))
    a, b = (into.entrants[place % size].id for place in places)
    if a != b:
        numbers = drawn(into, stream(seed))
        assert violations(into, numbers, swap(numbers, a, b)) == ((), ())


def test_opponents_who_come_to_meet_again_are_named():
    before = History(
        [{"pairs": [[1, 2], [3, 4]], "bye": None, "why": [{"code": "lot"}] * 2}],
        [
            ConfirmedResult(1, 0, 1, 2, PLAYED, 1, 3, 1),
            ConfirmedResult(1, 1, 3, 4, PLAYED, 3, 3, 1),
        ],
    )
    pairs = {"pairs": [[1, 3], [2, 4]], "bye": None, "why": [{"code": "lot"}] * 2}
    broken = violations(
        Inputs("lives", StageSettings(), field("NSEO"), before),
        pairs,
        swap(pairs, 2, 3),
    )
    assert [(one.code, dict(one.fields)) for one in broken.wishes] == [
        ("again", {"a": 1, "b": 2, "times": 1}),
        ("again", {"a": 3, "b": 4, "times": 1}),
    ]
