"""Hidden cards stay hidden: no byte sent to anybody, over any route, tells a card that they may not know."""

import logging
import re
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from games import replay, services
from games.bots import choose
from games.models import Match
from games.rules import deal
from games.rules.cards import SPANISH
from games.rules.chance import Stream
from tests.conftest import NOW, open_dealt
from tests.conftest import deal as deal_cards
from tests.routes import addresses
from tournaments.models import Pairing, Stage

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ALWAYS_NEW = re.compile(
    rb'name="(csrfmiddlewaretoken|id)" value="[^"]*"|<time>[^<]*|(csrftoken|sessionid)=[^;]*;[^,}]*'
)
"""What is new in every answer, whatever the cards: the form's token, the next move's id, the time of day, cookies."""

LIMITS = {"points_per_set": 12, "sets_to_win": 1}


@pytest.fixture
def canaries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every card's text carries a mark that occurs nowhere by chance."""
    texts = tuple(f"{text}~{secrets.token_hex(6)}" for text in SPANISH.texts)
    monkeypatch.setattr(SPANISH, "texts", texts)
    monkeypatch.setattr(SPANISH, "_card", {text: card for card, text in enumerate(texts)})


@pytest.fixture
def table(in_app: Callable[..., Stage]) -> Pairing:
    """A table of an event that is played in the app."""
    return Pairing.objects.select_related("match").get(round__stage=in_app(options=LIMITS))


def everybody(table: Pairing, others: list[Any]) -> dict[str, tuple[Client, int | None]]:
    """A browser for each role, and the seat that it has."""
    assert table.match
    clients: dict[str, tuple[Client, int | None]] = {"anonymous": (Client(), None)}
    people = [(f"seat {s.seat}", s.user, s.seat) for s in table.match.seatings.select_related("user")]
    for role, user, seat in [*people, *((user.username, user, None) for user in others)]:
        clients[role] = (Client(), seat)
        clients[role][0].force_login(user)
    return clients


def all_addresses(table: Pairing) -> dict[str, str]:
    """Every route for this table, its event and its club; the record only, in the end, for the finished match."""
    event = table.round.stage.event
    things = {
        "match_id": table.match_id,
        "pairing_id": table.pk,
        "event_id": event.pk,
        "entry_id": table.a_id,
        "draw_id": table.round.stage.draw_id,
        "club_id": event.club_id,
        "slug": event.club.slug,
        "number": 1,
    }
    return addresses(things)


def play_one(match: Match, four: list[Any], stream: Stream) -> None:
    deal_cards(match)
    position = replay.position(match)
    seat = replay.game_of(match).to_act(position.state) or 0
    move = choose(replay.game_of(match).view(position.state, seat), stream.below)
    sitting = match.seatings.get(seat=seat)
    services.play_move(
        match_id=match.pk, user=sitting.user, answers=position.number, client_id=str(position.number), text=move, at=NOW
    )


def known_to(match: Match, seat: int | None, ever: dict[int, set[str]]) -> set[str]:
    """The cards that this seat has held, and those that were laid open."""
    state = replay.position(match).state
    for holder, hand in enumerate(state.table.hands):
        ever[holder] |= {SPANISH.text(card) for card in hand}
    opened = {SPANISH.text(card) for hand in (state.last_deal and state.last_deal.hands) or () for card in hand}
    return opened | (ever[seat] if seat is not None else set())


def bodies(client: Client, urls: dict[str, str]) -> Iterator[tuple[str, bytes]]:
    for name, url in urls.items():
        response = client.get(url)
        content = b"".join(response.streaming_content) if response.streaming else response.content
        yield name, content + str(response.headers).encode()


