"""For newcomers: what the calls and the lances of Mus are, in a sentence each."""

from functools import partial
from typing import Final

from django.utils.translation import gettext, gettext_noop

from games.mus import vocabulary
from games.presentation.terms import Term, Terms, terms_of

CALLS: Final = {
    "mus": gettext_noop(
        "You ask for new cards; they are dealt only if all four players ask."
    ),
    "no mus": gettext_noop("No new cards: the bets begin."),
    "discard": gettext_noop(
        "You discard one to four cards and get the same number of new ones."
    ),
    "paso": gettext_noop("You do not bet; players after you still may."),
    "envido": gettext_noop(
        "You offer two points or more; the other side accepts, refuses or raises."
    ),
    "quiero": gettext_noop(
        "You accept: the better cards get what was offered, once all bets are done."
    ),
    "no quiero": gettext_noop(
        "You refuse; if your partner refuses too, the other side scores at once."
    ),
    "ordago": gettext_noop("You stake the whole set on this one bet."),
}
LANCES: Final = {
    "grande": gettext_noop("The highest cards win: kings first."),
    "chica": gettext_noop("The lowest cards win: aces first."),
    "pares": gettext_noop(
        "Equal cards: two pairs beat three of a kind, and three of a kind beats one pair."
    ),
    "juego": gettext_noop(
        "Cards worth more than 30, kings, horses and knaves at 10: "
        "31 is best, then 32, then 40 down."
    ),
    "punto": gettext_noop("If nobody has more than 30, the highest sum wins."),
}


def terms(spoken: str) -> Terms:
    """The bets in their order, then the calls."""
    word = partial(vocabulary.word, spoken)
    eight_kings = gettext("With eight kings a 3 counts as a king and a 2 as an ace.")
    lances = [*terms_of(word, LANCES), Term("3, 2", eight_kings)]
    return [
        (gettext("The four bets of a deal"), lances),
        (gettext("What players say"), terms_of(word, CALLS)),
    ]
