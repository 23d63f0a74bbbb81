"""The legal moves once more, written apart from the engines: slowly, with texts, from all that was said in a deal.

Only what the counts need: no second exchange of cards in Mus, no auction of Mü.
"""

from collections import Counter
from itertools import combinations
from typing import Any, NamedTuple


class Table(NamedTuple):
    """The options, which deal it is, who dealt, and the cards in the order of the shuffle."""

    options: dict[str, Any]
    deal: int
    dealer: int
    order: tuple[str, ...]

    def hand(self, place: int, cards: int) -> list[str]:
        """The cards of whoever is served in this place, one card at a time."""
        return list(self.order[place :: self.options["players"]][:cards])


# --- Mus ---


def mus(table: Table, said: tuple[str, ...]) -> set[str]:
    """MUS-14 to MUS-16, MUS-21, MUS-B11, MUS-B28 and MUS-38 to MUS-49; seats are numbered from mano here."""
    hands, options = [table.hand(place, 4) for place in range(4)], table.options
    if said and said[0].startswith("exposed"):
        return _discards(hands[len(said) - 1]) | {"discard"}
    if "no mus" not in said:
        waits = {"wait"} if options["wait_word"] and len(said) < 2 else set()
        return {"mus", "no mus"} | waits if len(said) < 4 else _discards(hands[len(said) - 4])
    calls, paid = list(said[said.index("no mus") + 1 :]), [0, 0]
    for name, players in _lances(hands, options["kings"]).items():
        if name in ("pares", "juego") and options["announcements"] == "manual":
            for seat in range(4):
                if not calls:
                    return {f"{name} si", f"{name} no"}
                if calls.pop(0) != f"{name} {'si' if seat in players else 'no'}":
                    return set()
        if name == "juego" and not players:
            players = [0, 1, 2, 3]
        if {seat % 2 for seat in players} == {0, 1}:
            answers = _lance(players, calls, paid, options)
            if answers is not None:
                return answers
    return set()


def _discards(hand: list[str]) -> set[str]:
    pack = [rank + suit for rank in "KHS765432A" for suit in "oceb"]
    some = [cards for number in (1, 2, 3, 4) for cards in combinations(sorted(hand, key=pack.index), number)]
    return {" ".join(["discard", *cards]) for cards in some}


def _lances(hands: list[list[str]], kings: int) -> dict[str, list[int]]:
    """Who holds the cards for each of the four bets."""
    ranks = [[card[0] for card in hand] for hand in hands]
    if kings == 8:
        ranks = [[{"3": "K", "2": "A"}.get(rank, rank) for rank in hand] for hand in ranks]
    worth = {"K": 10, "H": 10, "S": 10, "A": 1}
    pares = [seat for seat in range(4) if len(set(ranks[seat])) < 4]
    juego = [seat for seat in range(4) if sum(worth.get(rank) or int(rank) for rank in ranks[seat]) > 30]
    return {"grande": [0, 1, 2, 3], "chica": [0, 1, 2, 3], "pares": pares, "juego": juego}


def _lance(players: list[int], calls: list[str], paid: list[int], options: dict[str, Any]) -> set[str] | None:
    """What may be said next in this lance, None when it is closed; takes its calls, and enters what is paid at once."""
    asked, out, offers, ordago = list(players), set[int](), [0], False
    caller, first = -1, None
    while calls:
        call, seat = calls.pop(0), asked.pop(0)
        if first is None and options["team_reply"] == "highest" and len(offers) > 1 and asked and _height(call)[1]:
            if call != "ordago":
                first = seat, call
                continue
        elif first:
            out |= {seat} if call == "no quiero" else set()
            seat, call = (seat, call) if _height(call) > _height(first[1]) else first
            first = None
        if call == "quiero":
            return set() if ordago else None
        if call == "no quiero":
            out.add(seat)
        elif call != "paso":
            ordago, caller = call == "ordago", seat
            offers.append(offers[-1] + (0 if ordago else int(call.split()[1])))
            asked = [(seat + turn) % 4 for turn in (1, 3) if (seat + turn) % 4 in set(players) - out]
        if not asked and call == "no quiero":
            paid[caller % 2] += offers[-2] or 1
        if not asked:
            return set() if max(paid) >= options["points_per_set"] else None
    raises = {"ordago", *(f"envido {n}" for n in range(2, max(2, options["points_per_set"]) + 1))}
    return (set() if ordago else raises) | ({"paso"} if len(offers) == 1 else {"quiero", "no quiero"})


