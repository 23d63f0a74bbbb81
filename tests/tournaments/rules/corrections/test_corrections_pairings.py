"""Corrections: what happens to later pairings."""

import pytest

from core.refusals import Refusal
from tests.tournaments.rules.corrections.corrected_events import eight
from tournaments.rules.corrections import (
    KEEP,
    REPLAY,
    RESLOT,
    Preview,
    preview,
)
from tournaments.rules.formats.base import StageSettings
from tournaments.rules.tables.results import PLAYED, VOID
from tournaments.rules.tables.tallies import ConfirmedResult


def moves(after: Preview) -> list[tuple[int, int, tuple[int | None, ...], str]]:
    return [(*moved.opened.key, moved.now, moved.choice) for moved in after.pairings]


def test_the_same_winner_by_another_score_changes_nothing_else():
    after = eight(3).record(ConfirmedResult(1, 0, 1, 2, PLAYED, 1, 3, 0))
    assert (after.pairings, after.ranks) == ((), ())


def test_an_open_pairing_gets_whoever_belongs_there_now():
    event = eight(1)
    event.open()
    after = event.win(1, 0, 2)
    assert moves(after) == [(2, 0, (2, 3), RESLOT)]
    assert event.stored[2, 0] == (2, 3)


def test_a_pairing_that_was_played_keeps_its_players_and_its_winner_goes_on():
    event = eight(2)
    event.open()
    after = event.win(1, 0, 2)
    assert moves(after) == [(2, 0, (2, 3), KEEP)]
    assert event.plan()[3, 0].entries == event.stored[3, 0] == (1, 5)
    assert after.state.draw["kept"] == [[2, 0, 1, 3]]


def test_a_pairing_that_is_being_played_is_kept_too():
    event = eight(1)
    event.open()
    fact = ConfirmedResult(1, 0, 1, 2, PLAYED, 2, 0, 3)
    after = preview(event.phase(frozenset({(2, 0)})), [*event.facts[1:], fact])
    assert [(moved.choice, moved.opened.choices) for moved in after.pairings] == [
        (KEEP, (KEEP, REPLAY))
    ]


def test_a_match_played_anew_takes_back_all_that_came_of_it():
    event = eight(3)
    again = ConfirmedResult(1, 0, 1, 2, PLAYED, 2, 1, 3)
    after = event.record(again, {(2, 0): REPLAY, (3, 0): REPLAY})
    assert moves(after) == [(2, 0, (2, 3), REPLAY), (3, 0, (None, 5), REPLAY)]
    assert [
        (fact.round, fact.slot) for fact in after.state.results if fact.round > 1
    ] == [(2, 1)]
    assert event.ready() == [(2, 0)]


def test_a_winner_who_had_gone_on_twice_is_followed_to_the_end():
    event = eight(2)
    event.open()
    after = event.record(ConfirmedResult(1, 0, 1, 2, PLAYED, 2, 1, 3), {(2, 0): REPLAY})
    assert moves(after) == [(2, 0, (2, 3), REPLAY), (3, 0, (None, 5), RESLOT)]
    event.win(2, 0, 2)
    assert event.stored[3, 0] == (2, 5)


def test_whoever_lost_a_final_that_stays_is_not_in_the_match_for_third_place_too():
    event = eight(2, StageSettings(third_place=True))
    event.open()
    event.win(3, 0, 1)
    after = event.win(2, 0, 3)
    assert [(moved.opened.key, moved.choice) for moved in after.pairings] == [
        ((3, 0), KEEP),
        ((3, 1), KEEP),
    ]
    assert event.plan()[3, 1].entries == event.stored[3, 1] == (3, 7)


def test_what_was_kept_once_stays_kept_when_something_else_is_corrected():
    event = eight(3)
    event.win(1, 0, 2)
    event.win(1, 3, 8)
    assert sorted(event.drawn["kept"]) == [[2, 0, 1, 3], [2, 1, 5, 7]]
    assert event.plan()[3, 0].winner == 1


def test_what_was_kept_is_forgotten_when_the_correction_is_taken_back():
    event = eight(3)
    event.win(1, 0, 2)
    after = event.win(1, 0, 1)
    assert after.pairings == ()
    assert "kept" not in after.state.draw


@pytest.mark.parametrize(
    ("rounds", "choice", "allowed"),
    [(1, REPLAY, [RESLOT, KEEP]), (2, RESLOT, [KEEP, REPLAY])],
    ids=["open", "decided"],
)
def test_a_choice_that_a_pairing_does_not_have_is_refused_with_those_it_has(
    rounds, choice, allowed
):
    event = eight(rounds)
    event.open()
    with pytest.raises(Refusal) as refused:
        event.record(ConfirmedResult(1, 0, 1, 2, PLAYED, 2, 1, 3), {(2, 0): choice})
    assert (refused.value.code, refused.value.fields["allowed"]) == (
        "correction.no_such_choice",
        allowed,
    )


def test_a_void_match_of_the_past_is_played_again_and_what_came_of_it_waits_or_stays():
    event = eight(2)
    event.open()
    after = event.record(ConfirmedResult(2, 1, 5, 7, VOID, None))
    assert moves(after) == [(3, 0, (1, None), RESLOT)]
    assert event.ready() == [(2, 1)]
