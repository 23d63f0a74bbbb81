"""Events: what they are, and how far they are."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.refusals import NotAllowed
from tournaments import permissions, presenting
from tournaments.api import serializers as forms
from tournaments.api.shared import (
    JSON,
    PHASE,
    REFUSALS,
    Personal,
    Public,
    organised,
    stage_for,
    taken,
)
from tournaments.reading import events as queries
from tournaments.reading import winners
from tournaments.services import ending, events, undo


class Formats(Public):
    @extend_schema(responses={200: JSON}, operation_id="formats")
    def get(self, request: Request) -> Response:
        """The formats of a phase, with their settings: the values, the default, and where each comes from."""
        return Response({"results": presenting.formats_json()})


class Events(Public):
    @extend_schema(responses={200: JSON}, operation_id="events")
    def get(self, request: Request) -> Response:
        """The announced events, the latest first."""
        return Response(
            {
                "results": [
                    presenting.event_json(e)
                    for e in queries.events_for(request.user)[:100]
                ]
            }
        )


class ClubEvents(Personal):
    @extend_schema(
        request=forms.EventInput,
        responses={201: JSON, **REFUSALS},
        operation_id="event_create",
    )
    def post(self, request: Request, club_id: int) -> Response:
        """Prepare an event of a club that you organise."""
        if not permissions.may_organise(request.user, club_id):
            raise NotAllowed("event.organisers_only")
        permissions.check_room(club_id)
        asked = taken(forms.EventInput, request)
        event = events.create_event(
            club_id=club_id, by=request.user, at=timezone.now(), **asked
        )
        return Response(presenting.event_json(event), 201)


class EventView(Public):
    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="event")
    def get(self, request: Request, event_id: int) -> Response:
        """An event: rules, conditions, how far it is."""
        return Response(presenting.event_json(queries.event(event_id, request.user)))

    @extend_schema(
        request=forms.EventInput,
        responses={200: JSON, **REFUSALS},
        operation_id="event_change",
    )
    def patch(self, request: Request, event_id: int) -> Response:
        """Change an event; its rules only until a draw is announced."""
        event = organised(request, event_id)
        asked = taken(forms.EventInput, request, instance=event, partial=True)
        event = events.change_event(
            event_id=event_id, by=request.user, at=timezone.now(), **asked
        )
        return Response(presenting.event_json(event))


class EventStep(Personal):
    @extend_schema(
        request=forms.StepInput,
        responses={200: JSON, **REFUSALS},
        operation_id="event_step",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Open or close registration, or call the event off."""
        organised(request, event_id)
        asked = taken(forms.StepInput, request)
        event = events.step(
            event_id=event_id, by=request.user, at=timezone.now(), **asked
        )
        return Response(presenting.event_json(event))


class Finish(Personal):
    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="event_finish_look")
    def get(self, request: Request, event_id: int) -> Response:
        """What would come of it if the event was finished as it stands: phases left out, and who has won."""
        return Response(
            presenting.ending_json(ending.preview_finish(organised(request, event_id)))
        )

    @extend_schema(
        request=None, responses={200: JSON, **REFUSALS}, operation_id="event_finish"
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Finish the event without the phases that have not begun; it can be taken back like any step of the desk."""
        organised(request, event_id)
        return Response(
            presenting.event_json(
                ending.finish(event_id=event_id, by=request.user, at=timezone.now())
            )
        )


class Standings(Public):
    @extend_schema(
        parameters=[PHASE], responses={200: JSON, **REFUSALS}, operation_id="standings"
    )
    def get(self, request: Request, event_id: int) -> Response:
        """The leaderboard of a phase, as last computed; final once `closed_at` is set.

        A result may be `corrected` after that: the table follows it, and those who had gone on stay.
        """
        stage = stage_for(queries.event(event_id, request.user), request)
        rows = (
            [presenting.standing_json(row) for row in winners.standings(stage)]
            if stage
            else []
        )
        head = (
            {
                "phase": stage.number,
                "computed_at": stage.computed_at,
                "closed_at": stage.closed_at,
            }
            if stage
            else {}
        )
        head |= {"corrected": winners.corrected(stage)} if stage else {}
        return Response({"computed_at": None, **head, "results": rows})


class Log(Personal):
    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="log")
    def get(self, request: Request, event_id: int) -> Response:
        """Who did what, the latest first."""
        event = queries.event(event_id, request.user)
        if not permissions.may_referee(request.user, event.club_id):
            raise NotAllowed("event.referees_only")
        may = undo.undoable(event)
        lines = [
            presenting.log_json(line, line.number in may)
            for line in queries.log(event)[:500]
        ]
        return Response({"results": lines})


class Undo(Personal):
    @extend_schema(
        request=forms.UndoInput, responses={200: JSON, **REFUSALS}, operation_id="undo"
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Take back one of the last steps of the desk, named by its line in the log; an undo is taken back likewise."""
        organised(request, event_id)
        asked = taken(forms.UndoInput, request)
        event = undo.undo(
            event_id=event_id, by=request.user, at=timezone.now(), **asked
        )
        return Response(presenting.event_json(event))
