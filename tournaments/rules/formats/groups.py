"""Groups: everybody plays within its group, and each group has a table of its own."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Final

from core.chance import Stream
from core.choices import Choice, Choices
from core.refusals import Refusal
from tournaments.rules.draws.spreading import mates, spread
from tournaments.rules.field import Entrant, strays
from tournaments.rules.formats import round_robin
from tournaments.rules.formats.base import (
    NOTHING,
    History,
    Json,
    RoundPlan,
    StageSettings,
)
from tournaments.rules.schedules.berger import schedule
from tournaments.rules.schedules.meetings import decided, meetings
from tournaments.rules.tables import tiebreaks
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, cards, tallies

CODE: Final = "groups"
DRAW: Final = "groups"
SEVERAL: Final = False
PARTNERS: Final = False
REDRAWN: Final = False
GROUPS_MOST: Final = 64
GROUP_MOST: Final = round_robin.MAX_ENTRIES
"""So many can be in one group."""
MAX_ENTRIES: Final = 512
LOT: Final = "lot"
SNAKE: Final = "snake"
SETTINGS: Final[Choices] = {
    "groups": Choice(range(2, GROUPS_MOST + 1), "how many groups there are"),
    "spread": Choice(
        (LOT, SNAKE), "groups filled by lot, or by snake through the order of strength"
    ),
    "matches": Choice(
        range(GROUP_MOST),
        "how many matches each has in its group; 0: everybody meets everybody",
    ),
    "legs": Choice(
        range(1, round_robin.MAX_LEGS + 1),
        "how often everybody of a group meets everybody of it",
    ),
    "apart": Choice((False, True), "those of one club are spread over the groups"),
}
ROUND_CODES: Final = round_robin.ROUND_CODES
TIE_BREAKS: Final = round_robin.TIE_BREAKS

fits = round_robin.fits

Groups = Sequence[Sequence[int]]
"""The entries of each group, in the order of their numbers within it."""


def check_number(entries: int, setup: StageSettings) -> None:
    """Raises Refusal `groups.too_few`, `groups.too_many` or `groups.odd`.

    Where not everybody meets everybody the groups have even numbers: then each has the same number of matches.
    """
    each = max(2, setup.matches + 1)
    fewest = setup.groups * (each + each % 2 if setup.matches else each)
    most = min(MAX_ENTRIES, setup.groups * GROUP_MOST)
    if entries < fewest:
        raise Refusal(
            "groups.too_few", entries=entries, groups=setup.groups, fewest=fewest
        )
    if entries > most:
        raise Refusal(
            "groups.too_many", entries=entries, groups=setup.groups, most=most
        )
    if setup.matches and entries % 2:
        raise Refusal(
            "groups.odd",
            entries=entries,
            matches=setup.matches,
            allowed=[entries - 1, entries + 1],
        )


def sizes(entries: int, setup: StageSettings) -> tuple[int, ...]:
    """How large the groups are, the largest first: equal within one, or, of even numbers only, within two."""
    step = 2 if setup.matches else 1
    size, larger = divmod(entries // step, setup.groups)
    return (step * (size + 1),) * larger + (step * size,) * (setup.groups - larger)


def draw(
    entrants: Sequence[Entrant],
    stream: Stream,
    setup: StageSettings,
    before: History = NOTHING,
) -> Json:
    """The groups, then from the same stream the lots that may have to decide in them.

    By lot: everybody in a random order, dealt out one to each group in turn. By snake: the same in the order of
    strength, and back from the last group to the first in every second turn; whoever has no place in that order comes
    after, by lot. `apart` spreads club-mates over the groups (see `spreading.spread`); by snake only within each turn.
    """
    check_number(len(entrants), setup)
    turns = list(_turns(sizes(len(entrants), setup), setup.spread == SNAKE))
    order = (
        _ordered(entrants, stream)
        if setup.spread == SNAKE
        else stream.shuffled(entrants)
    )
    places = list(chain.from_iterable(turns))
    if setup.apart:
        pots = [len(turn) for turn in turns] if setup.spread == SNAKE else [len(order)]
        order = spread(order, places, pots, stream)
    groups: list[list[int]] = [[] for _ in range(setup.groups)]
    for entrant, group in zip(order, places, strict=True):
        groups[group].append(entrant.id)
    return {
        "groups": groups,
        "lots": list(stream.shuffled([entrant.id for entrant in entrants])),
    }


def together(drawn: Json, entrants: Sequence[Entrant]) -> list[list[int]]:
    """Those of one club who share a group, for each club and group with more than one."""
    clubs = {entrant.id: entrant.club for entrant in entrants}
    return [club for group in drawn["groups"] for club in mates(group, clubs)]


def check(
    drawn: Json,
    entrants: Sequence[Entrant],
    setup: StageSettings,
    before: History = NOTHING,
) -> list[Refusal]:
    """Everybody is in one group and has one lot; the groups are as large as they should be."""
    found, right = (
        sorted(map(len, drawn["groups"]), reverse=True),
        list(sizes(len(entrants), setup)),
    )
    wrong = (
        [Refusal("draw.wrong_groups", sizes=found, expected=right)]
        if found != right
        else []
    )
    return [
        *wrong,
        *strays(chain.from_iterable(drawn["groups"]), entrants),
        *strays(drawn["lots"], entrants),
    ]


def plan(
    drawn: Json, facts: Iterable[ConfirmedResult], setup: StageSettings
) -> tuple[RoundPlan, ...]:
    """All rounds, the tables of the first group first, those who are free last; a void result leaves its match open."""
    over = decided(facts)
    rounds = enumerate(_rounds(drawn["groups"], setup), start=1)
    return tuple(
        RoundPlan(f"round_{n}", meetings(n, pairs, over)) for n, pairs in rounds
    )


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
    """`berger`: the numbers of the group, from 1, that meet in this round of the table; `free` for one alone."""
    who = list(_rounds(drawn["groups"], setup))[round - 1][slot]
    number, group = next(
        (n, group)
        for n, group in enumerate(drawn["groups"], start=1)
        if who[0] in group
    )
    numbers = [group.index(entry) + 1 for entry in who]
    return Reason(
        "berger" if len(who) == 2 else "free",
        {"round": round, "group": number, "numbers": numbers},
    )


def standings(
    drawn: Json,
    facts: Iterable[ConfirmedResult],
    setup: StageSettings,
    running: Mapping[int, int],
) -> tuple[Row, ...]:
    """The table of each group, one after the other: ranks are those within the group."""
    known = tuple(facts)
    counted = cards(known)
    last = dict.fromkeys(
        chain(*drawn["groups"]), max((fact.round for fact in known), default=1)
    )
    played = tiebreaks.Known(known, counted, tallies(counted), drawn["lots"], last)
    rows: list[Row] = []
    for number, own in enumerate(_by_group(known, drawn["groups"]), start=1):
        order = tiebreaks.placed(
            drawn["groups"][number - 1], setup.tie_breaks, played._replace(facts=own)
        )
        rows += [row._replace(group=number) for row in order]
    return tuple(rows)


def _turns(sizes: Sequence[int], snake: bool) -> Iterator[list[int]]:
    """To which groups, from 0, the next entries go, until all groups are full."""
    for turn in range(sizes[0]):
        groups = [group for group, size in enumerate(sizes) if size > turn]
        yield groups[::-1] if snake and turn % 2 else groups


def _ordered(entrants: Sequence[Entrant], stream: Stream) -> tuple[Entrant, ...]:
    """The strongest first; whoever has no place in the order of strength after them, by lot."""
    return tuple(
        sorted(
            stream.shuffled(entrants),
            key=lambda entrant: (entrant.seed is None, entrant.seed),
        )
    )


def _rounds(groups: Groups, setup: StageSettings) -> Iterator[list[list[int]]]:
    """Who meets whom: the rounds of all groups side by side, whoever is free alone at the end."""
    own = [list(_of_group(group, setup)) for group in groups]
    for number in range(max(map(len, own))):
        pairs = [
            pair
            for rounds in own
            for pair in chain.from_iterable(rounds[number : number + 1])
        ]
        yield sorted(pairs, key=len, reverse=True)


def _of_group(group: Sequence[int], setup: StageSettings) -> Iterator[list[list[int]]]:
    """The Berger rounds of one group, or as many of them as everybody has matches."""
    legs = 1 if setup.matches else setup.legs
    for pairs in islice(schedule(len(group), legs), setup.matches or None):
        yield [
            [group[number - 1] for number in pair if number <= len(group)]
            for pair in pairs
        ]


def _by_group(
    facts: Iterable[ConfirmedResult], groups: Groups
) -> list[list[ConfirmedResult]]:
    place = {entry: n for n, group in enumerate(groups) for entry in group}
    own: list[list[ConfirmedResult]] = [[] for _ in groups]
    for fact in facts:
        own[place[fact.a]].append(fact)
    return own
