"""Substitutes: who takes the place of a player; matches played before stay as they were."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
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
from tournaments.services.registration import MAX_NAME_LENGTH, Person, clean_text


@journaled
def substitute(
    *, entry_id: int, place: int, name: str, by: Any, at: datetime
) -> Player:
    """A new player takes this place of the entry, in all matches that begin from now on.

    Raises Refusal `substitute.*`, `entry.name_missing`, OutOfDate in an event that is over.
    """
    entry = Entry.objects.get(pk=entry_id)
    event = locked(entry.event_id)
    if event.state in {Event.State.FINISHED, Event.State.CANCELLED}:
        raise OutOfDate("event.wrong_state", state=event.state, step="substitute")
    new_name = clean_text(name, MAX_NAME_LENGTH)
    if not new_name:
        raise Refusal("entry.name_missing")
    player = entry.players.filter(place=place).first()
    if player is None:
        raise Refusal("substitute.no_such_place")
    check_substitute(event, entry, place, new_name)
    old_name = player.name
    Substitution.objects.create(
        entry=entry,
        number=entry.substitutions.count() + 1,
        place=place,
        went=old_name,
        came=new_name,
        by_id=getattr(by, "pk", None),
        at=at,
    )
    _rename(player, new_name, at)
    fields: dict[str, Any] = {"entry": entry.number, "went": old_name, "came": new_name}
    note(event.pk, "entry.substituted", by=by, at=at, **fields)
    live.changed(event.pk)
    return player


def _rename(player: Player, name: str, at: datetime) -> None:
    """The account of the player who left does not speak for the new one."""
    player.name, player.name_key = name, name_key(name)
    player.user_id, player.confirmed_at = None, at
    try:
        with transaction.atomic():
            player.save(update_fields=["name", "name_key", "user", "confirmed_at"])
    except IntegrityError as error:
        raise Refusal("substitute.plays_for_another", name=name) from error


def check_substitute(event: Event, entry: Entry, place: int, name: str) -> None:
    """Raises Refusal `substitute.*`, with the name as people write it."""
    own, others = None, []
    for lineup in lineups(event):
        if lineup.entry == entry.pk:
            own = lineup
        else:
            others.append(lineup)
    if own is None:
        raise Refusal("substitute.out")
    try:
        substituted(event.substitutes, own, place, name_key(name), others)
    except Refusal as refusal:
        # The rules know people by the keys of their names.
        names = {}
        for known in (*entry.substitutions.values_list("went", flat=True), name):
            names[name_key(known)] = known
        key = refusal.fields.get("name")
        if key in names:
            raise Refusal(refusal.code, name=names[key]) from refusal
        raise


def lineups(event: Event) -> Iterator[Lineup]:
    """Who has played in each place of each entry that is in, or has left after it was drawn."""
    replaced: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    substitutions = Substitution.objects.filter(entry__event=event)
    for one in substitutions.order_by("entry", "number"):
        replaced[one.entry_id, one.place].append(name_key(one.went))
    entries = event.entries.exclude(state=Entry.State.TEAMED)
    lasting = entries.filter(~Q(state=Entry.State.WITHDRAWN) | _was_drawn(event))
    for entry in lasting.prefetch_related("players"):
        places = []
        for player in entry.players.all():
            places.append((*replaced[entry.pk, player.place], player.name_key))
        has_left = entry.state == Entry.State.WITHDRAWN
        yield Lineup(entry.pk, tuple(places), has_left)


def _was_drawn(event: Event) -> Q:
    """Entries that have sat at a table of the event, or had a bye."""
    pairings = Pairing.objects.filter(round__stage__event=event)
    condition = Q()
    for side in ("a", "b", "places__entry"):
        condition |= Q(pk__in=pairings.values(side))
    return condition


def check_latecomers(event: Event, people: Sequence[Person]) -> None:
    """Nobody of them has played for others.

    Raises Refusal `substitute.eliminated`, `substitute.plays_for_another`.
    """
    known = list(lineups(event))
    for person in people:
        try:
            check_free(name_key(person.name), known)
        except Refusal as refusal:
            raise Refusal(refusal.code, name=person.name) from refusal
