"""Results at multiplayer tables, on the phone and at the desk."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import Club, User
from core.chance import Stream
from tests.conftest import NOW
from tests.tournaments.evenings import Evening, played_out
from tests.tournaments.pages.multiplayer_pages.multiplayer_evening import (
    PAGES,
    holding,
    said,
    text,
)
from tournaments.models import Event, LogEntry, Pairing, Report, Result
from tournaments.reading import events
from tournaments.services import results, standings
from tournaments.services.typed_results import points

pytestmark = pytest.mark.django_db


def test_a_player_reports_and_another_confirms_in_two_taps(table: Pairing) -> None:
    first, second, *_ = table.entries
    path = f"/tables/{table.pk}/"
    assert "Points for each player" in text(holding(first).get(path))
    assert (
        holding(first).post(path, said(120, -5, 30, 60) | {"do": "report"}).status_code
        == 302
    )
    assert "You reported" in text(holding(first).get(path))
    page = text(holding(second).get(path))
    assert "says" in page
    report = Report.objects.get()
    assert f'name="report" value="{report.pk}"' in page
    assert (
        holding(second).post(path, {"do": "confirm", "report": report.pk}).status_code
        == 302
    )
    assert Result.objects.get().points == [120, -5, 30, 60]
    assert "You got 120 points: place 1 of 4" in text(
        holding(first).get(f"/entries/{first.pk}/")
    )


def test_the_same_answer_sent_twice_is_no_mistake(table: Pairing) -> None:
    first, second, *_ = table.entries
    path = f"/tables/{table.pk}/"
    for _ in range(2):
        assert (
            holding(first).post(path, said(1, 2, 3, 4) | {"do": "report"}).status_code
            == 302
        )
    report = Report.objects.get()
    for _ in range(2):
        assert (
            holding(second)
            .post(path, {"do": "confirm", "report": report.pk})
            .status_code
            == 302
        )
    assert Result.objects.count() == 1


def test_a_phone_that_speaks_for_two_players_decides_nothing(table: Pairing) -> None:
    answer = holding(*table.entries[:2]).post(
        f"/tables/{table.pk}/", said(1, 2, 3, 4) | {"do": "report"}
    )
    assert (answer.status_code, Report.objects.exists()) == (403, False)


@pytest.mark.parametrize(
    "body",
    [
        {"do": "report"},
        {"do": "report", **said(1, 2, 3)},
        {"do": "report", **said(1, 2, 3, 10_000)},
        {"do": "report", **said(1, 2, 3), "points_3": "vier"},
        {"do": "report", **said(1, 2, 3), "points_3": "4.5"},
        {"do": "confirm"},
        {"do": "confirm", "report": "x"},
        {"do": "confirm", "report": "9" * 30},
        {"do": "confirm", "report": "999"},
    ],
)
def test_what_cannot_be_is_refused_and_what_was_typed_stays(
    table: Pairing, body: dict[str, Any]
) -> None:
    answer = holding(table.entries[0]).post(f"/tables/{table.pk}/", body)
    assert answer.status_code in {400, 409, 422}
    assert not Report.objects.exists()
    if "points_0" in body:
        assert 'name="points_0" value="1"' in text(answer)


def test_players_who_disagree_come_first_at_the_desk_and_a_report_is_accepted(
    table: Pairing, desk: Client
) -> None:
    first, second, *_ = table.entries
    for entry, numbers in ((first, [1, 2, 3, 4]), (second, [4, 3, 2, 1])):
        results.report(
            pairing_id=table.pk,
            entry_id=entry.pk,
            score=points(numbers),
            by=None,
            at=NOW,
        )
    page = text(desk.get(f"/events/{table.round.stage.event_id}/desk/"))
    assert "disputed" in page
    accepted = Report.objects.get(entry=second)
    page = text(desk.get(f"/tables/{table.pk}/result/?accept={accepted.pk}"))
    assert 'name="points_0" value="4"' in page
    assert "Accepted as" in page


def test_the_desk_declares_a_table_void_and_the_log_says_what_there_was(
    table: Pairing, desk: Client
) -> None:
    path = f"/tables/{table.pk}/result/"
    desk.post(path, said(1, 2, 3, 4) | {"reason": "the sheet"})
    desk.post(path, {"void": "on", "reason": "a wrong deal", "replaces": 1})
    assert [result.kind for result in Result.objects.order_by("number")] == [
        "played",
        "void",
    ]
    page = text(desk.get(f"/events/{table.round.stage.event_id}/desk/log/"))
    assert f"Table 1: {events.name_of(table.entries[0])} 1," in page
    assert "Table 1: void" in page
    assert LogEntry.objects.filter(action="result.corrected").count() == 1


@pytest.mark.parametrize(
    "body",
    [{}, said(1, 2, 3, 4), said(1, 2, 3) | {"reason": "x y z"}, {"reason": "acta"}],
)
def test_the_desk_gives_all_points_and_a_reason(
    table: Pairing, desk: Client, body: dict[str, Any]
) -> None:
    assert desk.post(f"/tables/{table.pk}/result/", body).status_code == 422
    assert not Result.objects.exists()


def test_live_totals_are_on_the_tables_page(evening: Evening, anybody: Client) -> None:
    stage = evening.running("mizzaire", 3, in_app=True)
    (pairing,) = events.pairings().filter(round__stage=stage)
    played_out(pairing.match, Stream(b"some deals"), deals=3)
    pairing.match.refresh_from_db()
    page = text(anybody.get(f"/events/{stage.event_id}/rounds/1/"))
    assert "3 deals over" in page
    for number in pairing.match.score["won"]:
        assert f"<b>{number}</b>" in page


def test_home_shows_the_table_of_whoever_plays_now(table: Pairing) -> None:
    page = text(holding(table.entries[0]).get("/"))
    assert "Report the points" in page
    assert events.name_of(table.entries[1]) in page


def test_a_table_is_found_by_the_name_of_anybody_there(
    table: Pairing, anybody: Client
) -> None:
    name = events.name_of(table.entries[2])
    page = text(
        anybody.get(f"/events/{table.round.stage.event_id}/rounds/1/?name={name}")
    )
    assert "Table 1" in page
    assert "Table 2" not in page


@pytest.mark.parametrize("game", ["mu", "mizzaire"])
def test_an_organiser_prepares_an_event_of_another_game(
    club: Club, desk: Client, game: str
) -> None:
    page = text(desk.get(f"/clubs/{club.slug}/events/new/?game={game}"))
    assert f'name="game" value="{game}"' in page
    assert 'name="kings"' not in page
    assert 'name="third_place"' not in page
    body = {
        "game": game,
        "name": "Abend",
        "starts_at": "2100-10-03T20:00",
        "capacity": 20,
        "fee": 0,
        "words": "de",
    }
    answer = desk.post(
        f"/clubs/{club.slug}/events/new/", body | {"players": 5, "target": 100}
    )
    event = Event.objects.get()
    assert answer.url == f"/events/{event.pk}/desk/"
    assert (event.game, event.format, event.options["players"], event.team_size) == (
        game,
        "tables",
        5,
        1,
    )
    assert text(desk.get(f"/events/{event.pk}/edit/")).count('name="players"') == 1
    desk.post(f"/events/{event.pk}/edit/", body | {"name": "Abend 2", "players": 6})
    event.refresh_from_db()
    assert (event.name, event.game, event.options["players"]) == ("Abend 2", game, 6)


@pytest.mark.parametrize(
    ("game", "players"), [("mu", "7"), ("mizzaire", "1"), ("mu", "many")]
)
def test_a_number_of_players_that_the_game_does_not_allow_is_refused(
    club: Club, desk: Client, game: str, players: str
) -> None:
    body = {
        "game": game,
        "name": "Abend",
        "starts_at": "2100-10-03T20:00",
        "capacity": 20,
        "fee": 0,
        "words": "de",
    }
    assert (
        desk.post(
            f"/clubs/{club.slug}/events/new/", body | {"players": players}
        ).status_code
        == 422
    )
    assert not Event.objects.exists()


def test_there_is_no_form_for_a_game_that_there_is_not(
    club: Club, desk: Client
) -> None:
    assert desk.get(f"/clubs/{club.slug}/events/new/?game=whist").status_code == 404


def test_slips_have_a_link_for_every_player(table: Pairing, desk: Client) -> None:
    page = text(desk.get(f"/events/{table.round.stage.event_id}/desk/rounds/1/slips/"))
    assert page.count('class="qr"') == page.count("☐ warning") == 8
    assert "loss of a set" not in page


def test_where_several_sit_a_player_is_warned_and_loses_no_set(
    table: Pairing, desk: Client
) -> None:
    sheet = f"/tables/{table.pk}/conduct/"
    assert sheet in text(desk.get(f"/tables/{table.pk}/result/"))
    said = {"do": "sanction", "entry": table.entries[0].pk, "offence": "other"}
    assert "loss of a set" not in text(desk.get(sheet))
    assert desk.post(sheet, said | {"kind": "set"}).status_code == 422
    assert "warning (something else)" in text(
        desk.post(sheet, said | {"kind": "warning"}, follow=True)
    )


def test_what_is_missing_is_said_once_above_the_form(table: Pairing) -> None:
    page = text(
        holding(table.entries[0]).post(f"/tables/{table.pk}/", {"do": "report"})
    )
    assert page.count('role="alert"') == 1


@pytest.mark.parametrize("language", ["es", "eu", "de"])
def test_pages_speak_every_language(
    evening: Evening, language: str, make_user: Callable[..., User]
) -> None:
    stage = evening.running("mu", 4)
    standings.recompute(stage_id=stage.pk)
    client = Client(headers={"Accept-Language": language})
    assert all(
        client.get(f"/events/{stage.event_id}/{rest}").status_code == 200
        for rest in PAGES
    )


def test_a_table_of_several_is_moved_from_its_page(
    desk: Client, table: Pairing
) -> None:
    assert "Move the match" in text(desk.get(f"/tables/{table.pk}/result/"))
    assert desk.post(f"/tables/{table.pk}/move/", {"table": 9}).status_code == 302
    assert Pairing.objects.get(pk=table.pk).table == 9
