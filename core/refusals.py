"""Refusals: what was wrong, as a stable code with fields; the words for people come last."""

from typing import ClassVar


def N_(sentence: str) -> str:  # noqa: N802
    """Mark a sentence for the catalogues under gettext's own name; it is translated when shown."""
    return sentence


class Refusal(Exception):
    """An answer of "no". `code` never changes once published; `fields` fill the sentence shown.

    Codes are dotted, lower case, area first: `mus.bet_too_small`, `entry.event_full`.
    """

    status: ClassVar[int] = 422
    """What it means in HTTP. 422: understood, but against the rules."""

    def __init__(self, code: str, **fields: object) -> None:
        super().__init__(code)  # logs get the code alone: no card and no person
        self.code = code
        self.fields = fields


class IllegalMove(Refusal):
    """The rules of the game forbid the move. `rule` in `fields` names the rule, e.g. MUS-39."""


class BadNotation(Refusal):
    """The text of a move, a card or a record cannot be read."""

    status = 400


class BadOption(Refusal):
    """An option does not exist or is out of range; `allowed` in `fields` says what is right."""

    status = 400


class NotFound(Refusal):
    """There is no such thing, or this person may not know of it."""

    status = 404


class NotAllowed(Refusal):
    """This person may not do this here."""

    status = 403


class TooMany(Refusal):
    """This was asked for too often; later it may be granted."""

    status = 429


class OutOfDate(Refusal):
    """The request answers a state that has changed since."""

    status = 409
