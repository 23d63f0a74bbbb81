"""Addresses of the match endpoints, under /api/v1/."""

from django.urls import path

from games.api import table_talk, views

urlpatterns = [
    path("games/", views.Games.as_view(), name="api_games"),
    path("matches/", views.Matches.as_view(), name="api_matches"),
    path("matches/<uuid:match_id>/", views.MatchView.as_view(), name="api_match"),
    path("matches/<uuid:match_id>/moves/", views.Moves.as_view(), name="api_moves"),
    path("matches/<uuid:match_id>/deal/", views.Deal.as_view(), name="api_deal"),
    path(
        "matches/<uuid:match_id>/asides/",
        table_talk.Asides.as_view(),
        name="api_asides",
    ),
    path("matches/<uuid:match_id>/seed/", views.Seed.as_view(), name="api_seed"),
    path("matches/<uuid:match_id>/clock/", views.Clock.as_view(), name="api_clock"),
    path(
        "matches/<uuid:match_id>/shuffles/<int:number>/",
        views.Shuffle.as_view(),
        name="api_shuffle",
    ),
    path("matches/<uuid:match_id>/record/", views.Record.as_view(), name="api_record"),
    path("me/turns/", views.Turns.as_view(), name="api_turns"),
]
