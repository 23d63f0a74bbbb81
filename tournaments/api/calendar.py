"""The dates of a league, and matches on another day."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.play import PairingAction
from tournaments.api.serializers.calendar import (
    CalendarInput,
    CalendarSerializer,
    MatchDateInput,
)
from tournaments.api.serializers.pairings import PairingSerializer
from tournaments.api.shared import (
    REFUSALS,
    Public,
    check_organiser,
    organised_event,
    validated,
)
from tournaments.models import Event
from tournaments.reading import events, snapshot, stage_plans
from tournaments.services import calendar


class Calendar(Public):
    @extend_schema(
        responses={200: CalendarSerializer, **REFUSALS}, operation_id="calendar"
    )
    def get(self, request: Request, event_id: int) -> Response:
        """The dates of the rounds of the first stage, and matches on other days."""
        event = events.event(event_id, request.user)
        return Response(CalendarSerializer(calendar_of(event)).data)

    @extend_schema(
        request=CalendarInput,
        responses={200: CalendarSerializer, **REFUSALS},
        operation_id="calendar_set",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Set the dates of the rounds as organiser.

        They follow from the first evening, the days of the week, and the number of rounds
        in an evening.
        """
        self.check_account()
        organised_event(request, event_id)
        dates = validated(CalendarInput, request)
        dates["first"] = dates["first"].isoformat()
        dates["skip"] = [day.isoformat() for day in dates["skip"]]
        event = calendar.set_calendar(
            event_id=event_id, calendar=dates, by=request.user, at=timezone.now()
        )
        return Response(CalendarSerializer(calendar_of(event)).data)


class MoveMatch(PairingAction):
    @extend_schema(
        request=MatchDateInput,
        responses={200: PairingSerializer, **REFUSALS},
        operation_id="match_move",
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """Ask for another day as one side (`entry`), or set it as organiser."""
        fields = validated(MatchDateInput, request)
        date, entry_id = fields["at"], fields["entry"]
        if date is not None and entry_id is not None:
            self.check_own_side(request, pairing_id, entry_id)
            calendar.ask(
                pairing_id=pairing_id,
                entry_id=entry_id,
                to=date,
                by=request.user,
                at=timezone.now(),
            )
        else:
            event = events.pairing(pairing_id, request.user).round.stage.event
            check_organiser(request, event.club_id)
            calendar.move(
                pairing_id=pairing_id, to=date, by=request.user, at=timezone.now()
            )
        return self.answer(request, pairing_id)


def calendar_of(event: Event) -> dict[str, Any]:
    stage = stage_plans.stage_of(event, 1)
    plan = snapshot.stage_state(stage).plan if stage else ()
    rounds: list[dict[str, Any]] = []
    for number, day in enumerate(calendar.dates_of_event(event, len(plan)), start=1):
        rounds.append({"number": number, "code": plan[number - 1].code, "at": day})
    pairings = events.pairings().filter(round__stage__event=event)
    moved = [
        pairing
        for pairing in pairings.order_by("round__number", "slot")
        if pairing.at or pairing.wish
    ]
    return {"calendar": event.calendar, "rounds": rounds, "moved": moved}
