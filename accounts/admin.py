"""The operator's read-only view of users and clubs."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from accounts.models import Club, Membership, User


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Only services change rows: the admin would bypass their checks and the log."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(
        self, request: HttpRequest, obj: Model | None = None
    ) -> bool:
        return False

    def has_delete_permission(
        self, request: HttpRequest, obj: Model | None = None
    ) -> bool:
        return False


@admin.register(User)
class UserAdmin(ReadOnly):
    list_display = [
        "username",
        "display_name",
        "is_bot",
        "is_guest",
        "date_joined",
        "last_login",
    ]
    list_filter = ["is_bot", "is_guest", "is_superuser"]
    search_fields = ["username", "display_name"]
    exclude = ["password"]


@admin.register(Club)
class ClubAdmin(ReadOnly):
    list_display = ["name", "slug", "place"]
    search_fields = ["name", "slug"]


@admin.register(Membership)
class MembershipAdmin(ReadOnly):
    list_display = ["club", "user", "role"]
    list_filter = ["role"]
    list_select_related = ["club", "user"]
