"""Buchholz and its kin: published tournaments, rounds without play, and standings that stay
linear.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest

from tests.tournaments.rules.events import stream, table
from tournaments.rules.tables import buchholz, tallies, tiebreaks
from tournaments.rules.tables.buchholz import DRAW, OpponentScores
from tournaments.rules.tables.results import (
    DOUBLE_WALKOVER,
    PLAYED,
    RETIRED,
    VOID,
    WALKOVER,
)
from tournaments.rules.tables.standings import Row
from tournaments.rules.tables.tallies import WIN, Card, ConfirmedResult
from tournaments.rules.tables.tiebreaks import Record

KAT = table("tiebreak_kat.json")
TOURNAMENTS = {one["name"]: one for one in KAT["tournaments"]}
RESULTS = {
    "1": (WIN, True, False),
    "=": (DRAW, True, False),
    "0": (0, True, False),
    "+": (WIN, False, False),
    "-": (0, False, True),
    "U": (WIN, False, False),
    "H": (DRAW, False, True),
    "Z": (0, False, True),
}
"""Points, played, and whether a round without play was its own doing."""


def cards(tournament: Mapping[str, Any]) -> dict[int, Card]:
    return {
        int(player): card(line["events"])
        for player, line in tournament["players"].items()
    }


def card(events: Sequence[tuple[int, str]]) -> Card:
    made = Card()
    for opponent, code in events:
        points, played, voluntary = RESULTS[code]
        if played:
            made.opponents.append(opponent)
            made.points.append(points)
        else:
            made.add_unplayed(opponent or None, points, voluntary)
    return made


def published(line: Mapping[str, Any]) -> list[float]:
    return [line[code] for code in ("points", "BH", "BH_C1", "SB", "PS")]


def told(card: Card, worth: OpponentScores) -> list[float]:
    """The same in points, one for a win."""
    halves = [
        sum(card.points),
        buchholz.buchholz(card, worth),
        buchholz.cut_1(card, worth),
        buchholz.sonneborn_berger(card, worth) / WIN,
        buchholz.progressive(card, worth),
    ]
    return [count / WIN for count in halves]


def scores(tournament: Mapping[str, Any]) -> dict[str, list[float]]:
    played = cards(tournament)
    return {
        str(player): told(played[player], worth)
        for player, worth in buchholz.opponent_scores(played).items()
    }


@pytest.mark.parametrize(
    "name", [name for name, one in TOURNAMENTS.items() if one["rule"] == "v2_2026"]
)
def test_a_tournament_comes_to_what_was_published(name: str) -> None:
    tournament = TOURNAMENTS[name]
    assert scores(tournament) == {
        player: published(line) for player, line in tournament["players"].items()
    }


def test_under_the_rule_of_2024_only_the_imagined_opponents_were_worth_more() -> None:
    tournament = TOURNAMENTS["ham.trf"]
    found = scores(tournament)
    met = {
        player
        for player, line in tournament["players"].items()
        if all(opponent for opponent, _ in line["events"])
    }
    assert met
    for player, line in tournament["players"].items():
        own = found[player]
        assert own == published(line) if player in met else own <= published(line)


def test_the_winner_of_the_published_table_has_its_tie_breaks() -> None:
    """Its opponents all played every round, so no rule of rounds without play matters to it."""
    tournament = TOURNAMENTS["ham.trf"]
    row = KAT["published"]["rows"]["1"]
    expected = [
        5.5,
        *(
            row[code]
            for code in ("buchholz", "buchholz_cut1", "sonneborn_berger", "cumulative")
        ),
    ]
    assert scores(tournament)["1"] == expected


@pytest.mark.parametrize(
    ("opponents", "expected"),
    [
        (KAT["other_published"][0]["median_buchholz"]["opponents"], 16),
        (KAT["other_published"][0]["second"]["opponents"], 18),
    ],
)
def test_the_median_leaves_out_the_lowest_and_the_highest(
    opponents: list[int], expected: int
) -> None:
    assert buchholz.median(Card(), opponents) == expected


def test_sonneborn_berger_adds_the_beaten_and_half_of_those_with_whom_one_drew() -> (
    None
):
    example = KAT["other_published"][1]["sonneborn_berger_arithmetic"]
    beaten, drawn = example["beaten"], example["drawn"]
    card = Card(points=[WIN] * len(beaten) + [DRAW] * len(drawn))
    assert buchholz.sonneborn_berger(card, beaten + drawn) / WIN == example["expected"]


# --- from facts ---


def test_a_round_is_a_match_a_bye_or_an_absence_and_a_void_match_is_none() -> None:
    facts = [
        ConfirmedResult(1, 0, 1, 2, PLAYED, 1, 3, 0),
        ConfirmedResult(2, 0, 2, 3, WALKOVER, 3),
        ConfirmedResult(3, 0, 1, 3, DOUBLE_WALKOVER, None),
        ConfirmedResult(3, 1, 2, 4, VOID, None),
    ]
    found = tallies.cards(facts[::-1], [(1, 3), (2, 1)], [(1, 4), (2, 4)])
    assert {
        entry: (card.opponents, card.points, dict(card.unplayed))
        for entry, card in found.items()
    } == {
        1: ([2, None, 3], [2, 2, 0], {1: False, 2: True}),
        2: ([1, 3], [0, 0], {1: True}),
        3: ([None, 2, 1], [2, 2, 0], {0: False, 1: False, 2: True}),
        4: ([None, None], [0, 0], {0: True, 1: True}),
    }


def test_a_match_that_one_side_gave_up_was_played() -> None:
    found = tallies.cards([ConfirmedResult(1, 0, 1, 2, RETIRED, 1, 3, 1)])
    assert not any(card.unplayed for card in found.values())


def test_whoever_leaves_is_taken_to_have_drawn_by_those_who_met_it() -> None:
    facts = [
        ConfirmedResult(1, 0, 1, 2, PLAYED, 1, 3, 0),
        ConfirmedResult(1, 1, 3, 4, PLAYED, 3, 3, 0),
        ConfirmedResult(2, 0, 3, 1, PLAYED, 3, 3, 0),
    ]
    absent = [(2, 2), (2, 4)]
    worth = buchholz.opponent_scores(tallies.cards(facts, absent=absent))
    assert [worth[entry] for entry in (1, 3)] == [[DRAW, 2 * WIN], [DRAW, WIN]]


def placed(
    entries: Sequence[int], codes: Sequence[str], facts: Sequence[ConfirmedResult]
) -> list[Row]:
    counted = tallies.cards(facts)
    known = Record(
        facts, counted, tallies.tallies(counted), [], dict.fromkeys(entries, 1)
    )
    return list(tiebreaks.ranked(entries, codes, known))


def test_the_same_by_codes_says_why() -> None:
    facts = [
        ConfirmedResult(1, 0, 1, 2, PLAYED, 1, 3, 0),
        ConfirmedResult(1, 1, 3, 4, PLAYED, 3, 3, 0),
        ConfirmedResult(2, 0, 1, 3, PLAYED, 1, 3, 0),
        ConfirmedResult(2, 1, 2, 4, PLAYED, 2, 3, 0),
    ]
    found = placed([4, 3, 2, 1], ["match_points", "buchholz", "shared"], facts)
    assert [(one.entry, one.rank, one.shared_to) for one in found] == [
        (1, 1, 1),
        (3, 2, 3),
        (2, 2, 3),
        (4, 4, 4),
    ]
    facts = [
        *facts[:2],
        ConfirmedResult(2, 0, 1, 4, PLAYED, 1, 3, 0),
        ConfirmedResult(2, 1, 2, 3, PLAYED, 2, 3, 0),
    ]
    found = placed([4, 3, 2, 1], ["match_points", "buchholz", "shared"], facts)
    assert [one.entry for one in found] == [1, 2, 3, 4]
    assert found[1].why == ("buchholz", {"own": 6, "other": 2, "below": 3})


class Counting(Sequence[ConfirmedResult]):
    """Facts that count how often they are read."""

    def __init__(self, facts: Sequence[ConfirmedResult]) -> None:
        self.facts = facts
        self.read = 0

    def __len__(self) -> int:
        return len(self.facts)

    def __getitem__(self, place: Any) -> Any:
        self.read += 1
        return self.facts[place]


def test_results_are_read_once_for_each_kind_of_criterion_however_many_are_level() -> (
    None
):
    chance = stream("many")
    facts = []
    for number in range(1, 10):
        order = chance.shuffled(range(200))
        facts += [
            ConfirmedResult(number, slot, a, b, PLAYED, a, 3, 0)
            for slot, (a, b) in enumerate(pairwise(order))
            if slot % 2
        ]
    counting = Counting(facts)
    codes = [
        "match_points",
        "direct",
        "buchholz_cut_1",
        "buchholz",
        "sonneborn_berger",
        "set_difference",
        "shared",
    ]
    assert len(placed(range(200), codes, counting)) == 200
    assert counting.read <= 2 * (len(facts) + 1)
