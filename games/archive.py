"""Matches as they are stored, to be moved to another machine: match, seats and moves, people by their user names."""

import json
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core import serializers

from core.refusals import Refusal
from games.models import Match, Move, Seating

PairingRow = dict[str, Any]
PARTS = {"match": Match, "seatings": Seating, "moves": Move}


def archived(matches: Collection[UUID]) -> list[PairingRow]:
    """These matches, in the order of their ids, as JSON has them. What was done beside the moves stays behind."""
    found = (
        Match.objects.filter(pk__in=matches)
        .order_by("pk")
        .prefetch_related("seatings__user", "moves")
    )
    return [
        {
            "match": plain([match]),
            "seatings": plain(match.seatings.all()),
            "moves": plain(match.moves.all()),
        }
        for match in found
    ]


def plain(rows: Iterable[Any]) -> list[PairingRow]:
    """The columns of rows; of those that a match has, without the number that the database gave them."""
    told = serializers.serialize("python", rows, use_natural_foreign_keys=True)
    kept = [
        row["fields"] | ({"id": row["pk"]} if row["model"] == "games.match" else {})
        for row in told
    ]
    return list(json.loads(json.dumps(kept, default=datetime.isoformat)))


def restore(matches: Iterable[PairingRow]) -> None:
    """Store matches that were told so, in the transaction of what they belong to. Raises Refusal `archive.match_here`.

    What was told otherwise raises whatever Django makes of it.
    """
    for told in matches:
        rows = {part: rows_of(model, told[part]) for part, model in PARTS.items()}
        if Match.objects.filter(pk__in=[row.pk for row in rows["match"]]).exists():
            raise Refusal("archive.match_here", match=str(rows["match"][0].pk))
        for part, model in PARTS.items():
            model._default_manager.bulk_create(rows[part])


def rows_of(model: Any, told: Iterable[PairingRow]) -> list[Any]:
    named = [
        {
            "model": model._meta.label_lower,
            "pk": row.get("id"),
            "fields": without_id(row),
        }
        for row in told
    ]
    return [one.object for one in serializers.deserialize("python", named)]


def without_id(row: PairingRow) -> PairingRow:
    return {name: value for name, value in row.items() if name != "id"}


def people(matches: Iterable[PairingRow]) -> set[str]:
    """The user names of all who sit there."""
    return {seating["user"][0] for told in matches for seating in told["seatings"]}
