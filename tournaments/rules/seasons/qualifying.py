"""Qualifying: how many a town or a province sends to the next event of a federation, and who goes."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from core.refusals import Refusal

NO_LIMIT: Final = 10_000


def places_for(entries: int, per: int, most: int = NO_LIMIT) -> int:
    """One place for each `per` entries that are full, up to `most`; fewer entries than that send nobody.

    Euskal Herria, 2010: a town needs four pairs to send one to its province, and more entries give more places.
    """
    return min(most, entries // per)


def shared_out(
    places: int, entries: Mapping[str, int], most: int = NO_LIMIT
) -> dict[str, int]:
    """`places` in proportion to the entries of each, by the largest remainders (Hamilton); nobody has above `most`.

    Nobody has more places than entries either; what a limit leaves over goes to the others in proportion. Of equal
    remainders that of more entries is served, then the one named first. Refuses `quota.too_many_places`.
    """
    limits = {name: min(most, number) for name, number in entries.items()}
    if places > sum(limits.values()):
        raise Refusal("quota.too_many_places", places=places, most=sum(limits.values()))
    if not places:
        return dict.fromkeys(entries, 0)
    whole = sum(entries.values())
    full = {
        name: limit
        for name, limit in limits.items()
        if entries[name] * places > limit * whole
    }
    if full:
        others = {name: number for name, number in entries.items() if name not in full}
        return full | shared_out(places - sum(full.values()), others, most)
    shares = {name: divmod(number * places, whole) for name, number in entries.items()}
    left = places - sum(share for share, _ in shares.values())
    served = sorted(shares, key=lambda name: (-shares[name][1], -entries[name]))[:left]
    return {name: share + (name in served) for name, (share, _) in shares.items()}


People = frozenset[str]
"""The players of a pair or team, by whatever the caller knows them by over all events."""


class Qualifier(NamedTuple):
    """An event that is over and sends its best to the next."""

    town: str
    order: Sequence[People]
    """All its entries, the first place first."""
    places: int
    reserves: int
    """So many after them are named, to go when somebody cannot."""

    @property
    def named(self) -> Sequence[People]:
        """The reserves, the first one first."""
        return self.order[self.places : self.places + self.reserves]


class Goes(NamedTuple):
    """A place of a town and who takes it; None when nobody is left who can."""

    town: str
    qualified: People
    """Whose place it is by the order of the town."""
    people: People | None
    why: str
    """`qualified`; or why another goes: they `cannot` come, or are going `through_another` town."""


def going(
    towns: Iterable[Qualifier], cannot: Collection[People] = ()
) -> tuple[Goes, ...]:
    """Who goes, for each place of each town, the towns in the order in which they were decided.

    The first named reserve who can takes the place of a qualified pair that cannot come. Nobody goes twice: who goes
    through one town already gives way in later ones, and so does a pair of which one does.
    """
    gone: set[str] = set()
    found: list[Goes] = []
    for town in towns:
        for goes in _of_town(town, cannot, frozenset(gone)):
            found.append(goes)
            gone |= goes.people or frozenset()
    return tuple(found)


def _of_town(
    town: Qualifier, cannot: Collection[People], gone: People
) -> Iterator[Goes]:
    able = iter(
        [people for people in town.named if _hindrance(people, cannot, gone) is None]
    )
    for people in town.order[: town.places]:
        why = _hindrance(people, cannot, gone)
        yield Goes(
            town.town, people, next(able, None) if why else people, why or "qualified"
        )


def _hindrance(people: People, cannot: Collection[People], gone: People) -> str | None:
    if people in cannot:
        return "cannot"
    return "through_another" if people & gone else None
