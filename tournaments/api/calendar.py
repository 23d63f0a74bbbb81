"""The dates of a league, and matches that are played on another day."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import (
    CharField,
    DateField,
    DateTimeField,
    IntegerField,
    ListField,
    Serializer,
)

from core.refusals import NotAllowed
from tournaments import permissions, presenting
from tournaments.api.play import PairingAction
from tournaments.api.shared import JSON, REFUSALS, Public, organised, taken
from tournaments.models import Event
from tournaments.reading import events, snapshot, stage_plans
from tournaments.services import calendar


class CalendarInput(Serializer[object]):
    first = DateTimeField()
    days = ListField(
        child=IntegerField(min_value=0, max_value=6),
        max_length=7,
        required=False,
        default=list,
    )
    evening = IntegerField(min_value=1, max_value=10, required=False, default=1)
    skip = ListField(child=DateField(), max_length=60, required=False, default=list)
    moving = CharField(max_length=10, required=False, default=calendar.FREE)


class MoveInput(Serializer[object]):
    at = DateTimeField(
        allow_null=True, help_text="When it is played; null: with its round."
    )
    entry = IntegerField(
        min_value=1, max_value=2**62, required=False, allow_null=True, default=None
    )


class Calendar(Public):
    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="calendar")
    def get(self, request: Request, event_id: int) -> Response:
        """When the rounds of the first phase are played, and which matches are not played with their rounds."""
        return Response(calendar_json(events.event(event_id, request.user)))

    @extend_schema(
        request=CalendarInput,
        responses={200: JSON, **REFUSALS},
        operation_id="calendar_set",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Say as organiser when the rounds are played: a first evening, days of the week, rounds of an evening."""
        self.check_account()
        organised(request, event_id)
        asked = taken(CalendarInput, request)
        given = {
            **asked,
            "first": asked["first"].isoformat(),
            "skip": [day.isoformat() for day in asked["skip"]],
        }
        event = calendar.set_calendar(
            event_id=event_id, calendar=given, by=request.user, at=timezone.now()
        )
        return Response(calendar_json(event))


class MoveMatch(PairingAction):
    @extend_schema(
        request=MoveInput, responses={200: JSON, **REFUSALS}, operation_id="match_move"
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """Ask for another day as one side (`entry`), or set it as organiser."""
        asked = taken(MoveInput, request)
        if asked["entry"] is not None and asked["at"] is not None:
            self.side(request, pairing_id, asked["entry"])
            calendar.ask(
                pairing_id=pairing_id,
                entry_id=asked["entry"],
                to=asked["at"],
                by=request.user,
                at=timezone.now(),
            )
        else:
            event = events.pairing(pairing_id, request.user).round.stage.event
            if not permissions.may_organise(request.user, event.club_id):
                raise NotAllowed("event.organisers_only")
            calendar.move(
                pairing_id=pairing_id,
                to=asked["at"],
                by=request.user,
                at=timezone.now(),
            )
        return self.answer(request, pairing_id)


def calendar_json(event: Event) -> dict[str, object]:
    stage = stage_plans.stage_of(event, 1)
    plan = snapshot.stage_state(stage).plan if stage else ()
    days = calendar.dates_of_event(event, len(plan))
    found = events.pairings().filter(round__stage__event=event)
    apart = [
        pairing
        for pairing in found.order_by("round__number", "slot")
        if pairing.at or pairing.wish
    ]
    return {
        "calendar": event.calendar,
        "rounds": [
            {"number": n, "code": plan[n - 1].code, "at": day}
            for n, day in enumerate(days, start=1)
        ],
        "moved": [presenting.pairing_json(pairing) for pairing in apart],
    }
