"""Signing up through the pages."""

import time

from django.core import signing

from tournaments.pages import sign_up_form


def stamp(seconds: float = 30) -> str:
    """The stamp of a form that was shown so long ago."""
    return signing.Signer(salt=sign_up_form.STAMP).sign(
        f"{time.time() - seconds:.2f}-abcdefghijkl"
    )
