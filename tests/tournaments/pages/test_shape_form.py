"""The form of an event says how it is played: formats, settings and phases, without a script and
with nothing lost.
"""

from html import unescape
from typing import Any

import pytest
from django.test import Client

from accounts.models import Club, User
from tournaments.models import Event
from tournaments.pages.desk import stages_form

pytestmark = pytest.mark.django_db

FORM = {
    "name": "Fiestas",
    "starts_at": "2030-01-15T20:00",
    "fee": "0",
    "capacity": "64",
    "words": "es",
    "game": "mus",
    "format": "knockout",
    "phases": "1",
}


@pytest.fixture
def desk(organiser: User) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(organiser)
    return client


def press(desk: Client, club: Club, **typed: str) -> Any:
    """The form after one of its buttons was pressed; nothing is made by that."""
    answer = desk.post(f"/clubs/{club.slug}/events/new/", FORM | typed)
    assert answer.status_code == 200
    assert not Event.objects.exists()
    return answer.context["form"]


def shown(form: Any) -> dict[str, Any]:
    """What the form would send if it were sent as it stands."""
    values = {field.name: field.value() for field in form}
    return {
        name: value for name, value in values.items() if value not in (None, False, "")
    }


def test_another_format_shows_its_settings_and_keeps_what_was_typed(
    desk: Client, club: Club
) -> None:
    form = press(desk, club, format="lives", shape="again", intro="With ham")
    assert (form["intro"].value(), form["format"].value()) == ("With ham", "lives")
    assert form["lives__lives"].value() == 2
    assert not [name for name in form.fields if name.startswith("knockout__")]


def test_a_phase_is_added_and_removed(desk: Client, club: Club) -> None:
    form = press(desk, club, shape="add", knockout__seeds="8")
    assert form["knockout__seeds"].value() == "8"
    assert (
        form["p2_format"].value(),
        form["p2_part"].value(),
        form["p2_number"].value(),
    ) == ("knockout", "best", 16)
    more = press(desk, club, shape="add", phases="5")
    assert len(more.shapes) == stages_form.STAGES_MOST
    less = press(desk, club, shape="remove", phases="2", p2_format="knockout")
    assert len(less.shapes) == 1


@pytest.mark.parametrize(
    ("key", "formats", "parts"),
    [
        ("lives", ["lives", "knockout", "knockout"], ["in", "out"]),
        ("groups", ["groups", "knockout"], ["best"]),
        ("league", ["swiss", "knockout"], ["best"]),
        ("two", ["consolation"], []),
    ],
)
def test_what_clubs_play_is_made_with_one_button(
    desk: Client, club: Club, key: str, formats: list[str], parts: list[str]
) -> None:
    form = press(desk, club, shape=key)
    sent = (
        FORM
        | {name: str(value) for name, value in shown(form).items()}
        | {"phases": str(len(form.shapes))}
    )
    answer = desk.post(f"/clubs/{club.slug}/events/new/", sent)
    assert answer.status_code == 302, unescape(answer.content.decode())
    event = Event.objects.get()
    assert [event.format, *(one["format"] for one in event.phases)] == formats
    assert [one["takes"]["part"] for one in event.phases] == parts
    edited = desk.get(f"/events/{event.pk}/edit/").context["form"]
    again = desk.post(
        f"/events/{event.pk}/edit/",
        sent | {name: str(v) for name, v in shown(edited).items()},
    )
    assert again.status_code == 302
    before = (event.settings, event.phases)
    event.refresh_from_db()
    assert (event.settings, event.phases) == before


def test_a_swiss_is_not_over_after_one_round_unless_somebody_says_so(
    desk: Client, club: Club
) -> None:
    assert (
        press(desk, club, shape="again", format="swiss")["swiss__rounds"].value() == 5
    )


def test_there_are_as_many_groups_as_the_places_on_the_form_make(
    desk: Client, club: Club
) -> None:
    groups = {
        places: press(desk, club, shape="groups", capacity=places)[
            "groups__groups"
        ].value()
        for places in ("8", "")
    }
    assert groups == {"8": 2, "": 16}


def test_an_evening_with_changing_partners_is_asked_for_single_players_and_can_be_changed(
    desk: Client, club: Club
) -> None:
    form = press(desk, club, format="partners", shape="again")
    assert "singles" not in form.fields
    assert (
        desk.post(
            f"/clubs/{club.slug}/events/new/", FORM | {"format": "partners"}
        ).status_code
        == 302
    )
    event = Event.objects.get()
    assert event.team_size == 1
    edited = desk.get(f"/events/{event.pk}/edit/").context["form"]
    assert "singles" not in edited.fields
    sent = (
        FORM
        | {name: str(value) for name, value in shown(edited).items()}
        | {"phases": "1", "name": "Noche"}
    )
    assert desk.post(f"/events/{event.pk}/edit/", sent).status_code == 302
    event.refresh_from_db()
    assert (event.name, event.format, event.team_size) == ("Noche", "partners", 1)


def test_a_phase_that_cannot_be_is_refused_on_the_form(
    desk: Client, club: Club
) -> None:
    typed = {"phases": "2", "p2_format": "knockout", "p2_part": "all", "p2_number": "8"}
    answer = desk.post(f"/clubs/{club.slug}/events/new/", FORM | typed)
    assert answer.status_code in {400, 422}
    assert answer.context["form"].non_field_errors()
    assert not Event.objects.exists()


@pytest.mark.parametrize("phases", ["0", "9", "x", "", "²"])
def test_a_number_of_phases_that_nobody_typed_is_no_error(
    desk: Client, club: Club, phases: str
) -> None:
    form = press(desk, club, phases=phases, shape="again")
    assert 1 <= len(form.shapes) <= stages_form.STAGES_MOST
