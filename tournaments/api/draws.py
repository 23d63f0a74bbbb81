"""Draws: announced, made, published."""

from django.utils import timezone
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import examples
from tournaments.api.serializers.draws import (
    AnnounceInput,
    BrokenSerializer,
    DrawListSerializer,
    DrawSerializer,
    MakeDrawInput,
    SwapInput,
    drawn_seats,
)
from tournaments.api.serializers.entries import EntrySeedInput, EntrySerializer
from tournaments.api.serializers.pairings import ReasonInput
from tournaments.api.shared import (
    REFUSALS,
    Personal,
    Public,
    check_organiser,
    organised_event,
    validated,
)
from tournaments.models import Draw
from tournaments.reading import events, next_draws
from tournaments.rules.draws.inputs import TeamSettings
from tournaments.services import draws, seeding


class Draws(Public):
    @extend_schema(
        responses={200: DrawListSerializer, **REFUSALS}, operation_id="draws"
    )
    def get(self, request: Request, event_id: int) -> Response:
        """All draws of an event with everything needed to repeat them, and those due.

        Discarded draws are included.
        """
        event = events.event(event_id, request.user)
        found = {"due": next_draws.due(event), "results": event.draws.all()}
        context = {"seats": drawn_seats(event)}
        return Response(DrawListSerializer(found, context=context).data)

    @extend_schema(
        request=AnnounceInput,
        responses={201: DrawSerializer, **REFUSALS},
        operation_id="draw_announce",
        examples=examples.DRAW_ANNOUNCE,
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Freeze the list of entries and publish the commitment of a draw."""
        organised_event(request, event_id)
        fields = validated(AnnounceInput, request)
        partners = TeamSettings(
            apart=fields["apart"],
            balanced=fields["balanced"],
            bans=tuple((a, b) for a, b in fields["bans"]),
        )
        draw = draws.announce(
            event_id=event_id,
            kind=fields["kind"],
            stage=fields.get("phase"),
            partners=partners,
            by=request.user,
            at=timezone.now(),
        )
        return Response(DrawSerializer(draw).data, 201)


class EntrySeed(Personal):
    @extend_schema(
        request=EntrySeedInput,
        responses={200: EntrySerializer, **REFUSALS},
        operation_id="entry_seed",
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Seed an entry, until a draw of who meets whom is announced."""
        organised_event(request, events.entry(entry_id, request.user).event_id)
        seed = validated(EntrySeedInput, request)["seed"]
        seeding.set_seed(
            entry_id=entry_id, seed=seed, by=request.user, at=timezone.now()
        )
        entry = events.entry(entry_id, request.user)
        return Response(EntrySerializer(entry, context={"private": True}).data)


class DrawAction(Personal):
    def organised_draw(self, request: Request, draw_id: int) -> Draw:
        """The draw, if this user organises its event. Raises NotFound, NotAllowed."""
        draw = events.draw(draw_id, request.user)
        check_organiser(request, draw.event.club_id)
        return draw


class DrawView(Public):
    @extend_schema(responses={200: DrawSerializer, **REFUSALS}, operation_id="draw")
    def get(self, request: Request, draw_id: int) -> Response:
        """A draw with everything needed to check it: input of `manage.py verify_draw`."""
        draw = events.draw(draw_id, request.user)
        return Response(DrawSerializer(draw).data)


class DrawMake(DrawAction):
    @extend_schema(
        request=MakeDrawInput,
        responses={200: DrawSerializer, **REFUSALS},
        operation_id="draw_make",
        examples=examples.DRAW_MAKE,
    )
    def post(self, request: Request, draw_id: int) -> Response:
        """Make an announced draw, with the words chosen in the room."""
        self.organised_draw(request, draw_id)
        beacon = validated(MakeDrawInput, request)["beacon"]
        draw = draws.make(
            draw_id=draw_id, beacon=beacon, by=request.user, at=timezone.now()
        )
        return Response(DrawSerializer(draw).data)


class DrawPublish(DrawAction):
    @extend_schema(
        request=None,
        responses={200: DrawSerializer, **REFUSALS},
        operation_id="draw_publish",
        examples=examples.DRAW_PUBLISH,
    )
    def post(self, request: Request, draw_id: int) -> Response:
        """Publish a draft: teams become entries, a bracket opens the first round."""
        self.organised_draw(request, draw_id)
        draw = draws.publish(draw_id=draw_id, by=request.user, at=timezone.now())
        return Response(DrawSerializer(draw).data)


class DrawDiscard(DrawAction):
    @extend_schema(
        request=ReasonInput,
        responses={200: DrawSerializer, **REFUSALS},
        operation_id="draw_discard",
    )
    def post(self, request: Request, draw_id: int) -> Response:
        """Discard a draw that is not published; it stays visible with the reason."""
        self.organised_draw(request, draw_id)
        reason = validated(ReasonInput, request)["reason"]
        draw = draws.discard(
            draw_id=draw_id, reason=reason, by=request.user, at=timezone.now()
        )
        return Response(DrawSerializer(draw).data)


class DrawSwap(DrawAction):
    @extend_schema(
        request=SwapInput,
        responses={
            200: PolymorphicProxySerializer(
                component_name="SwapAnswer",
                serializers=[BrokenSerializer, DrawSerializer],
                resource_type_field_name=None,
            ),
            **REFUSALS,
        },
        operation_id="draw_swap",
    )
    def post(self, request: Request, draw_id: int) -> Response:
        """Swap two entries in a draft by hand.

        First a preview of what that breaks; then, with a reason, the swap itself.
        """
        draft = self.organised_draw(request, draw_id)
        fields = validated(SwapInput, request)
        a, b = fields["a"], fields["b"]
        if fields["preview"]:
            broken = draws.violations(draft, a, b)
            return Response(BrokenSerializer(broken).data)
        draw = draws.swap(
            draw_id=draw_id,
            a=a,
            b=b,
            reason=fields["reason"],
            by=request.user,
            at=timezone.now(),
        )
        return Response(DrawSerializer(draw).data)


class DrawUnswap(DrawAction):
    @extend_schema(
        request=None,
        responses={200: DrawSerializer, **REFUSALS},
        operation_id="draw_unswap",
    )
    def post(self, request: Request, draw_id: int) -> Response:
        """Undo the last swap by hand."""
        self.organised_draw(request, draw_id)
        draw = draws.unswap(draw_id=draw_id, by=request.user, at=timezone.now())
        return Response(DrawSerializer(draw).data)


class DrawWithdraw(DrawAction):
    @extend_schema(
        request=ReasonInput,
        responses={200: DrawSerializer, **REFUSALS},
        operation_id="draw_withdraw",
    )
    def post(self, request: Request, draw_id: int) -> Response:
        """Withdraw a published draw with the round it opened, while that has not begun."""
        self.organised_draw(request, draw_id)
        reason = validated(ReasonInput, request)["reason"]
        draw = draws.withdraw_publication(
            draw_id=draw_id, reason=reason, by=request.user, at=timezone.now()
        )
        return Response(DrawSerializer(draw).data)
