"""For newcomers: the words of Mü, in a sentence each."""

from functools import partial
from typing import Final

from django.utils.translation import gettext, gettext_noop

from games.mu import vocabulary
from games.presentation.terms import Term, Terms, terms_of

AUCTION: Final = {
    "reveal": gettext_noop(
        "You turn some of your cards face up. Each one adds one to your "
        "bid, whatever it shows."
    ),
    "pass": gettext_noop(
        "You reveal nothing this time; when all pass in a row the auction is over."
    ),
    "boss": gettext_noop(
        "The player who revealed the most cards. The boss names a trump "
        "or none, and chooses a partner."
    ),
    "vice": gettext_noop(
        "The player who revealed the most after the boss. The vice names "
        "a trump first and plays against the boss."
    ),
    "stalemate": gettext_noop(
        "Players tied for the most cards revealed: no card is played, and"
        " the player who caused the tie pays."
    ),
}
TRICKS: Final = {
    "trump": gettext_noop(
        "A colour or a digit on the revealed cards of its owner; the boss' trump beats the vice's."
    ),
    "trick": gettext_noop(
        "One card from each, of the colour led if you can; of equal cards the first one wins."
    ),
    "goal": gettext_noop(
        "The points that the boss and the partner need together: the "
        "higher the bid, the more."
    ),
    "bonus": gettext_noop(
        "What the boss and the partner each get when they reach the goal."
    ),
}
POINTS: Final = gettext_noop(
    "6 and 7 are worth two points, 1 and 9 none, all others one."
)


def terms(spoken: str) -> Terms:
    """The auction, then the tricks and what the cards are worth."""
    word = partial(vocabulary.word, spoken)
    tricks = [*terms_of(word, TRICKS), Term("0–9", gettext(POINTS))]
    return [
        (gettext("The auction"), terms_of(word, AUCTION)),
        (gettext("The tricks"), tricks),
    ]
