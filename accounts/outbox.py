"""The outbox: mails wait in the database until the mail server has taken them.

A request only stores its mail, so a mail server that is away neither fails nor delays it.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import F

from accounts.models import Mail

log = logging.getLogger(__name__)

FIRST_WAIT: Final = timedelta(seconds=20)
"""After a failure; doubles with each further one."""
LONGEST_WAIT: Final = timedelta(hours=1)
GIVE_UP_AFTER: Final = timedelta(days=2)
AT_ONCE: Final = 50
"""Mails of one run, so that other tasks get their turn."""


class Outbox(BaseEmailBackend):
    """Django's way of sending mail: each mail goes into the outbox."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        mails = []
        for message in email_messages:
            for recipient in message.recipients():
                mails.append(
                    Mail(
                        sender=message.from_email,
                        recipient=recipient,
                        subject=str(message.subject),
                        text=str(message.body),
                    )
                )
        return len(Mail.objects.bulk_create(mails))


def send_due(now: datetime) -> int:
    """Send the mails that are due, and return how many. The first failure ends the run."""
    due = list(Mail.objects.filter(due__lte=now).order_by("due", "pk")[:AT_ONCE])
    sent = 0
    for mail in due:
        if not claim(mail, now):
            continue
        try:
            deliver(mail)
        except OSError as error:
            failed(mail, error, now)
            break
        mail.delete()
        sent += 1
    return sent


def claim(mail: Mail, now: datetime) -> bool:
    """Put the next attempt off. False if another worker has the mail or has sent it."""
    wait = min(FIRST_WAIT * 2 ** min(mail.tries, 10), LONGEST_WAIT)
    waiting = Mail.objects.filter(pk=mail.pk, tries=mail.tries)
    return bool(waiting.update(tries=F("tries") + 1, due=now + wait))


def deliver(mail: Mail) -> None:
    """Hand the mail over to the mail server. Raises OSError."""
    connection = get_connection(settings.MAIL_TRANSPORT)
    EmailMessage(
        mail.subject, mail.text, mail.sender, [mail.recipient], connection=connection
    ).send()


def failed(mail: Mail, error: OSError, now: datetime) -> None:
    log.warning("a mail could not be sent (%s tries before): %s", mail.tries, error)
    if mail.written_at < now - GIVE_UP_AFTER:
        log.error("a mail of %s was given up", mail.written_at)
        mail.delete()
