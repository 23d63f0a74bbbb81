"""URLs of the bare counterparts."""

from django.urls import path

from bench.bare import views

urlpatterns = [
    path("games/<int:game>/moves/", views.Moves.as_view()),
    path("items/<int:number>/", views.items),
]
