"""Answers are the same bytes whatever lies in hidden places."""

import json
import re
from contextlib import suppress
from html import unescape
from typing import Any, NamedTuple

import pytest
from django.test import Client

from core.chance import Stream, seed_from
from core.refusals import IllegalMove
from games import replay, services
from games.catalogue import GAMES
from games.models import Match
from games.rules import dealing
from games.rules.base import CHANCE, Game, Json
from tests.conftest import NOW
from tests.games.rules.playing import some_move
from tests.games.stored import play_on
from tests.hidden_cards import ALWAYS_NEW
from tests.leaks.canaries import LIMITS, bodies
from tests.routes import addresses

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


OF_A_MATCH = re.compile("match|shuffle|record")
"""In the names of routes."""


def of_match(client: Client, match: Match, shuffle: int) -> dict[str, bytes]:
    """What every route of a match answers, and what that of its shuffle with this number."""
    urls = addresses({"match_id": match.pk, "number": shuffle})
    return dict(
        bodies(
            client, {name: url for name, url in urls.items() if OF_A_MATCH.search(name)}
        )
    )


# --- the same bytes, whatever lies in hidden places ---


class Story(NamedTuple):
    """A match so far: the order of each shuffle, and what the seats said."""

    orders: list[tuple[int, ...]]
    said: list[str]


class Moment(NamedTuple):
    """Where a story stops: so many moves after the deal with this number."""

    deal: int
    moves: int


def told(code: str, options: Json, moment: Moment, seed: int = 0) -> Story:
    """The first match by chance that comes to this moment."""
    game, stream = GAMES[code].rules, Stream(seed_from(b"leaks", str(seed).encode()))
    state, story, after = game.start(game.options(options)), Story([], []), 0
    while (
        (turn := game.to_act(state)) == CHANCE
        or after < moment.moves
        or deal_number(game, state) < moment.deal
    ):
        if turn is None or deal_number(game, state) > moment.deal:
            return told(code, options, moment, seed + 1)
        if turn == CHANCE:
            story.orders.append(stream.shuffled(game.pack(state)))
            move = game.deal_move(story.orders[-1])
        else:
            move = some_move(game, state, stream.below)
            story.said.append(game.text(move))
            after += deal_number(game, state) == moment.deal
        state = game.play(state, move)
    return story


def deal_number(game: Game, state: Any) -> int:
    number: int = game.view(state, None)["deal"]
    return number


def views(code: str, options: Json, story: Story, viewer: int | None) -> list[Json]:
    """All that this viewer was shown from the first deal to the end of the story."""
    game = GAMES[code].rules
    state, orders, said, seen = (
        game.start(game.options(options)),
        iter(story.orders),
        iter(story.said),
        [],
    )
    while True:
        try:
            move = (
                game.deal_move(next(orders))
                if game.to_act(state) == CHANCE
                else game.parse(next(said))
            )
        except StopIteration:
            return seen
        state = game.play(state, move)
        seen.append(game.view(state, viewer))


def other_cards(code: str, options: Json, story: Story, viewer: int | None) -> Story:
    """The same story with other cards in hidden places of the last shuffle, so that this viewer is
    shown the same.
    """
    seen, stream, last = (
        views(code, options, story, viewer),
        Stream(b"other"),
        story.orders[-1],
    )
    for _ in range(5000):
        one, other = stream.below(len(last)), stream.below(len(last))
        if GAMES[code].rules.card_text(last[one]) == GAMES[code].rules.card_text(
            last[other]
        ):
            continue
        order = list(last)
        order[one], order[other] = order[other], order[one]
        changed = Story([*story.orders[:-1], tuple(order)], story.said)
        with suppress(IllegalMove):
            if views(code, options, changed, viewer) == seen:
                return changed
    raise AssertionError("every card is known to this viewer")


