"""Events: their rules, their conditions and their progress."""

from typing import Any

from django.core.paginator import Paginator
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.numbers import read_number
from core.refusals import NotAllowed, Refusal
from tournaments import permissions
from tournaments.api import examples
from tournaments.api.serializers.events import (
    EndingSerializer,
    EventInput,
    EventListSerializer,
    EventSerializer,
    FormatListSerializer,
    LogSerializer,
    StandingsSerializer,
    StepInput,
    UndoInput,
)
from tournaments.api.shared import (
    REFUSALS,
    STAGE,
    Personal,
    Public,
    check_organiser,
    organised_event,
    stage_for,
    validated,
)
from tournaments.reading import events, winners
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.services import ending, undo
from tournaments.services.events import change_event, create_event, step

MOST_EVENTS = 100
PAGE = OpenApiParameter(
    "page", OpenApiTypes.INT, description="Which hundred events, from 1."
)
MOST_LOG_LINES = 500


class Formats(Public):
    @extend_schema(responses={200: FormatListSerializer}, operation_id="formats")
    def get(self, request: Request) -> Response:
        """The formats of a stage and their settings: values, default and source of each."""
        formats = {"results": FORMATS.values()}
        return Response(FormatListSerializer(formats).data)


class Events(Public):
    @extend_schema(
        parameters=[PAGE],
        responses={200: EventListSerializer, **REFUSALS},
        operation_id="events",
    )
    def get(self, request: Request) -> Response:
        """The announced events, the latest first, a hundred on each page."""
        number = page_number(request)
        pages = Paginator(events.events_for(request.user), MOST_EVENTS)
        page = pages.get_page(number)
        following = None
        if page.has_next():
            following = page.next_page_number()
        found = list(page) if number <= pages.num_pages else []
        answer = {"results": found, "next": following if found else None}
        return Response(EventListSerializer(answer).data)


def page_number(request: Request) -> int:
    """Raises Refusal `input.invalid`."""
    number = read_number(request.query_params.get("page", "1"), most_digits=6)
    if number < 1:
        raise Refusal("input.invalid")
    return number


class ClubEvents(Personal):
    @extend_schema(
        request=EventInput,
        responses={201: EventSerializer, **REFUSALS},
        operation_id="event_create",
        examples=examples.EVENT_CREATE,
    )
    def post(self, request: Request, club_id: int) -> Response:
        """Prepare an event of a club that you organise."""
        check_organiser(request, club_id)
        permissions.check_room(club_id)
        fields = validated(EventInput, request)
        event = create_event(
            club_id=club_id, by=request.user, at=timezone.now(), **fields
        )
        return Response(EventSerializer(event).data, 201)


class EventView(Public):
    @extend_schema(responses={200: EventSerializer, **REFUSALS}, operation_id="event")
    def get(self, request: Request, event_id: int) -> Response:
        """An event: rules, conditions and progress."""
        event = events.event(event_id, request.user)
        return Response(EventSerializer(event).data)

    @extend_schema(
        request=EventInput,
        responses={200: EventSerializer, **REFUSALS},
        operation_id="event_change",
    )
    def patch(self, request: Request, event_id: int) -> Response:
        """Change an event; its rules only until a draw is announced."""
        event = organised_event(request, event_id)
        fields = validated(EventInput, request, instance=event, partial=True)
        event = change_event(
            event_id=event_id, by=request.user, at=timezone.now(), **fields
        )
        return Response(EventSerializer(event).data)


class EventStep(Personal):
    @extend_schema(
        request=StepInput,
        responses={200: EventSerializer, **REFUSALS},
        operation_id="event_step",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Open or close registration, or cancel the event."""
        organised_event(request, event_id)
        action = validated(StepInput, request)["action"]
        event = step(
            event_id=event_id, action=action, by=request.user, at=timezone.now()
        )
        return Response(EventSerializer(event).data)


class Finish(Personal):
    @extend_schema(
        responses={200: EndingSerializer, **REFUSALS}, operation_id="event_finish_look"
    )
    def get(self, request: Request, event_id: int) -> Response:
        """Preview of finishing the event now: stages left out, and the winners."""
        event = organised_event(request, event_id)
        return Response(EndingSerializer(ending.preview_finish(event)).data)

    @extend_schema(
        request=None,
        responses={200: EventSerializer, **REFUSALS},
        operation_id="event_finish",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Finish the event without the stages that have not begun. It can be undone."""
        organised_event(request, event_id)
        event = ending.finish(event_id=event_id, by=request.user, at=timezone.now())
        return Response(EventSerializer(event).data)


class Standings(Public):
    @extend_schema(
        parameters=[STAGE],
        responses={200: StandingsSerializer, **REFUSALS},
        operation_id="standings",
    )
    def get(self, request: Request, event_id: int) -> Response:
        """The standings of a stage, as last computed; final once `closed_at` is set.

        A result may be `corrected` after that: the standings follow, and entries that
        have advanced stay.
        """
        stage = stage_for(events.event(event_id, request.user), request)
        answer: dict[str, Any] = {"computed_at": None, "results": []}
        if stage:
            answer = {
                "phase": stage.number,
                "computed_at": stage.computed_at,
                "closed_at": stage.closed_at,
                "corrected": winners.corrected(stage),
                "results": winners.standings(stage),
            }
        return Response(StandingsSerializer(answer).data)


class Log(Personal):
    @extend_schema(responses={200: LogSerializer, **REFUSALS}, operation_id="log")
    def get(self, request: Request, event_id: int) -> Response:
        """Who did what, the latest first; for organisers and referees."""
        event = events.event(event_id, request.user)
        if not permissions.may_referee(request.user, event.club_id):
            raise NotAllowed("event.referees_only")
        undoable = undo.undoable(event)
        lines = events.log(event)[:MOST_LOG_LINES]
        log = LogSerializer({"results": lines}, context={"undoable": undoable})
        return Response(log.data)


class Undo(Personal):
    @extend_schema(
        request=UndoInput,
        responses={200: EventSerializer, **REFUSALS},
        operation_id="undo",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Undo one of the latest steps of the desk, by its line in the log.

        An undo can be undone in the same way.
        """
        organised_event(request, event_id)
        number = validated(UndoInput, request)["number"]
        event = undo.undo(
            event_id=event_id, number=number, by=request.user, at=timezone.now()
        )
        return Response(EventSerializer(event).data)
