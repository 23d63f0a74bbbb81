"""A table at the desk: accept a report, set a result or correct it, always with a reason."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from core.messages import sentence
from core.numbers import parse_number
from core.refusals import OutOfDate, Refusal
from games.queries import may_be_exposed
from tournaments.models import Event, Pairing
from tournaments.pages.desk.desk_action import (
    desk_action,
    redirect_with,
    refereed_pairing,
    return_to,
)
from tournaments.pages.desk.desk_tables import (
    ReportLine,
    TableRow,
    outcome_key,
    table_row,
)
from tournaments.pages.points_form import DeskPointsForm, initial_points
from tournaments.pages.refusals import add_refusal, cleaned, posted
from tournaments.pages.result_form import ResultForm, score_key
from tournaments.reading import events
from tournaments.rules.tables.results import RETIRED, VOID
from tournaments.services import incidents, results

AnyResultForm = ResultForm | DeskPointsForm
NO_SEAT = -1


def result_page(
    request: HttpRequest, pairing: Pairing, refusal: Refusal | None = None
) -> HttpResponse:
    form = result_form(request, pairing)
    status = 200
    if refusal is not None:
        add_refusal(form, refusal)
        status = refusal.status
    return page_with_form(request, pairing, form, status)


def page_with_form(
    request: HttpRequest, pairing: Pairing, form: AnyResultForm, status: int
) -> HttpResponse:
    """The result that counts, and the form for another one.

    A result on which later rounds are built is sent to the preview of its correction.
    """
    # A void result counts nowhere, so that no later round is built on it.
    is_decided = pairing.result is not None and pairing.result.kind != VOID
    corrects = is_decided and bool(results.is_built_on(pairing))
    action = "desk_correct" if corrects else "desk_result"
    template = "points" if pairing.several else "result"
    context = {
        "table": table_row(pairing),
        "form": form,
        "event": pairing.round.stage.event,
        "fixed": reason_fixed(pairing),
        "action": reverse(action, args=[pairing.pk]),
        "corrects": corrects,
        "history": pairing.results.select_related("by").order_by("-number"),
        "seats": exposable_seats(pairing),
    }
    return render(request, f"tournaments/desk/{template}.html", context, status=status)


@desk_action(refereed_pairing, result_page)
def result(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    form = result_form(request, pairing)
    given = cleaned(form)
    results.set_result(
        pairing_id=pairing.pk,
        decision=form.decision(),
        reason=given["reason"],
        replaces=parse_number(request.POST.get("replaces")) or 0,
        by=request.user,
        at=timezone.now(),
    )
    event_id = pairing.round.stage.event_id
    return redirect_with(
        request, "desk", event_id, message=gettext("The result is set.")
    )


@require_POST
@desk_action(refereed_pairing, return_to("desk_result"))
def expose_card(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    """A card was seen while dealing at a table in the app (MUS-B6)."""
    seat = parse_number(request.POST.get("seat"), most_digits=2)
    if seat is None:
        seat = NO_SEAT
    incidents.expose(
        pairing_id=pairing.pk, seat=seat, by=request.user, at=timezone.now()
    )
    message = gettext("The exposed card is entered; the table sees it.")
    return redirect_with(request, "desk_result", pairing.pk, message=message)


def exposable_seats(pairing: Pairing) -> Any:
    """The seats whose card may have been seen while the match is dealt in the app."""
    # Cards are exposed while dealing: only a match in the app that goes on has seats.
    if pairing.match_id is None or pairing.result is not None:
        return ()
    return may_be_exposed(pairing.match_id)


def result_form(request: HttpRequest, pairing: Pairing) -> AnyResultForm:
    """The form, filled with the report that the desk accepts or with what counts already."""
    row = table_row(pairing)
    accepted = accepted_report(request, row)
    initial: dict[str, Any] = {"reason": usual_reason(row, accepted)}
    if pairing.several:
        known = accepted.report if accepted else pairing.result
        initial |= initial_points(pairing, known.points if known else None)
        return DeskPointsForm(pairing, posted(request), initial=initial)
    initial |= initial_penalties(pairing)
    initial["outcome"] = outcome_key(pairing)
    if accepted:
        initial["outcome"] = score_key(accepted.report.sets_a, accepted.report.sets_b)
    rules = pairing.round.options
    return ResultForm(row.a, row.b, rules, posted(request), initial=initial)


def accepted_report(request: HttpRequest, row: TableRow) -> ReportLine | None:
    report_id = parse_number(request.GET.get("accept"))
    for line in row.said:
        if line.report.pk == report_id:
            return line
    return None


def usual_reason(row: TableRow, accepted: ReportLine | None) -> str:
    """The reason that the form begins with."""
    if accepted:
        return gettext("Accepted as reported by %(who)s") % {"who": accepted.who}
    if row.state == "open" and row.pairing.result is None:
        return gettext("From the match sheet")
    return ""


def initial_penalties(pairing: Pairing) -> dict[str, Any]:
    """Sets taken from each side: those of the result that counts, else those of the sheet."""
    if pairing.bye:
        return {}
    if pairing.result is None:
        sets = events.penalties_of(pairing)
        gave_up = False
    else:
        sets = pairing.result.penalties or [0, 0]
        gave_up = pairing.result.kind == RETIRED
    return {"docked_a": sets[0], "docked_b": sets[1], "gave_up": gave_up}


def reason_fixed(pairing: Pairing) -> str:
    """Why no result can be set at this table; empty if one can."""
    if pairing.round.stage.event.state == Event.State.CANCELLED:
        return sentence(OutOfDate("event.wrong_state"))
    if pairing.bye:
        return sentence(Refusal("result.bye"))
    return ""
