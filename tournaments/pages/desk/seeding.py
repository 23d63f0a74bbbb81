"""The order of strength at the desk: the place of one entry."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from core.messages import sentence
from core.refusals import NotAllowed, Refusal
from tournaments import permissions
from tournaments.pages.desk.draft import number
from tournaments.pages.refusals import private, refusing
from tournaments.reading import events
from tournaments.services import seeding


@private
@login_required
@require_POST
@refusing
def seed(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Seed an entry; an empty field takes its seed away."""
    entry = events.entry(entry_id, request.user)
    if not permissions.may_organise(request.user, entry.event.club_id):
        raise NotAllowed("event.organisers_only")
    said = request.POST.get("seed", "").strip()
    try:
        place = number(said) if said else None
        seeding.set_seed(
            entry_id=entry_id, seed=place, by=request.user, at=timezone.now()
        )
        messages.success(request, gettext("The order of strength is changed."))
    except Refusal as refusal:
        messages.error(request, sentence(refusal))
    return redirect("desk_entry", entry_id)


urlpatterns = [path("entries/<int:entry_id>/desk/seed/", seed, name="desk_seed")]
