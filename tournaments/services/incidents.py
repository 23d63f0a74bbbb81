"""What a referee enters that happened at a table in the app."""

from datetime import datetime
from typing import Any

from core.refusals import Refusal
from games.services import expose as expose_card
from tournaments.models import Pairing
from tournaments.services.events import locked, locked_table
from tournaments.services.log import journaled, note


@journaled
def expose(*, pairing_id: int, seat: int, by: Any, at: datetime) -> None:
    """A card of this seat was seen while it was dealt.

    Raises Refusal `table.not_in_app`, or what the game says.
    """
    pairing = locked_table(pairing_id, Pairing.objects.select_related("round__stage"))
    if pairing.match_id is None:
        raise Refusal("table.not_in_app")
    expose_card(match_id=pairing.match_id, seat=seat, at=at)
    event_id, fields = pairing.round.stage.event_id, {"table": pairing.table}
    note(event_id, "card.exposed", by=by, at=at, seat=seat, **fields)


@journaled
def note_untrue_sign(
    *, event_id: int, table: int | None, by: Any, at: datetime
) -> None:
    """A player tried a sign that was not true of their hand."""
    note(locked(event_id).pk, "sign.untrue", by=by, at=at, table=table)
