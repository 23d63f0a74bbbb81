"""Who somebody is in an event: the one decision for which entry a person may speak.

A person is known by their account, or by the entries whose signed links this browser has opened
(`session_entry_ids`). The link of a single player goes on to speak for the team that a draw put
them in.
"""

from collections.abc import Collection

from django.db.models import Q

from core.refusals import NotAllowed
from tournaments.models import Entry, Event, Pairing
from tournaments.reading.events import entries

NO_LINKS: Collection[int] = ()


def is_entry_of(user: object, session_entry_ids: Collection[int] = NO_LINKS) -> Q:
    """The entries for which this person speaks, as a condition on entries."""
    condition = Q(pk__in=session_entry_ids) | Q(singles__pk__in=session_entry_ids)
    if user_id := getattr(user, "pk", None):
        condition |= Q(players__user_id=user_id)
    return condition


def speaks_for(
    user: object, entry: Entry, session_entry_ids: Collection[int] = NO_LINKS
) -> bool:
    """The same for one entry, whose players are prefetched."""
    user_id = getattr(user, "pk", None)
    if user_id is not None:
        for player in entry.players.all():
            if player.user_id == user_id:
                return True
    if entry.pk in session_entry_ids:
        return True
    if not session_entry_ids:
        return False
    return entry.singles.filter(pk__in=session_entry_ids).exists()


def own_entry(
    event: Event, user: object, session_entry_ids: Collection[int] = NO_LINKS
) -> Entry | None:
    """The latest entry of the event for which this person speaks."""
    own = entries(event).filter(is_entry_of(user, session_entry_ids))
    playing = own.exclude(state=Entry.State.TEAMED).distinct()
    return playing.order_by("-number").first()


def own_side(
    pairing: Pairing, user: object, session_entry_ids: Collection[int] = NO_LINKS
) -> Entry:
    """The side for which this person speaks; an account comes before links.

    Raises NotAllowed `result.not_your_table`, and `result.both_sides` for a person of two sides:
    no side decides a result alone.
    """
    mine = [side for side in pairing.entries if speaks_for(user, side)]
    if not mine:
        for side in pairing.entries:
            if speaks_for(user, side, session_entry_ids):
                mine.append(side)
    if not mine:
        raise NotAllowed("result.not_your_table")
    if len(mine) > 1:
        raise NotAllowed("result.both_sides")
    return mine[0]
