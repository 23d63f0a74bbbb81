"""Moving a match to another table."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from core.numbers import parse_number
from tournaments.models import Pairing
from tournaments.pages.desk.desk_action import (
    desk_action,
    redirect_with,
    refereed_pairing,
    return_to,
)
from tournaments.services import rounds


@require_POST
@desk_action(refereed_pairing, return_to("desk_result"))
def move_table(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    """A match that is at the other table already takes the place of this one."""
    # Table 0 does not exist: the service says which tables do.
    table = parse_number(request.POST.get("table"), most_digits=4) or 0
    rounds.move_table(
        pairing_id=pairing.pk, table=table, by=request.user, at=timezone.now()
    )
    message = gettext("The match is now at table %(n)s.") % {"n": table}
    return redirect_with(request, "desk", pairing.round.stage.event_id, message=message)
