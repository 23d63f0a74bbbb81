"""Who enters an event: places in order of arrival, the waiting list, partners, withdrawals."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db import IntegrityError, transaction

from accounts.names import name_key, one_line
from core.refusals import OutOfDate, Refusal
from tournaments import live
from tournaments.models import Draw, Entry, Event, Player
from tournaments.services.events import locked
from tournaments.services.log import journaled, note
from tournaments.services.waiting_list import has_place, next_number, promote

NAME_MAX: Final = 60


class Person(NamedTuple):
    """A player as entered; `user_id` where the person has an account."""

    name: str
    user_id: int | None = None


class Form(NamedTuple):
    """What a registration says. One person in an event of pairs asks for a partner."""

    people: Sequence[Person]
    team_name: str = ""
    club_name: str = ""
    phone: str = ""


@journaled
def register(
    *, event_id: int, form: Form, at: datetime, by: Any = None, at_desk: bool = False
) -> Entry:
    """Enter a pair or a single player: a place while there is one, else the waiting list.

    The desk may enter people until a draw is announced, also after the deadline. Raises OutOfDate (registration is
    closed), Refusal `entry.*` (names missing, too long, a person twice, already entered).
    """
    event = locked(event_id)
    check_open(event, at, at_desk)
    form = cleaned(event, form)
    check_new(event, form)
    state = (
        Entry.State.IN if has_place(event, len(form.people)) else Entry.State.WAITING
    )
    entry = stored(event, form, state, at, confirmed=at_desk)
    note(
        event.pk,
        "entry.registered",
        by=by,
        at=at,
        entry=entry.number,
        state=str(entry.state),
    )
    live.changed(event.pk)
    return entry


def stored(
    event: Event, form: Form, state: str, at: datetime, confirmed: bool
) -> Entry:
    """The entry with its players. Who registers speaks for both; the partner may confirm, if that is not done."""
    entry = Entry(
        event=event,
        number=next_number(event),
        team_name=form.team_name,
        club_name=form.club_name,
        phone=form.phone,
        places=len(form.people),
        state=state,
        registered_at=at,
    )
    entry.save()
    since = [
        at if place == 0 or confirmed else None for place in range(len(form.people))
    ]
    try:
        with transaction.atomic():
            Player.objects.bulk_create(players_of(entry, form.people, since))
    except IntegrityError as error:
        raise Refusal("entry.person_entered", name=form.people[0].name) from error
    return entry


def list_closed(event: Event) -> bool:
    """Once who meets whom is to be drawn, nobody comes or goes any more."""
    return (
        event.draws.exclude(state=Draw.State.DISCARDED)
        .exclude(kind=Draw.Kind.TEAMS)
        .exists()
    )


def check_list(event: Event) -> None:
    if list_closed(event):
        raise OutOfDate("entry.draw_made")


def check_open(event: Event, at: datetime, at_desk: bool) -> None:
    check_list(event)
    if at_desk:
        if event.state not in {Event.State.OPEN, Event.State.CLOSED, Event.State.DRAFT}:
            raise OutOfDate("entry.closed")
    elif event.state != Event.State.OPEN or (event.deadline and at > event.deadline):
        raise OutOfDate("entry.closed")


def clean_text(text: str, most: int) -> str:
    """One line, composed characters, no invisible marks. Raises Refusal if longer than `most`."""
    line = one_line(text)
    if len(line) > most:
        raise Refusal("entry.text_too_long", text=line[:20] + "…", most=most)
    return line


def needed_reason(reason: str) -> str:
    """What the log and everybody concerned will read. Raises Refusal `desk.reason_needed`."""
    text = clean_text(reason, 300)
    if len(text) < 3:
        raise Refusal("desk.reason_needed")
    return text


def cleaned(event: Event, form: Form) -> Form:
    """The form as it will be stored. Raises Refusal for what cannot be."""
    people = [
        Person(clean_text(person.name, NAME_MAX), person.user_id)
        for person in form.people
    ]
    if not all(person.name for person in people) or not people:
        raise Refusal("entry.name_missing")
    if len(people) not in (
        {1, event.team_size} if event.singles else {event.team_size}
    ):
        raise Refusal(
            "entry.team_size" if event.team_size > 1 else "entry.one_player",
            people=event.team_size,
        )
    keys = {name_key(person.name) for person in people}
    users = [person.user_id for person in people if person.user_id]
    if len(keys) < len(people) or len(set(users)) < len(users):
        raise Refusal("entry.person_twice", name=people[0].name)
    return Form(
        people,
        clean_text(form.team_name, 60),
        clean_text(form.club_name, 60),
        clean_text(form.phone, 30),
    )


def check_new(event: Event, form: Form) -> None:
    """Nobody is in an event twice, by name or by account."""
    active = event.players.filter(active=True)
    keys = {name_key(person.name): person.name for person in form.people}
    if found := active.filter(name_key__in=keys).first():
        raise Refusal("entry.person_entered", name=found.name)
    users = [person.user_id for person in form.people if person.user_id]
    if found := active.filter(user_id__in=users).first():
        raise Refusal("entry.person_entered", name=found.name)


def players_of(
    entry: Entry, people: Sequence[Person], confirmed: Sequence[datetime | None]
) -> list[Player]:
    return [
        Player(
            event_id=entry.event_id,
            entry=entry,
            place=place,
            name=person.name,
            name_key=name_key(person.name),
            user_id=person.user_id,
            confirmed_at=confirmed[place],
        )
        for place, person in enumerate(people)
    ]


@journaled
def withdraw(*, entry_id: int, by: Any, at: datetime) -> Entry:
    """Take an entry out before the draw; whoever waits longest moves up. Raises OutOfDate."""
    event = locked(Entry.objects.values_list("event_id", flat=True).get(pk=entry_id))
    entry = Entry.objects.get(pk=entry_id)
    if entry.state not in {Entry.State.IN, Entry.State.WAITING}:
        raise OutOfDate("entry.not_in")
    check_list(event)
    entry.state = Entry.State.WITHDRAWN
    entry.save(update_fields=["state"])
    entry.players.update(active=False)
    note(event.pk, "entry.withdrawn", by=by, at=at, entry=entry.number)
    promote(event, at)
    live.changed(event.pk)
    return entry


@journaled
def confirm_partner(*, entry_id: int, place: int, user: Any, at: datetime) -> Entry:
    """The partner says yes, with their account if they have one. Raises OutOfDate when said before."""
    event = locked(Entry.objects.values_list("event_id", flat=True).get(pk=entry_id))
    player = Player.objects.get(entry_id=entry_id, place=place)
    if not player.active:
        raise OutOfDate("entry.not_in")
    if player.confirmed_at:
        raise OutOfDate("entry.partner_confirmed")
    user_id = getattr(user, "pk", None)
    if user_id and event.players.filter(active=True, user_id=user_id).exists():
        raise Refusal("entry.person_entered", name=str(user))
    player.confirmed_at = at
    player.user_id = user_id
    player.save(update_fields=["confirmed_at", "user"])
    note(event.pk, "entry.partner_confirmed", by=user, at=at, entry=player.entry.number)
    live.changed(event.pk)
    return player.entry


@journaled
def mark_paid(*, entry_id: int, paid: bool, by: Any, at: datetime) -> Entry:
    locked(Entry.objects.values_list("event_id", flat=True).get(pk=entry_id))
    entry = Entry.objects.get(pk=entry_id)
    entry.paid = paid
    entry.save(update_fields=["paid"])
    note(
        entry.event_id,
        "entry.paid" if paid else "entry.unpaid",
        by=by,
        at=at,
        entry=entry.number,
    )
    return entry
