"""A player's own table of several: report everybody's points, or agree with another who has."""

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from core.messages import sentence
from core.refusals import Refusal
from tournaments.live import topic_of
from tournaments.models import Entry, Pairing, Result
from tournaments.pages.pairing_rows import told
from tournaments.pages.people.session import account
from tournaments.pages.points_form import PointsForm, filled
from tournaments.reading import events
from tournaments.services import decisions, results


class Heard(NamedTuple):
    """What somebody says the points were."""

    who: str
    report: int
    points: tuple[tuple[str, str], ...]


def pairing(request: HttpRequest, table: Pairing, mine: Entry) -> HttpResponse:
    """The table of several as `mine` sees it; what is posted is said for `mine`."""
    if request.method != "POST":
        return show(
            request, table, mine, PointsForm(table, initial=own_points(table, mine))
        )
    form = PointsForm(table, request.POST)
    confirms = request.POST.get("do") == "confirm"
    if not confirms and not form.is_valid():
        return show(request, table, mine, form, status=422)
    try:
        answer(request, table, mine, form, confirms)
    except Refusal as refusal:
        fresh = events.pairing(table.pk, request.user)
        if not settled_so(fresh, form, confirms):
            form = (
                PointsForm(table, initial=own_points(fresh, mine)) if confirms else form
            )
            return show(request, fresh, mine, form, sentence(refusal), refusal.status)
    return redirect("pairing", table.pk)


def answer(
    request: HttpRequest, table: Pairing, mine: Entry, form: PointsForm, confirms: bool
) -> None:
    common: dict[str, Any] = {"pairing_id": table.pk, "entry_id": mine.pk}
    common |= {"by": account(request), "at": timezone.now()}
    if not confirms:
        results.report(score=decisions.points(form.points()), **common)
        return
    text = request.POST.get("report", "")
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise Refusal("input.invalid")
    results.confirm(report_id=int(text), **common)


def settled_so(table: Pairing, form: PointsForm, confirms: bool) -> bool:
    """Whether a refused answer, sent twice perhaps, is what already counts."""
    result = table.result
    if result is None or result.source != Result.Source.PLAYERS:
        return False
    if confirms:
        report = table.reports.filter(pk=int(form.data["report"])).first()
        return report is not None and report.points == result.points
    return form.points() == result.points


def own_points(table: Pairing, mine: Entry) -> dict[str, Any]:
    report = events.last_reports(table).get(mine.pk)
    return filled(table, report.points if report else None)


def show(
    request: HttpRequest,
    table: Pairing,
    mine: Entry,
    form: PointsForm,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    called = {entry.pk: events.name_of(entry) for entry in table.entries}
    reports = events.last_reports(table)
    heard = [
        Heard(called[entry], report.pk, told(table, report, called))
        for entry, report in reports.items()
    ]
    context = {
        "table": table,
        "event": table.round.stage.event,
        "mine": mine,
        "form": form,
        "own": next(
            (
                one
                for entry, one in zip(reports, heard, strict=True)
                if entry == mine.pk
            ),
            None,
        ),
        "others": [
            one for entry, one in zip(reports, heard, strict=True) if entry != mine.pk
        ],
        "got": told(table, table.result, called) if table.result else (),
        "refused": refused,
        "live_topic": topic_of(table.round.stage.event),
        "live_number": table.round.stage.event.version,
    }
    return render(request, "tournaments/people/points.html", context, status=status)
