"""Mus with changing partners: single players enter, another partner each round, a table of players at the end."""

from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest

from accounts.models import User
from games.rules.chance import Stream
from games.rules.errors import Refusal
from tests.conftest import NOW, Api
from tests.tournaments.evenings import Evening, played_out
from tournaments import queries
from tournaments.models import Event, Pairing, Result, Stage
from tournaments.services import events, results, standings
from tournaments.services.results import Decision, points

pytestmark = pytest.mark.django_db

SHORT = {"sets_to_win": 1, "points_per_set": 10}


@pytest.fixture
def stage(evening: Evening) -> Stage:
    """Nine players, five rounds, with cards."""
    return evening.running("mus", 9, format="partners", settings={"rounds": 5})


def tables_of(stage: Stage, number: int = 1) -> list[Pairing]:
    return list(queries.pairings().filter(round__stage=stage, round__number=number).order_by("table"))


def decide(table: Pairing, by: User, *of_each: int) -> Result:
    return results.set_result(pairing_id=table.pk, decision=points([*of_each]), reason="the sheet", by=by, at=NOW)


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value.code


def test_single_players_enter_for_a_game_of_pairs(evening: Evening, enter: Callable[..., Any]) -> None:
    event = evening.event("mus", format="partners", capacity=8)
    assert event.team_size == 1
    assert refused(lambda: enter(event, "Jon", "Mikel")) == "entry.one_player"
    assert Api().get("formats/")[1]["results"]


def test_nine_players_play_five_rounds_to_the_table_of_players(stage: Stage, organiser: User) -> None:
    desk, path = Api(organiser), f"events/{stage.event_id}/"
    for number in range(1, 6):
        assert Event.objects.get().state == "running"
        tables = tables_of(stage, number)
        assert [len(table.entries) for table in tables] == [4, 4]
        for table in tables:
            decide(table, organiser, 3, number % 3, 3, number % 3)
        if number < 5:
            assert desk.post(path + "rounds/")[0] == 201
    assert Event.objects.get().state == "finished"
    standings.recompute(stage_id=stage.pk)
    rows = desk.get(path + "standings/")[1]["results"]
    assert sum(row["won"] for row in rows) == 5 * 2 * 2
    assert sum(row["points"] for row in rows) == sum(2 * 2 * (3 + number % 3) for number in range(1, 6))
    order = [(row["won"], row["sets_for"] - row["sets_against"]) for row in rows]
    assert order == sorted(order, reverse=True)


def test_the_draw_says_who_sits_out_and_can_be_checked(stage: Stage) -> None:
    seen = Api().get(f"events/{stage.event_id}/draws/")[1]["results"][0]
    assert seen["kind"] == "tables"
    for one, out in zip(seen["resolved"]["rounds"], seen["resolved"]["out"], strict=True):
        assert sorted(chain(*one, out)) == list(range(1, 10))
    assert seen["resolved"]["certificate"]["partner_repeats"] == 0


@pytest.mark.parametrize(
    ("of_each", "code"),
    [
        ((3, 1, 3, 0), "result.partners_differ"),
        ((3, 3, 3, 3), "result.score_not_possible"),
        ((2, 1, 2, 1), "result.score_not_possible"),
        ((3, 1, 3), "result.points_of_each"),
    ],
)
def test_partners_have_the_sets_of_their_side(
    stage: Stage, organiser: User, of_each: tuple[int, ...], code: str
) -> None:
    table = tables_of(stage)[0]
    assert refused(lambda: decide(table, organiser, *of_each)) == code
    assert not table.results.exists()


def test_a_player_of_the_other_side_or_the_partner_confirms(stage: Stage) -> None:
    table = tables_of(stage)[0]
    first, second, *_ = table.entries
    results.report(pairing_id=table.pk, entry_id=first.pk, said=points([3, 1, 3, 1]), by=None, at=NOW)
    report = table.reports.get()
    results.confirm(pairing_id=table.pk, entry_id=second.pk, report_id=report.pk, by=None, at=NOW)
    assert table.results.get().points == [3, 1, 3, 1]


def test_a_void_table_is_open_again(stage: Stage, organiser: User) -> None:
    table = tables_of(stage)[0]
    decide(table, organiser, 3, 1, 3, 1)
    void = {"pairing_id": table.pk, "decision": Decision("void"), "reason": "a wrong deal"}
    results.set_result(by=organiser, at=NOW, **void)
    standings.recompute(stage_id=stage.pk)
    assert not any(stage.standings.values_list("played", flat=True))


def test_in_the_app_partners_sit_opposite_and_get_what_their_side_gets(evening: Evening) -> None:
    stage = evening.running("mus", 5, format="partners", options=SHORT, in_app=True)
    (table,) = tables_of(stage)
    assert Api().get(f"pairings/{table.pk}/")[1]["sides"] == [[0, 2], [1, 3]]
    sitting = [seat.name for seat in table.match.seatings.order_by("seat")]
    assert sitting == [entry.players.all()[0].name for entry in table.entries]
    standings.recompute(stage_id=stage.pk)
    running = {row.entry_id: row.running for row in stage.standings.all()}
    assert [running[entry.pk]["sets"] for entry in table.entries] == [0] * 4
    score = played_out(table.match, Stream(b"partners"))
    results.take_from_engine(match_id=table.match_id, at=NOW)
    ours, theirs = score.won
    assert table.results.get().points == [ours, theirs, ours, theirs]
    assert sorted(score.won) == [0, 1]


def test_everybody_for_themselves_is_not_played_in_the_app(evening: Evening) -> None:
    assert refused(lambda: evening.event("mus", format="tables", in_app=True)) == "event.not_in_app"
    event = evening.event("mus", format="tables")
    change = {"event_id": event.pk, "by": evening.organiser, "at": NOW}
    assert refused(lambda: events.change_event(in_app=True, **change)) == "event.not_in_app"


def test_a_phase_of_pairs_does_not_follow_one_of_single_players(evening: Evening) -> None:
    pairs = [{"format": "knockout", "takes": {"part": "best", "number": 4}}]
    assert refused(lambda: evening.event("mus", format="partners", phases=pairs)) == "option.phase"
    alone = [{"format": "tables", "takes": {"part": "best", "number": 4}}]
    assert evening.event("mus", format="partners", phases=alone).phases[0]["format"] == "tables"
