"""The demo club's cup: sixteen pairs, mostly bots in the app, some at tables with cards."""

from datetime import datetime, timedelta
from random import Random
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Club, User
from games import replay
from games import services as games
from games.bot_player import choose
from games.models import Match
from tournaments.models import Event, Pairing, Round
from tournaments.services import draws, events, registration, results, typed_results
from tournaments.services.registration import Person, SignUpData

HOUSE: Final = "demo:"
"""Prefix of the demo's own user names. Sign-up accepts no colon, so they are never taken."""

NAME: Final = "Copa Izarra"
RULES: Final = {"points_per_set": 30, "sets_to_win": 1}
KEPT: Final = 3
"""Cups that stay. Older ones are deleted, so that a demo may run for weeks."""

BOT_PAIRS: Final = 12
GIVEN_NAMES: Final = (
    "Ane Beñat Carmen Dario Edurne Fermin Garazi Hodei Irati Joseba Kattalin Lander "
    "Maialen Nikolas Oihana Peru Rosa Sabin Teresa Unax Ximena Yago Zuriñe Aritz Begoña "
    "Cristian Dorleta Eneko Felisa Gontzal Haizea Imanol"
)
TOWNS: Final = (
    "Argialde",
    "Belartza",
    "Elurmendi",
    "Goizueta Berri",
    "Haritzalde",
    "Itsaspe",
    "Lizardia",
    "Otsategi",
)


def person(number: int) -> str:
    """An invented name. The surnames are towns that do not exist, so no real person is meant."""
    given = GIVEN_NAMES.split()
    return f"{given[number % len(given)]} {TOWNS[number // 2 % len(TOWNS)]}"


def account(role: str, name: str, password: str = "!", *, is_bot: bool = False) -> User:
    """An account of the demo, created if it is missing.

    `password` is a hash; "!" lets nobody log in.
    """
    fields = {"display_name": name, "password": password, "is_bot": is_bot}
    return User.objects.get_or_create(username=HOUSE + role, defaults=fields)[0]


def people(pair: int) -> list[Person]:
    """Two bots, or a pair that plays with cards, of which only the first has an account."""
    names = [person(2 * pair + place) for place in (0, 1)]
    if pair < BOT_PAIRS:
        users = [
            account(f"bot-{2 * pair + place + 1}", names[place], is_bot=True)
            for place in (0, 1)
        ]
        return [Person(str(user), user.pk) for user in users]
    first = account(f"player-{pair - BOT_PAIRS + 1}", names[0])
    return [Person(str(first), first.pk), Person(names[1])]


def steward() -> User:
    """The organiser of the cups. Nobody can log in to this account."""
    return account("steward", "Izarra")


def cups() -> QuerySet[Event]:
    """The events that the steward created, whatever their names are now."""
    return Event.objects.filter(
        log__action="event.created", log__by__username=f"{HOUSE}steward"
    ).order_by("pk")


@transaction.atomic
def start(club: Club, number: int, at: datetime) -> Event:
    """A cup of the demo club: entries, draw, first round open."""
    by, name = steward(), f"{NAME} {number}"
    event = announce(
        club,
        by,
        at,
        name=name,
        place="Argialde",
        starts_at=at,
        options=RULES,
        in_app=True,
        capacity=16,
    )
    for pair in range(16):
        enter(event, people(pair), TOWNS[pair % len(TOWNS)], by, at)
    draw(event, by, at)
    return event


def start_after(last: Event, at: datetime) -> None:
    """Start the next cup, and delete those that are too old."""
    number = last.name.rpartition(" ")[2]
    start(last.club, int(number) + 1 if number.isdecimal() else 1, at)
    forget_old()


def announce(club: Club, by: User, at: datetime, **fields: Any) -> Event:
    """An event of the demo club that is open for registration."""
    event = events.create_event(club_id=club.pk, by=by, at=at, **fields)
    return events.step(event_id=event.pk, action="open", by=by, at=at)


def enter(
    event: Event, members: list[Person], town: str, by: Any, at: datetime
) -> None:
    form = SignUpData(members, club_name=town)
    registration.register(event_id=event.pk, data=form, at=at, by=by, at_desk=True)


def draw(event: Event, by: Any, at: datetime, kind: str = "bracket") -> None:
    announced = draws.announce(event_id=event.pk, kind=kind, by=by, at=at)
    draws.make(
        draw_id=announced.pk,
        by=by,
        at=at + timedelta(minutes=1),
        beacon="oros copas espadas bastos",
    )
    draws.publish(draw_id=announced.pk, by=by, at=at + timedelta(minutes=2))


def open_tables(event: Event) -> QuerySet[Pairing]:
    """The pairings of the latest round without a result."""
    latest = Round.objects.filter(stage__event=event).latest("number")
    return (
        latest.pairings.filter(result=None, table__isnull=False)
        .select_related("match")
        .order_by("slot")
    )


def play_table(pairing: Pairing, at: datetime, chance: Random) -> None:
    """Play a table to its end: in the app move by move, else by two equal reports."""
    if pairing.match_id:
        play(pairing.match_id, 10_000, at, chance)
        results.record_result_of_finished_match(match_id=pairing.match_id, at=at)
        return
    sets = chance.choice([(1, 0), (0, 1)])
    for entry in (pairing.a_id, pairing.b_id):
        results.report(
            pairing_id=pairing.pk,
            entry_id=entry or 0,
            score=typed_results.played(*sets),
            by=None,
            at=at,
        )


def play(match_id: UUID, moves: int, at: datetime, chance: Random) -> None:
    """Deal, and play up to this number of moves."""
    match = Match.objects.get(pk=match_id)
    game = replay.rules_of(match)
    users = {
        seating.seat: seating.user for seating in match.seatings.select_related("user")
    }
    position = games.deal(match_id=match_id, user=users[0], at=at).position
    for number in range(moves):
        seat = game.to_act(position.state)
        if seat is None:
            return
        position = games.play_move(
            match_id=match_id,
            user=users[seat],
            answers=position.number,
            client_id=f"demo-{number}",
            text=choose(game.view(position.state, seat), chance.randrange),
            at=at + timedelta(seconds=number),
        ).position


@transaction.atomic
def forget_old() -> None:
    """Delete all cups but the latest, with their matches."""
    for event in list(cups())[:-KEPT]:
        pairings = Pairing.objects.filter(round__stage__event=event)
        matches = list(pairings.exclude(match=None).values_list("match_id", flat=True))
        events.forget_event(event_id=event.pk)
        Match.objects.filter(pk__in=matches).delete()
