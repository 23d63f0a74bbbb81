"""What a screen reader goes by: each page has a title, headings in order, and a name for each
field.
"""

import re
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.conftest import NOW
from tests.tournaments.halls import Hall
from tournaments import signed_links
from tournaments.models import Event
from tournaments.services import draws

pytestmark = pytest.mark.django_db


class Outline(HTMLParser):
    """The parts of a page by which one finds one's way in it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.headings: list[int] = []
        self.ids: Counter[str] = Counter()
        self.fields: list[str] = []
        self.named: set[str] = set()
        self.around = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        said = dict(attrs)
        self.around += tag == "label"
        self.ids.update([said["id"]] if "id" in said else [])
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag == "label" and "for" in said:
            self.named.add(said["for"])
        if tag in {"input", "select", "textarea"} and said.get("type") != "hidden":
            self.fields += (
                [] if self.around or "aria-label" in said else [said.get("id", tag)]
            )

    def handle_endtag(self, tag: str) -> None:
        self.around -= tag == "label"


def faults(page: str) -> list[str]:
    outline = Outline(page)
    return [
        *(["no title"] if not re.search(r"<title>\s*\S", page) else []),
        *(["not one first heading"] if outline.headings.count(1) != 1 else []),
        *(
            f"h{a} before h{b}"
            for a, b in pairwise([0, *outline.headings])
            if b > a + 1
        ),
        *(f"{name} twice" for name, times in outline.ids.items() if times > 1),
        *(
            f"{field} without a name"
            for field in outline.fields
            if field not in outline.named
        ),
    ]


def test_the_search_finds_each_fault() -> None:
    page = '<h2 id="a">x</h2><h4 id="a">y</h4><input id="b"><label>c <input></label><label for="d">d</label><input id="d">'
    assert faults(page) == [
        "no title",
        "not one first heading",
        "h0 before h2",
        "h2 before h4",
        "a twice",
        "b without a name",
    ]


def pages_of(event: Event) -> list[str]:
    """The pages of an event that is being played, of its first table, and of an entry that sits
    there.
    """
    table = event.stages.get().rounds.get().pairings.order_by("table").first()
    assert table
    entry = table.entries[0]
    public = ["event", "event_entries", "standings", "calendar"]
    desk = [
        "desk",
        "desk_log",
        "desk_plan",
        "desk_conduct_rules",
        "desk_qualifiers",
        "event_edit",
        "event_cancel",
    ]
    numbered = ["round", "draw", "sheet_tables", "sheet_names", "desk_slips"]
    return [
        *(reverse(name, args=[event.pk]) for name in (*public, *desk)),
        *(reverse(name, args=[event.pk, 1]) for name in numbered),
        *(
            reverse(name, args=[table.pk])
            for name in ("pairing", "desk_result", "desk_conduct")
        ),
        *(reverse(name, args=[entry.pk]) for name in ("entry", "desk_entry")),
        reverse("desk", args=[event.pk]) + "?entries&door",
    ]


@pytest.fixture
def organised(organiser: User) -> Client:
    client = Client()
    client.force_login(organiser)
    return client


@pytest.mark.parametrize(
    "code", ["knockout", "round_robin", "lives", "partners", "tables"]
)
def test_pages_of_an_event_have_an_outline(
    code: str, hall: Hall, organised: Client
) -> None:
    single = {"game": "mizzaire"} if code == "tables" else {}
    event = hall.make_event(format=code, capacity=16, **single)
    for n in range(8):
        hall.enter(
            event, *([f"Ane {n}"] if event.team_size == 1 else [f"Ane {n}", f"Jon {n}"])
        )
    hall.go_on(event)
    table = event.stages.get().rounds.get().pairings.order_by("table").first()
    assert table
    organised.get(
        reverse(
            "entry_key",
            args=[signed_links.key(signed_links.ENTRY, table.entries[0].pk)],
        )
    )
    for address in pages_of(event):
        answer = organised.get(address)
        assert (answer.status_code, faults(answer.content.decode())) == (200, []), (
            address
        )


def test_pages_before_an_event_have_an_outline(
    event: Event, enter: Callable[..., Any], organiser: User, organised: Client
) -> None:
    for n in range(4):
        enter(event, f"Ane {n}", f"Jon {n}")
    club = [
        reverse(name, args=[event.club.slug])
        for name in ("club", "club_desk", "event_new", "circuit_new", "ratings")
    ]
    alone = [reverse(name) for name in ("home", "club_new")]
    open_ = [
        reverse(name, args=[event.pk])
        for name in ("event", "register", "desk", "desk_import", "calendar")
    ]
    for address in (*alone, *club, *open_):
        assert faults(organised.get(address).content.decode()) == [], address
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW, beacon="7")
    for name in ("desk", "desk_draft"):
        assert (
            faults(organised.get(reverse(name, args=[event.pk])).content.decode()) == []
        ), name
