"""What each entry needs to qualify, in sentences and as a table of all."""

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from core.numbers import parse_number
from core.refusals import Refusal
from tournaments import tasks
from tournaments.models import Event
from tournaments.pages.public.event_page import event_or_404, event_page, own_entry_in
from tournaments.pages.stage_choice import stage_or_404
from tournaments.reading import events
from tournaments.rules.forecasts.scenarios import Match, Need
from tournaments.services import forecasts

STATES: Final = {
    "clinched": _("Has qualified, whatever happens."),
    "out": _("Can no longer qualify."),
    "needs": _("Qualifies with a win against {ways}, whatever the others do."),
    "depends": _("Depends on other results."),
}
MUST: Final = _("Must not lose to {opponents}.")
CHANCE: Final = _("Qualified in {percent} of 100 simulated outcomes, ± {margin}.")
PLACES_DIGITS: Final = 3

Names = Mapping[int, str]


@require_safe
def needed(request: HttpRequest, event_id: int) -> HttpResponse:
    """For the places that the next stage takes, or for `?places=` of them."""
    event = event_or_404(request, event_id)
    stage, mine = stage_or_404(event, request), own_entry_in(event, request)
    places = parse_number(request.GET.get("places"), PLACES_DIGITS) or None
    question = forecasts.question(stage, places)
    try:
        found = forecasts.forecast(stage, question)
    except Refusal as refusal:
        # The stage does not answer the question: it may have no places to qualify for.
        raise Http404 from refusal
    if found is None:
        # A worker computes it; the page updates itself.
        tasks.ask_for_forecast(stage.pk)
    return event_page(
        request,
        event,
        "needs",
        stage,
        asked=question,
        found=found,
        needs=needs_rows(event, found),
        grouped=forecasts.has_groups(stage),
        mine=mine,
    )


def needs_rows(event: Event, found: Any) -> list[tuple[Any, ...]]:
    """Each line of the standings with its entry, its name and what it needs."""
    if found is None:
        return []
    entries = events.entries_by_number(event)
    names = {number: events.name_of(entry) for number, entry in entries.items()}
    rows = []
    for line, need in found.rows:
        text = need_text(line.entry, need, names, found.runs)
        rows.append((line, entries[line.entry], names[line.entry], text))
    return rows


def need_text(entry: int, need: Need, names: Names, runs: int) -> str:
    """What an entry needs, in sentences; `runs` is the number of simulations."""
    ways = []
    for way in need.enough:
        beaten = opponents(entry, way, names)
        ways.append(gettext(" and ").join(beaten))
    state = gettext(STATES[need.state])
    sentences = [state.format(ways=gettext(" or against ").join(ways))]
    if need.must and need.must not in need.enough:
        rivals = ", ".join(opponents(entry, need.must, names))
        sentences.append(gettext(MUST).format(opponents=rivals))
    if need.chance is not None:
        percent = round(100 * need.chance / runs)
        margin = round(100 / sqrt(runs))
        sentences.append(gettext(CHANCE).format(percent=percent, margin=margin))
    return " ".join(sentences)


def opponents(entry: int, matches: Iterable[Match], names: Names) -> list[str]:
    found = []
    for a, b in matches:
        opponent = b if entry == a else a
        found.append(names[opponent])
    return found
