"""Results: reported, confirmed, disputed, corrected."""

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Match
from tests.conftest import NOW, SHORT, Api
from tests.tournaments.draws_and_rounds.club_evening import (
    Running,
    code_of,
    decide,
    tables,
)
from tournaments.models import Draw, Entry, Event, LogEntry, Pairing
from tournaments.services import draws, events, results, rounds
from tournaments.services.typed_results import Decision, played

pytestmark = pytest.mark.django_db


# --- results ---


def sides(pairing: Pairing) -> tuple[int, int]:
    assert pairing.a_id
    assert pairing.b_id
    return pairing.a_id, pairing.b_id


def report(pairing: Pairing, entry: int, sets: tuple[int, int]) -> Pairing:
    return results.report(
        pairing_id=pairing.pk, entry_id=entry, score=played(*sets), by=None, at=NOW
    )


def test_one_side_reports_and_the_other_confirms(running: Running) -> None:
    pairing = tables(running(4))[0]
    a, b = sides(pairing)
    report(pairing, a, (3, 1))
    theirs = pairing.reports.get()
    results.confirm(
        pairing_id=pairing.pk, entry_id=b, report_id=theirs.pk, by=None, at=NOW
    )
    pairing.refresh_from_db()
    assert pairing.result
    assert (pairing.result.source, pairing.result.winner_id) == ("players", a)


def test_nobody_confirms_their_own_report(running: Running) -> None:
    pairing = tables(running(4))[0]
    a, _ = sides(pairing)
    report(pairing, a, (3, 1))
    mine = pairing.reports.get()

    def call():
        return results.confirm(
            pairing_id=pairing.pk, entry_id=a, report_id=mine.pk, by=None, at=NOW
        )

    assert code_of(call) == "result.report_changed"


def test_reporting_twice_is_one_report_and_decides_nothing(running: Running) -> None:
    pairing = tables(running(4))[0]
    a, _ = sides(pairing)
    report(pairing, a, (3, 1))
    report(pairing, a, (3, 1))
    assert pairing.reports.count() == 1
    assert not pairing.results.exists()


def test_two_reports_that_differ_are_a_dispute(running: Running) -> None:
    pairing = tables(running(4))[0]
    a, b = sides(pairing)
    report(pairing, a, (3, 1))
    report(pairing, b, (1, 3))
    seen = Api().get(f"pairings/{pairing.pk}/")[1]
    assert seen["disputed"]
    assert seen["result"] is None
    report(pairing, b, (3, 1))
    assert Api().get(f"pairings/{pairing.pk}/")[1]["result"]["sets"] == [3, 1]


def test_confirming_a_report_that_has_since_changed_is_refused(
    running: Running,
) -> None:
    pairing = tables(running(4))[0]
    a, b = sides(pairing)
    report(pairing, a, (3, 1))
    seen = pairing.reports.get()
    report(pairing, a, (3, 2))

    def call():
        return results.confirm(
            pairing_id=pairing.pk, entry_id=b, report_id=seen.pk, by=None, at=NOW
        )

    assert code_of(call) == "result.report_changed"


@pytest.mark.parametrize("sets", [(3, 3), (4, 0), (2, 1), (0, 0)])
def test_only_scores_that_the_rules_allow_can_be_entered(
    running: Running, organiser: Any, sets: tuple[int, int]
) -> None:
    pairing = tables(running(4))[0]
    assert (
        code_of(lambda: report(pairing, sides(pairing)[0], sets))
        == "result.score_not_possible"
    )
    assert (
        code_of(lambda: decide(pairing, organiser, sets)) == "result.score_not_possible"
    )


def test_a_result_for_the_wrong_table_is_refused(running: Running) -> None:
    first, second = tables(running(4))
    assert (
        code_of(lambda: report(first, sides(second)[0], (3, 0)))
        == "result.not_your_table"
    )


def test_a_correction_of_the_current_round_is_one_step_and_logged(
    running: Running, organiser: Any, referee: Any
) -> None:
    stage = running(4)
    pairing = tables(stage)[0]
    decide(pairing, organiser, (3, 1))
    decide(pairing, referee, (1, 3))
    pairing.refresh_from_db()
    assert pairing.result
    assert (pairing.result.number, pairing.result.winner_id) == (2, pairing.b_id)
    assert pairing.results.count() == 2, "the first one is kept"
    line = LogEntry.objects.first()
    assert line
    assert (line.action, line.by) == ("result.corrected", referee)


def test_a_result_of_an_earlier_round_is_closed(
    running: Running, organiser: Any
) -> None:
    stage = running(4)
    first, second = tables(stage)
    decide(first, organiser)
    decide(second, organiser)
    rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    assert code_of(lambda: decide(first, organiser, (0, 3))) == "result.round_closed"


def test_correcting_the_final_reopens_and_closes_the_event(
    running: Running, organiser: Any
) -> None:
    stage = running(2)
    final = tables(stage)[0]
    decide(final, organiser)
    void = Decision("void")
    results.set_result(
        pairing_id=final.pk, decision=void, reason="wrong pack", by=organiser, at=NOW
    )
    stage.event.refresh_from_db()
    assert stage.event.state == "running"
    decide(final, organiser, (0, 3))
    stage.event.refresh_from_db()
    assert stage.event.state == "finished"


