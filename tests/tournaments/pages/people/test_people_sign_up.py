"""Signing up on a phone, with or without an account."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.conftest import written_by_hand
from tests.tournaments.pages.people.people_pages import (
    PHONE,
    invited,
    phone,
    text,
)
from tests.tournaments.pages.sign_up import stamp
from tournaments import signed_links
from tournaments.models import Entry, Event


def sign_up(client: Client, event: Event, *names: str, **more: str) -> Any:
    given = {"player1": "", "player2": "", "phone": PHONE, "stamp": stamp()}
    given |= {f"player{n}": name for n, name in enumerate(names, start=1)}
    return client.post(f"/events/{event.pk}/register/", given | more)


# Registration


def test_a_pair_signs_up_without_an_account(event: Event) -> None:
    client = phone()
    answer = sign_up(
        client,
        event,
        "Ane Agirre",
        "Jon Etxeberria",
        team_name="Ilunpe",
        club_name="Gernika",
    )
    entry = event.entries.get()
    assert (answer.status_code, answer.url) == (302, f"/entries/{entry.pk}/")
    assert [player.name for player in entry.players.all()] == [
        "Ane Agirre",
        "Jon Etxeberria",
    ]
    assert (entry.team_name, entry.club_name, entry.phone) == (
        "Ilunpe",
        "Gernika",
        PHONE,
    )
    assert "Your entry number: 1" in text(client.get(answer.url))


def test_rules_and_fee_stand_above_the_form(make_event: Callable[..., Event]) -> None:
    page = text(
        phone().get(f"/events/{make_event(fee=20, options={'kings': 4}).pk}/register/")
    )
    assert page.index("20.00 €") < page.index("4 kings") < page.index("First player")


def test_a_single_player_asks_for_a_partner_where_the_event_allows_it(
    make_event: Callable[..., Event],
) -> None:
    assert sign_up(phone(), make_event(), "Ane").status_code == 302
    refused = sign_up(phone(), make_event(singles=False), "Ane")
    assert refused.status_code == 422
    assert Entry.objects.count() == 1


@pytest.mark.parametrize(
    ("names", "more"),
    [
        (("", ""), {}),
        (("   ", "Jon"), {}),
        (("Ane", "áne."), {}),
        (("A" * 61, "Jon"), {}),
        (("A\x00ne", "Jon"), {}),
        (("\u202e\u200f", "Jon"), {}),
        (("Ane", "Jon"), {"team_name": "x" * 5000}),
        (("Ane", "Jon"), {"phone": "6" * 31}),
        (("Ane", "Known"), {}),
        (("Ane", "Jon"), {"website": "http://spam.example"}),
        (("Ane", "Jon"), {"stamp": ""}),
        (("Ane", "Jon"), {"stamp": "1.0-x:forged"}),
    ],
    ids=[
        "no name",
        "blank name",
        "twice the same person",
        "long name",
        "control character",
        "invisible name",
        "long team name",
        "long phone",
        "already entered",
        "the trap is filled",
        "no stamp",
        "forged stamp",
    ],
)
def test_a_wrong_form_is_shown_again_as_typed_and_enters_nobody(
    event: Event,
    enter: Callable[..., Entry],
    names: tuple[str, str],
    more: dict[str, str],
) -> None:
    enter(event, "Known", "Other")
    answer = sign_up(phone(), event, *names, **{"club_name": "Bermeo Mus", **more})
    assert answer.status_code == 422
    assert 'value="Bermeo Mus"' in answer.content.decode()
    assert event.entries.count() == 1


def stamp_on(answer: Any) -> str:
    found = re.search(r'name="stamp" value="([^"]+)"', answer.content.decode())
    assert found
    return found[1]


def test_a_form_filled_in_faster_than_people_can_is_taken_the_next_time(
    event: Event,
) -> None:
    client = phone()
    shown = client.get(f"/events/{event.pk}/register/")
    refused = sign_up(client, event, "Ane", "Jon", stamp=stamp_on(shown))
    assert (refused.status_code, event.entries.exists()) == (422, False)
    again = sign_up(client, event, "Ane", "Jon", stamp=stamp_on(refused))
    assert again.status_code == 302


def test_a_browser_that_fills_in_the_hidden_field_each_time_gets_through_the_next_time(
    event: Event,
) -> None:
    client, filled = phone(), {"website": "https://ane.example"}
    refused = sign_up(client, event, "Ane", "Jon", **filled)
    assert (refused.status_code, event.entries.exists()) == (422, False)
    assert "Please check the form and send it again" in text(refused)
    assert "ane.example" not in refused.content.decode()
    again = sign_up(client, event, "Ane", "Jon", stamp=stamp_on(refused), **filled)
    assert again.status_code == 302


def test_a_form_left_open_for_a_day_is_taken_the_next_time(event: Event) -> None:
    client = phone()
    refused = sign_up(client, event, "Ane", "Jon", stamp=stamp(seconds=100_000))
    assert refused.status_code == 422
    again = sign_up(client, event, "Ane", "Jon", stamp=stamp_on(refused))
    assert again.status_code == 302


def test_the_same_form_sent_twice_enters_once_and_leads_both_times_to_the_entry(
    event: Event,
) -> None:
    sent = stamp()
    answers = [sign_up(phone(), event, "Ane", "Jon", stamp=sent) for _ in range(2)]
    assert [answer.url for answer in answers] == [
        f"/entries/{event.entries.get().pk}/"
    ] * 2


def test_going_back_in_the_browser_to_enter_other_people_asks_to_send_once_more(
    event: Event,
) -> None:
    sent, client = stamp(), phone()
    sign_up(client, event, "Ane", "Jon", stamp=sent)
    assert sign_up(client, event, "Ane", "Kepa", stamp=sent).status_code == 422
    refused = sign_up(client, event, "Miren", "Kepa", stamp=sent)
    assert (refused.status_code, event.entries.count()) == (422, 1)
    assert "This form has already entered somebody" in text(refused)
    fresh = stamp_on(refused)
    assert sign_up(client, event, "Miren", "Kepa", stamp=fresh).status_code == 302
    assert event.entries.count() == 2


def test_somebody_else_entering_the_same_person_learns_that_they_are_entered_and_no_more(
    event: Event,
) -> None:
    sign_up(phone(), event, "Ane", "Jon")
    stranger = phone()
    answer = sign_up(stranger, event, "Ane", "Kepa")
    assert answer.status_code == 422
    assert "Ane is already entered" in text(answer)
    assert stranger.get(f"/entries/{event.entries.get().pk}/").status_code == 403


def test_closed_registration_says_so_and_takes_nobody(event: Event) -> None:
    with written_by_hand():
        Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED)
    answer = sign_up(phone(), event, "Ane", "Jon")
    assert answer.status_code == 409
    assert "Registration is closed" in text(answer)
    assert not event.entries.exists()


def test_who_is_logged_in_is_the_first_player_by_account(
    event: Event, outsider: User
) -> None:
    client = phone()
    client.force_login(outsider)
    sign_up(client, event, "Ane", "Jon")
    assert [player.user_id for player in event.entries.get().players.all()] == [
        outsider.pk,
        None,
    ]


def guest() -> Client:
    """A phone on which somebody pressed Play."""
    client = phone()
    client.post("/play/")
    assert User.objects.filter(is_guest=True).exists()
    return client


def test_guests_enter_as_people_without_an_account_as_many_pairs_as_the_phone_is_handed_to(
    event: Event,
) -> None:
    client = guest()
    answers = [
        sign_up(client, event, "Ane", "Jon"),
        sign_up(client, event, "Miren", "Kepa"),
    ]
    assert [client.get(answer.url).status_code for answer in answers] == [200, 200]
    partner = guest()
    assert (
        partner.post(invited(partner, event.entries.get(number=1))).status_code == 302
    )
    assert set(event.players.values_list("user", flat=True)) == {None}


def test_over_the_api_a_guest_neither_enters_nor_confirms(
    event: Event, entry: Entry
) -> None:
    client, key = guest(), signed_links.key(signed_links.PARTNER, entry.pk)
    calls = {
        f"events/{event.pk}/entries/": {
            "players": [{"name": "Miren"}, {"name": "Kepa"}]
        },
        "entries/confirm/": {"key": key},
    }
    for path, body in calls.items():
        assert (
            client.post(
                f"/api/v1/{path}", body, content_type="application/json"
            ).status_code
            == 403
        )
    assert event.entries.count() == 1


def test_the_last_place_leads_to_the_waiting_list_with_the_position(
    make_event: Callable[..., Event],
) -> None:
    event = make_event(capacity=2)
    clients = [phone() for _ in range(4)]
    answers = [
        sign_up(client, event, f"Ane {n}", f"Jon {n}")
        for n, client in enumerate(clients)
    ]
    assert "number 2 on the waiting list" in text(clients[3].get(answers[3].url))
    clients[0].post(f"/entries/{event.entries.get(number=1).pk}/withdraw/")
    assert "You're in!" in text(clients[2].get(answers[2].url))
    assert "number 1 on the waiting list" in text(clients[3].get(answers[3].url))


# The entry and its links


def test_who_will_have_to_wait_is_told_before_the_form(
    make_event: Callable[..., Event],
) -> None:
    event = make_event(capacity=2)
    page, told = f"/events/{event.pk}/register/", []
    for names in (("Ane", "Jon"), ("Miren",), ("Kepa",)):
        sign_up(phone(), event, *names)
        told.append(text(phone().get(page)))
        assert ("the waiting list" in told[-1]) == (
            "the waiting list" in text(phone().get(f"/events/{event.pk}/"))
        )
    assert ["the waiting list" in page for page in told] == [False, True, True]
    assert "A pair that signs up now joins the waiting list" in told[1]
    assert "This event is full" in told[2]
    assert "2 of 2 places taken" in text(phone().get("/"))
