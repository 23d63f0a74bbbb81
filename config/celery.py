"""The Celery application: tasks are clocks and queues that call services."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("mus")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# Tasks are sent from the web server's threads too; without this they would look for a broker of their own.
app.set_default()
