"""Substitutes: who takes the place of a player, by the rules of the event; matches played before stay as they were."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.names import name_key
from core.refusals import OutOfDate, Refusal
from tournaments import live
from tournaments.models import Entry, Event, Pairing, Player, Substitution
from tournaments.rules.substitutes import Lineup, check_free, substituted
from tournaments.services.events import locked
from tournaments.services.log import journaled, note
from tournaments.services.registration import NAME_MAX, Person, clean_text


@journaled
def substitute(
    *, entry_id: int, place: int, name: str, by: Any, at: datetime
) -> Player:
    """Who is called `name` plays at this place of the entry from now on, in all matches that begin after it.

    Raises Refusal `substitute.*` by the rules, `substitute.no_such_place`, `entry.name_missing`, OutOfDate in an event
    that is over.
    """
    entry = Entry.objects.get(pk=entry_id)
    event = locked(entry.event_id)
    if event.state in {Event.State.FINISHED, Event.State.CANCELLED}:
        raise OutOfDate("event.wrong_state", state=event.state, step="substitute")
    comes = clean_text(name, NAME_MAX)
    if not comes:
        raise Refusal("entry.name_missing")
    player = entry.players.filter(place=place).first()
    if player is None:
        raise Refusal("substitute.no_such_place")
    check(event, entry, place, comes)
    number = entry.substitutions.count() + 1
    fields = {
        "went": player.name,
        "came": comes,
        "by_id": getattr(by, "pk", None),
        "at": at,
    }
    Substitution.objects.create(entry=entry, number=number, place=place, **fields)
    went, player.name, player.name_key, player.user_id, player.confirmed_at = (
        player.name,
        comes,
        name_key(comes),
        None,
        at,
    )
    try:
        with transaction.atomic():
            player.save(update_fields=["name", "name_key", "user", "confirmed_at"])
    except IntegrityError as error:
        raise Refusal("substitute.plays_for_another", name=comes) from error
    note(
        event.pk,
        "entry.substituted",
        by=by,
        at=at,
        entry=entry.number,
        went=went,
        came=comes,
    )
    live.changed(event.pk)
    return player


def check(event: Event, entry: Entry, place: int, comes: str) -> None:
    """By the rules, in which people are known by the keys of their names; the refusal says the name."""
    own, others = None, []
    for lineup in lineups(event):
        if lineup.entry == entry.pk:
            own = lineup
        else:
            others.append(lineup)
    if own is None:
        raise Refusal("substitute.out")
    try:
        substituted(event.substitutes, own, place, name_key(comes), others)
    except Refusal as refusal:
        names = {
            name_key(one): one
            for one in (*entry.substitutions.values_list("went", flat=True), comes)
        }
        if (said := refusal.fields.get("name")) in names:
            raise Refusal(refusal.code, name=names[said]) from refusal
        raise


def lineups(event: Event) -> Iterator[Lineup]:
    """Who has played in each place of each entry that is in, or has left after it was drawn."""
    went: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    for one in Substitution.objects.filter(entry__event=event).order_by(
        "entry", "number"
    ):
        went[one.entry_id, one.place].append(name_key(one.went))
    entries = event.entries.exclude(state=Entry.State.TEAMED).filter(
        ~Q(state=Entry.State.WITHDRAWN) | drawn(event)
    )
    for entry in entries.prefetch_related("players"):
        places = tuple(
            (*went[entry.pk, one.place], one.name_key) for one in entry.players.all()
        )
        yield Lineup(entry.pk, places, entry.state == Entry.State.WITHDRAWN)


def drawn(event: Event) -> Q:
    """Those who have sat at a table of the event, or were free."""
    tables = Pairing.objects.filter(round__stage__event=event)
    return reduce(
        or_, (Q(pk__in=tables.values(side)) for side in ("a", "b", "places__entry"))
    )


def check_latecomers(event: Event, people: Sequence[Person]) -> None:
    """Nobody of them has played for others. Raises Refusal `substitute.eliminated`, `substitute.plays_for_another`."""
    known = list(lineups(event))
    for person in people:
        try:
            check_free(name_key(person.name), known)
        except Refusal as refusal:
            raise Refusal(refusal.code, name=person.name) from refusal
