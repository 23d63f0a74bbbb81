"""A deal computed from docs/dealing.md alone: nothing here is of the service."""

import hashlib
import hmac
from collections.abc import Iterator


def canonical(game: str) -> list[str]:
    """The pack in its canonical order, as texts of the cards."""
    if game == "mus":
        return [rank + suit for rank in "KHS765432A" for suit in "oceb"]
    if game == "mizzaire":
        return [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    return [colour + digit for colour in "RBGYK" for digit in "011234567789"]


def sealed(*parts: bytes) -> bytes:
    """The hash of the document: each part is preceded by its length."""
    whole = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return hashlib.sha256(whole).digest()


def keyed(key: bytes, message: str) -> bytes:
    return hmac.digest(key, message.encode(), "sha256")


def stream(seed: bytes) -> Iterator[int]:
    """The bytes of the stream, one after another."""
    block = 0
    while True:
        yield from hashlib.sha256(seed + block.to_bytes(8, "big")).digest()
        block += 1


def below(limit: int, source: Iterator[int]) -> int:
    bits = (limit - 1).bit_length()
    while True:
        number = 0
        for _ in range((bits + 7) // 8):
            number = number << 8 | next(source)
        number &= (1 << bits) - 1
        if number < limit:
            return number


def order(game: str, seed: bytes) -> list[str]:
    """The shuffled pack, the top card first."""
    cards, source = canonical(game), stream(seed)
    for i in range(len(cards) - 1, 0, -1):
        j = below(i + 1, source)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def deal(
    game: str, secret: bytes, shuffle: int, seeds: dict[int, str]
) -> dict[str, str]:
    """What the document calls the values of a shuffle, as texts."""
    deal_seed = keyed(secret, f"mus-deal-seed-1:{shuffle}")
    given: list[bytes] = []
    for seat in sorted(seeds):
        given += [str(seat).encode(), seeds[seat].encode()]
    stream_seed = sealed(b"mus-deal-1", deal_seed, *given)
    cards = order(game, stream_seed)
    leaves = []
    for position, card in enumerate(cards):
        salt = keyed(deal_seed, f"mus-salt-1:{position}")
        parts = (str(position).encode(), card.encode(), salt)
        leaves.append(sealed(b"mus-leaf-1", *parts))
    return {
        "its commitment": sealed(b"mus-commitment-1", deal_seed).hex(),
        "stream seed": stream_seed.hex(),
        "order": " ".join(cards),
        "root": sealed(b"mus-root-1", *leaves).hex(),
    }
