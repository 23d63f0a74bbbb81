"""The operator's look at matches: who sits where and how it stands. No moves: cards of a running
match are nobody's.
"""

from django.contrib import admin

from accounts.admin import ReadOnly
from games.models import Match, Seating


class SeatingInline(admin.TabularInline):  # type: ignore[type-arg]
    model = Seating
    fields = ["seat", "name", "user"]
    extra = 0
    can_delete = False


@admin.register(Match)
class MatchAdmin(ReadOnly):
    list_display = ["id", "game", "opened_at", "score", "finished_at", "annulled_at"]
    list_filter = ["game", "public"]
    fields = [
        "game",
        "options",
        "public",
        "turn_seconds",
        "opened_at",
        "version",
        "to_act",
        "score",
    ]
    fields += ["deadline", "outcome", "finished_at", "annulled_at"]
    inlines = [SeatingInline]
