"""What each entry needs to go on."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import IntegerField, Serializer

from core.refusals import NotFound
from tournaments import tasks
from tournaments.api.shared import JSON, PHASE, REFUSALS, Public, stage_for
from tournaments.models import Entry
from tournaments.reading import events
from tournaments.rules.forecasts.scenarios import Match, Need
from tournaments.services import forecasts

PLACES = OpenApiParameter(
    "places",
    OpenApiTypes.INT,
    description="How many go on; left out: as the next phase takes.",
)


class PlacesInput(Serializer[object]):
    places = IntegerField(
        min_value=1, max_value=999, required=False, allow_null=True, default=None
    )


class Needs(Public):
    @extend_schema(
        parameters=[PHASE, PLACES],
        responses={200: JSON, **REFUSALS},
        operation_id="needs",
    )
    def get(self, request: Request, event_id: int) -> Response:
        """Who is through (`clinched`) or `out`, and what the others need; `results` is null while it is worked out.

        `enough`: the opponents of each set of wins that is enough whatever the others do. `must`: to whom it must not
        lose. `chance`: in so many of `runs` ways drawn by lot with even sides it came through; null where `exact`, and
        for whom it is certain.
        """
        event = events.event(event_id, request.user)
        given = PlacesInput(data=request.query_params)
        given.is_valid(raise_exception=True)
        stage = stage_for(event, request)
        if stage is None:
            raise NotFound("phase.not_begun")
        asked = forecasts.question(stage, given.validated_data["places"])
        found = forecasts.forecast(stage, asked)
        if found is None:
            tasks.ask_for_forecast(stage.pk)
        entries = events.entries_by_number(event)
        return Response(
            {
                "phase": stage.number,
                "places": asked.places,
                "of_each_group": forecasts.has_groups(stage),
                "best_of_others": asked.all > 0,
                "exact": found.exact if found else None,
                "runs": found.runs if found else None,
                "results": [
                    need_json(row.entry, need, entries) for row, need in found.rows
                ]
                if found
                else None,
            }
        )


def need_json(entry: int, need: Need, entries: dict[int, Entry]) -> dict[str, object]:
    def other(match: Match) -> int:
        return entries[match[1] if match[0] == entry else match[0]].pk

    return {
        "entry": entries[entry].pk,
        "name": events.name_of(entries[entry]),
        "state": need.state,
        "enough": [[other(match) for match in way] for way in need.enough],
        "must": [other(match) for match in need.must],
        "chance": need.chance,
    }
