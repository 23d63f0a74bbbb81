"""Signs reach those who notice them: to everybody else every route says the same bytes before and
after.
"""

import logging
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext, override

from games import live, services, table_talk
from games.models import Match
from games.mus import vocabulary
from games.mus.page.talk_page import GESTURES, MEANINGS
from games.mus.signs import LISTS
from games.rules import dealing
from games.table_talk import Wanted
from tests.conftest import NOW, deal
from tests.games.rules.mus.tables import hands, order
from tests.hidden_cards import ALWAYS_NEW
from tests.routes import addresses
from tournaments.models import Pairing, Stage

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

HANDS = "KK64", "HHS5", "KH75", "SS44"
NEW_EACH_TIME = {
    "health",
    "entry",
    "desk_entry",
    "desk_slips",
    "sheet_tables",
    "sheet_names",
}
"""How long ago the workers were heard of; codes to scan, made anew; when a sheet was printed. None
knows matches.
"""
LOGS = {"api_log", "desk", "desk_log"}
"""Where officials read that a sign was tried."""
AT_TABLE = {
    "api_match",
    "api_asides",
    "match",
    "api_shuffle",
    "api_pairing",
    "pairing",
    "event",
    "api_log",
    "desk_log",
}

Bodies = dict[tuple[str, str], bytes]


@pytest.fixture(autouse=True)
def _no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)


@pytest.fixture
def table(
    in_app: Callable[..., Stage], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Pairing]:
    """A table of an event with these options, HANDS dealt."""

    def opened(**options: Any) -> Pairing:
        pairing = Pairing.objects.select_related("match").get(
            round__stage=in_app(options=options)
        )
        cards = order(hands(*HANDS))
        monkeypatch.setattr(dealing, "shuffle", lambda pack, *_: cards)
        assert pairing.match
        deal(pairing.match)
        return pairing

    return opened


@pytest.fixture
def people(
    organiser: Any, referee: Any, outsider: Any
) -> Callable[[Match], dict[str, Client]]:
    """A browser for each seat and each role."""

    def browsers(match: Match) -> dict[str, Client]:
        users = {
            f"seat {s.seat}": s.user for s in match.seatings.select_related("user")
        }
        clients = {"anonymous": Client()}
        for role, user in (
            users | {"organiser": organiser, "referee": referee, "outsider": outsider}
        ).items():
            clients[role] = Client()
            clients[role].force_login(user)
        return clients

    return browsers


def everything(
    pairing: Pairing, people: dict[str, Client], only: set[str] | None = None
) -> Bodies:
    """What every route says to each, or only these, without what is new in every answer."""
    event = pairing.round.stage.event
    things: dict[str, Any] = {
        "match_id": pairing.match_id,
        "pairing_id": pairing.pk,
        "event_id": event.pk,
        "entry_id": pairing.a_id,
    }
    things |= {
        "draw_id": pairing.round.stage.draw_id,
        "club_id": event.club_id,
        "slug": event.club.slug,
        "number": 1,
    }
    found = {}
    for route, url in addresses(things).items():
        if route in NEW_EACH_TIME or (only and route not in only):
            continue
        for role, client in people.items():
            response: Any = client.get(url)
            body = (
                b"".join(response.streaming_content)
                if response.streaming
                else response.content
            )
            found[role, route] = ALWAYS_NEW.sub(
                b"#", body + str(response.headers).encode()
            )
    assert {route for _, route in found} >= AT_TABLE
    return found


def who_can_tell(before: Bodies, after: Bodies) -> set[str]:
    """The roles to whom any route now says something else."""
    return {role for role, route in before if before[role, route] != after[role, route]}


def made(match: Match, seat: int, kind: str, code: str = "", after: int = 0) -> None:
    """A seat does something so many seconds after NOW."""
    user = match.seatings.get(seat=seat).user
    at = NOW + timedelta(seconds=after)
    table_talk.make(match_id=match.pk, user=user, wanted=Wanted(kind, code), at=at)


SEATS = {"seat 0", "seat 1", "seat 2", "seat 3"}
STORY: list[tuple[int, str, str, int, set[str]]] = [
    (3, "look", "", 10, {"seat 3"}),
    (0, "sign", "kings_2", 11, {"seat 0", "seat 2", "seat 3"}),
    (
        1,
        "phrase",
        "suerte",
        20,
        {"anonymous", "outsider", "organiser", "referee", *SEATS},
    ),
]
"""Who does what and when, and who notices it."""


def test_to_whoever_does_not_see_a_sign_no_route_changes_by_a_byte(
    table: Callable[..., Pairing],
    people: Callable[[Match], dict[str, Client]],
    caplog: Any,
) -> None:
    """MUS-63."""
    caplog.set_level(logging.DEBUG)
    pairing = table(signs="catchable", talk="phrases")
    match = pairing.match
    assert match
    browsers = people(match)
    before = everything(pairing, browsers)
    made(match, 0, "sign", "kings_2")
    assert who_can_tell(before, everything(pairing, browsers)) == {"seat 0", "seat 2"}
    assert "kings_2" not in caplog.text


