"""What the desk does with one entry: its link, leaving the event, and merging it."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from core.numbers import parse_number
from core.refusals import Refusal
from tournaments import signed_links
from tournaments.models import Entry, Event
from tournaments.pages.desk.desk_action import (
    desk_action,
    desk_view,
    organised_entry,
    redirect_with,
)
from tournaments.pages.people.links import link_of_entry
from tournaments.pages.refusals import cleaned, render_page
from tournaments.pages.sign_up_form import EntryForm, entry_details
from tournaments.reading import events
from tournaments.services import attendance, entry_corrections
from tournaments.services.registration import SIGN_UP_FIELDS

NO_ENTRY = 0


def entry_page(
    request: HttpRequest, entry: Entry, refusal: Refusal | None = None
) -> HttpResponse:
    event = entry.event
    is_active = entry.state in {Entry.State.IN, Entry.State.WAITING}
    context = {
        "entry": entry,
        "event": event,
        "details": entry_details(entry, without={"team_name"}),
        "link": link_of_entry(request, "entry_key", signed_links.ENTRY, entry),
        "may_leave": is_active and event.state == Event.State.RUNNING,
        "others": mergeable_into(entry),
        "form": correction_form(request, entry) if is_active else None,
    }
    return render_page(request, "tournaments/desk/entry.html", context, refusal)


def mergeable_into(entry: Entry) -> list[Entry]:
    """The entries that this one may turn out to be; none once it has played."""
    is_active = entry.state in {Entry.State.IN, Entry.State.WAITING}
    if not is_active or events.current_pairing_of(entry.event, entry) is not None:
        return []
    inside = events.entries(entry.event).filter(state=Entry.State.IN)
    return list(inside.exclude(pk=entry.pk))


@require_safe
@desk_view(organised_entry)
def desk_entry(request: HttpRequest, entry: Entry) -> HttpResponse:
    return entry_page(request, entry)


@require_POST
@desk_action(organised_entry, entry_page)
def leave(request: HttpRequest, entry: Entry) -> HttpResponse:
    attendance.withdraw_during_event(
        entry_id=entry.pk,
        reason=request.POST.get("reason", ""),
        by=request.user,
        at=timezone.now(),
    )
    message = gettext("%(name)s left the event.") % {"name": events.name_of(entry)}
    return redirect_with(request, "desk", entry.event_id, message=message)


def correction_form(request: HttpRequest, entry: Entry) -> EntryForm:
    """The form with what is stored, or with what was typed when that was refused."""
    data = request.POST if "player1" in request.POST else None
    initial = {name: getattr(entry, name) for name in SIGN_UP_FIELDS}
    for place, player in enumerate(entry.players.filter(active=True), start=1):
        initial[f"player{place}"] = player.name
    return EntryForm(entry.event, data, initial=initial, auto_id="correct_%s")


@require_POST
@desk_action(organised_entry, entry_page)
def correct(request: HttpRequest, entry: Entry) -> HttpResponse:
    form = correction_form(request, entry)
    cleaned(form)
    given = form.sign_up_data()
    entry_corrections.correct_entry(
        entry_id=entry.pk,
        names=[person.name for person in given.people],
        by=request.user,
        at=timezone.now(),
        **given.texts,
    )
    message = gettext("The entry is corrected.")
    return redirect_with(request, "desk_entry", entry.pk, message=message)


@require_POST
@desk_action(organised_entry, entry_page)
def let_in(request: HttpRequest, entry: Entry) -> HttpResponse:
    attendance.let_in(entry_id=entry.pk, by=request.user, at=timezone.now())
    message = gettext("%(name)s plays now.") % {"name": events.name_of(entry)}
    return redirect_with(request, "desk", entry.event_id, message=message)


@require_POST
@desk_action(organised_entry, entry_page)
def merge(request: HttpRequest, entry: Entry) -> HttpResponse:
    """The same people are entered twice: one entry remains."""
    into_id = parse_number(request.POST.get("into")) or NO_ENTRY
    other = organised_entry(request, into_id)
    attendance.merge(
        entry_id=entry.pk, into_id=other.pk, by=request.user, at=timezone.now()
    )
    names = {"name": events.name_of(entry), "other": events.name_of(other)}
    message = gettext("%(name)s was merged into %(other)s.") % names
    return redirect_with(request, "desk", entry.event_id, message=message)
