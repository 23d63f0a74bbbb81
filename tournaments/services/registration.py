"""Who enters an event: places in order of arrival, partners, withdrawals before the draw."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db import IntegrityError, transaction

from accounts.names import name_key, one_line
from core.refusals import OutOfDate, Refusal
from tournaments import live
from tournaments.models import Draw, Entry, Event, Player
from tournaments.services.events import locked, locked_with
from tournaments.services.log import journaled, note
from tournaments.services.waiting_list import has_place, next_number, promote

MAX_NAME_LENGTH: Final = 60
MAX_REASON_LENGTH: Final = 300
MIN_REASON_LENGTH: Final = 3


class Person(NamedTuple):
    """A player as entered; `user_id` where the person has an account."""

    name: str
    user_id: int | None = None


class SignUpField(NamedTuple):
    """A text of an entry that sign-up asks for, apart from the names of its players."""

    max_length: int
    headings: tuple[str, ...]
    """What its column in a file of entries may be called, without accents and spaces; the first
    is the one that refusals name."""
    is_for_pairs: bool = False
    """Makes no sense where everybody plays alone."""


SIGN_UP_FIELDS: Final[Mapping[str, SignUpField]] = {
    "team_name": SignUpField(
        60,
        (
            *("team", "teamname", "pareja", "equipo", "bikote", "bikotea"),
            *("talde", "taldea", "paar", "mannschaft"),
        ),
        is_for_pairs=True,
    ),
    "club_name": SignUpField(
        60,
        (
            *("club", "pena", "sociedad", "pueblo", "kluba", "elkartea"),
            *("herria", "klub", "verein", "ort"),
        ),
    ),
    "phone": SignUpField(
        30,
        (
            *("phone", "telefono", "movil", "telefonoa", "mugikorra"),
            *("telefon", "handy"),
        ),
    ),
}
"""The columns of an entry that sign-up, the merging of entries and the import fill.

