"""The demo club: a finished event, two under way, one open for sign-up, and bots that play."""

import threading
from datetime import datetime, timedelta
from random import Random
from typing import Final

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import Club, Membership, User
from accounts.roles import Role
from accounts.services import found_club
from tournaments.models import Event, Pairing
from tournaments.rehearsal import cup
from tournaments.rehearsal.bots import Bots, keep_going
from tournaments.rehearsal.steward import Steward
from tournaments.services import registration, results, rounds, standings, typed_results
from tournaments.services.registration import Person, SignUpData

PASSWORD: Final = "hamarreko"
LOGINS: Final = (
    ("organiser", "organiser", "Itziar Argialde"),
    ("referee", "referee", "Koldo Belartza"),
    ("player", "player-1", "Maialen Otsategi"),
)


def demo_logins() -> list[tuple[str, str, str]]:
    """Role, user name and password of accounts for visitors; none if this is no demo."""
    if not cup.cups().exists():
        return []
    return [(who, f"{cup.HOUSE}{role}", PASSWORD) for who, role, _ in LOGINS]


@transaction.atomic
def load_demo() -> None:
    """Create the demo club, unless it exists."""
    if cup.cups().exists():
        return
    now = timezone.now()
    club = found_club(by=cup.steward(), name="Izarra Mus Elkartea", place="Argialde")
    by = members(club)
    finished_event(club, by, now - timedelta(days=8))
    under_way(club, now - timedelta(minutes=20))
    evening(club, by, now - timedelta(minutes=10))
    open_event(club, by, now)


def play_bots(url: str, stop: threading.Event) -> None:
    """Play for all of the service's bots and keep the cup going until `stop` is set."""
    keep_going(url, stop, lambda house: (Bots(house, Q()), Steward(house)))


def members(club: Club) -> User:
    """Create accounts for visitors, and some members. Returns the organiser."""
    secret = make_password(PASSWORD)
    users = [cup.account(role, name, secret) for _, role, name in LOGINS]
    users += [cup.account(f"member-{n}", cup.person(2 * n + 1)) for n in range(1, 6)]
    roles = [Role.ORGANISER, Role.REFEREE, *[Role.PLAYER] * (len(users) - 2)]
    Membership.objects.bulk_create(
        Membership(club=club, user=user, role=role)
        for user, role in zip(users, roles, strict=True)
    )
    return users[0]


def finished_event(club: Club, by: User, at: datetime) -> None:
    """Eight pairs, a finished evening, with a match for third place."""
    event = cup.announce(
        club,
        by,
        at - timedelta(days=20),
        name="Noche de San Martín",
        place="Argialde",
        starts_at=at,
        options={"points_per_set": 30, "sets_to_win": 1},
        settings={"third_place": True},
        in_app=True,
        capacity=8,
        fee=5,
    )
    for pair in (*range(4), *range(cup.BOT_PAIRS, cup.BOT_PAIRS + 4)):
        cup.enter(
            event,
            cup.people(pair),
            cup.TOWNS[pair % len(cup.TOWNS)],
            by,
            at - timedelta(days=10 - pair % 8),
        )
    cup.draw(event, by, at)
    chance, stage = Random(8), event.stages.get()
    for number in (1, 2, 3):
        for table, pairing in enumerate(cup.open_tables(event)):
            cup.play_table(pairing, at + timedelta(minutes=40 * number + table), chance)
        if number < 3:
            rounds.open_round(
                stage_id=stage.pk, by=by, at=at + timedelta(minutes=40 * number + 20)
            )
    standings.recompute(stage_id=stage.pk)


def under_way(club: Club, at: datetime) -> None:
    """The first cup, in its first round: some tables have finished, the others play."""
    event, chance = cup.start(club, 1, at), Random(16)
    typed: list[Pairing] = []
    played: list[Pairing] = []
    for pairing in cup.open_tables(event):
        kind = played if pairing.match_id else typed
        kind.append(pairing)
    for pairing in (*typed[:1], *played[:1]):
        cup.play_table(pairing, at + timedelta(minutes=10), chance)
    for pairing in played[1:]:
        assert pairing.match_id
        cup.play(
            pairing.match_id,
            10 + chance.randrange(20),
            at + timedelta(minutes=15),
            chance,
        )
    for pairing in typed[1:2]:
        results.report(
            pairing_id=pairing.pk,
            entry_id=pairing.a_id or 0,
            score=typed_results.played(1, 0),
            by=None,
            at=at + timedelta(minutes=18),
        )
    standings.recompute(stage_id=event.stages.get().pk)


def evening(club: Club, by: User, at: datetime) -> None:
    """Nine bots at two tables of Mü. They begin once the bots are run."""
    event = cup.announce(
        club,
        by,
        at - timedelta(days=3),
        name="Mü-Abend",
        place="Argialde",
        starts_at=at,
        game="mu",
        options={"deals": 6},
        in_app=True,
        capacity=12,
        words=Event.Words.GERMAN,
    )
    for n in range(9):
        user = cup.account(f"bot-{n + 1}", cup.person(n), is_bot=True)
        cup.enter(
            event,
            [Person(str(user), user.pk)],
            cup.TOWNS[n % len(cup.TOWNS)],
            by,
            at - timedelta(days=2),
        )
    cup.draw(event, by, at, "tables")
    standings.recompute(stage_id=event.stages.get().pk)


def open_event(club: Club, by: User, now: datetime) -> None:
    """Next week's event: full, with a waiting list, and a single player who wants a partner."""
    event = cup.announce(
        club,
        by,
        now - timedelta(days=12),
        name="Torneo de la Sidra",
        intro="Best of five sets to 30. Bring your deck, or play with one of ours. "
        "Dinner at ten.",
        place="Argialde, Plaza Berria 3",
        starts_at=(now + timedelta(days=7)).replace(minute=0, second=0, microsecond=0),
        deadline=(now + timedelta(days=6)).replace(minute=0, second=0, microsecond=0),
        fee=20,
        capacity=8,
        words=Event.Words.BASQUE,
    )
    for pair in range(9):
        names = [Person(cup.person(2 * pair + place + 5)) for place in (0, 1)]
        alone = pair == 3
        form = SignUpData(
            names[:1] if alone else names,
            "" if pair % 3 else f"Los {cup.TOWNS[pair % 8]}",
            cup.TOWNS[pair % 8],
        )
        registration.register(
            event_id=event.pk, data=form, at=now - timedelta(days=10 - pair), by=None
        )
