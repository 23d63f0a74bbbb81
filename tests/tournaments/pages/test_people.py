"""Signing up, one's own entry, and one's own table, as people without an account use them."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.conftest import NOW, written_by_hand
from tests.tournaments.pages.sign_up import stamp
from tournaments import signed_links
from tournaments.models import Entry, Event, LogEntry, Pairing, Report, Stage
from tournaments.pages import sign_up_form
from tournaments.services import draws, registration

PHONE = "699 123 456"


def phone() -> Client:
    """A phone that nobody is logged in on."""
    return Client(headers={"Accept-Language": "en"})


def text(response: Any) -> str:
    """What a reader sees of a page: without tags, on one line."""
    return " ".join(
        unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split()
    )


def sign_up(client: Client, event: Event, *names: str, **more: str) -> Any:
    given = {"player1": "", "player2": "", "phone": PHONE, "stamp": stamp()}
    given |= {f"player{n}": name for n, name in enumerate(names, start=1)}
    return client.post(f"/events/{event.pk}/register/", given | more)


def holding(*entries: Entry) -> Client:
    """A phone on which the links of these entries were opened."""
    client = phone()
    for entry in entries:
        client.get(f"/e/{signed_links.key(signed_links.ENTRY, entry.pk)}/")
    return client


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


def test_a_form_filled_in_faster_than_people_can_is_not_taken_at_once(
    event: Event,
) -> None:
    client = phone()
    shown = client.get(f"/events/{event.pk}/register/").content.decode()
    fresh = re.search(r'name="stamp" value="([^"]+)"', shown)
    assert fresh
    assert sign_up(client, event, "Ane", "Jon", stamp=fresh[1]).status_code == 422
    assert not event.entries.exists()


def test_an_old_form_gets_a_new_stamp_and_is_taken_the_next_time(event: Event) -> None:
    answer = sign_up(phone(), event, "Ane", "Jon", stamp=stamp(seconds=100_000))
    assert answer.status_code == 422
    fresh = re.search(r'name="stamp" value="([^"]+)"', answer.content.decode())
    assert fresh
    assert 0 <= sign_up_form.age(fresh[1]) < 60


def test_the_same_form_sent_twice_enters_once_and_leads_both_times_to_the_entry(
    event: Event,
) -> None:
    sent = stamp()
    answers = [sign_up(phone(), event, "Ane", "Jon", stamp=sent) for _ in range(2)]
    assert [answer.url for answer in answers] == [
        f"/entries/{event.entries.get().pk}/"
    ] * 2


def test_going_back_in_the_browser_to_enter_other_people_does_not_pass_for_sending_twice(
    event: Event,
) -> None:
    sent, client = stamp(), phone()
    sign_up(client, event, "Ane", "Jon", stamp=sent)
    assert sign_up(client, event, "Ane", "Kepa", stamp=sent).status_code == 422
    assert sign_up(client, event, "Miren", "Kepa", stamp=sent).status_code == 302
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


@pytest.fixture
def entry(event: Event, enter: Callable[..., Entry]) -> Entry:
    return enter(event, "Ane", "Jon", phone=PHONE)


def test_the_link_for_other_devices_leaves_no_key_in_the_address_bar(
    entry: Entry,
) -> None:
    client = phone()
    answer = client.get(f"/e/{signed_links.key(signed_links.ENTRY, entry.pk)}/")
    assert answer.url == f"/entries/{entry.pk}/"
    assert client.get(answer.url).status_code == 200


@pytest.mark.parametrize("purpose", ["e", "partner"])
@pytest.mark.parametrize(
    "kind", ["garbage", "key for something else", "changed key", "of a deleted entry"]
)
def test_a_link_that_is_not_right_opens_nothing(
    entry: Entry, purpose: str, kind: str
) -> None:
    right, other = {
        "e": (signed_links.ENTRY, signed_links.PARTNER),
        "partner": (signed_links.PARTNER, signed_links.ENTRY),
    }[purpose]
    key = {
        "garbage": "xyz",
        "key for something else": signed_links.key(other, entry.pk),
        "changed key": "MTIz" + signed_links.key(right, entry.pk)[4:],
        "of a deleted entry": signed_links.key(right, 999_999),
    }[kind]
    client = phone()
    assert client.get(f"/{purpose}/{key}/").status_code == 404
    assert client.post(f"/{purpose}/{key}/").status_code in {404, 405}
    assert client.get(f"/entries/{entry.pk}/").status_code == 403


def test_the_page_of_an_entry_shows_the_links_only_to_those_who_speak_for_it(
    entry: Entry, organiser: User, referee: User, outsider: User
) -> None:
    assert "/partner/" in holding(entry).get(f"/entries/{entry.pk}/").content.decode()
    for other in (None, organiser, referee, outsider):
        client = phone()
        if other:
            client.force_login(other)
        answer = client.get(f"/entries/{entry.pk}/")
        assert answer.status_code == 403
        assert "/partner/" not in answer.content.decode()


def test_pages_with_what_is_private_are_kept_by_no_cache(entry: Entry) -> None:
    client = holding(entry)
    for path in (
        f"/entries/{entry.pk}/",
        f"/events/{entry.event_id}/register/",
        f"/entries/{entry.pk}/withdraw/",
    ):
        assert "no-store" in client.get(path)["Cache-Control"]


def invited(client: Client, entry: Entry) -> str:
    """Where the partner's link leads on this phone."""
    return str(
        client.get(f"/partner/{signed_links.key(signed_links.PARTNER, entry.pk)}/").url
    )


