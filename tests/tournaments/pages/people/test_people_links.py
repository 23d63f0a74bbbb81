"""Links that stand for an entry, and the partner's link."""

from collections.abc import Callable

import pytest

from accounts.models import User
from tests.conftest import NOW, written_by_hand
from tests.tournaments.pages.people.people_pages import (
    PHONE,
    as_user,
    holding,
    invited,
    phone,
    text,
)
from tournaments import signed_links
from tournaments.models import Entry, Event, LogEntry, Pairing, Stage
from tournaments.services import draws, registration


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
