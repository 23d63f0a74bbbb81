"""Who people are over several events, and who of an entry sat at a table at the time (docs/seasons.md)."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from accounts.names import name_key
from tournaments.models import Entry, Player, Substitution
from tournaments.rules.seasons.qualifying import People


class Person(NamedTuple):
    """Somebody who plays or played in a place of an entry, `until` somebody else came; None while nobody has."""

    key: str
    name: str
    user_id: int | None
    until: datetime | None = None


class Known:
    """The people of some events. Their account tells them apart, else their name.

    A name under which one account alone plays in these events is that account's also where it is missing.
    """

    def __init__(self, events: Collection[int]) -> None:
        self._accounts: defaultdict[str, set[int]] = defaultdict(set)
        players = list(
            Player.objects.filter(event__in=events).order_by("entry", "place")
        )
        for player in players:
            if player.user_id:
                self._accounts[player.name_key].add(player.user_id)
        self._went: defaultdict[tuple[int, int], list[Person]] = defaultdict(list)
        for one in Substitution.objects.filter(entry__event__in=events).order_by(
            "entry", "number"
        ):
            self._went[one.entry_id, one.place].append(
                self._person(one.went, None, one.at)
            )
        self._places: defaultdict[int, list[list[Person]]] = defaultdict(list)
        for player in players:
            went = self._went[player.entry_id, player.place]
            self._places[player.entry_id].append(
                [*went, self._person(player.name, player.user_id)]
            )

    def _person(
        self, name: str, user_id: int | None, until: datetime | None = None
    ) -> Person:
        key = name_key(name)
        users = {user_id} if user_id else self._accounts.get(key, set())
        if len(users) != 1:
            return Person(f"name {key}", name, None, until)
        (user,) = users
        return Person(f"user {user}", name, user, until)

    def entered(self, entry: Entry) -> list[Person]:
        """Who entered: whoever has a substitute is still of the pair."""
        return [place[0] for place in self._places[entry.pk]]

    def pair(self, entry: Entry) -> People:
        """What tells an entry's people apart from others in all of the events."""
        return frozenset(person.key for person in self.entered(entry))

    def name_of(self, entry: Entry) -> str:
        """What they are called who entered."""
        return entry.team_name or " – ".join(
            person.name for person in self.entered(entry)
        )

    def sat(self, entry: Entry, at: datetime) -> list[Person]:
        """Who played for the entry then."""
        places = self._places[entry.pk]
        return [
            next(one for one in place if one.until is None or one.until > at)
            for place in places
        ]
