"""The verifiable shuffle: what is published around a deal so that anyone can check it.

docs/dealing.md fixes bytes and formats, with a worked example. Every value is hashed
together with a version string, so that no value can be passed off as one of another kind.
"""

import hmac
from collections.abc import Mapping, Sequence
from typing import Final

from core.chance import Stream, seed_from
from core.refusals import N_, Refusal
from games.rules.base import Card, Seat

SEAT_SEED_MAX: Final = 64
"""The most characters in a seat's own seed."""

REFUSALS: Final = {
    "deal.seat_seed": N_("A seed is a text of at most {max} characters.")
}


def deal_seed(secret: bytes, number: int) -> bytes:
    """The server's seed (32 bytes) for shuffle `number`, counted from 1.

    The secret is fixed when the match is opened.
    """
    return hmac.digest(secret, b"mus-deal-seed-1:%d" % number, "sha256")


def commitment(seed: bytes) -> str:
    """64 hex digits, published before a seed is used.

    They bind the server to the seed and reveal nothing about it.
    """
    return seed_from(b"mus-commitment-1", seed).hex()


def seat_seed_hash(text: str) -> str:
    """What the public sees of a seat's seed during the match (64 hex digits).

    Raises Refusal `deal.seat_seed`.
    """
    return seed_from(b"mus-seat-seed-1", _encode_seat_seed(text)).hex()


def shuffle(
    pack: tuple[Card, ...], seed: bytes, seat_seeds: Mapping[Seat, str]
) -> tuple[Card, ...]:
    """The pack in the order that the server's seed and the seats' own seeds give."""
    parts = []
    for seat in sorted(seat_seeds):
        parts.append(b"%d" % seat)
        parts.append(_encode_seat_seed(seat_seeds[seat]))
    return Stream(seed_from(b"mus-deal-1", seed, *parts)).shuffled(pack)


def salt(seed: bytes, position: int) -> bytes:
    """32 bytes that hide the card at a position (from 0); only the seat dealt it is told."""
    return _salt(hmac.new(seed, digestmod="sha256"), position)


def _salt(keyed: hmac.HMAC, position: int) -> bytes:
    message = keyed.copy()
    message.update(b"mus-salt-1:%d" % position)
    return message.digest()


def leaf(card_text: str, position: int, salt: bytes) -> str:
    """The commitment to the card at one position (64 hex digits).

    Anyone who knows the card and the salt can check it.
    """
    return seed_from(b"mus-leaf-1", b"%d" % position, card_text.encode(), salt).hex()


def leaves(order_texts: Sequence[str], seed: bytes) -> tuple[str, ...]:
    """The commitments to all cards of an order, published at the shuffle."""
    # Setting up the key once for all positions saves most of the time of a deal.
    keyed = hmac.new(seed, digestmod="sha256")
    committed = []
    for position, text in enumerate(order_texts):
        committed.append(leaf(text, position, _salt(keyed, position)))
    return tuple(committed)


def root(leaves: Sequence[str]) -> str:
    """One value (64 hex digits) that stands for all leaves in their order."""
    return seed_from(b"mus-root-1", *map(bytes.fromhex, leaves)).hex()


def is_seat_seed(text: str) -> bool:
    """Whether a seat may give this text: short enough, and encodable as UTF-8."""
    if len(text) > SEAT_SEED_MAX:
        return False
    # Half of a surrogate pair is not a character and has no UTF-8 bytes.
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _encode_seat_seed(text: str) -> bytes:
    if not is_seat_seed(text):
        raise Refusal("deal.seat_seed", max=SEAT_SEED_MAX)
    return text.encode()
