"""The desk leads from one step of an event to the next."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from accounts.models import User
from tests.conftest import NOW, written_by_hand
from tests.tournaments.attendance.comings_and_goings import start
from tests.tournaments.pages.desk.desk_pages import act, text
from tournaments.models import Draw, Entry, Event, Pairing, Stage
from tournaments.services import results, typed_results

# One next step at a time


def next_step(client: Client, event: Event) -> str:
    """The heading of the next step, and that there is no other primary action beside it."""
    page = client.get(f"/events/{event.pk}/desk/").content.decode()
    card = re.search(r'data-live-part="next"[^>]*>(.*?)</section>', page, re.S)
    assert card
    assert len(re.findall(r'class="button primary large"', page)) <= 1
    heading = re.search(r"<h2[^>]*>(.*?)</h2>", card[1], re.S)
    assert heading
    return unescape(heading[1].strip())


def test_the_desk_leads_from_preparation_to_the_last_round(
    event: Event, desk: Client, enter: Callable[..., Entry]
) -> None:
    with written_by_hand():
        Event.objects.filter(pk=event.pk).update(state=Event.State.DRAFT)
    assert next_step(desk, event) == "Next: open registration"
    assert "live.js" not in desk.get(f"/events/{event.pk}/desk/").content.decode()
    assert act(desk, event, "open").status_code == 302
    for people in (("Ane", "Jon"), ("Miren", "Kepa"), ("Amaia",), ("Unai",)):
        enter(event, *people)
    assert next_step(desk, event) == "Next: announce the draw of partners"
    act(desk, event, "announce", kind="teams")
    draw = event.draws.get()
    assert next_step(desk, event) == "Next: draw"
    assert draw.commitment in desk.get(f"/events/{event.pk}/desk/").content.decode()
    act(desk, event, "make", draw=draw.pk, beacon="lluvia 7")
    assert next_step(desk, event) == "Next: review the draft and publish"
    act(desk, event, "publish", draw=draw.pk)
    assert next_step(desk, event) == "Next: announce the draw"
    act(desk, event, "announce", kind="bracket")
    bracket = event.draws.get(number=2)
    act(desk, event, "make", draw=bracket.pk, beacon="tortilla")
    assert "goes on without a match" in text(desk.get(f"/events/{event.pk}/desk/"))
    act(desk, event, "publish", draw=bracket.pk)
    assert next_step(desk, event) == "Next: open “Final”"
    table = Pairing.objects.get(table=1)
    desk.post(
        f"/tables/{table.pk}/result/", {"outcome": "played:3-1", "reason": "acta"}
    )
    act(desk, event, "round", round=2)
    assert next_step(desk, event) == "The last round is being played"
    final = Pairing.objects.get(round__number=2)
    desk.post(
        f"/tables/{final.pk}/result/", {"outcome": "played:1-3", "reason": "acta"}
    )
    assert next_step(desk, event) == "The event is over"
    log = text(desk.get(f"/events/{event.pk}/desk/log/"))
    assert re.findall(r"\b(?:event|entry|draw|round|result)\.[a-z_]+", log) == []
    assert "was made with the words “lluvia 7”" in log


def test_what_stands_against_the_next_step_is_said_beside_it(
    event: Event, desk: Client, running: Callable[..., Stage]
) -> None:
    assert "needs at least 2 entries" in text(desk.get(f"/events/{event.pk}/desk/"))
    other = running(4).event
    assert "Tables without a result: 1, 2" in text(
        desk.get(f"/events/{other.pk}/desk/")
    )
    answer = act(desk, other, "round", round=2)
    assert (answer.status_code, "Tables without a result" in text(answer)) == (
        409,
        True,
    )


def test_a_single_player_whom_the_draw_leaves_out_is_named_before_it(
    event: Event, desk: Client, enter: Callable[..., Entry]
) -> None:
    for people in (("Ane", "Jon"), ("Miren", "Kepa"), ("Amaia",)):
        enter(event, *people)
    assert "1 single player has no partner" in text(
        desk.get(f"/events/{event.pk}/desk/")
    )


def test_an_odd_single_player_is_announced_before_the_draw_of_partners_and_named_in_its_draft(
    event: Event, desk: Client, enter: Callable[..., Entry]
) -> None:
    for name in ("Ane", "Jon", "Miren"):
        enter(event, name)
    page = f"/events/{event.pk}/desk/"
    assert "The number of single players is odd" in text(desk.get(page))
    act(desk, event, "announce", kind="teams")
    act(desk, event, "make", draw=event.draws.get().pk, beacon="lluvia")
    reserve = event.entries.get(number=event.draws.get().resolved["reserve"])
    name = reserve.players.get().name
    assert f"{reserve.number}. {name} drew the lowest card and is the reserve" in text(
        desk.get(page)
    )
    act(desk, event, "publish", draw=event.draws.get().pk)
    assert f'href="/entries/{reserve.pk}/withdraw/"' in desk.get(page).content.decode()


def test_an_announced_draw_whose_list_has_changed_says_so_before_it_is_made(
    event: Event, desk: Client, enter: Callable[..., Entry]
) -> None:
    for name in ("Ane", "Jon"):
        enter(event, name)
    act(desk, event, "announce", kind="teams")
    page = f"/events/{event.pk}/desk/"
    assert "If a single player enters or withdraws now" in text(desk.get(page))
    assert "has changed since the draw was announced" not in text(desk.get(page))
    act(desk, event, "enter", player1="Miren", player2="")
    assert "has changed since the draw was announced" in text(desk.get(page))
    assert re.search(r'value="make" disabled', desk.get(page).content.decode())


def test_a_draw_without_words_is_warned_of_and_its_proof_claims_less(
    event: Event, desk: Client, enter: Callable[..., Entry]
) -> None:
    enter(event, "Ane", "Jon")
    enter(event, "Miren", "Kepa")
    act(desk, event, "announce", kind="bracket")
    page = desk.get(f"/events/{event.pk}/desk/")
    assert re.search(r'<input[^>]*name="beacon"[^>]*required', page.content.decode())
    assert "Without words from the room, nobody can check" in text(page)
    claim, proof = "not even the server could choose", f"/events/{event.pk}/draws/1/"
    assert claim in text(desk.get(proof))
    act(desk, event, "make", draw=event.draws.get().pk)
    assert claim not in text(desk.get(proof))
    assert "have to trust that the server chose its secret at random" in text(
        desk.get(proof)
    )


def test_places_are_called_free_only_while_registration_is_open(
    event: Event, desk: Client
) -> None:
    page = f"/events/{event.pk}/desk/"
    assert "16 places for pairs are free" in text(desk.get(page))
    act(desk, event, "close")
    assert "free" not in text(desk.get(page))


def test_pressing_a_button_twice_does_its_thing_once(
    running: Callable[..., Stage], desk: Client
) -> None:
    stage = running(4)
    for table in Pairing.objects.filter(round__stage=stage):
        desk.post(
            f"/tables/{table.pk}/result/", {"outcome": "played:3-0", "reason": "acta"}
        )
    assert [act(desk, stage.event, "round", round=2).status_code for _ in range(2)] == [
        302,
        302,
    ]
    assert stage.rounds.count() == 2
    assert act(desk, stage.event, "publish", draw=stage.draw_id).status_code == 409
    assert stage.event.stages.count() == 1


def test_a_draw_is_discarded_only_with_a_reason_which_stays_visible(
    event: Event, desk: Client, enter: Callable[..., Entry]
) -> None:
    enter(event, "Ane", "Jon")
    enter(event, "Miren", "Kepa")
    act(desk, event, "announce", kind="bracket")
    draw = event.draws.get()
    refused = act(desk, event, "discard", draw=draw.pk, reason=" x ")
    assert (refused.status_code, "Give a reason" in text(refused)) == (422, True)
    assert 'value=" x "' in refused.content.decode()
    act(desk, event, "discard", draw=draw.pk, reason="una pareja se fue")
    assert "una pareja se fue" in text(desk.get(f"/events/{event.pk}/desk/"))
    assert next_step(desk, event) == "Next: announce the draw"


def test_a_published_draw_is_offered_to_be_taken_back_only_while_nothing_has_come_of_it(
    desk: Client, running: Callable[..., Stage], organiser: User
) -> None:
    stage = running(4)
    page, offered = (
        f"/events/{stage.event_id}/desk/draws/1/take-back/",
        "Withdraw draw 1",
    )
    assert offered in text(desk.get(f"/events/{stage.event_id}/desk/"))
    assert (
        desk.post(page, {"reason": ""}).status_code,
        b"<form method" in desk.get(page).content,
    ) == (422, True)
    table = Pairing.objects.filter(round__stage=stage)[0]
    results.set_result(
        pairing_id=table.pk,
        decision=typed_results.played(3, 1),
        reason="sheet",
        by=organiser,
        at=NOW,
    )
    assert offered not in text(desk.get(f"/events/{stage.event_id}/desk/"))
    late = desk.get(page)
    assert (late.status_code, b'name="reason"' in late.content) == (409, False)
    assert "the draw can no longer be withdrawn" in text(late)


def test_a_draw_of_another_event_is_not_touched_from_this_desk(
    event: Event, desk: Client, running: Callable[..., Stage]
) -> None:
    other = running(2).event.draws.get()
    for do in ("make", "publish", "discard"):
        assert act(desk, event, do, draw=other.pk, reason="por error").status_code in {
            404,
            422,
        }
    for wrong in ("", "x", "9" * 30):
        assert act(desk, event, "publish", draw=wrong).status_code == 422
    assert Draw.objects.get().state == Draw.State.PUBLISHED


def test_calling_an_event_off_asks_first_and_names_it(
    event: Event, desk: Client
) -> None:
    path = f"/events/{event.pk}/cancel/"
    assert "Yes, cancel “Torneo”" in text(desk.get(path))
    assert Event.objects.get().state == Event.State.OPEN
    assert desk.post(path).status_code == 302
    assert Event.objects.get().state == Event.State.CANCELLED
    assert desk.post(path).status_code == 409
    assert "Yes, cancel" not in text(desk.get(path))


@pytest.mark.parametrize("format", ["swiss", "lives"])
def test_where_each_round_is_drawn_the_desk_names_the_tables_that_it_waits_for(
    make_event: Callable[..., Event],
    enter: Callable[..., Entry],
    organiser: User,
    desk: Client,
    format: str,
) -> None:
    event = make_event(format=format, capacity=8)
    for n in range(8):
        enter(event, f"Ane {n}", f"Jon {n}")
    stage = start(event, organiser)
    done, *others = Pairing.objects.filter(round__stage=stage).order_by("table")
    desk.post(f"/tables/{done.pk}/result/", {"outcome": "played:3-0", "reason": "acta"})
    page = text(desk.get(f"/events/{event.pk}/desk/"))
    assert "A round is being played" in page
    waiting = ", ".join(str(pairing.table) for pairing in others)
    assert f"Tables without a result: {waiting}." in page
