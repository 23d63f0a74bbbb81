"""A table at the desk: accept what was reported, set a result or correct it, always with a reason."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from core.messages import sentence
from core.refusals import NotAllowed, OutOfDate, Refusal
from games.queries import may_be_exposed
from tournaments import permissions
from tournaments.models import Event, Pairing
from tournaments.pages.desk.overview import Said, Table, outcome_key, table_of
from tournaments.pages.forms import ResultForm, score_key
from tournaments.pages.points_form import DeskPointsForm, filled
from tournaments.pages.refusals import posted, private, refusing
from tournaments.reading import events
from tournaments.rules.tables.results import RETIRED, VOID
from tournaments.services import incidents, results


@private
@login_required
@refusing
def result(request: HttpRequest, pairing_id: int) -> HttpResponse:
    pairing = events.pairing(pairing_id, request.user)
    if not permissions.may_referee(request.user, pairing.round.stage.event.club_id):
        raise NotAllowed("event.referees_only")
    form, status = form_for(request, table_of(pairing)), 200
    if form.is_bound:
        status = decide(request, pairing_id, form)
        if status == 200:
            messages.success(request, gettext("The result is set."))
            return redirect("desk", pairing.round.stage.event_id)
    return page(request, pairing, form, status)


def page(
    request: HttpRequest,
    pairing: Pairing,
    form: ResultForm | DeskPointsForm,
    status: int,
) -> HttpResponse:
    """What counts at the table, and the form for what shall; what later rounds are built on is looked at first."""
    corrects = bool(
        pairing.result and pairing.result.kind != VOID and results.is_built_on(pairing)
    )
    context = {
        "table": table_of(pairing),
        "form": form,
        "event": pairing.round.stage.event,
        "fixed": fixed(pairing),
        "action": reverse(
            "desk_correct" if corrects else "desk_result", args=[pairing.pk]
        ),
        "corrects": corrects,
        "history": pairing.results.select_related("by").order_by("-number"),
        "seats": may_be_exposed(pairing.match_id)
        if pairing.match_id and not pairing.result
        else (),
    }
    return render(
        request,
        f"tournaments/desk/{'points' if pairing.several else 'result'}.html",
        context,
        status=status,
    )


@private
@login_required
@require_POST
@refusing
def exposed(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """A card was seen while dealing at a table in the app (MUS-B6)."""
    pairing = events.pairing(pairing_id, request.user)
    if not permissions.may_referee(request.user, pairing.round.stage.event.club_id):
        raise NotAllowed("event.referees_only")
    seat = request.POST.get("seat", "")
    number = int(seat) if seat.isdecimal() and len(seat) < 3 else -1
    try:
        incidents.expose(
            pairing_id=pairing_id, seat=number, by=request.user, at=timezone.now()
        )
        messages.success(request, gettext("It is entered: the table sees it."))
    except Refusal as refusal:
        messages.error(request, sentence(refusal))
    return redirect("desk_result", pairing_id)


def form_for(request: HttpRequest, table: Table) -> ResultForm | DeskPointsForm:
    """What is asked of this table, filled with what counts already or with the report that the desk accepts."""
    said = next(
        (one for one in table.said if str(one.report.pk) == request.GET.get("accept")),
        None,
    )
    reason = {"reason": reason_for(table, said)}
    if table.pairing.several:
        known = said.report if said else table.pairing.result
        given = filled(table.pairing, known.points if known else None)
        return DeskPointsForm(table.pairing, posted(request), initial=given | reason)
    outcome = (
        score_key(said.report.sets_a, said.report.sets_b)
        if said
        else outcome_key(table.pairing)
    )
    rules, initial = (
        table.pairing.round.options,
        {"outcome": outcome, **docked(table.pairing), **reason},
    )
    return ResultForm(table.a, table.b, rules, posted(request), initial=initial)


def reason_for(table: Table, said: Said | None) -> str:
    """The reason that goes without saying: the report that is accepted, or a sheet that was brought to the desk."""
    if said:
        return gettext("Accepted as %(who)s reported it") % {"who": said.who}
    return (
        gettext("By the sheet of the match")
        if table.state == "open" and table.pairing.result is None
        else ""
    )


def docked(pairing: Pairing) -> dict[str, Any]:
    """What the result that counts says of docked sets and of giving up, or else the sheet of the match."""
    if pairing.bye:
        return {}
    sets = (
        (pairing.result.penalties or [0, 0])
        if pairing.result
        else events.penalties_of(pairing)
    )
    gave_up = pairing.result is not None and pairing.result.kind == RETIRED
    return {"docked_a": sets[0], "docked_b": sets[1], "gave_up": gave_up}


def fixed(pairing: Pairing) -> str:
    """Why nothing is set at this table any more; empty if it may be."""
    if pairing.round.stage.event.state == Event.State.CANCELLED:
        return sentence(OutOfDate("event.wrong_state"))
    return sentence(Refusal("result.bye")) if pairing.bye else ""


def decide(
    request: HttpRequest, pairing_id: int, form: ResultForm | DeskPointsForm
) -> int:
    """Set what the form says; the status of the answer."""
    if not form.is_valid():
        return 422
    reason, now = form.cleaned_data["reason"], timezone.now()
    try:
        results.set_result(
            pairing_id=pairing_id,
            decision=form.decision(),
            reason=reason,
            by=request.user,
            at=now,
        )
    except Refusal as refusal:
        form.add_error(None, sentence(refusal))
        return refusal.status
    return 200


urlpatterns = [
    path("tables/<int:pairing_id>/result/", result, name="desk_result"),
    path("tables/<int:pairing_id>/exposed/", exposed, name="desk_exposed"),
]
