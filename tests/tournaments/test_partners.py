"""Mus with changing partners: single players enter, another partner each round, a table of players
at the end.
"""

import json
from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from core.chance import Stream
from core.refusals import Refusal
from tests.conftest import NOW, Api
from tests.pages import tidy
from tests.tournaments.evenings import Evening, played_out
from tournaments.models import Event, Pairing, Result, Stage
from tournaments.reading import events as queries
from tournaments.rules.draws.verify import verify
from tournaments.services import events, results, standings
from tournaments.services.typed_results import Decision, points

pytestmark = pytest.mark.django_db

SHORT = {"sets_to_win": 1, "points_per_set": 10}


@pytest.fixture
def stage(evening: Evening) -> Stage:
    """Nine players, five rounds, with cards."""
    return evening.running("mus", 9, format="partners", settings={"rounds": 5})


def tables_of(stage: Stage, number: int = 1) -> list[Pairing]:
    return list(
        queries.pairings()
        .filter(round__stage=stage, round__number=number)
        .order_by("table")
    )


def decide(table: Pairing, by: User, *of_each: int) -> Result:
    return results.set_result(
        pairing_id=table.pk,
        decision=points([*of_each]),
        reason="the sheet",
        by=by,
        at=NOW,
    )


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value.code


def test_single_players_enter_for_a_game_of_pairs(
    evening: Evening, enter: Callable[..., Any]
) -> None:
    event = evening.event("mus", format="partners", capacity=8)
    assert event.team_size == 1
    assert refused(lambda: enter(event, "Jon", "Mikel")) == "entry.one_player"
    formats = {one["code"]: one for one in Api().get("formats/")[1]["results"]}
    assert [code for code, one in formats.items() if one["partners"]] == ["partners"]
    assert [code for code, one in formats.items() if one["several"]] == [
        "partners",
        "tables",
    ]


def test_nine_players_play_five_rounds_to_the_table_of_players(
    stage: Stage, organiser: User
) -> None:
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
    assert sum(row["points"] for row in rows) == sum(
        2 * 2 * (3 + number % 3) for number in range(1, 6)
    )
    order = [(row["won"], row["sets_for"] - row["sets_against"]) for row in rows]
    assert order == sorted(order, reverse=True)


def test_the_draw_says_who_sits_out_and_can_be_checked(stage: Stage) -> None:
    seen = Api().get(f"events/{stage.event_id}/draws/")[1]["results"][0]
    assert seen["kind"] == "tables"
    for one, out in zip(
        seen["resolved"]["rounds"], seen["resolved"]["out"], strict=True
    ):
        assert sorted(chain(*one, out)) == list(range(1, 10))
    assert seen["resolved"]["certificate"]["partner_repeats"] == 0


