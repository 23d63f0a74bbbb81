"""Addresses of the pages of those who play."""

from django.urls import path

from tournaments.pages.people import (
    entry,
    links,
    my_pairing,
    partner,
    register,
    withdrawal,
)

urlpatterns = [
    path("events/<int:event_id>/register/", register.register, name="register"),
    path("entries/<int:entry_id>/", entry.entry, name="entry"),
    path("entries/<int:entry_id>/withdraw/", withdrawal.withdraw, name="withdraw"),
    path("e/<str:key>/", links.entry_key, name="entry_key"),
    path("entries/<int:entry_id>/partner/", partner.partner, name="partner"),
    path("partner/<str:key>/", links.partner_key, name="partner_key"),
    path("tables/<int:pairing_id>/", my_pairing.my_pairing, name="pairing"),
]
