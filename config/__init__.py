"""What joins the parts: settings, urls, errors, live hub, Celery."""

from config.celery import app as celery_app

VERSION = "0.2.0"
"""The version of the whole service; CHANGELOG.md says what came with it."""

__all__ = ["VERSION", "celery_app"]
