"""Periodic tasks of accounts."""

from celery import shared_task
from django.core.management import call_command
from django.utils import timezone
from knox.models import AuthToken


@shared_task
def forget_expired() -> None:
    """Delete expired sessions and tokens."""
    call_command("clearsessions")
    AuthToken.objects.filter(expiry__lt=timezone.now()).delete()
