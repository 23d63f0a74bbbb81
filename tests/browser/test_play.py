"""Playing at the table in a real browser: by keyboard only, on a small phone, over a line that
fails.
"""

from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from games import queries, replay, services
from games.api.serializers import next_shuffle
from games.models import Match
from games.mus import vocabulary
from tests.browser.conftest import LONG, PHONE, tab_to


def legal(call: str) -> str:
    return f".call-{call}:not([aria-disabled])"


def is_legal(page: Page, call: str) -> bool:
    return page.locator(legal(call)).count() > 0


def places(page: Page) -> list[dict[str, float] | None]:
    """Where all that must not move is, in page coordinates."""
    page.evaluate("scrollTo(0, 0)")
    return [
        element.bounding_box()
        for element in page.locator(".hand, .calls .button").all()
    ]


def take_turn(page: Page, chance: Random) -> None:
    """Say something by keyboard alone: Tab to it, Space on cards, Enter on buttons."""
    if is_legal(page, "discard"):
        tab_to(page, ".hand li:first-child input")
        page.keyboard.press("Space")
        tab_to(page, legal("discard"))
    else:
        calls = [
            call
            for call in ("mus", "no-mus", "paso", "quiero", "no-quiero", "envido")
            if is_legal(page, call)
        ]
        tab_to(page, legal(chance.choice(calls)))
    page.keyboard.press("Enter")


def acknowledged(page: Page, number: str | None) -> None:
    """Wait until the page shows what follows the position `number`, or asks whether one is sure;
    then be sure.
    """
    page.wait_for_function(
        "number => document.querySelector('main').dataset.number !== number || document.querySelector('.sure')",
        arg=number,
    )
    if page.locator(".sure").count():
        tab_to(page, ".sure button")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "number => document.querySelector('main').dataset.number !== number",
            arg=number,
        )


def test_a_set_is_played_by_keyboard_alone(
    bots: None, open_table: Callable[..., Match], page: Page
) -> None:
    match = open_table(points_per_set=10, sets_to_win=1)
    where, chance = places(page), Random(7)
    over, turn = page.locator("#end-title"), page.locator(".calls[data-turn=mine]")
    while True:
        expect(over.or_(turn).first).to_be_visible(timeout=LONG)
        if over.count():
            break
        assert places(page) == where, "what one presses moved"
        expect(page.locator("[role=status] .event")).to_contain_text("It is your turn.")
        number = page.locator("main").get_attribute("data-number")
        take_turn(page, chance)
        acknowledged(page, number)
    match.refresh_from_db()
    assert match.outcome
    won = match.outcome["score"][0]
    expect(page.locator(".event")).to_contain_text(
        "You won 1 to 0" if won else "You lost 0 to 1"
    )


def test_the_button_leads_to_a_table_within_seconds(
    bots: None, live_url: str, page: Page
) -> None:
    page.goto(f"{live_url}/play/")
    tab_to(page, "button.primary")
    page.keyboard.press("Enter")
    expect(page.locator("button[value=deal]")).to_be_visible()
    tab_to(page, "button[value=deal]")
    page.keyboard.press("Enter")
    expect(page.locator(".hand .naipe")).to_have_count(4)
    expect(page.locator(legal("mus"))).to_be_visible()


def test_the_promise_of_the_first_deal_fits_a_small_phone_and_nothing_above_it_moves_when_it_is_kept(
    open_table: Callable[..., Match], page: Page
) -> None:
    match = open_table(dealt=False)
    promise = next_shuffle(
        queries.table(match.pk, match.seatings.get(seat=0).user), replay.position(match)
    )["commitment"]
    box = page.locator(".deal").bounding_box()
    assert box
    page.locator(".deal summary").click()
    expect(page.locator(".deal").get_by_text(promise)).to_be_visible()
    page.locator(".deal summary").click()
    assert box["y"] + box["height"] <= PHONE["height"]
    above = [
        page.locator(part).bounding_box()
        for part in (".score-board", ".felt-table", ".news")
    ]
    page.get_by_role("button", name="Deal the cards").click()
    expect(page.locator(".hand .naipe")).to_have_count(4, timeout=LONG)
    assert [
        page.locator(part).bounding_box()
        for part in (".score-board", ".felt-table", ".news")
    ] == above
    hand = page.locator(".hand").bounding_box()
    assert hand
    assert hand["y"] == box["y"]
    assert match.moves.count() == 1


