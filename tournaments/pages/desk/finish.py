"""Finishing an event as it stands: the page names what is left out and who has won then, and asks once more."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext

from core.messages import sentence
from core.refusals import Refusal
from tournaments.pages import stage_choice
from tournaments.pages.desk.overview import organised
from tournaments.pages.refusals import private, refusing
from tournaments.services import ending


@private
@login_required
@refusing
def finish(request: HttpRequest, event_id: int) -> HttpResponse:
    event = organised(request, event_id)
    context: dict[str, Any] = {"event": event}
    try:
        if request.method == "POST":
            ending.finish(event_id=event_id, by=request.user, at=timezone.now())
            messages.success(request, gettext("The event is over."))
            return redirect("desk", event_id)
        found = ending.preview_finish(event)
    except Refusal as refusal:
        context["refused"] = sentence(refusal)
        return render(
            request, "tournaments/desk/finish.html", context, status=refusal.status
        )
    numbers = {phase.number for phase in found.left_out}
    context |= {
        "left_out": [one for one in stage_choice.named(event) if one.number in numbers],
        "won": found.won,
    }
    return render(request, "tournaments/desk/finish.html", context)


urlpatterns = [path("events/<int:event_id>/finish/", finish, name="event_finish")]
