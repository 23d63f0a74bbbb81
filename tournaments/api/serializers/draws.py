"""Draws: announced, made, published."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.messages import sentence
from tournaments.api.serializers.fields import (
    EntryNumberField,
    InstantField,
    JsonObjectField,
    ReasonField,
)
from tournaments.models import Draw, Event, Pairing
from tournaments.rules.draws.draw import VERSION
from tournaments.rules.draws.manual_swaps import Violations


class AnnounceInput(serializers.Serializer[object]):
    kind = serializers.ChoiceField(
        Draw.Kind.choices, help_text="`teams`, then the kind that the format needs."
    )
    phase = serializers.IntegerField(
        min_value=1,
        max_value=9,
        required=False,
        help_text="Needed where several stages could be drawn.",
    )
    apart = serializers.BooleanField(
        default=False,
        help_text="Draw of partners: club-mates do not become partners (not when drawn by cards).",
    )
    balanced = serializers.BooleanField(
        default=False,
        help_text="Draw of partners: one of the stronger half with one of the weaker, "
        "by seed.",
    )
    bans = serializers.ListField(
        child=serializers.ListField(
            child=EntryNumberField(), min_length=2, max_length=2
        ),
        default=list,
        max_length=500,
        help_text="Draw of partners: [[3, 7], ...], numbers of players who must not be "
        "partners.",
    )


class MakeDrawInput(serializers.Serializer[object]):
    beacon = serializers.CharField(
        max_length=200,
        required=False,
        allow_blank=True,
        default="",
        help_text="Words or digits that the people in the room choose now.",
    )


class SwapInput(serializers.Serializer[object]):
    preview = serializers.BooleanField(
        default=True, help_text="Only report what the swap would break."
    )
    a = EntryNumberField(help_text="The number of an entry in the event.")
    b = EntryNumberField()
    reason = serializers.CharField(
        max_length=300,
        required=False,
        allow_blank=True,
        default="",
        help_text="Required where the swap breaks something. It is public.",
    )


class DueDrawSerializer(serializers.Serializer[object]):
    phase = serializers.IntegerField(source="stage")
    round = serializers.IntegerField()
    kind = serializers.ChoiceField(Draw.Kind.choices)


class DrawnSeatsSerializer(serializers.Serializer[Any]):
    """Drawn seats at a table of two sides. Expects the round, its stage and side a."""

    round = serializers.IntegerField()
    slot = serializers.IntegerField()
    kings = serializers.IntegerField(help_text="Number of kings in the pack: 8 or 4.")
    sides = serializers.ListField(
        child=serializers.ListField(
            child=serializers.ListField(child=serializers.IntegerField())
        ),
        help_text="The players of each side as [number of the entry, player], in the "
        "order in which the sides drew.",
    )
    players = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="The players as [number of the entry, player], from the first to speak.",
    )
    cards = serializers.ListField(
        child=serializers.JSONField(), help_text="The cards that decided the seats."
    )

    def to_representation(self, pairing: Pairing) -> dict[str, Any]:
        drawn_seats = pairing.seats or {}
        first = pairing.a.number if pairing.a else 0
        numbers = {number for number, _player in drawn_seats["players"]}
        in_order_of_drawing = sorted(numbers, key=lambda number: number != first)
        sides = [players_of(number, drawn_seats) for number in in_order_of_drawing]
        return {
            "round": pairing.round.number,
            "slot": pairing.slot,
            "kings": int(pairing.round.options.get("kings", 8)),
            "sides": sides,
            **drawn_seats,
        }


def players_of(number: int, drawn_seats: dict[str, Any]) -> list[list[int]]:
    """The players of the entry with this number."""
    return sorted(player for player in drawn_seats["players"] if player[0] == number)


class DrawSerializer(serializers.Serializer[Draw]):
    """Everything needed to check a draw and to repeat it: input of `manage.py verify_draw`.

    `docs/draws.md` describes it. The context may have `seats`, as `drawn_seats` returns.
    """

    spec = serializers.SerializerMethodField(help_text="Version of the procedure.")
    id = serializers.IntegerField()
    event = serializers.IntegerField(source="event_id")
    draw_id = serializers.CharField(
        source="public_id", help_text="The name that is part of the commitment."
    )
    kind = serializers.ChoiceField(Draw.Kind.choices)
    phase = serializers.IntegerField()
    round = serializers.IntegerField()
    state = serializers.ChoiceField(Draw.State.choices)
    field = serializers.ListField(
        child=serializers.ListField(child=serializers.JSONField()),
        help_text="The frozen list: [number of the entry, name] of each.",
    )
    field_hash = serializers.CharField()
    inputs = JsonObjectField(
        help_text="Everything that decides the draw beside chance."
    )
    input_hash = serializers.CharField()
    commitment = serializers.CharField(help_text="SHA-256 of the secret.")
    secret = serializers.SerializerMethodField(
        help_text="In hexadecimal; null until the draw is made."
    )
    beacon = serializers.CharField()
    resolved = serializers.JSONField(
        help_text="The outcome, after swaps by hand; null until it is drawn."
    )
    swaps = serializers.ListField(child=JsonObjectField(help_text="A swap by hand."))
    seats = serializers.SerializerMethodField()
    reason = serializers.CharField(help_text="Why the draw was discarded.")
    committed_at = InstantField()
    drawn_at = InstantField(allow_null=True)
    published_at = InstantField(allow_null=True)

    def get_spec(self, draw: Draw) -> str:
        return VERSION

    def get_secret(self, draw: Draw) -> str | None:
        # The secret is published once it has been used, never before.
        return bytes(draw.secret).hex() if draw.resolved is not None else None

    @extend_schema_field(DrawnSeatsSerializer(many=True))
    def get_seats(self, draw: Draw) -> Any:
        seats = self.context.get("seats")
        if seats is None:
            seats = drawn_seats(draw.event, draw.round)
        return DrawnSeatsSerializer(seats.get(draw.public_id, []), many=True).data


class DrawListSerializer(serializers.Serializer[object]):
    """Expects `seats` in the context, so that the number of queries stays constant."""

    due = DueDrawSerializer(many=True, help_text="Draws that can be announced now.")
    results = DrawSerializer(many=True)


class BrokenRuleSerializer(serializers.Serializer[object]):
    code = serializers.CharField()
    detail = serializers.SerializerMethodField()
    fields = JsonObjectField(help_text="What the sentence is about.")  # type: ignore[assignment]

    def get_detail(self, refusal: Any) -> str:
        return sentence(refusal)


class BrokenSerializer(serializers.Serializer[Violations]):
    """What a swap by hand would break. Entries are given by number."""

    rules = BrokenRuleSerializer(
        many=True, help_text="Rules that would forbid publishing the draw."
    )
    wishes = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=ReasonField()))
    def get_wishes(self, broken: Violations) -> list[dict[str, Any]]:
        return [{"code": wish.code, **wish.fields} for wish in broken.wishes]


def drawn_seats(event: Event, first_round: int = 1) -> dict[str, list[Pairing]]:
    """Tables of two sides with drawn seats, by the public id of their draw.

    From the given round on. Constant number of queries.
    """
    published = event.draws.filter(state=Draw.State.PUBLISHED)
    draws_of_rounds = {
        (stage, number): public_id
        for stage, number, public_id in published.exclude(
            kind=Draw.Kind.TEAMS
        ).values_list("phase", "round", "public_id")
    }
    pairings = Pairing.objects.filter(
        round__stage__event=event, round__number__gte=first_round, seats__isnull=False
    )
    by_draw: dict[str, list[Pairing]] = {}
    for pairing in pairings.select_related("round__stage", "a").order_by(
        "round__stage__number", "round__number", "slot"
    ):
        stage = pairing.round.stage.number
        # A draw of the whole stage is that of its first round.
        own_draw = draws_of_rounds.get((stage, pairing.round.number))
        draw_id = own_draw or draws_of_rounds[stage, 1]
        by_draw.setdefault(draw_id, []).append(pairing)
    return by_draw
