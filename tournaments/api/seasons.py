"""Several events together: circuits, qualifiers, and ratings of a club's players."""

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Club
from core.refusals import NotFound
from tournaments.api.serializers.seasons import (
    CircuitEventsInput,
    CircuitInput,
    CircuitListSerializer,
    CircuitSerializer,
    EnteredSerializer,
    EnterQualifiedInput,
    FeederInput,
    FeederRemoveInput,
    FeedersSerializer,
    RatingsSerializer,
    ShareInput,
)
from tournaments.api.shared import (
    REFUSALS,
    Personal,
    Public,
    check_organiser,
    organised_event,
    validated,
)
from tournaments.models import Circuit, Event
from tournaments.reading import events, ratings
from tournaments.reading.seasons import FedEvent
from tournaments.services import seasons


class Circuits(Public):
    @extend_schema(
        responses={200: CircuitListSerializer, **REFUSALS}, operation_id="circuits"
    )
    def get(self, request: Request, club_id: int) -> Response:
        """The circuits of a club."""
        circuits = Circuit.objects.filter(club=club_id)
        return Response(CircuitListSerializer({"results": circuits}).data)

    @extend_schema(
        request=CircuitInput,
        responses={201: CircuitSerializer, **REFUSALS},
        operation_id="circuit_create",
    )
    def post(self, request: Request, club_id: int) -> Response:
        """Create a circuit of a club that you organise."""
        self.check_account()
        check_organiser(request, club_id)
        fields = validated(CircuitInput, request)
        circuit = seasons.found_circuit(
            club_id=club_id,
            name=fields["name"],
            points=fields["points"],
            best=fields["best"],
        )
        return Response(CircuitSerializer(circuit).data, 201)


class CircuitView(Public):
    def circuit(self, circuit_id: int) -> Circuit:
        circuit = Circuit.objects.filter(pk=circuit_id).select_related("club").first()
        if circuit is None:
            raise NotFound("circuit.not_found")
        return circuit

    @extend_schema(
        responses={200: CircuitSerializer, **REFUSALS}, operation_id="circuit"
    )
    def get(self, request: Request, circuit_id: int) -> Response:
        """A circuit with its ranking over finished events, and the reason for each rank."""
        circuit = self.circuit(circuit_id)
        return Response(CircuitSerializer(circuit).data)

    @extend_schema(
        request=CircuitEventsInput,
        responses={200: CircuitSerializer, **REFUSALS},
        operation_id="circuit_events",
    )
    def post(self, request: Request, circuit_id: int) -> Response:
        """Set the events of the circuit."""
        self.check_account()
        circuit = self.circuit(circuit_id)
        check_organiser(request, circuit.club_id)
        event_ids = validated(CircuitEventsInput, request)["events"]
        seasons.set_events(circuit_id=circuit_id, event_ids=event_ids)
        return Response(CircuitSerializer(circuit).data)


def feeders_answer(event: Event, status: int = 200) -> Response:
    chain = FedEvent(event)
    return Response(FeedersSerializer(chain, context={"chain": chain}).data, status)


class Feeders(Public):
    @extend_schema(
        responses={200: FeedersSerializer, **REFUSALS}, operation_id="feeders"
    )
    def get(self, request: Request, event_id: int) -> Response:
        """The events whose best entries qualify for this one, and who qualified."""
        return feeders_answer(events.event(event_id, request.user))

    @extend_schema(
        request=FeederInput,
        responses={201: FeedersSerializer, **REFUSALS},
        operation_id="feeder_add",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Let the best of another event qualify for this one. Again to change the numbers."""
        self.check_account()
        event = organised_event(request, event_id)
        fields = validated(FeederInput, request)
        source = events.event(fields["event"], request.user)
        seasons.feed(
            into_id=event.pk,
            source_id=source.pk,
            places=fields["places"],
            per=fields["per"],
            most=fields["most"],
            reserves=fields["reserves"],
        )
        return feeders_answer(event, 201)


class StopFeeding(Personal):
    @extend_schema(
        request=FeederRemoveInput,
        responses={200: FeedersSerializer, **REFUSALS},
        operation_id="feeder_remove",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Let no more entries of an event qualify; those already entered stay."""
        event = organised_event(request, event_id)
        source_id = validated(FeederRemoveInput, request)["event"]
        seasons.stop_feeding(into_id=event.pk, source_id=source_id)
        return feeders_answer(event)


class ShareOut(Personal):
    @extend_schema(
        request=ShareInput,
        responses={200: FeedersSerializer, **REFUSALS},
        operation_id="feeders_share",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Divide places among the events that feed this one, in proportion to their entries now."""
        event = organised_event(request, event_id)
        fields = validated(ShareInput, request)
        seasons.share_out(
            into_id=event.pk, places=fields["places"], most=fields["most"]
        )
        return feeders_answer(event)


class EnterQualified(Personal):
    @extend_schema(
        request=EnterQualifiedInput,
        responses={200: EnteredSerializer, **REFUSALS},
        operation_id="feeders_enter",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Enter all who qualified and are not in yet; for those who cannot come, a reserve."""
        organised_event(request, event_id)
        cannot = validated(EnterQualifiedInput, request)["cannot"]
        entered = seasons.enter_qualified(
            event_id=event_id, cannot=cannot, by=request.user, at=timezone.now()
        )
        entries = [events.entry(entry.pk, request.user) for entry in entered]
        return Response(EnteredSerializer({"entered": entries}).data)


class Ratings(Public):
    @extend_schema(
        responses={200: RatingsSerializer, **REFUSALS}, operation_id="ratings"
    )
    def get(self, request: Request, club_id: int) -> Response:
        """The strength of a club's players and pairs by their results, and how certain it is."""
        club = get_object_or_404(Club, pk=club_id)
        return Response(RatingsSerializer(ratings.cached_ratings(club)).data)
