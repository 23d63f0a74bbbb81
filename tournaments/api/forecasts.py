"""Forecasts: what each entry needs to advance, and what an event will take."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.refusals import NotFound
from tournaments import tasks
from tournaments.api.serializers.forecasts import (
    NeedsSerializer,
    PlacesInput,
    PlanInput,
    PlanSerializer,
)
from tournaments.api.shared import (
    REFUSALS,
    STAGE,
    Personal,
    Public,
    organised_event,
    stage_for,
    validated_query,
)
from tournaments.models import Entry
from tournaments.reading import events, planning
from tournaments.reading.snapshot import EventSnapshot
from tournaments.rules.forecasts.planner import Room
from tournaments.rules.forecasts.scenarios import Match, Need
from tournaments.services import forecasts

PLACES = OpenApiParameter(
    "places",
    OpenApiTypes.INT,
    description="How many advance; default: as many as the next stage takes.",
)
PLAN_PARAMETERS = [
    OpenApiParameter(name, OpenApiTypes.INT, description=str(field.help_text))
    for name, field in PlanInput().fields.items()
]


class Needs(Public):
    @extend_schema(
        parameters=[STAGE, PLACES],
        responses={200: NeedsSerializer, **REFUSALS},
        operation_id="needs",
    )
    def get(self, request: Request, event_id: int) -> Response:
        """Who has `clinched` a place, who is `out`, and what the others need.

        `results` is null while it is being computed. `enough`: each set of wins that is
        enough whatever the others do, as the opponents. `must`: opponents to whom it must
        not lose. `chance`: in how many of `runs` random continuations, with even sides, it
        advanced; null where `exact`, and for entries that are certain.
        """
        event = events.event(event_id, request.user)
        places = validated_query(PlacesInput, request)["places"]
        stage = stage_for(event, request)
        if stage is None:
            raise NotFound("phase.not_begun")
        asked = forecasts.question(stage, places)
        found = forecasts.forecast(stage, asked)
        answer: dict[str, Any] = {
            "phase": stage.number,
            "places": asked.places,
            "of_each_group": forecasts.has_groups(stage),
            "best_of_others": asked.all > 0,
            "exact": None,
            "runs": None,
            "results": None,
        }
        if found is None:
            tasks.ask_for_forecast(stage.pk)
        else:
            answer["exact"] = found.exact
            answer["runs"] = found.runs
            entries = events.entries_by_number(event)
            needs = [(row.entry, need) for row, need in found.rows]
            answer["results"] = [need_of(own, need, entries) for own, need in needs]
        return Response(NeedsSerializer(answer).data)


def need_of(own: int, need: Need, entries: dict[int, Entry]) -> dict[str, Any]:
    """What the entry with this number needs."""

    def opponents(matches: tuple[Match, ...]) -> list[int]:
        numbers = [first if second == own else second for first, second in matches]
        return [entries[number].pk for number in numbers]

    return {
        "entry": entries[own].pk,
        "name": events.name_of(entries[own]),
        "state": need.state,
        "enough": [opponents(wins) for wins in need.enough],
        "must": opponents(need.must),
        "chance": need.chance,
    }


class Plan(Personal):
    @extend_schema(
        parameters=PLAN_PARAMETERS,
        responses={200: PlanSerializer, **REFUSALS},
        operation_id="plan",
    )
    def get(self, request: Request, event_id: int) -> Response:
        """Expected rounds, matches and minutes of each stage, if sides are even.

        For its organisers.
        """
        event = organised_event(request, event_id)
        fields = validated_query(PlanInput, request)
        entries = fields.get("entries") or len(EventSnapshot(event).active)
        room = None
        if "tables" in fields and "minutes" in fields:
            room = Room(fields["tables"], fields["minutes"])
        outlooks = list(planning.outlook(event, entries, room))
        return Response(PlanSerializer({"entries": entries, "results": outlooks}).data)
