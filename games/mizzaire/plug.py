"""Mizzaire as the service plugs it in."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.game import Game, OptionLabels
from games.mizzaire import bot, rules, vocabulary
from games.mizzaire.page import terms
from games.mizzaire.page.table_page import MizzaireTablePage

OPTION_LABELS: Final = OptionLabels(
    names={
        "first_lead": _("Who leads to the first trick"),
        "round11_trump": _("Trump in round 11"),
    },
    values={
        "first_lead": {
            "after_dealer": _("the player after the dealer"),
            "dealer": _("the dealer"),
        },
    },
)

MIZZAIRE: Final = Game(
    rules=rules,
    bot=bot,
    name="Mizzaire",
    about=_(
        "Two to seven players, eighteen rounds: say how many tricks you "
        "will win, then win exactly that many."
    ),
    vocabulary=vocabulary,
    table_page=MizzaireTablePage,
    terms=terms.terms,
    option_labels=OPTION_LABELS,
)
