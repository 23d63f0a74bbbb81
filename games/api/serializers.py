"""What the match endpoints take; answers are the plain JSON of `games.presenting`."""

from rest_framework import serializers

from games.bot_player import LEVELS


class MoveInput(serializers.Serializer[object]):
    answers = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text="How many moves the match had."
    )
    id = serializers.RegexField(
        r"^[\x21-\x7e]{1,64}$",
        help_text="Your own id of this move: sent twice, it has one effect.",
    )
    move = serializers.CharField(
        max_length=1000,
        help_text="As the game writes it; `view.choices` says what there is. Mus: discard Ko 7e. Mü: reveal B1. "
        "Mizzaire: play 7H.",
    )


class SeedInput(serializers.Serializer[object]):
    seed = serializers.CharField(
        max_length=64, help_text="Any text; it is mixed into the next shuffles."
    )


class FriendlyInput(serializers.Serializer[object]):
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


class OptionOutput(serializers.Serializer[object]):
    default = serializers.JSONField(help_text="What holds where nothing is said.")
    rule = serializers.CharField(help_text="The rule that the option belongs to.")
    values = serializers.ListField(
        required=False, child=serializers.JSONField(), help_text="What it may be."
    )
    min = serializers.IntegerField(
        required=False, help_text="Where it may be any whole number from here ..."
    )
    max = serializers.IntegerField(required=False, help_text="... to here.")


class GameOutput(serializers.Serializer[object]):
    code = serializers.CharField()
    options = serializers.DictField(
        child=OptionOutput(), help_text="By name; `players` is the number of seats."
    )