def test_the_partners_link_leaves_no_key_in_the_address_bar_and_stands_for_its_phone_only(
    entry: Entry, caplog: pytest.LogCaptureFixture
) -> None:
    key, client = signed_links.key(signed_links.PARTNER, entry.pk), phone()
    path = invited(client, entry)
    assert path == f"/entries/{entry.pk}/partner/"
    assert client.get(path).status_code == 200
    registration.withdraw_before_draw(entry_id=entry.pk, by=None, at=NOW)
    assert client.post(path).status_code == 409
    assert key not in caplog.text
    for others in (phone(), holding(entry)):
        assert others.get(path).status_code == 403
        assert others.post(path).status_code == 403


def test_the_partner_sees_what_was_entered_and_confirms_it_once(entry: Entry) -> None:
    partner, sister = phone(), phone()
    path = invited(partner, entry)
    invited(sister, entry)
    shown = text(partner.get(path))
    assert "Ane has entered you both" in shown
    assert PHONE not in shown
    assert entry.players.get(place=1).confirmed_at is None
    assert [partner.post(path).url for _ in range(2)] == [f"/entries/{entry.pk}/"] * 2
    assert entry.players.get(place=1).confirmed_at is not None
    late = sister.post(path)
    assert (late.status_code, "already confirmed" in text(late)) == (409, True)


def test_a_partner_with_an_account_is_known_by_it_and_cannot_be_the_first_player_too(
    event: Event, enter: Callable[..., Entry], outsider: User, organiser: User
) -> None:
    entry = enter(event, "Ane", "Jon", users=(outsider,))
    client = as_user(outsider)
    assert client.post(invited(client, entry)).status_code == 422
    client = as_user(organiser)
    assert client.post(invited(client, entry)).status_code == 302
    assert entry.players.get(place=1).user == organiser


def test_a_single_player_has_no_link_for_a_partner(
    event: Event, enter: Callable[..., Entry]
) -> None:
    single = enter(event, "Ane")
    assert (
        "/partner/"
        not in holding(single).get(f"/entries/{single.pk}/").content.decode()
    )
    client = phone()
    assert client.get(invited(client, single)).status_code == 404


def test_a_single_player_reads_that_the_fee_is_that_of_a_pair(
    make_event: Callable[..., Event], enter: Callable[..., Entry]
) -> None:
    event = make_event(fee=10)
    single, pair = enter(event, "Ane"), enter(event, "Jon", "Miren")
    assert "per pair; pay your share" in text(
        holding(single).get(f"/entries/{single.pk}/")
    )
    assert "share" not in text(holding(pair).get(f"/entries/{pair.pk}/"))


def test_withdrawing_asks_first_and_names_the_pair(entry: Entry) -> None:
    client, path = holding(entry), f"/entries/{entry.pk}/withdraw/"
    assert "Yes, withdraw Ane – Jon" in text(client.get(path))
    assert Entry.objects.get().state == Entry.State.IN
    assert client.post(path).status_code == 302
    assert Entry.objects.get().state == Entry.State.WITHDRAWN
    assert client.post(path).status_code == 302
    assert LogEntry.objects.filter(action="entry.withdrawn").count() == 1
    assert "Your entry number" not in text(client.get(f"/entries/{entry.pk}/"))


