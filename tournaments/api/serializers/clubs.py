"""Clubs and their members."""

from rest_framework import serializers

from accounts.models import Club
from accounts.roles import Role

ROLES = [role.value for role in Role]


class ClubInput(serializers.ModelSerializer[Club]):
    class Meta:
        model = Club
        fields = ["name", "slug", "place"]


class ClubSerializer(serializers.Serializer[Club]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    slug = serializers.CharField(help_text="Names the club in addresses.")
    place = serializers.CharField()


class ClubListSerializer(serializers.Serializer[object]):
    results = ClubSerializer(many=True)


class MemberInput(serializers.Serializer[object]):
    username = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(ROLES)


class MemberSerializer(serializers.Serializer[object]):
    club = serializers.IntegerField(source="club_id")
    user = serializers.IntegerField(source="user_id")
    role = serializers.ChoiceField(ROLES)
