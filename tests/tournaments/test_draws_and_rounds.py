"""Draws that are announced, made, published; rounds opened one after the other; results of each
kind.
"""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from core.refusals import Refusal
from games.models import Match
from tests.conftest import NOW, SHORT, Api, written_by_hand
from tournaments.models import Draw, Entry, Event, LogEntry, Pairing, Result, Stage
from tournaments.reading import next_draws, snapshot
from tournaments.rules.brackets import bracket
from tournaments.rules.draws import draw as rules
from tournaments.rules.draws.inputs import read
from tournaments.services import draws, events, registration, results, rounds
from tournaments.services.decisions import Decision, played

pytestmark = pytest.mark.django_db

Running = Callable[..., Stage]


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value.code


def tables(stage: Stage) -> list[Pairing]:
    """The pairings of the latest round that are played, by table."""
    last = stage.rounds.count()
    return list(
        Pairing.objects.filter(
            round__stage=stage, round__number=last, table__isnull=False
        ).order_by("table")
    )


def decide(pairing: Pairing, by: Any, sets: tuple[int, int] = (3, 1)) -> Result:
    return results.set_result(
        pairing_id=pairing.pk, decision=played(*sets), reason="sheet", by=by, at=NOW
    )


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


def test_a_draw_promises_before_it_draws(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    for n in range(5):
        enter(event, f"Ane {n}", f"Jon {n}")
    status, seen = Api(organiser).post(f"events/{event.pk}/draws/", kind="bracket")
    assert status == 201
    assert seen["secret"] is None
    assert seen["resolved"] is None
    assert len(seen["commitment"]) == 64


def test_anybody_can_repeat_a_draw_from_what_is_published(running: Running) -> None:
    stage = running(11)
    seen = Api().get(f"events/{stage.event_id}/draws/")[1]["results"][0]
    secret = bytes.fromhex(seen["secret"])
    names = [name for _, name in seen["field"]]
    assert rules.commitment(secret) == seen["commitment"]
    assert rules.field_hash(names) == seen["field_hash"]
    stream = rules.draw_stream(seen["draw_id"], names, secret, seen["beacon"].encode())
    assert (
        list(bracket.bracket(read(stage.draw.inputs).entrants, stream))
        == seen["resolved"]["leaves"]
    )


def test_a_list_that_changed_since_the_announcement_is_not_drawn(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    first, *_ = [enter(event, f"Ane {n}", f"Jon {n}") for n in range(3)]
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    with written_by_hand():
        Entry.objects.filter(pk=first.pk).update(team_name="Changed behind the desk")
    assert (
        code_of(lambda: draws.make(draw_id=draw.pk, by=organiser, at=NOW))
        == "draw.field_changed"
    )


def test_a_discarded_draw_stays_visible_with_its_reason(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    for n in range(3):
        enter(event, f"Ane {n}", f"Jon {n}")
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    assert (
        code_of(
            lambda: draws.discard(draw_id=draw.pk, reason=" ", by=organiser, at=NOW)
        )
        == "desk.reason_needed"
    )
    draws.discard(draw_id=draw.pk, reason="a pair was missing", by=organiser, at=NOW)
    seen = Api().get(f"events/{event.pk}/draws/")[1]["results"]
    assert [(d["state"], d["reason"]) for d in seen] == [
        ("discarded", "a pair was missing")
    ]
    assert (
        draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW).number
        == 2
    )


def test_each_step_of_a_draw_is_taken_once(running: Running, organiser: Any) -> None:
    draw = running(3).draw
    for again in (draws.make, draws.publish):
        assert (
            code_of(lambda again=again: again(draw_id=draw.pk, by=organiser, at=NOW))
            == "draw.wrong_state"
        )
    assert Stage.objects.count() == 1


def test_single_players_get_partners_by_cards_and_the_odd_one_is_the_reserve(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    """MUS-9"""
    enter(event, "Pair A", "Pair B")
    for n in range(5):
        enter(event, f"Single {n}")
    assert (
        code_of(
            lambda: draws.announce(
                event_id=event.pk, kind="bracket", by=organiser, at=NOW
            )
        )
        == "draw.singles_first"
    )
    draw = draws.announce(event_id=event.pk, kind="teams", by=organiser, at=NOW)
    draw = draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    draws.publish(draw_id=draw.pk, by=organiser, at=NOW)
    singles, teams = next_draws.names_to_draw(event)
    assert (len(singles), len(teams)) == (1, 3)
    assert [entry for entry, _ in singles] == [(draw.resolved or {})["reserve"]]
    drawn = sorted(name.split(". ")[1] for _, name in teams)
    assert drawn[0] == "Pair A – Pair B"
    assert all(re.fullmatch(r"Single \d – Single \d", name) for name in drawn[1:])
    assert event.players.filter(active=True).count() == 7
    assert Entry.objects.filter(event=event, state="teamed").count() == 4
    bracket = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    assert len(bracket.field) == 3


@pytest.mark.parametrize(
    "step",
    [
        lambda **how: draws.make(draw_id=0, **how),
        lambda **how: rounds.open_round(stage_id=0, **how),
        lambda **how: events.step(event_id=0, action="cancel", **how),
    ],
    ids=["a draw", "a phase", "an event"],
)
def test_what_somebody_else_has_taken_away_meanwhile_is_not_there(
    step: Callable[..., object], organiser: Any
) -> None:
    assert code_of(lambda: step(by=organiser, at=NOW)) == "event.not_found"


def test_the_first_published_draw_freezes_the_rules(
    running: Running, organiser: Any
) -> None:
    event = running(4).event

    def change(**f):
        return events.change_event(event_id=event.pk, by=organiser, at=NOW, **f)

    assert code_of(lambda: change(options={"kings": 4})) == "event.rules_frozen"
    assert code_of(lambda: change(fee=20)) == "event.rules_frozen"
    assert change(place="Sala 2").place == "Sala 2"


@pytest.mark.parametrize("made", [False, True], ids=["announced", "made"])
@pytest.mark.parametrize(
    "change",
    [{"options": {"kings": 4}}, {"round_options": {"final": {"kings": 4}}}],
    ids=str,
)
def test_the_pack_that_draws_the_seats_is_fixed_with_the_announcement(
    event: Event,
    organiser: Any,
    enter: Callable[..., Entry],
    change: dict[str, Any],
    made: bool,
) -> None:
    for n in range(4):
        enter(event, f"Ane {n}", f"Jon {n}")
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    if made:
        draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    path = f"events/{event.pk}/"
    status, problem = Api(organiser).patch(path, **change)
    assert (status, problem["code"], problem["fields"]) == (
        409,
        "event.rules_bound",
        {"fields": [*change]},
    )
    assert Api(organiser).patch(path, fee="5.00")[0] == 200
    draws.discard(draw_id=draw.pk, reason="another pack", by=organiser, at=NOW)
    assert Api(organiser).patch(path, **change)[0] == 200


@pytest.mark.parametrize(
    ("options", "round_options"),
    [
        ({"kings": 9}, {}),
        ({"jokers": 2}, {}),
        ({}, {"final": {"sets_to_win": 0}}),
        ({}, {"last": {}}),
    ],
    ids=["nine kings", "no such option", "no sets in the final", "no such round"],
)
def test_rules_that_do_not_exist_are_refused_when_the_event_is_made(
    make_event: Callable[..., Event], options: Any, round_options: Any
) -> None:
    with pytest.raises(Refusal):
        make_event(options=options, round_options=round_options)
    assert not Event.objects.exists()


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
    by = {"by": organiser, "at": NOW, "reason": "did not come"}
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


# --- what may not happen between the steps of a draw ---


def singles(event: Event, enter: Callable[..., Entry], number: int = 4) -> list[Entry]:
    return [
        enter(event, f"Single {n}", phone=f"60000000{n}", club_name="Bilbo")
        for n in range(number)
    ]


def test_a_draw_of_partners_is_not_published_with_somebody_who_has_gone(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    gone, *_ = singles(event, enter)
    draw = draws.announce(event_id=event.pk, kind="teams", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    registration.withdraw_before_draw(entry_id=gone.pk, by=None, at=NOW)
    assert (
        code_of(lambda: draws.publish(draw_id=draw.pk, by=organiser, at=NOW))
        == "draw.field_changed"
    )
    draws.discard(draw_id=draw.pk, reason="somebody has gone", by=organiser, at=NOW)


def test_a_drawn_team_keeps_its_phones_and_may_still_withdraw_before_the_bracket(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    singles(event, enter)
    draw = draws.announce(event_id=event.pk, kind="teams", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    draws.publish(draw_id=draw.pk, by=organiser, at=NOW)
    team = event.entries.filter(state="in").first()
    assert team
    assert (len(team.phone), team.club_name) == (len("600000000 / 600000001"), "Bilbo")
    registration.withdraw_before_draw(entry_id=team.pk, by=organiser, at=NOW)
    assert len(next_draws.names_to_draw(event)[1]) == 1


def test_a_draw_cannot_bring_an_event_back_that_was_called_off(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    enter(event, "Ane", "Jon")
    enter(event, "Mikel", "Peio")
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    events.step(event_id=event.pk, action="cancel", by=organiser, at=NOW)
    assert (
        code_of(lambda: draws.make(draw_id=draw.pk, by=organiser, at=NOW))
        == "event.wrong_state"
    )


def test_capacity_and_deadline_are_frozen_with_the_rules(
    running: Running, organiser: Any
) -> None:
    event = running(4).event
    for change in ({"capacity": 99}, {"deadline": NOW}):

        def call(change=change):
            return events.change_event(
                event_id=event.pk, by=organiser, at=NOW, **change
            )

        assert code_of(call) == "event.rules_frozen"


@pytest.mark.parametrize(
    ("decision", "code"),
    [
        (Decision("double_walkover", "a"), "result.no_winner"),
        (Decision("void", "b"), "result.no_winner"),
        (Decision("walkover"), "result.winner_needed"),
        (Decision("walkover", "a", 3, 0), "result.no_sets"),
        (Decision("void", tantos=[[30, 0]]), "result.no_sets"),
        (Decision("drawn"), "result.no_such_kind"),
    ],
)
def test_a_result_without_play_says_only_what_it_can(
    running: Running, organiser: Any, decision: Decision, code: str
) -> None:
    pairing = tables(running(2))[0]

    def call():
        return results.set_result(
            pairing_id=pairing.pk, decision=decision, reason="xyz", by=organiser, at=NOW
        )

    assert code_of(call) == code


def test_registration_cannot_end_after_the_event_has_started(
    make_event: Callable[..., Event],
) -> None:
    with pytest.raises(Refusal, match=r"event\.deadline_after_start"):
        make_event(deadline=NOW + timedelta(days=2))
