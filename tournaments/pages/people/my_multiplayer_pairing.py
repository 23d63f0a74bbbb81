"""A player's own multiplayer table: report all points, or agree with another report."""

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from core.numbers import read_number
from core.refusals import Refusal
from tournaments.live import topic_of
from tournaments.models import Entry, Pairing, Result
from tournaments.pages.pairing_rows import PointsBySide, names_in, points_by_side
from tournaments.pages.people.session import account_of
from tournaments.pages.points_form import PointsForm, initial_points
from tournaments.pages.refusals import cleaned, render_page
from tournaments.reading import events
from tournaments.services import results, typed_results


class ReportedPoints(NamedTuple):
    """The points that somebody reported."""

    who: str
    report: int
    points: PointsBySide


def my_pairing(request: HttpRequest, pairing: Pairing, mine: Entry) -> HttpResponse:
    """The table as `mine` sees it; a report is that of `mine`."""
    if request.method != "POST":
        return points_page(request, pairing, mine, blank_form(pairing, mine))
    form = PointsForm(pairing, request.POST)
    try:
        answer(request, pairing, mine, form)
    except Refusal as refusal:
        fresh = events.pairing(pairing.pk, request.user)
        if not counts_already(request, fresh, form):
            if confirms(request):
                form = blank_form(fresh, mine)
            return points_page(request, fresh, mine, form, refusal)
    return redirect("pairing", pairing.pk)


def confirms(request: HttpRequest) -> bool:
    """Whether the button agrees with a report instead of sending one."""
    return request.POST.get("do") == "confirm"


def blank_form(pairing: Pairing, mine: Entry) -> PointsForm:
    """Begins with the reader's own last report."""
    report = events.last_reports(pairing).get(mine.pk)
    points = report.points if report else None
    return PointsForm(pairing, initial=initial_points(pairing, points))


def answer(
    request: HttpRequest, pairing: Pairing, mine: Entry, form: PointsForm
) -> None:
    common: dict[str, Any] = {
        "pairing_id": pairing.pk,
        "entry_id": mine.pk,
        "by": account_of(request),
        "at": timezone.now(),
    }
    if confirms(request):
        report_id = read_number(request.POST.get("report"))
        results.confirm(report_id=report_id, **common)
    else:
        cleaned(form)
        results.report(score=typed_results.points(form.points()), **common)


def counts_already(request: HttpRequest, pairing: Pairing, form: PointsForm) -> bool:
    """Whether a refused answer is what counts: it may have been sent twice."""
    result = pairing.result
    if result is None or result.source != Result.Source.PLAYERS:
        return False
    if confirms(request):
        report_id = read_number(request.POST.get("report"))
        report = pairing.reports.filter(pk=report_id).first()
        return report is not None and report.points == result.points
    return form.is_valid() and form.points() == result.points


def points_page(
    request: HttpRequest,
    pairing: Pairing,
    mine: Entry,
    form: PointsForm,
    refusal: Refusal | None = None,
) -> HttpResponse:
    event = pairing.round.stage.event
    names = names_in(pairing)
    own, others = None, []
    for entry, report in events.last_reports(pairing).items():
        points = points_by_side(pairing, report, names)
        reported = ReportedPoints(names[entry], report.pk, points)
        if entry == mine.pk:
            own = reported
        else:
            others.append(reported)
    final: PointsBySide = ()
    if pairing.result:
        final = points_by_side(pairing, pairing.result, names)
    context = {
        "table": pairing,
        "event": event,
        "mine": mine,
        "form": form,
        "own": own,
        "others": others,
        "got": final,
        "live_topic": topic_of(event),
        "live_number": event.version,
    }
    template = "tournaments/people/points.html"
    has_errors = bool(form.errors)
    return render_page(request, template, context, refusal, has_errors=has_errors)
