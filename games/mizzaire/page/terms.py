"""For newcomers: the words of Mizzaire, in a sentence each."""

from functools import partial
from typing import Final

from django.utils.translation import gettext, gettext_noop

from games.mizzaire import vocabulary
from games.presentation.terms import Terms, terms_of

GAME: Final = {
    "call": gettext_noop(
        "How many tricks you think you will win. You score only if you "
        "are exactly right."
    ),
    "trick": gettext_noop(
        "One card from each. The highest trump takes it, else the highest card of the suit led."
    ),
    "trump": gettext_noop(
        "The suit of the card that is turned up after the deal; it beats all other suits."
    ),
    "dealer": gettext_noop(
        "Calls last. The calls may not add up to the number of tricks."
    ),
}
ROUNDS: Final = {
    "half_blind": gettext_noop(
        "Round 8: the trump is turned up only after everyone has called."
    ),
    "full_blind": gettext_noop(
        "Round 9: you call before you see your cards, and before the trump is turned up."
    ),
    "no_trumps": gettext_noop("Round 10: there is no trump."),
    "mizzaire": gettext_noop(
        "Round 11: there are no calls. Each trick costs a point; taking none earns two."
    ),
}


def terms(spoken: str) -> Terms:
    """The words of every round, then the rounds that are special."""
    word = partial(vocabulary.word, spoken)
    return [
        (gettext("What every round has"), terms_of(word, GAME)),
        (gettext("Rounds of their own"), terms_of(word, ROUNDS)),
    ]
