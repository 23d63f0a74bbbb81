"""Conduct and substitutes: lateness, the sheet of a match, a player who is replaced."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.refusals import NotAllowed
from tournaments import permissions
from tournaments.api.play import PairingAction
from tournaments.api.serializers.conduct import (
    LatenessInput,
    SanctionInput,
    SheetSerializer,
)
from tournaments.api.serializers.entries import EntrySerializer, SubstituteInput
from tournaments.api.shared import REFUSALS, Personal, validated
from tournaments.reading import events
from tournaments.services import conduct, substitutes


class SheetAction(PairingAction):
    def sheet(self, request: Request, pairing_id: int, status: int = 200) -> Response:
        pairing = events.pairing(pairing_id, request.user)
        return Response(SheetSerializer(pairing).data, status)


class Late(SheetAction):
    @extend_schema(
        request=LatenessInput,
        responses={200: SheetSerializer, **REFUSALS},
        operation_id="conduct_late",
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """Record, as organiser or referee, how late each side was.

        The rule of the event sets the penalty.
        """
        self.check_referee(request, pairing_id)
        minutes = validated(LatenessInput, request)
        conduct.record_lateness(
            pairing_id=pairing_id,
            late=(minutes["a"], minutes["b"]),
            by=request.user,
            at=timezone.now(),
        )
        return self.sheet(request, pairing_id)


class Sheet(SheetAction):
    @extend_schema(
        responses={200: SheetSerializer, **REFUSALS}, operation_id="conduct_sheet"
    )
    def get(self, request: Request, pairing_id: int) -> Response:
        """The sanctions on the sheet of a match, and what each offence would cost now.

        For organisers and referees.
        """
        self.check_referee(request, pairing_id)
        return self.sheet(request, pairing_id)

    @extend_schema(
        request=SanctionInput,
        responses={201: SheetSerializer, **REFUSALS},
        operation_id="conduct_sanction",
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """Write a sanction on the sheet of a match."""
        self.check_referee(request, pairing_id)
        fields = validated(SanctionInput, request)
        conduct.sanction(
            pairing_id=pairing_id,
            entry_id=fields["entry"],
            kind=fields["step"],
            offence=fields["offence"],
            so_far=(fields["sets_a"], fields["sets_b"]),
            by=request.user,
            at=timezone.now(),
        )
        return self.sheet(request, pairing_id, 201)


class Substitute(Personal):
    @extend_schema(
        request=SubstituteInput,
        responses={200: EntrySerializer, **REFUSALS},
        operation_id="entry_substitute",
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Replace a player of this entry, as organiser or referee."""
        entry = events.entry(entry_id, request.user)
        if not permissions.may_referee(request.user, entry.event.club_id):
            raise NotAllowed("event.referees_only")
        fields = validated(SubstituteInput, request)
        substitutes.substitute(
            entry_id=entry_id,
            place=fields["place"],
            name=fields["name"],
            by=request.user,
            at=timezone.now(),
        )
        changed = events.entry(entry_id, request.user)
        return Response(EntrySerializer(changed).data)
