"""No route tells a hidden card to any role."""

import logging
import secrets
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from core.chance import Stream
from games import replay, services
from games.bot_player import choose
from games.models import Match
from games.rules.cards import SPANISH
from tests.conftest import NOW
from tests.conftest import deal as deal_cards
from tests.leaks.canaries import LIMITS, bodies
from tests.routes import addresses
from tournaments.models import Pairing, Stage

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def canaries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every card's text carries a mark that occurs nowhere by chance."""
    texts = tuple(f"{text}~{secrets.token_hex(6)}" for text in SPANISH.texts)
    monkeypatch.setattr(SPANISH, "texts", texts)
    monkeypatch.setattr(
        SPANISH, "_twins", {text: (card,) for card, text in enumerate(texts)}
    )


@pytest.fixture
def table(in_app: Callable[..., Stage]) -> Pairing:
    """A table of an event that is played in the app."""
    return Pairing.objects.select_related("match").get(
        round__stage=in_app(options=LIMITS)
    )


def everybody(
    table: Pairing, others: list[Any]
) -> dict[str, tuple[Client, int | None]]:
    """A browser for each role, and the seat that it has."""
    assert table.match
    clients: dict[str, tuple[Client, int | None]] = {"anonymous": (Client(), None)}
    people = [
        (f"seat {s.seat}", s.user, s.seat)
        for s in table.match.seatings.select_related("user")
    ]
    for role, user, seat in [
        *people,
        *((user.username, user, None) for user in others),
    ]:
        clients[role] = (Client(), seat)
        clients[role][0].force_login(user)
    return clients


def all_addresses(table: Pairing) -> dict[str, str]:
    """Every route for this table, its event and its club; the record only, in the end, for the
    finished match.
    """
    event = table.round.stage.event
    things = {
        "match_id": table.match_id,
        "pairing_id": table.pk,
        "event_id": event.pk,
        "entry_id": table.a_id,
        "draw_id": table.round.stage.draw_id,
        "club_id": event.club_id,
        "slug": event.club.slug,
        "number": 1,
    }
    return addresses(things)


def play_one(match: Match, four: list[Any], stream: Stream) -> None:
    deal_cards(match)
    position = replay.position(match)
    seat = replay.rules_of(match).to_act(position.state) or 0
    move = choose(replay.rules_of(match).view(position.state, seat), stream.below)
    sitting = match.seatings.get(seat=seat)
    services.play_move(
        match_id=match.pk,
        user=sitting.user,
        answers=position.number,
        client_id=str(position.number),
        text=move,
        at=NOW,
    )


def known_to(match: Match, seat: int | None, ever: dict[int, set[str]]) -> set[str]:
    """The cards that this seat has held, and those that were laid open."""
    state = replay.position(match).state
    for holder, hand in enumerate(state.table.hands):
        ever[holder] |= {SPANISH.text(card) for card in hand}
    opened = {
        SPANISH.text(card)
        for hand in (state.last_deal and state.last_deal.hands) or ()
        for card in hand
    }
    return opened | (ever[seat] if seat is not None else set())


def test_no_route_tells_a_hidden_card_to_any_role(
    canaries: None,
    table: Pairing,
    four: list[Any],
    organiser: Any,
    referee: Any,
    outsider: Any,
    caplog: Any,
) -> None:
    caplog.set_level(logging.DEBUG)
    match = table.match
    assert match
    clients, urls = (
        everybody(table, [organiser, referee, outsider]),
        all_addresses(table),
    )
    assert {
        "api_match",
        "api_pairing",
        "api_rounds",
        "api_record",
        "api_log",
    } <= urls.keys()
    stream, ever = Stream(b"leaks"), {seat: set() for seat in range(4)}
    all_cards = set(SPANISH.texts)
    checked = 0
    for turn in range(400):
        match.refresh_from_db()
        if match.over:
            break
        for _, (client, seat) in clients.items() if turn % 12 == 0 else ():
            hidden = all_cards - known_to(match, seat, ever)
            for name, content in bodies(client, urls):
                leaked = [card for card in hidden if card.encode() in content]
                assert not leaked, (
                    f"{name} told seat {seat} of {leaked} after move {turn}"
                )
                checked += 1
        play_one(match, four, stream)
        for holder in range(4):
            known_to(match, holder, ever)
    assert match.over
    assert checked > 150
    assert not [card for card in all_cards if card in caplog.text], (
        "a card stands in the log"
    )
