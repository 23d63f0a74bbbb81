"""Phases: the best go on, or the rest, those still in, those who are out; with seeds, and a reason
for each.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.refusals import Refusal
from tests.tournaments.rules.events import (
    by_chance,
    field,
    lower_number_wins,
    play,
    stream,
)
from tournaments.rules.advancement import (
    Takes,
    check_field,
    lots,
    qualifiers,
    takes_from,
)
from tournaments.rules.formats import groups, settings
from tournaments.rules.formats.base import Json, StageSettings
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.formats.knockout import knockout_standings
from tournaments.rules.tables.results import PLAYED
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, Tally

BEST_16 = Takes(1, "best", 16)


def row(
    entry: int,
    rank: int | None,
    group: int | None = None,
    tally: Tally | None = None,
    why: str = "last",
) -> Row:
    return Row(entry, rank, rank, 1, tally or Tally(), Reason(why, {}), group=group)


def table(size: int, group: int | None = None, first: int = 1) -> list[Row]:
    """A table without shared places, the entries from `first` up."""
    return [row(first + n, n + 1, group) for n in range(size)]


def won(played: int, wins: int, sets: int = 0) -> Tally:
    return Tally(played=played, won=wins, lost=played - wins, sets_for=sets)


def entries(rows: Sequence[Row], takes: Takes, **known: Any) -> list[int]:
    return [one.entry for one in qualifiers(rows, takes, **known)]


# --- the best ---


def test_of_a_league_of_54_the_first_16_go_on_in_their_order() -> None:
    found = qualifiers(table(54), BEST_16)
    assert [(one.entry, one.seed) for one in found] == [(n, n) for n in range(1, 17)]
    assert found[15].why == ("place", {"rank": 16, "group": None})


def test_the_winners_of_32_groups_go_on_in_the_order_of_the_groups() -> None:
    rows = [one for group in range(1, 33) for one in table(4, group, 10 * group)]
    found = qualifiers(rows, Takes(1, "best", each=1))
    assert [(one.entry, one.group, one.seed) for one in found] == [
        (10 * n, n, n) for n in range(1, 33)
    ]


def test_two_of_each_group_are_seeded_winners_first_so_that_a1_can_meet_b2() -> None:
    rows = [*table(4, 1, 10), *table(4, 2, 20)]
    assert entries(rows, Takes(1, "best", each=2)) == [10, 20, 11, 21]


def test_of_groups_of_six_and_four_the_best_eight_and_the_other_two_go_to_brackets_a_and_b() -> (
    None
):
    rows = [*table(6, 1, 10), *table(4, 2, 20)]
    assert entries(rows, Takes(1, "best", 8)) == [10, 20, 11, 21, 12, 22, 13, 23]
    assert entries(rows, Takes(1, "rest", 8)) == [14, 15]


def test_five_of_each_of_three_groups_and_the_best_sixth_make_sixteen() -> None:
    """As in Ceuta in 2011; the sixth are compared by what they have for each match."""
    sixth = {1: won(12, 5), 2: won(9, 4), 3: won(12, 5)}
    rows = [
        one._replace(tally=sixth[group]) if one.rank == 6 else one
        for group in sixth
        for one in table(12, group, 100 * group)
    ]
    found = qualifiers(rows, Takes(1, "best", 16, each=5), ["match_wins", "shared"])
    assert len(found) == 16
    assert (found[15].entry, found[15].seed, found[15].why.code) == (
        205,
        16,
        "best_of_others",
    )
    assert [one.entry for one in found[:4]] == [100, 200, 300, 101]


def test_a_better_place_in_its_group_goes_before_more_wins_in_a_lower_one() -> None:
    rows = [
        row(1, 1, 1, won(3, 3)),
        row(2, 2, 1, won(3, 2)),
        row(3, 1, 2, won(3, 2)),
        row(4, 2, 2, won(3, 1)),
    ]
    rows += [row(5, 3, 1, won(3, 2)), row(6, 3, 2, won(3, 0))]
    rows.sort(key=lambda one: one.group or 0)
    assert entries(rows, Takes(1, "best", 4), tie_breaks=["match_wins"]) == [1, 3, 2, 4]


@pytest.mark.parametrize("number", [0, 3, 7])
def test_groups_that_are_too_small_give_whom_they_have(number: int) -> None:
    rows = [*table(3, 1, 10), *table(1, 2, 20)]
    assert entries(rows, Takes(1, "best", number, each=2))[:3] == [10, 20, 11]
    assert (
        len(entries(rows, Takes(1, "best", number, each=2)))
        == {0: 3, 3: 3, 7: 4}[number]
    )


# --- places shared across the cut ---


def shared() -> list[Row]:
    """One is first, three share second place, one is last."""
    return [row(1, 1), *(row(n, 2) for n in (2, 3, 4)), row(5, 5)]


def test_places_shared_across_the_cut_are_decided_by_lot_which_says_so() -> None:
    found = qualifiers(shared(), Takes(1, "best", 3), lots=[5, 4, 3, 2, 1])
    assert [(one.entry, one.why.code) for one in found] == [
        (1, "place"),
        (4, "lot"),
        (3, "lot"),
    ]
    assert entries(shared(), Takes(1, "rest", 3), lots=[5, 4, 3, 2, 1]) == [2, 5]


@pytest.mark.parametrize("lots", [[], [2, 3]])
def test_without_lots_a_cut_through_shared_places_is_refused(lots: list[int]) -> None:
    with pytest.raises(Refusal) as caught:
        qualifiers(shared(), Takes(1, "best", 3), lots=lots)
    assert (caught.value.code, caught.value.fields) == (
        "phase.tie_at_the_cut",
        {"entries": [2, 3, 4], "places": 2},
    )


@pytest.mark.parametrize(
    ("number", "expected"),
    [(1, [1]), (4, [1, 2, 3, 4]), (5, [1, 2, 3, 4, 5]), (9, [1, 2, 3, 4, 5])],
)
def test_shared_places_that_are_not_cut_need_no_lot(
    number: int, expected: list[int]
) -> None:
    assert entries(shared(), Takes(1, "best", number)) == expected


def test_a_tie_between_groups_is_a_tie_as_well() -> None:
    rows = [
        row(1, 1, 1, won(3, 2)),
        row(2, 2, 1, won(3, 1)),
        row(3, 1, 2, won(3, 2)),
        row(4, 2, 2, won(3, 1)),
    ]
    with pytest.raises(Refusal):
        qualifiers(rows, Takes(1, "best", 3, each=1), ["match_wins"])
    assert entries(
        rows, Takes(1, "best", 3, each=1), tie_breaks=["match_wins"], lots=[4, 2, 1, 3]
    ) == [1, 3, 4]


def test_lots_come_from_the_promised_secret_and_are_nobodys_concern_but_ones_own() -> (
    None
):
    order = lots(range(1, 30), b"secret" * 5)
    assert sorted(order) == list(range(1, 30))
    assert order != lots(range(1, 30), b"other" * 6)
    assert lots(range(1, 20), b"secret" * 5) == tuple(
        entry for entry in order if entry < 20
    )


def test_of_few_entries_every_order_of_lots_is_as_likely() -> None:
    counts = Counter(lots((1, 2, 3), b"%d" % n) for n in range(600))
    assert len(counts) == 6
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 20.5


# --- in and out ---


def knockout_rows(rounds: int) -> list[Row]:
    leaves = range(1, 9)
    return list(
        knockout_standings(
            tuple(leaves),
            [fact for fact in play(tuple(leaves)) if fact.round <= rounds],
        )
    )


def test_those_who_are_out_go_on_while_the_others_play() -> None:
    found = qualifiers(knockout_rows(1), Takes(1, "out"))
    assert [one.entry for one in found] == [2, 4, 6, 8]
    assert found[0].why == ("out", {"rank": 5, "group": None})
    assert entries(knockout_rows(1), Takes(1, "in")) == [1, 3, 5, 7]


@pytest.mark.parametrize(
    ("last", "expected"),
    [(0, {2, 3, 4, 5, 6, 7, 8}), (1, {2, 4, 6, 8}), (2, {2, 3, 4, 6, 7, 8})],
)
def test_those_who_went_out_up_to_a_round(last: int, expected: set[int]) -> None:
    assert set(entries(knockout_rows(3), Takes(1, "out", last))) == expected


@given(st.integers(2, 40), st.integers(0, 200), st.integers())
def test_in_and_out_are_everybody_once(size: int, results: int, seed: int) -> None:
    leaves = tuple(entrant.id for entrant in field(size)) + (None,) * (
        (1 << (size - 1).bit_length()) - size
    )
    rows = knockout_standings(
        leaves[::2] + leaves[1::2],
        play(leaves[::2] + leaves[1::2], by_chance(stream(seed), 5)),
    )
    parts = [*entries(rows, Takes(1, "in")), *entries(rows, Takes(1, "out"))]
    assert sorted(parts) == sorted(entries(rows, Takes(1))) == list(range(1, size + 1))


# --- from a draw to the next phase ---


@given(
    st.integers(2, 8),
    st.integers(4, 8),
    st.integers(1, 3),
    st.integers(0, 12),
    st.integers(),
)
def test_best_and_rest_of_groups_are_everybody_once_and_the_firsts_go_on(
    number: int, size: int, each: int, more: int, seed: int
) -> None:
    setup = StageSettings(groups=number, tie_breaks=groups.FORMAT.tie_breaks)
    chance = stream(seed)
    drawn: Json = groups.FORMAT.draw(field(number * size), chance, setup)
    facts = [
        ConfirmedResult(
            n,
            meeting.slot,
            a,
            b,
            PLAYED,
            *((a, 3, lost) if chance.below(2) else (b, lost, 3)),
        )
        for n, planned in enumerate(groups.FORMAT.plan(drawn, [], setup), start=1)
        for meeting in planned.meetings
        for a, b, lost in [
            (meeting.entries[0] or 0, meeting.entries[-1] or 0, chance.below(3))
        ]
        if meeting.ready
    ]
    rows = groups.FORMAT.standings(drawn, facts, setup, {})
    takes = Takes(1, "best", number * each + more, each)
    best = qualifiers(rows, takes, setup.tie_breaks, drawn["lots"])
    rest = entries(
        rows,
        takes._replace(part="rest"),
        tie_breaks=setup.tie_breaks,
        lots=drawn["lots"],
    )
    assert sorted([*(one.entry for one in best), *rest]) == list(
        range(1, number * size + 1)
    )
    assert len(best) == min(number * size, takes.number)
    winners = {one.entry for one in rows if one.shared_to == 1}
    assert winners <= {one.entry for one in best[:number]}
    assert [one.seed for one in best] == list(range(1, len(best) + 1))


# --- read ---


def test_what_a_phase_takes_is_read_from_json_and_the_phase_before_is_meant_when_none_is_named() -> (
    None
):
    assert takes_from({"source": 1, "part": "best", "number": 16}, 3) == BEST_16
    assert takes_from({}, 3) == Takes(2, "all")
    assert takes_from({"part": "out", "number": 2}, 2) == Takes(1, "out", 2)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ({"source": 2}, "option.bad"),
        ({"source": 0}, "option.bad"),
        ({"part": "worst"}, "option.bad"),
        ({"number": "8"}, "option.bad"),
        ({"each": True}, "option.bad"),
        ({"carry": "points"}, "option.unknown"),
        ({"part": "best"}, "phase.takes_how_many"),
        ({"part": "rest"}, "phase.takes_how_many"),
        ({"number": 4}, "phase.takes_no_number"),
        ({"part": "in", "number": 4}, "phase.takes_no_number"),
        ({"part": "out", "each": 1}, "phase.takes_no_number"),
    ],
)
def test_what_cannot_be_taken_is_refused_with_what_could(
    raw: dict[str, Any], code: str
) -> None:
    with pytest.raises(Refusal) as caught:
        takes_from(raw, 2)
    assert caught.value.code == code
    if code.startswith("option"):
        assert caught.value.fields["allowed"]


def test_the_loser_of_the_last_match_is_out_and_the_winner_is_not() -> None:
    rows = knockout_standings((1, 2), play((1, 2), lower_number_wins))
    assert (entries(rows, Takes(1, "in")), entries(rows, Takes(1, "out"))) == ([1], [2])


@pytest.mark.parametrize(
    ("source", "takes", "format", "code"),
    [
        ("swiss", {"part": "out"}, "knockout", "phase.nobody_is_out"),
        ("round_robin", {"part": "in"}, "knockout", "phase.nobody_is_out"),
        (
            "swiss",
            {"part": "best", "number": 1},
            "knockout",
            "knockout.too_few_entries",
        ),
        (
            "swiss",
            {"part": "best", "number": 3},
            "consolation",
            "consolation.too_few_entries",
        ),
        ("lives", {"part": "in"}, "knockout", "knockout.too_few_entries"),
        ("groups", {"part": "best", "each": 2}, "swiss", "swiss.too_many_rounds"),
        ("groups", {"part": "best", "each": 3}, "swiss", None),
        ("lives", {"part": "out"}, "knockout", None),
        ("swiss", {"part": "rest", "number": 8}, "knockout", None),
    ],
)
def test_a_phase_that_could_never_be_played_is_refused(
    source: str, takes: dict[str, Any], format: str, code: str | None
) -> None:
    sides = [
        (FORMATS[one], settings.read(FORMATS[one], {})) for one in (source, format)
    ]
    refused = (
        pytest.raises(Refusal, check=lambda refusal: refusal.code == code)
        if code
        else nullcontext()
    )
    with refused:
        check_field(takes_from(takes, 2), *sides[0], *sides[1])