def test_cards_that_somebody_else_deals_appear_by_themselves(
    open_table: Callable[..., Match], page: Page
) -> None:
    match = open_table(dealt=False)
    expect(page.get_by_role("button", name="Deal the cards")).to_be_visible()
    services.deal(
        match_id=match.pk, user=match.seatings.get(seat=2).user, at=timezone.now()
    )
    expect(page.locator(".hand .naipe")).to_have_count(4, timeout=LONG)
    expect(page.get_by_role("button", name="Deal the cards")).to_have_count(0)


def test_hand_calls_and_score_fit_a_small_phone(
    open_table: Callable[..., Match], page: Page
) -> None:
    open_table()
    for selector in (".score-board", ".hand", ".calls", ".event"):
        box = page.locator(selector).bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= PHONE["height"]
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    for target in page.locator(".calls .button, .hand input").all():
        box = target.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44


def test_long_words_leave_room_for_the_name_of_who_says_them(
    open_table: Callable[..., Match], page: Page
) -> None:
    open_table(opening="card")
    expect(page.locator(".said").first).to_be_visible()
    cut = "names => names.filter(name => name.scrollWidth > name.clientWidth + 1).map(name => name.textContent)"
    assert page.locator(".seat .who").evaluate_all(cut) == []


@pytest.mark.parametrize("code", vocabulary.CODES)
def test_every_call_fits_its_button_on_a_small_phone(
    open_table: Callable[..., Match], page: Page, code: str
) -> None:
    match = open_table()
    say(match, "no mus")
    say(match, "envido 2")
    page.goto(f"{page.url}?words={code}")
    expect(page.locator(".call-envido")).to_have_text(vocabulary.word(code, "raise"))
    cut = "calls => calls.filter(call => call.scrollWidth > call.clientWidth).map(call => call.textContent)"
    assert page.locator(".calls .call").evaluate_all(cut) == []


