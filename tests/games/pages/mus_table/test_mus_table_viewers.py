"""Spectators, the words of the table, and the end of a match."""

import re
from collections.abc import Callable
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import casual, services
from games.models import Match
from games.mus import rules
from games.rules.cards import SPANISH
from games.services import Opening, Sitter
from tests.conftest import NOW, SHORT, deal, open_dealt
from tests.games.pages.conftest import Page, Reader, bots_act, play, state_of
from tests.games.pages.mus_table.mus_pages import english

pytestmark = pytest.mark.django_db


# --- others ---


def test_the_public_page_of_a_running_match_names_no_hidden_card(
    reader: Callable[..., Reader], outsider: User, match: Match
) -> None:
    watchers = [reader(), reader(outsider)]
    for n, _ in enumerate(bots_act(match, Random(3))):
        last = state_of(match).last_deal
        open_cards = (
            {SPANISH.text(card) for hand in last.hands for card in hand}
            if last and last.hands
            else set()
        )
        page = watchers[n % 2].look()
        assert page.cards() == open_cards
        assert page.hand() == []
        if match.version > 120:
            break
    assert state_of(match).last_deal


def test_the_public_page_offers_nothing_to_say(reader: Callable[..., Reader]) -> None:
    page = reader().look()
    assert page.status == 200
    assert 'name="say"' not in page.html


def test_whoever_has_no_seat_cannot_say_anything(
    reader: Callable[..., Reader], outsider: User, match: Match
) -> None:
    answer = reader(outsider).client.post(
        f"/matches/{match.pk}/", {"answers": 1, "id": "x", "say": "mus"}
    )
    assert answer.status_code == 403
    assert match.moves.count() == 1


def test_a_friendly_match_is_not_there_for_others(
    four: list[User], outsider: User
) -> None:
    private = casual.open_casual_match(by=four[0], game="mus", options={}, at=NOW)
    assert Reader(four[0], private).look().status == 200
    for other in (None, outsider):
        reader = Reader(other, private)
        assert reader.look().status == 404
        assert reader.client.post(reader.address, {"say": "mus"}).status_code == 404
        assert reader.client.get(f"{reader.address}record.txt").status_code == 404


def test_bots_are_labelled_to_everybody(four: list[User]) -> None:
    private = casual.open_casual_match(by=four[0], game="mus", options={}, at=NOW)
    assert (
        Reader(four[0], private).look().html.count('<span class="badge">bot</span>')
        == 3
    )


def test_no_cache_may_keep_a_table(ane: Reader, reader: Callable[..., Reader]) -> None:
    for page in (ane.look(), reader().look(), ane.say(ane.look(), "quiero")):
        assert {part.strip() for part in page.headers["Cache-Control"].split(",")} == {
            "private",
            "no-store",
        }


def test_a_name_is_shown_as_text_and_never_as_code(four: list[User]) -> None:
    sitters = [Sitter(user.pk, "<script>alert(1)</script>") for user in four]
    match = open_dealt(Opening("mus", {}, sitters), at=NOW)
    assert "<script>alert" not in Client().get(f"/matches/{match.pk}/").content.decode()


def test_the_score_is_told_in_stones_and_in_words(ane: Reader, match: Match) -> None:
    for text in ("no mus", "envido 8", "quiero", *["paso"] * 4):
        play(match, text)
    for _ in bots_act(match, Random(1)):
        if state_of(match).last_deal:
            break
    page = ane.look()
    points = state_of(match).score.running
    for side in points:
        assert f"amarracos: {side // 5}, piedras: {side % 5}" in page.html


def test_what_happened_last_is_told_in_words_with_who_announced_what(
    four: list[User],
) -> None:
    while True:  # until the cards are such that there is a bet after the announcements
        match = open_dealt(
            Opening("mus", {}, [Sitter(user.pk, str(user)) for user in four]), at=NOW
        )
        for text in ("no mus", *["paso"] * 8):
            play(match, text)
        if (state := state_of(match)).phase == "open":
            break
    event = re.search(
        r'class="event"[^>]*>([^<]*)', Page(english(Reader(four[0], match))).html
    )
    assert event
    hands = [rules.hand_strength(hand) for hand in state.table.hands]
    names = ["You", "Beñat", "Ainhoa", "Bixente"]
    pares = (
        ", ".join(name for name, hand in zip(names, hands, strict=True) if hand.pares)
        or "nobody"
    )
    assert event[1].startswith(f"Bixente: paso. pares: {pares}.")


# --- the words of the table ---


@pytest.mark.parametrize(
    ("code", "label"),
    [
        ("es", "no hay mus"),
        ("eu", "mus ez"),
        ("eu-ipar", "mintza"),
        ("de", "kein Mus"),
        ("en", "no mus"),
        ("fr", "no hay mus"),
    ],
)
def test_the_table_speaks_the_chosen_words(ane: Reader, code: str, label: str) -> None:
    assert f"<span>{label}</span>" in ane.look(f"?words={code}").html


