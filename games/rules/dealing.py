"""The verifiable shuffle: what is published before, at and after a deal, so that anybody can check it.

Bytes and formats are fixed in docs/dealing.md, with a worked example; each is marked by a version string, so that no
value can be taken for one of another kind.
"""

import hmac
from collections.abc import Mapping, Sequence
from typing import Final

from core.chance import Stream, seed_from
from core.refusals import N_, Refusal
from games.rules.base import Card, Seat

SEAT_SEED_MAX: Final = 64
"""Characters in a seat's own seed, at most."""

REFUSALS: Final = {
    "deal.seat_seed": N_("A seed is a text of at most {max} characters.")
}


def deal_seed(secret: bytes, number: int) -> bytes:
    """The server's seed (32 bytes) for shuffle `number`, from 1. The secret is fixed when the match is opened."""
    return hmac.digest(secret, b"mus-deal-seed-1:%d" % number, "sha256")


def commitment(seed: bytes) -> str:
    """Published before a seed is used: binds the server to the seed and tells nothing about it (64 hex digits)."""
    return seed_from(b"mus-commitment-1", seed).hex()


def seat_seed_hash(text: str) -> str:
    """What the public sees of a seat's own seed while the match runs (64 hex digits). Raises `deal.seat_seed`."""
    return seed_from(b"mus-seat-seed-1", _seat_seed(text)).hex()


def shuffle(
    pack: tuple[Card, ...], seed: bytes, seat_seeds: Mapping[Seat, str]
) -> tuple[Card, ...]:
    """The order of the pack: from the server's seed and from the seeds of those seats that gave one."""
    own = [
        part
        for seat in sorted(seat_seeds)
        for part in (b"%d" % seat, _seat_seed(seat_seeds[seat]))
    ]
    return Stream(seed_from(b"mus-deal-1", seed, *own)).shuffled(pack)


def salt(seed: bytes, position: int) -> bytes:
    """32 bytes that hide the card at this position of the order (from 0); told only to the seat dealt it."""
    return _salt(hmac.new(seed, digestmod="sha256"), position)


def _salt(keyed: hmac.HMAC, position: int) -> bytes:
    message = keyed.copy()
    message.update(b"mus-salt-1:%d" % position)
    return message.digest()


def leaf(card_text: str, position: int, salt: bytes) -> str:
    """The commitment to one card at one position (64 hex digits); whoever has card and salt can check it."""
    return seed_from(b"mus-leaf-1", b"%d" % position, card_text.encode(), salt).hex()


def leaves(order_texts: Sequence[str], seed: bytes) -> tuple[str, ...]:
    """The commitments to every card of an order, published at the shuffle."""
    keyed = hmac.new(seed, digestmod="sha256")
    return tuple(
        [
            leaf(text, position, _salt(keyed, position))
            for position, text in enumerate(order_texts)
        ]
    )


def root(leaves: Sequence[str]) -> str:
    """One value (64 hex digits) that stands for all leaves in their order."""
    return seed_from(b"mus-root-1", *map(bytes.fromhex, leaves)).hex()


def is_seat_seed(text: str) -> bool:
    """Whether a seat may give this text: short enough, and no half of a surrogate pair, which is not a character."""
    return len(text) <= SEAT_SEED_MAX and not any(
        "\ud800" <= character <= "\udfff" for character in text
    )


def _seat_seed(text: str) -> bytes:
    if not is_seat_seed(text):
        raise Refusal("deal.seat_seed", max=SEAT_SEED_MAX)
    return text.encode()
