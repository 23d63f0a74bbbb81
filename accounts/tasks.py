"""Periodic tasks of accounts."""

from celery import shared_task
from django.core.management import call_command
from django.utils import timezone
from knox.models import AuthToken

from accounts import outbox


@shared_task
def forget_expired() -> None:
    """Delete expired sessions and tokens."""
    call_command("clearsessions")
    AuthToken.objects.filter(expiry__lt=timezone.now()).delete()


@shared_task
def send_mails() -> int:
    """Send what waits in the outbox; what fails is tried again."""
    return outbox.send_due(timezone.now())
