"""The organiser's desk: who may do what there, one next step at a time, and nothing done by
accident.
"""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import Club, Membership, User
from accounts.roles import Role
from games.models import Match
from tests.conftest import NOW, written_by_hand
from tests.pages import tidy
from tournaments.models import Draw, Entry, Event, LogEntry, Pairing, Result, Stage
from tournaments.services import decisions, draws, results

PHONE = "699 123 456"


def as_user(user: User | None) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    if user:
        client.force_login(user)
    return client


def text(response: Any) -> str:
    """What a reader sees of a page: without tags, on one line."""
    return " ".join(
        unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split()
    )


@pytest.fixture
def desk(organiser: User) -> Client:
    return as_user(organiser)


@pytest.fixture
def cast(
    organiser: User,
    referee: User,
    outsider: User,
    make_user: Callable[..., User],
    club: Club,
) -> dict[str, Any]:
    player = make_user("player")
    Membership.objects.create(club=club, user=player, role=Role.PLAYER)
    return {
        "organiser": organiser,
        "referee": referee,
        "player": player,
        "outsider": outsider,
        "nobody": None,
    }


def act(client: Client, event: Event, do: str, **given: Any) -> Any:
    return client.post(f"/events/{event.pk}/desk/", {"do": do, **given})


# Who may


@pytest.mark.parametrize(
    ("page", "allowed"),
    [
        ("/events/{event}/desk/", {"organiser", "referee"}),
        ("/events/{event}/desk/log/", {"organiser", "referee"}),
        ("/tables/{table}/result/", {"organiser", "referee"}),
        ("/events/{event}/desk/import/", {"organiser"}),
        ("/events/{event}/edit/", {"organiser"}),
        ("/events/{event}/cancel/", {"organiser"}),
        ("/entries/{entry}/withdraw/", {"organiser"}),
        ("/clubs/pena/desk/", {"organiser"}),
        ("/clubs/pena/events/new/", {"organiser"}),
        ("/clubs/new/", {"organiser", "referee", "player", "outsider"}),
    ],
)
def test_each_page_of_the_desk_opens_to_its_roles_only(
    running: Callable[..., Stage], cast: dict[str, Any], page: str, allowed: set[str]
) -> None:
    stage = running(4)
    table, entry = (
        Pairing.objects.filter(round__stage=stage).first(),
        stage.event.entries.first(),
    )
    assert table
    assert entry
    path = page.format(event=stage.event_id, table=table.pk, entry=entry.pk)
    answers = {role: as_user(user).get(path) for role, user in cast.items()}
    assert {
        role for role, answer in answers.items() if answer.status_code == 200
    } == allowed
    refused = {
        answer.status_code for role, answer in answers.items() if role not in allowed
    }
    assert refused <= {302, 403}
    assert answers["nobody"].status_code == (403 if "entries" in page else 302)


def test_an_event_in_preparation_is_known_to_its_organisers_only(
    cast: dict[str, Any], event: Event
) -> None:
    with written_by_hand():
        Event.objects.filter(pk=event.pk).update(state=Event.State.DRAFT)
    for page in ("desk/", "desk/log/", "edit/", "register/"):
        answers = {
            role: as_user(user).get(f"/events/{event.pk}/{page}")
            for role, user in cast.items()
            if user
        }
        assert {
            role for role, answer in answers.items() if answer.status_code == 200
        } == {"organiser"}
        assert {
            answer.status_code
            for role, answer in answers.items()
            if role != "organiser"
        } == {404}


@pytest.mark.parametrize(
    "do",
    [
        "open",
        "close",
        "announce",
        "make",
        "publish",
        "discard",
        "round",
        "enter",
        "paid:1",
    ],
)
def test_a_referee_presses_none_of_the_organisers_buttons(
    event: Event, referee: User, do: str
) -> None:
    assert (
        act(as_user(referee), event, do, kind="bracket", player1="Ane").status_code
        == 403
    )
    assert not LogEntry.objects.exclude(action__startswith="event.").exists()


def test_a_referee_sees_tables_but_neither_phones_nor_fees(
    running: Callable[..., Stage], referee: User
) -> None:
    event = running(4).event
    with written_by_hand():
        Entry.objects.filter(event=event).update(phone=PHONE)
    page = as_user(referee).get(f"/events/{event.pk}/desk/?entries")
    assert "Enter the result" in text(page)
    assert not {"699", "456", "Mark as paid", "Next:"} & set(
        re.findall(r"Mark as paid|Next:|699|456", text(page))
    )


