"""Checks of a finished event: bracket or tables, standings, and the record of every match."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from games.rules.record import read
from games.verification import verify
from tournaments.rehearsal.play import Json, sitting


def knockout(rounds: Sequence[Json], rows: Sequence[Json], pairs: int) -> Iterator[str]:
    """Faults of a knockout."""
    yield from bracket(rounds, pairs)
    yield from standings(rounds, rows, pairs)


def tables(
    rounds: Sequence[Json], rows: Sequence[Json], players: int, absent: int = 0
) -> Iterator[str]:
    """Faults of multiplayer tables: sizes, standings, or players missing from a round.

    `absent`: how many players may miss a round.
    """
    times = times_seated(rounds)
    always = list(times.values()).count(len(rounds))
    if len(times) != players or always < players - absent:
        yield f"{len(times)} of {players} players sit at the tables, {always} in each round"
    for one in rounds:
        sizes = [len(sitting(pairing)) for pairing in one["pairings"]]
        if max(sizes) - min(sizes) > 1:
            yield f"tables of {', '.join(map(str, sizes))}"
    undecided = undecided_tables(rounds)
    if undecided:
        yield f"no result at table {', '.join(undecided)}"
        return
    yield from points_add_up(rounds, rows)
    stayed = [row for row in rows if not has_left(row)]
    for upper, lower in pairwise(stayed):
        if upper["points"] < lower["points"] or upper["rank"] > lower["rank"]:
            yield "the board is not in the order of its points"
            break


def has_left(row: Json) -> bool:
    """Whoever has left the event is below all that stayed, whatever the points."""
    return bool(row.get("why", {}).get("code") == "left")


def times_seated(rounds: Sequence[Json]) -> Counter[int]:
    """How often each player sits at a table."""
    times = Counter[int]()
    for pairing in pairings_of(rounds):
        for entry in sitting(pairing):
            times[entry["id"]] += 1
    return times


def partners(
    rounds: Sequence[Json], rows: Sequence[Json], players: int
) -> Iterator[str]:
    """Faults of rounds of changing partners, also partners who met again too early."""
    if len(rows) != players:
        yield f"the standings have {len(rows)} rows for {players} players"
    yield from points_add_up(rounds, rows)
    # With more rounds than that, partners have to meet again.
    if len(rounds) >= players / 3:
        return
    met = set()
    again = set()
    for pairing in pairings_of(rounds):
        seats = sitting(pairing)
        for side in pairing["sides"]:
            pair = frozenset(seats[place]["id"] for place in side)
            if pair in met:
                again.add(pair)
            met.add(pair)
    if again:
        yield f"{len(again)} pairs of partners who played together again"


def points_add_up(rounds: Sequence[Json], rows: Sequence[Json]) -> Iterator[str]:
    """Faults of the points, where all tables are decided."""
    points = Counter[int]()
    for pairing in pairings_of(rounds):
        seats = sitting(pairing)
        won = pairing["result"]["points"]
        for entry, number in zip(seats, won, strict=True):
            points[entry["id"]] += number
    for row in rows:
        if row["points"] != points[row["entry"]]:
            yield "the points of the board are not those of the tables"
            break


def pairings_of(rounds: Sequence[Json]) -> list[Json]:
    pairings: list[Json] = []
    for one in rounds:
        pairings += one["pairings"]
    return pairings


def bracket(rounds: Sequence[Json], pairs: int) -> Iterator[str]:
    """Faults of the rounds of a knockout."""
    pairings = pairings_of(rounds)
    byes = []
    later = []
    for pairing in pairings:
        if not pairing["bye"]:
            continue
        byes.append(pairing)
        if pairing["round"] != 1:
            later.append(str(pairing["round"]))
    matches = len(pairings) - len(byes)
    if matches != pairs - 1:
        yield f"{matches} matches were played; among {pairs} pairs it takes {pairs - 1}"
    if later:
        yield f"byes in round {', '.join(later)}"
    places = 1 << (pairs - 1).bit_length()
    due = places - pairs
    if len(byes) != due:
        yield f"{len(byes)} byes; {pairs} pairs leave {due} places of the bracket free"
    undecided = undecided_tables(rounds)
    if undecided:
        yield f"no result at table {', '.join(undecided)}"


def standings(
    rounds: Sequence[Json], rows: Sequence[Json], pairs: int
) -> Iterator[str]:
    """Faults of the final standings."""
    entries = {row["entry"] for row in rows}
    if len(entries) != pairs:
        yield f"the standings have {len(rows)} rows for {pairs} pairs"
    yield from unranked(rows)
    final = rounds[-1]["pairings"][0]["result"]
    if final and rows:
        first = rows[0]
        if first["rank"] == 1 and first["entry"] == final["winner"]:
            return
    yield "the winner of the final does not stand first"


def unranked(rows: Sequence[Json]) -> Iterator[str]:
    """Rows of the standings without a rank."""
    names = []
    for row in rows:
        if row["rank"] is None:
            names.append(row["name"])
    if names:
        yield f"no rank for {', '.join(names)}"


def record(pairing: Json, text: str) -> str | None:
    """The fault of a match record, or of the result that was taken from it."""
    where = f"table {pairing['table']} of round {pairing['round']}"
    verdict = verify(text)
    if not verdict.ok:
        return f"the record of {where} does not agree with itself: {verdict}"
    recorded = read(text)
    if pairing["places"]:
        points = list(recorded.score.won)
        result = pairing["result"]["points"]
        if points != result:
            return f"the record of {where} says {points}, its result {result}"
        return None
    names_of_a = [player["name"] for player in pairing["a"]["players"]]
    sets = list(recorded.score.won)
    if recorded.seats[0].name not in names_of_a:
        sets.reverse()
    result = pairing["result"]["sets"]
    if sets != result:
        return f"the record of {where} says {sets[0]}-{sets[1]}, its result {result}"
    return None


def phase(
    format: str,
    rounds: Sequence[Json],
    rows: Sequence[Json],
    entries: int,
    absent: int = 0,
) -> Iterator[str]:
    """Faults of a finished stage. `absent`: how many entries may miss a round."""
    missing = set[str]()
    for one in rounds:
        seats = Counter(seats_of(one))
        twice = [name for name, times in seats.items() if times > 1]
        if twice:
            yield f"{', '.join(twice)} twice in round {one['number']}"
        missing.update(seats)
    for row in rows:
        missing.discard(row["name"])
    if missing:
        yield f"no line for {', '.join(sorted(missing))}"
    undecided = undecided_tables(rounds)
    if undecided:
        yield f"no result at table {', '.join(undecided)}"
    elif format in WHOLE_OF_PLAYERS:
        yield from WHOLE_OF_PLAYERS[format](rounds, rows, entries, absent)
    else:
        check = WHOLE.get(format, any_phase)
        yield from check(rounds, rows, entries)


def seats_of(one: Json) -> list[str]:
    """The names of all entries in a round."""
    names = []
    for pairing in one["pairings"]:
        for entry in sitting(pairing):
            names.append(entry["name"])
    return names


def undecided_tables(rounds: Sequence[Json]) -> list[str]:
    """Tables without a result, as round and number."""
    undecided = []
    for pairing in pairings_of(rounds):
        if not pairing.get("bye") and not pairing["result"]:
            undecided.append(f"{pairing['round']}.{pairing['table']}")
    return undecided


def any_phase(
    rounds: Sequence[Json], rows: Sequence[Json], entries: int
) -> Iterator[str]:
    """Faults of the standings of a decided stage of any format."""
    if len(rows) != entries:
        yield f"the standings have {len(rows)} rows for {entries} entries"
    yield from unranked(rows)
    winners = Counter[int]()
    for pairing in pairings_of(rounds):
        result = pairing["result"]
        if result and result["winner"]:
            winners[result["winner"]] += 1
    for row in rows:
        if row["won"] != winners[row["entry"]]:
            yield "the matches won are not those of the results"
            break


def redrawn(
    rounds: Sequence[Json], rows: Sequence[Json], entries: int
) -> Iterator[str]:
    """Faults of rounds drawn one by one, also avoidable rematches and second byes."""
    yield from any_phase(rounds, rows, entries)
    met = set[frozenset[int]]()
    byes_of = Counter[int]()
    for one in rounds:
        number = one["number"]
        pairs = []
        byes: list[int] = []
        inside = set[int]()
        for pairing in one["pairings"]:
            pair = entries_of(pairing)
            inside |= pair
            if len(pair) == 1:
                byes += pair
            elif len(pair) == 2:
                pairs.append(pair)
        if met.intersection(pairs) and len(inside) > 2 * number:
            yield f"a rematch in round {number} although {len(inside)} were in it"
        fewest_byes = min((byes_of[entry] for entry in inside), default=0)
        if any(byes_of[entry] > fewest_byes for entry in byes):
            yield f"a second bye in round {number} before others had their first"
        met.update(pairs)
        byes_of.update(byes)


def entries_of(pairing: Json) -> frozenset[int]:
    return frozenset(entry["id"] for entry in sitting(pairing))


def lives(rounds: Sequence[Json], rows: Sequence[Json], entries: int) -> Iterator[str]:
    """Faults of lives, also entries that are out after different numbers of losses."""
    yield from redrawn(rounds, rows, entries)
    not_out = {"last_in", "lives_left", "absent", "left"}
    lost = set()
    for row in rows:
        if row["why"]["code"] not in not_out:
            lost.add(row["lost"])
    if len(lost) > 1:
        yield f"out with {', '.join(map(str, sorted(lost)))} matches lost"


def league(rounds: Sequence[Json], rows: Sequence[Json], entries: int) -> Iterator[str]:
    """Faults of a league, also pairs that met more or less often than the others."""
    yield from any_phase(rounds, rows, entries)
    met = Counter[frozenset[int]]()
    for pairing in pairings_of(rounds):
        if not pairing["bye"]:
            met[entries_of(pairing)] += 1
    pairs = entries * (entries - 1) // 2
    legs = set(met.values())
    if len(met) != pairs or len(legs) > 1:
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
"""The checks of a finished stage, by format."""
WHOLE_OF_PLAYERS: Final = {"tables": tables}
"""The same of players, some of whom did not come."""
