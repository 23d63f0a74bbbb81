"""Rounds, tables and their results."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.refusals import NotAllowed, NotFound
from tournaments import permissions, presenting
from tournaments.api import serializers as forms
from tournaments.api.shared import (
    JSON,
    PHASE,
    REFUSALS,
    Personal,
    PhaseInput,
    Public,
    organised,
    stage_for,
    taken,
)
from tournaments.models import Pairing
from tournaments.reading import events, participants, stage_plans
from tournaments.services import incidents, results, rounds
from tournaments.services.decisions import Decision, played, points


class Rounds(Public):
    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="rounds")
    def get(self, request: Request, event_id: int) -> Response:
        """The opened rounds with their tables and results."""
        event = events.event(event_id, request.user)
        return Response(
            {"results": [presenting.round_json(*pair) for pair in events.rounds(event)]}
        )

    @extend_schema(
        request=PhaseInput, responses={201: JSON, **REFUSALS}, operation_id="round_open"
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Open the next round of a phase; of the latest that has begun if none is named."""
        event = organised(request, event_id)
        stage = stage_plans.stage_of(event, taken(PhaseInput, request)["phase"])
        if stage is None:
            raise NotFound("round.no_draw")
        opened = rounds.open_round(
            stage_id=stage.pk, by=request.user, at=timezone.now()
        )
        found = [pair for pair in events.rounds(event) if pair[0].pk == opened.pk]
        return Response(presenting.round_json(*found[0]), 201)


class Bracket(Public):
    @extend_schema(
        parameters=[PHASE], responses={200: JSON, **REFUSALS}, operation_id="bracket"
    )
    def get(self, request: Request, event_id: int) -> Response:
        """The whole bracket, as far as it is known."""
        stage = stage_for(events.event(event_id, request.user), request)
        if stage is None:
            raise NotFound("round.no_draw")
        return Response(presenting.tree_json(stage))


class PairingView(Public):
    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="pairing")
    def get(self, request: Request, pairing_id: int) -> Response:
        """One table: who meets whom and why, what was reported, what counts."""
        return Response(presenting.table_json(events.pairing(pairing_id, request.user)))


class PairingAction(Personal):
    def side(self, request: Request, pairing_id: int, entry_id: int) -> Pairing:
        """The pairing, if this user speaks for that side of it."""
        pairing = events.pairing(pairing_id, request.user)
        sides = {side.pk: side for side in pairing.entries}
        if entry_id not in sides or not participants.speaks_for(
            request.user, sides[entry_id]
        ):
            raise NotAllowed("result.not_your_table")
        return pairing

    def refereed(self, request: Request, pairing_id: int) -> None:
        """Only the event's referees and organisers go on from here."""
        if not permissions.may_referee(
            request.user, events.event_at(pairing_id, request.user).club_id
        ):
            raise NotAllowed("event.referees_only")

    def answer(self, request: Request, pairing_id: int) -> Response:
        return Response(
            presenting.pairing_json(events.pairing(pairing_id, request.user))
        )


def said(asked: dict[str, Any]) -> Decision:
    """What a report says: points of a table of several, or the sets of two sides."""
    return (
        points(asked["points"])
        if asked["points"] is not None
        else played(asked["sets_a"], asked["sets_b"])
    )


def decision_of(asked: dict[str, Any]) -> Decision:
    """What the desk decides; who won a match that was played is who has the sets."""
    decision = Decision(**asked)
    if decision.kind != "played" or decision.points is not None:
        return decision
    return decision._replace(winner="a" if decision.sets_a > decision.sets_b else "b")


class ReportResult(PairingAction):
    @extend_schema(
        request=forms.ReportInput,
        responses={200: JSON, **REFUSALS},
        operation_id="result_report",
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """Report how your match ended; when another side says the same, it is decided."""
        asked = taken(forms.ReportInput, request)
        self.side(request, pairing_id, asked["entry"])
        results.report(
            pairing_id=pairing_id,
            entry_id=asked["entry"],
            score=said(asked),
            by=request.user,
            at=timezone.now(),
        )
        return self.answer(request, pairing_id)


class ConfirmResult(PairingAction):
    @extend_schema(
        request=forms.ConfirmInput,
        responses={200: JSON, **REFUSALS},
        operation_id="result_confirm",
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """Agree with what somebody else at the table reported."""
        asked = taken(forms.ConfirmInput, request)
        self.side(request, pairing_id, asked["entry"])
        results.confirm(
            pairing_id=pairing_id,
            entry_id=asked["entry"],
            report_id=asked["report"],
            by=request.user,
            at=timezone.now(),
        )
        return self.answer(request, pairing_id)


class SetResult(PairingAction):
    @extend_schema(
        request=forms.ResultInput,
        responses={200: JSON, **REFUSALS},
        operation_id="result_set",
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """Set or correct a result as organiser or referee, with a reason."""
        self.refereed(request, pairing_id)
        asked = taken(forms.ResultInput, request)
        reason = asked.pop("reason")
        decision = decision_of(asked)
        results.set_result(
            pairing_id=pairing_id,
            decision=decision,
            reason=reason,
            by=request.user,
            at=timezone.now(),
        )
        return self.answer(request, pairing_id)


class MoveTable(PairingAction):
    @extend_schema(
        request=forms.TableInput,
        responses={200: JSON, **REFUSALS},
        operation_id="table_move",
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """Let a match be played at another table; a match that is there changes places with it."""
        self.refereed(request, pairing_id)
        asked = taken(forms.TableInput, request)
        rounds.move_table(
            pairing_id=pairing_id,
            table=asked["table"],
            by=request.user,
            at=timezone.now(),
        )
        return self.answer(request, pairing_id)


class Exposed(PairingAction):
    @extend_schema(
        request=forms.ExposedInput,
        responses={200: JSON, **REFUSALS},
        operation_id="card_exposed",
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """Enter as organiser or referee that a card was seen while dealing at a table in the app."""
        self.refereed(request, pairing_id)
        asked = taken(forms.ExposedInput, request)
        incidents.expose(
            pairing_id=pairing_id,
            seat=asked["seat"],
            by=request.user,
            at=timezone.now(),
        )
        return self.answer(request, pairing_id)