@pytest.mark.parametrize("do", ["", "nonsense", "open2", "delete"])
def test_a_button_that_there_is_not_does_nothing(
    event: Event, desk: Client, do: str
) -> None:
    assert act(desk, event, do).status_code == 422


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
        decision=decisions.played(3, 1),
        reason="sheet",
        by=organiser,
        at=NOW,
    )
    assert offered not in text(desk.get(f"/events/{stage.event_id}/desk/"))
    late = desk.get(page)
    assert (late.status_code, b'name="reason"' in late.content) == (409, False)
    assert "the draw can no longer be taken back" in text(late)


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


# Entries


def test_while_rounds_are_played_the_list_of_entries_is_one_step_away(
    running: Callable[..., Stage], desk: Client
) -> None:
    event = running(4).event
    page = desk.get(f"/events/{event.pk}/desk/")
    assert (
        "Entries: 4 accepted, 0 waiting" in text(page),
        "Mark as paid" in text(page),
    ) == (
        True,
        False,
    )
    assert (
        text(desk.get(f"/events/{event.pk}/desk/?entries")).count("Mark as paid") == 4
    )


def test_a_phone_shows_its_last_three_digits_until_it_is_opened(
    event: Event, desk: Client, enter: Callable[..., Entry]
) -> None:
    enter(event, "Ane", "Jon", phone=PHONE)
    page = tidy(desk.get(f"/events/{event.pk}/desk/").content.decode())
    hidden = re.search(
        r'<details class="phone"><summary>(.*?)</summary>(.*?)</details>', page, re.S
    )
    assert hidden
    assert (hidden[1], PHONE in hidden[2]) == ("… 456", True)
    assert page.count(PHONE) == hidden[2].count(PHONE)


def test_the_door_form_enters_and_keeps_the_focus_for_the_next(
    event: Event, desk: Client
) -> None:
    answer = act(
        desk, event, "enter", player1="Ane", player2="Jon", phone=PHONE, paid="on"
    )
    entry = event.entries.get()
    assert (entry.paid, entry.phone, answer.url) == (
        True,
        PHONE,
        f"/events/{event.pk}/desk/?door",
    )
    page = desk.get(answer.url)
    assert "1. Ane – Jon: entered" in text(page)
    assert re.search(
        r'<input[^>]*id="door_player1"[^>]*autofocus|<input[^>]*autofocus[^>]*id="door_player1"',
        page.content.decode(),
    )


def test_the_door_form_says_what_is_wrong_beside_what_was_typed(
    event: Event, desk: Client
) -> None:
    act(desk, event, "enter", player1="Ane", player2="Jon")
    for given in (
        {"player1": "Ane", "player2": "Kepa"},
        {"player1": "", "player2": "Kepa"},
        {"player1": "\x00", "player2": "Kepa"},
    ):
        answer = act(desk, event, "enter", **given)
        assert answer.status_code == 422
        assert 'value="Kepa"' in answer.content.decode()
    assert event.entries.count() == 1


def test_the_desk_enters_people_after_the_deadline_but_not_after_the_draw(
    event: Event, desk: Client, running: Callable[..., Stage]
) -> None:
    with written_by_hand():
        Event.objects.filter(pk=event.pk).update(deadline=NOW, state=Event.State.CLOSED)
    assert act(desk, event, "enter", player1="Ane", player2="Jon").status_code == 302
    assert (
        act(desk, running(2).event, "enter", player1="Ane", player2="Jon").status_code
        == 409
    )


def test_a_fee_is_marked_once_however_often_it_is_pressed(
    event: Event, desk: Client, enter: Callable[..., Entry]
) -> None:
    entry = enter(event, "Ane", "Jon")
    for do in ("paid", "paid", "unpaid", "paid"):
        assert act(desk, event, f"{do}:{entry.pk}").status_code == 302
    assert Entry.objects.get().paid
    actions = LogEntry.objects.filter(
        action__in=["entry.paid", "entry.unpaid"]
    ).order_by("pk")
    assert list(actions.values_list("action", flat=True)) == [
        "entry.paid",
        "entry.unpaid",
        "entry.paid",
    ]


def test_a_fee_of_an_entry_of_another_event_is_not_marked(
    event: Event, desk: Client, running: Callable[..., Stage]
) -> None:
    other = running(2).event.entries.first()
    assert other
    assert act(desk, event, f"paid:{other.pk}").status_code == 404
    assert act(desk, event, "paid:x").status_code == 422
    assert not Entry.objects.filter(paid=True).exists()


CSV = "player1,player2,team,club,phone\nAne,Jon,,Gernika,600\nMiren,,,,\n"


