"""Signed links that let a phone without an account speak for an entry, or a partner confirm.

Nothing of them is stored.
"""

from typing import Final

from django.core import signing

from core.refusals import Refusal

ENTRY: Final = "entry-key"
PARTNER: Final = "partner-key"


def key(purpose: str, entry_id: int) -> str:
    """A key for one entry and one purpose; it serves anybody who has it."""
    return signing.dumps(entry_id, salt=purpose)


def opened(purpose: str, text: str) -> int:
    """The entry that a key is for. Raises Refusal `entry.bad_key`."""
    try:
        return int(signing.loads(text, salt=purpose))
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise Refusal("entry.bad_key") from error
