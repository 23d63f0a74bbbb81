"""Addresses of the event endpoints, under /api/v1/."""

from django.urls import path

from tournaments.api import views

urlpatterns = [
    path("clubs/", views.Clubs.as_view(), name="api_clubs"),
    path("clubs/<int:club_id>/members/", views.Members.as_view(), name="api_members"),
    path("clubs/<int:club_id>/events/", views.ClubEvents.as_view(), name="api_club_events"),
    path("events/", views.Events.as_view(), name="api_events"),
    path("events/<int:event_id>/", views.EventView.as_view(), name="api_event"),
    path("events/<int:event_id>/step/", views.EventStep.as_view(), name="api_event_step"),
    path("events/<int:event_id>/entries/", views.Entries.as_view(), name="api_entries"),
    path("events/<int:event_id>/entries/import/", views.Import.as_view(), name="api_import"),
    path("events/<int:event_id>/draws/", views.Draws.as_view(), name="api_draws"),
    path("events/<int:event_id>/rounds/", views.Rounds.as_view(), name="api_rounds"),
    path("events/<int:event_id>/bracket/", views.Bracket.as_view(), name="api_bracket"),
    path("events/<int:event_id>/standings/", views.Standings.as_view(), name="api_standings"),
    path("events/<int:event_id>/log/", views.Log.as_view(), name="api_log"),
    path("entries/<int:entry_id>/withdraw/", views.Withdraw.as_view(), name="api_withdraw"),
    path("entries/<int:entry_id>/paid/", views.Paid.as_view(), name="api_paid"),
    path("entries/confirm/", views.ConfirmPartner.as_view(), name="api_confirm_partner"),
    path("draws/<int:draw_id>/make/", views.DrawMake.as_view(), name="api_draw_make"),
    path("draws/<int:draw_id>/publish/", views.DrawPublish.as_view(), name="api_draw_publish"),
    path("draws/<int:draw_id>/discard/", views.DrawDiscard.as_view(), name="api_draw_discard"),
    path("pairings/<int:pairing_id>/", views.PairingView.as_view(), name="api_pairing"),
    path("pairings/<int:pairing_id>/report/", views.ReportResult.as_view(), name="api_report"),
    path("pairings/<int:pairing_id>/confirm/", views.ConfirmResult.as_view(), name="api_confirm"),
    path("pairings/<int:pairing_id>/result/", views.SetResult.as_view(), name="api_result"),
]
