"""The draw that anybody can repeat: teams, seats and orders from one committed secret ('musdraw-1').

It answers MUS-V4: where teams are not given they are drawn by card (MUS-9), and so are seats and mano (MUS-10).
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
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
    """Teams in the order of the draw; with an odd number one player is the reserve."""

    teams: tuple[tuple[int, int], ...]
    reserve: int | None
    cards: Cards


class SeatDraw(NamedTuple):
    """The players of seats 0 (mano), 1, 2 and 3 (dealer)."""

    seats: tuple[int, int, int, int]
    cards: Cards


def commitment(secret: bytes) -> str:
    """SHA-256 of the secret in hex, published before the draw."""
    return hashlib.sha256(secret).hexdigest()


def field_hash(names: Sequence[str]) -> str:
    """SHA-256 in hex of the frozen list, one name a line; a name with a line break could stand for two."""
    for name in names:
        if "\n" in name:
            raise Refusal("draw.name_not_one_line", name=name)
    return hashlib.sha256("\n".join(names).encode()).hexdigest()


def draw_seed(
    draw_id: str, names: Sequence[str], secret: bytes, beacon: bytes = b""
) -> bytes:
    """32 bytes from the id of the draw, the frozen list, the committed secret and public randomness."""
    field = bytes.fromhex(field_hash(names))
    return seed_from(VERSION.encode(), draw_id.encode(), field, secret, beacon)


def draw_stream(
    draw_id: str, names: Sequence[str], secret: bytes, beacon: bytes = b""
) -> Stream:
    """The one source of chance of a draw."""
    return Stream(draw_seed(draw_id, names, secret, beacon))


def draw_teams(players: Sequence[int], stream: Stream, kings: int = 8) -> TeamDraw:
    """MUS-9 for any number: everyone draws a card, the two highest play together, the next two, and so on.

    Players of one rank draw again among themselves (MUS-B1), so every pairing of the players is equally likely. With
    an odd number the lowest card is the reserve.
    """
    order, cards = _by_card(players, stream, kings)
    teams = tuple(zip(order[::2], order[1::2], strict=False))
    return TeamDraw(teams, order[-1] if len(order) % 2 else None, cards)


def draw_teams_apart(
    players: Sequence[Entrant],
    stream: Stream,
    bans: Sequence[tuple[int, int]] = (),
    balanced: bool = False,
) -> TeamDraw:
    """Teams of which none is of one club or among the bans, all ways equally likely; the order is that of the draw.

    No card can show such a draw. `balanced` gives each of the stronger half a partner of the weaker. With an odd number
    the reserve is who is paired with nobody. Raises Refusal `draw.club_too_large`, `draw.too_few_seeded`; with bans
    `draw.not_in_draw`, `draw.ban_of_two`, `draw.bans_exclude_all` or `draw.bans_too_many`.
    """
    check_bans(players, bans)
    strong = stronger(players) if balanced else ()
    field = [*players, *([Entrant(NOBODY, "")] if len(players) % 2 else [])]
    ids = [player.id for player in field]
    halves = [
        n for n, one in enumerate(ids) if strong and (one in strong or one == NOBODY)
    ]
    banned = frozenset(frozenset((ids.index(a), ids.index(b))) for a, b in bans)
    pairs = constrained.pairs(
        Wishes([player.club for player in field], halves, banned), stream
    )
    if pairs is None:
        few = len(field) <= constrained.COUNTED_MOST
        player, times = Counter(chain.from_iterable(banned)).most_common(1)[0]
        if few:
            raise Refusal("draw.bans_exclude_all", name=field[player].name, bans=times)
        raise Refusal("draw.bans_too_many", name=field[player].name, bans=times)
    teams = [(ids[a], ids[b]) for a, b in pairs]
    reserve = next(
        (a if b == NOBODY else b for a, b in teams if NOBODY in (a, b)), None
    )
    return TeamDraw(tuple(team for team in teams if NOBODY not in team), reserve, {})


def check_bans(players: Sequence[Entrant], bans: Sequence[tuple[int, int]]) -> None:
    """Raises Refusal `draw.not_in_draw`, `draw.ban_of_two` when somebody should be kept apart from themselves."""
    known = {player.id for player in players}
    for a, b in bans:
        if a == b:
            raise Refusal("draw.ban_of_two")
        if not known >= {a, b}:
            raise Refusal("draw.not_in_draw", entry=a if b in known else b)


def stronger(players: Sequence[Entrant]) -> frozenset[int]:
    """The half that comes first in the order of strength; with an odd number the one in the middle is of the weaker.

    Raises Refusal `draw.too_few_seeded` where not so many have a place in that order.
    """
    seeded, half = (
        sorted((one for one in players if one.seed), key=lambda one: one.seed or 0),
        len(players) // 2,
    )
    if len(seeded) < half:
        raise Refusal("draw.too_few_seeded", seeded=len(seeded), needed=half)
    return frozenset(one.id for one in seeded[:half])


def draw_seats(
    side_a: tuple[int, int], side_b: tuple[int, int], stream: Stream, kings: int = 8
) -> SeatDraw:
    """MUS-10: the highest card is mano, partner opposite, the opponent with the lower card deals (ties: MUS-B1)."""
    order, cards = _by_card((*side_a, *side_b), stream, kings)
    mano = order[0]
    ours, theirs = (side_a, side_b) if mano in side_a else (side_b, side_a)
    partner = next(player for player in ours if player != mano)
    right, dealer = (player for player in order if player in theirs)
    return SeatDraw((mano, right, partner, dealer), cards)


def draw_table_seats(seed: bytes, round: int, slot: int, kings: int = 8) -> SeatDraw:
    """The seats at one table: players 0 and 1 of the first side, 2 and 3 of the second.

    From the seed of the draw, and the table's round from 1 and slot from 0, so that each table has a draw of its own.
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
    """One draw from as many full packs as it takes; then each tied group, the highest first, draws again."""
    packs = PACK * -(-len(players) // len(PACK))
    for player, card in zip(players, stream.shuffled(packs), strict=False):
        cards[player] += (card,)
    height = {player: _height(cards[player][-1], kings) for player in players}
    for _, group in groupby(
        sorted(players, key=height.__getitem__), key=height.__getitem__
    ):
        tied = list(group)
        yield from tied if len(tied) == 1 else _drawn(tied, stream, kings, cards)


def _height(card: str, kings: int) -> int:
    """0 for the highest rank; the suit never counts (MUS-2)."""
    rank = card[0]
    return (
        RANKS.index(EIGHT_KINGS.get(rank, rank))
        if kings == 8
        else PLAIN_RANKS.index(rank)
    )
