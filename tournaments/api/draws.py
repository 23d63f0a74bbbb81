"""Draws: announced, made, published."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.refusals import NotAllowed
from tournaments import permissions, presenting
from tournaments.api import serializers as forms
from tournaments.api.shared import JSON, REFUSALS, Personal, Public, organised, taken
from tournaments.models import Draw
from tournaments.reading import events, next_draws
from tournaments.rules.draws.inputs import TeamSettings
from tournaments.services import draws, seeding


class Draws(Public):
    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="draws")
    def get(self, request: Request, event_id: int) -> Response:
        """All draws of an event, also the discarded ones, with all that is needed to repeat them, and what is due."""
        event = events.event(event_id, request.user)
        due = []
        for one in next_draws.due(event):
            due.append({"phase": one.stage, "round": one.round, "kind": one.kind})
        return Response({"due": due, "results": presenting.draws_json(event)})

    @extend_schema(
        request=forms.AnnounceInput,
        responses={201: JSON, **REFUSALS},
        operation_id="draw_announce",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Freeze the list and publish the commitment of a draw."""
        organised(request, event_id)
        asked = taken(forms.AnnounceInput, request)
        bans = tuple((a, b) for a, b in asked.pop("bans"))
        partners = TeamSettings(
            apart=asked.pop("apart"), balanced=asked.pop("balanced"), bans=bans
        )
        draw = draws.announce(
            event_id=event_id,
            by=request.user,
            at=timezone.now(),
            partners=partners,
            **asked,
        )
        return Response(presenting.draw_json(draw), 201)


class EntrySeed(Personal):
    @extend_schema(
        request=forms.SeedInput,
        responses={200: JSON, **REFUSALS},
        operation_id="entry_seed",
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """The place of an entry in the order of strength, until a draw of who meets whom is announced."""
        organised(request, events.entry(entry_id, request.user).event_id)
        asked = taken(forms.SeedInput, request)
        seeding.set_seed(entry_id=entry_id, by=request.user, at=timezone.now(), **asked)
        return Response(
            presenting.entry_json(events.entry(entry_id, request.user), private=True)
        )


class DrawAction(Personal):
    def draw(self, request: Request, draw_id: int) -> Draw:
        draw = events.draw(draw_id, request.user)
        if not permissions.may_organise(request.user, draw.event.club_id):
            raise NotAllowed("event.organisers_only")
        return draw


class DrawView(Public):
    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="draw")
    def get(self, request: Request, draw_id: int) -> Response:
        """A draw with all that is needed to check it: what `manage.py verify_draw` reads."""
        return Response(presenting.draw_json(events.draw(draw_id, request.user)))


class DrawMake(DrawAction):
    @extend_schema(
        request=forms.DrawInput,
        responses={200: JSON, **REFUSALS},
        operation_id="draw_make",
    )
    def post(self, request: Request, draw_id: int) -> Response:
        """Draw, with the words that the room gives."""
        self.draw(request, draw_id)
        draw = draws.make(
            draw_id=draw_id,
            by=request.user,
            at=timezone.now(),
            **taken(forms.DrawInput, request),
        )
        return Response(presenting.draw_json(draw))


class DrawPublish(DrawAction):
    @extend_schema(
        request=None, responses={200: JSON, **REFUSALS}, operation_id="draw_publish"
    )
    def post(self, request: Request, draw_id: int) -> Response:
        """Publish a draft: teams become entries, a bracket opens the first round."""
        self.draw(request, draw_id)
        return Response(
            presenting.draw_json(
                draws.publish(draw_id=draw_id, by=request.user, at=timezone.now())
            )
        )


class DrawDiscard(DrawAction):
    @extend_schema(
        request=forms.ReasonInput,
        responses={200: JSON, **REFUSALS},
        operation_id="draw_discard",
    )
    def post(self, request: Request, draw_id: int) -> Response:
        """Give up a draw that is not published; it stays visible with the reason."""
        self.draw(request, draw_id)
        asked = taken(forms.ReasonInput, request)
        return Response(
            presenting.draw_json(
                draws.discard(
                    draw_id=draw_id, by=request.user, at=timezone.now(), **asked
                )
            )
        )


class DrawSwap(DrawAction):
    @extend_schema(
        request=forms.SwapInput,
        responses={200: JSON, **REFUSALS},
        operation_id="draw_swap",
    )
    def post(self, request: Request, draw_id: int) -> Response:
        """Let two entries change places in a draft by hand: first what that breaks, then, with a reason, for good."""
        draw = self.draw(request, draw_id)
        asked = taken(forms.SwapInput, request)
        if asked.pop("preview"):
            return Response(
                presenting.broken_json(draws.violations(draw, asked["a"], asked["b"]))
            )
        return Response(
            presenting.draw_json(
                draws.swap(draw_id=draw_id, by=request.user, at=timezone.now(), **asked)
            )
        )


class DrawUnswap(DrawAction):
    @extend_schema(
        request=None, responses={200: JSON, **REFUSALS}, operation_id="draw_unswap"
    )
    def post(self, request: Request, draw_id: int) -> Response:
        """Take back the last change by hand."""
        self.draw(request, draw_id)
        return Response(
            presenting.draw_json(
                draws.unswap(draw_id=draw_id, by=request.user, at=timezone.now())
            )
        )


class DrawWithdraw(DrawAction):
    @extend_schema(
        request=forms.ReasonInput,
        responses={200: JSON, **REFUSALS},
        operation_id="draw_withdraw",
    )
    def post(self, request: Request, draw_id: int) -> Response:
        """Take back a published draw with the round that it opened, as long as nothing has happened there."""
        self.draw(request, draw_id)
        asked = taken(forms.ReasonInput, request)
        done = draws.withdraw_publication(
            draw_id=draw_id, by=request.user, at=timezone.now(), **asked
        )
        return Response(presenting.draw_json(done))
