"""The bare counterparts as an application for the same web server."""

from django.core.asgi import get_asgi_application

application = get_asgi_application()
