"""A format that only its own module and one line name goes through everything that an event goes
through."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from accounts.models import Club, User
from core.messages import SENTENCES
from tests.conftest import NOW, Api
from tests.pages import tidy
from tests.toys import ladder
from tournaments.models import Entry, Event, Pairing, Stage
from tournaments.reading import events, snapshot, winners
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.services import draws, results, rounds, standings
from tournaments.services.archive import export_event, import_event
from tournaments.services.typed_results import played

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line of the catalogue; its sentences are read when the app starts."""
    monkeypatch.setitem(FORMATS, ladder.FORMAT.code, ladder.FORMAT)
    for code, sentence in ladder.FORMAT.refusals.items():
        monkeypatch.setitem(SENTENCES, code, sentence)


@pytest.fixture
def desk(organiser: User) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(organiser)
    return client


@pytest.fixture
def anybody() -> Client:
    return Client(headers={"Accept-Language": "en"})


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return tidy(answer.content.decode())


@pytest.fixture
def event(make_event: Callable[..., Event], enter: Callable[..., Entry]) -> Event:
    event = make_event(format="ladder", settings={"rounds": 2})
    for n in range(1, 5):
        enter(event, f"Ane {n}", f"Jon {n}", phone="600123456")
    return event


@pytest.fixture
def stage(event: Event, organiser: User) -> Stage:
    draw(event, organiser)
    return Stage.objects.select_related("event", "draw").get(event=event)


def draw(event: Event, by: User) -> None:
    announced = draws.announce(event_id=event.pk, kind="numbers", by=by, at=NOW)
    draws.make(draw_id=announced.pk, beacon="7 14 21", by=by, at=NOW)
    draws.publish(draw_id=announced.pk, by=by, at=NOW)


def play_round(stage: Stage, by: User) -> None:
    """The entry that came first wins each match of the latest round."""
    open_tables = events.pairings().filter(
        round__stage=stage, table__isnull=False, result=None
    )
    for table in open_tables:
        assert table.a
        assert table.b
        score = (3, 1) if table.a.number < table.b.number else (1, 3)
        results.set_result(
            pairing_id=table.pk, decision=played(*score), reason="sheet", by=by, at=NOW
        )
    standings.recompute(stage_id=stage.pk)


def test_the_form_of_an_event_offers_it_with_its_settings(
    desk: Client, club: Club
) -> None:
    path = f"/clubs/{club.slug}/events/new/"
    assert "Ladder: neighbours play, the winner climbs" in text(desk, path)
    typed = {
        "name": "Escalera",
        "starts_at": "2100-10-03T20:00",
        "capacity": "32",
        "fee": "20",
        "kings": "8",
        "points_per_set": "40",
        "sets_to_win": "3",
        "royal": "any",
        "words": "es",
        "format": "ladder",
    }
    shown = desk.post(path, typed | {"shape": "again"})
    assert "Rounds on the ladder" in shown.content.decode()
    assert "a single one" in shown.content.decode()
    desk.post(path, typed | {"ladder__rounds": "3"})
    event = Event.objects.get()
    assert (event.format, event.settings) == ("ladder", {"rounds": 3})


def test_people_sign_up_and_read_its_rules(anybody: Client, event: Event) -> None:
    page = text(anybody, f"/events/{event.pk}/register/")
    assert "Ladder: neighbours play, the winner climbs" in page
    assert "Rounds on the ladder" in page
    assert event.team_size == 2


def test_its_draw_says_in_its_own_words_who_cannot_be_drawn(
    desk: Client, make_event: Callable[..., Event], enter: Callable[..., Entry]
) -> None:
    event = make_event(format="ladder")
    enter(event, "Ane", "Jon", phone="600123456")
    page = text(desk, f"/events/{event.pk}/desk/")
    assert "A ladder needs 3 entries; there are 1." in page


def test_it_is_drawn_and_shown_with_its_own_reasons(
    desk: Client, anybody: Client, event: Event, organiser: User
) -> None:
    announced = draws.announce(event_id=event.pk, kind="numbers", by=organiser, at=NOW)
    draws.make(draw_id=announced.pk, beacon="7 14 21", by=organiser, at=NOW)
    assert "Ane 1" in text(desk, f"/events/{event.pk}/desk/draft/")
    draws.publish(draw_id=announced.pk, by=organiser, at=NOW)
    assert "Ane 1" in text(anybody, f"/events/{event.pk}/draws/1/")
    page = text(anybody, f"/events/{event.pk}/rounds/1/")
    assert "Climb 1" in page
    assert "They stand on the rungs 1 and 2." in page
    assert "Ladder" in text(anybody, f"/events/{event.pk}/")


def test_it_is_played_to_its_standings(
    anybody: Client, event: Event, stage: Stage, organiser: User
) -> None:
    play_round(stage, organiser)
    rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    assert "Last climb" in text(anybody, f"/events/{event.pk}/rounds/2/")
    play_round(stage, organiser)
    page = text(anybody, f"/events/{event.pk}/standings/")
    assert "on the ladder." in page
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    assert [row.rank for row in winners.standings(stage)] == [1, 2, 3, 4]


def test_a_correction_of_it_is_looked_at_and_then_made(
    desk: Client, stage: Stage, organiser: User
) -> None:
    play_round(stage, organiser)
    rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    table = Pairing.objects.filter(round__stage=stage, round__number=1).first()
    assert table
    assert table.result
    score = f"{table.result.sets_b}-{table.result.sets_a}"
    path = f"/tables/{table.pk}/correct/"
    given = {"outcome": f"played:{score}", "reason": "read wrongly"}
    look = desk.post(path, given)
    assert look.status_code == 200
    table.refresh_from_db()
    before = table.result
    hidden = look.content.decode()
    done = desk.post(path, given | hidden_fields(hidden) | {"do": "correct"})
    assert done.status_code == 302
    table.refresh_from_db()
    assert table.result != before


def hidden_fields(html: str) -> dict[str, str]:
    found = re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)"', html)
    return {
        name: unescape(value) for name, value in found if name != "csrfmiddlewaretoken"
    }


def test_the_api_lists_it_and_makes_events_of_it(organiser: User, club: Club) -> None:
    api = Api(organiser)
    status, formats = api.get("formats/")
    assert status == 200
    (listed,) = [one for one in formats["results"] if one["code"] == "ladder"]
    assert listed["settings"][0]["name"] == "rounds"
    status, made = api.post(
        f"clubs/{club.pk}/events/",
        name="Escalera",
        starts_at="2100-10-03T20:00:00Z",
        capacity=16,
        format="ladder",
        settings={"rounds": 4},
    )
    assert status == 201, made
    assert (made["format"], made["settings"]) == ("ladder", {"rounds": 4})


def test_the_api_answers_for_its_rounds_and_standings(
    stage: Stage, organiser: User
) -> None:
    play_round(stage, organiser)
    api = Api()
    status, standing = api.get(f"events/{stage.event_id}/standings/")
    assert status == 200
    assert {row["why"]["code"] for row in standing["results"]} == {"climbed"}


def test_its_events_are_exported_and_imported(
    event: Event, stage: Stage, organiser: User
) -> None:
    play_round(stage, organiser)
    lines = list(export_event(event))
    copy = import_event(lines)
    assert list(export_event(copy)) == lines
    copied, original = (
        snapshot.stage_state(copy.stages.get()).plan,
        snapshot.stage_state(stage).plan,
    )
    assert [one.code for one in copied] == [one.code for one in original]
