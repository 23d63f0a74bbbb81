"""Bodies of requests (`...Input`) and of answers (`...Serializer`) of the match endpoints."""

from typing import Any, NamedTuple

from rest_framework import serializers

from core.choices import Choice
from games import replay
from games.bot_player import LEVELS
from games.models import Move
from games.queries import Table
from games.replay import Position
from games.rules import dealing
from games.rules.base import CHANCE
from games.table_talk import KINDS, asides_json


class MoveInput(serializers.Serializer[object]):
    answers = serializers.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        help_text="Number of moves in the match that this move follows.",
    )
    id = serializers.RegexField(
        r"^[\x21-\x7e]{1,64}$",
        help_text="Your own id of this move. Sent twice, it is played once.",
    )
    move = serializers.CharField(
        max_length=1000,
        help_text="In the notation of the game; `view.choices` has what is possible. "
        "Mus: discard Ko 7e. Mü: reveal B1. Mizzaire: play 7H.",
    )


class SeatSeedInput(serializers.Serializer[object]):
    seed = serializers.CharField(
        max_length=64, help_text="Any text. It is mixed into the next shuffles."
    )


class CasualMatchInput(serializers.Serializer[object]):
    game = serializers.CharField(
        max_length=20, default="mus", help_text="A `code` of /games/."
    )
    options = serializers.DictField(
        child=serializers.JSONField(),
        default=dict,
        help_text="Some of the options of the game; see /games/.",
    )
    level = serializers.ChoiceField(
        LEVELS, default="simple", help_text="How well the bots play."
    )


class AsideInput(serializers.Serializer[object]):
    """Exactly one of sign, phrase and look."""

    sign = serializers.CharField(
        required=False, max_length=20, help_text="One of `asides.signs`: duples."
    )
    phrase = serializers.CharField(
        required=False, max_length=20, help_text="One of `asides.phrases`: como_vas."
    )
    look = serializers.BooleanField(
        required=False, help_text="True: look up, to notice the opponents' signs."
    )
    answers = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=2**31 - 1,
        help_text="Number of moves in the match when the sign was chosen. A sign that was "
        "true then is not an untrue sign.",
    )


class OptionSerializer(serializers.Serializer[Choice]):
    default = serializers.JSONField(help_text="A number, a word, or true or false.")
    rule = serializers.CharField(help_text="The rule that the option belongs to.")
    values = serializers.ListField(
        required=False, child=serializers.JSONField(), help_text="The possible values."
    )
    min = serializers.IntegerField(
        required=False, help_text="Of a whole number: the least."
    )
    max = serializers.IntegerField(
        required=False, help_text="Of a whole number: the largest."
    )


class GameSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    options = serializers.DictField(
        child=OptionSerializer(), help_text="By name; `players` is the number of seats."
    )

    def to_representation(self, named_game: Any) -> dict[str, Any]:
        code, game = named_game
        defaults = game.rules.options_json(game.rules.options({}))
        options: dict[str, Any] = {}
        for name, choice in game.rules.OPTIONS.items():
            option = {"default": defaults[name], "rule": choice.rule}
            options[name] = option | possible_values(choice)
        return {"code": code, "options": options}


def possible_values(choice: Choice) -> dict[str, Any]:
    if isinstance(choice.values, range):
        return {"min": choice.values[0], "max": choice.values[-1]}
    return {"values": list(choice.values)}


class SeatedPlayerSerializer(serializers.Serializer[object]):
    name = serializers.CharField()
    bot = serializers.BooleanField()
    level = serializers.CharField(help_text="How well a bot plays; else empty.")
    user = serializers.IntegerField()


class NextShuffleSerializer(serializers.Serializer[object]):
    """The commitment to the next shuffle, published before it happens."""

    number = serializers.IntegerField()
    commitment = serializers.CharField()
    seat_seed_hashes = serializers.DictField(
        child=serializers.CharField(), help_text="By seat, for seats that added a text."
    )


