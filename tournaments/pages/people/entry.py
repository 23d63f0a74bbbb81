"""The page of one's own entry: first the table, then the place, the links, the way out."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from core.refusals import NotAllowed
from tournaments import signed_links
from tournaments.live import topic_of
from tournaments.models import Entry, Pairing, Player
from tournaments.pages.people import reschedule_request
from tournaments.pages.people.links import link_of_entry
from tournaments.pages.people.session import add_session_entry, session_entry_ids
from tournaments.pages.refusals import private, refusing
from tournaments.pages.sign_up_form import entry_details
from tournaments.reading import events, participants
from tournaments.services import registration

WITHDRAWABLE = {Entry.State.IN, Entry.State.WAITING}


def own_entry(request: HttpRequest, entry_id: int) -> Entry:
    """The entry, if this person or browser speaks for it. Raises NotFound, NotAllowed."""
    entry = events.entry(entry_id, request.user)
    if not participants.speaks_for(request.user, entry, session_entry_ids(request)):
        raise NotAllowed("entry.own_only")
    return entry


@private
@require_safe
@refusing
def entry(request: HttpRequest, entry_id: int) -> HttpResponse:
    mine = own_entry(request, entry_id)
    if mine.team_id:
        # A single player: the pair that the draw has made plays now.
        add_session_entry(request, mine.team_id)
        return redirect("entry", mine.team_id)
    event = mine.event
    is_active = mine.state in WITHDRAWABLE
    table = events.current_pairing_of(event, mine)
    context: dict[str, Any] = {
        "entry": mine,
        "event": event,
        "people": list(mine.players.all()),
        # The heading shows the team name; the phone stays off a page others may glance at.
        "details": entry_details(mine, without={"team_name", "phone"}),
        "table": table,
        "at": None,
        "to_play": other_matches(mine, table),
        "waiting": None,
        "may_withdraw": is_active and not registration.is_list_closed(event),
        "unconfirmed": unconfirmed_player(mine) if is_active else None,
        "partner_link": link_of_entry(
            request, "partner_key", signed_links.PARTNER, mine
        ),
        "device_link": link_of_entry(request, "entry_key", signed_links.ENTRY, mine),
        "live_topic": topic_of(event),
        "live_number": event.version,
    }
    # A decided match needs no day.
    if table is not None and not table.result:
        context["at"] = reschedule_request.day_of_pairing(table)
    if mine.state == Entry.State.WAITING:
        context["waiting"] = events.waiting_position(mine)
    return render(request, "tournaments/people/entry.html", context)


def unconfirmed_player(entry: Entry) -> Player | None:
    for player in entry.players.all():
        if player.confirmed_at is None:
            return player
    return None


def other_matches(
    entry: Entry, table: Pairing | None
) -> list[tuple[Pairing, datetime | None]]:
    """Matches still to be played besides the one at `table`, each with its day."""
    found = []
    for pairing in events.to_play(entry.event, entry):
        if pairing != table:
            day = reschedule_request.day_of_pairing(pairing)
            found.append((pairing, day))
    return found
