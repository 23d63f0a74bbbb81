"""The legal moves once more, written apart from the engines: slowly, with texts, from all that was
said in a deal.

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
    """MUS-14 to MUS-16, MUS-21, MUS-B11, MUS-B28 and MUS-38 to MUS-49; seats are numbered from
    mano here.

    A 4-5-6-7 is shown first (MUS-V6, MUS-B8). In mus corrido the dealer is asked first, and
    mano is who keeps the pack, or if nobody does the seat after the one that was dealt to first
    (MUS-V7, MUS-B10).
    """
    hands, options = [table.hand(place, 4) for place in range(4)], table.options
    if options["redeal_4567"]:
        answers, said = said[:4], said[4:]
        if len(answers) < 4:
            return (
                {"keep", "redeal"}
                if {card[0] for card in hands[len(answers)]} == set("4567")
                else {"keep"}
            )
        showed = [place for place in range(4) if answers[place] == "redeal"]
        hands = [
            _in_turn(table, showed, place) if place in showed else hand
            for place, hand in enumerate(hands)
        ]
    if options["opening"].startswith("corrido"):
        mano = (3 + said.index("no mus")) % 4 if "no mus" in said else 1
        hands = hands[mano:] + hands[:mano]
    if said and said[0].startswith("exposed"):
        return _discards(hands[len(said) - 1]) | {"discard"}
    if "no mus" not in said:
        waits = {"wait"} if options["wait_word"] and len(said) < 2 else set()
        return (
            {"mus", "no mus"} | waits
            if len(said) < 4
            else _discards(hands[len(said) - 4])
        )
    calls, paid = list(said[said.index("no mus") + 1 :]), [0, 0]
    for name, players in lances(hands, options["kings"]).items():
        if name in ("pares", "juego") and options["announcements"] == "manual":
            for seat in range(4):
                if not calls:
                    return {f"{name} si", f"{name} no"}
                if calls.pop(0) != f"{name} {'si' if seat in players else 'no'}":
                    return set()
        players = players if players or name != "juego" else [0, 1, 2, 3]
        if {seat % 2 for seat in players} == {0, 1}:
            bet = lance(players, calls, options)
            paid[bet.side] += bet.paid
            if bet.how == "open" or bet.ordago:
                return bet.answers
            if max(paid) >= options["points_per_set"]:
                return set()
    return set()


def _in_turn(table: Table, showed: list[int], place: int) -> list[str]:
    """The four cards that replace a 4-5-6-7: the next ones of the pack, in the order of play
    (MUS-B8).
    """
    first = 16 + 4 * showed.index(place)
    return list(table.order[first : first + 4])


def _discards(hand: list[str]) -> set[str]:
    pack = [rank + suit for rank in "KHS765432A" for suit in "oceb"]
    some = [
        cards
        for number in (1, 2, 3, 4)
        for cards in combinations(sorted(hand, key=pack.index), number)
    ]
    return {" ".join(["discard", *cards]) for cards in some}


def ranks(hand: list[str], kings: int) -> list[str]:
    """The ranks of a hand; with eight kings a three is a king and a two an ace (MUS-3)."""
    return [
        {"3": "K", "2": "A"}.get(card[0], card[0]) if kings == 8 else card[0]
        for card in hand
    ]


def total(hand: list[str], kings: int) -> int:
    """What the cards are worth (MUS-5)."""
    return sum(
        {"K": 10, "H": 10, "S": 10, "A": 1}.get(rank) or int(rank)
        for rank in ranks(hand, kings)
    )


def lances(hands: list[list[str]], kings: int) -> dict[str, list[int]]:
    """Who holds the cards for each of the four bets."""
    pares = [
        seat for seat, hand in enumerate(hands) if len(set(ranks(hand, kings))) < 4
    ]
    juego = [seat for seat, hand in enumerate(hands) if total(hand, kings) > 30]
    return {
        "grande": [0, 1, 2, 3],
        "chica": [0, 1, 2, 3],
        "pares": pares,
        "juego": juego,
    }


class Bet(NamedTuple):
    """A lance as far as it has been bet."""

    how: str
    """`open`, `passed`, `accepted` or `refused`."""
    answers: set[str] = set()
    """What may be said next."""
    ordago: bool = False
    """An ordago was accepted."""
    amount: int = 0
    side: int = 0
    """Whom a refusal pays, and how much."""
    paid: int = 0


def lance(players: list[int], calls: list[str], options: dict[str, Any]) -> Bet:
    """One lance; its calls are taken away."""
    asked, out, offers, ordago = list(players), set[int](), [0], False
    caller, first = 0, None
    while calls:
        call, seat = calls.pop(0), asked.pop(0)
        if first:
            out |= {seat} if call == "no quiero" else set()
            seat, call = (seat, call) if _height(call) > _height(first[1]) else first
            first = None
        elif (
            options["team_reply"] == "highest"
            and asked
            and len(offers) > 1
            and call not in ("no quiero", "ordago")
        ):
            first = seat, call
            continue
        if call == "quiero":
            return Bet("accepted", ordago=ordago, amount=offers[-1])
        if call == "no quiero":
            out.add(seat)
        elif call != "paso":
            ordago, caller = call == "ordago", seat
            offers.append(offers[-1] + (0 if ordago else int(call.split()[1])))
            asked = [
                (seat + turn) % 4
                for turn in (1, 3)
                if (seat + turn) % 4 in set(players) - out
            ]
        if not asked:
            return (
                Bet("refused", side=caller % 2, paid=offers[-2] or 1)
                if len(offers) > 1
                else Bet("passed")
            )
    raises = {
        "ordago",
        *(f"envido {n}" for n in range(2, max(2, options["points_per_set"]) + 1)),
    }
    return Bet(
        "open",
        (set() if ordago else raises)
        | ({"paso"} if len(offers) == 1 else {"quiero", "no quiero"}),
    )


def _height(reply: str) -> tuple[bool, bool, int]:
    """Of two partners' replies the higher one stands (MUS-B14)."""
    return (
        reply == "ordago",
        reply != "no quiero",
        int(reply.split()[1]) if reply.startswith("envido") else 0,
    )


