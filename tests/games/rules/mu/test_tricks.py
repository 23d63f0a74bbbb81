"""The play of the cards: MU-31 to MU-39."""

from itertools import product
from random import Random

import pytest

from core.refusals import IllegalMove
from games.mu import rules
from games.mu.rules.trumps import NO_TRUMP, TEXTS, trumps
from games.rules.cards import MU
from games.rules.tricks import winning_index
from tests.games.rules.mu.tables import (
    PLAYERS,
    begun,
    in_tricks,
    passed,
    played,
    said,
    says,
    shuffled,
    taken_by,
)


def test_mu_31_and_32_the_boss_leads_any_card_from_the_hand_or_the_row() -> None:
    """MU-31, MU-32, MU-14."""
    state = said(shuffled(begun(3)), "")
    shown = rules.view(state, 0)["hand"][0]
    state = rules.play(
        passed(rules.play(state, rules.parse(f"reveal {shown}"))),
        rules.parse("trump none"),
    )
    assert rules.to_act(state) == 0
    assert set(says(state)) == {
        f"play {card}" for card in [shown, *rules.view(state, 0)["hand"]]
    }
    after = rules.play(state, rules.parse(f"play {shown}"))
    assert rules.view(after, None)["seats"][0]["row"] == []


FOLLOW = [
    pytest.param(
        "R9",
        "R1 R5 G2",
        "none",
        "none",
        "R1 R5",
        id="MU-34: the colour led, free choice within it",
    ),
    pytest.param(
        "R9", "B1 G7 G7", "none", "none", "B1 G7", id="MU-34: unable, any card"
    ),
    pytest.param(
        "R9",
        "B1 G2 R0",
        "B",
        "none",
        "R0",
        id="MU-34: no trump where the colour can be followed",
    ),
    pytest.param(
        "R9", "B1 G2 Y0", "B", "none", "B1 G2 Y0", id="MU-34: no duty to trump"
    ),
    pytest.param(
        "R9",
        "R6 B1",
        "6",
        "none",
        "R6 B1",
        id="MU-T12 (MU-33): the six is no longer red",
    ),
    pytest.param(
        "G6", "R6 G1 B1", "6", "none", "R6", id="MU-33: a six led asks for sixes"
    ),
    pytest.param(
        "G6", "R1 G1 B1", "6", "none", "R1 G1 B1", id="MU-33: a six led is not green"
    ),
    pytest.param(
        "G6",
        "R1 G1 B1",
        "6",
        "R",
        "R1",
        id="MU-35: a boss trump led is followed by a vice trump",
    ),
    pytest.param(
        "R9",
        "G6 R0 B1",
        "6",
        "R",
        "R0 G6",
        id="MU-35: a vice trump led is followed by any trump",
    ),
    pytest.param(
        "R6", "R1 G1 Y6", "6", "R", "R1 Y6", id="MU-B17: a double trump led is a trump"
    ),
    pytest.param(
        "R6", "G1 Y1", "6", "R", "G1 Y1", id="MU-B17: and nothing but a trump"
    ),
    pytest.param("R7", "R0 B7 G1", "R", "R", "R0", id="MU-B15: both have named red"),
]


@pytest.mark.parametrize(("led", "cards", "boss", "vice", "allowed"), FOLLOW)
def test_following_suit(
    led: str, cards: str, boss: str, vice: str, allowed: str
) -> None:
    size = len(cards.split())
    state = in_tricks(
        f"{led} K0 K2"[: 3 * size - 1],
        cards,
        "K3 K4 K5"[: 3 * size - 1],
        boss=boss,
        vice=vice,
    )
    state = rules.play(state, rules.parse(f"play {led}"))
    assert says(state) == [
        f"play {card}" for card in sorted(allowed.split(), key=MU.texts.index)
    ]
    for card in {*cards.split()} - {*allowed.split()}:
        with pytest.raises(IllegalMove) as refused:
            rules.play(state, rules.parse(f"play {card}"))
        assert (refused.value.code, refused.value.fields["rule"]) == (
            "mu.follow_suit",
            "MU-34",
        )


