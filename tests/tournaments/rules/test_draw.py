"""The draw can be repeated from what is published, follows MUS-9 and MUS-10, and favours nobody."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.refusals import Refusal
from tests.tournaments.rules.chi_square import misfit
from tests.tournaments.rules.events import stream, table
from tournaments.rules.draws.draw import (
    PACK,
    commitment,
    draw_seats,
    draw_stream,
    draw_table_seats,
    draw_teams,
    draw_teams_apart,
    field_hash,
    stronger,
)
from tournaments.rules.field import Entrant

EIGHT = {
    rank: height
    for height, ranks in enumerate(["K3", "H", "S", "7", "6", "5", "4", "A2"])
    for rank in ranks
}
FOUR = {rank: height for height, rank in enumerate("KHS765432A")}

VECTORS = [
    pytest.param(vector, id=vector["draw_id"])
    for vector in table("draw_stream_vectors.json")["vectors"]
]


def heights(cards: Iterable[str], ranks: dict[str, int] = EIGHT) -> list[int]:
    return [ranks[card[0]] for card in cards]


@pytest.mark.parametrize("vector", VECTORS)
def test_published_vectors_give_the_published_order(vector):
    secret, beacon = (
        bytes.fromhex(vector["commit_secret_hex"]),
        bytes.fromhex(vector["beacon_hex"]),
    )
    chance = draw_stream(vector["draw_id"], vector["entrants"], secret, beacon)
    assert commitment(secret) == vector["commitment_sha256_hex"]
    assert (
        list(chance.shuffled(range(1, len(vector["entrants"]) + 1)))
        == vector["shuffle_1_based"]
    )


@pytest.mark.parametrize(
    "other",
    [
        ("draw 2", ("Ane", "Jon"), b"secret", b"beacon"),
        ("draw 1", ("Jon", "Ane"), b"secret", b"beacon"),
        ("draw 1", ("Ane", "Jon"), b"Secret", b"beacon"),
        ("draw 1", ("Ane", "Jon"), b"secret", b""),
        ("draw 1", ("Ane", "Jon"), b"secretb", b"eacon"),
    ],
    ids=["id", "list", "secret", "no beacon", "border"],
)
def test_every_part_of_what_is_published_matters(other):
    chance = draw_stream("draw 1", ("Ane", "Jon"), b"secret", b"beacon")
    assert chance.below(2**64) != draw_stream(*other).below(2**64)


def test_the_hash_of_a_list_is_that_of_its_lines():
    assert field_hash(["Aña", "Jon"]) == commitment("Aña\nJon".encode())


def test_a_name_with_a_line_break_cannot_pass_for_two():
    with pytest.raises(Refusal, match="name_not_one_line"):
        field_hash(["Ane\nJon", "Iker"])


@settings(max_examples=40, deadline=None)
@given(size=st.integers(0, 130), seed=st.integers(), kings=st.sampled_from([8, 4]))
def test_teams_follow_the_cards_from_the_highest_down(size, seed, kings):
    """MUS-V4, MUS-9"""
    players = list(range(100, 100 + size))
    draw = draw_teams(players, stream(seed), kings)
    order = [player for team in draw.teams for player in team] + (
        [] if draw.reserve is None else [draw.reserve]
    )
    drawn = [
        heights(draw.cards[player], EIGHT if kings == 8 else FOUR) for player in order
    ]
    assert sorted(order) == players
    assert (draw.reserve is None) == (size % 2 == 0)
    assert all(higher < lower for higher, lower in pairwise(drawn))


@settings(max_examples=40, deadline=None)
@given(size=st.integers(1, 130), seed=st.integers())
def test_only_the_tied_draw_again(size, seed):
    """MUS-B1"""
    drawn = {
        player: heights(cards)
        for player, cards in draw_teams(range(size), stream(seed)).cards.items()
    }
    for player, own in drawn.items():
        for turn in range(1, len(own) + 1):
            tied = any(
                own[:turn] == other[:turn]
                for rival, other in drawn.items()
                if rival != player
            )
            assert tied == (turn < len(own))


@settings(max_examples=40, deadline=None)
@given(size=st.integers(1, 130), seed=st.integers())
def test_no_card_is_drawn_more_often_than_there_are_packs(size, seed):
    first = Counter(
        cards[0] for cards in draw_teams(range(size), stream(seed)).cards.values()
    )
    assert set(first) <= set(PACK)
    assert max(first.values()) <= -(-size // 40)


def test_a_three_ties_with_a_king_and_a_two_with_an_ace_in_the_eight_king_game():
    ties = set()
    for seed in range(200):
        cards = draw_teams([1, 2], stream(seed)).cards
        ties |= (
            {frozenset(own[0][0] for own in cards.values())}
            if len(cards[1]) > 1
            else set()
        )
    assert ties > {frozenset("K3"), frozenset("A2")}


def test_every_pairing_of_six_players_is_equally_likely():
    draws = (draw_teams(range(6), stream(seed)).teams for seed in range(3000))
    outcomes = Counter(frozenset(frozenset(team) for team in teams) for teams in draws)
    assert misfit(outcomes, 15) < 36.1  # 14 degrees of freedom, 0.1 %


def test_everyone_of_five_is_equally_often_the_reserve():
    assert (
        misfit(
            Counter(draw_teams(range(5), stream(seed)).reserve for seed in range(2000)),
            5,
        )
        < 18.5
    )


def test_a_player_listed_twice_is_refused():
    with pytest.raises(Refusal, match="player_twice"):
        draw_teams([1, 2, 1], stream())


@pytest.mark.parametrize("seed", range(30))
def test_seats_follow_the_cards(seed):
    """MUS-10: the highest card is mano, the partner sits opposite, the lower card of the others
    deals.
    """
    sides = ((1, 2), (3, 4))
    (mano, right, partner, dealer), cards = draw_seats(*sides, stream(seed))
    drawn = {player: heights(own) for player, own in cards.items()}
    assert drawn[mano] == min(drawn.values())
    assert {frozenset((mano, partner)), frozenset((right, dealer))} == {
        frozenset(side) for side in sides
    }
    assert drawn[dealer] > drawn[right]


def test_each_of_the_eight_seatings_is_equally_likely():
    outcomes = Counter(
        draw_seats((1, 2), (3, 4), stream(seed)).seats for seed in range(2000)
    )
    assert misfit(outcomes, 8) < 24.3


def clubbed(clubs: str) -> list[Entrant]:
    """Players 11, 12, ... of clubs by their letters."""
    return [
        Entrant(number, f"Player {number}", club=club)
        for number, club in enumerate(clubs, start=11)
    ]


@settings(max_examples=30, deadline=None)
@given(clubs=st.text("abcde", min_size=1, max_size=31), seed=st.integers())
def test_teams_apart_hold_everybody_once_and_no_two_of_one_club(clubs, seed):
    players, of = clubbed(clubs), {player.id: player.club for player in clubbed(clubs)}
    if 2 * max(Counter(clubs).values()) > len(clubs) + len(clubs) % 2:
        with pytest.raises(Refusal, match="club_too_large"):
            draw_teams_apart(players, stream(seed))
        return
    teams, reserve, cards = draw_teams_apart(players, stream(seed))
    drawn = [player for team in teams for player in team] + (
        [] if reserve is None else [reserve]
    )
    assert sorted(drawn) == [player.id for player in players]
    assert (reserve is None) == (len(clubs) % 2 == 0)
    assert all(of[a] != of[b] for a, b in teams)
    assert cards == {}


def test_each_way_to_draw_five_apart_with_a_reserve_is_equally_likely():
    """Two clubs of two and one player alone: 10 ways."""
    draws = (draw_teams_apart(clubbed("aabbc"), stream(seed)) for seed in range(2000))
    outcomes = Counter(
        (frozenset(map(frozenset, draw.teams)), draw.reserve) for draw in draws
    )
    assert misfit(outcomes, 10) < 27.9  # 9 degrees of freedom, 0.1 %


def test_banned_players_do_not_come_together_and_club_mates_neither():
    players = clubbed("aabbcd")
    drawn = {
        team
        for seed in range(200)
        for team in draw_teams_apart(players, stream(seed), [(11, 13), (16, 15)]).teams
    }
    assert {frozenset(team) for team in drawn}.isdisjoint(
        map(frozenset, [(11, 12), (13, 14), (11, 13), (15, 16)])
    )


@pytest.mark.parametrize(
    ("bans", "code", "fields"),
    [
        ([(11, 99)], "draw.not_in_draw", {"entry": 99}),
        ([(99, 11)], "draw.not_in_draw", {"entry": 99}),
        ([(11, 11)], "draw.ban_of_two", {}),
        (
            [(11, 12), (11, 13), (11, 14)],
            "draw.bans_exclude_all",
            {"name": "Player 11", "bans": 3},
        ),
    ],
)
def test_bans_that_cannot_be_kept_are_refused(
    bans: list[tuple[int, int]], code: str, fields: dict[str, Any]
) -> None:
    with pytest.raises(Refusal) as refused:
        draw_teams_apart(clubbed("abcd"), stream(), bans)
    assert (refused.value.code, refused.value.fields) == (code, fields)


def ranked(seeds: Sequence[int], clubs: str = "") -> list[Entrant]:
    """Players 11, 12, ... with these places in the order of strength, 0 for none."""
    known = enumerate(zip(seeds, clubs or [""] * len(seeds), strict=True), start=11)
    return [
        Entrant(n, f"Player {n}", club=club, seed=seed or None)
        for n, (seed, club) in known
    ]


def test_each_of_the_stronger_half_gets_a_partner_of_the_weaker() -> None:
    players = ranked([3, 0, 1, 4, 2, 0])
    assert stronger(players) == {11, 13, 15}
    drawn = {
        draw_teams_apart(players, stream(seed), balanced=True).teams
        for seed in range(300)
    }
    assert len(drawn) == 6
    assert all(
        a in {11, 13, 15} and b in {12, 14, 16} for teams in drawn for a, b in teams
    )


def test_of_an_odd_number_somebody_of_the_weaker_half_is_the_reserve() -> None:
    draws = [
        draw_teams_apart(ranked([2, 1, 3, 5, 4]), stream(seed), balanced=True)
        for seed in range(100)
    ]
    assert {draw.reserve for draw in draws} == {13, 14, 15}
    assert all(len(draw.teams) == 2 for draw in draws)


def test_strong_and_weak_of_one_club_do_not_come_together() -> None:
    players = ranked([1, 2, 3, 0, 0, 0], "aabbac")
    teams = {
        team
        for seed in range(100)
        for team in draw_teams_apart(players, stream(seed), balanced=True).teams
    }
    assert teams == {(11, 14), (11, 16), (12, 14), (12, 16), (13, 15)}


def test_the_stronger_half_has_to_be_known() -> None:
    with pytest.raises(Refusal) as refused:
        draw_teams_apart(ranked([1, 0, 0, 0]), stream(), balanced=True)
    assert (refused.value.code, refused.value.fields) == (
        "draw.too_few_seeded",
        {"seeded": 1, "needed": 2},
    )


def test_each_table_draws_its_seats_for_itself():
    seatings = {
        draw_table_seats(b"seed", round, slot).seats
        for round in range(1, 6)
        for slot in range(20)
    }
    assert len(seatings) == 8
    assert draw_table_seats(b"seed", 1, 2) != draw_table_seats(b"seed", 2, 1)
