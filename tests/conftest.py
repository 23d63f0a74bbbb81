"""The cast of the tests: a club with its organiser and referee, players, an outsider; and how they
use the API.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from knox.models import AuthToken

from accounts.models import Club, Membership, User
from accounts.roles import Role
from games import services
from games.models import Match
from games.queries import SEATINGS
from games.replay import RECENT
from games.rules.base import CHANCE
from games.services import Opening, Sitter, open_match
from tests.api_schema import check_answer
from tournaments.journal import verification
from tournaments.journal.line_writer import open_journal
from tournaments.models import Entry, Event, Stage
from tournaments.services import draws, events, registration
from tournaments.services.log import note

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)

SHORT = {"points_per_set": 5, "sets_to_win": 1}
"""Rules under which a match is over after a deal or two."""


def open_dealt(opening: Opening, *, at: datetime) -> Match:
    """A match in which seat 0 has dealt at once."""
    match = open_match(opening, at=at)
    deal(match, at)
    return match


def deal(match: Match, at: datetime = NOW) -> None:
    """Let seat 0 deal, if nobody has yet."""
    if match.to_act == CHANCE:
        services.deal(match_id=match.pk, user=match.seatings.get(seat=0).user, at=at)
        match.refresh_from_db()


class Api:
    """One person's access to the API, by token; nobody's without a user. Answers are status and
    body.
    """

    def __init__(self, user: User | None = None) -> None:
        self.client = Client(raise_request_exception=True)
        self.headers = (
            {"Authorization": f"Token {AuthToken.objects.create(user=user)[1]}"}
            if user
            else {}
        )

    def get(self, path: str) -> tuple[int, Any]:
        return self._answer(self.client.get(f"/api/v1/{path}", headers=self.headers))

    def post(self, path: str, **body: Any) -> tuple[int, Any]:
        url = f"/api/v1/{path}"
        return self._answer(
            self.client.post(
                url, body, content_type="application/json", headers=self.headers
            )
        )

    def patch(self, path: str, **body: Any) -> tuple[int, Any]:
        url = f"/api/v1/{path}"
        return self._answer(
            self.client.patch(
                url, body, content_type="application/json", headers=self.headers
            )
        )

    @staticmethod
    def _answer(response: Any) -> tuple[int, Any]:
        media = response.get("Content-Type", "").partition(";")[0]
        body = response.json() if "json" in media else response.content.decode()
        request = response.wsgi_request
        check_answer(
            request.method.lower(), request.path, response.status_code, media, body
        )
        return response.status_code, body


@pytest.fixture(autouse=True)
def _no_remembered_positions() -> None:
    RECENT.clear()
    SEATINGS.clear()


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Any) -> None:
    """Hashing a password slowly is the library's business, not what is tested here."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _no_limit_of_sign_ups(settings: Any) -> None:
    """All tests sign up from one address."""
    settings.SIGN_UP_RATES = {}


@pytest.fixture(autouse=True)
def _every_event_is_what_its_journal_says(
    request: pytest.FixtureRequest,
) -> Iterator[None]:
    """After each test every event that it made is replayed, and its log is whole."""
    if not (
        request.node.get_closest_marker("django_db")
        or {"db", "transactional_db"} & {*request.fixturenames}
    ):
        yield
        return
    request.getfixturevalue("db")
    yield
    if (
        connection.needs_rollback
    ):  # the database has refused something, and nothing of it stays
        return
    for event in Event.objects.all():
        assert verification.first_broken_line(event) is None
        assert verification.differences(event) == []


@contextmanager
def written_by_hand() -> Iterator[None]:
    """A test writes rows of events itself; their logs say that it did."""
    with open_journal() as recorder:
        yield
        for event_id in {entry.root.pk for entry in recorder.entries}:
            events.locked(event_id)
            note(event_id, "written.by_hand", by=None, at=NOW)


@pytest.fixture
def make_user(db: None) -> Callable[..., User]:
    def make(username: str, **fields: Any) -> User:
        user = User(username=username, display_name=username.capitalize(), **fields)
        user.set_unusable_password()
        user.save()
        return user

    return make


@pytest.fixture
def organiser(make_user: Callable[..., User]) -> User:
    return make_user("organiser")


