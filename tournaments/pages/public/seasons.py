"""Pages of several events together: circuits, who goes on to a later event, ratings of a club's players."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.models import Club
from core.messages import sentence
from core.refusals import NotAllowed, Refusal
from tournaments import permissions
from tournaments.models import Circuit, Event
from tournaments.pages.desk.overview import organised
from tournaments.pages.labels import circuit_points, circuit_reason
from tournaments.pages.refusals import posted, private, refusing
from tournaments.reading import events as queries
from tournaments.reading import ratings as rated
from tournaments.reading import seasons
from tournaments.rules.seasons.ratings import Rating, of_side
from tournaments.services import seasons as services

SHOWN = 200


class CircuitForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80)
    points = forms.CharField(
        label=_("Points for the first place, the second, and so on"),
        max_length=600,
        initial="100 80 65 55 45 40 35 30",
        widget=forms.TextInput({"inputmode": "text", "autocomplete": "off"}),
    )
    best = forms.IntegerField(
        label=_("So many of the best events of each count (0: all)"),
        min_value=0,
        max_value=100,
        initial=0,
    )

    def clean_points(self) -> list[int]:
        words = str(self.cleaned_data["points"]).replace(",", " ").split()
        if not words or not all(
            word.isascii() and word.isdecimal() and len(word) < 7 for word in words
        ):
            raise forms.ValidationError(_("Numbers with spaces between them."))
        return [int(word) for word in words]


class FeederForm(forms.Form):
    event = forms.ModelChoiceField(
        Event.objects.none(), label=_("Event that sends its best here")
    )
    places = forms.IntegerField(
        label=_("Places"), min_value=0, max_value=512, initial=0
    )
    per = forms.IntegerField(
        label=_("or one place for so many entries"),
        min_value=0,
        max_value=512,
        initial=0,
    )
    most = forms.IntegerField(
        label=_("At most so many places"), min_value=1, max_value=512, initial=128
    )
    reserves = forms.IntegerField(
        label=_("Named reserves"), min_value=0, max_value=32, initial=1
    )

    def __init__(
        self, data: QueryDict | None, request: HttpRequest, event: Event
    ) -> None:
        super().__init__(data, initial=sends(event, request.GET.get("event", "")))
        others = (
            queries.events_for(request.user)
            .exclude(pk=event.pk)
            .filter(team_size=event.team_size)
        )
        self.fields["event"].queryset = others.order_by("-starts_at")  # type: ignore[attr-defined]


class ShareForm(forms.Form):
    places = forms.IntegerField(label=_("Places in all"), min_value=1, max_value=512)
    most = forms.IntegerField(
        label=_("At most so many for one event"),
        min_value=1,
        max_value=512,
        initial=128,
    )


def sends(event: Event, source: str) -> dict[str, int] | None:
    """How many another event sends to this one so far, for the form that changes it."""
    known = source.isascii() and source.isdecimal() and len(source) < 19
    found = event.feeders.filter(source=int(source)).first() if known else None
    names = ("places", "per", "most", "reserves")
    return (
        {"event": found.source_id} | {name: getattr(found, name) for name in names}
        if found
        else None
    )


@require_safe
def circuit(request: HttpRequest, circuit_id: int) -> HttpResponse:
    """The ranking of a circuit, and its events."""
    found = get_object_or_404(Circuit.objects.select_related("club"), pk=circuit_id)
    lines = seasons.circuit_ranking(found)
    below = [line.name for line in lines[1:]] + [""]
    rows = [
        (
            line,
            circuit_points(line.ranked.total),
            " + ".join(map(circuit_points, line.ranked.counted)),
            circuit_reason(line.ranked.why, under),
        )
        for line, under in zip(lines, below, strict=False)
    ]
    context = {
        "circuit": found,
        "rows": rows,
        "events": found.events.order_by("starts_at"),
    }
    context["organises"] = permissions.may_organise(request.user, found.club_id)
    return render(request, "tournaments/public/circuit.html", context)


@private
@login_required
@refusing
def circuit_new(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_of(request, slug)
    form = CircuitForm(posted(request))
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            made = services.found_circuit(club_id=club.pk, **form.cleaned_data)
            return redirect("circuit_events", made.pk)
        except Refusal as refusal:
            form.add_error(None, sentence(refusal))
            status = refusal.status
    return render(
        request,
        "tournaments/desk/circuit_new.html",
        {"club": club, "form": form},
        status=status,
    )


def club_of(request: HttpRequest, slug: str) -> Club:
    club = get_object_or_404(Club, slug=slug)
    if not permissions.may_organise(request.user, club.pk):
        raise NotAllowed("event.organisers_only")
    return club


@private
@login_required
@refusing
def circuit_events(request: HttpRequest, circuit_id: int) -> HttpResponse:
    """Which events belong to the circuit."""
    found = get_object_or_404(Circuit.objects.select_related("club"), pk=circuit_id)
    if not permissions.may_organise(request.user, found.club_id):
        raise NotAllowed("event.organisers_only")
    events = (
        queries.events_for(request.user)
        .exclude(state=Event.State.DRAFT)
        .order_by("-starts_at")[:300]
    )
    if request.method == "POST":
        try:
            services.set_events(
                circuit_id=circuit_id, event_ids=ticked(request, "events")
            )
            return redirect("circuit", circuit_id)
        except Refusal as refusal:
            messages.error(request, sentence(refusal))
    context = {
        "circuit": found,
        "events": events,
        "chosen": set(found.events.values_list("pk", flat=True)),
    }
    return render(request, "tournaments/desk/circuit_events.html", context)


def ticked(request: HttpRequest, name: str) -> list[int]:
    """The numbers that were ticked."""
    return [
        int(one)
        for one in request.POST.getlist(name)
        if one.isascii() and one.isdecimal() and len(one) < 19
    ]


@require_safe
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """How strong the players and pairs of a club's events have shown themselves, with how sure that is."""
    club = get_object_or_404(Club, slug=slug)
    players, pairs = rated.cached_ratings(club)
    beginners = {"player": Rating(), "pair": of_side({}, (1, 2))}
    context = {
        "club": club,
        "players": players[:SHOWN],
        "pairs": pairs[:SHOWN],
    } | beginners
    return render(request, "tournaments/public/ratings.html", context)


