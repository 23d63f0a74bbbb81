"""A draw that anybody can repeat: teams, seats and orders from one committed secret.

This is 'musdraw-1', the answer to MUS-V4: teams that are not given are drawn by card (MUS-9), as
are the seats and the mano (MUS-10).
"""

import hashlib
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from operator import itemgetter
from typing import Final, NamedTuple

from core.chance import Stream, seed_from
from core.refusals import Refusal
from tournaments.rules.draws import constrained
from tournaments.rules.draws.constrained import Wishes
from tournaments.rules.field import Entrant

VERSION: Final = "musdraw-1"
SEATS_VERSION: Final = "musseats-1"

RANKS: Final = "KHS7654A"
"""High to low, once each 3 counts as a king and each 2 as an ace (MUS-3, MUS-4)."""
PLAIN_RANKS: Final = "KHS765432A"
"""High to low when only the kings count as kings (MUS-V3)."""
EIGHT_KINGS: Final = {"3": "K", "2": "A"}
PACK: Final = tuple(rank + suit for rank in PLAIN_RANKS for suit in "oceb")

Cards = dict[int, tuple[str, ...]]
"""What each player drew, in order. A second card was drawn after a tie."""

NOBODY: Final = -1
"""Stands in as the partner of the reserve while partners are drawn."""


class TeamDraw(NamedTuple):
    teams: tuple[tuple[int, int], ...]
    """In the order of the draw."""
    reserve: int | None
    """The player left over from an odd number."""
    cards: Cards


class SeatDraw(NamedTuple):
    seats: tuple[int, int, int, int]
    """The players of seats 0 (mano), 1, 2 and 3 (dealer)."""
    cards: Cards


def commitment(secret: bytes) -> str:
    """SHA-256 of the secret in hex, published before the draw."""
    return hashlib.sha256(secret).hexdigest()


def field_hash(names: Sequence[str]) -> str:
    """SHA-256 in hex of the frozen list, one name a line.

    Raises Refusal `draw.name_not_one_line`.
    """
    for name in names:
        if "\n" in name:
            raise Refusal("draw.name_not_one_line", name=name)
    lines = "\n".join(names)
    digest = hashlib.sha256(lines.encode())
    return digest.hexdigest()


def draw_seed(
    draw_id: str, names: Sequence[str], secret: bytes, beacon: bytes = b""
) -> bytes:
    """32 bytes. `beacon` is public randomness, such as words that the audience calls out."""
    field = bytes.fromhex(field_hash(names))
    return seed_from(
        VERSION.encode(),
        draw_id.encode(),
        field,
        secret,
        beacon,
    )


def draw_stream(
    draw_id: str, names: Sequence[str], secret: bytes, beacon: bytes = b""
) -> Stream:
    """The only source of chance in a draw."""
    seed = draw_seed(draw_id, names, secret, beacon)
    return Stream(seed)


def draw_teams(players: Sequence[int], stream: Stream, kings: int = 8) -> TeamDraw:
    """MUS-9 for any number of players: the two highest cards play together, then the next two.

    Players with the same rank draw again among themselves (MUS-B1), so every pairing of the
    players is equally likely. If the number is odd, the lowest card is the reserve.
    """
    order, cards = _by_card(players, stream, kings)
    reserve = None
    if len(order) % 2:
        reserve = order[-1]
    first_players = order[::2]
    partners = order[1::2]
    teams = zip(first_players, partners, strict=False)
    return TeamDraw(tuple(teams), reserve, cards)


def draw_teams_apart(
    players: Sequence[Entrant],
    stream: Stream,
    bans: Sequence[tuple[int, int]] = (),
    balanced: bool = False,
) -> TeamDraw:
    """Teams without club-mates and without banned pairs. Every such draw is equally likely.

    Cards cannot show such a draw. `balanced` gives each player of the stronger half a partner from
    the weaker half. If the number is odd, the player without a partner is the reserve.

    Raises Refusal `draw.club_too_large` and `draw.too_few_seeded`; with bans also
    `draw.not_in_draw`, `draw.ban_of_two`, `draw.bans_exclude_all` and `draw.bans_too_many`.
    """
    check_bans(players, bans)
    field = list(players)
    if len(field) % 2:
        reserve_mark = Entrant(NOBODY, "")
        field.append(reserve_mark)
    wishes = _wishes(players, field, bans, balanced)
    pairs = constrained.pairs(wishes, stream)
    if pairs is None:
        raise _bans_refused(field, wishes.bans)
    teams = []
    reserve = None
    for place_a, place_b in pairs:
        a = field[place_a].id
        b = field[place_b].id
        if a == NOBODY:
            reserve = b
        elif b == NOBODY:
            reserve = a
        else:
            teams.append((a, b))
    return TeamDraw(tuple(teams), reserve, {})


