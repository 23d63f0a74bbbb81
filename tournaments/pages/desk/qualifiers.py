"""Qualifiers from other events: which events send entries here, who qualifies, entering them."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from core.numbers import parse_number
from core.refusals import Refusal
from tournaments.models import Event
from tournaments.pages.desk.circuits import ticked
from tournaments.pages.desk.desk_action import (
    desk_action,
    organised_event,
    redirect_with,
)
from tournaments.pages.refusals import cleaned, posted_with, render_page
from tournaments.reading.events import events_for
from tournaments.reading.seasons import FedEvent
from tournaments.services import seasons

PLACES_MOST = 512


class FeederForm(forms.Form):
    event = forms.ModelChoiceField(Event.objects.none(), label=_("Qualifying event"))
    places = forms.IntegerField(
        label=_("Places"), min_value=0, max_value=PLACES_MOST, initial=0
    )
    per = forms.IntegerField(
        label=_("or entries per place"),
        min_value=0,
        max_value=PLACES_MOST,
        initial=0,
    )
    most = forms.IntegerField(
        label=_("Maximum number of places"),
        min_value=1,
        max_value=PLACES_MOST,
        initial=128,
    )
    reserves = forms.IntegerField(
        label=_("Named reserves"), min_value=0, max_value=32, initial=1
    )


class ShareForm(forms.Form):
    places = forms.IntegerField(
        label=_("Places in total"), min_value=1, max_value=PLACES_MOST
    )
    most = forms.IntegerField(
        label=_("Maximum for one event"),
        min_value=1,
        max_value=PLACES_MOST,
        initial=128,
    )


def feeder_form(request: HttpRequest, event: Event) -> FeederForm:
    """Filled with what the event of the address sends so far, if there is one."""
    initial = feeder_values(event, request.GET.get("event", ""))
    form = FeederForm(posted_with(request, "feed"), initial=initial)
    others = events_for(request.user).exclude(pk=event.pk)
    # Pairs cannot qualify for an event of single players, nor the reverse.
    others = others.filter(team_size=event.team_size)
    form.fields["event"].queryset = others.order_by("-starts_at")  # type: ignore[attr-defined]
    return form


def feeder_values(event: Event, source: str) -> dict[str, int] | None:
    source_id = parse_number(source)
    if source_id is None:
        return None
    feeder = event.feeders.filter(source=source_id).first()
    if feeder is None:
        return None
    return {
        "event": feeder.source_id,
        "places": feeder.places,
        "per": feeder.per,
        "most": feeder.most,
        "reserves": feeder.reserves,
    }


def share_form(request: HttpRequest) -> ShareForm:
    return ShareForm(posted_with(request, "share"), prefix="share")


def qualifiers_page(
    request: HttpRequest, event: Event, refusal: Refusal | None = None
) -> HttpResponse:
    form, share = feeder_form(request, event), share_form(request)
    chain = FedEvent(event)
    feeders = []
    for feeder in chain.feeders:
        entries, reserves = chain.entry_count(feeder), chain.reserves(feeder)
        feeders.append((feeder, entries, reserves))
    sent = []
    for place in chain.qualified():
        is_in = place.goes and chain.is_in(place.goes)
        sent.append((place, is_in))
    context = {
        "event": event,
        "feeders": feeders,
        "sent": sent,
        "form": form,
        "share": share,
    }
    template = "tournaments/desk/qualifiers.html"
    has_errors = bool(form.errors or share.errors)
    return render_page(request, template, context, refusal, has_errors=has_errors)


@desk_action(organised_event, qualifiers_page)
def qualifiers(request: HttpRequest, event: Event) -> HttpResponse:
    match request.POST.get("do"):
        case "feed":
            message = add_feeder(event, feeder_form(request, event))
        case "share":
            seasons.share_out(into_id=event.pk, **cleaned(share_form(request)))
            message = gettext("The places are allocated.")
        case "stop":
            for source_id in ticked(request, "event"):
                seasons.stop_feeding(into_id=event.pk, source_id=source_id)
            message = gettext("The qualifying event is removed.")
        case _:
            message = enter_qualified(request, event)
    return redirect_with(request, "desk_qualifiers", event.pk, message=message)


def add_feeder(event: Event, form: FeederForm) -> str:
    given = cleaned(form)
    source = given.pop("event")
    seasons.feed(into_id=event.pk, source_id=source.pk, **given)
    return gettext("%(event)s is a qualifying event now.") % {"event": source}


def enter_qualified(request: HttpRequest, event: Event) -> str:
    entered = seasons.enter_qualified(
        event_id=event.pk,
        cannot=ticked(request, "cannot"),
        by=request.user,
        at=timezone.now(),
    )
    count = len(entered)
    message = ngettext("%(n)s entry was added.", "%(n)s entries were added.", count)
    return message % {"n": count}