TAKEN = [
    pytest.param(
        "R3 R9 R5 K9",
        "none",
        "none",
        "B",
        id="MU-36: the highest digit of the colour led",
    ),
    pytest.param(
        "R3 B0 R5 K9",
        "B",
        "none",
        "B",
        id="MU-36: the lowest trump beats every other card",
    ),
    pytest.param("R3 B0 B5 K9", "B", "none", "C", id="MU-36: the highest trump"),
    pytest.param(
        "R9 Y0 R8 R5",
        "0",
        "R",
        "B",
        id="MU-T13 (MU-27, MU-37): any boss trump beats any vice trump",
    ),
    pytest.param(
        "R9 R7 R7 Y0",
        "R",
        "7",
        "B",
        id="MU-T14 (MU-37, MU-B19): the first of two double trumps",
    ),
    pytest.param(
        "R9 R8 G7 Y7",
        "R",
        "7",
        "A",
        id="MU-37: the boss' colour by digit, above the vice's sevens",
    ),
    pytest.param(
        "R9 R8 G7 Y7",
        "7",
        "R",
        "C",
        id="MU-37: the boss' sevens are equal, the first takes it",
    ),
    pytest.param(
        "Y9 R1 R1 Y5", "none", "R", "B", id="MU-26: the vice's trump is the only one"
    ),
    pytest.param(
        "R7 R7 G9 R1",
        "none",
        "none",
        "A",
        id="MU-T17 (MU-38, MU-B18): the first of two alike",
    ),
    pytest.param("R1 R1 G9 K1", "none", "none", "A", id="MU-B18: both ones too"),
    pytest.param(
        "R5 B7 B7 B1", "B", "none", "B", id="MU-B18: and twins of a colour trump"
    ),
    pytest.param("R5 G5 Y5 K5", "5", "none", "A", id="MU-38: digit trumps are equal"),
    pytest.param("R4 G5 Y5 K9", "5", "none", "B", id="MU-38: the first digit trump"),
    pytest.param(
        "R3 B9 B4 R0", "B", "B", "B", id="MU-B15: a colour named twice goes by digit"
    ),
    pytest.param(
        "R3 B4 K4 G4", "4", "4", "B", id="MU-B15: a digit named twice is all equal"
    ),
    pytest.param(
        "R3 B4 K5 G4", "4", "5", "B", id="MU-B19: two digits have no double trump"
    ),
    pytest.param("R3 K9 B0 K8", "B", "K", "C", id="MU-B19: nor have two colours"),
    pytest.param(
        "G7 R7 R9 B9",
        "R",
        "7",
        "B",
        id="MU-B17: a double trump beats the trump that was led",
    ),
]


@pytest.mark.parametrize(("cards", "boss", "vice", "who"), TAKEN)
def test_who_takes_the_trick(cards: str, boss: str, vice: str, who: str) -> None:
    one, two, three, four = cards.split()
    hands = f"{one} K0", f"{two} K2", f"{three} K3", f"{four} K6"
    assert taken_by(in_tricks(*hands, boss=boss, vice=vice), cards) == who


def place_taken(cards: tuple[int, ...], boss: str, vice: str) -> int:
    """MU-33 to MU-38 written again, slowly, from the texts of the cards."""

    def classes(text: str) -> tuple[bool, bool]:
        return boss in text, vice in text and vice != boss

    def height(text: str, trump: str) -> int:
        return int(text[1]) if trump.isalpha() else 0

    def rank(text: str) -> tuple[int, int]:
        of_boss, of_vice = classes(text)
        if of_boss and of_vice:
            return 4, 0
        if of_boss:
            return 3, height(text, boss)
        if of_vice:
            return 2, height(text, vice)
        return (
            (1, int(text[1])) if text[0] == led[0] and not any(classes(led)) else (0, 0)
        )

    texts = [MU.text(card) for card in cards]
    led = texts[0]
    best = max(map(rank, texts))
    return next(place for place, text in enumerate(texts) if rank(text) == best)


def test_mu_33_to_38_every_pair_of_trumps_ranks_as_written_again_slowly() -> None:
    random = Random(7)
    for boss, vice in product(range(NO_TRUMP + 1), repeat=2):
        for _ in range(40):
            cards = tuple(random.sample(MU.cards, 5))
            strengths = trumps(boss, vice).strengths[cards[0]]
            assert winning_index(cards, strengths) == place_taken(
                cards, TEXTS[boss], TEXTS[vice]
            )


def test_mu_39_the_taker_leads_to_the_next_trick() -> None:
    state = in_tricks("R3 R2", "R9 B1", "R4 B2", leader=0)
    for text in ("play R3", "play R9", "play R4"):
        state = rules.play(state, rules.parse(text))
    assert (state.phase, rules.to_act(state), says(state)) == ("tricks", 1, ["play B1"])


@pytest.mark.parametrize("players", PLAYERS)
def test_mu_39_play_goes_on_until_all_cards_are_gone(players: int) -> None:
    number = {3: 12, 4: 15, 5: 12, 6: 10}[players]
    ended = [
        s.last
        for _, _, s in played(players, {"players": players, "deals": 8})
        if s.last and s.phase == "deal"
    ]
    tricks = {len(last.tricks) for last in ended if last.deal.boss is not None}
    assert tricks == {number}


def test_of_twins_the_revealed_one_is_played_first() -> None:
    """MU-32: whoever shows a red seven and holds the other plays the one on the table."""
    state = in_tricks("R7 R7 K1", "R8 R9 K2", "R0 R1 K3")
    state = state._replace(
        deal=state.deal._replace(rows=(state.hands[0] & -state.hands[0], 0, 0))
    )
    assert rules.view(state, 0)["hand"] == ["R7", "K1"]
    state = rules.play(state, rules.parse("play R7"))
    view = rules.view(state, 0)
    assert (view["hand"], view["seats"][0]["row"], view["seats"][0]["revealed"]) == (
        ["R7", "K1"],
        [],
        ["R7"],
    )
