"""What an event will take."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import IntegerField, Serializer

from core.messages import sentence
from tournaments.api.shared import JSON, REFUSALS, Personal, organised
from tournaments.reading import planning
from tournaments.reading.planning import Outlook
from tournaments.reading.snapshot import EventSnapshot
from tournaments.rules.forecasts.planner import Room


class PlanInput(Serializer[object]):
    entries = IntegerField(
        min_value=2,
        max_value=4096,
        required=False,
        help_text="Left out: those who are in.",
    )
    tables = IntegerField(
        min_value=1, max_value=2048, required=False, help_text="With minutes."
    )
    minutes = IntegerField(
        min_value=1, max_value=600, required=False, help_text="Of a round, with tables."
    )


QUERY = [
    OpenApiParameter(name, OpenApiTypes.INT, description=str(field.help_text))
    for name, field in PlanInput().fields.items()
]


class Plan(Personal):
    @extend_schema(
        parameters=QUERY, responses={200: JSON, **REFUSALS}, operation_id="plan"
    )
    def get(self, request: Request, event_id: int) -> Response:
        """The rounds, matches and minutes to expect of each phase, even sides supposed; for its organisers."""
        event = organised(request, event_id)
        given = PlanInput(data=request.query_params)
        given.is_valid(raise_exception=True)
        asked = given.validated_data
        entries = asked.get("entries") or len(EventSnapshot(event).active)
        room = (
            Room(asked["tables"], asked["minutes"])
            if {"tables", "minutes"} <= asked.keys()
            else None
        )
        found = [outlook_json(one) for one in planning.outlook(event, entries, room)]
        return Response({"entries": entries, "results": found})


def outlook_json(one: Outlook) -> dict[str, Any]:
    """A phase; of what chance decides the mean, the least and the most of many runs."""
    answer: dict[str, Any] = {
        "phase": one.stage.number,
        "format": one.stage.format,
        "entries": one.entries,
    }
    if one.expected is None:
        problem = (
            {"code": one.problem.code, "detail": sentence(one.problem)}
            if one.problem
            else None
        )
        return answer | {"exact": False, "expected": None, "problem": problem}
    spreads = {
        name: getattr(one.expected, name) for name in ("rounds", "matches", "minutes")
    }
    told = {
        name: spread._asdict() if spread else None for name, spread in spreads.items()
    }
    return answer | {
        "exact": one.exact,
        "expected": told | {"playing": one.expected.playing},
        "problem": None,
    }
