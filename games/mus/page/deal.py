"""A finished deal of Mus as a page shows it: open hands, and the count line by line."""

from typing import Final

from django.utils.translation import gettext as _

from games.mus.page.voice import Voice
from games.mus.rules import hand_strength
from games.mus.rules.hand import DUPLES, MEDIAS, ROYAL, THIRTY_ONE, HandStrength
from games.rules.base import Json
from games.rules.cards import SPANISH

PARES_WORDS: Final = {DUPLES: "duples", MEDIAS: "medias", 1: "par"}
"""The word for pares by what they pay (MUS-54)."""


class LastDeal:
    """The last finished deal, as one viewer's page shows it."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self.view = voice.view
        self.last = voice.view["last_deal"]

    def hands(self) -> list[Json]:
        hands = enumerate(self.last["hands"] or ())
        return [self._laid_open(seat, cards) for seat, cards in hands]

    def awards(self) -> list[str]:
        return [self._award(award) for award in self.last["awards"]]

    def text(self) -> str:
        """The points of each side, in a sentence."""
        points = [0, 0]
        for award in self.last["awards"]:
            points[award["side"]] += award["points"]
        return _("Last deal: {one} {points_one}, {other} {points_other}.").format(
            one=self.voice.side_name(0),
            points_one=points[0],
            other=self.voice.side_name(1),
            points_other=points[1],
        )

    def _laid_open(self, seat: int, cards: list[str]) -> Json:
        kinds = [self._pares(cards), self._juego(cards)]
        return {
            "name": self.voice.names[seat],
            "cards": [self.voice.card(text) for text in cards],
            "kinds": ", ".join(filter(None, kinds)),
        }

    def _hand_strength(self, cards: list[str]) -> HandStrength:
        return hand_strength(
            SPANISH.read(cards), self.view["kings"], self.view["royal"]
        )

    def _pares(self, cards: list[str]) -> str:
        """The pares of a hand in a word; "" for none."""
        hand = self._hand_strength(cards)
        if not hand.pares:
            return ""
        return self.voice.word(PARES_WORDS[hand.pares_bonus])

    def _juego(self, cards: list[str]) -> str:
        """The juego of a hand in words; "" for none."""
        hand = self._hand_strength(cards)
        if hand.juego == ROYAL:
            return self.voice.word("royal")
        if hand.juego == THIRTY_ONE:
            return self.voice.word("31")
        if not hand.juego:
            return ""
        return f"{self.voice.word('juego')} {hand.punto}"

    def _award(self, award: Json) -> str:
        texts = {
            "bet": _("{lance}: {points} for {side}, the bet that was accepted."),
            "waited": _("{lance}: {points} for {side}, nobody bet."),
            "refused": _("{lance}: {points} for {side}, the other side refused."),
            "bonus": _("{lance}: {points} for {side}, for their cards ({cards})."),
            "ordago": _(
                "{lance}: {points} for {side}, the {ordago} that was accepted: the set is won."
            ),
            "false": _(
                "{lance}: {points} for {side}, after a false announcement"
                " by the others: the set is won."
            ),
        }
        return texts[award["why"]].format(
            lance=self.voice.word(award["lance"]).capitalize(),
            points=award["points"],
            side=self.voice.side_name(award["side"]),
            cards=self._bonus_cards(award),
            ordago=self.voice.word("ordago"),
        )

    def _bonus_cards(self, award: Json) -> str:
        """The cards of both partners that a bonus pays for (MUS-54, MUS-55)."""
        if award["lance"] == "punto":
            return self.voice.word("punto")
        hands = self.last["hands"]
        if not hands:
            return ""
        name_of = {"pares": self._pares, "juego": self._juego}.get(award["lance"])
        if name_of is None:
            return ""
        partners = self.view["sides"][award["side"]]
        names = [name_of(hands[seat]) for seat in partners]
        return ", ".join(filter(None, names))