@pytest.fixture
def referee(make_user: Callable[..., User]) -> User:
    return make_user("referee")


@pytest.fixture
def outsider(make_user: Callable[..., User]) -> User:
    """Logged in, but nothing in this club."""
    return make_user("outsider")


@pytest.fixture
def four(make_user: Callable[..., User]) -> list[User]:
    """Four players: 0 and 2 against 1 and 3."""
    return [make_user(name) for name in ("ane", "beñat", "ainhoa", "bixente")]


@pytest.fixture
def club(organiser: User, referee: User) -> Club:
    club = Club.objects.create(name="Peña del Mus", slug="pena")
    Membership.objects.create(club=club, user=organiser, role=Role.ORGANISER)
    Membership.objects.create(club=club, user=referee, role=Role.REFEREE)
    return club


@pytest.fixture
def make_event(club: Club, organiser: User) -> Callable[..., Event]:
    """An event with registration open."""

    def make(**fields: Any) -> Event:
        chosen = {
            "name": "Torneo",
            "starts_at": NOW + timedelta(days=1),
            "capacity": 16,
            **fields,
        }
        event = events.create_event(club_id=club.pk, by=organiser, at=NOW, **chosen)
        return events.step(event_id=event.pk, action="open", by=organiser, at=NOW)

    return make


@pytest.fixture
def event(make_event: Callable[..., Event]) -> Event:
    return make_event()


@pytest.fixture
def enter() -> Callable[..., Entry]:
    """Enter a pair (or a single player) by name, with accounts where given."""

    def enter_(
        event: Event, *names: str, users: tuple[User, ...] = (), **more: Any
    ) -> Entry:
        ids = [user.pk for user in users] + [None] * (len(names) - len(users))
        people = [
            registration.Person(*person) for person in zip(names, ids, strict=True)
        ]
        return registration.register(
            event_id=event.pk, data=registration.SignUpData(people, **more), at=NOW
        )

    return enter_


@pytest.fixture
def draw_bracket(organiser: User) -> Callable[[Event], Stage]:
    """Announce, make and publish the bracket; the first round is open then."""

    def draw(event: Event) -> Stage:
        announced = draws.announce(
            event_id=event.pk, kind="bracket", by=organiser, at=NOW
        )
        draws.make(draw_id=announced.pk, by=organiser, at=NOW, beacon="7 14 21")
        draws.publish(draw_id=announced.pk, by=organiser, at=NOW)
        return Stage.objects.get(event=event)

    return draw


@pytest.fixture
def running(
    make_event: Callable[..., Event],
    enter: Callable[..., Entry],
    draw_bracket: Callable[[Event], Stage],
) -> Callable[..., Stage]:
    """A knockout of so many pairs, played with cards, in its first round; some places are free."""

    def start(pairs: int, **fields: Any) -> Stage:
        event = make_event(capacity=pairs + 8, **fields)
        for n in range(pairs):
            enter(event, f"Ane {n}", f"Jon {n}", phone="600123456")
        return draw_bracket(event)

    return start


@pytest.fixture
def in_app(
    make_event: Callable[..., Event],
    enter: Callable[..., Entry],
    four: list[User],
    draw_bracket: Callable[[Event], Stage],
) -> Callable[..., Stage]:
    """An event of two pairs that meet in the app."""

    def start(**fields: Any) -> Stage:
        event = make_event(in_app=True, **fields)
        enter(event, "Ane", "Ainhoa", users=(four[0], four[2]), phone="600123456")
        enter(event, "Beñat", "Bixente", users=(four[1], four[3]))
        return draw_bracket(event)

    return start


@pytest.fixture
def match(four: list[User]) -> Match:
    """A public match of Mus that has just been dealt."""
    return open_dealt(
        Opening("mus", {}, [Sitter(user.pk, str(user)) for user in four]), at=NOW
    )


@pytest.fixture
def seats(four: list[User]) -> list[Api]:
    """The API as each of the four seats of `match` uses it."""
    return [Api(user) for user in four]


@pytest.fixture
def database_url(transactional_db: None) -> str:
    """The test's own database as DATABASE_URL of another process."""
    from django.db import connection

    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite://{settings['NAME']}"
    server = os.environ["DATABASE_URL"].rpartition("/")[0]
    return f"{server}/{settings['NAME']}"
