"""What do we need to qualify? For each entry in sentences, and as a table of all."""

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from core.refusals import Refusal
from tournaments import tasks
from tournaments.pages.people.session import held
from tournaments.pages.public.events import event_or_404, page
from tournaments.pages.stage_choice import stage_or_404
from tournaments.reading import events, participants
from tournaments.rules.forecasts.scenarios import Match, Need
from tournaments.services import forecasts

STATES: Final = {
    "clinched": _("Is through, whatever happens."),
    "out": _("Cannot come through any more."),
    "needs": _("Is through with a win against {ways}, whatever the others do."),
    "depends": _("Depends on the others."),
}
MUST: Final = _("Must not lose to {opponents}.")
CHANCE: Final = _(
    "Came through in {percent} of 100 ways drawn by lot, give or take {margin}."
)
DIGITS_MOST: Final = 3
"""Nobody asks for 1,000 places or more."""


@require_safe
def needed(request: HttpRequest, event_id: int) -> HttpResponse:
    """For the places that the next phase takes, or for `?places=` of them."""
    event = event_or_404(request, event_id)
    stage, mine = (
        stage_or_404(event, request),
        participants.own_entry(event, request.user, held(request)),
    )
    typed = request.GET.get("places", "")
    counts = typed.isascii() and typed.isdecimal() and len(typed) <= DIGITS_MOST
    places = (int(typed) if counts else 0) or None
    asked = forecasts.question(stage, places)
    try:
        found = forecasts.forecast(stage, asked)
    except Refusal as refused:
        raise Http404 from refused
    if found is None:
        tasks.ask_for_forecast(stage.pk)
    entries, rows = events.entries_by_number(event), found.rows if found else ()
    runs = found.runs if found else 0
    names = {number: events.name_of(entry) for number, entry in entries.items()}
    told = [
        (
            row,
            entries[row.entry],
            names[row.entry],
            sentences(row.entry, need, names, runs),
        )
        for row, need in rows
    ]
    grouped = forecasts.has_groups(stage)
    return page(
        request,
        event,
        "needs",
        stage,
        asked=asked,
        found=found,
        needs=told,
        grouped=grouped,
        mine=mine,
    )


def sentences(entry: int, need: Need, names: Mapping[int, str], runs: int) -> str:
    """What an entry needs, in sentences."""
    ways = gettext(" or against ").join(both(entry, way, names) for way in need.enough)
    told = [gettext(STATES[need.state]).format(ways=ways)]
    if need.must and need.must not in need.enough:
        told.append(
            gettext(MUST).format(
                opponents=", ".join(opponents(entry, need.must, names))
            )
        )
    if need.chance is not None:
        told.append(
            gettext(CHANCE).format(
                percent=round(100 * need.chance / runs), margin=round(100 / sqrt(runs))
            )
        )
    return " ".join(told)


def both(entry: int, way: Iterable[Match], names: Mapping[int, str]) -> str:
    return gettext(" and ").join(opponents(entry, way, names))


def opponents(
    entry: int, matches: Iterable[Match], names: Mapping[int, str]
) -> list[str]:
    return [names[b if entry == a else a] for a, b in matches]


urlpatterns = [path("events/<int:event_id>/needs/", needed, name="needs")]
