"""The Celery application."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("mus")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# The threads of the web server send tasks too. Without this they would use another broker.
app.set_default()
