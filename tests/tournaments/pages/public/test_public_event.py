"""The home page and the page of an event."""

from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from accounts.models import Club, User
from tests.conftest import NOW, written_by_hand
from tests.tournaments.pages.public.public_pages import text
from tournaments.models import Entry, Event, Stage

PHONE = "600123456"


def pages_of(event: Event) -> Iterator[str]:
    yield from (
        f"/events/{event.pk}/{rest}"
        for rest in ("", "entries/", "bracket/", "rounds/1/", "standings/")
    )
    yield from (
        f"/events/{event.pk}/{rest}"
        for rest in ("draws/1/", "rounds/1/sheet/tables/", "rounds/1/sheet/names/")
    )
    yield from ("/", f"/clubs/{event.club.slug}/")


def test_home_offers_a_set_with_bots_and_lists_events(
    anybody: Client, event: Event
) -> None:
    shown = text(anybody, "/")
    assert "Play a set with three bots" in shown
    assert f'href="/events/{event.pk}/"' in shown
    assert "0 of 16 places taken" in shown


def test_home_leads_members_to_their_clubs(
    anybody: Client, club: Club, organiser: User
) -> None:
    assert "Your clubs" not in text(anybody, "/")
    anybody.force_login(organiser)
    assert f'href="/clubs/{club.slug}/"' in text(anybody, "/")


def test_home_without_events_says_so(anybody: Client, db: None) -> None:
    assert "There are no events yet." in text(anybody, "/")


def test_the_conditions_are_read_before_one_signs_up(
    anybody: Client, make_event: Callable[..., Event]
) -> None:
    event = make_event(
        fee="12.50",
        place="Frontón",
        settings={"third_place": True},
        options={"kings": 4, "points_per_set": 40, "royal": "coins"},
        round_options={"final": {"sets_to_win": 4}},
        deadline=None,
        starts_at=NOW,
        words="eu",
    )
    shown = text(anybody, f"/events/{event.pk}/")
    for said in (
        "12.50 € per pair",
        "Frontón",
        "16 of 16 left for pairs",
        "Friday 1 May 2026, 22:00",
        "<dt>Points in a set</dt><dd>40</dd>",
        "<dt>Sets to win</dt><dd>3</dd>",
        "<dt>Final</dt><dd>Sets to win: 4</dd>",
        "<dt>Kings</dt><dd>4 kings</dd>",
        "three sevens and the jack of coins",
        "<dt>Match for third place</dt><dd>yes</dd>",
        "Basque",
        "Sign up",
    ):
        assert said in shown, said


def test_a_full_event_offers_the_waiting_list(
    anybody: Client, make_event: Callable[..., Event], enter: Callable[..., Entry]
) -> None:
    event = make_event(capacity=2)
    for n in range(3):
        enter(event, f"Ane {n}", f"Jon {n}")
    assert "Full: join the waiting list" in text(anybody, f"/events/{event.pk}/")
    shown = text(anybody, f"/events/{event.pk}/entries/")
    assert shown.index("Ane 1") < shown.index("Waiting list") < shown.index("Ane 2")


def test_after_the_deadline_there_is_no_sign_up_button(
    anybody: Client, make_event: Callable[..., Event]
) -> None:
    event = make_event(deadline=NOW)
    assert "/register/" not in text(anybody, f"/events/{event.pk}/")


def test_once_it_is_played_nothing_is_said_of_places_left(
    anybody: Client, running: Callable[..., Stage]
) -> None:
    shown = text(anybody, f"/events/{running(2).event_id}/")
    assert "Fee" in shown
    assert not {
        said for said in ("Places", "left for pairs", "Sign up until") if said in shown
    }
    assert "places taken" not in text(anybody, "/")


def test_players_are_named_beside_the_name_of_their_team_alone(
    anybody: Client, event: Event, enter: Callable[..., Entry]
) -> None:
    enter(event, "Ane", "Jon")
    enter(event, "Miren", "Kepa", team_name="Los Txikis")
    shown = text(anybody, f"/events/{event.pk}/entries/")
    assert "Miren, Kepa" in shown
    assert "Ane, Jon" not in shown


def test_a_single_player_is_shown_as_looking_for_a_partner(
    anybody: Client, event: Event, enter: Callable[..., Entry]
) -> None:
    enter(event, "Ane")
    assert "looks for a partner" in text(anybody, f"/events/{event.pk}/entries/")


def test_no_page_shows_a_phone(
    anybody: Client, running: Callable[..., Stage], play_round: Callable[..., None]
) -> None:
    stage = running(5, settings={"third_place": True})
    play_round(stage)
    for path in pages_of(stage.event):
        assert PHONE not in text(anybody, path), path


def test_names_are_shown_as_text(
    anybody: Client, running: Callable[..., Stage], enter: Callable[..., Entry]
) -> None:
    stage = running(2)
    with written_by_hand():
        Entry.objects.filter(event=stage.event).update(
            team_name="<script>alert(1)</script>", club_name="<b>x"
        )
    with written_by_hand():
        Event.objects.update(
            name="<i>Torneo", intro="<script>alert(2)</script>", place="<u>"
        )
    for path in pages_of(stage.event):
        shown = anybody.get(path).content.decode()
        assert not {
            part for part in ("<script>a", "<b>x", "<i>T", "<u>") if part in shown
        }, path


@pytest.mark.parametrize(
    "rest", ["", "entries/", "bracket/", "rounds/1/", "standings/", "draws/1/"]
)
def test_an_event_in_preparation_is_seen_by_its_organisers_only(
    rest: str,
    anybody: Client,
    running: Callable[..., Stage],
    organiser: User,
    outsider: User,
) -> None:
    event = running(2).event
    with written_by_hand():
        Event.objects.update(state=Event.State.DRAFT)
    text(anybody, f"/events/{event.pk}/{rest}", 404)
    anybody.force_login(outsider)
    assert "Page not found" in text(anybody, f"/events/{event.pk}/{rest}", 404)
    anybody.force_login(organiser)
    assert "live.js" not in text(
        anybody, f"/events/{event.pk}/{rest}"
    )  # there is no topic to hear of


@pytest.mark.parametrize(
    "path",
    [
        "/nix/",
        "/events/0/",
        "/events/99999999999999999999/",
        "/clubs/nix/",
        "/events/{}/rounds/9/",
        "/events/{}/draws/9/",
        "/events/{}/rounds/0/",
        "/events/{}/rounds/99999999999999999999/",
        "/events/{}/draws/99999999999999999999/",
    ],
)
def test_what_is_not_there_is_a_plain_404(
    path: str, anybody: Client, running: Callable[..., Stage]
) -> None:
    assert "Page not found" in text(anybody, path.format(running(2).event_id), 404)
