"""What the event endpoints take; answers are the plain JSON of `tournaments.presenting`."""

from typing import Any

from rest_framework import serializers

from accounts.models import Club
from tournaments.models import Draw, Event
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.tables.results import KINDS


class Points(serializers.ListField):
    """The points of each player of a table, in the order of its places; null for who did not come."""

    child = serializers.IntegerField(min_value=-99999, max_value=99999, allow_null=True)

    def __init__(self, **more: Any) -> None:
        super().__init__(
            required=False, allow_null=True, default=None, max_length=20, **more
        )


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


class FormatField(serializers.ChoiceField):
    """The code of a format; of those that there are when a serializer is made."""

    def __init__(self, **options: Any) -> None:
        super().__init__(list(FORMATS), **options)


class EventInput(serializers.ModelSerializer[Event]):
    options = serializers.DictField(child=serializers.JSONField(), required=False)
    round_options = serializers.DictField(
        child=serializers.DictField(child=serializers.JSONField()), required=False
    )
    format = FormatField(required=False, help_text="Left out: the one for this game.")
    settings = serializers.DictField(
        child=serializers.JSONField(),
        required=False,
        help_text="What the format leaves open; see /formats/.",
    )
    lateness = serializers.DictField(
        child=serializers.JSONField(),
        required=False,
        help_text="What it costs to come late, in minutes: grace, per (a set for each), lost_after, first_round.",
    )
    phases = serializers.ListField(
        child=serializers.DictField(child=serializers.JSONField()),
        max_length=8,
        required=False,
        help_text="Later phases: format, settings, and whom it takes from which phase before.",
    )

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
            "settings",
            "phases",
            "singles",
            "lateness",
            "substitutes",
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
    players = PersonInput(
        many=True,
        help_text="Two for a pair; one to get a partner by lot, or where each plays alone. The first is you.",
    )
    team_name = serializers.CharField(
        max_length=200, required=False, allow_blank=True, default=""
    )
    club_name = serializers.CharField(
        max_length=200, required=False, allow_blank=True, default=""
    )
    phone = serializers.CharField(
        max_length=60, required=False, allow_blank=True, default=""
    )

    def validate_players(self, players: list[dict[str, str]]) -> list[dict[str, str]]:
        if len(players) > 10:
            raise serializers.ValidationError("At most 10.")
        return players


class ImportInput(serializers.Serializer[object]):
    csv = serializers.CharField(
        max_length=3_000_000, help_text="Columns: player1, player2, team, club, phone."
    )
    dry_run = serializers.BooleanField(default=True)


class StepInput(serializers.Serializer[object]):
    action = serializers.ChoiceField(["open", "close", "cancel"])


class KeyInput(serializers.Serializer[object]):
    key = serializers.CharField(max_length=300)


class PaidInput(serializers.Serializer[object]):
    paid = serializers.BooleanField()


class SeedInput(serializers.Serializer[object]):
    seed = serializers.IntegerField(
        min_value=1,
        max_value=9999,
        allow_null=True,
        help_text="1 for the strongest; null takes the place away.",
    )


class AnnounceInput(serializers.Serializer[object]):
    kind = serializers.ChoiceField(
        Draw.Kind.values, help_text="teams, then what the format asks for."
    )
    phase = serializers.IntegerField(
        min_value=1,
        max_value=9,
        required=False,
        help_text="Where several could be drawn.",
    )
    apart = serializers.BooleanField(
        default=False, help_text="Of partners: no two of one club, drawn without cards."
    )
    balanced = serializers.BooleanField(
        default=False,
        help_text="Of partners: each of the stronger half with one of the weaker, by the seeds.",
    )
    bans = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=99_999),
            min_length=2,
            max_length=2,
        ),
        default=list,
        max_length=500,
        help_text="Of partners: [[3, 7], ...], numbers of players who shall not come together.",
    )


class SwapInput(serializers.Serializer[object]):
    preview = serializers.BooleanField(
        default=True, help_text="Only say what would be broken, and change nothing."
    )
    a = serializers.IntegerField(
        min_value=1, max_value=99_999, help_text="The number of an entry in the event."
    )
    b = serializers.IntegerField(min_value=1, max_value=99_999)
    reason = serializers.CharField(
        max_length=300,
        required=False,
        allow_blank=True,
        default="",
        help_text="Needed where the change breaks something; everybody can read it.",
    )


class DrawInput(serializers.Serializer[object]):
    beacon = serializers.CharField(
        max_length=200,
        required=False,
        allow_blank=True,
        default="",
        help_text="Words or digits that the room gives now.",
    )


class UndoInput(serializers.Serializer[object]):
    number = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, help_text="A line of the log."
    )


class MergeInput(serializers.Serializer[object]):
    into = serializers.IntegerField(
        min_value=1, max_value=2**62, help_text="The entry that stays."
    )


class TableInput(serializers.Serializer[object]):
    table = serializers.IntegerField(min_value=1, max_value=999)


class ReasonInput(serializers.Serializer[object]):
    reason = serializers.CharField(max_length=300)


class ReportInput(serializers.Serializer[object]):
    entry = serializers.IntegerField(
        min_value=1, max_value=2**62, help_text="Your own entry."
    )
    sets_a = Sets(required=False, help_text="Where two sides meet, with sets_b.")
    sets_b = Sets(required=False)
    points = Points(
        help_text="At a table of several: the points of each, in the order of the places; null for who did not come."
    )

    def validate(self, said: dict[str, Any]) -> dict[str, Any]:
        if said["points"] is None and not {"sets_a", "sets_b"} <= said.keys():
            raise serializers.ValidationError("Give sets_a and sets_b, or points.")
        return said


class ConfirmInput(serializers.Serializer[object]):
    entry = serializers.IntegerField(min_value=1, max_value=2**62)
    report = serializers.IntegerField(
        min_value=1,
        max_value=2**62,
        help_text="The report of somebody else at the table that you agree with.",
    )


class ExposedInput(serializers.Serializer[object]):
    seat = serializers.IntegerField(
        min_value=0, max_value=6, help_text="Whose card was seen while it was dealt."
    )


class ResultInput(serializers.Serializer[object]):
    kind = serializers.ChoiceField(list(KINDS), default="played")
    winner = serializers.ChoiceField(
        ["a", "b"], required=False, allow_null=True, default=None
    )
    sets_a = Sets(default=0)
    sets_b = Sets(default=0)
    tantos = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=0, max_value=9999),
            min_length=2,
            max_length=2,
        ),
        required=False,
        allow_null=True,
        default=None,
        max_length=20,
    )
    points = Points(help_text="At a table of several; null for who did not come.")
    penalties = serializers.ListField(
        child=Sets(),
        min_length=2,
        max_length=2,
        required=False,
        allow_null=True,
        default=None,
        help_text="Sets that each side was docked, which are in the score; as the sheet says where this is left out.",
    )
    reason = serializers.CharField(max_length=300)
