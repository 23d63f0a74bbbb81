"""The match endpoints of the REST API."""

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
from games import casual, presenting, queries, replay, services
from games.api.serializers import FriendlyInput, GameOutput, MoveInput, SeedInput
from games.export import record_text
from games.queries import Table
from games.rules.base import CHANCE

JSON = OpenApiTypes.OBJECT
PRIVATE = {"Cache-Control": "private, no-store"}
"""A seat's view is for nobody's cache."""


def current(table: Table) -> dict[str, object]:
    return presenting.match_json(
        table, replay.position(table.match)
    ) | presenting.clock_json(table)


class Games(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses={200: GameOutput(many=True)}, operation_id="games")
    def get(self, request: Request) -> Response:
        """The games that can be played, with their options: the values, the default, and the rule of each."""
        return Response(presenting.games_json())


class Matches(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=FriendlyInput,
        responses={201: JSON, **problems(400, 401, 403)},
        operation_id="match_open",
    )
    def post(self, request: Request) -> Response:
        """Open a friendly match: you, and bots on the other seats."""
        asked = FriendlyInput(data=request.data)
        asked.is_valid(raise_exception=True)
        match = casual.open_casual_match(
            by=request.user, at=timezone.now(), **asked.validated_data
        )
        return Response(
            current(queries.table(match.pk, request.user)), 201, headers=PRIVATE
        )


class MatchView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses={200: JSON, **problems(404)}, operation_id="match")
    def get(self, request: Request, match_id: UUID) -> Response:
        """The match as you may see it: your seat's view, or the public one."""
        return Response(current(queries.table(match_id, request.user)), headers=PRIVATE)


class Moves(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=MoveInput,
        responses={201: JSON, **problems(400, 401, 403, 404, 409, 422)},
        operation_id="move",
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Play a move. A stale number is answered 409 with the fresh match under `match`."""
        said = MoveInput(data=request.data)
        said.is_valid(raise_exception=True)
        asked = said.validated_data
        try:
            played = services.play_move(
                match_id=match_id,
                user=request.user,
                answers=asked["answers"],
                client_id=asked["id"],
                text=asked["move"],
                at=timezone.now(),
            )
        except OutOfDate as stale:
            stale.fields["match"] = current(queries.table(match_id, request.user))
            raise
        answer = {
            "move": played.number,
            **presenting.match_json(played.table, played.position),
        }
        return Response(answer, 201, headers=PRIVATE)


class Deal(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=None,
        responses={201: JSON, **problems(401, 403, 404, 409)},
        operation_id="deal",
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Deal for the first time. Any seat may; until then seats can add words of their own to the shuffle."""
        dealt = services.deal(match_id=match_id, user=request.user, at=timezone.now())
        return Response(
            presenting.match_json(dealt.table, dealt.position), 201, headers=PRIVATE
        )


class Seed(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=SeedInput,
        responses={200: JSON, **problems(400, 401, 403, 404, 409, 422)},
        operation_id="seed",
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Add a text of your own to all shuffles from the next one on (that is not being dealt at this moment)."""
        given = SeedInput(data=request.data)
        given.is_valid(raise_exception=True)
        number = services.add_seed(
            match_id=match_id, user=request.user, seed=given.validated_data["seed"]
        )
        return Response({"from_shuffle": number}, headers=PRIVATE)


class Clock(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=None, responses={200: JSON, **problems(401, 404)}, operation_id="clock"
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Call time: if the clock of the seat to act has run out, the least committing move is made for it."""
        queries.table(match_id, request.user)
        return Response(
            {"moved": services.call_time(match_id=match_id, at=timezone.now())}
        )


class Shuffle(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses={200: JSON, **problems(404)}, operation_id="shuffle")
    def get(self, request: Request, match_id: UUID, number: int) -> Response:
        """The proof of one shuffle: commitment, leaves, and the salts of the cards that you were dealt."""
        table = queries.table(match_id, request.user)
        known = (
            0 < number <= table.match.version
        )  # there are never more shuffles than moves
        shuffles = (
            list(queries.shuffles_of(table.match)[number - 1 : number + 1])
            if known
            else []
        )
        if not shuffles:
            raise NotFound("shuffle.not_found")
        last = shuffles[1].number - 1 if len(shuffles) > 1 else table.match.version
        position = replay.position_at(table.match, last)
        return Response(
            presenting.shuffle_json(table, shuffles[0], position), headers=PRIVATE
        )


class Record(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        responses={(200, "text/plain"): OpenApiTypes.STR, **problems(404, 409)},
        operation_id="record",
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """The whole match as a text file that anybody can verify. Only once it is over."""
        table = queries.table(match_id, request.user)
        if not table.match.over:
            raise OutOfDate("record.match_running")
        return HttpResponse(
            record_text(table), content_type="text/plain; charset=utf-8"
        )


class Turns(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(responses={200: JSON, **problems(401)}, operation_id="turns")
    def get(self, request: Request) -> Response:
        """The matches that you can go on with: your move is awaited, or (`deal`) nobody has dealt yet."""
        seats = queries.awaiting(request.user.pk)[:200]
        rows = [
            {
                "match": str(s.match_id),
                "seat": s.seat,
                "number": s.match.version,
                "deal": s.match.to_act == CHANCE,
            }
            for s in seats
        ]
        return Response({"turns": rows}, headers=PRIVATE)
