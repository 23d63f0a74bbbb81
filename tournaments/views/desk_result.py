"""A table at the desk: accept what was reported, set a result or correct it, always with a reason."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext

from games.rules.errors import Refusal
from games.services import NotAllowed, OutOfDate
from games.wording import sentence, status_of
from tournaments import permissions, queries
from tournaments.models import Event, Pairing
from tournaments.services import results
from tournaments.views.desk_overview import Table, outcome_key, table_of
from tournaments.views.forms import ResultForm, score_key
from tournaments.views.refusing import posted, private, refusing


@private
@login_required
@refusing
def result(request: HttpRequest, pairing_id: int) -> HttpResponse:
    pairing = queries.pairing(pairing_id, request.user)
    if not permissions.may_referee(request.user, pairing.round.stage.event.club_id):
        raise NotAllowed("event.referees_only")
    table = table_of(pairing)
    rules, guess = pairing.round.options, first_guess(table, request.GET)
    form = ResultForm(table.a, table.b, rules, posted(request), initial=guess)
    status = 200
    if form.is_bound:
        status = decide(request, pairing_id, form)
        if status == 200:
            messages.success(request, gettext("The result is set."))
            return redirect("desk", pairing.round.stage.event_id)
    context = {"table": table, "form": form, "event": pairing.round.stage.event, "fixed": fixed(pairing)}
    context["history"] = pairing.results.select_related("by").order_by("-number")
    return render(request, "tournaments/desk/result.html", context, status=status)


def fixed(pairing: Pairing) -> str:
    """Why nothing is set at this table any more; empty if it may be."""
    stage = pairing.round.stage
    if stage.event.state == Event.State.CANCELLED:
        return sentence(OutOfDate("event.wrong_state"))
    if stage.rounds.filter(number__gt=pairing.round.number).exists():
        return sentence(OutOfDate("result.round_closed"))
    return sentence(Refusal("result.bye")) if pairing.bye else ""


def decide(request: HttpRequest, pairing_id: int, form: ResultForm) -> int:
    """Set what the form says; the status of the answer."""
    if not form.is_valid():
        return 422
    reason, now = form.cleaned_data["reason"], timezone.now()
    try:
        results.set_result(pairing_id=pairing_id, decision=form.decision(), reason=reason, by=request.user, at=now)
    except Refusal as refusal:
        form.add_error(None, sentence(refusal))
        return status_of(refusal)
    return 200


def first_guess(table: Table, given: Any) -> dict[str, str]:
    """What counts already; or the report that the desk is about to accept."""
    for said in table.said:
        if str(said.report.pk) == given.get("accept"):
            reason = gettext("Accepted as %(who)s reported it") % {"who": said.who}
            return {"outcome": score_key(said.report.sets_a, said.report.sets_b), "reason": reason}
    return {"outcome": outcome_key(table.pairing)}


urlpatterns = [path("tables/<int:pairing_id>/result/", result, name="desk_result")]
