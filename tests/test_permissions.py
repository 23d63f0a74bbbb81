"""The permission matrix: every route, who may read it and who may act there. A route that is
missing here fails.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from rest_framework.throttling import SimpleRateThrottle

from tests.conftest import NOW, deal
from tests.routes import routes
from tournaments import signed_links
from tournaments.models import Circuit, Entry, Event, Pairing, Stage
from tournaments.services import draws, events

pytestmark = pytest.mark.django_db

ALL = "AOPRG"
"""Anonymous, Outsider (logged in), Player of table 1, Referee, orGaniser."""
USERS = "OPRG"

MATRIX: dict[str, tuple[str, str]] = {
    # route: (who may GET, who may POST); nobody may where the method does not exist
    "api_accounts": ("", ALL),
    "api_token": ("", ALL),
    "api_this_token": ("", ""),
    "api_games": (ALL, ""),
    "api_matches": ("", USERS),
    "api_match": (ALL, ""),
    "api_moves": ("", "P"),
    "api_deal": ("", "P"),
    "api_asides": (ALL, "P"),
    "api_seed": ("", "P"),
    "api_clock": ("", USERS),
    "api_shuffle": (ALL, ""),
    "api_record": (ALL, ""),
    "api_turns": (USERS, ""),
    "api_clubs": (ALL, USERS),
    "api_members": ("", "G"),
    "api_club_events": ("", "G"),
    "api_formats": (ALL, ""),
    "api_circuits": (ALL, "G"),
    "api_circuit": (ALL, "G"),
    "api_ratings": (ALL, ""),
    "api_feeders": (ALL, "G"),
    "api_stop_feeding": ("", "G"),
    "api_share_out": ("", "G"),
    "api_enter_qualified": ("", "G"),
    "circuit": (ALL, ""),
    "circuit_events": ("G", "G"),
    "circuit_new": ("G", "G"),
    "ratings": (ALL, ""),
    "desk_qualifiers": ("G", "G"),
    "api_events": (ALL, ""),
    "api_event": (ALL, ""),
    "api_event_step": ("", "G"),
    "api_event_finish": ("G", "G"),
    "api_entries": (ALL, USERS),
    "api_import": ("", "G"),
    "api_draws": (ALL, "G"),
    "api_rounds": (ALL, "G"),
    "api_bracket": (ALL, ""),
    "api_standings": (ALL, ""),
    "api_needs": (ALL, ""),
    "api_calendar": (ALL, "G"),
    "api_move_match": ("", "G"),
    "api_log": ("RG", ""),
    "api_undo": ("", "G"),
    "api_plan": ("G", ""),
    "api_withdraw": ("", "PG"),
    "api_late": ("", "G"),
    "api_leave": ("", "G"),
    "api_correct_entry": ("", "G"),
    "api_let_in": ("", "G"),
    "api_merge": ("", "G"),
    "api_paid": ("", "G"),
    "api_entry_seed": ("", "G"),
    "api_confirm_partner": ("", USERS),
    "api_draw": (ALL, ""),
    "api_draw_swap": ("", "G"),
    "api_draw_unswap": ("", "G"),
    "api_draw_withdraw": ("", "G"),
    "api_draw_make": ("", "G"),
    "api_draw_publish": ("", "G"),
    "api_draw_discard": ("", "G"),
    "api_pairing": (ALL, ""),
    "api_report": ("", "P"),
    "api_confirm": ("", "P"),
    "api_result": ("", "RG"),
    "api_move_table": ("", "RG"),
    "api_correct": ("", "RG"),
    "api_came_late": ("", "RG"),
    "api_sheet": ("RG", "RG"),
    "api_substitute": ("", "RG"),
    "api_exposed": ("", "RG"),
    "health": (ALL, ""),
    "robots": (ALL, ""),
    "play": (ALL, ALL),
    "match": (ALL, "P"),
    "match_asides": ("", "P"),
    "match_seed": ("", "P"),
    "match_record": (ALL, ""),
    "verify": (ALL, ALL),
    "register": (ALL, ALL),
    "entry": ("P", ""),
    "withdraw": ("PG", "PG"),
    "entry_key": (ALL, ""),
    "partner_key": (ALL, ""),
    "partner": (
        "",
        "",
    ),  # whoever has shown its key: tests/tournaments/pages/test_people.py
    "pairing": ("P", "P"),
    "desk": ("RG", "G"),
    "event_cancel": ("G", "G"),
    "event_finish": ("G", "G"),
    "club_new": (USERS, USERS),
    "club_desk": ("G", "G"),
    "event_new": ("G", "G"),
    "event_edit": ("G", "G"),
    "desk_leave": ("", "G"),
    "desk_correct_entry": ("", "G"),
    "desk_let_in": ("", "G"),
    "desk_merge": ("", "G"),
    "desk_move": ("", "RG"),
    "desk_entry": ("G", ""),
    "desk_slips": ("G", ""),
    "desk_draft": ("G", "G"),
    "desk_seed": ("", "G"),
    "desk_take_back": ("G", "G"),
    "desk_import": ("G", "G"),
    "desk_log": ("RG", ""),
    "desk_undo": ("G", "G"),
    "desk_plan": ("G", ""),
    "desk_result": ("RG", "RG"),
    "desk_correct": ("RG", "RG"),
    "desk_conduct": ("RG", "RG"),
    "desk_conduct_rules": ("G", "G"),
    "desk_substitute": ("", "RG"),
    "desk_exposed": ("", "RG"),
    "home": (ALL, ""),
    "club": (ALL, ""),
    "past_events": (ALL, ""),
    "club_past_events": (ALL, ""),
    "event": (ALL, ""),
    "event_entries": (ALL, ""),
    "bracket": (ALL, ""),
    "round": (ALL, ""),
    "standings": (ALL, ""),
    "needs": (ALL, ""),
    "calendar": (ALL, "G"),
    "draw": (ALL, ""),
    "sheet_tables": (ALL, ""),
    "sheet_names": (ALL, ""),
}

BODIES: dict[str, dict[str, object]] = {
    "api_moves": {"answers": 0, "id": "x", "move": "mus"},
    "api_asides": {"sign": "duples"},
    "api_seed": {"seed": "x"},
    "api_move_match": {"at": None},
    "api_report": {"entry": 0, "sets_a": 3, "sets_b": 0},
    "api_confirm": {"entry": 0, "report": 1},
    "desk_merge": {"into": 0},
    "match_asides": {"sign": "duples"},
    "match_seed": {"seed": "x"},
    "match": {"say": "mus", "answers": 0, "id": "x"},
}
"""What is sent where a body is read before it is known whose thing it is; `entry` and `into` are
the one of P.
"""

HIDDEN = {401, 403, 404, 405}


@pytest.fixture
def alone(
    make_event: Callable[..., Event],
    enter: Callable[..., Entry],
    four: list[Any],
    organiser: Any,
) -> Stage:
    """An event of single players; P sits at its one table, which plays in the app."""
    event = make_event(game="mu", in_app=True, capacity=4)
    for user in four:
        enter(event, str(user), users=(user,))
    draw = draws.announce(event_id=event.pk, kind="tables", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    draws.publish(draw_id=draw.pk, by=organiser, at=NOW)
    return Stage.objects.get()


@pytest.fixture
def world(in_app: Callable[..., Stage]) -> dict[str, Any]:
    """An event of pairs in its first round; P plays at a table in the app."""
    return things_of(in_app(capacity=2))


def things_of(stage: Stage) -> dict[str, Any]:
    """What the routes of an event name."""
    event = stage.event
    mine = Entry.objects.get(event=event, players__name="Ane")
    pairing = Pairing.objects.select_related("match").get(round__stage=stage)
    assert pairing.match
    deal(pairing.match)
    return {
        "event_id": event.pk,
        "entry_id": mine.pk,
        "pairing_id": pairing.pk,
        "match_id": pairing.match_id,
        "draw_id": stage.draw_id,
        "club_id": event.club_id,
        "slug": event.club.slug,
        "circuit_id": Circuit.objects.create(
            club=event.club, name="Serie", points=[3, 1]
        ).pk,
        "number": 1,
        "key": signed_links.key(signed_links.PARTNER, mine.pk),
    }


@pytest.fixture
def people(
    four: list[Any], outsider: Any, referee: Any, organiser: Any
) -> dict[str, Client]:
    clients = {"A": Client()}
    for letter, user in {
        "O": outsider,
        "P": four[0],
        "R": referee,
        "G": organiser,
    }.items():
        clients[letter] = Client()
        clients[letter].force_login(user)
    return clients


@pytest.fixture(autouse=True)
def _never_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """How often one may ask is another question, and other tests have asked in the same minute."""
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *_: True)


def lets_in(
    client: Client, method: str, url: str, body: dict[str, object] | None = None
) -> bool:
    """Whether this person gets to where the request itself is judged. What it changed is taken
    back.
    """
    sent = (
        {"content_type": "application/json"}
        if url.startswith("/api/") and method == "post"
        else {}
    )
    with transaction.atomic():
        response = getattr(client, method)(url, body, **sent)
        transaction.set_rollback(True)
    to_login = response.status_code == 302 and response["Location"].startswith(
        reverse("account_login")
    )
    assert response.status_code < 500
    return response.status_code not in HIDDEN and not to_login


def test_every_route_is_in_the_matrix() -> None:
    assert routes().keys() == MATRIX.keys()


@pytest.mark.parametrize("route", MATRIX)
def test_each_role_gets_where_it_may_and_nowhere_else(
    route: str, world: dict[str, Any], people: dict[str, Client]
) -> None:
    assert who_may(route, world, people) == MATRIX[route]


TABLES = [
    route
    for route, arguments in routes().items()
    if {"pairing_id", "number", "draw_id"} & {*arguments}
]
"""Routes of tables, rounds and draws, which are others where each plays alone."""


@pytest.mark.parametrize(
    "route", ["entry", "desk", "event", "standings", "api_rounds", "match", *TABLES]
)
def test_an_event_of_single_players_lets_in_the_same_people(
    route: str, alone: Stage, people: dict[str, Client]
) -> None:
    assert who_may(route, things_of(alone), people) == MATRIX[route]


def who_may(
    route: str, world: dict[str, Any], people: dict[str, Client]
) -> tuple[str, str]:
    """Who may read there and who may act."""
    arguments = dict(routes())[route]
    things = world | (
        {"key": signed_links.key(signed_links.ENTRY, world["entry_id"])}
        if route == "entry_key"
        else {}
    )
    url = reverse(route, kwargs={name: things[name] for name in arguments})
    readers = "".join(
        letter for letter, client in people.items() if lets_in(client, "get", url)
    )
    body = BODIES.get(route, {})
    body |= {name: world["entry_id"] for name in ("entry", "into") if name in body}
    actors = "".join(
        letter
        for letter, client in people.items()
        if lets_in(client, "post", url, body)
    )
    return readers, actors


@pytest.mark.parametrize(
    "route", [r for r, a in routes().items() if a == ("event_id",) and MATRIX[r][0]]
)
def test_an_event_in_preparation_exists_for_its_organisers_only(
    route: str, club: Any, organiser: Any, people: dict[str, Client]
) -> None:
    event = events.create_event(
        club_id=club.pk, by=organiser, at=NOW, name="Secret", starts_at=NOW
    )
    url = reverse(route, kwargs={"event_id": event.pk})
    readers = "".join(
        letter for letter, client in people.items() if lets_in(client, "get", url)
    )
    assert readers in {"G", ""}
    for letter in "AOPR":
        assert b"Secret" not in people[letter].get(url).content
