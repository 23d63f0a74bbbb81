"""Clubs and their members."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import services as accounts
from accounts.models import Club
from core.refusals import NotAllowed, NotFound, Refusal
from tournaments import permissions
from tournaments.api import serializers as forms
from tournaments.api.shared import JSON, REFUSALS, Personal, Public, taken


class Clubs(Public):
    @extend_schema(responses={200: forms.ClubInput(many=True)}, operation_id="clubs")
    def get(self, request: Request) -> Response:
        """All clubs."""
        return Response(
            {
                "results": forms.ClubInput(
                    Club.objects.order_by("name")[:600], many=True
                ).data
            }
        )

    @extend_schema(
        request=forms.ClubInput,
        responses={201: forms.ClubInput, **REFUSALS},
        operation_id="club_create",
    )
    def post(self, request: Request) -> Response:
        """Found a club; you are its organiser."""
        self.check_account()
        form = forms.ClubInput(data=request.data)
        form.is_valid(raise_exception=True)
        try:
            club = accounts.found_club(by=request.user, **form.validated_data)
        except accounts.TooManyClubs as error:
            raise NotAllowed("club.too_many", most=accounts.CLUBS_MAX) from error
        except accounts.AddressTaken as error:
            raise Refusal("club.address_taken") from error
        return Response(forms.ClubInput(club).data, 201)


class Members(Personal):
    @extend_schema(
        request=forms.MemberInput,
        responses={200: JSON, **REFUSALS},
        operation_id="member",
    )
    def post(self, request: Request, club_id: int) -> Response:
        """Say what a user is in the club."""
        if not permissions.may_organise(request.user, club_id):
            raise NotAllowed("event.organisers_only")
        asked = taken(forms.MemberInput, request)
        try:
            member = accounts.set_role(club_id=club_id, **asked)
        except accounts.NoSuchUser as error:
            raise NotFound("club.no_such_user") from error
        except accounts.LastOrganiser as error:
            raise NotAllowed("club.last_organiser") from error
        return Response({"club": club_id, "user": member.user_id, "role": member.role})
