"""Clubs and the form of an event."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import Club, Membership, User
from accounts.roles import Role
from games.models import Match
from tests.conftest import NOW, written_by_hand
from tests.tournaments.pages.desk.desk_pages import PHONE, as_user, text
from tournaments.models import Entry, Event, Stage
from tournaments.services import draws

# Clubs and events


def test_whoever_founds_a_club_is_its_organiser_and_gets_an_address(
    outsider: User, club: Club
) -> None:
    client = as_user(outsider)
    assert (
        client.post("/clubs/new/", {"name": "Peña", "place": "Gernika"}).url
        == "/clubs/pena-2/desk/"
    )
    assert client.get("/clubs/pena-2/desk/").status_code == 200
    assert client.post("/clubs/new/", {"name": "  "}).status_code == 422
    assert client.post("/clubs/new/", {"name": "New"}).url == "/clubs/new-2/desk/"


def test_an_organiser_sets_roles_by_user_name(
    club: Club, desk: Client, outsider: User
) -> None:
    assert (
        desk.post(
            "/clubs/pena/desk/", {"username": "outsider", "role": "referee"}
        ).status_code
        == 302
    )
    assert Membership.objects.get(user=outsider).role == Role.REFEREE
    for given in (
        {"username": "who", "role": "referee"},
        {"username": "outsider", "role": "king"},
        {},
    ):
        assert desk.post("/clubs/pena/desk/", given).status_code == 422


def test_no_role_is_chosen_before_somebody_chooses_one(
    club: Club, desk: Client, outsider: User
) -> None:
    assert re.search(
        r'name="role"[^>]*>\s*<option value=""',
        desk.get("/clubs/pena/desk/").content.decode(),
    )
    assert (
        desk.post("/clubs/pena/desk/", {"username": "outsider", "role": ""}).status_code
        == 422
    )


def test_the_last_organiser_cannot_go(
    club: Club, desk: Client, organiser: User
) -> None:
    answer = desk.post("/clubs/pena/desk/", {"username": "organiser", "role": "player"})
    assert (answer.status_code, "needs at least one organiser" in text(answer)) == (
        422,
        True,
    )
    assert Membership.objects.get(user=organiser).role == Role.ORGANISER


EVENT = {
    "name": "Otoño",
    "starts_at": "2100-10-03T20:00",
    "capacity": "32",
    "fee": "20",
    "kings": "4",
    "points_per_set": "40",
    "sets_to_win": "3",
    "royal": "any",
    "words": "eu",
    "sets_final": "5",
}


def test_an_event_is_prepared_once_however_often_its_form_is_sent(
    club: Club, desk: Client
) -> None:
    answers = [desk.post("/clubs/pena/events/new/", EVENT) for _ in range(2)]
    event = Event.objects.get()
    assert [answer.url for answer in answers] == [f"/events/{event.pk}/desk/"] * 2
    chosen = {"points_per_set": 40, "sets_to_win": 3, "kings": 4, "royal": "any"}
    assert event.options | chosen == event.options
    assert event.round_options == {"final": {"sets_to_win": 5}}
    assert (event.state, event.capacity, event.words) == (Event.State.DRAFT, 32, "eu")


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "x" * 81},
        {"starts_at": "yesterday"},
        {"capacity": "1"},
        {"capacity": "513"},
        {"capacity": "9" * 30},
        {"fee": "-1"},
        {"fee": "NaN"},
        {"fee": "1e9"},
        {"kings": "5"},
        {"points_per_set": "0"},
        {"sets_to_win": "10"},
        {"sets_final": "99"},
        {"turn_seconds": "1"},
        {"words": "xx"},
        {"deadline": "99999-01-01T00:00"},
        {"deadline": "2100-10-03T20:01"},
        {"starts_at": "2020-10-03T20:00"},
    ],
    ids=str,
)
def test_an_event_that_cannot_be_is_refused_and_what_was_typed_stays(
    club: Club, desk: Client, wrong: dict[str, str]
) -> None:
    answer = desk.post(
        "/clubs/pena/events/new/", EVENT | {"place": "Casa Vasca"} | wrong
    )
    assert answer.status_code == 422
    assert 'value="Casa Vasca"' in answer.content.decode()
    assert not Event.objects.exists()


def test_a_custom_chosen_later_changes_the_rules_and_keeps_what_was_typed(
    club: Club, desk: Client
) -> None:
    answer = desk.post(
        "/clubs/pena/events/new/",
        EVENT | {"preset": "madrid_open", "intro": "Con cena", "in_app": "on"},
    )
    page = answer.content.decode()
    for kept in (
        'value="Otoño"',
        'value="2100-10-03T20:00"',
        "Con cena",
        'name="sets_final" value="5"',
    ):
        assert kept in page
    chosen = dict(
        re.findall(
            r'<select name="(\w+)"[^>]*>(?:(?!</select>).)*value="(\w+)" selected',
            page,
            re.S,
        )
    )
    assert (chosen["sets_to_win"], chosen["kings"]) == ("4", "8")
    assert [
        name
        for name in ("in_app", "singles")
        if re.search(rf'name="{name}"[^>]*checked', page)
    ] == ["in_app"]
    assert (answer.status_code, Event.objects.exists()) == (200, False)


def test_once_the_draw_is_published_the_rules_are_shown_as_frozen_and_stay(
    running: Callable[..., Stage], desk: Client
) -> None:
    event = running(2).event
    page = desk.get(f"/events/{event.pk}/edit/").content.decode()
    assert "The rules can no longer change" in page
    assert re.search(r'<input[^>]*name="points_per_set"[^>]*disabled', page)
    given = EVENT | {"name": "Otro nombre", "fee": "99", "sets_final": "9"}
    assert desk.post(f"/events/{event.pk}/edit/", given).status_code == 302
    changed = Event.objects.get(pk=event.pk)
    assert (changed.name, changed.fee, changed.options, changed.round_options) == (
        "Otro nombre",
        99,
        event.options,
        {},
    )


def test_changing_an_event_keeps_the_rules_that_its_form_does_not_show(
    event: Event, desk: Client
) -> None:
    with written_by_hand():
        Event.objects.filter(pk=event.pk).update(
            round_options={"round_1": {"sets_to_win": 2}, "final": {"kings": 4}}
        )
    assert desk.post(f"/events/{event.pk}/edit/", EVENT).status_code == 302
    changed = Event.objects.get(pk=event.pk)
    assert changed.round_options == {
        "round_1": {"sets_to_win": 2},
        "final": {"kings": 4, "sets_to_win": 5},
    }


# The operator's pages


def test_the_admin_shows_no_card_no_secret_and_no_phone_and_changes_nothing(
    make_user: Callable[..., User],
    event: Event,
    enter: Callable[..., Entry],
    organiser: User,
    match: Match,
) -> None:
    admin = as_user(make_user("admin", is_staff=True, is_superuser=True))
    entry = enter(event, "Ane", "Jon", phone=PHONE)
    enter(event, "Miren", "Kepa")
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    Match.objects.filter(pk=match.pk).update(seat_seeds={"0": "my-own-seed"})
    secrets = [
        bytes(draw.secret).hex(),
        bytes(match.secret).hex(),
        PHONE,
        "my-own-seed",
    ]
    secrets += [
        str(bytes(draw.secret)),
        str(bytes(match.secret)),
        "argon2",
        match.moves.get(seat=None).text,
    ]
    paths = [
        f"/admin/tournaments/entry/{entry.pk}/change/",
        f"/admin/tournaments/draw/{draw.pk}/change/",
    ]
    paths += [
        f"/admin/games/match/{match.pk}/change/",
        f"/admin/accounts/user/{organiser.pk}/change/",
    ]
    lists = [path.rsplit("/", 3)[0] + "/" for path in paths]
    for path in (
        *paths,
        *lists,
        "/admin/tournaments/event/",
        "/admin/tournaments/logentry/",
    ):
        page = admin.get(path)
        assert page.status_code == 200
        assert [secret for secret in secrets if secret in page.content.decode()] == []
        assert not re.search(
            r"/admin/(accounts|games|tournaments)/\w+/add/", page.content.decode()
        )
        assert admin.post(path, {"_save": "x"}).status_code in {200, 403}
    assert admin.get("/admin/games/move/").status_code == 404
