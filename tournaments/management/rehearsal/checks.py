"""Whether an event that is over is whole: its bracket or tables, its standings, and the record of every match."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Final

from games.rules.record import read
from games.verification import verify
from tournaments.management.rehearsal.play import Json, sitting


def knockout(rounds: Sequence[Json], rows: Sequence[Json], pairs: int) -> Iterator[str]:
    """What is wrong with a knockout of so many pairs."""
    yield from bracket(rounds, pairs)
    yield from standings(rounds, rows, pairs)


def tables(
    rounds: Sequence[Json], rows: Sequence[Json], players: int, absent: int = 0
) -> Iterator[str]:
    """What is wrong with rounds of tables: the board, the sizes, or somebody misses one, but for so many who may."""
    times = Counter(
        entry["id"] for pairing in pairings_of(rounds) for entry in sitting(pairing)
    )
    always = sum(number == len(rounds) for number in times.values())
    if len(times) != players or always < players - absent:
        yield f"{len(times)} of {players} players sit at the tables, {always} in each round"
    for one in rounds:
        if (
            max(sizes := [len(sitting(pairing)) for pairing in one["pairings"]])
            - min(sizes)
            > 1
        ):
            yield f"tables of {', '.join(map(str, sizes))}"
    if undecided := [
        f"{p['round']}.{p['table']}" for p in pairings_of(rounds) if not p["result"]
    ]:
        yield f"no result at table {', '.join(undecided)}"
        return
    yield from points_add_up(rounds, rows)
    if any(
        upper["points"] < lower["points"] or upper["rank"] > lower["rank"]
        for upper, lower in pairwise(rows)
    ):
        yield "the board is not in the order of its points"


def partners(
    rounds: Sequence[Json], rows: Sequence[Json], players: int
) -> Iterator[str]:
    """What is wrong with rounds of changing partners: also somebody who has a partner again while others are left."""
    if len(rows) != players:
        yield f"the standings have {len(rows)} rows for {players} players"
    yield from points_add_up(rounds, rows)
    pairs = Counter(
        frozenset(sitting(pairing)[place]["id"] for place in side)
        for pairing in pairings_of(rounds)
        for side in pairing["sides"]
    )
    if again := sum(
        number > 1 for number in pairs.values() if len(rounds) < players / 3
    ):
        yield f"{again} pairs of partners who played together again"


def points_add_up(rounds: Sequence[Json], rows: Sequence[Json]) -> Iterator[str]:
    """What is wrong with the points of tables that are all decided."""
    points = Counter[int]()
    for pairing in pairings_of(rounds):
        for entry, number in zip(
            sitting(pairing), pairing["result"]["points"], strict=True
        ):
            points[entry["id"]] += number
    if any(row["points"] != points[row["entry"]] for row in rows):
        yield "the points of the board are not those of the tables"


def pairings_of(rounds: Sequence[Json]) -> list[Json]:
    return [pairing for one in rounds for pairing in one["pairings"]]


def bracket(rounds: Sequence[Json], pairs: int) -> Iterator[str]:
    """What is wrong with the rounds of a knockout of so many pairs."""
    pairings = [pairing for one in rounds for pairing in one["pairings"]]
    byes = [pairing for pairing in pairings if pairing["bye"]]
    if (matches := len(pairings) - len(byes)) != pairs - 1:
        yield f"{matches} matches were played; among {pairs} pairs it takes {pairs - 1}"
    if later := [str(pairing["round"]) for pairing in byes if pairing["round"] != 1]:
        yield f"byes in round {', '.join(later)}"
    if len(byes) != (due := (1 << (pairs - 1).bit_length()) - pairs):
        yield f"{len(byes)} byes; {pairs} pairs leave {due} places of the bracket free"
    if undecided := [
        f"{p['round']}.{p['table']}"
        for p in pairings
        if not p["bye"] and not p["result"]
    ]:
        yield f"no result at table {', '.join(undecided)}"


def standings(
    rounds: Sequence[Json], rows: Sequence[Json], pairs: int
) -> Iterator[str]:
    """What is wrong with the final standings."""
    if len({row["entry"] for row in rows}) != pairs:
        yield f"the standings have {len(rows)} rows for {pairs} pairs"
    if unranked := [row["name"] for row in rows if row["rank"] is None]:
        yield f"no rank for {', '.join(unranked)}"
    final = rounds[-1]["pairings"][0]["result"]
    first = rows[0] if rows else {"rank": None, "entry": None}
    if not final or (first["rank"], first["entry"]) != (1, final["winner"]):
        yield "the winner of the final does not stand first"


def record(pairing: Json, text: str) -> str | None:
    """What is wrong with the record of a pairing's match, or with its result."""
    where = f"table {pairing['table']} of round {pairing['round']}"
    verdict = verify(text)
    if not verdict.ok:
        return f"the record of {where} does not agree with itself: {verdict}"
    recorded = read(text)
    if pairing["places"]:
        points, result = list(recorded.score.won), pairing["result"]["points"]
        return (
            None
            if points == result
            else f"the record of {where} says {points}, its result {result}"
        )
    first_is_a = recorded.seats[0].name in {
        player["name"] for player in pairing["a"]["players"]
    }
    sets = list(recorded.score.won if first_is_a else recorded.score.won[::-1])
    if sets != pairing["result"]["sets"]:
        return f"the record of {where} says {sets[0]}-{sets[1]}, its result {pairing['result']['sets']}"
    return None


