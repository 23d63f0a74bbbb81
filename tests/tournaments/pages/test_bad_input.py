"""Whatever is sent to a form, the answer is a page that says so; nothing breaks and nothing is
half done.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from tests.conftest import NOW
from tests.tournaments.pages.sign_up import stamp
from tournaments import signed_links
from tournaments.models import Entry, Event, LogEntry, Pairing, Stage
from tournaments.services import draws, seasons

NASTY = {
    "empty": "",
    "blank": " \t\r\n ",
    "null byte": "a\x00b",
    "control characters": "\x01\x02\x7f\x85",
    "right to left": "\u202eعلي\u202c مرحبا",
    "emoji": "👩‍👩‍👧‍👦 Ane",
    "combining": "e" + "\u0301" * 50,
    "markup": "<script>alert(1)</script>",
    "template": "{{ entry.phone }} {% load x %} {0} {name} %s %(a)s",
    "quotes": "'\";--",
    "long": "ñ" * 100_000,
    "number": "9" * 40,
    "number of many digits": "9" * 5000,
    "negative": "-1",
    "not a number": "NaN",
    "infinite": "1e999",
    "other digits": "٣",
    "array": "[1, 2]",
    "line breaks": "Ane\nJon\r\nKepa",
}

FORMS = {
    "register": (
        "/events/{open}/register/",
        ["player1", "player2", "phone", "team_name", "club_name", "stamp"],
    ),
    "register names": ("/events/{open}/register/", ["player1", "team_name"]),
    "table": ("/tables/{table}/", ["do", "score", "report"]),
    "withdraw": ("/entries/{entry}/withdraw/", ["x"]),
    "partner": ("/partner/{partner}/", ["x"]),
    "desk": (
        "/events/{open}/desk/",
        ["do", "draw", "round", "kind", "beacon", "reason"],
    ),
    "door": (
        "/events/{open}/desk/",
        ["player1", "player2", "phone", "team_name", "club_name", "paid"],
    ),
    "announce": ("/events/{open}/desk/", ["kind"]),
    "make": ("/events/{drawn}/desk/", ["beacon", "draw"]),
    "words of the room": ("/events/{drawn}/desk/", ["beacon"]),
    "discard": ("/events/{drawn}/desk/", ["reason"]),
    "result": ("/tables/{table}/result/", ["outcome", "tantos", "reason"]),
    "import": ("/events/{open}/desk/import/", ["text", "do"]),
    "event": (
        "/clubs/pena/events/new/",
        ["name", "starts_at", "deadline", "capacity", "fee", "kings", "intro"],
    ),
    "phases of an event": (
        "/clubs/pena/events/new/",
        ["format", "phases", "shape", "p2_format", "p2__source"],
    ),
    "correction": (
        "/tables/{table}/correct/",
        ["outcome", "reason", "seen", "choice-2-0", f"choice-{'9' * 5000}-0"],
    ),
    "late": ("/tables/{table}/conduct/", ["a", "b"]),
    "sanction": (
        "/tables/{table}/conduct/",
        ["entry", "kind", "offence", "sets_a", "sets_b"],
    ),
    "lateness": (
        "/events/{open}/desk/conduct/",
        ["grace", "per", "lost_after", "first_round", "substitutes"],
    ),
    "exposed": ("/tables/{table}/exposed/", ["seat"]),
    "move": ("/tables/{table}/move/", ["table"]),
    "seed": ("/entries/{entry}/desk/seed/", ["seed"]),
    "leave": ("/entries/{mine}/desk/leave/", ["reason"]),
    "merge": ("/entries/{entry}/desk/merge/", ["into"]),
    "substitute": ("/entries/{mine}/desk/substitute/", ["place", "name"]),
    "draft": ("/events/{draft}/desk/draft/", ["do", "a", "b", "reason"]),
    "round": ("/events/{played}/desk/", ["phase", "round"]),
    "take back": ("/events/{played}/desk/draws/1/take-back/", ["reason"]),
    "undo": ("/events/{played}/desk/log/1/undo/", ["x"]),
    "calendar": (
        "/events/{played}/calendar/",
        ["first", "days", "evening", "skip", "moving"],
    ),
    "another day": ("/events/{played}/calendar/", ["pairing", "to"]),
    "qualifiers": (
        "/events/{open}/desk/qualifiers/",
        ["event", "places", "per", "most", "reserves"],
    ),
    "shared places": (
        "/events/{open}/desk/qualifiers/",
        ["share-places", "share-most"],
    ),
    "who sends nobody": ("/events/{open}/desk/qualifiers/", ["event"]),
    "who cannot come": ("/events/{open}/desk/qualifiers/", ["cannot"]),
    "circuit": ("/clubs/pena/circuits/new/", ["name", "points", "best"]),
    "best of a circuit": ("/clubs/pena/circuits/new/", ["best"]),
    "events of a circuit": ("/circuits/{circuit}/events/", ["events"]),
    "club": ("/clubs/new/", ["name", "place"]),
    "member": ("/clubs/pena/desk/", ["username", "role"]),
}
DO = {
    "door": "enter",
    "announce": "announce",
    "make": "make",
    "words of the room": "make",
    "discard": "discard",
    "correction": "correct",
    "late": "late",
    "round": "round",
    "qualifiers": "feed",
    "shared places": "share",
    "who sends nobody": "stop",
}
REST = {"best of a circuit": {"name": "Circuit", "points": "10 5"}}
"""What else is sent with the forms that would not be looked at without."""


@pytest.fixture
def places(
    running: Callable[..., Stage],
    event: Event,
    make_event: Callable[..., Event],
    enter: Callable[..., Entry],
    organiser: User,
) -> dict[str, Any]:
    """An event with registration open, one with a draw announced, one with a draft, a table of one
    that is played.
    """
    table = Pairing.objects.select_related("round__stage__event").get(
        round__stage=running(2)
    )
    played, drawn, draft, entry = (
        table.round.stage.event,
        make_event(),
        make_event(),
        enter(event, "Ane", "Jon"),
    )
    for people in (("Ane", "Jon"), ("Miren", "Kepa")):
        enter(drawn, *people)
        enter(draft, *people)
    announced = draws.announce(event_id=draft.pk, kind="bracket", by=organiser, at=NOW)
    draws.make(draw_id=announced.pk, by=organiser, at=NOW)
    circuit = seasons.found_circuit(
        club_id=event.club_id, name="All year", points=[10, 5]
    )
    ids = {
        "table": table.pk,
        "mine": table.a_id,
        "entry": entry.pk,
        "circuit": circuit.pk,
        "played": played.pk,
    }
    return ids | {"open": event.pk, "drawn": drawn.pk, "draft": draft.pk}


@pytest.fixture
def client(places: dict[str, Any], organiser: User) -> Client:
    """The organiser, who also holds a pair at the table."""
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(organiser)
    client.get(f"/e/{signed_links.key(signed_links.ENTRY, places['mine'])}/")
    client.post(
        f"/events/{places['drawn']}/desk/", {"do": "announce", "kind": "bracket"}
    )
    return client


@pytest.mark.parametrize("form", FORMS)
def test_no_form_breaks_whatever_is_sent(
    client: Client, places: dict[str, Any], form: str
) -> None:
    path, fields = FORMS[form]
    url = path.format(
        **places, partner=signed_links.key(signed_links.PARTNER, places["entry"])
    )
    more = {"stamp": stamp()} if "stamp" not in fields else {}
    more |= ({"do": DO[form]} if form in DO else {}) | REST.get(form, {})
    more |= (
        {"draw": Event.objects.get(pk=places["drawn"]).draws.get().pk}
        if "draw" not in fields
        else {}
    )
    for value in NASTY.values():
        answer = client.post(url, more | dict.fromkeys(fields, value))
        assert answer.status_code < 500
        assert "<script>alert" not in answer.content.decode()


@pytest.mark.parametrize(
    "content",
    [b"\x00\xff\xfe", b"\xff" * 100, b"player1\n\x00\n", b"PK\x03\x04" * 500],
    ids=repr,
)
def test_no_file_breaks_the_import(
    client: Client, places: dict[str, Any], content: bytes
) -> None:
    url = f"/events/{places['open']}/desk/import/"
    for name in ("entries.csv", "../../x.csv", "x" * 400):
        answer = client.post(
            url, {"file": SimpleUploadedFile(name, content), "do": "enter"}
        )
        assert answer.status_code == 422
    assert not LogEntry.objects.filter(action="entry.imported").exists()


@pytest.mark.parametrize("value", NASTY.values(), ids=NASTY.keys())
def test_no_address_breaks_whatever_is_asked_for(
    client: Client, places: dict[str, Any], value: str
) -> None:
    asked = {
        "score": value,
        "accept": value,
        "preset": value,
        "page": value,
        "door": value,
        "different": value,
    }
    asked |= dict.fromkeys(
        ("phase", "round", "places", "entries", "tables", "minutes", "game", "a", "b"),
        value,
    )
    table, event = f"/tables/{places['table']}/", f"/events/{places['open']}/"
    played = f"/events/{places['played']}/"
    pages = (
        *(
            table,
            f"{table}result/",
            f"{event}desk/",
            f"{event}desk/log/",
            f"{event}desk/plan/",
        ),
        *(
            f"{played}needs/",
            f"{played}standings/",
            f"{played}desk/",
            "/clubs/pena/events/new/",
        ),
    )
    statuses = {
        client.get(
            page, {name: text[:2000] for name, text in asked.items()}
        ).status_code
        for page in pages
    }
    assert statuses <= {200, 404, 422}
