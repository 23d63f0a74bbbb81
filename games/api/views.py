"""The match endpoints of the REST API."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.problems import problems
from core.refusals import NotFound, OutOfDate
from games import casual, queries, replay, services
from games.api import examples
from games.api.serializers import (
    CasualMatchInput,
    ClockSerializer,
    GameSerializer,
    MatchSerializer,
    MoveInput,
    MoveSerializer,
    PlayedMatchSerializer,
    SeatSeedInput,
    SeatSeedSerializer,
    SeenMatch,
    ShuffleSerializer,
    TurnListSerializer,
)
from games.catalogue import GAMES
from games.export import record_text
from games.queries import Table

PRIVATE = {"Cache-Control": "private, no-store"}
"""A seat's view must not be cached."""
MOST_TURNS = 200


def current_match(table: Table) -> dict[str, Any]:
    """The match as this viewer sees it now."""
    seen = SeenMatch(table, replay.position(table.match))
    return MatchSerializer(seen).data


class Games(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses={200: GameSerializer(many=True)}, operation_id="games")
    def get(self, request: Request) -> Response:
        """The games that can be played and their options: values, default and rule of each."""
        return Response(GameSerializer(GAMES.items(), many=True).data)


class Matches(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=CasualMatchInput,
        responses={201: MatchSerializer, **problems(400, 401, 403)},
        operation_id="match_open",
    )
    def post(self, request: Request) -> Response:
        """Open a casual match: you, and bots on the other seats."""
        wanted = CasualMatchInput(data=request.data)
        wanted.is_valid(raise_exception=True)
        match = casual.open_casual_match(
            by=request.user, at=timezone.now(), **wanted.validated_data
        )
        table = queries.table(match.pk, request.user)
        return Response(current_match(table), 201, headers=PRIVATE)


class MatchView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        responses={200: MatchSerializer, **problems(404)},
        operation_id="match",
        examples=examples.MATCH,
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """The match as you may see it: your seat's view, or the public one."""
        table = queries.table(match_id, request.user)
        return Response(current_match(table), headers=PRIVATE)


class Moves(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=MoveInput,
        responses={201: MoveSerializer, **problems(400, 401, 403, 404, 409, 422)},
        operation_id="move",
        examples=examples.MOVE,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Play a move.

        A stale number is answered 409 with the current match under `fields.match`.
        """
        serializer = MoveInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        move = serializer.validated_data
        try:
            played = services.play_move(
                match_id=match_id,
                user=request.user,
                answers=move["answers"],
                client_id=move["id"],
                text=move["move"],
                at=timezone.now(),
            )
        except OutOfDate as stale:
            table = queries.table(match_id, request.user)
            stale.fields["match"] = current_match(table)
            raise
        seen = SeenMatch(played.table, played.position)
        answer = MoveSerializer(seen, context={"move": played.number})
        return Response(answer.data, 201, headers=PRIVATE)


class Deal(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=None,
        responses={201: PlayedMatchSerializer, **problems(401, 403, 404, 409)},
        operation_id="deal",
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Deal for the first time. Any seat may.

        Until then each seat can add a text of its own to the shuffle.
        """
        dealt = services.deal(match_id=match_id, user=request.user, at=timezone.now())
        seen = SeenMatch(dealt.table, dealt.position)
        return Response(PlayedMatchSerializer(seen).data, 201, headers=PRIVATE)


class Seed(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=SeatSeedInput,
        responses={200: SeatSeedSerializer, **problems(400, 401, 403, 404, 409, 422)},
        operation_id="seed",
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Add a text of your own to all shuffles from the next one on.

        A shuffle that is being dealt at this moment is not affected.
        """
        given = SeatSeedInput(data=request.data)
        given.is_valid(raise_exception=True)
        number = services.add_seed(
            match_id=match_id, user=request.user, seed=given.validated_data["seed"]
        )
        return Response({"from_shuffle": number}, headers=PRIVATE)


class Clock(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=None,
        responses={200: ClockSerializer, **problems(401, 404)},
        operation_id="clock",
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Call time: a seat whose clock has run out makes its least committing move."""
        queries.table(match_id, request.user)
        moved = services.call_time(match_id=match_id, at=timezone.now())
        return Response({"moved": moved})


class Shuffle(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        responses={200: ShuffleSerializer, **problems(404)}, operation_id="shuffle"
    )
    def get(self, request: Request, match_id: UUID, number: int) -> Response:
        """The proof of one shuffle: commitment, leaves, and the salts of your own cards."""
        table = queries.table(match_id, request.user)
        match = table.match
        # There are never more shuffles than moves; a larger number is no valid offset.
        if not 0 < number <= match.version:
            raise NotFound("shuffle.not_found")
        this_and_next = list(queries.shuffles_of(match)[number - 1 : number + 1])
        if not this_and_next:
            raise NotFound("shuffle.not_found")
        last_move = match.version
        if len(this_and_next) > 1:
            last_move = this_and_next[1].number - 1
        position = replay.position_at(match, last_move)
        context = {"table": table, "position": position}
        proof = ShuffleSerializer(this_and_next[0], context=context)
        return Response(proof.data, headers=PRIVATE)


class Record(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        responses={(200, "text/plain"): OpenApiTypes.STR, **problems(404, 409)},
        operation_id="record",
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """The whole match as a text file that anyone can verify, once it is over."""
        table = queries.table(match_id, request.user)
        if not table.match.over:
            raise OutOfDate("record.match_running")
        return HttpResponse(
            record_text(table), content_type="text/plain; charset=utf-8"
        )


class Turns(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        responses={200: TurnListSerializer, **problems(401)}, operation_id="turns"
    )
    def get(self, request: Request) -> Response:
        """The matches in which you can act: it is your turn, or the first deal is awaited."""
        seats = queries.awaiting(request.user.pk)[:MOST_TURNS]
        turns = TurnListSerializer({"turns": seats})
        return Response(turns.data, headers=PRIVATE)
