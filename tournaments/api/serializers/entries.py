"""Sign-up, and the entries of an event."""

from typing import Any

from rest_framework import serializers

from tournaments import signed_links
from tournaments.api.serializers.fields import IdField
from tournaments.models import Entry
from tournaments.reading import events

MOST_PLAYERS = 10


class PersonInput(serializers.Serializer[object]):
    name = serializers.CharField(max_length=200)


class EntryInput(serializers.Serializer[object]):
    players = PersonInput(
        many=True,
        help_text="Two for a pair. One for a player who wants a drawn partner, or where "
        "everybody plays alone. The first is you.",
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
        if len(players) > MOST_PLAYERS:
            raise serializers.ValidationError(f"At most {MOST_PLAYERS}.")
        return players


class SignUpInput(EntryInput):
    venue_code = serializers.CharField(
        max_length=6,
        required=False,
        allow_blank=True,
        default="",
        help_text="The six figures that the club shows in the venue, where many sign up "
        "from one internet address.",
    )


class ImportInput(serializers.Serializer[object]):
    csv = serializers.CharField(
        max_length=3_000_000, help_text="Columns: player1, player2, team, club, phone."
    )
    dry_run = serializers.BooleanField(
        default=True, help_text="Only report what is wrong, and enter nothing."
    )


class PartnerKeyInput(serializers.Serializer[object]):
    key = serializers.CharField(
        max_length=300, help_text="The `partner_key` that your partner received."
    )


class PaidInput(serializers.Serializer[object]):
    paid = serializers.BooleanField()


class EntrySeedInput(serializers.Serializer[object]):
    seed = serializers.IntegerField(
        min_value=1,
        max_value=9999,
        allow_null=True,
        help_text="1 for the strongest; null for an unseeded entry.",
    )


class MergeInput(serializers.Serializer[object]):
    into = IdField(help_text="The entry that remains.")


class SubstituteInput(serializers.Serializer[object]):
    place = serializers.IntegerField(
        min_value=0, max_value=9, help_text="Index of the player who leaves, from 0."
    )
    name = serializers.CharField(max_length=60, help_text="Name of the substitute.")


class PlayerSerializer(serializers.Serializer[object]):
    name = serializers.CharField()
    confirmed = serializers.BooleanField(
        help_text="Whether this player has agreed to the entry."
    )


class EntrySerializer(serializers.Serializer[Any]):
    """An entry. Expects its players to be prefetched.

    `phone` and `paid` are in the answer where the context has `private`.
    """

    id = serializers.IntegerField()
    event = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Order of arrival, from 1.")
    name = serializers.CharField(help_text="The team name, or else the players' names.")
    team_name = serializers.CharField()
    club_name = serializers.CharField()
    seed = serializers.IntegerField(
        allow_null=True, help_text="1 for the strongest; null for an unseeded entry."
    )
    state = serializers.ChoiceField(Entry.State.choices)
    team = serializers.IntegerField(
        allow_null=True,
        help_text="The entry that the draw of partners made of this one.",
    )
    players = PlayerSerializer(many=True)
    phone = serializers.CharField(
        required=False, help_text="Only for its own players and the organisers."
    )
    paid = serializers.BooleanField(
        required=False, help_text="Only for its own players and the organisers."
    )

    def to_representation(self, entry: Entry) -> dict[str, Any]:
        # By hand, since lists of entries are long and DRF looks up each field.
        answer: dict[str, Any] = {
            "id": entry.pk,
            "event": entry.event_id,
            "number": entry.number,
            "name": events.name_of(entry),
            "team_name": entry.team_name,
            "club_name": entry.club_name,
            "seed": entry.seed,
            "state": entry.state,
            "team": entry.team_id,
            "players": [
                {"name": player.name, "confirmed": player.confirmed_at is not None}
                for player in entry.players.all()
            ],
        }
        if self.context.get("private"):
            answer["phone"] = entry.phone
            answer["paid"] = entry.paid
        return answer


class NewEntrySerializer(EntrySerializer):
    partner_key = serializers.CharField(
        help_text="For your partner, who confirms the entry with it."
    )

    def to_representation(self, entry: Entry) -> dict[str, Any]:
        answer = super().to_representation(entry)
        answer["partner_key"] = signed_links.key(signed_links.PARTNER, entry.pk)
        return answer


class EntryListSerializer(serializers.Serializer[object]):
    results = EntrySerializer(many=True)


class ImportProblemSerializer(serializers.Serializer[object]):
    line = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField(help_text="A sentence in the reader's language.")


class ImportSerializer(serializers.Serializer[object]):
    rows = serializers.IntegerField(help_text="Number of rows in the file.")
    entered = serializers.IntegerField(help_text="Number of rows entered.")
    problems = ImportProblemSerializer(many=True)
