"""The endpoint of table talk: signs, looks and phrases between seats."""

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.problems import problems
from games import queries, replay, table_talk
from games.api.serializers import AsideInput, AsidesAnswerSerializer
from games.queries import Table
from games.table_talk import Wanted

PRIVATE = {"Cache-Control": "private, no-store"}


def answer(table: Table, status: int = 200) -> Response:
    position = replay.position(table.match)
    view = replay.rules_of(table.match).view(position.state, table.seat)
    body = {
        "asides": table_talk.asides_json(table, view),
        "history": table_talk.history(table),
    }
    return Response(body, status, headers=PRIVATE)


class Asides(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        responses={200: AsidesAnswerSerializer, **problems(404)},
        operation_id="asides",
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """What you noticed in this deal beside the moves, and what your seat may do.

        Once the match is over, everything.
        """
        return answer(queries.table(match_id, request.user))

    @extend_schema(
        request=AsideInput,
        responses={
            201: AsidesAnswerSerializer,
            **problems(400, 401, 403, 404, 409, 422, 429),
        },
        operation_id="aside",
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Sign to your partner, say a phrase or look up.

        An untrue sign is answered 409 and recorded.
        """
        aside = AsideInput(data=request.data)
        aside.is_valid(raise_exception=True)
        table = table_talk.make(
            match_id=match_id,
            user=request.user,
            wanted=Wanted.read(aside.validated_data),
            at=timezone.now(),
        )
        return answer(table, 201)
