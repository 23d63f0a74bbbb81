"""What a referee enters that happened at a table in the app."""

from datetime import datetime
from typing import Any

from django.db import transaction

from games import services as games
from games.rules.errors import Refusal
from tournaments.models import Pairing
from tournaments.services.log import note


@transaction.atomic
def expose(*, pairing_id: int, seat: int, by: Any, at: datetime) -> None:
    """A card of this seat was seen while it was dealt. Raises Refusal `table.not_in_app`, or what the game says."""
    pairing = Pairing.objects.select_related("round__stage").get(pk=pairing_id)
    if pairing.match_id is None:
        raise Refusal("table.not_in_app")
    games.expose(match_id=pairing.match_id, seat=seat, at=at)
    note(pairing.round.stage.event_id, "card.exposed", by=by, at=at, table=pairing.table, seat=seat)
