"""The sentences of refusals in the reader's language."""

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from core import choices, strict_json
from core.refusals import Refusal

SENTENCES: Final[dict[str, str]] = {
    **choices.REFUSALS,
    **strict_json.REFUSALS,
    "http.not_found": _("There is nothing at this address."),
    "http.server_error": _(
        "Something went wrong on our side. Everything that was confirmed is safe; please "
        "try again."
    ),
    "input.invalid": _(
        "Something in the request is missing or wrong; see the errors for each field."
    ),
}
"""Templates by code, filled with the fields of the refusal. Each app adds its own when it loads."""


def sentence(refusal: Refusal) -> str:
    """What to tell a person, in the active language."""
    template = gettext(SENTENCES.get(refusal.code, refusal.code))
    shown = {name: readable(value) for name, value in refusal.fields.items()}
    try:
        return template.format(**shown)
    except (KeyError, IndexError):
        return template


def readable(value: object) -> object:
    """Lists as people write them; anything else as it is."""
    if isinstance(value, list | tuple | set):
        return ", ".join(map(str, value))
    return value
