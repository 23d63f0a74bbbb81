"""The draw that anybody can repeat: teams, seats and orders from one committed secret ('musdraw-1').

It answers MUS-V4: where teams are not given they are drawn by card (MUS-9), and so are seats and
mano (MUS-10).
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, groupby
from typing import Final, NamedTuple

from core.chance import Stream, seed_from
from core.refusals import Refusal
from tournaments.rules.draws import constrained
from tournaments.rules.draws.constrained import Wishes
from tournaments.rules.field import Entrant

VERSION: Final = "musdraw-1"
SEATS_VERSION: Final = "musseats-1"

RANKS: Final = "KHS7654A"
"""High to low, after a 3 counted as king and a 2 as ace (MUS-3, MUS-4)."""
PLAIN_RANKS: Final = "KHS765432A"
"""High to low where only the kings are kings (MUS-V3)."""
EIGHT_KINGS: Final = {"3": "K", "2": "A"}
PACK: Final = tuple(rank + suit for rank in PLAIN_RANKS for suit in "oceb")

Cards = dict[int, tuple[str, ...]]
"""What each player drew, first draw first; a second card is a redraw after a tie."""

NOBODY: Final = -1
"""The partner of the reserve while partners are drawn."""


class TeamDraw(NamedTuple):
    teams: tuple[tuple[int, int], ...]
    """In the order of the draw."""
    reserve: int | None
    """The player who is left over when their number is odd."""
    cards: Cards


class SeatDraw(NamedTuple):
    seats: tuple[int, int, int, int]
    """The players of seats 0 (mano), 1, 2 and 3 (dealer)."""
    cards: Cards


def commitment(secret: bytes) -> str:
    """SHA-256 of the secret in hex, published before the draw."""
    return hashlib.sha256(secret).hexdigest()


def field_hash(names: Sequence[str]) -> str:
    """SHA-256 in hex of the frozen list, one name a line. Raises Refusal `draw.name_not_one_line`."""
    for name in names:
        if "\n" in name:
            raise Refusal("draw.name_not_one_line", name=name)
    return hashlib.sha256("\n".join(names).encode()).hexdigest()


def draw_seed(
    draw_id: str, names: Sequence[str], secret: bytes, beacon: bytes = b""
) -> bytes:
    """32 bytes; `beacon` is public randomness, such as words that the room gives."""
    field = bytes.fromhex(field_hash(names))
    return seed_from(VERSION.encode(), draw_id.encode(), field, secret, beacon)


def draw_stream(
    draw_id: str, names: Sequence[str], secret: bytes, beacon: bytes = b""
) -> Stream:
    """The one source of chance of a draw."""
    return Stream(draw_seed(draw_id, names, secret, beacon))


def draw_teams(players: Sequence[int], stream: Stream, kings: int = 8) -> TeamDraw:
    """MUS-9 for any number: the two highest cards play together, the next two, and so on.

    Players of one rank draw again among themselves (MUS-B1), so that every pairing of the players is
    equally likely. With an odd number the lowest card is the reserve.
    """
    order, cards = _by_card(players, stream, kings)
    teams = tuple(zip(order[::2], order[1::2], strict=False))
    reserve = order[-1] if len(order) % 2 else None
    return TeamDraw(teams, reserve, cards)


def draw_teams_apart(
    players: Sequence[Entrant],
    stream: Stream,
    bans: Sequence[tuple[int, int]] = (),
    balanced: bool = False,
) -> TeamDraw:
    """Teams without a pair of one club or among the bans, all ways equally likely.

    No card can show such a draw. `balanced` gives each of the stronger half a partner of the weaker.
    With an odd number the player who is paired with nobody is the reserve. Raises Refusal
    `draw.club_too_large`, `draw.too_few_seeded`; with bans `draw.not_in_draw`, `draw.ban_of_two`,
    `draw.bans_exclude_all` or `draw.bans_too_many`.
    """
    check_bans(players, bans)
    field = list(players)
    if len(field) % 2:
        field.append(Entrant(NOBODY, ""))
    ids = [player.id for player in field]
    half: list[int] = []
    if balanced:
        strong = stronger(players) | {NOBODY}
        half = [place for place, one in enumerate(ids) if one in strong]
    banned = {frozenset((ids.index(a), ids.index(b))) for a, b in bans}
    clubs = [player.club for player in field]
    pairs = constrained.pairs(Wishes(clubs, half, frozenset(banned)), stream)
    if pairs is None:
        raise _bans_refused(field, banned)
    teams, reserve = [], None
    for place_a, place_b in pairs:
        a, b = ids[place_a], ids[place_b]
        if NOBODY in (a, b):
            reserve = a if b == NOBODY else b
        else:
            teams.append((a, b))
    return TeamDraw(tuple(teams), reserve, {})


def _bans_refused(
    field: Sequence[Entrant], banned: AbstractSet[frozenset[int]]
) -> Refusal:
    """Names the player with most bans: lifting one of these helps most."""
    (place, bans), *_ = Counter(chain.from_iterable(banned)).most_common(1)
    name = field[place].name
    if len(field) <= constrained.MAX_COUNTED_PLAYERS:
        return Refusal("draw.bans_exclude_all", name=name, bans=bans)
    return Refusal("draw.bans_too_many", name=name, bans=bans)


def check_bans(players: Sequence[Entrant], bans: Sequence[tuple[int, int]]) -> None:
    """Raises Refusal `draw.ban_of_two` where both are one player, `draw.not_in_draw`."""
    known = {player.id for player in players}
    for a, b in bans:
        if a == b:
            raise Refusal("draw.ban_of_two")
        if not known >= {a, b}:
            raise Refusal("draw.not_in_draw", entry=a if b in known else b)


def stronger(players: Sequence[Entrant]) -> frozenset[int]:
    """The stronger half by seeds; of an odd number the one in the middle belongs to the weaker.

    Raises Refusal `draw.too_few_seeded` where fewer than half are seeded.
    """
    half = len(players) // 2
    seeded = [player for player in players if player.seed]
    seeded.sort(key=lambda player: player.seed or 0)
    if len(seeded) < half:
        raise Refusal("draw.too_few_seeded", seeded=len(seeded), needed=half)
    return frozenset(player.id for player in seeded[:half])


def draw_seats(
    side_a: tuple[int, int], side_b: tuple[int, int], stream: Stream, kings: int = 8
) -> SeatDraw:
    """MUS-10: the highest card is mano, the opponent with the lower card deals (ties: MUS-B1)."""
    order, cards = _by_card((*side_a, *side_b), stream, kings)
    mano = order[0]
    ours, theirs = (side_a, side_b) if mano in side_a else (side_b, side_a)
    partner = next(player for player in ours if player != mano)
    right, dealer = (player for player in order if player in theirs)
    return SeatDraw((mano, right, partner, dealer), cards)


def draw_table_seats(seed: bytes, round: int, slot: int, kings: int = 8) -> SeatDraw:
    """The seats at one table: players 0 and 1 of the first side, 2 and 3 of the second.

    Each table has a draw of its own, by the seed of the draw, its round from 1 and slot from 0.
    """
    stream = Stream(seed_from(SEATS_VERSION.encode(), seed, f"{round}.{slot}".encode()))
    return draw_seats((0, 1), (2, 3), stream, kings)


def _by_card(
    players: Sequence[int], stream: Stream, kings: int
) -> tuple[tuple[int, ...], Cards]:
    """The players from the highest card to the lowest, and all cards drawn on the way."""
    if len(set(players)) != len(players):
        raise Refusal("draw.player_twice")
    cards: Cards = dict.fromkeys(players, ())
    return tuple(_drawn(players, stream, kings, cards)), cards


def _drawn(
    players: Sequence[int], stream: Stream, kings: int, cards: Cards
) -> Iterator[int]:
    """Everybody draws from enough full packs; then each tied group, the highest first, again."""
    packs = PACK * -(-len(players) // len(PACK))
    for player, card in zip(players, stream.shuffled(packs), strict=False):
        cards[player] += (card,)
    height = {player: _height(cards[player][-1], kings) for player in players}
    ordered = sorted(players, key=height.__getitem__)
    for _, group in groupby(ordered, key=height.__getitem__):
        tied = list(group)
        if len(tied) == 1:
            yield tied[0]
        else:
            yield from _drawn(tied, stream, kings, cards)


def _height(card: str, kings: int) -> int:
    """0 for the highest rank; the suit never counts (MUS-2)."""
    rank = card[0]
    if kings == 8:
        return RANKS.index(EIGHT_KINGS.get(rank, rank))
    return PLAIN_RANKS.index(rank)
