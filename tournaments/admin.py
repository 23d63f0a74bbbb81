"""The operator's read-only view of events, draws and results.

It hides phone numbers and secrets, and with them the rows of a log.
"""

from django.contrib import admin

from accounts.admin import ReadOnly
from tournaments.models import Draw, Entry, Event, LogEntry, Player, Result


@admin.register(Event)
class EventAdmin(ReadOnly):
    list_display = ["name", "club", "starts_at", "state", "capacity"]
    list_filter = ["state", "game"]
    list_select_related = ["club"]
    search_fields = ["name", "club__name"]


class PlayerInline(admin.TabularInline):  # type: ignore[type-arg]
    model = Player
    fields = ["place", "name", "user", "confirmed_at", "active"]
    extra = 0
    can_delete = False


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    list_display = ["event", "number", "team_name", "club_name", "state", "paid"]
    list_select_related = ["event"]
    exclude = ["phone"]
    inlines = [PlayerInline]


@admin.register(Draw)
class DrawAdmin(ReadOnly):
    list_display = ["public_id", "kind", "state", "committed_at", "published_at"]
    exclude = ["secret"]


@admin.register(Result)
class ResultAdmin(ReadOnly):
    list_display = [
        "pairing",
        "number",
        "kind",
        "sets_a",
        "sets_b",
        "points",
        "source",
        "at",
    ]
    list_select_related = ["pairing__round__stage__event"]


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly):
    list_display = ["event", "number", "at", "by", "action"]
    exclude = ["rows"]
    list_select_related = ["event", "by"]
