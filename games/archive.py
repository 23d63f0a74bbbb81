"""Stored matches as JSON, to be moved to another machine; users are named by their user names."""

import json
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.core import serializers

from core.refusals import Refusal
from games.models import Match, Move, Seating

ArchivedRow = dict[str, Any]
ArchivedMatch = dict[str, list[ArchivedRow]]
MODELS: Final = {"match": Match, "seatings": Seating, "moves": Move}


def archive_matches(match_ids: Collection[UUID]) -> list[ArchivedMatch]:
    """These matches in the order of their ids, without the table talk."""
    matches = Match.objects.filter(pk__in=match_ids).order_by("pk")
    return list(map(match_to_json, matches.prefetch_related("seatings__user", "moves")))


def match_to_json(match: Match) -> ArchivedMatch:
    return {
        "match": rows_to_json([match]),
        "seatings": rows_to_json(match.seatings.all()),
        "moves": rows_to_json(match.moves.all()),
    }


def rows_to_json(rows: Iterable[Any]) -> list[ArchivedRow]:
    """The columns of rows. Only a match keeps its id, other keys belong to the database."""
    archived = []
    for row in serializers.serialize("python", rows, use_natural_foreign_keys=True):
        columns = row["fields"]
        if row["model"] == "games.match":
            columns = columns | {"id": row["pk"]}
        archived.append(columns)
    # Not Django's encoder, which cuts times to milliseconds.
    return list(json.loads(json.dumps(archived, default=datetime.isoformat)))


def restore_matches(matches: Iterable[ArchivedMatch]) -> None:
    """Store archived matches, in the transaction of what they belong to.

    Raises Refusal `archive.match_here`; bad data raises whatever Django makes of it.
    """
    for archived in matches:
        rows = {}
        for name, model in MODELS.items():
            rows[name] = rows_from_json(model, archived[name])
        ids = [match.pk for match in rows["match"]]
        if Match.objects.filter(pk__in=ids).exists():
            raise Refusal("archive.match_here", match=str(ids[0]))
        for name, model in MODELS.items():
            model._default_manager.bulk_create(rows[name])


def rows_from_json(model: Any, archived: Iterable[ArchivedRow]) -> list[Any]:
    serialized = []
    for columns in archived:
        fields = {name: value for name, value in columns.items() if name != "id"}
        serialized.append(
            {
                "model": model._meta.label_lower,
                "pk": columns.get("id"),
                "fields": fields,
            }
        )
    return [row.object for row in serializers.deserialize("python", serialized)]


def usernames_in(matches: Iterable[ArchivedMatch]) -> set[str]:
    """The user names of everybody who sits in these matches."""
    usernames = set()
    for archived in matches:
        for seating in archived["seatings"]:
            usernames.add(seating["user"][0])
    return usernames