def test_a_look_is_ones_own_a_caught_sign_for_who_caught_it_and_a_phrase_for_all(
    table: Callable[..., Pairing], people: Callable[[Match], dict[str, Client]]
) -> None:
    """MUS-63: pages and answers of the table and of its event change for nobody else."""
    pairing = table(signs="catchable", talk="phrases")
    match = pairing.match
    assert match
    browsers = people(match)
    seen = everything(pairing, browsers, AT_TABLE)
    for seat, kind, code, after, told in STORY:
        before = seen
        made(match, seat, kind, code, after)
        seen = everything(pairing, browsers, AT_TABLE)
        assert who_can_tell(before, seen) == told, kind


def test_an_open_sign_is_for_the_four_at_the_table(
    table: Callable[..., Pairing], people: Callable[[Match], dict[str, Client]]
) -> None:
    """MUS-63."""
    pairing = table(signs="open")
    match = pairing.match
    assert match
    browsers = people(match)
    before = everything(pairing, browsers, AT_TABLE)
    made(match, 0, "sign", "kings_2")
    assert who_can_tell(before, everything(pairing, browsers, AT_TABLE)) == SEATS


def test_of_an_untrue_sign_officials_learn_that_it_was_tried_and_nobody_else_anything(
    table: Callable[..., Pairing],
    people: Callable[[Match], dict[str, Client]],
    caplog: Any,
) -> None:
    """MUS-63: which sign it was tells of a hidden hand, so no official reads it either."""
    caplog.set_level(logging.DEBUG)
    pairing = table(signs="catchable", sign_list="fem")
    match = pairing.match
    assert match
    browsers = people(match)
    before = everything(pairing, browsers, AT_TABLE | LOGS)
    with pytest.raises(table_talk.Untrue):
        made(match, 0, "sign", "medias_aces")
    after = everything(pairing, browsers, AT_TABLE | LOGS)
    assert who_can_tell(before, after) == {"seat 0", "referee", "organiser"}
    changed = {key: body for key, body in after.items() if before[key] != body}
    assert {route for role, route in changed if role != "seat 0"} <= LOGS
    told = any_word_of("medias_aces")
    assert not [
        key for key, body in changed.items() if key[0] != "seat 0" and told.search(body)
    ]
    assert told.search(changed["seat 0", "match"])
    assert "medias_aces" not in caplog.text


def any_word_of(sign: str) -> re.Pattern[bytes]:
    """How a sign could be told in any language: its code, its gesture, what it means."""
    said = {sign}
    for language in ("en", "es", "eu", "de"):
        with override(language):
            said |= {gettext(GESTURES[LISTS["fem"][sign].gesture])}
            said |= {
                gettext(MEANINGS[sign]).format(medias=vocabulary.word("es", "medias"))
            }
    return re.compile("|".join(map(re.escape, said)).encode())


def test_no_live_message_wakes_whoever_did_not_notice_the_sign(
    table: Callable[..., Pairing],
) -> None:
    """The number behind a topic is all that a stream ever tells."""
    match = table(signs="catchable").match
    assert match
    topics = {"public": live.match_topic(match.pk)}
    topics |= {f"seat {seat}": live.seat_topic(match.pk, seat) for seat in range(4)}

    def numbers() -> dict[str, int | None]:
        return {
            who: live.match_number(topic.removeprefix("match-"))
            for who, topic in topics.items()
        }

    made(match, 1, "look")
    before = numbers()
    made(match, 0, "sign", "kings_2")
    assert {who for who, number in numbers().items() if number != before[who]} == {
        "seat 0",
        "seat 1",
        "seat 2",
    }


def test_the_key_of_a_seats_topic_is_on_the_page_of_that_seat_only(
    table: Callable[..., Pairing], people: Callable[[Match], dict[str, Client]]
) -> None:
    """MUS-63: so that nobody can listen for what another notices."""
    pairing = table(signs="catchable")
    assert pairing.match
    found = everything(pairing, people(pairing.match), AT_TABLE)
    for seat in range(4):
        key = live.seat_key(pairing.match_id, seat).encode()  # type: ignore[arg-type]
        assert {role for (role, _), body in found.items() if key in body} == {
            f"seat {seat}"
        }


def test_the_record_of_a_match_has_no_asides(table: Callable[..., Pairing]) -> None:
    """A record is what verifies the cards and the moves; who noticed what is told beside it."""
    pairing = table(signs="catchable", talk="phrases")
    match = pairing.match
    assert match
    made(match, 0, "sign", "kings_2")
    services.annul(match_id=match.pk, at=NOW)
    record = Client().get(f"/api/v1/matches/{match.pk}/record/").content.decode()
    assert '"signs": "catchable"' in record
    assert "kings_2" not in record
