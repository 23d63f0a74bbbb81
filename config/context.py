"""What every page can say about the service itself."""

from django.conf import settings
from django.http import HttpRequest

from config import VERSION


def service(request: HttpRequest) -> dict[str, str]:
    return {"version": VERSION, "source_url": settings.SOURCE_URL}