# --- Mizzaire ---


def mizzaire(table: Table, said: tuple[str, ...]) -> set[str]:
    """MIZ-7, MIZ-9, MIZ-13 and MIZ-15 to MIZ-18; seats are numbered from the one after the dealer."""
    players, size = (
        table.options["players"],
        [*range(1, 8), *[7] * 4, *range(7, 0, -1)][table.deal - 1],
    )
    hands = [table.hand(place, size) for place in range(players)]
    callers = 0 if table.deal == 11 else players
    if len(said) < callers:
        forbidden = (
            size - sum(int(call.split()[1]) for call in said)
            if len(said) == players - 1
            else -1
        )
        return {f"call {n}" for n in range(size + 1) if n != forbidden}
    trump = turned(table, players * size)
    leader = players - 1 if table.options["first_lead"] == "dealer" else 0
    cards = [text.split()[1] for text in said[callers:]]
    return {
        f"play {card}"
        for card in _tricks(hands, leader, cards, lambda card: card[1], strength(trump))
    }


def turned(table: Table, dealt: int) -> str:
    """The suit of the card turned up after those dealt, if one is (MIZ-6, MIZ-12, MIZ-B3)."""
    trumpless = table.deal == 10 or (
        table.deal == 11 and not table.options["round11_trump"]
    )
    return "" if trumpless else table.order[dealt][1]


def strength(trump: str) -> Any:
    """How a card stands in a trick (MIZ-18)."""
    return lambda card, led: (
        card[1] == trump,
        card[1] == led[1],
        "23456789TJQKA".index(card[0]),
    )


