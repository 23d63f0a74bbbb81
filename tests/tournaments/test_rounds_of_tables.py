"""An evening of several rounds of tables: asked for, drawn at once, opened one by one, added up on
the leaderboard.
"""

from collections import Counter
from itertools import chain
from typing import Any

import pytest
from django.test import Client

from accounts.models import Club, User
from core.refusals import Refusal
from tests.conftest import NOW, Api
from tests.pages import tidy
from tests.tournaments.evenings import Evening
from tournaments.models import Event, Pairing, Stage
from tournaments.reading import events as queries
from tournaments.reading import stage_plans, winners
from tournaments.rules.draws import draw as rules
from tournaments.rules.draws import inputs
from tournaments.rules.formats import multiplayer_tables
from tournaments.rules.schedules import rotation
from tournaments.services import draws, events, results, rounds, standings
from tournaments.services.typed_results import points

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage(evening: Evening) -> Stage:
    """Nine players of Mü, three rounds, with cards."""
    return evening.running("mu", 9, settings={"rounds": 3})


def play_round(stage: Stage, by: User) -> Counter[int]:
    """Points for everybody in the latest round."""
    got = Counter[int]()
    number = stage.rounds.count()
    for table in (
        queries.pairings()
        .filter(round__stage=stage, round__number=number)
        .order_by("table")
    ):
        of_each = [10 * number + 5 * place for place, _ in enumerate(table.entries)]
        results.set_result(
            pairing_id=table.pk,
            decision=points(of_each),
            reason="the sheet",
            by=by,
            at=NOW,
        )
        got.update(
            dict(zip([entry.pk for entry in table.entries], of_each, strict=True))
        )
    return got


def page(path: str, user: User | None = None) -> str:
    client = Client(headers={"Accept-Language": "en"})
    if user:
        client.force_login(user)
    return tidy(client.get(path).content.decode())


def test_nine_players_play_three_rounds_to_the_leaderboard(
    stage: Stage, organiser: User
) -> None:
    desk, path = Api(organiser), f"events/{stage.event_id}/"
    got = Counter[int]()
    for number in (1, 2, 3):
        assert Event.objects.get().state == "running"
        assert desk.get(path + "rounds/")[1]["results"][-1]["code"] == f"round_{number}"
        got.update(play_round(stage, organiser))
        if number < 3:
            assert desk.post(path + "rounds/")[0] == 201
    assert Event.objects.get().state == "finished"
    standings.recompute(stage_id=stage.pk)
    rows = desk.get(path + "standings/")[1]["results"]
    assert {row["entry"]: row["points"] for row in rows} == dict(got)
    assert [row["points"] for row in rows] == sorted(got.values(), reverse=True)
    assert {row["played"] for row in rows} == {3}
    assert [each["round"] for each in rows[0]["why"]["each"]] == [1, 2, 3]
    board = page(f"/events/{stage.event_id}/standings/")
    assert "Points and places are added up over all rounds." in board
    assert board.count("Round 3: ") == 9


def test_what_is_left_is_drawn_again_when_players_come_late_and_leave(
    stage: Stage, organiser: User
) -> None:
    desk, path = Api(organiser), f"events/{stage.event_id}/"
    play_round(stage, organiser)
    gone = stage.event.entries.get(number=4)
    desk.post(f"entries/{gone.pk}/leave/", reason="goes home")
    assert desk.get(path + "draws/")[1]["due"] == [
        {"phase": 1, "round": 2, "kind": "tables"}
    ]
    for name in ("Late", "Later"):
        assert desk.post(path + "entries/late/", players=[{"name": name}])[0] == 201
    assert desk.post(path + "rounds/")[1]["code"] == "round.draw_first"
    draw = desk.post(path + "draws/", kind="tables")[1]
    desk.post(f"draws/{draw['id']}/make/", beacon="31")
    published = desk.post(f"draws/{draw['id']}/publish/")[1]
    assert [len(one) for one in published["resolved"]["rounds"]] == [2, 2]
    for one in published["resolved"]["rounds"]:
        assert sorted(chain(*one)) == [1, 2, 3, *range(5, 12)]
    play_round(stage, organiser)
    assert desk.post(path + "rounds/")[0] == 201
    play_round(stage, organiser)
    assert Event.objects.get().state == "finished"
    standings.recompute(stage_id=stage.pk)
    assert len(desk.get(path + "standings/")[1]["results"]) == 11


def test_every_round_is_seated_as_the_draw_says(stage: Stage, organiser: User) -> None:
    for number in (1, 2, 3):
        if number > 1:
            rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
        found = (
            queries.pairings()
            .filter(round__stage=stage, round__number=number)
            .order_by("table")
        )
        assert [
            [e.number for e in table.entries] for table in found
        ] == stage.draw.resolved["rounds"][number - 1]
        play_round(stage, organiser)
    with pytest.raises(Refusal, match=r"round\.none_left"):
        rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)


def test_the_next_round_waits_for_the_last_table(stage: Stage) -> None:
    with pytest.raises(Refusal, match=r"round\.still_playing"):
        rounds.open_round(stage_id=stage.pk, by=None, at=NOW)


def test_anybody_can_repeat_the_draw_and_its_certificate(stage: Stage) -> None:
    seen = Api().get(f"events/{stage.event_id}/draws/")[1]["results"][0]
    names, secret = [name for _, name in seen["field"]], bytes.fromhex(seen["secret"])
    stream = rules.draw_stream(seen["draw_id"], names, secret, seen["beacon"].encode())
    assert (
        multiplayer_tables.FORMAT.draw(
            inputs.read(stage.draw.inputs).entrants,
            stream,
            stage_plans.stage_settings(stage.event),
        )
        == seen["resolved"]
    )
    assert (
        rotation.certificate(seen["resolved"]["rounds"])
        == seen["resolved"]["certificate"]
    )


