"""The table of Mus as one seat sees it."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games import services
from games.models import Match
from games.rules.cards import SPANISH
from games.rules.dealing import commitment, deal_seed
from games.services import Opening, Sitter
from tests.conftest import NOW, SHORT, deal
from tests.games.pages.conftest import Page, Reader, play, state_of
from tests.games.pages.mus_table.mus_pages import english

pytestmark = pytest.mark.django_db


# --- a seat ---


def test_a_seat_sees_its_hand_and_no_other_card(ane: Reader, match: Match) -> None:
    own = [SPANISH.text(card) for card in state_of(match).table.hands[0]]
    page = ane.look()
    assert page.hand() == own
    assert page.cards() == set(own)


def test_a_seat_whose_turn_it_is_has_the_legal_calls_as_buttons(ane: Reader) -> None:
    assert ane.look().legal() == {"mus", "no mus"}


def test_a_seat_that_has_to_wait_reads_why_no_call_is_legal(
    reader: Callable[..., Reader], four: list[User]
) -> None:
    page = Page(english(reader(four[1])))
    assert page.legal() == set()
    assert "It is not your turn." in page.html


def test_saying_something_leads_back_to_the_table(ane: Reader, match: Match) -> None:
    page = ane.say(ane.look(), "no mus")
    assert page.status == 200
    assert page.legal() == {"paso", "envido", "ordago"}
    assert list(match.moves.values_list("seat", "text"))[1:] == [(0, "no mus")]


def test_the_cards_chosen_are_those_discarded(ane: Reader, match: Match) -> None:
    for _ in range(4):
        play(match, "mus")
    page = ane.look()
    chosen = page.hand()[1:3]
    ane.say(page, "discard", card=chosen)
    assert match.moves.last().text == f"discard {' '.join(chosen)}"


def test_the_number_of_an_offer_is_the_one_typed(ane: Reader, match: Match) -> None:
    ane.say(ane.say(ane.look(), "no mus"), "envido", n=" 5 ")
    assert match.moves.last().text == "envido 5"


def test_an_illegal_call_changes_nothing_and_is_explained(
    ane: Reader, match: Match
) -> None:
    page = ane.say(Page(english(ane)), "quiero")
    assert page.status == 422
    assert "First say “mus” or “no hay mus”." in page.html
    assert match.moves.count() == 1


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("es", "First say “mus” or “no hay mus”."),
        ("eu", "First say “mus” or “mus ez”."),
    ],
)
def test_why_a_call_is_not_legal_is_told_in_the_words_of_its_buttons(
    ane: Reader, code: str, why: str
) -> None:
    english(ane)
    page = ane.look(f"?words={code}")
    assert page.html.count(why) > 1


# --- before the first deal ---


@pytest.fixture
def undealt(four: list[User]) -> Match:
    return services.open_match(
        Opening("mus", SHORT, [Sitter(user.pk, str(user)) for user in four]), at=NOW
    )


def test_before_the_first_deal_a_seat_sees_the_promise_and_may_add_words(
    four: list[User], undealt: Match
) -> None:
    ane = Reader(four[0], undealt)
    page = ane.look()
    assert page.html.count(commitment(deal_seed(bytes(undealt.secret), 1))) == 2
    assert page.legal() == set()
    ane.client.post(f"{ane.address}seed/", {"seed": "kaixo 31"})
    assert page.status == 200
    ane.client.post(ane.address, {"say": "deal"})
    assert undealt.moves.get().proof["seat_seeds"] == {"0": "kaixo 31"}


def test_whoever_deals_a_moment_too_late_simply_finds_the_cards(
    four: list[User], undealt: Match
) -> None:
    deal(undealt)
    ane = Reader(four[0], undealt)
    page = Page(ane.client.post(ane.address, {"say": "deal"}, follow=True))
    assert page.status == 200
    assert len(page.hand()) == 4
    assert "data-refused" not in page.html


def test_whoever_only_watches_cannot_deal(undealt: Match, outsider: User) -> None:
    reader = Reader(outsider, undealt)
    assert 'value="deal"' not in reader.look().html
    assert reader.client.post(reader.address, {"say": "deal"}).status_code == 403
    assert not undealt.moves.exists()