def test_a_call_is_shown_as_being_sent_until_the_server_has_it_and_counts_once(
    open_table: Callable[..., Match], page: Page
) -> None:
    match = open_table()
    lost = {"before": 0, "after": 0}

    def fail(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
        elif not lost["before"]:  # the server never hears of it
            lost["before"] += 1
            route.abort()
        elif not lost["after"]:  # the server hears of it, but its answer is lost
            lost["after"] += 1
            route.fetch(max_redirects=0)
            route.abort()
        else:
            route.continue_()

    page.route(f"**/matches/{match.pk}/", fail)
    page.locator(legal("mus")).click()
    expect(page.locator("[data-note]")).to_have_text("No answer yet. Sending again…")
    assert page.locator(".at-here .said").inner_text().strip() == ""
    expect(page.locator(".at-here .said")).to_have_text("mus", timeout=LONG)
    assert lost == {"before": 1, "after": 1}
    assert list(match.moves.values_list("seat", "text"))[1:] == [(0, "mus")]


def test_only_calls_that_are_legal_are_shown_and_why_not_the_others_is_one_tap_away(
    open_table: Callable[..., Match], page: Page
) -> None:
    open_table()
    shown = [call for call in page.locator(".calls .call").all() if call.is_visible()]
    assert [call.inner_text() for call in shown] == ["mus", "no hay mus"]
    page.get_by_text("Why not?").click()
    expect(page.locator("#why-not")).to_contain_text(
        "quiero, no quiero, órdago: First say “mus” or “no hay mus”."
    )


def test_chosen_cards_stay_chosen_while_the_hand_stays_the_same(
    open_table: Callable[..., Match], page: Page
) -> None:
    match = open_table()
    page.locator(".hand label").nth(1).click()
    say(match, "mus")
    expect(page.locator(".at-here .said")).to_have_text("mus", timeout=LONG)
    assert [box.is_checked() for box in page.locator(".hand input").all()] == [
        False,
        True,
        False,
        False,
    ]


def say(match: Match, text: str) -> None:
    match.refresh_from_db()
    user = match.seatings.get(seat=match.to_act).user
    services.play_move(
        match_id=match.pk,
        user=user,
        answers=match.version,
        client_id="",
        text=text,
        at=timezone.now(),
    )


def test_an_ordago_needs_a_second_step_elsewhere_on_the_page(
    open_table: Callable[..., Match], page: Page
) -> None:
    match = open_table()
    say(match, "no mus")
    expect(page.locator(legal("ordago"))).to_be_visible(timeout=LONG)
    before = page.locator(".call-ordago").bounding_box()
    page.locator(".call-ordago").dblclick()
    expect(page.locator(".sure")).to_be_focused()
    assert match.moves.last().text == "no mus"
    sure = page.locator(".sure button").bounding_box()
    assert before
    assert sure
    assert sure["y"] + sure["height"] < before["y"]
    page.locator(".sure button").click()
    expect(page.locator(".at-here .said")).to_have_text("órdago", timeout=LONG)


def test_single_keys_speak_only_when_switched_on(
    open_table: Callable[..., Match], page: Page
) -> None:
    match = open_table()
    page.keyboard.press("n")
    page.keyboard.press("s")
    assert page.locator("[data-note]").inner_text() == ""
    page.get_by_text("Words and keyboard shortcuts").click()
    page.get_by_label("Keyboard shortcuts").check()
    page.keyboard.press("s")
    expect(page.locator("[data-note]")).to_contain_text("You & Beñat")
    page.keyboard.press("n")
    expect(page.locator(".at-here .said")).to_have_text("no hay mus", timeout=LONG)
    assert match.moves.last().text == "no mus"


def test_a_player_checks_the_cards_they_were_dealt(
    open_table: Callable[..., Match], page: Page
) -> None:
    open_table()
    texts = page.locator(".hand input").evaluate_all(
        "boxes => boxes.map(box => box.value)"
    )
    cards = [vocabulary.card("es", text) for text in texts]
    page.get_by_text("How to check the deal").click()
    page.get_by_role("button", name="Check my cards").click()
    said = page.locator("[data-check-cards] [role=status]")
    expect(said).to_contain_text("match what was published", timeout=LONG)
    assert sorted(said.inner_text().rstrip(".").split(": ")[1].split(", ")) == sorted(
        cards
    )


def test_cards_that_do_not_fit_their_seal_are_named(
    open_table: Callable[..., Match], page: Page
) -> None:
    open_table()

    def swap(route: Route) -> None:
        answer = route.fetch()
        proof = answer.json()
        proof["yours"][0]["card"] = "Ko" if proof["yours"][0]["card"] != "Ko" else "Ab"
        route.fulfill(response=answer, json=proof)

    page.route("**/shuffles/1/", swap)
    page.get_by_text("How to check the deal").click()
    page.get_by_role("button", name="Check my cards").click()
    expect(page.locator("[data-check-cards] [role=status]")).to_contain_text(
        "do not match", timeout=LONG
    )


def test_at_zero_the_page_calls_time(
    live_url: str, open_table: Callable[..., Match], page: Page
) -> None:
    match = open_table()
    Match.objects.filter(pk=match.pk).update(
        turn_seconds=2, deadline=timezone.now() + timedelta(seconds=2)
    )
    page.reload()
    expect(page.locator(".clock")).to_have_text("0:01", timeout=LONG)
    expect(page.locator(".at-here .said")).to_have_text("no hay mus", timeout=LONG)
