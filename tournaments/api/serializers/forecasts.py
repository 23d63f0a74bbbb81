"""What an event will need, and what each entry needs to advance."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.messages import sentence
from tournaments.api.serializers.fields import NumbersField
from tournaments.reading.planning import Outlook
from tournaments.rules.forecasts.planner import Expected


class PlacesInput(serializers.Serializer[object]):
    places = serializers.IntegerField(
        min_value=1, max_value=999, required=False, allow_null=True, default=None
    )


class PlanInput(serializers.Serializer[object]):
    entries = serializers.IntegerField(
        min_value=2,
        max_value=4096,
        required=False,
        help_text="Default: those who have entered.",
    )
    tables = serializers.IntegerField(
        min_value=1,
        max_value=2048,
        required=False,
        help_text="Together with `minutes`.",
    )
    minutes = serializers.IntegerField(
        min_value=1, max_value=600, required=False, help_text="For a round."
    )


class NeedSerializer(serializers.Serializer[object]):
    entry = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.CharField(
        help_text="`clinched`, `out`, or a code between them."
    )
    enough = serializers.ListField(
        child=NumbersField(),
        help_text="Each set of wins that is enough, as the opponents.",
    )
    must = NumbersField(help_text="Opponents to whom it must not lose.")
    chance = serializers.IntegerField(
        allow_null=True,
        help_text="In how many of `runs` it advanced; null where nothing was left to chance.",
    )


class NeedsSerializer(serializers.Serializer[object]):
    phase = serializers.IntegerField()
    places = serializers.IntegerField()
    of_each_group = serializers.BooleanField()
    best_of_others = serializers.BooleanField()
    exact = serializers.BooleanField(allow_null=True)
    runs = serializers.IntegerField(allow_null=True)
    results = NeedSerializer(
        many=True, allow_null=True, help_text="Null while it is being computed."
    )


class SpreadSerializer(serializers.Serializer[object]):
    mean = serializers.FloatField()
    least = serializers.IntegerField()
    most = serializers.IntegerField()


class ExpectedSerializer(serializers.Serializer[Expected]):
    rounds = SpreadSerializer()
    matches = SpreadSerializer()
    minutes = SpreadSerializer(allow_null=True)
    playing = serializers.ListField(
        child=serializers.FloatField(), help_text="Matches of each round."
    )


class PlanProblemSerializer(serializers.Serializer[object]):
    code = serializers.CharField()
    detail = serializers.SerializerMethodField()

    def get_detail(self, refusal: Any) -> str:
        return sentence(refusal)


class OutlookSerializer(serializers.Serializer[Outlook]):
    """A stage. What depends on chance is the mean, least and most of many simulations."""

    phase = serializers.IntegerField(source="stage.number")
    format = serializers.CharField(source="stage.format")
    entries = serializers.IntegerField()
    exact = serializers.BooleanField(help_text="Whether nothing depends on chance.")
    expected = ExpectedSerializer(allow_null=True)
    problem = serializers.SerializerMethodField()

    @extend_schema_field(PlanProblemSerializer(allow_null=True))
    def get_problem(self, outlook: Outlook) -> Any:
        if outlook.expected is None and outlook.problem:
            return PlanProblemSerializer(outlook.problem).data
        return None


class PlanSerializer(serializers.Serializer[object]):
    entries = serializers.IntegerField()
    results = OutlookSerializer(many=True)