def _height(reply: str) -> tuple[bool, bool, int]:
    """Of two partners' replies the higher one stands (MUS-B14)."""
    return reply == "ordago", reply != "no quiero", int(reply.split()[1]) if reply.startswith("envido") else 0


# --- Mizzaire ---


def mizzaire(table: Table, said: tuple[str, ...]) -> set[str]:
    """MIZ-7, MIZ-9, MIZ-13 and MIZ-15 to MIZ-18; seats are numbered from the one after the dealer."""
    players, size = table.options["players"], [*range(1, 8), *[7] * 4, *range(7, 0, -1)][table.deal - 1]
    hands = [table.hand(place, size) for place in range(players)]
    callers = 0 if table.deal == 11 else players
    if len(said) < callers:
        forbidden = size - sum(int(call.split()[1]) for call in said) if len(said) == players - 1 else -1
        return {f"call {n}" for n in range(size + 1) if n != forbidden}
    trumpless = table.deal == 10 or (table.deal == 11 and not table.options["round11_trump"])
    trump = "" if trumpless else table.order[players * size][1]
    leader = players - 1 if table.options["first_lead"] == "dealer" else 0
    cards = [text.split()[1] for text in said[callers:]]
    return {f"play {card}" for card in _tricks(hands, leader, cards, lambda card: card[1], _strength(trump))}


def _strength(trump: str) -> Any:
    return lambda card, led: (card[1] == trump, card[1] == led[1], "23456789TJQKA".index(card[0]))


# --- Mü ---


def mu(table: Table, said: tuple[str, ...]) -> set[str]:
    """MU-19 to MU-28 and MU-31 to MU-39, once the auction is over; seats are numbered from the dealer."""
    players = table.options["players"]
    hands = [table.hand(place, len(table.order) // players) for place in range(players)]
    rows, turns = (
        [list[str]() for _ in range(players)],
        [text for text in said if text.split()[0] in ("reveal", "pass")],
    )
    for turn, text in enumerate(turns):
        rows[turn % players].extend(text.split()[1:])
    boss, vice = _boss_and_vice(rows)
    said = said[len(turns) :]
    named = [text.split()[1] for text in said if text.startswith("trump")]
    if len(named) < (1 if vice is None else 2):
        is_boss = vice is None or len(named) == 1
        own = {sign for card in rows[boss if is_boss or vice is None else vice] for sign in card}
        own -= set(named) if is_boss and not table.options["allow_same_trump"] else set()
        return {f"trump {sign}" for sign in own | ({"none"} if is_boss else set())}
    if players > 3 and len(said) == len(named):
        return {f"partner {(table.dealer + seat) % players}" for seat in range(players) if seat not in (boss, vice)}
    cards = [text.split()[1] for text in said if text.startswith("play")]
    boss_trump, vice_trump = named[-1], named[0] if vice is not None else "none"

    def suit(card: str) -> str:
        return "trump" if {boss_trump, vice_trump} & set(card) else card[0]

    def height(card: str, led: str) -> Any:
        boss_trumps, vice_trumps = boss_trump in card, vice_trump in card
        return boss_trumps and vice_trumps, boss_trumps, vice_trumps, suit(card) == suit(led), int(card[1])

    return {f"play {card}" for card in _tricks(hands, boss, cards, suit, height)}


def _boss_and_vice(rows: list[list[str]]) -> tuple[int, int | None]:
    counts = [len(row) for row in rows]
    boss = counts.index(max(counts))
    second = max(count for seat, count in enumerate(counts) if seat != boss)
    digits = {seat: sorted((card[1] for card in rows[seat]), reverse=True) for seat in range(len(rows))}
    tied = [seat for seat in digits if seat != boss and counts[seat] == second > 0]
    best = [seat for seat in tied if digits[seat] == max(digits[other] for other in tied)]
    return boss, best[0] if len(best) == 1 and len(rows) > 3 else None


# --- tricks ---


def _tricks(hands: list[list[str]], leader: int, cards: list[str], suit: Any, height: Any) -> set[str]:
    """The cards that may be played after these: of the suit led if there are any."""
    trick: list[tuple[int, str]] = []
    for card in cards:
        seat = (leader + len(trick)) % len(hands)
        hands[seat].remove(card)
        trick.append((seat, card))
        if len(trick) == len(hands):
            led = trick[0][1]
            leader, trick = max(trick, key=lambda laid: height(laid[1], led))[0], []
    hand = Counter(hands[(leader + len(trick)) % len(hands)])
    return {card for card in hand if trick and suit(card) == suit(trick[0][1])} or set(hand)