def test_the_page_of_the_draw_shows_all_rounds_and_what_they_come_to(
    stage: Stage,
) -> None:
    shown = page(f"/events/{stage.event_id}/draws/1/")
    assert all(f"<h4>Round {number}</h4>" in shown for number in (1, 2, 3))
    found = stage.draw.resolved["certificate"]
    assert f"Repeated meetings</dt><dd>{found['repeats']} " in shown
    assert f"{found['repeats_bound']} is the proven minimum" in shown
    assert "<dt>Rounds</dt><dd>3</dd>" in page(f"/events/{stage.event_id}/")


def test_the_desk_looks_at_the_draft_and_opens_the_next_round(
    evening: Evening, organiser: User
) -> None:
    event = evening.event("mizzaire", settings={"rounds": 2})
    evening.enter(event, 8)
    draw = draws.announce(event_id=event.pk, kind="tables", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW, beacon="7")
    assert "Balance of the rounds" in page(f"/events/{event.pk}/desk/", organiser)
    draws.publish(draw_id=draw.pk, by=organiser, at=NOW)
    play_round(stage_plans.stage_of(event), organiser)
    assert "Open “Round 2”" in page(f"/events/{event.pk}/desk/", organiser)


def test_who_waits_for_the_second_round_stands_with_the_first(
    stage: Stage, organiser: User
) -> None:
    play_round(stage, organiser)
    standings.recompute(stage_id=stage.pk)
    board = page(f"/events/{stage.event_id}/standings/")
    assert "Not final: some rounds are still to be played." in board
    assert board.count("Round 1: ") == 9
    assert winners.champions(stage) == []


# --- asking for rounds ---


@pytest.mark.parametrize(
    ("game", "number", "status", "code"),
    [
        ("mu", 1, 201, None),
        ("mu", 12, 201, None),
        ("mu", 0, 400, "option.bad"),
        ("mizzaire", 13, 400, "option.bad"),
        ("mizzaire", "many", 400, "option.bad"),
        ("mus", 2, 400, "option.unknown"),
    ],
)
def test_an_event_asks_for_as_many_rounds_as_its_format_has(
    club: Club, organiser: User, game: str, number: Any, status: int, code: str | None
) -> None:
    body = {
        "name": "X",
        "starts_at": NOW.isoformat(),
        "game": game,
        "settings": {"rounds": number},
    }
    answer = Api(organiser).post(f"clubs/{club.pk}/events/", **body)
    assert (answer[0], answer[1].get("code")) == (status, code)
    assert Event.objects.count() == (status == 201)
    if status == 201:
        usual = {"seeds": 0, "scale": "points", "groups": 1, "spread": "lot"}
        assert answer[1]["settings"] == usual | {"rounds": number}


def test_rounds_are_rules_and_frozen_by_the_draw(stage: Stage, organiser: User) -> None:
    with pytest.raises(Refusal, match=r"event\.rules_frozen"):
        events.change_event(
            event_id=stage.event_id, by=organiser, at=NOW, settings={"rounds": 4}
        )


@pytest.mark.parametrize(
    ("typed", "stored"), [("3", 3), ("", 1), ("13", None), ("0", None)]
)
def test_the_form_of_an_event_asks_for_rounds(
    club: Club, organiser: User, typed: str, stored: int | None
) -> None:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(organiser)
    body = {
        "game": "mu",
        "name": "Abend",
        "starts_at": "2100-10-03T20:00",
        "capacity": 20,
        "fee": 0,
        "words": "de",
    }
    client.post(
        f"/clubs/{club.slug}/events/new/",
        body | {"players": 4, "tables__rounds": typed},
    )
    assert [event.settings["rounds"] for event in Event.objects.all()] == (
        [] if stored is None else [stored]
    )
    assert 'name="tables__rounds"' in page(
        f"/clubs/{club.slug}/events/new/?game=mu", organiser
    )
    assert 'name="knockout__third_place"' not in page(
        f"/clubs/{club.slug}/events/new/?game=mu", organiser
    )


def test_a_table_of_the_second_round_is_reported_like_any_other(
    stage: Stage, organiser: User
) -> None:
    play_round(stage, organiser)
    rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    table = Pairing.objects.filter(round__number=2).order_by("table")[0]
    first, second, *_ = [place.entry_id for place in table.places.all()]
    said = points([5] * table.places.count())
    for entry in (first, second):
        results.report(pairing_id=table.pk, entry_id=entry, score=said, by=None, at=NOW)
    table.refresh_from_db()
    assert table.result.source == "players"


def test_where_the_place_counts_the_leaderboard_says_what_each_round_is_worth(
    evening: Evening, organiser: User
) -> None:
    stage = evening.running("mu", 9, settings={"rounds": 2, "scale": "place"})
    play_round(stage, organiser)
    standings.recompute(stage_id=stage.pk)
    rows = list(stage.standings.values_list("points", flat=True))
    assert rows == [120, 120, 90, 80, 60, 40, 30, 0, 0]
    shown = page(f"/events/{stage.event_id}/standings/")
    assert "Round 1: 30 points, place 1 of 5, which counts 1.00." in shown
    assert all(f"<b>{worth}</b>" in shown for worth in ("0.75", "0.67", "0.33"))
    assert "1 for first, 0 for last" in shown
    assert "What counts at a table</dt><dd>the place" in page(
        f"/events/{stage.event_id}/"
    )