A new one needs a column of `Entry`, a line here and in `SignUpData`, and a field in the form of the
pages and in the serializer of the API.
"""


class SignUpData(NamedTuple):
    """What a sign-up says. One person in an event of pairs asks for a partner."""

    people: Sequence[Person]
    team_name: str = ""
    club_name: str = ""
    phone: str = ""

    @property
    def texts(self) -> dict[str, str]:
        return {name: getattr(self, name) for name in SIGN_UP_FIELDS}


@journaled
def register(
    *,
    event_id: int,
    data: SignUpData,
    at: datetime,
    by: Any = None,
    at_desk: bool = False,
) -> Entry:
    """Enter a pair or a single player: a place while there is one, else the waiting list.

    The desk may enter people until a draw is announced, also after the deadline. Raises OutOfDate
    when registration is closed, Refusal `entry.*`.
    """
    event = locked(event_id)
    check_open(event, at, at_desk)
    data = cleaned(event, data)
    check_new(event, data)
    state = Entry.State.WAITING
    if has_place(event, len(data.people)):
        state = Entry.State.IN
    entry = store_entry(event, data, state, at, confirmed=at_desk)
    fields: dict[str, Any] = {"entry": entry.number, "state": str(entry.state)}
    note(event.pk, "entry.registered", by=by, at=at, **fields)
    live.changed(event.pk)
    return entry


def new_entry(
    event: Event, data: SignUpData, number: int, state: str, at: datetime
) -> Entry:
    """An unsaved entry."""
    return Entry(
        event=event,
        number=number,
        places=len(data.people),
        state=state,
        registered_at=at,
        **data.texts,
    )


def store_entry(
    event: Event, data: SignUpData, state: str, at: datetime, confirmed: bool
) -> Entry:
    """The entry with its players.

    The person who signs up acts for both; unless it is `confirmed`, the partner may do that later.
    """
    entry = new_entry(event, data, next_number(event), state, at)
    entry.save()
    confirmed_at: list[datetime | None] = [at] * len(data.people)
    if not confirmed:
        confirmed_at[1:] = [None] * (len(data.people) - 1)
    try:
        with transaction.atomic():
            Player.objects.bulk_create(players_of(entry, data.people, confirmed_at))
    except IntegrityError as error:
        # The same person was entered by another request in the meantime.
        raise Refusal("entry.person_entered", name=data.people[0].name) from error
    return entry


def is_list_closed(event: Event) -> bool:
    """Once a draw of who meets whom is announced, entries no longer change."""
    announced = event.draws.exclude(state=Draw.State.DISCARDED)
    return announced.exclude(kind=Draw.Kind.TEAMS).exists()


def check_list_open(event: Event) -> None:
    if is_list_closed(event):
        raise OutOfDate("entry.draw_made")


def check_open(event: Event, at: datetime, at_desk: bool) -> None:
    check_list_open(event)
    if at_desk:
        if event.state not in {Event.State.OPEN, Event.State.CLOSED, Event.State.DRAFT}:
            raise OutOfDate("entry.closed")
    elif event.state != Event.State.OPEN or (event.deadline and at > event.deadline):
        raise OutOfDate("entry.closed")


def clean_text(text: str, max_length: int) -> str:
    """One line, composed characters, no invisible marks. Raises Refusal if it is too long."""
    line = one_line(text)
    if len(line) > max_length:
        raise Refusal("entry.text_too_long", text=line[:20] + "…", most=max_length)
    return line


def required_reason(reason: str) -> str:
    """The reason that the log publishes. Raises Refusal `desk.reason_needed`."""
    text = clean_text(reason, MAX_REASON_LENGTH)
    if len(text) < MIN_REASON_LENGTH:
        raise Refusal("desk.reason_needed")
    return text


def cleaned(event: Event, data: SignUpData) -> SignUpData:
    """The data as they will be stored. Raises Refusal `entry.*`."""
    people = []
    for person in data.people:
        name = clean_text(person.name, MAX_NAME_LENGTH)
        people.append(Person(name, person.user_id))
    _check_people(event, people)
    texts = {}
    for name, field in SIGN_UP_FIELDS.items():
        texts[name] = clean_text(getattr(data, name), field.max_length)
    return SignUpData(people, **texts)


def _check_people(event: Event, people: Sequence[Person]) -> None:
    if not people or not all(person.name for person in people):
        raise Refusal("entry.name_missing")
    numbers = {event.team_size}
    if event.singles:
        numbers.add(1)
    if len(people) not in numbers:
        code = "entry.team_size" if event.team_size > 1 else "entry.one_player"
        raise Refusal(code, people=event.team_size)
    keys = {name_key(person.name) for person in people}
    users = _users(people)
    if len(keys) < len(people) or len(set(users)) < len(users):
        raise Refusal("entry.person_twice", name=people[0].name)


def _users(people: Sequence[Person]) -> list[int]:
    return [person.user_id for person in people if person.user_id]


def check_new(event: Event, data: SignUpData) -> None:
    """Nobody is in an event twice, by name or by account."""
    active = event.players.filter(active=True)
    keys = [name_key(person.name) for person in data.people]
    if found := active.filter(name_key__in=keys).first():
        raise Refusal("entry.person_entered", name=found.name)
    if found := active.filter(user_id__in=_users(data.people)).first():
        raise Refusal("entry.person_entered", name=found.name)


def players_of(
    entry: Entry, people: Sequence[Person], confirmed_at: Sequence[datetime | None]
) -> list[Player]:
    """Unsaved players of an entry."""
    players = []
    for place, person in enumerate(people):
        player = Player(
            event_id=entry.event_id,
            entry=entry,
            place=place,
            name=person.name,
            name_key=name_key(person.name),
            user_id=person.user_id,
            confirmed_at=confirmed_at[place],
        )
        players.append(player)
    return players


@journaled
def withdraw_before_draw(*, entry_id: int, by: Any, at: datetime) -> Entry:
    """Withdraw an entry; the waiting list moves up. Raises OutOfDate once a draw is announced."""
    event = locked_with(entries=entry_id)
    entry = Entry.objects.get(pk=entry_id)
    if entry.state not in {Entry.State.IN, Entry.State.WAITING}:
        raise OutOfDate("entry.not_in")
    check_list_open(event)
    entry.state = Entry.State.WITHDRAWN
    entry.save(update_fields=["state"])
    entry.players.update(active=False)
    note(event.pk, "entry.withdrawn", by=by, at=at, entry=entry.number)
    promote(event, at)
    live.changed(event.pk)
    return entry


@journaled
def confirm_partner(*, entry_id: int, place: int, user: Any, at: datetime) -> Entry:
    """The partner agrees, with an account if they have one. Raises OutOfDate the second time."""
    event = locked_with(entries=entry_id)
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
    locked_with(entries=entry_id)
    entry = Entry.objects.get(pk=entry_id)
    entry.paid = paid
    entry.save(update_fields=["paid"])
    action = "entry.paid" if paid else "entry.unpaid"
    note(entry.event_id, action, by=by, at=at, entry=entry.number)
    return entry