def phase(
    format: str,
    rounds: Sequence[Json],
    rows: Sequence[Json],
    entries: int,
    absent: int = 0,
) -> Iterator[str]:
    """What is wrong with a phase that is over: given its rounds, its standings, how many are in it and miss a round."""
    for one in rounds:
        twice = [name for name, times in Counter(seats_of(one)).items() if times > 1]
        if twice:
            yield f"{', '.join(twice)} twice in round {one['number']}"
    if missing := {name for one in rounds for name in seats_of(one)} - {
        row["name"] for row in rows
    }:
        yield f"no line for {', '.join(sorted(missing))}"
    if undecided := [
        f"{p['round']}.{p['table']}"
        for one in rounds
        for p in one["pairings"]
        if is_open(p)
    ]:
        yield f"no result at table {', '.join(undecided)}"
    elif format in WHOLE_OF_PLAYERS:
        yield from WHOLE_OF_PLAYERS[format](rounds, rows, entries, absent)
    else:
        yield from WHOLE.get(format, any_phase)(rounds, rows, entries)


def seats_of(one: Json) -> list[str]:
    """The names of all who are in a round."""
    return [entry["name"] for pairing in one["pairings"] for entry in sitting(pairing)]


def is_open(pairing: Json) -> bool:
    return not pairing["bye"] and not pairing["result"]


def any_phase(
    rounds: Sequence[Json], rows: Sequence[Json], entries: int
) -> Iterator[str]:
    """What is wrong with a phase of any format whose matches are all decided: the lines do not add them up."""
    if len(rows) != entries:
        yield f"the standings have {len(rows)} rows for {entries} entries"
    if unranked := [row["name"] for row in rows if row["rank"] is None]:
        yield f"no rank for {', '.join(unranked)}"
    results = [
        pairing["result"]
        for one in rounds
        for pairing in one["pairings"]
        if pairing["result"]
    ]
    winners = Counter(result["winner"] for result in results if result["winner"])
    if any(row["won"] != winners[row["entry"]] for row in rows):
        yield "the matches won are not those of the results"


def redrawn(
    rounds: Sequence[Json], rows: Sequence[Json], entries: int
) -> Iterator[str]:
    """What is wrong with rounds that are drawn one after another: also rematches and second byes that need not be."""
    yield from any_phase(rounds, rows, entries)
    met, free = set[frozenset[int]](), Counter[int]()
    for one in rounds:
        pairs = [
            frozenset(entry["id"] for entry in sitting(pairing))
            for pairing in one["pairings"]
        ]
        inside = set(chain.from_iterable(pairs))
        if met.intersection(pairs) and len(inside) > 2 * one["number"]:
            yield f"a rematch in round {one['number']} although {len(inside)} were in it"
        byes = [entry for pair in pairs if len(pair) == 1 for entry in pair]
        if any(free[entry] > min(free[other] for other in inside) for entry in byes):
            yield f"a second bye in round {one['number']} before others had their first"
        met |= {pair for pair in pairs if len(pair) == 2}
        free.update(byes)


def lives(rounds: Sequence[Json], rows: Sequence[Json], entries: int) -> Iterator[str]:
    """What is wrong with lives: also somebody out who has lost more or fewer matches than the others who are."""
    yield from redrawn(rounds, rows, entries)
    if (
        len(
            lost := {
                row["lost"]
                for row in rows
                if row["why"]["code"] not in {"last_in", "lives_left", "absent", "left"}
            }
        )
        > 1
    ):
        yield f"out with {', '.join(map(str, sorted(lost)))} matches lost"


def league(rounds: Sequence[Json], rows: Sequence[Json], entries: int) -> Iterator[str]:
    """What is wrong with a league: also pairs that met more or less often than the others."""
    yield from any_phase(rounds, rows, entries)
    met = Counter(
        frozenset(entry["id"] for entry in sitting(pairing))
        for one in rounds
        for pairing in one["pairings"]
        if not pairing["bye"]
    )
    if len(met) != entries * (entries - 1) // 2 or len(set(met.values())) > 1:
        yield f"{len(met)} pairs met, not each once a leg"


WHOLE: Final[
    dict[str, Callable[[Sequence[Json], Sequence[Json], int], Iterator[str]]]
] = {
    "knockout": knockout,
    "partners": partners,
    "lives": lives,
    "swiss": redrawn,
    "round_robin": league,
}
"""What is wrong with a stage that is over, by its format.

Given are its rounds, its standings and how many are in it.
"""
WHOLE_OF_PLAYERS: Final = {"tables": tables}
"""The same of players, some of whom did not come."""
