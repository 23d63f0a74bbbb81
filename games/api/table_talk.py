"""The endpoint of what passes between seats beside the moves: signs, looks and phrases."""

from uuid import UUID

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.problems import problems
from games import queries, replay, table_talk
from games.queries import Table
from games.table_talk import Wanted

JSON = OpenApiTypes.OBJECT
PRIVATE = {"Cache-Control": "private, no-store"}


class AsideInput(serializers.Serializer[object]):
    """One of sign, phrase and look."""

    sign = serializers.CharField(
        required=False, max_length=20, help_text="One of `asides.signs`: duples."
    )
    phrase = serializers.CharField(
        required=False, max_length=20, help_text="One of `asides.phrases`: como_vas."
    )
    look = serializers.BooleanField(
        required=False, help_text="True: look up, to catch what rivals sign."
    )
    answers = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=2**31 - 1,
        help_text="How many moves the match had when the sign was chosen: cards exchanged since excuse it.",
    )


def answer(table: Table) -> dict[str, object]:
    view = replay.rules_of(table.match).view(
        replay.position(table.match).state, table.seat
    )
    return {
        "asides": table_talk.asides_json(table, view),
        "history": table_talk.history(table),
    }


class Asides(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(responses={200: JSON, **problems(404)}, operation_id="asides")
    def get(self, request: Request, match_id: UUID) -> Response:
        """What you noticed in this deal beside the moves, and what your seat may do; once the match is over, all."""
        return Response(answer(queries.table(match_id, request.user)), headers=PRIVATE)

    @extend_schema(
        request=AsideInput,
        responses={201: JSON, **problems(400, 401, 403, 404, 409, 422, 429)},
        operation_id="aside",
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Sign to your partner, say a phrase or look up. An untrue sign is answered 409 and noted."""
        given = AsideInput(data=request.data)
        given.is_valid(raise_exception=True)
        table = table_talk.make(
            match_id=match_id,
            user=request.user,
            wanted=Wanted.read(given.validated_data),
            at=timezone.now(),
        )
        return Response(answer(table), 201, headers=PRIVATE)
