"""Pages of an event with changing partners: who plays with whom, who sits out, sets for sides
instead of points.
"""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Club, User
from tests.conftest import NOW
from tests.pages import tidy
from tests.tournaments.evenings import Evening
from tournaments import signed_links
from tournaments.models import Entry, Event, Pairing, Stage
from tournaments.reading import events
from tournaments.services import results, standings
from tournaments.services.typed_results import points

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage(evening: Evening) -> Stage:
    return evening.running("mus", 9, format="partners", settings={"rounds": 3})


@pytest.fixture
def table(stage: Stage) -> Pairing:
    return events.pairings().filter(round__stage=stage).order_by("table")[0]


def names(table: Pairing) -> list[str]:
    return [events.name_of(entry) for entry in table.entries]


def page(path: str, user: User | None = None, entry: Entry | None = None) -> str:
    client = Client(headers={"Accept-Language": "en"})
    if user:
        client.force_login(user)
    if entry:
        client.get(f"/e/{signed_links.key(signed_links.ENTRY, entry.pk)}/")
    return text(client.get(path))


def text(answer: Any) -> str:
    return tidy(answer.content.decode())


def test_the_draw_shows_who_plays_with_whom_who_sits_out_and_what_it_comes_to(
    stage: Stage,
) -> None:
    shown = page(f"/events/{stage.event_id}/draws/1/")
    field = dict(stage.draw.field)
    a, b, c, d = (field[entry] for entry in stage.draw.resolved["rounds"][0][0])
    assert f'{a} and {c} <span class="muted">against</span> {b} and {d}' in shown
    assert f"<b>Sits out</b> {field[stage.draw.resolved['out'][0][0]]}" in shown
    assert "Repeated partnerships</dt><dd>0 " in shown
    assert "Smaller tables" not in shown


def test_who_sits_out_is_told_so(stage: Stage) -> None:
    (number,) = stage.draw.resolved["out"][0]
    entry = stage.event.entries.get(number=number)
    assert f'<h3>Sitting out this round</h3><ul><li data-entry="{entry.pk}">' in page(
        f"/events/{stage.event_id}/rounds/1/"
    )
    assert "Round 1: you sit out." in page(f"/events/{stage.event_id}/", entry=entry)
    others = stage.event.entries.exclude(pk=entry.pk)
    assert "you sit out" not in page(f"/events/{stage.event_id}/", entry=others[0])


def test_the_round_shows_sides_and_marks_both_partners(
    stage: Stage, table: Pairing
) -> None:
    a, b, c, d = names(table)
    path = f"/events/{stage.event_id}/rounds/1/"
    for entry in (table.entries[0], table.entries[2]):
        shown = page(path, entry=entry)
        assert f'data-entry="{entry.pk}" aria-current="true">' in shown
    assert f"{a} – {c}" in page(path + "sheet/tables/")
    assert f"{b} – {d}" in page(path + "sheet/tables/")


def test_a_player_reports_sets_and_one_of_the_others_confirms_them(
    stage: Stage, table: Pairing
) -> None:
    first, second, *_ = table.entries
    mine = Client(headers={"Accept-Language": "en"})
    mine.get(f"/e/{signed_links.key(signed_links.ENTRY, first.pk)}/")
    path = f"/tables/{table.pk}/"
    shown = text(mine.get(path))
    a, b, c, d = names(table)
    assert f"with {c} against {b} and {d}" in shown
    assert "Sets won by each side" in shown
    assert 'name="points_1"' in shown
    assert 'name="points_2"' not in shown
    assert (
        mine.post(path, {"do": "report", "points_0": 3, "points_1": 1}).status_code
        == 302
    )
    assert table.reports.get().points == [3, 1, 3, 1]
    assert (
        mine.post(path, {"do": "report", "points_0": 3, "points_1": 3}).status_code
        == 422
    )
    other = Client(headers={"Accept-Language": "en"})
    other.get(f"/e/{signed_links.key(signed_links.ENTRY, second.pk)}/")
    assert f"{a} – {c}</span> <b>3</b>" in text(other.get(path))
    assert (
        other.post(
            path, {"do": "confirm", "report": table.reports.get().pk}
        ).status_code
        == 302
    )
    assert table.results.get().points == [3, 1, 3, 1]
    assert "agreed at the table" in text(other.get(path))
    assert "Your side: 1–3 sets." in text(other.get(f"/events/{stage.event_id}/"))


def test_the_desk_types_sets_of_both_sides(
    stage: Stage, table: Pairing, organiser: User
) -> None:
    a, b, c, d = names(table)
    assert f"Table 1: {a} – {c} against {b} – {d}" in page(
        f"/events/{stage.event_id}/desk/", organiser
    )
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(organiser)
    path = f"/tables/{table.pk}/result/"
    assert "Sets won by each side" in text(client.get(path))
    client.post(path, {"points_0": 2, "points_1": 3, "reason": "the sheet"})
    assert table.results.get().points == [2, 3, 2, 3]
    assert f"Current result: {a} – {c} 2, {b} – {d} 3" in text(client.get(path))


def test_the_table_of_players_says_wins_and_sets(
    stage: Stage, table: Pairing, organiser: User
) -> None:
    decided = points([3, 1, 3, 1])
    results.set_result(
        pairing_id=table.pk, decision=decided, reason="the sheet", by=organiser, at=NOW
    )
    standings.recompute(stage_id=stage.pk)
    shown = page(f"/events/{stage.event_id}/standings/")
    assert "by matches won: 1 to 0" in shown
    assert '<th scope="col">Player</th>' in shown
    assert "Points from tables of different sizes" not in shown


def test_the_form_of_an_event_offers_changing_partners(
    club: Club, organiser: User
) -> None:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(organiser)
    path = f"/clubs/{club.slug}/events/new/?game=mus"
    assert "Changing partners" in text(client.get(path))
    body = {
        "game": "mus",
        "name": "Noche",
        "starts_at": "2100-10-03T20:00",
        "capacity": 20,
        "fee": 0,
        "words": "es",
    }
    rules = {
        "format": "partners",
        "partners__rounds": 7,
        "kings": 8,
        "sets_to_win": 3,
        "points_per_set": 40,
    }
    client.post(path, body | rules)
    event = Event.objects.get()
    assert (event.format, event.team_size, event.settings["rounds"]) == (
        "partners",
        1,
        7,
    )
    shown = text(client.get(f"/events/{event.pk}/"))
    assert "<dt>Rounds</dt><dd>7</dd>" in shown
