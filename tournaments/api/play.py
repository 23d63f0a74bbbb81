"""Rounds, tables and their results."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.refusals import NotAllowed, NotFound
from tournaments import permissions
from tournaments.api import examples
from tournaments.api.serializers.pairings import (
    BracketSerializer,
    ConfirmInput,
    ExposedInput,
    PairingSerializer,
    PairingWithReasonSerializer,
    ReportInput,
    ResultInput,
    RoundListSerializer,
    RoundSerializer,
    StageInput,
    TableInput,
)
from tournaments.api.shared import (
    REFUSALS,
    STAGE,
    Personal,
    Public,
    organised_event,
    stage_for,
    validated,
)
from tournaments.reading import events, participants, stage_plans
from tournaments.services import incidents, results, rounds, typed_results
from tournaments.services.typed_results import Decision


class Rounds(Public):
    @extend_schema(
        responses={200: RoundListSerializer, **REFUSALS}, operation_id="rounds"
    )
    def get(self, request: Request, event_id: int) -> Response:
        """The opened rounds with their tables and results."""
        event = events.event(event_id, request.user)
        return Response(RoundListSerializer({"results": events.rounds(event)}).data)

    @extend_schema(
        request=StageInput,
        responses={201: RoundSerializer, **REFUSALS},
        operation_id="round_open",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Open the next round of a stage; by default of the latest that has begun."""
        event = organised_event(request, event_id)
        stage = stage_plans.stage_of(event, validated(StageInput, request)["phase"])
        if stage is None:
            raise NotFound("round.no_draw")
        opened = rounds.open_round(
            stage_id=stage.pk, by=request.user, at=timezone.now()
        )
        found = [each for each in events.rounds(event) if each[0].pk == opened.pk]
        return Response(RoundSerializer(found[0]).data, 201)


class Bracket(Public):
    @extend_schema(
        parameters=[STAGE],
        responses={200: BracketSerializer, **REFUSALS},
        operation_id="bracket",
    )
    def get(self, request: Request, event_id: int) -> Response:
        """The whole bracket, as far as it is known."""
        stage = stage_for(events.event(event_id, request.user), request)
        if stage is None:
            raise NotFound("round.no_draw")
        return Response(BracketSerializer(stage).data)


class PairingView(Public):
    @extend_schema(
        responses={200: PairingWithReasonSerializer, **REFUSALS},
        operation_id="pairing",
    )
    def get(self, request: Request, pairing_id: int) -> Response:
        """One table: who meets whom and why, the reports, and the result."""
        pairing = events.pairing(pairing_id, request.user)
        return Response(PairingWithReasonSerializer(pairing).data)


class PairingAction(Personal):
    def check_own_side(self, request: Request, pairing_id: int, entry_id: int) -> None:
        """Only those who act for this side may continue. Raises NotFound, NotAllowed."""
        pairing = events.pairing(pairing_id, request.user)
        entries = {entry.pk: entry for entry in pairing.entries}
        entry = entries.get(entry_id)
        if entry is None or not participants.speaks_for(request.user, entry):
            raise NotAllowed("result.not_your_table")

    def check_referee(self, request: Request, pairing_id: int) -> None:
        """Only referees and organisers may continue. Raises NotFound, NotAllowed."""
        event = events.event_at(pairing_id, request.user)
        if not permissions.may_referee(request.user, event.club_id):
            raise NotAllowed("event.referees_only")

    def answer(self, request: Request, pairing_id: int) -> Response:
        pairing = events.pairing(pairing_id, request.user)
        return Response(PairingSerializer(pairing).data)


def reported_decision(fields: dict[str, Any]) -> Decision:
    """A report: points at a multiplayer table, or the sets of two sides."""
    if fields["points"] is not None:
        return typed_results.points(fields["points"])
    return typed_results.played(fields["sets_a"], fields["sets_b"])


def desk_decision(fields: dict[str, Any]) -> Decision:
    """The desk's decision. The sets of a match that was played say who won it; a winner that is
    given as well must be the same.
    """
    decision = Decision(**fields)
    is_told = decision.winner is not None or decision.points is not None
    if decision.kind != "played" or is_told:
        return decision
    return decision._replace(winner="a" if decision.sets_a > decision.sets_b else "b")


class ReportResult(PairingAction):
    @extend_schema(
        request=ReportInput,
        responses={200: PairingSerializer, **REFUSALS},
        operation_id="result_report",
        examples=examples.RESULT_REPORT,
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """Report the result of your match; it counts once another side reports the same."""
        fields = validated(ReportInput, request)
        self.check_own_side(request, pairing_id, fields["entry"])
        results.report(
            pairing_id=pairing_id,
            entry_id=fields["entry"],
            score=reported_decision(fields),
            by=request.user,
            at=timezone.now(),
        )
        return self.answer(request, pairing_id)


class ConfirmResult(PairingAction):
    @extend_schema(
        request=ConfirmInput,
        responses={200: PairingSerializer, **REFUSALS},
        operation_id="result_confirm",
        examples=examples.RESULT_CONFIRM,
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """Agree with the report of another side."""
        fields = validated(ConfirmInput, request)
        self.check_own_side(request, pairing_id, fields["entry"])
        results.confirm(
            pairing_id=pairing_id,
            entry_id=fields["entry"],
            report_id=fields["report"],
            by=request.user,
            at=timezone.now(),
        )
        return self.answer(request, pairing_id)


class SetResult(PairingAction):
    @extend_schema(
        request=ResultInput,
        responses={200: PairingSerializer, **REFUSALS},
        operation_id="result_set",
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """Set or correct a result as organiser or referee, with a reason."""
        self.check_referee(request, pairing_id)
        fields = validated(ResultInput, request)
        reason, replaces = fields.pop("reason"), fields.pop("replaces")
        results.set_result(
            pairing_id=pairing_id,
            decision=desk_decision(fields),
            reason=reason,
            replaces=replaces,
            by=request.user,
            at=timezone.now(),
        )
        return self.answer(request, pairing_id)


class MoveTable(PairingAction):
    @extend_schema(
        request=TableInput,
        responses={200: PairingSerializer, **REFUSALS},
        operation_id="table_move",
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """Move a match to another table; a match that is there moves to this one."""
        self.check_referee(request, pairing_id)
        fields = validated(TableInput, request)
        rounds.move_table(
            pairing_id=pairing_id,
            table=fields["table"],
            by=request.user,
            at=timezone.now(),
        )
        return self.answer(request, pairing_id)


class Exposed(PairingAction):
    @extend_schema(
        request=ExposedInput,
        responses={200: PairingSerializer, **REFUSALS},
        operation_id="card_exposed",
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """Record, as organiser or referee, that a card was exposed while dealing in the app."""
        self.check_referee(request, pairing_id)
        fields = validated(ExposedInput, request)
        incidents.expose(
            pairing_id=pairing_id,
            seat=fields["seat"],
            by=request.user,
            at=timezone.now(),
        )
        return self.answer(request, pairing_id)
