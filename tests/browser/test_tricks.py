"""Playing Mü and Mizzaire in a real browser: by keyboard only, and on a small phone with a full
table.
"""

import json
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from games import replay
from games.catalogue import GAMES
from games.models import Match
from tests.browser.conftest import LONG, PHONE, tab_to
from tests.games.rules.playing import chance, some_move
from tests.games.stored import play_on

MINE = ".says .call:not([aria-disabled]), .naipe-button:not([aria-disabled])"
"""What one can press when it is one's turn."""


def play_until(match: Match, phase: str, deal: int) -> None:
    """All seats play by chance until seat 0 is to act in this phase of a deal with this number or
    a later one.
    """
    game, below = replay.rules_of(match), chance("browser")

    def say(state: object) -> str | None:
        seen = game.view(state, 0)
        ready = (seen["phase"], seen["to_act"]) == (phase, 0) and seen["deal"] >= deal
        return None if ready else game.text(some_move(game, state, below))

    play_on(match, say)


def take_turn(page: Page, random: Random) -> None:
    """Press something that one may by keyboard alone: Space on cards, Enter on buttons."""
    boxes = page.locator(".hand input").count()
    says = page.locator(MINE).evaluate_all(
        "buttons => buttons.map(button => button.value)"
    )
    say = random.choice(says)
    if say == "reveal" and boxes:
        tab_to(page, ".hand li:first-child input")
        page.keyboard.press("Space")
    tab_to(page, f"[value={json.dumps(say)}]:not([aria-disabled])")
    page.keyboard.press("Enter")


@pytest.mark.parametrize(
    ("game", "options", "until"),
    [("mu", {"deals": 1, "players": 3}, 1), ("mizzaire", {"players": 2}, 4)],
)
@pytest.mark.slow
def test_tricks_are_played_by_keyboard_alone(
    bots: None,
    open_table: Callable[..., Match],
    page: Page,
    game: str,
    options: dict[str, int],
    until: int,
) -> None:
    match, random = open_table(game=game, **options), Random(3)
    over, mine = page.locator("#end-title"), page.locator(MINE)
    while match.refresh_from_db() or len(match.score["sets"]) < until:
        expect(over.or_(mine).first).to_be_visible(timeout=LONG)
        if over.count():
            break
        number = page.locator("main").get_attribute("data-number")
        take_turn(page, random)
        page.wait_for_function(
            "number => document.querySelector('main').dataset.number !== number",
            arg=number,
        )
    match.refresh_from_db()
    assert match.moves.filter(seat=0).count() > 5


@pytest.mark.parametrize(
    ("game", "options", "phase", "deal"),
    [
        pytest.param("mu", {"players": 6, "deals": 30}, "tricks", 1, id="mu-6 tricks"),
        pytest.param(
            "mu",
            {"players": 4, "deals": 30},
            "auction",
            1,
            id="mu-4 with fifteen cards",
        ),
        pytest.param(
            "mizzaire", {"players": 7}, "play", 7, id="mizzaire-7 with seven cards"
        ),
        pytest.param("mizzaire", {"players": 7}, "call", 6, id="mizzaire-7 calls"),
    ],
)
def test_a_full_table_with_hand_and_calls_fits_a_small_phone(
    open_table: Callable[..., Match],
    page: Page,
    game: str,
    options: dict[str, int],
    phase: str,
    deal: int,
) -> None:
    match = open_table(game=game, dealt=False, **options)
    play_until(match, phase, deal)
    page.reload()
    for selector in (
        ".seats",
        ".hand",
        ".event",
        *([".says"] if phase in ("call", "auction") else []),
    ):
        box = page.locator(selector).bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= PHONE["height"], selector
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    for target in page.locator(".says .button, .hand :is(input, button)").all():
        box = target.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44


@pytest.mark.parametrize("game", ["mu", "mizzaire"])
def test_a_player_checks_the_cards_they_were_dealt(
    open_table: Callable[..., Match], page: Page, game: str
) -> None:
    match = open_table(game=game)
    hand = replay.rules_of(match).view(replay.position(match).state, 0)["hand"]
    page.get_by_text("How to check the deal").click()
    page.get_by_role("button", name="Check my cards").click()
    said = page.locator("[data-check-cards] [role=status]")
    expect(said).to_contain_text("match what was published", timeout=LONG)
    names = sorted(GAMES[game].vocabulary.card("es", text) for text in hand)
    assert sorted(said.inner_text().rstrip(".").split(": ")[1].split(", ")) == names


def test_pressing_a_card_out_of_turn_says_why_and_sends_nothing(
    open_table: Callable[..., Match], page: Page
) -> None:
    match = open_table(game="mizzaire")
    page.locator(".naipe-button").first.click(force=True)
    expect(page.locator("[data-note]")).to_contain_text(": Not now.")
    assert match.moves.count() == 1


def test_a_key_reads_the_cards_by_their_names(
    open_table: Callable[..., Match], page: Page
) -> None:
    match = open_table(game="mizzaire")
    hand = replay.rules_of(match).view(replay.position(match).state, 0)["hand"]
    page.evaluate("localStorage.setItem('keys', 'on')")
    page.reload()
    page.keyboard.press("h")
    names = [GAMES["mizzaire"].vocabulary.card("es", text) for text in hand]
    expect(page.locator("[data-note]")).to_have_text(" · ".join(names))
