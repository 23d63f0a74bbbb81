"""Conduct and substitutes: lateness, the sheet of a match, who takes whose place."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.refusals import NotAllowed
from tournaments import permissions, presenting
from tournaments.api.play import PairingAction
from tournaments.api.shared import JSON, REFUSALS, Personal, taken
from tournaments.models import Pairing
from tournaments.reading import events
from tournaments.rules.conduct import LADDER, OFFENCES
from tournaments.services import conduct, substitutes


class LateInput(serializers.Serializer[object]):
    a = serializers.IntegerField(
        min_value=0,
        max_value=conduct.MAX_MINUTES_LATE,
        help_text="Full minutes that side a was late.",
    )
    b = serializers.IntegerField(min_value=0, max_value=conduct.MAX_MINUTES_LATE)


class SanctionInput(serializers.Serializer[object]):
    entry = serializers.IntegerField(min_value=1, max_value=2**62)
    step = serializers.ChoiceField(
        list(LADDER), help_text="What it costs; the referee decides."
    )
    offence = serializers.ChoiceField(list(OFFENCES))
    sets_a = serializers.IntegerField(
        min_value=0, max_value=99, default=0, help_text="How the match stands."
    )
    sets_b = serializers.IntegerField(min_value=0, max_value=99, default=0)


class SubstituteInput(serializers.Serializer[object]):
    place = serializers.IntegerField(
        min_value=0, max_value=9, help_text="Which of its players goes, from 0."
    )
    name = serializers.CharField(max_length=60, help_text="Who comes.")


class Late(PairingAction):
    @extend_schema(
        request=LateInput,
        responses={200: JSON, **REFUSALS},
        operation_id="conduct_late",
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """Enter as organiser or referee who came late; the rule of the event says what that costs."""
        self.refereed(request, pairing_id)
        asked = taken(LateInput, request)
        conduct.record_lateness(
            pairing_id=pairing_id,
            late=(asked["a"], asked["b"]),
            by=request.user,
            at=timezone.now(),
        )
        return Response(sheet_json(events.pairing(pairing_id, request.user)))


class Sheet(PairingAction):
    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="conduct_sheet")
    def get(self, request: Request, pairing_id: int) -> Response:
        """The sanctions on the sheet of a match, and what each offence would come to; for organisers and referees."""
        self.refereed(request, pairing_id)
        return Response(sheet_json(events.pairing(pairing_id, request.user)))

    @extend_schema(
        request=SanctionInput,
        responses={201: JSON, **REFUSALS},
        operation_id="conduct_sanction",
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """Write a sanction on the sheet of a match."""
        self.refereed(request, pairing_id)
        asked = taken(SanctionInput, request)
        so_far = (asked.pop("sets_a"), asked.pop("sets_b"))
        conduct.sanction(
            pairing_id=pairing_id,
            entry_id=asked["entry"],
            kind=asked["step"],
            offence=asked["offence"],
            so_far=so_far,
            by=request.user,
            at=timezone.now(),
        )
        return Response(sheet_json(events.pairing(pairing_id, request.user)), 201)


class Substitute(Personal):
    @extend_schema(
        request=SubstituteInput,
        responses={200: JSON, **REFUSALS},
        operation_id="entry_substitute",
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Let somebody take the place of a player of this entry, as organiser or referee."""
        entry = events.entry(entry_id, request.user)
        if not permissions.may_referee(request.user, entry.event.club_id):
            raise NotAllowed("event.referees_only")
        asked = taken(SubstituteInput, request)
        substitutes.substitute(
            entry_id=entry_id, by=request.user, at=timezone.now(), **asked
        )
        return Response(presenting.entry_json(events.entry(entry_id, request.user)))


def sheet_json(pairing: Pairing) -> dict[str, Any]:
    """What is on the sheet of a match; entries by their ids."""
    written = [
        {
            "number": one.number,
            "entry": one.entry_id,
            "step": one.kind,
            "offence": one.offence,
            "at": one.at,
        }
        for one in pairing.sanctions.all()
    ]
    two = not pairing.several and not pairing.bye
    return {
        "late": pairing.late,
        "docked": events.penalties_of(pairing) if two else None,
        "sanctions": written,
        "proposed": [
            {"entry": entry.pk, "steps": conduct.proposed(pairing, entry)}
            for entry in pairing.entries
        ],
        "result": presenting.result_json(pairing.result),
    }