# --- Mü ---


def mu(table: Table, said: tuple[str, ...]) -> set[str]:
    """MU-19 to MU-28 and MU-31 to MU-39, once the auction is over; seats are numbered from the
    dealer.
    """
    players = table.options["players"]
    hands = [table.hand(place, len(table.order) // players) for place in range(players)]
    rows, turns = (
        [list[str]() for _ in range(players)],
        [text for text in said if text.split()[0] in ("reveal", "pass")],
    )
    for turn, text in enumerate(turns):
        rows[turn % players].extend(text.split()[1:])
    boss, vice = boss_and_vice(rows)
    said = said[len(turns) :]
    named = [text.split()[1] for text in said if text.startswith("trump")]
    if len(named) < (1 if vice is None else 2):
        is_boss = vice is None or len(named) == 1
        own = {
            sign
            for card in rows[boss if is_boss or vice is None else vice]
            for sign in card
        }
        own -= (
            set(named) if is_boss and not table.options["allow_same_trump"] else set()
        )
        return {f"trump {sign}" for sign in own | ({"none"} if is_boss else set())}
    if players > 3 and len(said) == len(named):
        return {
            f"partner {(table.dealer + seat) % players}"
            for seat in range(players)
            if seat not in (boss, vice)
        }
    cards = [text.split()[1] for text in said if text.startswith("play")]
    suit, height = ranking(named[-1], named[0] if vice is not None else "none")
    return {f"play {card}" for card in _tricks(hands, boss, cards, suit, height)}


def ranking(boss_trump: str, vice_trump: str) -> tuple[Any, Any]:
    """To which suit a card belongs, and how it stands in a trick (MU-33 to MU-38)."""

    def suit(card: str) -> str:
        return "trump" if {boss_trump, vice_trump} & set(card) else card[0]

    def height(card: str, led: str) -> Any:
        boss, vice = boss_trump in card, vice_trump in card
        return boss and vice, boss, vice, suit(card) == suit(led), int(card[1])

    return suit, height


def boss_and_vice(rows: list[list[str]]) -> tuple[int, int | None]:
    counts = [len(row) for row in rows]
    boss = counts.index(max(counts))
    second = max(count for seat, count in enumerate(counts) if seat != boss)
    digits = {
        seat: sorted((card[1] for card in rows[seat]), reverse=True)
        for seat in range(len(rows))
    }
    tied = [seat for seat in digits if seat != boss and counts[seat] == second > 0]
    best = [
        seat for seat in tied if digits[seat] == max(digits[other] for other in tied)
    ]
    return boss, best[0] if len(best) == 1 and len(rows) > 3 else None


# --- tricks ---


def taken(
    players: int, leader: int, cards: list[str], height: Any
) -> tuple[list[tuple[int, list[str]]], list[int]]:
    """Who took which cards, trick by trick, and who plays next and after that, as far as the last
    trick goes.
    """
    tricks = []
    while len(cards) >= players:
        trick, cards = cards[:players], cards[players:]
        best = max(range(players), key=lambda place: height(trick[place], trick[0]))
        leader = (leader + best) % players
        tricks.append((leader, trick))
    return tricks, [(leader + place) % players for place in range(players)]


def _tricks(
    hands: list[list[str]], leader: int, cards: list[str], suit: Any, height: Any
) -> set[str]:
    """The cards that may be played after these: of the suit led if there are any."""
    players = len(hands)
    tricks, order = taken(players, leader, cards, height)
    trick = cards[len(tricks) * players :]
    seat, leaders = order[len(trick)], [leader, *(taker for taker, _ in tricks)]
    own = [
        card
        for number, card in enumerate(cards)
        if (leaders[number // players] + number) % players == seat
    ]
    hand = set(Counter(hands[seat]) - Counter(own))
    return {card for card in hand if trick and suit(card) == suit(trick[0])} or hand
