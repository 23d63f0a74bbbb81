"""What the match endpoints take; answers are the plain JSON of `games.presenting`."""

from rest_framework import serializers


class MoveInput(serializers.Serializer[object]):
    answers = serializers.IntegerField(min_value=0, max_value=2**31 - 1, help_text="How many moves the match had.")
    id = serializers.RegexField(
        r"^[\x21-\x7e]{1,64}$", help_text="Your own id of this move: sent twice, it has one effect."
    )
    move = serializers.CharField(max_length=1000, help_text="For example: mus, no mus, discard Ko 7e, envido 2, paso.")


class SeedInput(serializers.Serializer[object]):
    seed = serializers.CharField(max_length=64, help_text="Any text; it is mixed into the next shuffles.")


class FriendlyInput(serializers.Serializer[object]):
    game = serializers.CharField(max_length=20, default="mus")
    options = serializers.DictField(child=serializers.JSONField(), default=dict)
