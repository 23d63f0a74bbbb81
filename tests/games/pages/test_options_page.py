"""The table page where a club has agreed on more than the customary calls."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games import services
from games.models import Match
from games.mus import rules
from games.services import Opening, Sitter
from tests.conftest import NOW, deal
from tests.games.pages.conftest import Page, Reader, state_of

pytestmark = pytest.mark.django_db

Tables = Callable[..., Match]


@pytest.fixture
def table(four: list[User]) -> Tables:
    def open_with(**options: Any) -> Match:
        sitters = [Sitter(user.pk, str(user)) for user in four]
        match = services.open_match(Opening("mus", options, sitters), at=NOW)
        deal(match)
        return match

    return open_with


def look(match: Match) -> tuple[Reader, Page]:
    """The page of whoever is to act."""
    match.refresh_from_db()
    reader = Reader(match.seatings.get(seat=match.to_act).user, match)
    return reader, reader.look()


def says_until(match: Match, phase: str, word: Callable[[Any], str]) -> None:
    while state_of(match).phase != phase:
        reader, page = look(match)
        assert reader.say(page, word(state_of(match))).status == 200


def test_mus_b11_the_waiting_word_has_a_button(table: Tables) -> None:
    match = table(wait_word=True)
    reader, page = look(match)
    assert page.legal() == {"mus", "no mus", "wait"}
    assert "<q>espero</q>" in reader.say(page, "wait").html


def test_mus_b8_the_hand_is_kept_or_shown_by_a_button(table: Tables) -> None:
    match = table(redeal_4567=True)
    _, page = look(match)
    assert page.legal() - {"redeal"} == {"keep"}
    says_until(match, "mus", lambda state: "keep")


def test_mus_v5_mano_has_two_buttons_for_a_card_that_was_seen(table: Tables) -> None:
    match = table(mus_visto="mano")
    services.expose(match_id=match.pk, seat=2, at=NOW)
    reader, page = look(match)
    assert page.legal() == {"visto", "no visto"}
    assert "<q>carta vista</q>" in page.html
    assert reader.say(page, "visto").legal() == {"discard"}


def test_mus_b28_pares_and_juego_are_announced_by_buttons(table: Tables) -> None:
    match = table(announcements="manual")
    says_until(match, "pares", lambda state: rules.text(rules.least_committing(state)))
    reader, page = look(match)
    assert page.legal() == {"pares si", "pares no"}
    reader.say(page, rules.text(rules.least_committing(state_of(match))))
    assert state_of(match).talk[-1][1].say.startswith("pares")


def test_mus_27_until_all_have_announced_the_page_tells_what_each_has_said(
    table: Tables,
) -> None:
    """Not that nobody has pares, when only the first has said so."""
    match = table(announcements="manual")
    says_until(match, "pares", lambda state: rules.text(rules.least_committing(state)))
    for spoken in range(1, 4):
        reader, page = look(match)
        truth = rules.text(rules.least_committing(state_of(match)))
        page = reader.say(page, truth)
        assert f": {truth.replace(' si', ' sí')}." in page.html
        assert page.html.count(": pares ") >= spoken
        assert "pares: " not in page.html
    reader, page = look(match)
    reader.say(page, rules.text(rules.least_committing(state_of(match))))
    assert "pares: " in reader.look().html


def test_mus_60_a_false_word_and_what_it_cost_are_told(table: Tables) -> None:
    match = table(announcements="manual")
    says_until(match, "pares", lambda state: rules.text(rules.least_committing(state)))
    reader, page = look(match)
    truth = rules.text(rules.least_committing(state_of(match)))
    page = reader.say(page, "pares no" if truth == "pares si" else "pares si")
    assert "after a false announcement by the others: the set is won" in page.html


@pytest.mark.parametrize("opening", ["card", "corrido"])
def test_mus_v7_the_cards_drawn_for_mano_are_told(table: Tables, opening: str) -> None:
    _, page = look(table(opening=opening))
    assert page.html.count("<q>saca ") >= 4
    assert page.legal() == {"mus", "no mus"}
