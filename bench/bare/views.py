"""The bare counterparts of a move and of a page."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bench.bare.models import Game, Said


class SaidInput(serializers.Serializer[object]):
    answers = serializers.IntegerField()
    id = serializers.CharField(max_length=64)
    move = serializers.CharField(max_length=1000)


class GameOutput(serializers.ModelSerializer[Game]):
    class Meta:
        model = Game
        fields = ["id", "version"]


class Moves(APIView):
    """Lock a row, insert a row, update the first."""

    def post(self, request: Request, game: int) -> Response:
        said = SaidInput(data=request.data)
        said.is_valid(raise_exception=True)
        asked = said.validated_data
        with transaction.atomic():
            row = Game.objects.select_for_update().get(pk=game)
            row.version += 1
            Said.objects.create(
                game=row,
                number=row.version,
                text=asked["move"],
                client_id=asked["id"],
                at=timezone.now(),
            )
            row.save(update_fields=["version"])
        return Response(GameOutput(row).data, 201)


def items(request: HttpRequest, number: int) -> HttpResponse:
    """A page with a list of this many items."""
    return render(
        request, "bare/items.html", {"names": [f"Pair {n}" for n in range(number)]}
    )
