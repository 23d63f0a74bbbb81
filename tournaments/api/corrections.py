"""Correcting an earlier result: a preview first, then the correction itself."""

from django.utils import timezone
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.play import PairingAction, desk_decision
from tournaments.api.serializers.corrections import (
    CorrectionInput,
    CorrectionPreviewSerializer,
)
from tournaments.api.serializers.pairings import PairingSerializer
from tournaments.api.shared import REFUSALS, validated
from tournaments.reading import events
from tournaments.services import results


class Correct(PairingAction):
    @extend_schema(
        request=CorrectionInput,
        responses={
            200: PolymorphicProxySerializer(
                component_name="CorrectionAnswer",
                serializers=[CorrectionPreviewSerializer, PairingSerializer],
                resource_type_field_name=None,
            ),
            **REFUSALS,
        },
        operation_id="result_correct",
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """Correct a result of any round as organiser or referee.

        First a preview; then, with the `mark` of that preview, the correction itself.
        """
        self.check_referee(request, pairing_id)
        fields = validated(CorrectionInput, request)
        reason = fields.pop("reason")
        preview = fields.pop("preview")
        seen = fields.pop("seen")
        closed = fields.pop("closed")
        choices = {
            (choice["round"], choice["slot"]): choice["choice"]
            for choice in fields.pop("choices")
        }
        decision = desk_decision(fields)
        if preview:
            look = results.preview_result(
                pairing=events.pairing(pairing_id, request.user),
                decision=decision,
                choices=choices,
            )
            return Response(CorrectionPreviewSerializer(look).data)
        results.correct(
            pairing_id=pairing_id,
            decision=decision,
            reason=reason,
            seen=seen,
            choices=choices,
            closed=closed,
            by=request.user,
            at=timezone.now(),
        )
        return self.answer(request, pairing_id)
