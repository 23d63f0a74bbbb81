"""Round robin: everybody meets everybody once or twice, in the order of the Berger tables, and a table of all."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from core.chance import Stream
from core.choices import Choice, Choices
from core.refusals import Refusal
from tournaments.rules.field import Entrant, strays
from tournaments.rules.formats.base import (
    NOTHING,
    History,
    Json,
    RoundPlan,
    Sides,
    StageSettings,
)
from tournaments.rules.schedules.berger import Pair, schedule
from tournaments.rules.schedules.meetings import decided, meetings
from tournaments.rules.tables import tiebreaks
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, cards, tallies

CODE: Final = "round_robin"
DRAW: Final = "numbers"
SEVERAL: Final = False
PARTNERS: Final = False
MIN_ENTRIES: Final = 2
MAX_ENTRIES: Final = 64
MAX_LEGS: Final = 2
REDRAWN: Final = False
SETTINGS: Final[Choices] = {
    "legs": Choice(range(1, MAX_LEGS + 1), "how often everybody meets everybody")
}
ROUND_CODES: Final = tuple(
    f"round_{n}" for n in range(1, MAX_LEGS * (MAX_ENTRIES - 1) + 1)
)
TIE_BREAKS: Final[tuple[str, ...]] = (
    "match_wins",
    "set_difference",
    "direct",
    "shared",
)


def fits(sides: Sides) -> bool:
    """Two sides of two meet (MUS-1)."""
    return [len(side) for side in sides] == [2, 2]


def check_number(entries: int, setup: StageSettings) -> None:
    """Raises Refusal `round_robin.too_few` or `round_robin.too_many`."""
    if entries < MIN_ENTRIES:
        raise Refusal("round_robin.too_few", entries=entries, fewest=MIN_ENTRIES)
    if entries > MAX_ENTRIES:
        raise Refusal("round_robin.too_many", entries=entries, most=MAX_ENTRIES)


def draw(
    entrants: Sequence[Entrant],
    stream: Stream,
    setup: StageSettings,
    before: History = NOTHING,
) -> Json:
    """Everybody's number by lot; then, from the same stream, the lots that may have to decide at the end."""
    check_number(len(entrants), setup)
    ids = [entrant.id for entrant in entrants]
    return {"numbers": list(stream.shuffled(ids)), "lots": list(stream.shuffled(ids))}


def check(
    drawn: Json,
    entrants: Sequence[Entrant],
    setup: StageSettings,
    before: History = NOTHING,
) -> list[Refusal]:
    """Everybody has one number and one lot."""
    return [*strays(drawn["numbers"], entrants), *strays(drawn["lots"], entrants)]


def plan(
    drawn: Json, facts: Iterable[ConfirmedResult], setup: StageSettings
) -> tuple[RoundPlan, ...]:
    """All rounds; a void result leaves its match open."""
    over, numbers = decided(facts), drawn["numbers"]
    rounds = enumerate(schedule(len(numbers), setup.legs), start=1)
    inside = ((n, [_inside(pair, numbers) for pair in pairs]) for n, pairs in rounds)
    return tuple(
        RoundPlan(f"round_{n}", meetings(n, pairs, over)) for n, pairs in inside
    )


def _inside(pair: Pair, numbers: Sequence[int]) -> list[int]:
    """Who has these numbers; an odd field has one fewer than its schedule."""
    return [numbers[number - 1] for number in pair if number <= len(numbers)]


def to_draw(
    drawn: Json,
    facts: Iterable[ConfirmedResult],
    setup: StageSettings,
    entries: Sequence[int],
) -> tuple[int, ...]:
    return ()


def why(
    drawn: Json,
    facts: Iterable[ConfirmedResult],
    setup: StageSettings,
    round: int,
    slot: int,
) -> Reason:
    """`berger`: the numbers that meet in this round of the table; `free` where one of them is nobody's."""
    numbers: Sequence[int] = drawn["numbers"]
    pair = list(schedule(len(numbers), setup.legs))[round - 1][slot]
    inside = [number for number in pair if number <= len(numbers)]
    return Reason(
        "berger" if len(inside) == 2 else "free", {"round": round, "numbers": inside}
    )


def standings(
    drawn: Json,
    facts: Iterable[ConfirmedResult],
    setup: StageSettings,
    running: Mapping[int, int],
) -> tuple[Row, ...]:
    """All entries by the tie-breaks of the event; whoever is level in all of them shares the place."""
    known = tuple(facts)
    counted = cards(known)
    last = dict.fromkeys(
        drawn["numbers"], max((fact.round for fact in known), default=1)
    )
    played = tiebreaks.Known(known, counted, tallies(counted), drawn["lots"], last)
    return tuple(tiebreaks.placed(drawn["numbers"], setup.tie_breaks, played))
