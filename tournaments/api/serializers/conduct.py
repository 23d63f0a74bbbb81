"""Lateness, and the sheet of a match."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.serializers.fields import (
    IdField,
    InstantField,
    NumbersField,
    SetPairField,
    SetsField,
)
from tournaments.api.serializers.pairings import ResultSerializer
from tournaments.models import Pairing, Sanction
from tournaments.reading import events
from tournaments.services import conduct


class LatenessInput(serializers.Serializer[object]):
    a = serializers.IntegerField(
        min_value=0,
        max_value=conduct.MAX_MINUTES_LATE,
        help_text="Full minutes of side a.",
    )
    b = serializers.IntegerField(
        min_value=0,
        max_value=conduct.MAX_MINUTES_LATE,
        help_text="Full minutes of side b.",
    )


class SanctionInput(serializers.Serializer[object]):
    entry = IdField()
    step = serializers.ChoiceField(
        Sanction.Kind.choices, help_text="The sanction, which the referee chooses."
    )
    offence = serializers.ChoiceField(Sanction.Offence.choices)
    sets_a = SetsField(default=0, help_text="The score of the match so far.")
    sets_b = SetsField(default=0)


class SanctionSerializer(serializers.Serializer[Sanction]):
    number = serializers.IntegerField()
    entry = serializers.IntegerField(source="entry_id")
    step = serializers.ChoiceField(Sanction.Kind.choices, source="kind")
    offence = serializers.ChoiceField(Sanction.Offence.choices)
    at = InstantField()


class ProposedSanctionsSerializer(serializers.Serializer[object]):
    entry = serializers.IntegerField()
    steps = serializers.DictField(
        child=serializers.ChoiceField(Sanction.Kind.choices),
        help_text="What each offence would cost now.",
    )


class SheetSerializer(serializers.Serializer[Pairing]):
    """The sheet of a match. Entries are given by id."""

    late = NumbersField(
        allow_null=True, help_text="Full minutes that side a and side b were late."
    )
    docked = serializers.SerializerMethodField()
    sanctions = SanctionSerializer(many=True)
    proposed = serializers.SerializerMethodField()
    result = ResultSerializer(allow_null=True)

    @extend_schema_field(
        SetPairField(allow_null=True, help_text="Penalty sets of side a and side b.")
    )
    def get_docked(self, pairing: Pairing) -> list[int] | None:
        if pairing.several or pairing.bye:
            return None
        return events.penalties_of(pairing)

    @extend_schema_field(ProposedSanctionsSerializer(many=True))
    def get_proposed(self, pairing: Pairing) -> list[dict[str, Any]]:
        return [
            {"entry": entry.pk, "steps": conduct.proposed(pairing, entry)}
            for entry in pairing.entries
        ]