def bring(client: Client, event: Event, table: str, **more: Any) -> Any:
    return client.post(f"/events/{event.pk}/desk/import/", {"text": table, **more})


def test_a_file_is_first_reported_on_row_by_row_and_then_entered_as_a_whole(
    event: Event, desk: Client
) -> None:
    file = SimpleUploadedFile("entries.csv", b"\xef\xbb\xbf" + CSV.encode())
    report = desk.post(f"/events/{event.pk}/desk/import/", {"file": file})
    assert "All 2 rows can be entered" in text(report)
    assert not event.entries.exists()
    hidden = re.search(
        r"<textarea[^>]*hidden>\n(.*?)</textarea>", report.content.decode(), re.S
    )
    assert hidden
    assert bring(desk, event, unescape(hidden[1]), do="enter").status_code == 302
    assert event.entries.count() == 2
    again = bring(desk, event, CSV, do="enter")
    assert (again.status_code, event.entries.count()) == (422, 2)


def test_one_wrong_row_keeps_all_out_and_is_named_by_its_line(
    event: Event, desk: Client
) -> None:
    answer = bring(desk, event, CSV + "Kepa,Kepa,,,\n", do="enter")
    assert answer.status_code == 422
    assert "1 of 3 rows cannot be entered" in text(answer)
    assert "4 Kepa – Kepa Kepa cannot be in a pair with themselves" in text(answer)
    assert not event.entries.exists()


@pytest.mark.parametrize(
    "table",
    ["", "   ", "name\nAne\n", "player1\n", "player1\n" + "Ane\n" * 10_001],
    ids=["nothing", "blank", "no such column", "no rows", "too many rows"],
)
def test_a_table_that_is_none_is_refused(
    event: Event, desk: Client, table: str
) -> None:
    assert bring(desk, event, table, do="enter").status_code == 422
    assert not event.entries.exists()


@pytest.mark.parametrize(
    "content", [b"player1\n\x81\x8d", b"x" * 3_000_001], ids=["no text", "too large"]
)
def test_a_file_that_is_no_text_or_too_large_is_refused(
    event: Event, desk: Client, content: bytes
) -> None:
    file = SimpleUploadedFile("entries.csv", content)
    assert (
        desk.post(f"/events/{event.pk}/desk/import/", {"file": file}).status_code == 422
    )


def test_the_report_says_which_rows_will_wait(
    make_event: Callable[..., Event], desk: Client
) -> None:
    event = make_event(capacity=2)
    report = text(
        bring(desk, event, "player1,player2\nAne,Jon\nMiren,\nKepa,Peio\nAmaia,\n")
    )
    assert (
        "All 4 rows can be entered Not enough places: 2 rows go to the waiting list"
        in report
    )
    assert report.count("on the waiting list") == 2
    assert "waiting list" not in text(bring(desk, event, CSV))


def test_a_file_as_excel_saves_it_keeps_its_accents(event: Event, desk: Client) -> None:
    file = SimpleUploadedFile(
        "parejas.csv", "Jugador 1;Jugador 2\nIñaki;Begoña\n".encode("cp1252")
    )
    assert "Iñaki – Begoña" in text(
        desk.post(f"/events/{event.pk}/desk/import/", {"file": file})
    )


# Links


def test_an_organiser_shows_and_prints_the_links_by_which_pairs_report(
    running: Callable[..., Stage], cast: dict[str, Any]
) -> None:
    stage = running(4)
    entry = stage.event.entries.first()
    assert entry
    slips = f"/events/{stage.event_id}/desk/rounds/1/slips/"
    for path in (f"/entries/{entry.pk}/desk/", slips):
        answers = {
            role: as_user(user).get(path).status_code for role, user in cast.items()
        }
        assert answers == {
            "organiser": 200,
            "referee": 403,
            "player": 403,
            "outsider": 403,
            "nobody": 302,
        }
    organiser = as_user(cast["organiser"])
    assert organiser.get(slips).content.decode().count('class="qr"') == 4
    assert organiser.get(slips.replace("rounds/1", "rounds/9")).status_code == 404
    shown = organiser.get(f"/entries/{entry.pk}/desk/").content.decode()
    assert (
        f'href="/entries/{entry.pk}/desk/"'
        in organiser.get(f"/events/{stage.event_id}/desk/?entries").content.decode()
    )
    link = re.search(r'href="http://[^/]+(/e/[^"]+)"', shown)
    assert link
    assert as_user(None).get(link[1]).url == f"/entries/{entry.pk}/"