def test_nobody_else_withdraws_an_entry(entry: Entry, referee: User) -> None:
    client = phone()
    assert client.post(f"/entries/{entry.pk}/withdraw/").status_code == 403
    client.force_login(referee)
    assert client.post(f"/entries/{entry.pk}/withdraw/").status_code == 403
    assert Entry.objects.get().state == Entry.State.IN


def test_after_the_draw_nobody_withdraws_any_more(
    running: Callable[..., Stage],
) -> None:
    entry = running(4).event.entries.first()
    assert entry
    client = holding(entry)
    answer = client.post(f"/entries/{entry.pk}/withdraw/")
    assert (answer.status_code, "draw has been announced" in text(answer)) == (
        409,
        True,
    )
    assert "Withdraw" not in text(client.get(f"/entries/{entry.pk}/"))


def test_single_players_are_led_to_the_pair_that_the_draw_made_of_them(
    event: Event, enter: Callable[..., Entry], organiser: User
) -> None:
    singles = [enter(event, name) for name in ("Ane", "Jon")]
    announced = draws.announce(event_id=event.pk, kind="teams", by=organiser, at=NOW)
    draws.make(draw_id=announced.pk, by=organiser, at=NOW)
    draws.publish(draw_id=announced.pk, by=organiser, at=NOW)
    client = holding(singles[0])
    team = event.entries.get(places=2)
    assert client.get(f"/entries/{singles[0].pk}/").url == f"/entries/{team.pk}/"
    assert client.get(f"/entries/{team.pk}/").status_code == 200


def test_single_players_are_known_at_the_table_of_their_drawn_pair(
    make_event: Callable[..., Event], organiser: User
) -> None:
    event = make_event(singles=True)
    singles = []
    for name in ("Ane", "Jon", "Miren", "Peru"):
        data = registration.SignUpData([registration.Person(name)])
        singles.append(registration.register(event_id=event.pk, data=data, at=NOW))
    for kind in ("teams", "bracket"):
        draw = draws.announce(event_id=event.pk, kind=kind, by=organiser, at=NOW)
        draws.make(draw_id=draw.pk, by=organiser, at=NOW)
        draws.publish(draw_id=draw.pk, by=organiser, at=NOW)
    table = Pairing.objects.get(round__stage__event=event)
    # They have never opened the page of their entry since the draw.
    for single in singles:
        assert holding(single).get(f"/tables/{table.pk}/").status_code == 200
    assert phone().get(f"/tables/{table.pk}/").status_code == 403
    single_of_each = [singles[0]]
    others = [one for one in singles if own_team(one) != own_team(singles[0])]
    single_of_each.append(others[0])
    assert holding(*single_of_each).get(f"/tables/{table.pk}/").status_code == 403


def own_team(single: Entry) -> int | None:
    return Entry.objects.get(pk=single.pk).team_id


def test_a_phone_number_is_on_no_page_of_others(
    running: Callable[..., Stage], organiser: User, referee: User, outsider: User
) -> None:
    stage = running(4)
    event, (mine, *others) = stage.event, stage.event.entries.all()
    with written_by_hand():
        Entry.objects.filter(event=event).exclude(pk=mine.pk).update(phone=PHONE)
    tables = Pairing.objects.filter(round__stage=stage).values_list("pk", flat=True)
    base = f"/events/{event.pk}/"
    paths = [
        base,
        *(
            f"{base}{page}/"
            for page in (
                "entries",
                "bracket",
                "rounds/1",
                "standings",
                "register",
                "desk",
            )
        ),
    ]
    paths += [
        f"{base}desk/log/",
        f"{base}desk/?entries",
        f"{base}draws/1/",
        f"{base}rounds/1/sheet/tables/",
        f"{base}rounds/1/sheet/names/",
    ]
    paths += [f"/tables/{table}/" for table in tables] + [
        f"/tables/{table}/result/" for table in tables
    ]
    paths += [f"/entries/{entry.pk}/" for entry in others]
    paths += [
        f"/partner/{signed_links.key(signed_links.PARTNER, entry.pk)}/"
        for entry in others
    ]
    for viewer in (phone(), holding(mine), as_user(referee), as_user(outsider)):
        seen = {path: viewer.get(path, follow=True).content.decode() for path in paths}
        assert [
            path for path, page in seen.items() if PHONE in page or "123456" in page
        ] == []
    assert PHONE in as_user(organiser).get(f"{base}desk/?entries").content.decode()


