"""Qualifying: how many a town or a province sends to the next event of a federation, and who
goes.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from core.refusals import Refusal

NO_LIMIT: Final = 10_000


def places_for(entries: int, per: int, most: int = NO_LIMIT) -> int:
    """One place for each full `per` entries, up to `most`.

    Euskal Herria, 2010: a town needs four pairs to send one to its province, and more entries give
    more places.
    """
    return min(most, entries // per)


def shared_out(
    places: int, entries: Mapping[str, int], most: int = NO_LIMIT
) -> dict[str, int]:
    """`places` in proportion to the entries of each, by the largest remainders (Hamilton).

    None has more than `most`, or than its entries; what a limit leaves over goes to the others in
    proportion. Equal remainders: more entries first, then the one named first. Raises Refusal
    `quota.too_many_places`.
    """
    limits = {name: min(most, number) for name, number in entries.items()}
    if places > sum(limits.values()):
        raise Refusal("quota.too_many_places", places=places, most=sum(limits.values()))
    if not places:
        return dict.fromkeys(entries, 0)
    total, full, others = sum(entries.values()), {}, {}
    for name, limit in limits.items():
        if entries[name] * places > limit * total:
            full[name] = limit
        else:
            others[name] = entries[name]
    if full:
        return full | shared_out(places - sum(full.values()), others, most)
    shares, remainders = {}, {}
    for name, number in entries.items():
        shares[name], remainders[name] = divmod(number * places, total)
    served = sorted(entries, key=lambda name: (-remainders[name], -entries[name]))
    for name in served[: places - sum(shares.values())]:
        shares[name] += 1
    return shares


People = frozenset[str]
"""The players of a pair or team, told apart over all events by a key of the caller's choice."""


class Qualifier(NamedTuple):
    """A finished event that sends its best to the next."""

    town: str
    order: Sequence[People]
    """All its entries, the first place first."""
    places: int
    reserves: int
    """How many after them are named, to go when others cannot."""

    @property
    def named(self) -> Sequence[People]:
        """The reserves, the first one first."""
        return self.order[self.places : self.places + self.reserves]


class Goes(NamedTuple):
    """A place of a town."""

    town: str
    qualified: People
    """Whose place it is by the order of the town."""
    people: People | None
    """Who takes it; None when none is left that can."""
    why: str
    """`qualified`; or why others go: those `cannot` come, or go `through_another` town."""


def going(
    towns: Iterable[Qualifier], cannot: Collection[People] = ()
) -> tuple[Goes, ...]:
    """Who goes, for each place of each town, the towns in the order in which they were decided.

    The first named reserve that can takes the place of a qualified pair that cannot come. Nobody
    goes twice: a player who goes through one town gives way in later ones, and so does the partner.
    """
    players_going: set[str] = set()
    found: list[Goes] = []
    for town in towns:
        for goes in _of_town(town, cannot, frozenset(players_going)):
            found.append(goes)
            players_going |= goes.people or frozenset()
    return tuple(found)


def _of_town(
    town: Qualifier, cannot: Collection[People], players_going: People
) -> Iterator[Goes]:
    able = []
    for people in town.named:
        if _hindrance(people, cannot, players_going) is None:
            able.append(people)
    reserves = iter(able)
    for people in town.order[: town.places]:
        hindrance = _hindrance(people, cannot, players_going)
        if hindrance is None:
            yield Goes(town.town, people, people, "qualified")
        else:
            yield Goes(town.town, people, next(reserves, None), hindrance)


def _hindrance(
    people: People, cannot: Collection[People], players_going: People
) -> str | None:
    if people in cannot:
        return "cannot"
    return "through_another" if people & players_going else None