def test_walkovers_send_one_on_and_double_walkovers_nobody(
    running: Running, organiser: Any
) -> None:
    stage = running(4)
    first, second = tables(stage)
    by = {"by": organiser, "at": NOW, "reason": "did not turn up"}
    results.set_result(pairing_id=first.pk, decision=Decision("walkover", "b"), **by)
    results.set_result(pairing_id=second.pk, decision=Decision("double_walkover"), **by)
    rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    final = Pairing.objects.get(round__stage=stage, round__number=2)
    assert final.bye
    assert first.b_id in {final.a_id, final.b_id}


def test_played_in_the_app_the_players_cannot_type_a_result(
    in_app: Running, organiser: Any
) -> None:
    pairing = tables(in_app(options=SHORT))[0]
    assert pairing.match
    assert (
        code_of(lambda: report(pairing, sides(pairing)[0], (1, 0)))
        == "result.played_in_app"
    )
    decide(pairing, organiser, (1, 0))
    pairing.match.refresh_from_db()
    assert pairing.match.annulled_at, "the desk's word ends the match on the screen"


def test_a_pair_without_accounts_plays_with_cards_beside_those_in_the_app(
    make_event: Callable[..., Event],
    enter: Callable[..., Entry],
    four: list[Any],
    draw_bracket: Any,
) -> None:
    event = make_event(in_app=True)
    enter(event, "Ane", "Ainhoa", users=(four[0], four[2]))
    enter(event, "Beñat", "Bixente", users=(four[1], four[3]))
    enter(event, "No", "Account")
    enter(event, "Paper", "Pencil")
    assert {bool(pairing.match_id) for pairing in tables(draw_bracket(event))} <= {
        True,
        False,
    }
    assert Match.objects.count() in {0, 1}


def test_pages_and_api_of_an_event_take_the_same_queries_for_few_and_many(
    running: Running, django_assert_max_num_queries: Any
) -> None:
    stage = running(64)
    for path in ("entries/", "rounds/", "bracket/", "standings/", "draws/"):
        with django_assert_max_num_queries(12):
            assert Api().get(f"events/{stage.event_id}/{path}")[0] == 200


def test_the_secret_of_a_draw_that_was_never_made_stays_one(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    for n in range(2):
        enter(event, f"Ane {n}", f"Jon {n}")
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    draws.discard(draw_id=draw.pk, reason="not today", by=organiser, at=NOW)
    assert Draw.objects.get(pk=draw.pk).state == "discarded"
    assert Api().get(f"events/{event.pk}/draws/")[1]["results"][0]["secret"] is None


def test_an_event_that_was_called_off_takes_no_more_rounds_and_results(
    running: Running, organiser: Any
) -> None:
    stage = running(2)
    final = tables(stage)[0]
    events.step(event_id=stage.event_id, action="cancel", by=organiser, at=NOW)
    assert code_of(lambda: decide(final, organiser)) == "event.wrong_state"
    assert (
        code_of(lambda: rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW))
        == "event.wrong_state"
    )


def test_calling_off_an_event_ends_its_matches_in_the_app(
    in_app: Running, organiser: Any
) -> None:
    events.step(event_id=in_app().event_id, action="cancel", by=organiser, at=NOW)
    assert Match.objects.get().annulled_at


@pytest.mark.parametrize(
    ("given", "status", "code"),
    [
        ({"winner": "b", "sets_a": 3, "sets_b": 0}, 422, "result.winner_has_sets"),
        ({"winner": "a", "sets_a": 1, "sets_b": 3}, 422, "result.winner_has_sets"),
        ({"winner": "b", "sets_a": 1, "sets_b": 3}, 200, None),
        ({"sets_a": 1, "sets_b": 3}, 200, None),
    ],
)
def test_a_winner_who_does_not_have_the_sets_is_refused(
    running: Running, organiser: Any, given: dict[str, Any], status: int, code: str
) -> None:
    pairing = tables(running(4))[0]
    path = f"pairings/{pairing.pk}/result/"
    got, answer = Api(organiser).post(path, **given, reason="the sheet")
    assert (got, answer.get("code")) == (status, code)
    if status == 200:
        assert answer["result"]["winner"] == pairing.b_id


def test_over_the_api_a_result_is_only_replaced_by_whoever_has_seen_it(
    running: Running, organiser: Any
) -> None:
    pairing = tables(running(4))[0]
    for entry in sides(pairing):
        report(pairing, entry, (3, 1))
    path, desk = f"pairings/{pairing.pk}/result/", Api(organiser)
    other = {"sets_a": 0, "sets_b": 3, "reason": "the sheet"}
    status, problem = desk.post(path, **other)
    assert (status, problem["code"], problem["fields"]) == (
        409,
        "result.changed",
        {"number": 1},
    )
    assert desk.post(path, **other, replaces=1)[1]["result"]["number"] == 2