@pytest.mark.parametrize(
    ("of_each", "code"),
    [
        ((3, 1, 3, 0), "result.partners_differ"),
        ((3, 3, 3, 3), "mus.score_not_possible"),
        ((2, 1, 2, 1), "mus.score_not_possible"),
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
    results.report(
        pairing_id=table.pk,
        entry_id=first.pk,
        score=points([3, 1, 3, 1]),
        by=None,
        at=NOW,
    )
    report = table.reports.get()
    results.confirm(
        pairing_id=table.pk, entry_id=second.pk, report_id=report.pk, by=None, at=NOW
    )
    assert table.results.get().points == [3, 1, 3, 1]


def test_a_void_table_is_open_again(stage: Stage, organiser: User) -> None:
    table = tables_of(stage)[0]
    decide(table, organiser, 3, 1, 3, 1)
    void = {
        "pairing_id": table.pk,
        "decision": Decision("void"),
        "reason": "a wrong deal",
    }
    results.set_result(by=organiser, at=NOW, **void)
    standings.recompute(stage_id=stage.pk)
    assert not any(stage.standings.values_list("played", flat=True))


def test_in_the_app_partners_sit_opposite_and_get_what_their_side_gets(
    evening: Evening,
) -> None:
    stage = evening.running("mus", 5, format="partners", options=SHORT, in_app=True)
    (table,) = tables_of(stage)
    assert Api().get(f"pairings/{table.pk}/")[1]["sides"] == [[0, 2], [1, 3]]
    sitting = [seat.name for seat in table.match.seatings.order_by("seat")]
    assert sitting == [entry.players.all()[0].name for entry in table.entries]
    standings.recompute(stage_id=stage.pk)
    running = {row.entry_id: row.running for row in stage.standings.all()}
    assert [running[entry.pk]["sets"] for entry in table.entries] == [0] * 4
    score = played_out(table.match, Stream(b"partners"))
    results.record_result_of_finished_match(match_id=table.match_id, at=NOW)
    ours, theirs = score.won
    assert table.results.get().points == [ours, theirs, ours, theirs]
    assert sorted(score.won) == [0, 1]


def test_everybody_for_themselves_is_not_played_in_the_app(evening: Evening) -> None:
    assert (
        refused(lambda: evening.event("mus", format="tables", in_app=True))
        == "event.not_in_app"
    )
    event = evening.event("mus", format="tables")
    change = {"event_id": event.pk, "by": evening.organiser, "at": NOW}
    assert (
        refused(lambda: events.change_event(in_app=True, **change))
        == "event.not_in_app"
    )


def test_a_phase_of_pairs_does_not_follow_one_of_single_players(
    evening: Evening,
) -> None:
    pairs = [{"format": "knockout", "takes": {"part": "best", "number": 4}}]
    assert (
        refused(lambda: evening.event("mus", format="partners", phases=pairs))
        == "option.phase"
    )
    alone = [{"format": "tables", "takes": {"part": "best", "number": 4}}]
    assert (
        evening.event("mus", format="partners", phases=alone).phases[0]["format"]
        == "tables"
    )


# --- others come to be there ---


def redrawn(event: Event, by: User) -> dict[str, Any]:
    """The rest of the schedule, drawn for those who are there; its first round is open."""
    desk, path = Api(by), f"events/{event.pk}/draws/"
    status, draw = desk.post(path, kind="tables")
    assert status == 201, draw
    desk.post(f"draws/{draw['id']}/make/", beacon="31")
    status, published = desk.post(f"draws/{draw['id']}/publish/")
    assert status == 200, published
    return dict(published)


def night(evening: Evening, players: int, rounds: int) -> Event:
    stage = evening.running(
        "mus",
        players,
        format="partners",
        settings={"rounds": rounds},
        capacity=players + 8,
    )
    return stage.event


def play(event: Event, by: User, number: int) -> None:
    for n, table in enumerate(tables_of(event.stages.get(), number)):
        decide(table, by, 3, (number + n) % 3, 3, (number + n) % 3)


def late(event: Event, by: User, name: str) -> None:
    status, answer = Api(by).post(
        f"events/{event.pk}/entries/late/", players=[{"name": name}]
    )
    assert status == 201, answer


def leave(event: Event, by: User, number: int) -> None:
    entry = event.entries.get(number=number)
    assert Api(by).post(f"entries/{entry.pk}/leave/", reason="goes home")[0] == 200


def correct(table: Pairing, by: User, of_each: list[int]) -> None:
    said = {"points": of_each, "reason": "the sheet was read the wrong way round"}
    seen = Api(by).post(f"pairings/{table.pk}/correct/", preview=True, **said)[1]
    made = {"preview": False, "seen": seen["mark"], "closed": seen["closed"]}
    assert Api(by).post(f"pairings/{table.pk}/correct/", **said, **made)[0] == 200


def test_the_rounds_that_are_left_are_drawn_again_when_others_are_there(
    evening: Evening, organiser: User
) -> None:
    event = night(evening, 9, 5)
    desk, path = Api(organiser), f"events/{event.pk}/"
    play(event, organiser, 1)
    assert desk.get(path + "draws/")[1]["due"] == []
    leave(event, organiser, 3)
    assert desk.get(path + "draws/")[1]["due"] == [
        {"phase": 1, "round": 2, "kind": "tables"}
    ]
    status, refused = desk.post(path + "rounds/")
    assert (status, refused["code"]) == (409, "round.draw_first")
    draw = redrawn(event, organiser)
    assert len(draw["resolved"]["rounds"]) == 4
    assert all(
        sorted(chain(*one, out)) == [1, 2, *range(4, 10)]
        for one, out in rounds_of(draw)
    )
    assert draw["resolved"]["certificate"]["partner_repeats"] == 0
    assert [len(table.entries) for table in tables_of(event.stages.get(), 2)] == [4, 4]
    assert verify(json.dumps(desk.get(f"draws/{draw['id']}/")[1]).encode()).ok


def rounds_of(draw: dict[str, Any]) -> list[tuple[Any, Any]]:
    return list(zip(draw["resolved"]["rounds"], draw["resolved"]["out"], strict=True))


def test_latecomers_play_from_the_next_draw_on_and_are_refused_in_the_last_round(
    evening: Evening, organiser: User
) -> None:
    event = night(evening, 8, 3)
    play(event, organiser, 1)
    late(event, organiser, "Late")
    draw = redrawn(event, organiser)
    assert all(9 in chain(*one, out) for one, out in rounds_of(draw))
    play(event, organiser, 2)
    assert Api(organiser).post(f"events/{event.pk}/rounds/")[0] == 201
    status, refused = Api(organiser).post(
        f"events/{event.pk}/entries/late/", players=[{"name": "Later"}]
    )
    assert (status, refused["code"]) == (409, "late.last_round")


def test_when_too_few_are_left_to_draw_the_rounds_stay_as_they_were(
    evening: Evening, organiser: User
) -> None:
    event = night(evening, 4, 3)
    play(event, organiser, 1)
    leave(event, organiser, 1)
    assert Api(organiser).get(f"events/{event.pk}/draws/")[1]["due"] == []
    assert Api(organiser).post(f"events/{event.pk}/rounds/")[0] == 201


def test_a_draw_of_the_rest_can_be_taken_back(
    evening: Evening, organiser: User
) -> None:
    event = night(evening, 9, 3)
    play(event, organiser, 1)
    leave(event, organiser, 3)
    draw = redrawn(event, organiser)
    assert (
        Api(organiser).post(f"draws/{draw['id']}/withdraw/", reason="a mistake")[0]
        == 200
    )
    assert event.stages.get().rounds.count() == 1
    assert redrawn(event, organiser)["resolved"]["rounds"]


def test_publishing_a_draw_of_the_rest_can_be_undone(
    evening: Evening, organiser: User
) -> None:
    event = night(evening, 9, 3)
    play(event, organiser, 1)
    leave(event, organiser, 3)
    redrawn(event, organiser)
    desk, path = Api(organiser), f"events/{event.pk}/"
    lines = [
        line for line in desk.get(path + "log/")[1]["results"] if line["may_be_undone"]
    ]
    published = next(line for line in lines if line["action"] == "draw.published")
    assert desk.post(path + "undo/", number=published["number"])[0] == 200
    assert event.stages.get().rounds.count() == 1
    assert desk.get(path + "draws/")[1]["due"] == [
        {"phase": 1, "round": 2, "kind": "tables"}
    ]


def test_thirty_six_play_with_latecomers_leavers_and_corrections_to_the_champion(
    evening: Evening, organiser: User
) -> None:
    event = night(evening, 36, 6)
    desk, path = Api(organiser), f"events/{event.pk}/"
    for number in range(1, 7):
        play(event, organiser, number)
        if number == 1:
            late(event, organiser, "Late 1")
            late(event, organiser, "Late 2")
        if number == 2:
            for gone in (5, 17, 37):
                leave(event, organiser, gone)
        if number == 3:
            for table in tables_of(event.stages.get(), 1)[:2]:
                correct(table, organiser, [0, 3, 0, 3])
        if number in (1, 2):
            drawn = redrawn(event, organiser)
        elif number < 6:
            assert desk.post(path + "rounds/")[0] == 201
    assert Event.objects.get().state == "finished"
    certificate = drawn["resolved"]["certificate"]
    assert (certificate["partner_repeats"], certificate["partner_repeats_bound"]) == (
        0,
        0,
    )
    standings.recompute(stage_id=event.stages.get().pk)
    rows = desk.get(path + "standings/")[1]["results"]
    assert len(rows) == 38
    assert rows[0]["rank"] == 1
    assert sum(row["won"] for row in rows) == 2 * sum(
        len(tables_of(event.stages.get(), n)) for n in range(1, 7)
    )


def test_the_desk_says_that_the_rest_is_drawn_again(
    evening: Evening, organiser: User, client: Client
) -> None:
    client.force_login(organiser)
    client.cookies["django_language"] = "en"
    event = night(evening, 9, 3)
    play(event, organiser, 1)
    leave(event, organiser, 3)
    said = tidy(client.get(f"/events/{event.pk}/desk/").content.decode())
    assert "Next: announce the draw from round 2 on" in said
    assert 'value="round"' not in said
    client.post(
        f"/events/{event.pk}/desk/", {"do": "announce", "kind": "tables", "phase": "1"}
    )
    draw = event.draws.get(number=2)
    client.post(
        f"/events/{event.pk}/desk/", {"do": "make", "draw": draw.pk, "beacon": "31"}
    )
    said = tidy(client.get(f"/events/{event.pk}/desk/").content.decode())
    assert "Every player plays with a partner in each round, or sits out." in said
    assert "<h4>Round 2</h4>" in said
    assert "draw of the rounds from 2 on" in said
