"""Clubs and their members."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Club
from accounts.services import (
    CLUBS_MAX,
    AddressTaken,
    LastOrganiser,
    NoSuchUser,
    TooManyClubs,
    found_club,
    set_role,
)
from core.refusals import NotAllowed, NotFound, Refusal
from tournaments.api.serializers.clubs import (
    ClubInput,
    ClubListSerializer,
    ClubSerializer,
    MemberInput,
    MemberSerializer,
)
from tournaments.api.shared import (
    REFUSALS,
    Personal,
    Public,
    check_organiser,
    validated,
)

MOST_CLUBS = 600


class Clubs(Public):
    @extend_schema(responses={200: ClubListSerializer}, operation_id="clubs")
    def get(self, request: Request) -> Response:
        """All clubs."""
        clubs = Club.objects.order_by("name")[:MOST_CLUBS]
        return Response(ClubListSerializer({"results": clubs}).data)

    @extend_schema(
        request=ClubInput,
        responses={201: ClubSerializer, **REFUSALS},
        operation_id="club_create",
    )
    def post(self, request: Request) -> Response:
        """Create a club; you become its organiser."""
        self.check_account()
        fields = validated(ClubInput, request)
        try:
            club = found_club(
                by=request.user,
                name=fields["name"],
                slug=fields.get("slug", ""),
                place=fields.get("place", ""),
            )
        except TooManyClubs as error:
            raise NotAllowed("club.too_many", most=CLUBS_MAX) from error
        except AddressTaken as error:
            raise Refusal("club.address_taken") from error
        return Response(ClubSerializer(club).data, 201)


class Members(Personal):
    @extend_schema(
        request=MemberInput,
        responses={200: MemberSerializer, **REFUSALS},
        operation_id="member",
    )
    def post(self, request: Request, club_id: int) -> Response:
        """Set the role of a user in the club."""
        check_organiser(request, club_id)
        fields = validated(MemberInput, request)
        try:
            member = set_role(
                club_id=club_id, username=fields["username"], role=fields["role"]
            )
        except NoSuchUser as error:
            raise NotFound("club.no_such_user") from error
        except LastOrganiser as error:
            raise NotAllowed("club.last_organiser") from error
        return Response(MemberSerializer(member).data)
