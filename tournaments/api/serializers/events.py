"""Events, their standings and their log."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.serializers.entries import EntrySerializer
from tournaments.api.serializers.fields import (
    InstantField,
    JsonObjectField,
    ReasonField,
)
from tournaments.models import Event, LogEntry, Standing
from tournaments.reading import events
from tournaments.rules.formats import settings
from tournaments.rules.formats.base import Format
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.services.waiting_list import places_left


class FormatField(serializers.ChoiceField):
    """The code of a format, one of those that exist when the serializer is made."""

    def __init__(self, **options: Any) -> None:
        super().__init__(list(FORMATS), **options)


class EventInput(serializers.ModelSerializer[Event]):
    options = serializers.DictField(child=serializers.JSONField(), required=False)
    round_options = serializers.DictField(
        child=serializers.DictField(child=serializers.JSONField()), required=False
    )
    format = FormatField(
        required=False, help_text="Default: the usual one of the game."
    )
    settings = serializers.DictField(
        child=serializers.JSONField(),
        required=False,
        help_text="Settings of the format; see /formats/.",
    )
    lateness = serializers.DictField(
        child=serializers.JSONField(),
        required=False,
        help_text="Penalty for coming late, in minutes: `grace`, `per` (a set for each), "
        "`lost_after`, `first_round`.",
    )
    phases = serializers.ListField(
        child=serializers.DictField(child=serializers.JSONField()),
        max_length=8,
        required=False,
        help_text="Later stages: `format`, `settings`, and `takes`, which says who "
        "advances from which earlier stage.",
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


class StepInput(serializers.Serializer[object]):
    action = serializers.ChoiceField(["open", "close", "cancel"])


class UndoInput(serializers.Serializer[object]):
    number = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, help_text="A line of the log."
    )


class FormatSettingSerializer(serializers.Serializer[object]):
    name = serializers.CharField()
    values = serializers.CharField(help_text="The possible values: `1–200`, or `8, 4`.")
    default = serializers.JSONField(help_text="A number, a word, or true or false.")
    rule = serializers.CharField(help_text="Where the setting comes from.")


class FormatSerializer(serializers.Serializer[Format]):
    code = serializers.CharField()
    several = serializers.BooleanField(
        source="is_multiplayer",
        help_text="Whether more than two sides meet at a table.",
    )
    partners = serializers.BooleanField(
        source="has_partners", help_text="Whether partners change from round to round."
    )
    redrawn = serializers.BooleanField(
        source="is_redrawn",
        help_text="Whether the rounds are drawn again when entries come or go.",
    )
    draw = serializers.CharField(
        source="draw_kind", help_text="The kind of draw that opens a stage."
    )
    settings = serializers.SerializerMethodField()
    tie_breaks = serializers.ListField(child=serializers.CharField())
    rounds = serializers.ListField(
        source="round_codes",
        child=serializers.CharField(),
        help_text="Codes of its rounds.",
    )

    @extend_schema_field(FormatSettingSerializer(many=True))
    def get_settings(self, format: Format) -> list[dict[str, Any]]:
        defaults = settings.whole(format, {})
        return [
            {
                "name": name,
                "values": str(choice),
                "default": defaults[name],
                "rule": choice.rule,
            }
            for name, choice in format.choices.items()
        ]


class FormatListSerializer(serializers.Serializer[object]):
    results = FormatSerializer(many=True)


class EventClubSerializer(serializers.Serializer[object]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    slug = serializers.CharField()


class EventSerializer(serializers.Serializer[Event]):
    """An event: its rules, its conditions and its progress. Expects its club."""

    id = serializers.IntegerField()
    club = EventClubSerializer()
    name = serializers.CharField()
    intro = serializers.CharField()
    place = serializers.CharField()
    starts_at = InstantField()
    state = serializers.ChoiceField(Event.State.choices)
    game = serializers.CharField()
    options = JsonObjectField(help_text="Rules of the game; see /games/.")
    round_options = JsonObjectField(
        help_text="Rules that differ in a round, by its code."
    )
    format = FormatField()
    settings = JsonObjectField(help_text="Settings of the format; see /formats/.")
    phases = serializers.ListField(
        child=JsonObjectField(), help_text="Later stages, as they were planned."
    )
    team_size = serializers.IntegerField()
    singles = serializers.BooleanField(
        help_text="Whether single players may enter and are drawn a partner."
    )
    lateness = JsonObjectField(help_text="Penalty for coming late; empty for none.")
    substitutes = serializers.ChoiceField(Event.Substitutes.choices)
    in_app = serializers.BooleanField(
        help_text="Whether matches are played in the app."
    )
    turn_seconds = serializers.IntegerField(allow_null=True)
    words = serializers.ChoiceField(Event.Words.choices)
    fee = serializers.CharField(help_text="In euros, for a pair: 12.50.")
    capacity = serializers.IntegerField()
    places_left = serializers.SerializerMethodField()
    deadline = InstantField(allow_null=True)
    frozen = serializers.SerializerMethodField(
        help_text="Whether a draw was announced, which fixes the rules."
    )
    number = serializers.IntegerField(
        source="version", help_text="Grows with each change of the event."
    )

    def get_places_left(self, event: Event) -> int:
        return places_left(event)

    def get_frozen(self, event: Event) -> bool:
        return event.frozen_at is not None


class EventListSerializer(serializers.Serializer[object]):
    results = EventSerializer(many=True)
    next = serializers.IntegerField(
        allow_null=True, help_text="The number of the next page; null on the last one."
    )


class WinnersSerializer(serializers.Serializer[object]):
    phase = serializers.IntegerField()
    second = serializers.BooleanField(
        help_text="Whether this is the second bracket of the stage."
    )
    entries = serializers.SerializerMethodField()

    @extend_schema_field(EntrySerializer(many=True))
    def get_entries(self, won: Any) -> Any:
        winners = [row.entry for row in won.rows]
        return EntrySerializer(winners, many=True).data


class EndingSerializer(serializers.Serializer[object]):
    """The outcome of an event if it were finished now."""

    left_out = serializers.SerializerMethodField(
        help_text="Numbers of the stages that would not be played."
    )
    won = WinnersSerializer(many=True)

    def get_left_out(self, ending: Any) -> list[int]:
        return [stage.number for stage in ending.left_out]


class StandingSerializer(serializers.Serializer[Standing]):
    """A line of the standings. Expects the entry with its players."""

    position = serializers.IntegerField()
    rank = serializers.IntegerField(allow_null=True)
    shared_to = serializers.IntegerField(
        allow_null=True, help_text="Last of the ranks that are shared."
    )
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    sets_for = serializers.IntegerField()
    sets_against = serializers.IntegerField()
    tantos_for = serializers.IntegerField(allow_null=True)
    tantos_against = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField(
        allow_null=True, help_text="Sum of the points at multiplayer tables."
    )
    placing = serializers.IntegerField(
        allow_null=True, help_text="Sum of the ranks at multiplayer tables."
    )
    group = serializers.IntegerField(allow_null=True)
    running = serializers.JSONField(
        help_text="The set that is being played in the app, if there is one."
    )
    why = ReasonField()
    entry = serializers.IntegerField()
    name = serializers.CharField()

    def to_representation(self, row: Standing) -> dict[str, Any]:
        # By hand, since tables are long and DRF looks up each field.
        return {
            "position": row.position,
            "rank": row.rank,
            "shared_to": row.shared_to,
            "played": row.played,
            "won": row.won,
            "lost": row.lost,
            "sets_for": row.sets_for,
            "sets_against": row.sets_against,
            "tantos_for": row.tantos_for,
            "tantos_against": row.tantos_against,
            "points": row.points,
            "placing": row.placing,
            "group": row.group,
            "running": row.running,
            "why": row.why,
            "entry": row.entry_id,
            "name": events.name_of(row.entry),
        }


class StandingsSerializer(serializers.Serializer[object]):
    computed_at = InstantField(allow_null=True)
    phase = serializers.IntegerField(
        required=False, help_text="Missing where no stage has begun."
    )
    closed_at = InstantField(
        required=False, allow_null=True, help_text="When the standings became final."
    )
    corrected = serializers.BooleanField(
        required=False, help_text="Whether a result was corrected after that."
    )
    results = StandingSerializer(many=True)


class LogLineSerializer(serializers.Serializer[LogEntry]):
    """A line of the log, without the stored rows, which hold private data."""

    number = serializers.IntegerField()
    at = InstantField()
    action = serializers.CharField()
    fields = JsonObjectField(help_text="Details of the action.")  # type: ignore[assignment]
    undoes = serializers.IntegerField(
        allow_null=True, help_text="The line that this one undoes."
    )
    hash = serializers.CharField(help_text="Chains the line to the one before it.")
    by = serializers.SerializerMethodField()
    may_be_undone = serializers.SerializerMethodField()

    def get_by(self, line: LogEntry) -> str | None:
        return str(line.by) if line.by else None

    def get_may_be_undone(self, line: LogEntry) -> bool:
        return line.number in self.context["undoable"]


class LogSerializer(serializers.Serializer[object]):
    results = LogLineSerializer(many=True)
