"""Pages of an event at multiplayer tables."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.catalogue import GAMES
from tests.conftest import NOW
from tests.tournaments.evenings import Evening
from tests.tournaments.pages.multiplayer_pages.multiplayer_evening import (
    PAGES,
    holding,
    said,
    text,
)
from tournaments.models import Entry, Event, Stage
from tournaments.reading import events
from tournaments.services import results, standings
from tournaments.services.typed_results import points

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("rest", PAGES)
def test_everybody_reads_every_page_and_no_phone_number(
    evening: Evening, anybody: Client, rest: str
) -> None:
    stage = evening.running("mizzaire", 9)
    standings.recompute(stage_id=stage.pk)
    answer = anybody.get(f"/events/{stage.event_id}/{rest}")
    assert answer.status_code == 200
    assert "Ane 0" in text(answer) or not rest
    assert "600123456" not in text(answer)
    assert "Bracket" not in text(answer)


def test_there_is_no_bracket(evening: Evening, anybody: Client) -> None:
    assert (
        anybody.get(f"/events/{evening.running('mu', 4).event_id}/bracket/").status_code
        == 404
    )


@pytest.mark.parametrize(
    "rest", ["", "rounds/1/", "standings/", "rounds/1/sheet/names/"]
)
def test_the_number_of_queries_does_not_grow_with_the_field(
    evening: Evening, anybody: Client, rest: str
) -> None:
    counts = []
    for players in (8, 24):
        stage = evening.running("mu", players)
        for table in events.pairings().filter(round__stage=stage):
            decided = points([5 * place for place, _ in enumerate(table.entries)])
            results.set_result(
                pairing_id=table.pk, decision=decided, reason="sheet", by=None, at=NOW
            )
        standings.recompute(stage_id=stage.pk)
        with CaptureQueriesContext(connection) as made:
            anybody.get(f"/events/{stage.event_id}/{rest}")
        counts.append(len(made))
    assert counts[0] == counts[1] <= 18


def test_the_conditions_and_rules_are_those_of_single_players(
    evening: Evening, anybody: Client
) -> None:
    event = evening.event("mu", fee=5, options={"target": 120, "players": 5})
    shown = text(anybody.get(f"/events/{event.pk}/"))
    for words in (
        "Single players",
        "5.00 € per player",
        "64 of 64 left",
        "Mü",
        "120",
        "Individual play at tables of several",
    ):
        assert words in shown, words
    assert "pair" not in shown.replace("pairs with", "")


@pytest.mark.parametrize(
    ("deals", "told"),
    [(0, True), (6, False)],
    ids=["to the points", "so many deals, whatever the points"],
)
def test_the_points_that_end_a_match_are_told_only_where_they_do(
    evening: Evening, anybody: Client, deals: int, told: bool
) -> None:
    event = evening.event("mu", options={"deals": deals})
    assert (
        "Points that end the match" in text(anybody.get(f"/events/{event.pk}/"))
    ) == told


def test_the_home_page_leads_to_all_games(anybody: Client) -> None:
    page = text(anybody.get("/"))
    for code, game in GAMES.items():
        assert f'href="/play/?game={code}">{game.name}</a>' in page


def test_a_player_reads_the_own_name_once(evening: Evening) -> None:
    event = evening.event("mu")
    evening.enter(event, 1)
    entry = Entry.objects.get()
    page = text(holding(entry).get(f"/entries/{entry.pk}/"))
    assert page.split("<main")[1].count(events.name_of(entry)) == 1


def test_one_name_is_enough_to_sign_up(evening: Evening, anybody: Client) -> None:
    event = evening.event("mizzaire")
    page = text(anybody.get(f"/events/{event.pk}/register/"))
    assert 'name="player1"' in page
    assert 'name="player2"' not in page
    assert 'name="team_name"' not in page


def test_the_desk_enters_a_player_by_one_name(evening: Evening, desk: Client) -> None:
    event = evening.event("mu")
    desk.post(f"/events/{event.pk}/desk/", {"do": "enter", "player1": "Ane Argi"})
    assert Entry.objects.get().players.get().name == "Ane Argi"


def test_a_file_of_names_is_enough_to_enter_many(
    evening: Evening, desk: Client
) -> None:
    path = f"/events/{evening.event('mizzaire').pk}/desk/import/"
    assert "<code>player1,club,phone</code>" in text(desk.get(path))
    desk.post(
        path, {"text": "Spieler1;Ort\nAne Argi;Oiartzun\nJon Ibai;\n", "do": "enter"}
    )
    assert [events.name_of(entry) for entry in Entry.objects.order_by("number")] == [
        "Ane Argi",
        "Jon Ibai",
    ]


def test_the_desk_goes_from_registration_to_the_leaderboard_by_its_buttons(
    evening: Evening, desk: Client, anybody: Client
) -> None:
    event = evening.event("mu")
    evening.enter(event, 7)
    path = f"/events/{event.pk}/desk/"
    assert 'name="kind" value="tables"' in text(desk.get(path))
    desk.post(path, {"do": "announce", "kind": "tables"})
    draw = event.draws.get()
    desk.post(path, {"do": "make", "draw": draw.pk, "beacon": "seven"})
    assert "Table 2</b>" in text(desk.get(path))
    desk.post(path, {"do": "publish", "draw": draw.pk})
    for table in events.pairings().order_by("table"):
        numbers = said(*range(10, 10 + 5 * len(table.entries), 5))
        assert (
            desk.post(
                f"/tables/{table.pk}/result/", numbers | {"reason": "the sheet"}
            ).status_code
            == 302
        )
    assert Event.objects.get().state == "finished"
    standings.recompute(stage_id=Stage.objects.get().pk)
    shown = text(anybody.get(f"/events/{event.pk}/standings/"))
    assert "Place 1 of 4 at table 1." in shown
    assert "Champion" in text(anybody.get(f"/events/{event.pk}/"))
