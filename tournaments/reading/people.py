"""Who people are over several events, and who of an entry sat at a table then (docs/seasons.md)."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from accounts.names import name_key
from tournaments.models import Entry, Player, Substitution
from tournaments.rules.seasons.qualifying import People


class Person(NamedTuple):
    """Somebody who plays or played in a place of an entry."""

    key: str
    """Tells people apart in the events of the index."""
    name: str
    user_id: int | None
    until: datetime | None = None
    """When a substitute took the place; None while it is theirs."""


class PersonIndex:
    """The people of some events, told apart by their accounts, else by their names.

    A name under which exactly one account plays in these events is that account's, also where an
    entry names no account.
    """

    def __init__(self, events: Collection[int]) -> None:
        players = Player.objects.filter(event__in=events).order_by("entry", "place")
        self._accounts: defaultdict[str, set[int]] = defaultdict(set)
        for player in players:
            if player.user_id:
                self._accounts[player.name_key].add(player.user_id)
        replaced: defaultdict[tuple[int, int], list[Person]] = defaultdict(list)
        substitutions = Substitution.objects.filter(entry__event__in=events)
        for one in substitutions.order_by("entry", "number"):
            person = self._person(one.went, None, one.at)
            replaced[one.entry_id, one.place].append(person)
        self._places: defaultdict[int, list[list[Person]]] = defaultdict(list)
        for player in players:
            before = replaced[player.entry_id, player.place]
            now = self._person(player.name, player.user_id)
            self._places[player.entry_id].append([*before, now])

    def _person(
        self, name: str, user_id: int | None, until: datetime | None = None
    ) -> Person:
        key = name_key(name)
        users = self._accounts.get(key, set())
        if user_id:
            users = {user_id}
        if len(users) != 1:
            return Person(f"name {key}", name, None, until)
        (user,) = users
        return Person(f"user {user}", name, user, until)

    def signed_up(self, entry: Entry) -> list[Person]:
        """A player with a substitute is still one of the pair."""
        return [place[0] for place in self._places[entry.pk]]

    def key_of(self, entry: Entry) -> People:
        """Tells the people of an entry apart from others in all of the events."""
        return frozenset(person.key for person in self.signed_up(entry))

    def name_of(self, entry: Entry) -> str:
        """The team name, else the names of those who signed up."""
        if entry.team_name:
            return entry.team_name
        return " – ".join(person.name for person in self.signed_up(entry))

    def sat(self, entry: Entry, at: datetime) -> list[Person]:
        """Who played for the entry then."""
        people = []
        for place in self._places[entry.pk]:
            for person in place:
                if person.until is None or person.until > at:
                    people.append(person)
                    break
        return people