# Results


@pytest.fixture
def table(running: Callable[..., Stage]) -> Pairing:
    stage = running(4)
    found = Pairing.objects.filter(round__stage=stage).select_related("a", "b").first()
    assert found
    return found


def names(table: Pairing) -> tuple[str, str]:
    assert table.a
    assert table.b
    a, b = (
        " – ".join(player.name for player in entry.players.all())
        for entry in (table.a, table.b)
    )
    return a, b


@pytest.mark.parametrize(
    ("outcome", "kind", "winner", "sets"),
    [
        ("played:3-1", "played", "a", (3, 1)),
        ("played:0-3", "played", "b", (0, 3)),
        ("walkover:a", "walkover", "a", (0, 0)),
        ("walkover:b", "walkover", "b", (0, 0)),
        ("double_walkover", "double_walkover", None, (0, 0)),
        ("void", "void", None, (0, 0)),
    ],
)
def test_a_referee_sets_every_kind_of_result(
    table: Pairing,
    referee: User,
    outcome: str,
    kind: str,
    winner: str | None,
    sets: tuple[int, int],
) -> None:
    answer = as_user(referee).post(
        f"/tables/{table.pk}/result/", {"outcome": outcome, "reason": "lo dice el acta"}
    )
    assert answer.status_code == 302
    result = Result.objects.get()
    assert (result.kind, result.sets_a, result.sets_b, result.by) == (
        kind,
        *sets,
        referee,
    )
    assert result.winner_id == {"a": table.a_id, "b": table.b_id, None: None}[winner]


def test_the_choices_name_both_pairs(table: Pairing, desk: Client) -> None:
    a, b = names(table)
    page = text(desk.get(f"/tables/{table.pk}/result/"))
    assert f"{a} won 3–1 against {b}" in page
    assert f"{b} won without play: {a} did not come" in page
    assert page.count(" won 3–") == 6


@pytest.mark.parametrize(
    "given",
    [
        {"outcome": "played:3-1", "reason": ""},
        {"outcome": "played:3-1", "reason": "  "},
        {"outcome": "played:3-1", "reason": "x" * 301},
        {"outcome": "played:9-1", "reason": "acta"},
        {"outcome": "played:3-3", "reason": "acta"},
        {"outcome": "walkover", "reason": "acta"},
        {"outcome": "", "reason": "acta"},
        {"outcome": "played:3-1", "reason": "acta", "tantos": "30-1 30-2"},
        {"outcome": "played:3-1", "reason": "acta", "tantos": "abc"},
        {"outcome": "played:3-1", "reason": "acta", "tantos": "99999-1 30-2 30-3 30-4"},
    ],
    ids=str,
)
def test_a_result_that_cannot_be_is_refused_and_what_was_typed_stays(
    table: Pairing, desk: Client, given: dict[str, str]
) -> None:
    answer = desk.post(f"/tables/{table.pk}/result/", {"tantos": "", **given})
    assert answer.status_code == 422
    assert given["reason"] in unescape(answer.content.decode())
    assert not Result.objects.exists()


def test_tantos_may_be_written_as_people_write_them(
    table: Pairing, desk: Client
) -> None:
    given = {
        "outcome": "played:3-1",
        "reason": "acta",
        "tantos": "30-12, 28–30; 30 - 4  30:0",
    }
    assert desk.post(f"/tables/{table.pk}/result/", given).status_code == 302
    assert Result.objects.get().tantos == [[30, 12], [28, 30], [30, 4], [30, 0]]


def test_the_sheet_is_the_reason_of_a_first_result_and_a_correction_has_its_own(
    table: Pairing, desk: Client
) -> None:
    path = f"/tables/{table.pk}/result/"
    assert 'value="From the match sheet"' in desk.get(path).content.decode()
    desk.post(path, {"outcome": "played:3-1", "reason": "From the match sheet"})
    assert (
        "From the match sheet"
        not in desk.get(path).content.decode().partition("</form>")[0]
    )


def test_a_result_of_the_current_round_is_corrected_in_one_step_and_both_stay(
    table: Pairing, desk: Client
) -> None:
    a, b = names(table)
    path = f"/tables/{table.pk}/result/"
    desk.post(path, {"outcome": "played:3-1", "reason": "acta"})
    page = desk.get(path)
    assert f"Current result: {a} won 3–1 against {b}" in text(page)
    assert re.search(r'value="played:3-1"[^>]*checked', page.content.decode())
    assert (
        desk.post(path, {"outcome": "played:1-3", "reason": "al revés"}).status_code
        == 302
    )
    assert list(table.results.values_list("sets_a", "reason")) == [
        (3, "acta"),
        (1, "al revés"),
    ]
    log = text(desk.get(f"/events/{table.round.stage.event_id}/desk/log/"))
    assert "correction al revés" in log