class AsideSerializer(serializers.Serializer[object]):
    deal = serializers.IntegerField()
    after = serializers.IntegerField(help_text="Number of moves before it.")
    seat = serializers.IntegerField()
    kind = serializers.ChoiceField(KINDS)
    code = serializers.CharField()
    at = serializers.DateTimeField()


class ShownAsideSerializer(AsideSerializer):
    seen_by = serializers.ListField(
        child=serializers.IntegerField(), help_text="The seats that noticed it."
    )


class AsidesSerializer(serializers.Serializer[object]):
    """Signs, looks and phrases in this deal."""

    signs = serializers.ListField(
        child=serializers.CharField(), help_text="What your seat may sign now."
    )
    look = serializers.BooleanField(help_text="Whether your seat may look up now.")
    phrases = serializers.ListField(
        child=serializers.CharField(), help_text="What your seat may say now."
    )
    heard = AsideSerializer(many=True, help_text="What you noticed in this deal.")


class AsidesAnswerSerializer(serializers.Serializer[object]):
    asides = AsidesSerializer(allow_null=True)
    history = ShownAsideSerializer(
        many=True, help_text="Everything, once the match is over."
    )


class SeenMatch(NamedTuple):
    """A match in one position, and the table of the viewer."""

    table: Table
    position: Position


class PlayedMatchSerializer(serializers.Serializer[SeenMatch]):
    """A match as its viewer may see it, without the clock."""

    id = serializers.UUIDField()
    game = serializers.CharField()
    options = serializers.DictField(child=serializers.JSONField())
    public = serializers.BooleanField()
    words = serializers.CharField(help_text="The vocabulary of the table.")
    commitment = serializers.CharField(help_text="SHA-256 of the secret of the match.")
    number = serializers.IntegerField(help_text="Number of moves so far.")
    seat = serializers.IntegerField(allow_null=True, help_text="Yours, if you play.")
    seats = SeatedPlayerSerializer(many=True)
    next_shuffle = NextShuffleSerializer(
        allow_null=True, help_text="Null once the match is over."
    )
    view = serializers.DictField(
        child=serializers.JSONField(),
        help_text="The position as you may see it. `choices`: the moves you may make.",
    )
    asides = AsidesSerializer(
        allow_null=True, help_text="Null where only moves are agreed on."
    )

    def to_representation(self, seen: SeenMatch) -> dict[str, Any]:
        # By hand, since this answers every move and DRF looks up each field.
        table, position = seen
        match = table.match
        view = replay.rules_of(match).view(position.state, table.seat)
        seats = [
            {
                "name": seating.name,
                "bot": seating.user.is_bot,
                "level": seating.user.level,
                "user": seating.user_id,
            }
            for seating in table.seatings
        ]
        return {
            "id": str(match.pk),
            "game": match.game,
            "options": match.options,
            "public": match.public,
            "words": match.words,
            "commitment": dealing.commitment(bytes(match.secret)),
            "number": position.number,
            "seat": table.seat,
            "seats": seats,
            "next_shuffle": None if match.over else next_shuffle(table, position),
            "view": view,
            "asides": asides_json(table, view),
        }


class MoveSerializer(PlayedMatchSerializer):
    """The match after a move of yours."""

    move = serializers.IntegerField(help_text="Number of your move in the match.")

    def to_representation(self, seen: SeenMatch) -> dict[str, Any]:
        return {"move": self.context["move"], **super().to_representation(seen)}


class MatchSerializer(PlayedMatchSerializer):
    """A match as its viewer may see it, with its clock."""

    deadline = serializers.DateTimeField(
        allow_null=True, help_text="When the clock of the seat to act runs out."
    )
    turn_seconds = serializers.IntegerField(allow_null=True)
    finished = serializers.BooleanField()
    annulled = serializers.BooleanField()

    def to_representation(self, seen: SeenMatch) -> dict[str, Any]:
        match = seen.table.match
        return super().to_representation(seen) | {
            "deadline": match.deadline and match.deadline.isoformat(),
            "turn_seconds": match.turn_seconds,
            "finished": match.finished_at is not None,
            "annulled": match.annulled_at is not None,
        }


