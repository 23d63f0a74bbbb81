"""Mus as the service plugs it in."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.game import Game, OptionLabels
from games.mus import bot, rules, table_talk, vocabulary
from games.mus.page import terms
from games.mus.page.table_page import MusTablePage
from games.mus.presets import PRESETS

OPTION_LABELS: Final = OptionLabels(
    names={
        "points_per_set": _("Points in a set"),
        "sets_to_win": _("Sets to win"),
        "kings": _("Kings"),
        "royal": _("The royal 31"),
        "mus_visto": _("When a card was seen while dealing"),
        "redeal_4567": _("4-5-6-7 can be exchanged"),
        "wait_word": _("“I wait” instead of mus"),
        "team_reply": _("Answering a bet"),
        "announcements": _("Announcing pares and juego"),
        "opening": _("Who is mano first"),
        "signs": _("Signs between partners"),
        "sign_list": _("The signs that count"),
        "talk": _("Talk at the table"),
    },
    values={
        "kings": {
            8: _("8 kings: threes are kings and twos are aces"),
            4: _("4 kings"),
        },
        "royal": {
            "any": _("three sevens and any ten"),
            "coins": _("three sevens and the jack of coins"),
            "off": _("no royal 31"),
        },
        "mus_visto": {
            "automatic": _("everyone may exchange cards"),
            "mano": _("the mano decides"),
        },
        "team_reply": {
            "sequential": _("the first partner to accept or raise decides"),
            "highest": _("the stronger answer counts"),
        },
        "announcements": {
            "automatic": _("by the table"),
            "manual": _("by each player; a false word loses the set"),
        },
        "opening": {
            "given": _("the first seat"),
            "card": _("the highest card"),
            "corrido": _("mus corrido in the first deal"),
            "corrido_each_set": _("mus corrido in the first deal of each set"),
        },
        "signs": {
            "off": _("no signs"),
            "open": _("all see them"),
            "catchable": _("opponents may catch them"),
        },
        "sign_list": {
            "seed": _("the traditional ones"),
            "fournier": "Fournier",
            "fem": "FEM",
        },
        "talk": {"off": _("only the calls"), "phrases": _("fixed phrases too")},
    },
    needs={"sign_list": {"signs": ("open", "catchable")}},
)

MUS: Final = Game(
    rules=rules,
    bot=bot,
    name="Mus",
    about=_(
        "Two against two: you bet on four aspects of a four-card hand, "
        "and bluff. One bot is your partner."
    ),
    vocabulary=vocabulary,
    table_page=MusTablePage,
    terms=terms.terms,
    option_labels=OPTION_LABELS,
    casual_options={"sets_to_win": 1},
    presets=PRESETS,
    table_talk=table_talk,
)