def as_user(user: User) -> Client:
    client = phone()
    client.force_login(user)
    return client


# The table


@pytest.fixture
def table(running: Callable[..., Stage]) -> Pairing:
    stage = running(2)
    return Pairing.objects.select_related("a", "b").get(round__stage=stage)


@pytest.fixture
def sides(table: Pairing) -> tuple[Client, Client]:
    """The phones of both pairs of the table."""
    assert table.a
    assert table.b
    return holding(table.a), holding(table.b)


def names(entry: Entry | None) -> str:
    assert entry
    return " – ".join(player.name for player in entry.players.all())


def test_a_pair_finds_its_table_on_its_own_page(
    table: Pairing, sides: tuple[Client, Client]
) -> None:
    page = text(sides[0].get(f"/entries/{table.a_id}/"))
    assert f"Final: table 1 against {names(table.b)}" in page
    assert "Report the result" in page


def test_a_result_is_reported_in_two_taps_and_confirmed_in_the_words_of_the_other_side(
    table: Pairing, sides: tuple[Client, Client]
) -> None:
    ours, theirs = sides
    path = f"/tables/{table.pk}/"
    shown = ours.get(path).content.decode()
    assert re.findall(r'href="\?score=(\d-\d)"', shown) == [
        "3-0",
        "3-1",
        "3-2",
        "2-3",
        "1-3",
        "0-3",
    ]
    assert f"{names(table.a)} won 3–1 against {names(table.b)}" in text(
        ours.get(f"{path}?score=3-1")
    )
    assert not Report.objects.exists()
    assert ours.post(path, {"do": "report", "score": "3-1"}).url == path
    asked = theirs.get(path)
    assert f"You lost 1–3 to {names(table.a)}. Is that right?" in text(asked)
    report = re.search(r'name="report" value="(\d+)"', asked.content.decode())
    assert report
    assert theirs.post(path, {"do": "confirm", "report": report[1]}).url == path
    assert f"You lost 1–3 to {names(table.a)}." in text(theirs.get(path))
    assert f"You won 3–1 against {names(table.b)}." in text(ours.get(path))
    result = Pairing.objects.get().result
    assert result
    assert (result.winner_id, result.sets_a, result.sets_b) == (table.a_id, 3, 1)


def test_the_score_is_turned_for_the_second_side(
    table: Pairing, sides: tuple[Client, Client]
) -> None:
    sides[1].post(f"/tables/{table.pk}/", {"do": "report", "score": "3-2"})
    assert f"You lost 2–3 to {names(table.b)}. Is that right?" in text(
        sides[0].get(f"/tables/{table.pk}/")
    )
    sides[0].post(f"/tables/{table.pk}/", {"do": "report", "score": "2-3"})
    result = Pairing.objects.get().result
    assert result
    assert (result.winner_id, result.sets_a, result.sets_b) == (table.b_id, 2, 3)


def test_two_different_reports_stand_side_by_side_until_one_side_agrees(
    table: Pairing, sides: tuple[Client, Client]
) -> None:
    path = f"/tables/{table.pk}/"
    sides[0].post(path, {"do": "report", "score": "3-1"})
    sides[1].post(path, {"do": "report", "score": "3-2"})
    for side in sides:
        page = text(side.get(path))
        assert "call the referee" in page
        assert f"{names(table.a)} won 3–1 against {names(table.b)}" in page
        assert f"{names(table.b)} won 3–2 against {names(table.a)}" in page
    assert Pairing.objects.get().result is None
    theirs = Report.objects.get(entry=table.b)
    sides[0].post(path, {"do": "confirm", "report": theirs.pk})
    result = Pairing.objects.get().result
    assert result
    assert result.winner_id == table.b_id


def test_sending_a_report_or_a_confirmation_twice_changes_nothing_more(
    table: Pairing, sides: tuple[Client, Client]
) -> None:
    path = f"/tables/{table.pk}/"
    assert [
        sides[0].post(path, {"do": "report", "score": "3-1"}).status_code
        for _ in range(2)
    ] == [302, 302]
    yes = {"do": "confirm", "report": Report.objects.get().pk}
    assert [sides[1].post(path, yes).status_code for _ in range(2)] == [302, 302]
    assert sides[0].post(path, {"do": "report", "score": "3-1"}).status_code == 302
    assert (Report.objects.count(), table.results.count()) == (2, 1)