def next_shuffle(table: Table, position: Position) -> dict[str, Any]:
    match = table.match
    number = position.shuffles + 1
    seed = dealing.deal_seed(bytes(match.secret), number)
    return {
        "number": number,
        "commitment": dealing.commitment(seed),
        "seat_seed_hashes": seat_seed_hashes(match.seat_seeds),
    }


def seat_seed_hashes(seat_seeds: dict[str, str]) -> dict[str, str]:
    return {seat: dealing.seat_seed_hash(text) for seat, text in seat_seeds.items()}


class DealtCardSerializer(serializers.Serializer[object]):
    position = serializers.IntegerField(help_text="Index in the pack.")
    card = serializers.CharField()
    salt = serializers.CharField()


class ShuffleSerializer(serializers.Serializer[Move]):
    """The proof of one shuffle: its leaves, and the cards dealt to this viewer.

    The context has the viewer's `table`, and the latest `position` in which this shuffle
    was the last one.
    """

    number = serializers.IntegerField()
    commitment = serializers.CharField()
    root = serializers.CharField()  # type: ignore[assignment]
    leaves = serializers.ListField(child=serializers.CharField())
    seat_seed_hashes = serializers.DictField(child=serializers.CharField())
    yours = DealtCardSerializer(many=True)
    seed = serializers.CharField(
        required=False, help_text="Once the match is over, as are the next two."
    )
    seat_seeds = serializers.DictField(required=False, child=serializers.CharField())
    order = serializers.ListField(
        required=False, child=serializers.CharField(), help_text="The shuffled pack."
    )

    def to_representation(self, shuffle: Move) -> dict[str, Any]:
        table: Table = self.context["table"]
        proof = dict(shuffle.proof or {})
        seed = dealing.deal_seed(bytes(table.match.secret), proof["shuffle"])
        cards = shuffle.text.split()[1:]
        answer: dict[str, Any] = {
            "number": proof["shuffle"],
            "commitment": proof["commitment"],
            "root": proof["root"],
            "leaves": list(dealing.leaves(cards, seed)),
            "seat_seed_hashes": seat_seed_hashes(proof["seat_seeds"]),
            "yours": self.dealt_cards(table, cards, seed),
        }
        if table.match.over:
            answer["seed"] = seed.hex()
            answer["seat_seeds"] = proof["seat_seeds"]
            answer["order"] = cards
        return answer

    def dealt_cards(
        self, table: Table, cards: list[str], seed: bytes
    ) -> list[dict[str, Any]]:
        if table.seat is None:
            return []
        state = self.context["position"].state
        dealt: list[dict[str, Any]] = []
        for at in replay.rules_of(table.match).positions(state, table.seat):
            salt = dealing.salt(seed, at).hex()
            dealt.append({"position": at, "card": cards[at], "salt": salt})
        return dealt


class SeatSeedSerializer(serializers.Serializer[object]):
    from_shuffle = serializers.IntegerField(
        help_text="The first shuffle that the text is mixed into."
    )


class ClockSerializer(serializers.Serializer[object]):
    moved = serializers.BooleanField(help_text="Whether a move was made for the seat.")


class TurnSerializer(serializers.Serializer[object]):
    match = serializers.UUIDField(source="match_id")
    seat = serializers.IntegerField()
    number = serializers.IntegerField(
        source="match.version", help_text="Number of moves so far."
    )
    deal = serializers.SerializerMethodField(
        help_text="Whether the first deal is awaited, which any seat may make."
    )

    def get_deal(self, seating: Any) -> bool:
        return bool(seating.match.to_act == CHANCE)


class TurnListSerializer(serializers.Serializer[object]):
    turns = TurnSerializer(many=True)