def test_a_result_of_an_earlier_round_is_not_corrected_without_a_look_at_what_would_follow(
    running: Callable[..., Stage], desk: Client
) -> None:
    stage = running(4)
    tables = list(Pairing.objects.filter(round__stage=stage))
    for table in tables:
        desk.post(
            f"/tables/{table.pk}/result/", {"outcome": "played:3-0", "reason": "acta"}
        )
    act(desk, stage.event, "round", round=2)
    answer = desk.post(
        f"/tables/{tables[0].pk}/result/", {"outcome": "played:0-3", "reason": "acta"}
    )
    assert (
        answer.status_code,
        "look at what would follow before you correct it" in text(answer),
    ) == (409, True)
    page = text(desk.get(f"/tables/{tables[0].pk}/result/"))
    assert ("Preview the effects" in page, "Correct the result" in page) == (
        True,
        False,
    )


def test_the_desk_leads_to_the_results_of_earlier_rounds(
    running: Callable[..., Stage], desk: Client
) -> None:
    stage = running(4)
    tables = [
        f"/tables/{p.pk}/result/" for p in Pairing.objects.filter(round__stage=stage)
    ]
    for table in tables:
        desk.post(table, {"outcome": "played:3-0", "reason": "acta"})
    act(desk, stage.event, "round", round=2)
    latest, first, none = (
        desk.get(f"/events/{stage.event_id}/desk/{asked}").content.decode()
        for asked in ("", "?phase=1&round=1", "?phase=x&round=99")
    )
    assert 'href="?phase=1&amp;round=1#tables1"' in latest
    assert [[table in page for table in tables] for page in (latest, first, none)] == [
        [False] * 2,
        [True] * 2,
        [False] * 2,
    ]


@pytest.mark.parametrize(("pairs", "room"), [(4, False), (3, True)])
def test_latecomers_are_asked_for_only_where_there_is_room(
    running: Callable[..., Stage], desk: Client, pairs: int, room: bool
) -> None:
    page = desk.get(f"/events/{running(pairs).event_id}/desk/").content.decode()
    assert ('value="late"' in page) == room


def test_the_example_of_tantos_is_one_of_this_event(
    table: Pairing, desk: Client
) -> None:
    table.round.options["points_per_set"] = 40
    with written_by_hand():
        table.round.save()
    assert "for example: 40-13 39-40 40-20" in text(
        desk.get(f"/tables/{table.pk}/result/")
    )


def report(table: Pairing, entry: int | None, sets_a: int, sets_b: int) -> None:
    results.report(
        pairing_id=table.pk,
        entry_id=entry or 0,
        score=decisions.played(sets_a, sets_b),
        by=None,
        at=NOW,
    )


def test_disputed_and_one_sided_tables_come_first_and_are_accepted_with_a_reason(
    running: Callable[..., Stage], desk: Client
) -> None:
    stage = running(8)
    first, second, third, _ = (
        Pairing.objects.filter(round__stage=stage)
        .select_related("a", "b")
        .order_by("table")
    )
    desk.post(
        f"/tables/{first.pk}/result/", {"outcome": "played:3-0", "reason": "acta"}
    )
    report(second, second.a_id, 3, 1)
    report(third, third.a_id, 3, 1)
    report(third, third.b_id, 2, 3)
    page = desk.get(f"/events/{stage.event_id}/desk/")
    assert re.findall(r"Table (\d): ", text(page).split("Entries:")[0]) == [
        "3",
        "2",
        "4",
        "1",
    ]
    accept = re.search(
        rf"/tables/{second.pk}/result/\?accept=\d+", page.content.decode()
    )
    assert accept
    form = desk.get(accept[0]).content.decode()
    assert re.search(r'value="played:3-1"[^>]*checked', form)
    assert f"Accepted as reported by {names(second)[0]}" in unescape(form)


def test_a_bye_has_no_result_to_set(
    running: Callable[..., Stage], desk: Client
) -> None:
    bye = Pairing.objects.get(round__stage=running(3), table=None)
    assert desk.get(f"/tables/{bye.pk}/result/").status_code == 200
    answer = desk.post(
        f"/tables/{bye.pk}/result/", {"outcome": "void", "reason": "acta"}
    )
    assert answer.status_code == 422


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
        0,
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
