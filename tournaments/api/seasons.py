"""Several events together: circuits, events that send their best on, ratings of a club's players."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Club
from core.refusals import NotAllowed, NotFound
from tournaments import permissions, presenting
from tournaments.api.shared import JSON, REFUSALS, Personal, Public, organised, taken
from tournaments.models import Circuit
from tournaments.reading import events as queries
from tournaments.reading import ratings
from tournaments.services import seasons as services


class CircuitInput(serializers.Serializer[object]):
    name = serializers.CharField(max_length=80)
    points = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=100_000), max_length=128
    )
    best = serializers.IntegerField(
        min_value=0, max_value=100, default=0, help_text="So many events count; 0: all."
    )


class EventsInput(serializers.Serializer[object]):
    events = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**62), max_length=200
    )


class FeederInput(serializers.Serializer[object]):
    event = serializers.IntegerField(
        min_value=1, max_value=2**62, help_text="The event that sends its best here."
    )
    places = serializers.IntegerField(min_value=0, max_value=512, default=0)
    per = serializers.IntegerField(
        min_value=0,
        max_value=512,
        default=0,
        help_text="One place for so many entries.",
    )
    most = serializers.IntegerField(min_value=1, max_value=512, default=128)
    reserves = serializers.IntegerField(min_value=0, max_value=32, default=1)


class SourceInput(serializers.Serializer[object]):
    event = serializers.IntegerField(min_value=1, max_value=2**62)


class ShareInput(serializers.Serializer[object]):
    places = serializers.IntegerField(
        min_value=1, max_value=512, help_text="For all events that feed this one."
    )
    most = serializers.IntegerField(
        min_value=1, max_value=512, default=128, help_text="No event has more of them."
    )


class CannotInput(serializers.Serializer[object]):
    cannot = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**62),
        max_length=512,
        default=list,
        help_text="Entries of the events that feed this one who will not come.",
    )


class Circuits(Public):
    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="circuits")
    def get(self, request: Request, club_id: int) -> Response:
        """The circuits of a club."""
        found = Circuit.objects.filter(club=club_id)
        return Response(
            {"results": [{"id": one.pk, "name": one.name} for one in found]}
        )

    @extend_schema(
        request=CircuitInput,
        responses={201: JSON, **REFUSALS},
        operation_id="circuit_create",
    )
    def post(self, request: Request, club_id: int) -> Response:
        """Found a circuit of a club that you organise."""
        self.check_account()
        if not permissions.may_organise(request.user, club_id):
            raise NotAllowed("event.organisers_only")
        circuit = services.found_circuit(
            club_id=club_id, **taken(CircuitInput, request)
        )
        return Response(presenting.circuit_json(circuit), 201)


class CircuitView(Public):
    def circuit(self, circuit_id: int) -> Circuit:
        found = Circuit.objects.filter(pk=circuit_id).select_related("club").first()
        if found is None:
            raise NotFound("circuit.not_found")
        return found

    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="circuit")
    def get(self, request: Request, circuit_id: int) -> Response:
        """A circuit with its ranking over the events that are over, and why each stands where it does."""
        return Response(presenting.circuit_json(self.circuit(circuit_id)))

    @extend_schema(
        request=EventsInput,
        responses={200: JSON, **REFUSALS},
        operation_id="circuit_events",
    )
    def post(self, request: Request, circuit_id: int) -> Response:
        """Say which events belong to it."""
        self.check_account()
        circuit = self.circuit(circuit_id)
        if not permissions.may_organise(request.user, circuit.club_id):
            raise NotAllowed("event.organisers_only")
        services.set_events(
            circuit_id=circuit_id, event_ids=taken(EventsInput, request)["events"]
        )
        return Response(presenting.circuit_json(circuit))


class Feeders(Public):
    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="feeders")
    def get(self, request: Request, event_id: int) -> Response:
        """Which events send their best to this one, and who goes."""
        return Response(presenting.feeders_json(queries.event(event_id, request.user)))

    @extend_schema(
        request=FeederInput,
        responses={201: JSON, **REFUSALS},
        operation_id="feeder_add",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Let another event send its best to this one; again to change how many."""
        self.check_account()
        event, asked = organised(request, event_id), taken(FeederInput, request)
        source: dict[str, Any] = {
            "source_id": queries.event(asked.pop("event"), request.user).pk
        }
        services.feed(into_id=event.pk, **source, **asked)
        return Response(presenting.feeders_json(event), 201)


class StopFeeding(Personal):
    @extend_schema(
        request=SourceInput,
        responses={200: JSON, **REFUSALS},
        operation_id="feeder_remove",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Let an event send nobody any more; who has been entered stays."""
        event = organised(request, event_id)
        services.stop_feeding(
            into_id=event.pk, source_id=taken(SourceInput, request)["event"]
        )
        return Response(presenting.feeders_json(event))


class ShareOut(Personal):
    @extend_schema(
        request=ShareInput,
        responses={200: JSON, **REFUSALS},
        operation_id="feeders_share",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Share out places among the events that feed this one, in proportion to their entries as they are now."""
        event = organised(request, event_id)
        services.share_out(into_id=event.pk, **taken(ShareInput, request))
        return Response(presenting.feeders_json(event))


class EnterQualified(Personal):
    @extend_schema(
        request=CannotInput,
        responses={200: JSON, **REFUSALS},
        operation_id="feeders_enter",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Enter all who qualified and are not in yet; for who cannot come a named reserve."""
        organised(request, event_id)
        cannot = taken(CannotInput, request)["cannot"]
        entered = services.enter_qualified(
            event_id=event_id, cannot=cannot, by=request.user, at=timezone.now()
        )
        return Response(
            {
                "entered": [
                    presenting.entry_json(queries.entry(e.pk, request.user))
                    for e in entered
                ]
            }
        )


class Ratings(Public):
    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="ratings")
    def get(self, request: Request, club_id: int) -> Response:
        """How strong the players and pairs of a club's events have shown themselves, and how sure that is."""
        return Response(
            presenting.ratings_json(
                ratings.cached_ratings(get_object_or_404(Club, pk=club_id))
            )
        )
