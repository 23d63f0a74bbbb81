"""Refusals: what was wrong, as a stable code with fields; the words for people are chosen last."""


def N_(sentence: str) -> str:
    """Marks a sentence for the catalogues, by gettext's own name; it is translated where it is told."""
    return sentence


class Refusal(Exception):
    """An answer of "no". `code` never changes once published; `fields` fill the sentence shown.

    Codes are dotted, lower case, area first: `mus.bet_too_small`, `entry.event_full`.
    """

    def __init__(self, code: str, **fields: object) -> None:
        super().__init__(code)  # what reaches a log names no card and no person
        self.code = code
        self.fields = fields


class IllegalMove(Refusal):
    """The rules of the game forbid the move. `rule` in `fields` names the rule, e.g. MUS-39."""


class BadNotation(Refusal):
    """The text of a move, a card or a record cannot be read."""


class BadOption(Refusal):
    """An option of a game does not exist or is out of range; `allowed` in `fields` says what would be right."""
