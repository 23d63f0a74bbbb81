"""The points of a recorded match once more, from the lines of its record alone, written apart from
the engines.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from games.rules.record import Record
from tests.games.rules.perft import slow

Points = list[int]


class Deal(NamedTuple):
    """One shuffle, and what was said and played until the next: pairs of a seat and a text."""

    order: tuple[str, ...]
    said: list[tuple[int, str]]

    @property
    def texts(self) -> list[str]:
        return [text for _, text in self.said]


def shuffles(record: Record) -> list[Deal]:
    """The record, shuffle by shuffle."""
    found: list[Deal] = []
    for move in record.moves:
        if move.seat is None:
            found.append(Deal(tuple(move.text.split()[1:]), []))
        else:
            found[-1].said.append((move.seat, move.text))
    return found


# --- Mizzaire ---


def mizzaire(record: Record) -> list[Points]:
    """The points of each round (MIZ-18 to MIZ-21)."""
    return [
        _round(record.options, number, deal)
        for number, deal in enumerate(shuffles(record), start=1)
    ]


def _round(options: dict[str, Any], number: int, deal: Deal) -> Points:
    players = options["players"]
    calls = {
        seat: int(text.split()[1])
        for seat, text in deal.said
        if text.startswith("call")
    }
    cards = [
        (seat, text.split()[1]) for seat, text in deal.said if text.startswith("play")
    ]
    trump = slow.turned(slow.Table(options, number, 0, deal.order), len(cards))
    tricks, _ = slow.taken(
        players, cards[0][0], [card for _, card in cards], slow.strength(trump)
    )
    won = [sum(taker == seat for taker, _ in tricks) for seat in range(players)]
    if number == 11:
        return [-count or 2 for count in won]
    return [2 + count if calls[seat] == count else 0 for seat, count in enumerate(won)]


# --- Mü ---


def mu(record: Record) -> list[Points]:
    """The points of each deal (MU-15 to MU-22, MU-36 to MU-44)."""
    return [_hand(record.options, deal) for deal in shuffles(record)]


def _hand(options: dict[str, Any], deal: Deal) -> Points:
    players, texts = options["players"], deal.texts
    rows: list[list[str]] = [[] for _ in range(players)]
    reached = list[int]()
    for seat, text in deal.said:
        if text.startswith("reveal"):
            rows[seat] += text.split()[1:]
            reached = [other for other in reached if other != seat] + [seat]
    bid = max(map(len, rows))
    tied = [seat for seat in reached if len(rows[seat]) == bid]
    if len(tied) != 1:
        return [
            (0 if seat not in tied else -10 * bid if seat == tied[-1] else 5 * bid)
            for seat in range(players)
        ]
    _, vice = slow.boss_and_vice(rows)
    named = [text.split()[1] for text in texts if text.startswith("trump")]
    _, height = slow.ranking(named[-1], named[0] if vice is not None else "none")
    cards = [text.split()[1] for text in texts if text.startswith("play")]
    tricks, _ = slow.taken(players, tied[0], cards, height)
    points = [0] * players
    for taker, trick in tricks:
        points[taker] += sum(
            0 if card[1] in "19" else 2 if card[1] in "67" else 1 for card in trick
        )
    team = {
        tied[0],
        *(int(text.split()[1]) for text in texts if text.startswith("partner")),
    }
    gains = _contract(
        options, bid, named[-1], tied[0], team, sum(points[seat] for seat in team)
    )
    return [own + gain for own, gain in zip(points, gains, strict=True)]


def _contract(
    options: dict[str, Any],
    bid: int,
    trump: str,
    boss: int,
    team: set[int],
    points: int,
) -> Points:
    players = options["players"]
    goals = {
        3: range(12, 36, 2),
        4: range(30, 60, 2),
        5: range(24, 60, 3),
        6: range(20, 60, 4),
    }[players]
    rank = sum(goal <= points for goal in goals)
    if rank < bid:
        return [
            (0 if seat in team else 5 * (bid - rank))
            - 10 * (bid - rank) * (seat == boss)
            for seat in range(players)
        ]
    worth = (bid if options["bonus_by"] == "bid" else rank) + (
        3 if trump == "none" else 0 if trump.isalpha() else 1 if trump in "17" else 2
    )
    return [10 * min(10, worth) * (seat in team) for seat in range(players)]


# --- Mus ---


def mus(record: Record) -> list[Points]:
    """The points of both sides in each set that was won; the opening must be the given one."""
    points, mano, sets = [0, 0], 0, []
    for deal in _deals(shuffles(record)):
        if _deal(record.options, deal, mano, points):
            sets.append(points)
            points = [0, 0]
        mano = (mano + 1) % 4
    return sets


def _deals(packs: list[Deal]) -> Iterator[list[Deal]]:
    """The shuffles of one deal: the first of the whole pack, then new stocks."""
    begun: list[Deal] = []
    for pack in packs:
        if len(pack.order) == 40 and begun:
            yield begun
            begun = []
        begun.append(pack)
    yield begun


def _deal(
    options: dict[str, Any], packs: list[Deal], mano: int, points: Points
) -> bool:
    """Adds what the deal brings; whether that was the end of the set (MUS-46 to MUS-57, MUS-B20 to
    MUS-B31).
    """
    hands, target = _last_hands(packs, mano), options["points_per_set"]
    texts = [text for pack in packs for text in pack.texts]
    calls = [text for text in texts if text in CALLS or text.startswith("envido")]
    announced = [text for text in texts if text.startswith(("pares", "juego"))]
    counted = []
    for name, holders in slow.lances(hands, options["kings"]).items():
        if options["announcements"] == "manual" and name in ("pares", "juego"):
            for seat in range(4):
                if (announced.pop(0) == f"{name} si") != (seat in holders):
                    return _won(points, (seat + mano + 1) % 2, target)
        name = "punto" if name == "juego" and not holders else name
        players = holders if name != "punto" else [0, 1, 2, 3]
        bet = slow.Bet("alone")
        if {seat % 2 for seat in players} == {0, 1}:
            bet = slow.lance(players, calls, options)
        if bet.ordago:
            return _won(
                points, (_best(name, players, hands, options) + mano) % 2, target
            )
        points[(bet.side + mano) % 2] += bet.paid
        if max(points) >= target:
            return _won(points, points.index(max(points)), target)
        counted.append((name, players, bet))
    for name, players, bet in counted:
        for side, award in _awards(name, players, bet, hands, options):
            points[(side + mano) % 2] += award
            if max(points) >= target:
                return _won(points, points.index(max(points)), target)
    return False


CALLS = ("paso", "ordago", "quiero", "no quiero")


def _won(points: Points, side: int, target: int) -> bool:
    points[side] = target
    return True


def _last_hands(packs: list[Deal], mano: int) -> list[list[str]]:
    """The hands with which the bets were made, from mano on (MUS-13, MUS-17, MUS-19, MUS-B8)."""
    stocks = [list(pack.order) for pack in packs]
    hands, laid = [stocks[0][place:16:4] for place in range(4)], dict[int, list[str]]()
    del stocks[0][:16]
    for seat, text in (said for pack in packs for said in pack.said):
        place, (word, *cards) = (seat - mano) % 4, text.split()
        if word == "redeal":
            hands[place] = _served(stocks, 4)
        if word == "discard":
            laid[place] = cards
        if len(laid) == 4:
            for place in range(4):
                kept = [card for card in hands[place] if card not in laid[place]]
                hands[place] = kept + _served(stocks, len(laid[place]))
            laid = {}
    return hands


def _served(stocks: list[list[str]], number: int) -> list[str]:
    """Cards from the stock, and when it ends from the next one."""
    cards = []
    for _ in range(number):
        while not stocks[0]:
            del stocks[0]
        cards.append(stocks[0].pop(0))
    return cards


def _best(
    name: str, players: list[int], hands: list[list[str]], options: dict[str, Any]
) -> int:
    """Who has the best cards, of equals the first from mano (MUS-11, MUS-24, MUS-25, MUS-29,
    MUS-34 to MUS-36).
    """
    return min(players, key=lambda seat: _height(name, hands[seat], options))


def _height(name: str, hand: list[str], options: dict[str, Any]) -> Any:
    """The less, the better."""
    kings = options["kings"]
    places = sorted(map("KHS765432A".index, slow.ranks(hand, kings)))
    if name == "grande":
        return places
    if name == "chica":
        return sorted(-place for place in places)
    if name == "pares":
        return -_pares(hand, kings), [
            place for place in places if places.count(place) > 1
        ]
    if name == "punto":
        return -slow.total(hand, kings)
    return (31, 32, 40, 37, 36, 35, 34, 33).index(slow.total(hand, kings)) - _is_royal(
        hand, options
    )


def _pares(hand: list[str], kings: int) -> int:
    """1 for par, 2 for medias, 3 for duples, which is also what they are worth (MUS-26, MUS-54)."""
    return {4: 0, 3: 1}.get(
        len(alike := Counter(slow.ranks(hand, kings))), 2 if 3 in alike.values() else 3
    )


def _is_royal(hand: list[str], options: dict[str, Any]) -> bool:
    """Three sevens and a ten (MUS-35, MUS-V9)."""
    others = [card for card in hand if card[0] != "7"]
    if len(others) != 1 or options["royal"] == "off":
        return False
    return (
        others == ["So"]
        if options["royal"] == "coins"
        else slow.total(others, options["kings"]) == 10
    )


def _awards(
    name: str,
    players: list[int],
    bet: slow.Bet,
    hands: list[list[str]],
    options: dict[str, Any],
) -> Iterator[tuple[int, int]]:
    """What a lance brings at the count, and to which side (MUS-52 to MUS-56, MUS-B22 to MUS-B24)."""
    if not players:
        return
    side = (
        bet.side if bet.how == "refused" else _best(name, players, hands, options) % 2
    )
    bonus = 0
    for seat in players:
        if seat % 2 == side and name == "pares":
            bonus += _pares(hands[seat], options["kings"])
        if seat % 2 == side and name == "juego":
            bonus += 3 if slow.total(hands[seat], options["kings"]) == 31 else 2
    if name == "punto" or (name in ("grande", "chica") and bet.how == "passed"):
        bonus = 1
    yield side, bet.amount + bonus
