"""The place of an entry in the seeding, set at the desk."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from core.numbers import read_number
from tournaments.models import Entry
from tournaments.pages.desk.desk_action import (
    desk_action,
    organised_entry,
    redirect_with,
    return_to,
)
from tournaments.services import seeding


@require_POST
@desk_action(organised_entry, return_to("desk_entry"))
def seed(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Seed an entry; an empty field removes its seed."""
    typed = request.POST.get("seed", "").strip()
    rank = None
    if typed:
        rank = read_number(typed, most_digits=6)
    seeding.set_seed(entry_id=entry.pk, seed=rank, by=request.user, at=timezone.now())
    message = gettext("The seeding is changed.")
    return redirect_with(request, "desk_entry", entry.pk, message=message)
