"""Circuits, qualifiers of other events, and ratings."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.fields import Field

from tournaments.api.serializers.entries import EntrySerializer
from tournaments.api.serializers.fields import (
    LARGEST_ID,
    IdField,
    NumbersField,
    ReasonField,
)
from tournaments.models import Circuit
from tournaments.reading import seasons


class CircuitInput(serializers.Serializer[object]):
    name = serializers.CharField(max_length=80)
    points = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=100_000),
        max_length=128,
        help_text="Points for the first rank, the second, and so on.",
    )
    best = serializers.IntegerField(
        min_value=0,
        max_value=100,
        default=0,
        help_text="How many of the best events count; 0 for all.",
    )


class CircuitEventsInput(serializers.Serializer[object]):
    events = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        max_length=200,
    )


class FeederInput(serializers.Serializer[object]):
    event = IdField(help_text="The event whose best entries qualify for this one.")
    places = serializers.IntegerField(
        min_value=0, max_value=512, default=0, help_text="A fixed number of qualifiers."
    )
    per = serializers.IntegerField(
        min_value=0,
        max_value=512,
        default=0,
        help_text="One qualifier for each this many entries.",
    )
    most = serializers.IntegerField(
        min_value=1,
        max_value=512,
        default=128,
        help_text="At most this many qualifiers.",
    )
    reserves = serializers.IntegerField(
        min_value=0, max_value=32, default=1, help_text="Number of named reserves."
    )


class FeederRemoveInput(serializers.Serializer[object]):
    event = IdField()


class ShareInput(serializers.Serializer[object]):
    places = serializers.IntegerField(
        min_value=1,
        max_value=512,
        help_text="Qualifiers of all the events that feed this one together.",
    )
    most = serializers.IntegerField(
        min_value=1,
        max_value=512,
        default=128,
        help_text="At most this many per event.",
    )


class EnterQualifiedInput(serializers.Serializer[object]):
    cannot = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        max_length=512,
        default=list,
        help_text="Qualified entries that will not come.",
    )


class CircuitNameSerializer(serializers.Serializer[Circuit]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class CircuitListSerializer(serializers.Serializer[object]):
    results = CircuitNameSerializer(many=True)


class CircuitRankSerializer(serializers.Serializer[Any]):
    """A line of the ranking. Points are text, since shared ranks may divide them: 5/2."""

    name = serializers.CharField()
    rank = serializers.IntegerField(source="ranked.rank")
    shared_to = serializers.IntegerField(source="ranked.shared_to")
    total = serializers.CharField(source="ranked.total")
    counted = serializers.ListField(
        source="ranked.counted", child=serializers.CharField()
    )
    why = serializers.SerializerMethodField()

    @extend_schema_field(ReasonField())
    def get_why(self, line: seasons.Line) -> dict[str, str]:
        why = line.ranked.why
        texts = {name: str(value) for name, value in why.fields.items()}
        return {"code": why.code, **texts}


class CircuitSerializer(serializers.Serializer[Circuit]):
    """A circuit with its ranking."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    points = NumbersField(help_text="Points for the first rank, the second, and so on.")
    best = serializers.IntegerField(
        help_text="How many of the best events count; 0: all."
    )
    events = serializers.SerializerMethodField(help_text="By date.")
    ranking = serializers.SerializerMethodField()

    def get_events(self, circuit: Circuit) -> list[int]:
        by_date = circuit.events.order_by("starts_at")
        return list(by_date.values_list("pk", flat=True))

    @extend_schema_field(CircuitRankSerializer(many=True))
    def get_ranking(self, circuit: Circuit) -> Any:
        ranking = seasons.circuit_ranking(circuit)
        return CircuitRankSerializer(ranking, many=True).data


class FeederSerializer(serializers.Serializer[object]):
    """An event whose best entries qualify for this one. The context has the `chain`."""

    id = serializers.IntegerField()
    source_id = serializers.IntegerField(help_text="The event.")
    places = serializers.IntegerField()
    per = serializers.IntegerField()
    most = serializers.IntegerField()
    reserves = serializers.IntegerField()
    entries = serializers.SerializerMethodField(help_text="Number of its entries.")
    named = serializers.SerializerMethodField(help_text="The reserves, in order.")

    def get_entries(self, feeder: Any) -> int:
        number: int = self.context["chain"].entry_count(feeder)
        return number

    @extend_schema_field(EntrySerializer(many=True))
    def get_named(self, feeder: Any) -> Any:
        return EntrySerializer(self.context["chain"].reserves(feeder), many=True).data


class QualifierSerializer(serializers.Serializer[seasons.Sent]):
    source = serializers.IntegerField(  # type: ignore[assignment]
        source="feeder.source_id", help_text="The event."
    )
    qualified = EntrySerializer()
    goes = EntrySerializer(
        allow_null=True, help_text="Who takes the place; null if nobody is left."
    )
    why = serializers.CharField(help_text="A code.")

    def get_fields(self) -> dict[str, Field[Any, Any, Any, Any]]:
        # `from` is a keyword of Python, so no field can be declared with that name.
        fields = super().get_fields()
        return {"from": fields.pop("source"), **fields}


class FeedersSerializer(serializers.Serializer[seasons.FedEvent]):
    """The events that feed one event. The context has the `chain`, which is the instance too."""

    feeders = FeederSerializer(many=True)
    sent = QualifierSerializer(
        many=True,
        source="qualified",
        help_text="Qualifiers of the events that are over.",
    )


class EnteredSerializer(serializers.Serializer[object]):
    entered = EntrySerializer(many=True)


class RatingSerializer(serializers.Serializer[object]):
    name = serializers.CharField()
    mean = serializers.SerializerMethodField()
    at_least = serializers.SerializerMethodField(
        help_text="The strength is almost certainly not below this."
    )
    spread = serializers.SerializerMethodField(
        help_text="How far the true strength may be from the mean."
    )

    def get_mean(self, rated: Any) -> float:
        return float(round(rated.rating.mean, 2))

    def get_at_least(self, rated: Any) -> float:
        return float(round(rated.rating.at_least, 2))

    def get_spread(self, rated: Any) -> float:
        return float(round(rated.rating.spread, 2))


class RatingsSerializer(serializers.Serializer[object]):
    """The strongest players and pairs of a club."""

    MOST = 500

    results = serializers.SerializerMethodField(
        help_text="Players, the strongest first."
    )
    pairs = serializers.SerializerMethodField(help_text="Pairs, the strongest first.")

    @extend_schema_field(RatingSerializer(many=True))
    def get_results(self, ratings: Any) -> Any:
        return RatingSerializer(ratings.players[: self.MOST], many=True).data

    @extend_schema_field(RatingSerializer(many=True))
    def get_pairs(self, ratings: Any) -> Any:
        return RatingSerializer(ratings.pairs[: self.MOST], many=True).data
