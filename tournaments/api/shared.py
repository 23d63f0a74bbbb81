"""What all event endpoints share: permissions, checks of bodies, and refusals in the schema."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from accounts.api.permissions import HasAccount
from accounts.api.problems import problems
from core.refusals import NotAllowed
from tournaments import permissions
from tournaments.api.serializers.pairings import StageInput
from tournaments.models import Event, Stage
from tournaments.reading import events, stage_plans

STAGE = OpenApiParameter(
    "phase", int, description="The stage; default: the latest that has begun."
)
REFUSALS = problems(400, 401, 403, 404, 409, 422, 429)


def validated(
    serializer: type[Serializer[Any]], request: Request, **options: Any
) -> dict[str, Any]:
    """The checked body of a request. Raises DRF's ValidationError, which names each wrong field."""
    body = serializer(data=request.data, **options)
    body.is_valid(raise_exception=True)
    return dict(body.validated_data)


def validated_query(
    serializer: type[Serializer[Any]], request: Request
) -> dict[str, Any]:
    """The checked parameters of the query. Raises DRF's ValidationError."""
    query = serializer(data=request.query_params)
    query.is_valid(raise_exception=True)
    return dict(query.validated_data)


def organised_event(request: Request, event_id: int) -> Event:
    """The event, if this user organises it. Raises NotFound, NotAllowed."""
    event = events.event(event_id, request.user)
    check_organiser(request, event.club_id)
    return event


def check_organiser(request: Request, club_id: int) -> None:
    if not permissions.may_organise(request.user, club_id):
        raise NotAllowed("event.organisers_only")


def stage_for(event: Event, request: Request) -> Stage | None:
    """The stage that the query names, if it has begun; by default the latest."""
    return stage_plans.stage_of(event, validated_query(StageInput, request)["phase"])


class Public(APIView):
    permission_classes = [AllowAny]

    def check_account(self) -> None:
        """For methods of the endpoint that need an account after all."""
        if not HasAccount().has_permission(self.request, self):
            self.permission_denied(self.request)


class Personal(APIView):
    permission_classes = [HasAccount]
