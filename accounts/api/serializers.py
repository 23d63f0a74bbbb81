"""Bodies and answers of the account endpoints."""

from allauth.account.adapter import get_adapter
from django.contrib.auth.password_validation import validate_password
from rest_framework import serializers

from accounts.models import User
from accounts.names import one_line


class SignUp(serializers.ModelSerializer[User]):
    password = serializers.CharField(
        max_length=128, write_only=True, validators=[validate_password]
    )

    class Meta:
        model = User
        fields = ["username", "password", "display_name", "is_bot"]
        extra_kwargs = {
            "is_bot": {
                "help_text": "Whether a program will play. It is shown to everybody."
            }
        }

    def validate_username(self, name: str) -> str:
        """As on the page: names that differ only in capitals are the same."""
        return str(get_adapter().clean_username(name))

    def validate_display_name(self, name: str) -> str:
        return one_line(name)

    def create(self, validated_data: dict[str, object]) -> User:
        return User.objects.create_user(**validated_data)  # type: ignore[arg-type]


class Login(serializers.Serializer[object]):
    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=128)


class Token(serializers.Serializer[object]):
    token = serializers.CharField()
    user = serializers.IntegerField()
