"""All addresses: pages, API, accounts, health."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.generic import TemplateView
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from config.errors import api_not_found
from config.health import health

api: list[URLPattern | URLResolver] = [
    path("", include("accounts.api.urls")),
    path("", include("games.api.urls")),
    path("", include("tournaments.api.urls")),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path(
        "docs/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="api_docs"
    ),
]

urlpatterns = [
    path("api/v1/", include(api)),
    re_path(r"^api/(?P<rest>.*)$", api_not_found),
    path("accounts/", include("allauth.urls")),
    path("language/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("health/", health, name="health"),
    path(
        "robots.txt",
        TemplateView.as_view(template_name="robots.txt", content_type="text/plain"),
        name="robots",
    ),
    path("", include("games.pages.views")),
    path("", include("tournaments.pages.people.urls")),
    path("", include("tournaments.pages.desk.urls")),
    path("", include("tournaments.pages.public.urls")),
]

handler500 = "config.errors.server_error"
