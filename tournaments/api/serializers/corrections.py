"""Corrections of earlier results: the preview of what would follow."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.messages import sentence
from tournaments.api.serializers.fields import (
    JsonObjectField,
    NullableNumbersField,
    NumbersField,
)
from tournaments.api.serializers.pairings import DecisionInput
from tournaments.rules import corrections
from tournaments.services.corrections import CorrectionPreview

CHOICES = [corrections.KEEP, corrections.RESLOT, corrections.REPLAY]
STATES = [corrections.OPEN, corrections.RUNNING, corrections.DECIDED]


class CorrectionChoiceInput(serializers.Serializer[object]):
    round = serializers.IntegerField(min_value=1, max_value=9999)
    slot = serializers.IntegerField(min_value=0, max_value=9999)
    choice = serializers.ChoiceField(CHOICES)


class CorrectionInput(DecisionInput):
    preview = serializers.BooleanField(
        default=True, help_text="Only report what would follow."
    )
    seen = serializers.CharField(
        max_length=64,
        default="",
        allow_blank=True,
        help_text="The `mark` of the preview that you have read.",
    )
    choices = CorrectionChoiceInput(
        many=True, default=[], help_text="What to do with pairings that would change."
    )
    closed = serializers.BooleanField(
        default=False,
        help_text="Confirms that entries which have advanced from the stage stay there.",
    )


class ChangedPairingSerializer(serializers.Serializer[corrections.Moved]):
    round = serializers.IntegerField(source="opened.round")
    slot = serializers.IntegerField(source="opened.slot")
    state = serializers.ChoiceField(STATES, source="opened.state")
    was = NullableNumbersField(source="opened.entries")
    now = NullableNumbersField()
    choices = serializers.ListField(
        source="opened.choices", child=serializers.ChoiceField(CHOICES)
    )
    choice = serializers.ChoiceField(CHOICES)


class ChangedRankSerializer(serializers.Serializer[corrections.RankChange]):
    entry = serializers.IntegerField()
    was = NullableNumbersField(help_text="The first and the last of the shared ranks.")
    now = NullableNumbersField(help_text="The first and the last of the shared ranks.")


class ChangedEntriesSerializer(serializers.Serializer[object]):
    comes = NumbersField()
    goes = NumbersField()


class ChangedQualifiersSerializer(serializers.Serializer[corrections.Requalified]):
    phase = serializers.IntegerField(source="taker.stage")
    takes = serializers.SerializerMethodField()
    drawn = serializers.BooleanField(
        source="taker.drawn", help_text="Whether that stage is drawn already."
    )
    comes = NumbersField()
    goes = NumbersField()
    refused = serializers.SerializerMethodField()

    @extend_schema_field(
        JsonObjectField(help_text="Who advances, as the event has it.")
    )
    def get_takes(self, changed: corrections.Requalified) -> dict[str, Any]:
        return changed.taker.takes._asdict()

    def get_refused(self, changed: corrections.Requalified) -> str | None:
        return sentence(changed.refused) if changed.refused else None


class CorrectionPreviewSerializer(serializers.Serializer[CorrectionPreview]):
    """What would follow from a correction. Entries are given by number."""

    mark = serializers.CharField(
        source="version", help_text="Send it as `seen` to carry this out."
    )
    closed = serializers.BooleanField(
        source="needs_consent", help_text="Whether `closed` has to be confirmed."
    )
    pairings = ChangedPairingSerializer(many=True, source="preview.pairings")
    places = ChangedRankSerializer(many=True, source="preview.ranks")
    next_draw = ChangedEntriesSerializer(source="preview")
    qualifiers = ChangedQualifiersSerializer(many=True, source="preview.qualifiers")
