"""The verifiable shuffle: the worked example of docs/dealing.md, and what each value may and may
not give away.
"""

import hmac
import re
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from core.refusals import Refusal
from games.mizzaire import rules as mizzaire
from games.mu import rules as mu
from games.mus import rules as mus
from games.rules import dealing
from games.rules.cards import SPANISH
from tests.games.deal_by_the_document import deal

DOCUMENT = (Path(__file__).parents[3] / "docs" / "dealing.md").read_text()
EXAMPLE = dict(
    re.split(r"  +", line) for line in DOCUMENT.split("```")[1].strip().splitlines()
)
SECRET = bytes.fromhex(EXAMPLE["secret"])
SEED = bytes.fromhex(EXAMPLE["deal seed"])
SEAT_SEEDS = {0: EXAMPLE["seed of seat 0"], 2: EXAMPLE["seed of seat 2"]}
ORDER = EXAMPLE["order"].split()


def test_the_example_has_a_leaf_and_a_salt_for_each_card() -> None:
    assert len(ORDER) == 5
    assert (
        sum(name.startswith("leaf ") for name in EXAMPLE)
        == sum(name.startswith("salt ") for name in EXAMPLE)
        == 5
    )


def test_the_deal_seed_of_the_example() -> None:
    assert dealing.deal_seed(SECRET, int(EXAMPLE["shuffle"])) == SEED


def test_the_commitments_of_the_example() -> None:
    text = DOCUMENT.split("```")[1]
    stated = re.findall(r"^its commitment +(\w+)$", text, re.MULTILINE)
    assert [dealing.commitment(SECRET), dealing.commitment(SEED)] == stated


def test_the_seat_seed_hashes_of_the_example() -> None:
    stated = re.findall(r"^its hash +(\w+)$", DOCUMENT, re.MULTILINE)
    assert [dealing.seat_seed_hash(text) for text in SEAT_SEEDS.values()] == stated


def test_the_order_of_the_example() -> None:
    pack = EXAMPLE["pack"].split()
    order = dealing.shuffle(tuple(range(5)), SEED, SEAT_SEEDS)
    assert [pack[card] for card in order] == ORDER


@pytest.mark.parametrize("position", range(5))
def test_salt_and_leaf_of_each_position_of_the_example(position: int) -> None:
    salt = dealing.salt(SEED, position)
    assert salt.hex() == EXAMPLE[f"salt {position}"]
    assert dealing.leaf(ORDER[position], position, salt) == EXAMPLE[f"leaf {position}"]


def test_the_root_of_the_example() -> None:
    leaves = dealing.leaves(ORDER, SEED)
    assert leaves == tuple(EXAMPLE[f"leaf {position}"] for position in range(5))
    assert dealing.root(leaves) == EXAMPLE["root"]


def test_a_program_written_from_the_document_alone_gets_the_same_order() -> None:
    def part(text: bytes) -> bytes:
        return len(text).to_bytes(4, "big") + text

    seed = hmac.new(SECRET, b"mus-deal-seed-1:1", sha256).digest()
    own = [part(b"0"), part(b"kaixo"), part(b"2"), part("Ñ 31".encode())]
    stream_seed = sha256(part(b"mus-deal-1") + part(seed) + b"".join(own)).digest()
    assert stream_seed.hex() == EXAMPLE["stream seed"]
    stream = list(sha256(stream_seed + bytes(8)).digest())
    cards = EXAMPLE["pack"].split()
    for last, mask in [(4, 7), (3, 3), (2, 3), (1, 1)]:
        while (chosen := stream.pop(0) & mask) > last:
            pass
        cards[last], cards[chosen] = cards[chosen], cards[last]
    assert cards == ORDER


def test_a_shuffle_keeps_every_card() -> None:
    assert sorted(dealing.shuffle(SPANISH.cards, SEED, {})) == list(SPANISH.cards)


@pytest.mark.parametrize(
    "seat_seeds",
    [
        {},
        {0: "kaixo"},
        {1: "kaixo"},
        {0: "kaixo", 1: ""},
        {0: "kaixo1"},
        {0: "k", 1: "aixo"},
        {0: "ka", 1: "ixo"},
    ],
    ids=str,
)
def test_every_seats_seed_and_who_gave_it_changes_the_order(
    seat_seeds: dict[int, str],
) -> None:
    assert dealing.shuffle(SPANISH.cards, SEED, seat_seeds) != dealing.shuffle(
        SPANISH.cards, SEED, SEAT_SEEDS
    )


def test_seat_seeds_count_in_the_order_of_the_seats() -> None:
    backwards = dict(reversed(SEAT_SEEDS.items()))
    assert dealing.shuffle(SPANISH.cards, SEED, backwards) == dealing.shuffle(
        SPANISH.cards, SEED, SEAT_SEEDS
    )


