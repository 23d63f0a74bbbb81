"""Mü as the service plugs it in."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.game import Game, OptionLabels
from games.mu import bot, rules, vocabulary
from games.mu.page import terms
from games.mu.page.table_page import MuTablePage

OPTION_LABELS: Final = OptionLabels(
    names={
        "bonus_by": _("The bonus is paid by"),
        "allow_same_trump": _("Boss and vice may name the same trump"),
        "target": _("Points that end the match"),
        "deals": _("Deals that end the match (0: the points do)"),
    },
    values={
        "bonus_by": {"bid": _("the bid"), "achieved": _("the points made")},
        "deals": {0: _("until the points are reached")},
    },
    needs={"target": {"deals": (0,)}},
)

MU: Final = Game(
    rules=rules,
    bot=bot,
    name="Mü",
    about=_(
        "Three to six: an auction with open cards decides who plays with whom, "
        "and for which trumps."
    ),
    vocabulary=vocabulary,
    table_page=MuTablePage,
    terms=terms.terms,
    option_labels=OPTION_LABELS,
    casual_options={"deals": 4},
)
