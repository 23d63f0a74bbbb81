"""What a page of Mus shows of a deal that has ended: the cards laid open, and the count line by line."""

from django.utils.translation import gettext as _

from games.mus.page.voice import Voice
from games.mus.rules import hand_strength
from games.mus.rules.hand import DUPLES, MEDIAS, ROYAL, THIRTY_ONE
from games.rules.base import Json
from games.rules.cards import SPANISH


class LastDeal:
    """The deal that ended last, as one viewer's page shows it."""

    def __init__(self, voice: Voice) -> None:
        self.voice, self.view, self.last = voice, voice.view, voice.view["last_deal"]

    def hands(self) -> list[Json]:
        return [
            self._laid_open(seat, cards)
            for seat, cards in enumerate(self.last["hands"] or ())
        ]

    def awards(self) -> list[str]:
        return [self._award(award, self.last["hands"]) for award in self.last["awards"]]

    def text(self) -> str:
        """What each side made, in a sentence."""
        points = [
            sum(
                award["points"]
                for award in self.last["awards"]
                if award["side"] == side
            )
            for side in (0, 1)
        ]
        return _("Last deal: {one} {points_one}, {other} {points_other}.").format(
            one=self.voice.side_name(0),
            points_one=points[0],
            other=self.voice.side_name(1),
            points_other=points[1],
        )

    def _laid_open(self, seat: int, cards: list[str]) -> Json:
        kinds = ", ".join(
            filter(None, (self._kind("pares", cards), self._kind("juego", cards)))
        )
        return {
            "name": self.voice.names[seat],
            "cards": [self.voice.card(text) for text in cards],
            "kinds": kinds,
        }

    def _kind(self, lance: str, cards: list[str]) -> str:
        """What a hand has for pares or juego, in a word; "" for nothing."""
        hand = hand_strength(
            SPANISH.read(cards), self.view["kings"], self.view["royal"]
        )
        if lance == "pares":
            names = {DUPLES: "duples", MEDIAS: "medias", 1: "par"}
            return self.voice.word(names[hand.pares_bonus]) if hand.pares else ""
        if hand.juego in (THIRTY_ONE, ROYAL):
            return self.voice.word("royal" if hand.juego == ROYAL else "31")
        return f"{self.voice.word('juego')} {hand.punto}" if hand.juego else ""

    def _award(self, award: Json, hands: list[list[str]] | None) -> str:
        texts = {
            "bet": _("{lance}: {points} for {side}, the bet that was accepted."),
            "waited": _("{lance}: {points} for {side}, nobody bet."),
            "refused": _("{lance}: {points} for {side}, the other side refused."),
            "bonus": _("{lance}: {points} for {side}, for their cards ({cards})."),
            "ordago": _(
                "{lance}: {points} for {side}, the {ordago} that was accepted: the set is won."
            ),
            "false": _(
                "{lance}: {points} for {side}, the others announced what is not so: the set is won."
            ),
        }
        return texts[award["why"]].format(
            lance=self.voice.word(award["lance"]).capitalize(),
            points=award["points"],
            side=self.voice.side_name(award["side"]),
            cards=self._bonus_cards(award, hands or []),
            ordago=self.voice.word("ordago"),
        )

    def _bonus_cards(self, award: Json, hands: list[list[str]]) -> str:
        """The kinds that both partners are paid for (MUS-54, MUS-55); at punto there is only the point itself."""
        if award["lance"] == "punto":
            return self.voice.word("punto")
        own = (
            [
                self._kind(award["lance"], hands[seat])
                for seat in self.view["sides"][award["side"]]
            ]
            if hands
            else []
        )
        return ", ".join(filter(None, own))
