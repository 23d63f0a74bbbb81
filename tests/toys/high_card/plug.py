"""High card as the service plugs it in."""

from typing import Final

from games.game import Game, OptionLabels
from tests.toys.high_card import bot, rules, vocabulary
from tests.toys.high_card.table_page import HighCardTablePage, terms

HIGH_CARD: Final = Game(
    rules=rules,
    bot=bot,
    name="High card",
    about="Two to four: the highest card that stays takes a point from each who stayed.",
    vocabulary=vocabulary,
    table_page=HighCardTablePage,
    terms=terms,
    option_labels=OptionLabels(names={"rounds": "Rounds"}),
    casual_options={"rounds": 1},
)
