"""Rounds of a knockout, one after another."""

from typing import Any

import pytest

from core.refusals import Refusal
from tests.conftest import NOW
from tests.tournaments.draws_and_rounds.club_evening import (
    Running,
    code_of,
    decide,
    tables,
)
from tournaments.models import Stage
from tournaments.reading import snapshot
from tournaments.services import rounds

pytestmark = pytest.mark.django_db


def play_out(stage: Stage, by: Any) -> int:
    """Decide every table of every round for side a; returns the number of matches."""
    matches = 0
    while True:
        for pairing in tables(stage):
            decide(pairing, by)
            matches += 1
        if stage.rounds.count() == len(snapshot.bracket_columns(stage)):
            assert (
                code_of(lambda: rounds.open_round(stage_id=stage.pk, by=by, at=NOW))
                == "round.none_left"
            )
            return matches
        rounds.open_round(stage_id=stage.pk, by=by, at=NOW)


@pytest.mark.parametrize("pairs", [2, 3, 5, 8, 13])
def test_a_knockout_comes_to_its_champion_in_one_match_less_than_pairs(
    running: Running, organiser: Any, pairs: int
) -> None:
    stage = running(pairs)
    assert play_out(stage, organiser) == pairs - 1
    stage.event.refresh_from_db()
    assert stage.event.state == "finished"


def test_a_round_waits_for_all_its_results_and_names_the_tables(
    running: Running, organiser: Any
) -> None:
    stage = running(8)
    decide(tables(stage)[1], organiser)
    with pytest.raises(Refusal) as caught:
        rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    assert (caught.value.code, caught.value.fields["tables"]) == (
        "round.still_playing",
        [1, 3, 4],
    )


def test_a_round_has_the_rules_that_the_event_gave_it(
    running: Running, organiser: Any
) -> None:
    stage = running(
        4, options={"sets_to_win": 2}, round_options={"final": {"sets_to_win": 5}}
    )
    for pairing in tables(stage):
        decide(pairing, organiser, (2, 0))
    final = rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    assert (final.code, final.options["sets_to_win"]) == ("final", 5)
    assert (
        code_of(lambda: decide(tables(stage)[0], organiser, (2, 0)))
        == "result.score_not_possible"
    )


def test_with_a_match_for_third_place_the_last_round_has_two_tables(
    running: Running, organiser: Any
) -> None:
    stage = running(4, settings={"third_place": True})
    assert play_out(stage, organiser) == 4
