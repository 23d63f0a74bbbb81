"""Addresses of the account endpoints, under /api/v1/."""

from django.urls import path

from accounts.api import views

urlpatterns = [
    path("accounts/", views.Accounts.as_view(), name="api_accounts"),
    path("auth/token/", views.Tokens.as_view(), name="api_token"),
    path("auth/token/this/", views.ThisToken.as_view(), name="api_this_token"),
]