def test_no_route_tells_a_hidden_card_to_any_role(
    canaries: None, table: Pairing, four: list[Any], organiser: Any, referee: Any, outsider: Any, caplog: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    match = table.match
    assert match
    clients, urls = everybody(table, [organiser, referee, outsider]), all_addresses(table)
    assert {"api_match", "api_pairing", "api_rounds", "api_record", "api_log"} <= urls.keys()
    stream, ever = Stream(b"leaks"), {seat: set() for seat in range(4)}
    all_cards = set(SPANISH.texts)
    checked = 0
    for turn in range(400):
        match.refresh_from_db()
        if match.over:
            break
        for _, (client, seat) in clients.items() if turn % 12 == 0 else ():
            hidden = all_cards - known_to(match, seat, ever)
            for name, content in bodies(client, urls):
                leaked = [card for card in hidden if card.encode() in content]
                assert not leaked, f"{name} told seat {seat} of {leaked} after move {turn}"
                checked += 1
        play_one(match, four, stream)
        for holder in range(4):
            known_to(match, holder, ever)
    assert match.over
    assert checked > 150
    assert not [card for card in all_cards if card in caplog.text], "a card stands in the log"


class Stacked:
    """Deals the pack in an order that the test chooses."""

    def __init__(self, order: tuple[int, ...]) -> None:
        self.order = order

    def shuffle(self, pack: tuple[int, ...], seed: bytes, seat_seeds: object) -> tuple[int, ...]:
        return self.order if len(pack) == len(self.order) else Stream(b"stock").shuffled(pack)


def plain(body: bytes, match: Match) -> bytes:
    """A body without what differs by design: ids, commitments and leaves of this match."""
    seed = deal.deal_seed(bytes(match.secret), 1)
    proof = (match.moves.get(number=1).proof or {})["root"]
    texts = match.moves.get(number=1).text.split()[1:]
    noise = [str(match.pk), match.pk.hex, deal.commitment(bytes(match.secret)), deal.commitment(seed), proof]
    noise += [deal.commitment(deal.deal_seed(bytes(match.secret), 2)), *deal.leaves(texts, seed)]
    noise += [deal.salt(seed, position).hex() for position in range(40)]
    for text in noise:
        body = body.replace(text.encode(), b"#")
    return ALWAYS_NEW.sub(b"#", body)


@pytest.mark.parametrize("viewer", [0, 1, None], ids=["mano", "rival", "spectator"])
def test_two_games_that_differ_only_in_cards_unknown_to_a_viewer_look_the_same(
    four: list[Any], outsider: Any, monkeypatch: pytest.MonkeyPatch, viewer: int | None
) -> None:
    """After the deal and one "no mus": the others hold hands of the same announcements but of other cards."""
    order = list(range(40))
    # Dealt one at a time from mano: seat s has the places s, s+4, s+8, s+12. Suits are swapped for all but the viewer.
    swapped = list(order)
    mine = {place for place in range(16) if place % 4 == viewer}
    free = [place for place in range(40) if place not in mine]
    ranks: dict[int, list[int]] = {}
    for place in free:
        ranks.setdefault(order[place] // 4, []).append(place)
    for places in ranks.values():
        for place, source in zip(places, places[1:] + places[:1], strict=True):
            swapped[place] = order[source]
    assert order != swapped
    assert [order[p] for p in mine] == [swapped[p] for p in mine]

    seen = []
    user = outsider if viewer is None else four[viewer]
    client = Client()
    client.force_login(user)
    for cards in (order, swapped):
        monkeypatch.setattr(deal, "shuffle", Stacked(tuple(cards)).shuffle)
        sitters = [services.Sitter(u.pk, str(u)) for u in four]
        match = open_dealt(services.Opening("mus", LIMITS, sitters), at=NOW)
        urls = addresses({"match_id": match.pk, "number": 1})
        answers = {}
        for move in (None, "no mus", "paso", "envido 2"):
            if move:
                match.refresh_from_db()
                services.play_move(
                    match_id=match.pk,
                    user=four[match.to_act or 0],
                    answers=match.version,
                    client_id=move,
                    text=move,
                    at=NOW,
                )
            match.refresh_from_db()
            for name, body in bodies(client, urls):
                answers[move, name] = plain(body, match)
        seen.append(answers)
    compared = {key for key in seen[0] if "match" in str(key[1]) or "shuffle" in str(key[1])}
    assert len(compared) >= 8
    different = [key for key in compared if seen[0][key] != seen[1][key]]
    assert different == []