def test_at_a_friendly_table_the_words_once_chosen_stay(four: list[User]) -> None:
    match = casual.open_casual_match(by=four[0], game="mus", options={}, at=NOW)
    deal(match)
    ane = Reader(four[0], match)
    ane.look("?words=eu-ipar")
    assert "<span>mintza</span>" in ane.look().html


def test_at_the_table_of_an_event_the_words_are_those_of_the_event(
    four: list[User],
) -> None:
    sitters = [Sitter(user.pk, str(user)) for user in four]
    ane = Reader(four[0], open_dealt(Opening("mus", {}, sitters, words="eu"), at=NOW))
    ane.client.cookies["words"] = "de"
    assert "<span>mus ez</span>" in ane.look().html


# --- the end ---


@pytest.fixture
def short(four: list[User]) -> Match:
    return open_dealt(
        Opening("mus", SHORT, [Sitter(user.pk, str(user)) for user in four]), at=NOW
    )


def test_a_whole_set_is_played_with_plain_forms(four: list[User]) -> None:
    match = casual.open_casual_match(
        by=four[0], game="mus", options={"points_per_set": 20, "sets_to_win": 1}, at=NOW
    )
    me, chance = Reader(four[0], match), Random(5)
    assert me.look().hand() == []
    page = Page(me.client.post(me.address, {"say": "deal"}, follow=True))
    assert len(page.hand()) == 4
    while match.refresh_from_db() or match.to_act is not None:
        page = say_something(me, me.look(), chance)
        assert page.status == 200
        list(bots_act(match, chance, until=0))
    page = Page(english(me))
    outcome = rules.outcome(state_of(match))
    assert outcome
    assert ("You won 1 to 0" if outcome.score[0] else "You lost 0 to 1") in page.html
    assert page.legal() == set()


def say_something(me: Reader, page: Page, chance: Random) -> Page:
    """Any legal call, as somebody who only presses buttons finds it."""
    say = chance.choice(sorted(page.legal() - {"ordago"}))
    asked: dict[str, dict[str, object]] = {
        "envido": {"n": 2},
        "discard": {"card": page.hand()[:2]},
    }
    return me.say(page, say, **asked.get(say, {}))


def test_the_last_deal_is_laid_open_and_its_count_explained(
    four: list[User], short: Match
) -> None:
    list(bots_act(short, Random(2)))
    last = state_of(short).last_deal
    page = Page(english(Reader(None, short)))
    assert page.cards() == (
        {SPANISH.text(card) for hand in last.hands for card in hand}
        if last.hands
        else set()
    )
    assert last.awards
    for award in last.awards:
        assert f": {award.points} for " in page.html


def test_after_the_end_the_score_is_that_of_the_last_set(
    four: list[User], short: Match
) -> None:
    list(bots_act(short, Random(2)))
    points = state_of(short).score.sets[-1]
    for user, order in ((four[0], (0, 1)), (four[1], (1, 0))):
        page = Reader(user, short).look()
        assert re.findall(r'<span class="points"><b>(\d+)</b>', page.html) == [
            str(points[side]) for side in order
        ]


def test_after_the_end_the_result_and_the_record_are_there_for_everybody(
    short: Match, outsider: User
) -> None:
    list(bots_act(short, Random(2)))
    reader = Reader(outsider, short)
    page = Page(english(reader))
    winners = "Ane & Ainhoa" if state_of(short).score.won[0] else "Beñat & Bixente"
    assert f"{winners} won 1 to 0 against" in page.html
    record = reader.client.get(f"{reader.address}record.txt")
    assert record["Content-Type"] == "text/plain; charset=utf-8"
    assert record.content.startswith(b"Record 1\n")


def test_there_is_no_record_while_the_match_runs(ane: Reader) -> None:
    answer = ane.client.get(f"{ane.address}record.txt")
    assert answer.status_code == 409
    assert b"Secret" not in answer.content


def test_an_annulled_match_says_so_and_takes_no_more_moves(
    ane: Reader, match: Match
) -> None:
    page = ane.look()
    services.annul(match_id=match.pk, at=timezone.now())
    assert ane.say(page, "mus").status == 409
    after = english(ane).content.decode()
    assert "was annulled" in after
    assert "to act" not in after


def test_time_left_is_shown_to_all_by_the_server(four: list[User]) -> None:
    sitters = [Sitter(user.pk, str(user)) for user in four]
    match = open_dealt(Opening("mus", {}, sitters, turn_seconds=40), at=timezone.now())
    for user in (*four, None):
        page = Reader(user, match).look()
        assert any(f'data-seconds="{left}"' in page.html for left in range(30, 41))