def _wishes(
    players: Sequence[Entrant],
    field: Sequence[Entrant],
    bans: Sequence[tuple[int, int]],
    balanced: bool,
) -> Wishes:
    """What keeps the entrants of the field apart, by their places in it."""
    strong: set[int] = set()
    if balanced:
        # The reserve belongs to the weaker half, so its stand-in counts as strong.
        strong = {NOBODY, *stronger(players)}
    place_of = {}
    half = []
    clubs = []
    for place, entrant in enumerate(field):
        place_of[entrant.id] = place
        clubs.append(entrant.club)
        if entrant.id in strong:
            half.append(place)
    banned = set()
    for a, b in bans:
        places = (place_of[a], place_of[b])
        banned.add(frozenset(places))
    return Wishes(clubs, half, banned)


def _bans_refused(
    field: Sequence[Entrant], banned: AbstractSet[frozenset[int]]
) -> Refusal:
    """Names the player with the most bans, because lifting one of those helps most."""
    banned_places = chain.from_iterable(banned)
    bans_by_place = Counter(banned_places)
    [(place, bans)] = bans_by_place.most_common(1)
    name = field[place].name
    if len(field) <= constrained.MAX_COUNTED_PLAYERS:
        return Refusal("draw.bans_exclude_all", name=name, bans=bans)
    return Refusal("draw.bans_too_many", name=name, bans=bans)


def check_bans(players: Sequence[Entrant], bans: Sequence[tuple[int, int]]) -> None:
    """Raises Refusal `draw.ban_of_two` if a ban names one player twice, and `draw.not_in_draw`."""
    known = {player.id for player in players}
    for a, b in bans:
        if a == b:
            raise Refusal("draw.ban_of_two")
        # Of two unknown entries the refusal names the second.
        for entry in (b, a):
            if entry not in known:
                raise Refusal("draw.not_in_draw", entry=entry)


def stronger(players: Sequence[Entrant]) -> frozenset[int]:
    """The stronger half by seed. If the number is odd, the middle player is in the weaker half.

    Raises Refusal `draw.too_few_seeded` if fewer than half of the players are seeded.
    """
    half = len(players) // 2
    seeded = []
    for player in players:
        if player.seed:
            seeded.append((player.seed, player.id))
    if len(seeded) < half:
        raise Refusal(
            "draw.too_few_seeded",
            seeded=len(seeded),
            needed=half,
        )
    # Only the seed counts: equal seeds keep the given order.
    seeded.sort(key=itemgetter(0))
    strongest = seeded[:half]
    return frozenset(entry for _, entry in strongest)


def draw_seats(
    side_a: tuple[int, int], side_b: tuple[int, int], stream: Stream, kings: int = 8
) -> SeatDraw:
    """MUS-10: the highest card is mano, and the opponent with the lower card deals.

    Ties are broken as in MUS-B1.
    """
    players = (*side_a, *side_b)
    order, cards = _by_card(players, stream, kings)
    mano, *others = order
    side_of_mano = side_b
    if mano in side_a:
        side_of_mano = side_a
    opponents = []
    for player in others:
        if player in side_of_mano:
            partner = player
        else:
            opponents.append(player)
    right, dealer = opponents
    seats = (mano, right, partner, dealer)
    return SeatDraw(seats, cards)


def draw_table_seats(seed: bytes, round: int, slot: int, kings: int = 8) -> SeatDraw:
    """The seats at one table, with players 0 and 1 on the first side and 2 and 3 on the second.

    Each table has its own draw, from the seed of the main draw, the round (from 1) and the slot
    (from 0).
    """
    table = f"{round}.{slot}"
    table_seed = seed_from(
        SEATS_VERSION.encode(),
        seed,
        table.encode(),
    )
    stream = Stream(table_seed)
    return draw_seats((0, 1), (2, 3), stream, kings)


def _by_card(
    players: Sequence[int], stream: Stream, kings: int
) -> tuple[tuple[int, ...], Cards]:
    """The players from the highest card to the lowest, and every card drawn on the way."""
    cards: Cards = dict.fromkeys(players, ())
    if len(cards) != len(players):
        raise Refusal("draw.player_twice")
    order = _drawn(players, stream, kings, cards)
    return tuple(order), cards


def _drawn(
    players: Sequence[int], stream: Stream, kings: int, cards: Cards
) -> Iterator[int]:
    """Everybody draws from enough full packs. Tied players draw again, the highest group first."""
    packs = math.ceil(len(players) / len(PACK))
    shuffled = stream.shuffled(PACK * packs)
    by_height: defaultdict[int, list[int]] = defaultdict(list)
    for player, card in zip(players, shuffled, strict=False):
        cards[player] += (card,)
        height = _height(card, kings)
        by_height[height].append(player)
    for _, tied in sorted(by_height.items()):
        if len(tied) == 1:
            yield tied[0]
        else:
            yield from _drawn(tied, stream, kings, cards)


def _height(card: str, kings: int) -> int:
    """0 for the highest rank; the suit never counts (MUS-2)."""
    rank = card[0]
    if kings != 8:
        return PLAIN_RANKS.index(rank)
    counted_as = EIGHT_KINGS.get(rank, rank)
    return RANKS.index(counted_as)
