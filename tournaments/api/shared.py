"""What all event endpoints share: who may call them, how bodies are checked, how answers look in the schema."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.serializers import IntegerField, Serializer
from rest_framework.views import APIView

from accounts.api.permissions import HasAccount
from accounts.api.problems import problems
from core.refusals import NotAllowed
from tournaments import permissions
from tournaments.models import Event, Stage
from tournaments.reading import events, stage_plans

JSON = OpenApiTypes.OBJECT
PHASE = OpenApiParameter(
    "phase", int, description="Which phase; left out: the latest that has begun."
)
REFUSALS = problems(400, 401, 403, 404, 409, 422, 429)


def taken(form: type[Serializer[Any]], request: Request, **more: Any) -> dict[str, Any]:
    """The checked body of a request. Raises DRF's ValidationError with what is wrong of each field."""
    given = form(data=request.data, **more)
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)


def organised(request: Request, event_id: int) -> Event:
    """The event, if this user organises it."""
    event = events.event(event_id, request.user)
    if not permissions.may_organise(request.user, event.club_id):
        raise NotAllowed("event.organisers_only")
    return event


class PhaseInput(Serializer[object]):
    phase = IntegerField(
        min_value=1, max_value=9, required=False, allow_null=True, default=None
    )


def stage_for(event: Event, request: Request) -> Stage | None:
    """The phase that the query asks for, if it has begun."""
    asked = PhaseInput(data=request.query_params)
    asked.is_valid(raise_exception=True)
    return stage_plans.stage_of(event, asked.validated_data["phase"])


class Public(APIView):
    permission_classes = [AllowAny]

    def check_account(self) -> None:
        """For what is not for everybody after all."""
        if not HasAccount().has_permission(self.request, self):
            self.permission_denied(self.request)


class Personal(APIView):
    permission_classes = [HasAccount]
