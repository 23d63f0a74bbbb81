"""What joins the parts: settings, urls, errors, live hub, Celery."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