def test_each_shuffle_of_a_match_has_its_own_seed_and_commitment() -> None:
    seeds = {dealing.deal_seed(SECRET, number) for number in range(1, 1001)}
    assert len({dealing.commitment(seed) for seed in seeds}) == len(seeds) == 1000


def test_a_leaf_cannot_be_opened_by_trying_all_cards_without_its_salt() -> None:
    leaf = dealing.leaves(ORDER, SEED)[1]
    salts = [b"", SEED, *(dealing.salt(SEED, position) for position in (0, 2, 3, 4))]
    assert leaf not in {
        dealing.leaf(card, 1, salt) for card in SPANISH.texts for salt in salts
    }


def test_salts_have_256_bits_and_differ_in_every_position_and_shuffle() -> None:
    seeds = [dealing.deal_seed(SECRET, number) for number in (1, 2)]
    salts = {dealing.salt(seed, position) for seed in seeds for position in range(40)}
    assert len(salts) == 80
    assert {len(salt) for salt in salts} == {32}


def test_nothing_that_is_published_is_a_seed_or_a_salt() -> None:
    secrets = {
        SECRET.hex(),
        SEED.hex(),
        *(dealing.salt(SEED, position).hex() for position in range(5)),
    }
    leaves = dealing.leaves(ORDER, SEED)
    published = {
        dealing.commitment(SECRET),
        dealing.commitment(SEED),
        dealing.root(leaves),
        *leaves,
    }
    assert not secrets & published


@pytest.mark.parametrize(
    "text",
    [
        "",
        "k" * 64,
        "\N{SMILING FACE WITH SUNGLASSES}" * 64,
        "مرحبا",
        "a\nb",
        "\ud7ff\ue000",
    ],
    ids=repr,
)
def test_a_seat_may_give_any_text_of_up_to_64_characters(text: str) -> None:
    assert dealing.is_seat_seed(text)
    assert len(dealing.seat_seed_hash(text)) == 64


@pytest.mark.parametrize(
    "text",
    ["k" * 65, "\ud800", "a\udbffb", chr(0xDFFF)],
    ids=["65 characters", "half a character", "another half", "the last half"],
)
def test_what_is_longer_or_no_text_is_refused(text: str) -> None:
    assert not dealing.is_seat_seed(text)
    for give in (
        dealing.seat_seed_hash,
        lambda text: dealing.shuffle(SPANISH.cards, SEED, {0: text}),
    ):
        with pytest.raises(Refusal) as refusal:
            give(text)
        assert refusal.value.code in dealing.REFUSALS


def test_every_card_is_equally_likely_at_every_position() -> None:
    """Chi-square of 40 cards over 40 positions: 1,521 degrees of freedom, deviation 55; the run is
    always the same.
    """
    times, seen = 20_000, Counter[tuple[int, int]]()
    for number in range(times):
        seen.update(
            enumerate(
                dealing.shuffle(SPANISH.cards, dealing.deal_seed(SECRET, number), {})
            )
        )
    expected = times / 40
    chi_square = sum(
        (seen[place, card] - expected) ** 2 / expected
        for place in range(40)
        for card in range(40)
    )
    assert 1521 - 5 * 55 < chi_square < 1521 + 5 * 55


# --- a whole deal of each game ---

RULES = {"Mus": mus, "Mü": mu, "Mizzaire": mizzaire}
SEEDS = {0: "kaixo", 2: "Ñ 31"}


def values_of(name: str) -> dict[str, str]:
    """The values that the document gives for this game."""
    found = re.search(rf"### {name}\n\n```\n(.*?)```", DOCUMENT, re.S)
    assert found
    joined = re.sub(r"\n {16}", " ", found[1])
    return {line[:16].strip(): line[16:] for line in joined.splitlines()}


@pytest.mark.parametrize("name", RULES)
def test_a_program_written_from_the_document_finds_the_deals_of_the_document(
    name: str,
) -> None:
    game = {"Mus": "mus", "Mü": "mu", "Mizzaire": "mizzaire"}[name]
    assert deal(game, bytes(range(32)), 1, SEEDS) == values_of(name)


@pytest.mark.parametrize("name", RULES)
def test_the_service_deals_what_the_document_says(name: str) -> None:
    game = RULES[name]
    seed = dealing.deal_seed(bytes(range(32)), 1)
    state = game.start(game.options({"players": 4}))
    order = dealing.shuffle(game.pack(state), seed, SEEDS)
    texts = game.text(game.deal_move(order)).split(" ")[1:]
    assert " ".join(texts) == values_of(name)["order"]


def test_the_program_uses_nothing_of_the_service() -> None:
    source = Path(__file__).parents[1] / "deal_by_the_document.py"
    lines = source.read_text().splitlines()
    assert len(lines) < 100
    imported = {line.split()[1] for line in lines if re.match("import|from", line)}
    assert imported == {"hashlib", "hmac", "collections.abc"}
