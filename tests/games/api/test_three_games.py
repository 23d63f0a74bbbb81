"""Every game over the same endpoints: dealt, played, timed, checked, recorded and verified alike."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from core.chance import Stream
from games import replay, services
from games.catalogue import GAMES
from games.models import Match
from games.rules import dealing
from games.rules.base import Json
from games.services import Opening, Sitter, open_match
from games.verification import verify
from tests.conftest import Api
from tests.games.rules.playing import some_move

pytestmark = pytest.mark.django_db

SHORT = [
    pytest.param("mus", {"points_per_set": 5, "sets_to_win": 1}, id="mus"),
    pytest.param("mu", {"players": 3, "deals": 2}, id="mu-3"),
    pytest.param("mu", {"players": 6, "deals": 1, "bonus_by": "achieved"}, id="mu-6"),
    pytest.param("mizzaire", {"players": 2}, id="mizzaire-2"),
    pytest.param(
        "mizzaire",
        {"players": 7, "first_lead": "dealer"},
        id="mizzaire-7",
        marks=pytest.mark.slow,
    ),
]
"""Matches that are soon over."""

OPTIONS: dict[str, Json] = {"mus": {}, "mu": {}, "mizzaire": {}}

games = pytest.mark.parametrize("game", list(GAMES))


@pytest.fixture
def sit(make_user: Callable[..., User]) -> Callable[..., tuple[Match, list[Api]]]:
    """A public match with a clock, not dealt yet, and the API of each seat."""

    def open_(game: str, options: Json) -> tuple[Match, list[Api]]:
        rules = GAMES[game].rules
        seats = sum(map(len, rules.sides(rules.options(options))))
        users = [make_user(f"player{n}") for n in range(seats)]
        sitters = [Sitter(user.pk, str(user)) for user in users]
        match = open_match(
            Opening(game, options, sitters, turn_seconds=60), at=timezone.now()
        )
        return match, [Api(user) for user in users]

    return open_


def state_of(match: Match) -> Any:
    match.refresh_from_db()
    return replay.position(match).state


def say(match: Match, api: Api, text: str) -> tuple[int, Any]:
    match.refresh_from_db()
    return api.post(
        f"matches/{match.pk}/moves/",
        answers=match.version,
        id=uuid.uuid4().hex,
        move=text,
    )


def play_on(
    match: Match,
    seats: list[Api],
    stream: Stream,
    until: Callable[[Json], bool] = lambda _: False,
) -> None:
    """Legal moves by chance, each over the API by the seat to act, to the end or until the public
    view is so.
    """
    game = replay.rules_of(match)
    while (
        (state := state_of(match))
        and match.to_act is not None
        and not until(game.view(state, None))
    ):
        move = game.text(some_move(game, state, stream.below))
        assert say(match, seats[match.to_act], move)[0] == 201, move


# --- a whole match ---


@pytest.mark.parametrize(("game", "options"), SHORT)
def test_a_whole_match_is_played_over_the_api_and_its_record_verifies(
    sit: Callable[..., tuple[Match, list[Api]]], game: str, options: Json
) -> None:
    match, seats = sit(game, options)
    assert seats[1].post(f"matches/{match.pk}/seed/", seed="seven and a half")[1] == {
        "from_shuffle": 1
    }
    assert seats[-1].post(f"matches/{match.pk}/deal/")[0] == 201
    play_on(match, seats, Stream(b"three games"))
    seen = Api().get(f"matches/{match.pk}/")[1]
    assert seen["finished"]
    assert seen["view"]["outcome"] == match.outcome
    assert min(match.outcome["places"]) == 1
    status, record = Api().get(f"matches/{match.pk}/record/")
    assert status == 200
    assert record.startswith("Record 1\n")
    assert "seven and a half" in record
    assert verify(record).ok


@pytest.mark.parametrize(("game", "options"), SHORT)
def test_a_match_whose_players_all_sleep_comes_to_its_end(
    sit: Callable[..., tuple[Match, list[Api]]], game: str, options: Json
) -> None:
    match, seats = sit(game, options)
    seats[0].post(f"matches/{match.pk}/deal/")
    at = timezone.now()
    for _ in range(5000):
        at += timedelta(seconds=61)
        if not services.call_time(match_id=match.pk, at=at):
            break
    match.refresh_from_db()
    assert match.finished_at
    assert match.deadline is None


# --- the shuffle ---


def leaf_is_right(proof: Json, card: Json) -> bool:
    return (
        dealing.leaf(card["card"], card["position"], bytes.fromhex(card["salt"]))
        == proof["leaves"][card["position"]]
    )


@games
def test_each_seat_checks_its_own_cards_of_the_promised_shuffle_and_no_others(
    sit: Callable[..., tuple[Match, list[Api]]], game: str
) -> None:
    match, seats = sit(game, OPTIONS[game])
    promised = Api().get(f"matches/{match.pk}/")[1]["next_shuffle"]["commitment"]
    seats[0].post(f"matches/{match.pk}/deal/")
    positions: list[int] = []
    for api in seats:
        proof = api.get(f"matches/{match.pk}/shuffles/1/")[1]
        hand = api.get(f"matches/{match.pk}/")[1]["view"]["hand"]
        assert sorted(card["card"] for card in proof["yours"]) == sorted(hand)
        assert proof["commitment"] == promised
        assert all(leaf_is_right(proof, card) for card in proof["yours"])
        assert dealing.root(proof["leaves"]) == proof["root"]
        assert not {"seed", "order"} & proof.keys()
        positions += [card["position"] for card in proof["yours"]]
    assert len(positions) == len(set(positions)), "no card is shown to two seats"
    assert Api().get(f"matches/{match.pk}/shuffles/1/")[1]["yours"] == []


def test_in_the_blind_round_nobody_is_shown_a_card_by_any_way_before_all_have_called(
    sit: Callable[..., tuple[Match, list[Api]]],
) -> None:
    """MIZ-11, MIZ-B8: neither the view nor the proof of the shuffle holds a card before the last
    call.
    """
    match, seats = sit("mizzaire", {"players": 3})
    seats[0].post(f"matches/{match.pk}/deal/")
    stream = Stream(b"blind")
    play_on(match, seats, stream, until=lambda view: view["deal"] == 9)
    for api in seats:
        assert api.get(f"matches/{match.pk}/")[1]["view"]["hand"] == []
        assert api.get(f"matches/{match.pk}/shuffles/9/")[1]["yours"] == []
    play_on(match, seats, stream, until=lambda view: view["phase"] == "play")
    for api in seats:
        assert len(api.get(f"matches/{match.pk}/")[1]["view"]["hand"]) == 7
        assert len(api.get(f"matches/{match.pk}/shuffles/9/")[1]["yours"]) == 7


# --- what is refused ---


@pytest.mark.parametrize(
    ("game", "move", "status", "code", "rule"),
    [
        pytest.param(
            "mu",
            "reveal {hand[0]} {hand[1]}",
            422,
            "mu.too_many",
            "MU-10",
            id="MU-10 too big a step",
        ),
        pytest.param(
            "mu",
            "play {hand[0]}",
            422,
            "mu.reveal_or_pass",
            "MU-8",
            id="MU-8 the auction comes first",
        ),
        pytest.param(
            "mu",
            "trump B",
            422,
            "mu.reveal_or_pass",
            "MU-8",
            id="MU-24 there is no boss yet",
        ),
        pytest.param(
            "mu", "reveal Z9", 400, "cards.unknown", "MU-2", id="no card of the pack"
        ),
        pytest.param(
            "mu", "bid 3", 400, "mu.unknown_move", None, id="not a word of Mü"
        ),
        pytest.param(
            "mizzaire",
            "play {hand[0]}",
            422,
            "mizzaire.call_first",
            "MIZ-7",
            id="MIZ-7 calls come first",
        ),
        pytest.param(
            "mizzaire",
            "call 2",
            422,
            "mizzaire.call_too_high",
            "MIZ-B6",
            id="MIZ-B6 more than the tricks",
        ),
        pytest.param(
            "mizzaire",
            "call many",
            400,
            "mizzaire.unknown_move",
            None,
            id="not a move of Mizzaire",
        ),
        pytest.param(
            "mizzaire",
            "play 1H",
            400,
            "cards.unknown",
            "MIZ-2",
            id="no card of the French pack",
        ),
    ],
)
def test_a_move_that_cannot_be_is_refused_with_its_code_and_its_rule(
    sit: Callable[..., tuple[Match, list[Api]]],
    game: str,
    move: str,
    status: int,
    code: str,
    rule: str | None,
) -> None:
    match, seats = sit(game, OPTIONS[game])
    seats[0].post(f"matches/{match.pk}/deal/")
    hand = seats[0].get(f"matches/{match.pk}/")[1]["view"]["hand"]
    got, problem = say(match, seats[0], move.format(hand=hand))
    assert (got, problem["code"], problem.get("fields", {}).get("rule")) == (
        status,
        code,
        rule,
    )
    assert problem["detail"] != code
    assert match.moves.count() == 1


@games
def test_a_refusal_that_a_choice_announces_is_the_one_that_the_move_gets(
    sit: Callable[..., tuple[Match, list[Api]]], game: str
) -> None:
    match, seats = sit(game, OPTIONS[game])
    Match.objects.filter(pk=match.pk).update(
        secret=bytes([1] * 32)
    )  # the same deals each time
    seats[0].post(f"matches/{match.pk}/deal/")
    stream, refused = Stream(b"choices"), 0
    for _ in range(120):
        if state_of(match) and match.to_act is None:
            break
        api = seats[match.to_act or 0]
        for choice in api.get(f"matches/{match.pk}/")[1]["view"]["choices"]:
            if not choice["legal"] and choice["say"].split()[0] in (
                "play",
                "call",
                "trump",
            ):
                got, problem = say(match, api, choice["say"])
                assert (got, problem["code"], problem["fields"]["rule"]) == (
                    422,
                    choice["code"],
                    choice["rule"],
                )
                refused += 1
        rules = replay.rules_of(match)
        say(match, api, rules.text(some_move(rules, state_of(match), stream.below)))
    assert refused or game == "mus"


@pytest.mark.parametrize(
    ("game", "options", "code"),
    [
        ("mu", {"players": 7}, "option.bad"),
        ("mizzaire", {"players": 1}, "option.bad"),
        ("mizzaire", {"target": 200}, "option.unknown"),
        ("go", {}, "option.no_such_game"),
    ],
)
def test_options_that_a_game_has_not_are_refused_with_what_it_has(
    outsider: User, game: str, options: Json, code: str
) -> None:
    status, problem = Api(outsider).post("matches/", game=game, options=options)
    assert (status, problem["code"]) == (400, code)
    assert problem["fields"]["allowed"]


# --- friendly matches and the list of games ---


@pytest.mark.parametrize(
    ("game", "players"),
    [("mus", 4), ("mu", 3), ("mu", 6), ("mizzaire", 2), ("mizzaire", 7)],
)
@pytest.mark.parametrize("level", ["simple", "strong"])
def test_a_friendly_match_has_bots_of_the_level_on_all_other_seats(
    outsider: User, game: str, players: int, level: str
) -> None:
    status, opened = Api(outsider).post(
        "matches/", game=game, options={"players": players}, level=level
    )
    assert status == 201
    assert [seat["level"] for seat in opened["seats"]] == ["", *[level] * (players - 1)]
    assert len({seat["name"] for seat in opened["seats"]}) == players


def test_the_list_of_games_says_what_a_client_may_choose(outsider: User) -> None:
    status, listed = Api().get("games/")
    assert status == 200
    assert [game["code"] for game in listed] == list(GAMES)
    options = {game["code"]: game["options"] for game in listed}
    assert options["mizzaire"]["players"] == {
        "default": 4,
        "rule": "MIZ-1",
        "min": 2,
        "max": 7,
    }
    assert options["mus"]["kings"] == {"default": 8, "rule": "MUS-V3", "values": [8, 4]}
    for code, described in options.items():
        usual = {name: option["default"] for name, option in described.items()}
        assert GAMES[code].rules.options_json(GAMES[code].rules.options(usual)) == usual


def test_a_bad_level_opens_nothing(outsider: User) -> None:
    assert Api(outsider).post("matches/", level="best")[0] == 400
    assert not Match.objects.exists()
