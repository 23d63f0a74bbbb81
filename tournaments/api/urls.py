"""Addresses of the event endpoints, under /api/v1/."""

from django.urls import path

from tournaments.api import (
    calendar,
    clubs,
    conduct,
    corrections,
    draws,
    entries,
    events,
    forecasts,
    play,
    seasons,
)

urlpatterns = [
    path("clubs/", clubs.Clubs.as_view(), name="api_clubs"),
    path("clubs/<int:club_id>/members/", clubs.Members.as_view(), name="api_members"),
    path(
        "clubs/<int:club_id>/events/",
        events.ClubEvents.as_view(),
        name="api_club_events",
    ),
    path(
        "clubs/<int:club_id>/circuits/", seasons.Circuits.as_view(), name="api_circuits"
    ),
    path("clubs/<int:club_id>/ratings/", seasons.Ratings.as_view(), name="api_ratings"),
    path(
        "circuits/<int:circuit_id>/", seasons.CircuitView.as_view(), name="api_circuit"
    ),
    path(
        "events/<int:event_id>/feeders/", seasons.Feeders.as_view(), name="api_feeders"
    ),
    path(
        "events/<int:event_id>/feeders/remove/",
        seasons.StopFeeding.as_view(),
        name="api_stop_feeding",
    ),
    path(
        "events/<int:event_id>/feeders/share/",
        seasons.ShareOut.as_view(),
        name="api_share_out",
    ),
    path(
        "events/<int:event_id>/feeders/enter/",
        seasons.EnterQualified.as_view(),
        name="api_enter_qualified",
    ),
    path("formats/", events.Formats.as_view(), name="api_formats"),
    path("events/", events.Events.as_view(), name="api_events"),
    path("events/<int:event_id>/", events.EventView.as_view(), name="api_event"),
    path(
        "events/<int:event_id>/step/", events.EventStep.as_view(), name="api_event_step"
    ),
    path(
        "events/<int:event_id>/finish/",
        events.Finish.as_view(),
        name="api_event_finish",
    ),
    path(
        "events/<int:event_id>/entries/", entries.Entries.as_view(), name="api_entries"
    ),
    path(
        "events/<int:event_id>/entries/late/",
        entries.LateEntries.as_view(),
        name="api_late",
    ),
    path(
        "events/<int:event_id>/entries/import/",
        entries.Import.as_view(),
        name="api_import",
    ),
    path("events/<int:event_id>/draws/", draws.Draws.as_view(), name="api_draws"),
    path("events/<int:event_id>/rounds/", play.Rounds.as_view(), name="api_rounds"),
    path("events/<int:event_id>/bracket/", play.Bracket.as_view(), name="api_bracket"),
    path(
        "events/<int:event_id>/standings/",
        events.Standings.as_view(),
        name="api_standings",
    ),
    path("events/<int:event_id>/needs/", forecasts.Needs.as_view(), name="api_needs"),
    path("events/<int:event_id>/plan/", forecasts.Plan.as_view(), name="api_plan"),
    path("events/<int:event_id>/log/", events.Log.as_view(), name="api_log"),
    path("events/<int:event_id>/undo/", events.Undo.as_view(), name="api_undo"),
    path(
        "entries/<int:entry_id>/withdraw/",
        entries.Withdraw.as_view(),
        name="api_withdraw",
    ),
    path("entries/<int:entry_id>/leave/", entries.Leave.as_view(), name="api_leave"),
    path(
        "entries/<int:entry_id>/correct/",
        entries.CorrectEntry.as_view(),
        name="api_correct_entry",
    ),
    path("entries/<int:entry_id>/let-in/", entries.LetIn.as_view(), name="api_let_in"),
    path("entries/<int:entry_id>/merge/", entries.Merge.as_view(), name="api_merge"),
    path(
        "entries/<int:entry_id>/seed/", draws.EntrySeed.as_view(), name="api_entry_seed"
    ),
    path("entries/<int:entry_id>/paid/", entries.Paid.as_view(), name="api_paid"),
    path(
        "entries/confirm/", entries.ConfirmPartner.as_view(), name="api_confirm_partner"
    ),
    path("draws/<int:draw_id>/", draws.DrawView.as_view(), name="api_draw"),
    path("draws/<int:draw_id>/swap/", draws.DrawSwap.as_view(), name="api_draw_swap"),
    path(
        "draws/<int:draw_id>/unswap/",
        draws.DrawUnswap.as_view(),
        name="api_draw_unswap",
    ),
    path(
        "draws/<int:draw_id>/withdraw/",
        draws.DrawWithdraw.as_view(),
        name="api_draw_withdraw",
    ),
    path("draws/<int:draw_id>/make/", draws.DrawMake.as_view(), name="api_draw_make"),
    path(
        "draws/<int:draw_id>/publish/",
        draws.DrawPublish.as_view(),
        name="api_draw_publish",
    ),
    path(
        "draws/<int:draw_id>/discard/",
        draws.DrawDiscard.as_view(),
        name="api_draw_discard",
    ),
    path("pairings/<int:pairing_id>/", play.PairingView.as_view(), name="api_pairing"),
    path(
        "pairings/<int:pairing_id>/report/",
        play.ReportResult.as_view(),
        name="api_report",
    ),
    path(
        "pairings/<int:pairing_id>/confirm/",
        play.ConfirmResult.as_view(),
        name="api_confirm",
    ),
    path(
        "events/<int:event_id>/calendar/",
        calendar.Calendar.as_view(),
        name="api_calendar",
    ),
    path(
        "pairings/<int:pairing_id>/move/",
        calendar.MoveMatch.as_view(),
        name="api_move_match",
    ),
    path(
        "pairings/<int:pairing_id>/result/", play.SetResult.as_view(), name="api_result"
    ),
    path(
        "pairings/<int:pairing_id>/table/",
        play.MoveTable.as_view(),
        name="api_move_table",
    ),
    path(
        "pairings/<int:pairing_id>/correct/",
        corrections.Correct.as_view(),
        name="api_correct",
    ),
    path(
        "pairings/<int:pairing_id>/late/", conduct.Late.as_view(), name="api_came_late"
    ),
    path("pairings/<int:pairing_id>/sheet/", conduct.Sheet.as_view(), name="api_sheet"),
    path(
        "entries/<int:entry_id>/substitute/",
        conduct.Substitute.as_view(),
        name="api_substitute",
    ),
    path(
        "pairings/<int:pairing_id>/exposed/", play.Exposed.as_view(), name="api_exposed"
    ),
]
