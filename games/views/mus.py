"""What a page shows of a match of Mus: the JSON of one viewer, put into the words of the table and of the reader."""

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _

from games.rules.base import Json
from games.rules.cards import SPANISH
from games.rules.errors import Refusal
from games.rules.mus import words, worth
from games.rules.mus.hand import DUPLES, MEDIAS, ROYAL, THIRTY_ONE, VALUE
from games.wording import sentence

PLACES: Final = ("here", "right", "partner", "left")
"""Where the others sit as seen from one seat: play goes to the right (MUS-8)."""

NUMBERS: Final = {"K": "12", "H": "11", "S": "10", "A": "1"}
"""The number printed on a card, where it is not its letter."""

KEYS: Final = {
    "mus": "m",
    "no mus": "n",
    "discard": "d",
    "paso": "p",
    "envido": "e",
    "quiero": "q",
    "no quiero": "x",
    "ordago": "o",
}
"""The keys that say something, for those who switch them on."""


class Shown:
    """One match as one viewer's page shows it; templates ask for its parts."""

    def __init__(self, match: Json, vocabulary: str) -> None:
        self.match, self.view, self.vocabulary = match, match["view"], vocabulary
        self.seat: int | None = match["seat"]
        self.names = [_("You") if n == self.seat else seat["name"] for n, seat in enumerate(match["seats"])]

    def word(self, key: str) -> str:
        return words.word(self.vocabulary, key)

    def words(self) -> dict[str, str]:
        """The words that templates name themselves."""
        return {key: self.word(key) for key in ("mano", "postre", "adentro", "amarraco", "piedra", "pares", "juego")}

    # --- who sits there ---

    def seats(self) -> list[Json]:
        """The seats in the order of play, the viewer's own last, each with the last thing it said."""
        first = (self.seat or 0) + 1 if self.seat is not None else 0
        return [self._seat((first + step) % 4) for step in range(4)]

    def _seat(self, n: int) -> Json:
        view = self.view
        return {
            **view["seats"][n],
            "n": n,
            "name": self.names[n],
            "bot": self.match["seats"][n]["bot"],
            "place": PLACES[(n - (self.seat or 0)) % 4],
            "mano": n == view["mano"],
            "postre": n == view["dealer"],
            "turn": n == view["to_act"],
            "said": self._last_said(n),
        }

    def _last_said(self, n: int) -> str | None:
        return next((line["words"] for line in reversed(self.talk) if line["seat"] == n), None)

    def side_name(self, side: int) -> str:
        """Both names of a side, the viewer first."""
        one, other = self.view["sides"][side]
        if other == self.seat:
            one, other = other, one
        return _("{one} & {other}").format(one=self.names[one], other=self.names[other])

    # --- score ---

    @cached_property
    def sides(self) -> list[Json]:
        """The sides with their stones, the viewer's first."""
        order = (1, 0) if self.seat is not None and self.seat % 2 else (0, 1)
        return [self._side(n) for n in order]

    def _side(self, n: int) -> Json:
        stones, score = self.view["stones"][n], self.view["score"]
        return {
            "name": self.side_name(n),
            "points": score["running"][n],
            "won": score["won"][n],
            "amarracos": range(stones["amarracos"]),
            "piedras": range(stones["piedras"]),
            "adentro": stones["adentro"],
            "text": self._stones_text(stones),
        }

    def _stones_text(self, stones: Json) -> str:
        if stones["adentro"]:
            return _("{word}, {piedras_word}: {piedras}").format(
                word=self.word("adentro"), piedras_word=self.word("piedra"), piedras=stones["piedras"]
            )
        return _("{amarracos_word}: {amarracos}, {piedras_word}: {piedras}").format(
            amarracos_word=self.word("amarraco"),
            amarracos=stones["amarracos"],
            piedras_word=self.word("piedra"),
            piedras=stones["piedras"],
        )

    def finished_sets(self) -> list[Json]:
        return [{"number": n, "points": points} for n, points in enumerate(self.view["score"]["sets"], start=1)]

    # --- cards ---

    def hand(self) -> list[Json]:
        return [self.card(text) for text in self.view["hand"]]

    def card(self, text: str) -> Json:
        """How a card looks and what it is called; with eight kings a 3 and a 2 say what they count as (MUS-3)."""
        rank, suit = text[0], text[1]
        counts_as = {"3": "K", "2": "A"}.get(rank) if self.view["kings"] == 8 else None
        name, value = words.card(self.vocabulary, text), VALUE[self.view["kings"]][rank]
        sentence = _("{card}, counts as {rank}, {value}") if counts_as else _("{card}, counts {value}")
        return {
            "text": text,
            "suit": suit,
            "number": NUMBERS.get(rank, rank),
            "rank": self.word(rank) if rank in NUMBERS else "",
            "as": self.word(counts_as) if counts_as else "",
            "name": sentence.format(card=name, rank=self.word(counts_as or rank), value=value),
        }

    # --- talk ---

    @cached_property
    def talk(self) -> list[Json]:
        return list(self._lines(self.view["talk"]))

    def _lines(self, talk: list[Json]) -> Iterator[Json]:
        """What was said, with the words of the table; an `envido` after another in its lance is a raise."""
        offered = None
        for said in talk:
            raises = said["say"] == "envido" and offered == said["lance"]
            offered = said["lance"] if said["say"] == "envido" else offered
            yield {
                "seat": said["seat"],
                "name": self.names[said["seat"]],
                "say": said["say"],
                "n": said["n"],
                "words": words.said(self.vocabulary, said["say"], said["n"], raises=raises),
                "lance": self.word(said["lance"]) if said["lance"] else None,
            }

    def lances(self) -> list[Json]:
        return [
            {**lance, "word": self.word(lance["lance"]), "text": self._lance(lance)} for lance in self.view["lances"]
        ]

    def _lance(self, lance: Json) -> str:
        texts = {
            "open": _("{amount} offered") if lance["amount"] else _("being bet"),
            "accepted": _("{amount} at stake"),
            "refused": _("{paid} paid"),
            "passed": _("no bet"),
            "nobody": _("nobody has it"),
            "alone": _("one side only"),
        }
        return texts[lance["state"]].format(amount=lance["amount"], paid=lance["paid"])

    def event(self) -> str:
        """What happened last, in whole sentences, and who is to act."""
        said = " ".join(filter(None, [self._latest(), self.turn()]))
        return self.result() or said

    def _latest(self) -> str:
        """The last call and what was announced after it; before the first call of a deal, how the last one ended."""
        talk = self.talk
        calls = [n for n, line in enumerate(talk) if line["say"] not in ("pares", "juego")]
        if not calls:
            return self.last_deal_text()
        call = _("{name}: {words}.").format(**talk[calls[-1]])
        return " ".join([call, *self._announced(talk[calls[-1] + 1 :])])

    def _announced(self, talk: list[Json]) -> Iterator[str]:
        """Who has pares, who has juego."""
        for say in dict.fromkeys(line["say"] for line in talk):
            names = [line["name"] for line in talk if line["say"] == say and line["n"]]
            yield _("{lance}: {names}.").format(lance=self.word(say), names=", ".join(names) or _("nobody"))

    def turn(self) -> str:
        seat = self.view["to_act"]
        if seat is None:
            return ""
        if seat < 0:
            return _("The cards have not been dealt yet.")
        return _("It is your turn.") if seat == self.seat else _("{name} is to act.").format(name=self.names[seat])

    def bet(self) -> str:
        """The offer that stands and by whom, "" without one."""
        bet = self.view["bet"]
        if not bet or self.view["lances"][-1]["state"] != "open":
            return ""
        what = self.word("ordago") if bet["ordago"] else bet["amount"]
        return _("Offered by {name}: {what}").format(name=self.names[bet["seat"]], what=what)

    # --- what the viewer may say ---

    @cached_property
    def calls(self) -> dict[str, Json]:
        """Every call by its name in the template, with the reason why it is not legal now."""
        return {choice["say"].replace(" ", "_"): self._call(choice) for choice in self.view["choices"]}

    def _call(self, choice: Json) -> Json:
        say, raising = choice["say"], bool(self.bet()) and choice["say"] == "envido"
        return {
            **choice,
            "label": self.word("raise" if raising else say),
            "why": sentence(Refusal(choice["code"], min=choice["min"])) if choice["code"] else "",
            "key": KEYS[say],
        }

    def why_not(self) -> list[Json]:
        """The reasons of all that is not legal now, the calls with the same reason together."""
        reasons: dict[str, list[str]] = {}
        for call in self.calls.values():
            if not call["legal"]:
                reasons.setdefault(call["why"], []).append(call["label"])
        return [{"labels": ", ".join(labels), "why": why} for why, labels in reasons.items()]

    def answers_ordago(self) -> bool:
        """Whether `quiero` would stake the whole set now."""
        return bool(self.bet()) and self.view["bet"]["ordago"]

    # --- the end of a deal and of the match ---

    def last_deal(self) -> Json | None:
        """The deal that ended last: the cards laid open, and the count line by line."""
        last = self.view["last_deal"]
        if not last:
            return None
        return {
            "deal": last["deal"],
            "hands": last["hands"] and [self._laid_open(n, cards) for n, cards in enumerate(last["hands"])],
            "talk": list(self._lines(last["talk"])),
            "awards": [self._award(award, last["hands"]) for award in last["awards"]],
            "text": self.last_deal_text(),
        }

    def last_deal_text(self) -> str:
        last = self.view["last_deal"]
        if not last:
            return ""
        points = [sum(award["points"] for award in last["awards"] if award["side"] == side) for side in (0, 1)]
        return _("Last deal: {one} {points_one}, {other} {points_other}.").format(
            one=self.side_name(0), points_one=points[0], other=self.side_name(1), points_other=points[1]
        )

    def _laid_open(self, seat: int, cards: list[str]) -> Json:
        kinds = ", ".join(filter(None, (self._kind("pares", cards), self._kind("juego", cards))))
        return {"name": self.names[seat], "cards": [self.card(text) for text in cards], "kinds": kinds}

    def _kind(self, lance: str, cards: list[str]) -> str:
        """What a hand has for pares or juego, in a word; "" for nothing."""
        hand = worth(SPANISH.read(cards), self.view["kings"], self.view["royal"])
        if lance == "pares":
            names = {DUPLES: "duples", MEDIAS: "medias", 1: "par"}
            return self.word(names[hand.pares_bonus]) if hand.pares else ""
        if hand.juego in (THIRTY_ONE, ROYAL):
            return self.word("royal" if hand.juego == ROYAL else "31")
        return f"{self.word('juego')} {hand.punto}" if hand.juego else ""

    def _award(self, award: Json, hands: list[list[str]] | None) -> str:
        texts = {
            "bet": _("{lance}: {points} for {side}, the bet that was accepted."),
            "waited": _("{lance}: {points} for {side}, nobody bet."),
            "refused": _("{lance}: {points} for {side}, the other side refused."),
            "bonus": _("{lance}: {points} for {side}, for their cards ({cards})."),
            "ordago": _("{lance}: {points} for {side}, the {ordago} that was accepted: the set is won."),
        }
        return texts[award["why"]].format(
            lance=self.word(award["lance"]).capitalize(),
            points=award["points"],
            side=self.side_name(award["side"]),
            cards=self._bonus_cards(award, hands or []),
            ordago=self.word("ordago"),
        )

    def _bonus_cards(self, award: Json, hands: list[list[str]]) -> str:
        """The kinds that both partners are paid for (MUS-54, MUS-55); at punto there is only the point itself."""
        if award["lance"] == "punto":
            return self.word("punto")
        own = [self._kind(award["lance"], hands[seat]) for seat in self.view["sides"][award["side"]]] if hands else []
        return ", ".join(filter(None, own))

    def result(self) -> str:
        """Who won, in words; "" while the match goes on."""
        if self.match["annulled"]:
            return _("This match was annulled; it has no result.")
        outcome = self.view["outcome"]
        if not outcome:
            return ""
        winner = outcome["places"].index(1)
        mine = None if self.seat is None else self.seat % 2
        template = {
            winner: _("You won {won} to {lost}: {winners} against {losers}."),
            1 - winner: _("You lost {lost} to {won}: {losers} against {winners}."),
            None: _("{winners} won {won} to {lost} against {losers}."),
        }[mine]
        return template.format(
            winners=self.side_name(winner),
            losers=self.side_name(1 - winner),
            won=outcome["score"][winner],
            lost=outcome["score"][1 - winner],
        )

    def happened(self, moves: list[tuple[int, str]]) -> list[str]:
        """What these moves (seat, text) were, as everybody heard it: of a discard only how many cards."""
        return [_("{name}: {words}.").format(name=self.names[seat], words=self._heard(text)) for seat, text in moves]

    def _heard(self, text: str) -> str:
        word, *rest = text.split(" ")
        if word == "discard":
            return words.said(self.vocabulary, "discard", len(rest))
        if word == "envido":
            return words.said(self.vocabulary, "envido", int(rest[0]))
        return words.said(self.vocabulary, text)