def happened(
    code: str,
    options: Json,
    story: Story,
    users: list[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> Match:
    """The story as a stored match."""
    orders, said = iter(story.orders), iter(story.said)
    monkeypatch.setattr(dealing, "shuffle", lambda *_: next(orders))
    sitters = [services.Sitter(user.pk, str(user)) for user in users]
    match = services.open_match(services.Opening(code, options, sitters), at=NOW)
    play_on(match, lambda _: next(said, None))
    return match


def plain(body: bytes, match: Match) -> bytes:
    """A body without what differs by design: ids, commitments, leaves and salts of this match."""
    secret, shuffles = bytes(match.secret), list(match.moves.exclude(proof=None))
    noise = [str(match.pk), match.pk.hex, dealing.commitment(secret)]
    noise += [
        dealing.commitment(dealing.deal_seed(secret, number))
        for number in range(1, len(shuffles) + 2)
    ]
    seed, texts = (
        dealing.deal_seed(secret, len(shuffles)),
        shuffles[-1].text.split()[1:],
    )
    noise += [shuffles[-1].proof["root"], *dealing.leaves(texts, seed)]
    noise += [dealing.salt(seed, position).hex() for position in range(len(texts))]
    for text in noise:
        body = body.replace(text.encode(), b"#")
    return ALWAYS_NEW.sub(b"#", body)


@pytest.mark.parametrize("viewer", [0, 1, None], ids=["first", "second", "spectator"])
@pytest.mark.parametrize(
    ("code", "options", "moment"),
    [
        pytest.param("mus", LIMITS, Moment(1, 0), id="mus dealt"),
        pytest.param("mus", LIMITS, Moment(1, 7), id="mus exchanged or bet"),
        pytest.param("mus", LIMITS, Moment(2, 9), id="mus second deal"),
        pytest.param("mu", {"players": 4}, Moment(1, 0), id="mu dealt"),
        pytest.param("mu", {"players": 4}, Moment(1, 14), id="mu auction"),
        pytest.param("mu", {"players": 4}, Moment(2, 45), id="mu tricks"),
        pytest.param("mizzaire", {"players": 4}, Moment(5, 6), id="mizzaire tricks"),
        pytest.param(
            "mizzaire", {"players": 4}, Moment(8, 2), id="mizzaire half blind"
        ),
        pytest.param("mizzaire", {"players": 4}, Moment(9, 2), id="mizzaire blind"),
        pytest.param(
            "mizzaire", {"players": 4}, Moment(9, 12), id="mizzaire blind, all called"
        ),
    ],
)
def test_two_games_that_differ_only_in_cards_unknown_to_a_viewer_look_the_same(
    four: list[Any], outsider: Any, monkeypatch: pytest.MonkeyPatch, code: str, options: Json, moment: Moment,
    viewer: int | None,
) -> None:  # fmt: skip
    story = told(code, options, moment)
    client = Client()
    client.force_login(outsider if viewer is None else four[viewer])
    seen = []
    for one in (story, other_cards(code, options, story, viewer)):
        match = happened(code, options, one, four, monkeypatch)
        answers = of_match(client, match, len(story.orders))
        assert {
            "api_match",
            "api_shuffle",
            "api_record",
            "match",
            "match_record",
        } <= answers.keys()
        seen.append({name: plain(body, match) for name, body in answers.items()})
    assert seen[0] == seen[1]


# --- every card that is named has been shown to its reader ---


@pytest.mark.parametrize(
    ("code", "options", "moment"),
    [
        pytest.param("mu", {"players": 4, "deals": 2}, Moment(2, 40), id="mu"),
        pytest.param("mizzaire", {"players": 4}, Moment(4, 12), id="mizzaire"),
    ],
)
def test_a_table_of_tricks_names_to_each_role_only_cards_that_it_was_shown(
    four: list[Any],
    outsider: Any,
    monkeypatch: pytest.MonkeyPatch,
    code: str,
    options: Json,
    moment: Moment,
) -> None:
    """Names and texts of cards, in pages, JSON, headers and errors alike."""
    words, pack = GAMES[code].vocabulary, GAMES[code].table_page.pack
    names = {
        name: text for text in pack.texts for name in (text, words.card("es", text))
    }
    any_name = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, names))})(?![\w-])")
    story, shown = (
        told(code, options, moment),
        {seat: set[str]() for seat in (*range(4), None)},
    )
    match = happened(code, options, Story(story.orders, []), four, monkeypatch)
    clients = {seat: Client() for seat in shown}
    for seat, client in clients.items():
        client.force_login(outsider if seat is None else four[seat])
    for turn, said in enumerate(story.said):
        answers = iter([said])
        play_on(match, lambda _, answers=answers: next(answers, None))  # type: ignore[misc]
        state = replay.position(match).state
        for seat, cards in shown.items():
            cards |= set(
                any_name.findall(json.dumps(replay.rules_of(match).view(state, seat)))
            )
        for seat, client in clients.items() if turn % 9 == 0 else ():
            for name, body in of_match(client, match, 1).items():
                named = {
                    names[found] for found in any_name.findall(unescape(body.decode()))
                }
                assert named <= {names[card] for card in shown[seat]}, (
                    f"{name} to {seat} after move {turn}"
                )
