"""Fields that several serializers share."""

from datetime import UTC
from typing import Any

from rest_framework import serializers

LARGEST_ID = 2**62


class InstantField(serializers.DateTimeField):
    """An instant in an answer, always in UTC.

    DRF's own field would write it in the service's time zone. The offsets of that zone
    before 1901 have seconds, which RFC 3339 does not allow.
    """

    def to_representation(self, value: Any) -> Any:
        return value.astimezone(UTC)


class IdField(serializers.IntegerField):
    """The id of a row in a request."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=LARGEST_ID, **options)


class EntryNumberField(serializers.IntegerField):
    """The number of an entry in its event, in a request."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=99_999, **options)


class SetsField(serializers.IntegerField):
    """Number of sets that a side won or lost."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=99, **options)


class PointsInputField(serializers.ListField):
    """Points of each player at a multiplayer table, in seat order; null for an absent player."""

    child = serializers.IntegerField(min_value=-99999, max_value=99999, allow_null=True)

    def __init__(self, **options: Any) -> None:
        options = {"required": False, "allow_null": True, "default": None} | options
        super().__init__(max_length=20, **options)


class PointsField(serializers.ListField):
    """Points at a multiplayer table in an answer; null where two sides met."""

    child = serializers.IntegerField(allow_null=True)

    def __init__(self) -> None:
        super().__init__(
            allow_null=True,
            help_text="Points of each player at a multiplayer table, in seat order; "
            "null for an absent player.",
        )


class SetPairField(serializers.ListField):
    """The sets of side a and of side b."""

    child = SetsField()

    def __init__(self, **options: Any) -> None:
        super().__init__(min_length=2, max_length=2, **options)


class NumbersField(serializers.ListField):
    """Whole numbers in an answer: ids of rows, or numbers of entries."""

    child = serializers.IntegerField()


class NullableNumbersField(serializers.ListField):
    """Whole numbers in an answer, null where one is not known."""

    child = serializers.IntegerField(allow_null=True)


class JsonObjectField(serializers.DictField):
    """A JSON object whose keys depend on a game, a format or a code."""

    child = serializers.JSONField()

    def to_representation(self, value: Any) -> Any:
        return value


class ReasonField(JsonObjectField):
    """A reason as its code and whatever its sentence needs."""

    def __init__(self, **options: Any) -> None:
        options.setdefault(
            "help_text", "`code`, and what the sentence of that code needs."
        )
        super().__init__(**options)
