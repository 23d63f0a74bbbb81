"""What the event endpoints take; answers are the plain JSON of `tournaments.presenting`."""

from typing import Any

from rest_framework import serializers

from accounts.models import Club
from tournaments.models import Event
from tournaments.rules.results import KINDS


class Sets(serializers.IntegerField):
    """How many sets a side won."""

    def __init__(self, **more: Any) -> None:
        super().__init__(min_value=0, max_value=99, **more)


class ClubInput(serializers.ModelSerializer[Club]):
    class Meta:
        model = Club
        fields = ["id", "name", "slug", "place"]


class MemberInput(serializers.Serializer[object]):
    username = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(["organiser", "referee", "player", "spectator"])


class EventInput(serializers.ModelSerializer[Event]):
    options = serializers.DictField(child=serializers.JSONField(), required=False)
    round_options = serializers.DictField(child=serializers.DictField(child=serializers.JSONField()), required=False)
    format = serializers.ChoiceField(["knockout"], default="knockout")
    team_size = serializers.IntegerField(min_value=2, max_value=2, default=2)

    class Meta:
        model = Event
        fields = [
            "name",
            "intro",
            "place",
            "starts_at",
            "game",
            "options",
            "round_options",
            "format",
            "third_place",
            "team_size",
            "singles",
            "in_app",
            "turn_seconds",
            "words",
            "fee",
            "capacity",
            "deadline",
        ]


class PersonInput(serializers.Serializer[object]):
    name = serializers.CharField(max_length=200)


class EntryInput(serializers.Serializer[object]):
    players = PersonInput(many=True, help_text="Two for a pair; one to get a partner by lot. The first is you.")
    team_name = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    club_name = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    phone = serializers.CharField(max_length=60, required=False, allow_blank=True, default="")

    def validate_players(self, players: list[dict[str, str]]) -> list[dict[str, str]]:
        if len(players) > 10:
            raise serializers.ValidationError("At most 10.")
        return players


class ImportInput(serializers.Serializer[object]):
    csv = serializers.CharField(max_length=3_000_000, help_text="Columns: player1, player2, team, club, phone.")
    dry_run = serializers.BooleanField(default=True)


class StepInput(serializers.Serializer[object]):
    action = serializers.ChoiceField(["open", "close", "cancel"])


class KeyInput(serializers.Serializer[object]):
    key = serializers.CharField(max_length=300)


class PaidInput(serializers.Serializer[object]):
    paid = serializers.BooleanField()


class AnnounceInput(serializers.Serializer[object]):
    kind = serializers.ChoiceField(["teams", "bracket"])


class DrawInput(serializers.Serializer[object]):
    beacon = serializers.CharField(
        max_length=200,
        required=False,
        allow_blank=True,
        default="",
        help_text="Words or digits that the room gives now.",
    )


class ReasonInput(serializers.Serializer[object]):
    reason = serializers.CharField(max_length=300)


class ReportInput(serializers.Serializer[object]):
    entry = serializers.IntegerField(min_value=1, max_value=2**62, help_text="Your own entry.")
    sets_a = Sets()
    sets_b = Sets()


class ConfirmInput(serializers.Serializer[object]):
    entry = serializers.IntegerField(min_value=1, max_value=2**62)
    report = serializers.IntegerField(
        min_value=1, max_value=2**62, help_text="The other side's report that you agree with."
    )


class ResultInput(serializers.Serializer[object]):
    kind = serializers.ChoiceField(list(KINDS), default="played")
    winner = serializers.ChoiceField(["a", "b"], required=False, allow_null=True, default=None)
    sets_a = Sets(default=0)
    sets_b = Sets(default=0)
    tantos = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=0, max_value=9999), min_length=2, max_length=2
        ),
        required=False,
        allow_null=True,
        default=None,
        max_length=20,
    )
    reason = serializers.CharField(max_length=300)
