"""The dates of a league, and matches on another day."""

from rest_framework import serializers

from tournaments.api.serializers.fields import IdField, InstantField, JsonObjectField
from tournaments.api.serializers.pairings import PairingSerializer
from tournaments.services import calendar


class CalendarInput(serializers.Serializer[object]):
    first = serializers.DateTimeField(help_text="The first evening.")
    days = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=6),
        max_length=7,
        required=False,
        default=list,
        help_text="Days of the week on which rounds are played; 0 is Monday.",
    )
    evening = serializers.IntegerField(
        min_value=1,
        max_value=10,
        required=False,
        default=1,
        help_text="Number of rounds in an evening.",
    )
    skip = serializers.ListField(
        child=serializers.DateField(),
        max_length=60,
        required=False,
        default=list,
        help_text="Days without a round.",
    )
    moving = serializers.CharField(
        max_length=10,
        required=False,
        default=calendar.FREE,
        help_text="Who may move a match: " + ", ".join(calendar.MODES) + ".",
    )


class MatchDateInput(serializers.Serializer[object]):
    at = serializers.DateTimeField(
        allow_null=True, help_text="When it is played; null: with its round."
    )
    entry = IdField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The entry that asks; missing where an organiser decides.",
    )


class RoundDateSerializer(serializers.Serializer[object]):
    number = serializers.IntegerField()
    code = serializers.CharField()
    at = InstantField()


class CalendarSerializer(serializers.Serializer[object]):
    calendar = JsonObjectField(help_text="As it was set; empty without dates.")
    rounds = RoundDateSerializer(many=True)
    moved = PairingSerializer(
        many=True, help_text="Matches that are not played with their round."
    )
