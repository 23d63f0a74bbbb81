"""A game named only by its own folder and one line goes through all that a game goes through."""

from copy import deepcopy
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts.models import Club, User
from core.chance import Stream
from core.messages import SENTENCES
from games import replay, services
from games.bot_player import LEVELS, choose
from games.catalogue import GAMES
from games.models import Match
from games.rules.base import CHANCE
from games.verification import verify
from tests.conftest import NOW, Api
from tests.pages import tidy
from tests.tournaments.evenings import Evening
from tests.toys import high_card
from tests.toys.high_card.plug import HIGH_CARD
from tournaments.models import Event, Pairing, Stage
from tournaments.reading import events, winners
from tournaments.services import results, standings
from tournaments.services.archive import export_event, import_event
from tournaments.services.events import forget_event
from tournaments.services.typed_results import points

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """The one line of the catalogue; sentences and templates are found when the app starts."""
    monkeypatch.setitem(GAMES, HIGH_CARD.code, HIGH_CARD)
    for code, sentence in HIGH_CARD.rules.REFUSALS.items():
        monkeypatch.setitem(SENTENCES, code, sentence)
    engines = deepcopy(settings.TEMPLATES)
    engines[0]["DIRS"].append(Path(high_card.__file__).parent / "templates")
    settings.TEMPLATES = engines


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


def play_out(match: Match, level: str = "simple") -> None:
    """Bots play the match to its end."""
    chance = Stream(match.pk.bytes)
    seatings = match.seatings.select_related("user").order_by("seat")
    users = [seating.user for seating in seatings]
    rules = replay.rules_of(match)
    position = replay.position(match)
    if rules.to_act(position.state) == CHANCE:
        dealt = services.deal(match_id=match.pk, user=users[0], at=NOW)
        position = dealt.position
    while (seat := rules.to_act(position.state)) is not None:
        view = rules.view(position.state, seat)
        position = services.play_move(
            match_id=match.pk,
            user=users[seat],
            answers=position.number,
            client_id="",
            text=choose(view, chance.below, level),
            at=NOW,
        ).position


def matches_of(stage: Stage) -> list[Match]:
    tables = events.pairings().filter(round__stage=stage).order_by("table")
    return [table.match for table in tables if table.match]


@pytest.fixture
def in_app(evening: Evening) -> Stage:
    """Six players at two tables of three in the app."""
    return evening.running("high_card", 6, in_app=True, options={"players": 3})


def test_the_page_of_the_games_offers_it_and_opens_a_casual_match(
    anybody: Client,
) -> None:
    page = text(anybody, "/play/?game=high_card")
    assert "High card" in page
    assert "Rounds" in page
    opened = anybody.post("/play/", {"game": "high_card", "players": "2"})
    assert opened.status_code == 302
    match = Match.objects.get()
    services.deal(match_id=match.pk, user=match.seatings.get(seat=0).user, at=NOW)
    assert "stay" in text(anybody, f"/matches/{match.pk}/")
    said = {"say": "stay", "answers": "1", "id": "a"}
    assert anybody.post(f"/matches/{match.pk}/", said).status_code == 302
    assert match.moves.filter(text="stay").exists()


@pytest.mark.parametrize("level", LEVELS)
def test_over_the_api_it_is_listed_and_played_by_bots_to_a_record_that_verifies(
    organiser: User, level: str
) -> None:
    api = Api(organiser)
    _, games = api.get("games/")
    listed = {game["code"]: game for game in games}
    assert listed["high_card"]["options"]["rounds"] == {
        "default": 2,
        "rule": "HIGH-1",
        "min": 1,
        "max": 9,
    }
    status, opened = api.post("matches/", game="high_card", options={"players": 3})
    assert status == 201, opened
    match = Match.objects.get(pk=opened["id"])
    play_out(match, level)
    record = api.client.get(f"/api/v1/matches/{match.pk}/record/", headers=api.headers)
    verdict = verify(record.content.decode())
    assert verdict.ok, str(verdict)


def test_an_event_of_it_is_made_on_the_form_with_its_options(
    desk: Client, club: Club
) -> None:
    path = f"/clubs/{club.slug}/events/new/?game=high_card"
    assert "Rounds" in text(desk, path)
    typed = {
        "game": "high_card",
        "name": "High card night",
        "starts_at": "2100-10-03T20:00",
        "capacity": "32",
        "fee": "0",
        "words": "es",
        "format": "tables",
        "rounds": "4",
    }
    made = desk.post(path, typed)
    assert made.status_code == 302, unescape(made.content.decode())
    event = Event.objects.get()
    assert (event.game, event.options["rounds"]) == ("high_card", 4)


def test_people_sign_up_for_it_and_are_drawn_to_tables(
    anybody: Client, evening: Evening
) -> None:
    event = evening.event("high_card")
    assert "High card" in text(anybody, f"/events/{event.pk}/register/")
    stage = evening.running("high_card", 6, options={"players": 3})
    page = text(anybody, f"/events/{stage.event_id}/rounds/1/")
    assert "Ane 5" in page


def test_matches_in_the_app_become_results_and_standings(
    anybody: Client, in_app: Stage
) -> None:
    matches = matches_of(in_app)
    assert len(matches) == 2
    for match in matches:
        play_out(match)
        assert results.record_result_of_finished_match(match_id=match.pk, at=NOW)
    standings.recompute(stage_id=in_app.pk)
    in_app.event.refresh_from_db()
    assert in_app.event.state == Event.State.FINISHED
    scored = sum(sum(match.outcome["score"]) for match in Match.objects.all())
    rows = winners.standings(in_app)
    assert len(rows) == 6
    assert sum(row.points for row in rows) == scored
    for rest in ("", "rounds/1/", "standings/", "draws/1/"):
        text(anybody, f"/events/{in_app.event_id}/{rest}")


def test_a_typed_result_must_be_one_that_the_game_can_end_with(
    evening: Evening, organiser: User
) -> None:
    stage = evening.running("high_card", 6, options={"players": 3})
    table = events.pairings().filter(round__stage=stage).order_by("table")[0]
    path = f"pairings/{table.pk}/result/"
    body = {"kind": "played", "reason": "sheet"}
    status, refused = Api(organiser).post(path, **body, points=[99, 0, 0])
    assert (status, refused["code"]) == (422, "high_card.score")
    assert refused["detail"] == "A score is a number of points from 0 to 6."
    status, answer = Api(organiser).post(path, **body, points=[3, 0, 1])
    assert status == 200, answer


def test_a_result_is_corrected_and_the_event_moves_to_another_machine(
    evening: Evening, organiser: User
) -> None:
    stage = evening.running("high_card", 6, options={"players": 3})
    for table in events.pairings().filter(round__stage=stage):
        set_points(table, (3, 0, 1), organiser)
    corrected = events.pairings().filter(round__stage=stage).order_by("table")[0]
    set_points(corrected, (1, 0, 3), organiser)
    standings.recompute(stage_id=stage.pk)
    before = [(row.entry.number, row.points) for row in winners.standings(stage)]
    lines = list(export_event(stage.event))
    moved = move(stage.event, lines)
    standings.recompute(stage_id=moved.pk)
    after = [(row.entry.number, row.points) for row in winners.standings(moved)]
    assert after == before


def set_points(table: Pairing, each: tuple[int, ...], by: User) -> None:
    results.set_result(
        pairing_id=table.pk, decision=points(each), reason="sheet", by=by, at=NOW
    )


def move(event: Event, lines: list[str]) -> Stage:
    """The event imported from these lines, once it is gone here."""
    forget_event(event_id=event.pk)
    return import_event(lines).stages.get()