def test_another_score_for_a_decided_table_is_refused(
    table: Pairing, sides: tuple[Client, Client]
) -> None:
    path = f"/tables/{table.pk}/"
    for side, score in zip(sides, ("3-1", "1-3"), strict=True):
        side.post(path, {"do": "report", "score": score})
    answer = sides[0].post(path, {"do": "report", "score": "3-0"})
    assert (answer.status_code, "already decided" in text(answer)) == (409, True)


def test_confirming_what_the_other_side_has_since_changed_is_refused(
    table: Pairing, sides: tuple[Client, Client]
) -> None:
    path = f"/tables/{table.pk}/"
    sides[0].post(path, {"do": "report", "score": "3-1"})
    seen = Report.objects.get().pk
    sides[0].post(path, {"do": "report", "score": "3-0"})
    answer = sides[1].post(path, {"do": "confirm", "report": seen})
    assert (answer.status_code, "look again" in text(answer)) == (409, True)
    assert Pairing.objects.get().result is None


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"do": "report"},
        {"do": "report", "score": "4-1"},
        {"do": "report", "score": "3-3"},
        {"do": "report", "score": "-3-1"},
        {"do": "report", "score": "99999999999-1"},
        {"do": "report", "score": "٣-١"},
        {"do": "confirm"},
        {"do": "confirm", "report": "abc"},
        {"do": "confirm", "report": "9" * 40},
    ],
    ids=str,
)
def test_a_score_that_cannot_be_is_refused(
    table: Pairing, sides: tuple[Client, Client], given: dict[str, str]
) -> None:
    assert sides[0].post(f"/tables/{table.pk}/", given).status_code == 422
    assert not Report.objects.exists()


@pytest.mark.parametrize("score", ["7-0", "x", "", "3-1-1"])
def test_an_address_with_an_impossible_score_offers_the_possible_ones(
    table: Pairing, sides: tuple[Client, Client], score: str
) -> None:
    answer = sides[0].get(f"/tables/{table.pk}/", {"score": score})
    assert answer.status_code == 422
    assert "What was the result?" in text(answer)


def test_nobody_else_sees_or_reports_at_a_table(
    table: Pairing, organiser: User, outsider: User
) -> None:
    for client in (phone(), as_user(outsider), as_user(organiser)):
        assert client.get(f"/tables/{table.pk}/").status_code == 403
        assert (
            client.post(
                f"/tables/{table.pk}/", {"do": "report", "score": "3-1"}
            ).status_code
            == 403
        )
    assert phone().get("/tables/999999/").status_code == 404
    assert not Report.objects.exists()


def test_a_phone_that_speaks_for_both_pairs_cannot_decide_alone(table: Pairing) -> None:
    assert table.a
    assert table.b
    answer = holding(table.a, table.b).post(
        f"/tables/{table.pk}/", {"do": "report", "score": "3-1"}
    )
    assert (answer.status_code, "more than one side" in text(answer)) == (403, True)
    assert not Report.objects.exists()


def test_a_match_in_the_app_is_played_there_and_not_reported(
    make_event: Callable[..., Event],
    four: list[User],
    draw_bracket: Callable[[Event], Stage],
) -> None:
    event = make_event(in_app=True)
    for pair in (four[:2], four[2:]):
        people = [registration.Person(str(user), user.pk) for user in pair]
        registration.register(
            event_id=event.pk, data=registration.SignUpData(people), at=NOW
        )
    draw_bracket(event)
    table = Pairing.objects.get()
    client = as_user(four[0])
    assert (
        f"/matches/{table.match_id}/"
        in client.get(f"/tables/{table.pk}/").content.decode()
    )
    assert (
        client.post(
            f"/tables/{table.pk}/", {"do": "report", "score": "3-1"}
        ).status_code
        == 409
    )


def test_a_bye_is_a_table_where_nothing_is_reported(
    running: Callable[..., Stage],
) -> None:
    stage = running(3)
    bye = Pairing.objects.get(round__stage=stage, table=None)
    alone = bye.a or bye.b
    assert alone
    client = holding(alone)
    assert "without a match" in text(client.get(f"/entries/{alone.pk}/"))
    assert "without a match" in text(client.get(f"/tables/{bye.pk}/"))
    assert (
        client.post(f"/tables/{bye.pk}/", {"do": "report", "score": "3-1"}).status_code
        == 403
    )
