"""Signing up through the pages."""

import time

from django.core import signing
from django.utils.crypto import get_random_string

from tournaments.pages import sign_up_form


def stamp(seconds: float = 30) -> str:
    """The stamp of a form that was shown so long ago."""
    parts = (time.time() - seconds, get_random_string(12), False)
    return signing.dumps(parts, salt=sign_up_form.STAMP)