@private
@login_required
@refusing
def qualifiers(request: HttpRequest, event_id: int) -> HttpResponse:
    """Which events send their best here; who goes; and entering them."""
    event, do = organised(request, event_id), request.POST.get("do")
    form = FeederForm(request.POST if do == "feed" else None, request, event)
    share = ShareForm(request.POST if do == "share" else None, prefix="share")
    refused, status = "", 200
    if request.method == "POST":
        try:
            if said := acted(request, event, form, share):
                messages.success(request, said)
                return redirect("desk_qualifiers", event_id)
            status = 422
        except Refusal as refusal:
            refused, status = sentence(refusal), refusal.status
    context = chain_of(event) | {
        "event": event,
        "form": form,
        "share": share,
        "refused": refused,
    }
    return render(request, "tournaments/desk/qualifiers.html", context, status=status)


def chain_of(event: Event) -> dict[str, Any]:
    """The events that send their best, with their entries and reserves; and who goes, and is in already."""
    chain = seasons.FedEvent(event)
    feeders = [
        (one, chain.entry_count(one), chain.reserves(one)) for one in chain.feeders
    ]
    return {
        "feeders": feeders,
        "sent": [
            (one, one.goes and chain.is_in(one.goes)) for one in chain.qualified()
        ],
    }


def acted(
    request: HttpRequest, event: Event, form: FeederForm, share: ShareForm
) -> str:
    """What the pressed button says; nothing if its form is not right."""
    match request.POST.get("do"):
        case "feed":
            return fed(event, form) if form.is_valid() else ""
        case "share":
            return shared(event, share) if share.is_valid() else ""
        case "stop":
            for source in ticked(request, "event"):
                services.stop_feeding(into_id=event.pk, source_id=source)
            return gettext("That event sends nobody here any more.")
    cannot = ticked(request, "cannot")
    entered = services.enter_qualified(
        event_id=event.pk, cannot=cannot, by=request.user, at=timezone.now()
    )
    return ngettext("%(n)s entry came in.", "%(n)s entries came in.", len(entered)) % {
        "n": len(entered)
    }


def fed(event: Event, form: FeederForm) -> str:
    given: dict[str, Any] = form.cleaned_data
    source = given.pop("event")
    services.feed(into_id=event.pk, source_id=source.pk, **given)
    return gettext("%(event)s sends its best here.") % {"event": source}


def shared(event: Event, share: ShareForm) -> str:
    services.share_out(into_id=event.pk, **share.cleaned_data)
    return gettext("The places are shared out.")


urlpatterns = [
    path("circuits/<int:circuit_id>/", circuit, name="circuit"),
    path("circuits/<int:circuit_id>/events/", circuit_events, name="circuit_events"),
    path("clubs/<slug:slug>/circuits/new/", circuit_new, name="circuit_new"),
    path("clubs/<slug:slug>/ratings/", ratings, name="ratings"),
    path("events/<int:event_id>/desk/qualifiers/", qualifiers, name="desk_qualifiers"),
]
