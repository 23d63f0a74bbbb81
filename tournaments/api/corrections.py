"""Correcting a result of the past: what would follow is looked at first, then it is done."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.messages import sentence
from core.refusals import Refusal
from tournaments.api.play import PairingAction, decision_of
from tournaments.api.serializers import ResultInput
from tournaments.api.shared import JSON, REFUSALS, taken
from tournaments.reading import events
from tournaments.rules.corrections import (
    KEEP,
    REPLAY,
    RESLOT,
    Moved,
    RankChange,
    Requalified,
)
from tournaments.services import results
from tournaments.services.corrections import CorrectionPreview


class ChoiceInput(serializers.Serializer[object]):
    round = serializers.IntegerField(min_value=1, max_value=9999)
    slot = serializers.IntegerField(min_value=0, max_value=9999)
    choice = serializers.ChoiceField([KEEP, RESLOT, REPLAY])


class CorrectInput(ResultInput):
    preview = serializers.BooleanField(
        default=True, help_text="Only say what would follow, and change nothing."
    )
    seen = serializers.CharField(
        max_length=64,
        default="",
        allow_blank=True,
        help_text="The `mark` of the preview that you have looked at.",
    )
    choices = ChoiceInput(
        many=True, default=[], help_text="What to do with pairings that would move."
    )
    closed = serializers.BooleanField(
        default=False, help_text="Those who have gone on from the phase stay there."
    )


class Correct(PairingAction):
    @extend_schema(
        request=CorrectInput,
        responses={200: JSON, **REFUSALS},
        operation_id="result_correct",
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """Correct a result of any round as organiser or referee: first a preview, then, with its mark, for good."""
        self.refereed(request, pairing_id)
        asked = taken(CorrectInput, request)
        reason, preview, seen, closed = (
            asked.pop(name) for name in ("reason", "preview", "seen", "closed")
        )
        choices = {
            (one["round"], one["slot"]): one["choice"] for one in asked.pop("choices")
        }
        decision = decision_of(asked)
        if preview:
            pairing = events.pairing(pairing_id, request.user)
            return Response(
                look_json(
                    results.preview_result(
                        pairing=pairing, decision=decision, choices=choices
                    )
                )
            )
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


def look_json(look: CorrectionPreview) -> dict[str, Any]:
    """All that would follow; entries by their numbers in the event."""
    preview = look.preview
    return {
        "mark": look.version,
        "closed": look.needs_consent,
        "pairings": [moved_json(one) for one in preview.pairings],
        "places": [place_json(one) for one in preview.ranks],
        "next_draw": {"comes": preview.comes, "goes": preview.goes},
        "qualifiers": [qualified_json(one) for one in preview.qualifiers],
    }


def moved_json(moved: Moved) -> dict[str, Any]:
    opened = moved.opened
    return {
        "round": opened.round,
        "slot": opened.slot,
        "state": opened.state,
        "was": opened.entries,
        "now": moved.now,
        "choices": opened.choices,
        "choice": moved.choice,
    }


def place_json(changed: RankChange) -> dict[str, Any]:
    return {"entry": changed.entry, "was": changed.was, "now": changed.now}


def qualified_json(one: Requalified) -> dict[str, Any]:
    refused: Refusal | None = one.refused
    return {
        "phase": one.taker.stage,
        "takes": one.taker.takes._asdict(),
        "drawn": one.taker.drawn,
        "comes": one.comes,
        "goes": one.goes,
        "refused": sentence(refused) if refused else None,
    }
