"""Making entries of the teams that a draw of partners has given."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from accounts.names import name_key
from tournaments.models import Draw, Entry, Player
from tournaments.reading.snapshot import EventSnapshot
from tournaments.services.registration import (
    SIGN_UP_FIELDS,
    Person,
    players_of,
)


def enter_teams(snapshot: EventSnapshot, draw: Draw, at: datetime) -> None:
    """Every drawn team becomes an entry in which its single players play; a reserve stays
    single.
    """
    singles = snapshot.entries_with_players
    drawn = []
    for numbers in (draw.resolved or {})["teams"]:
        drawn.append([singles[number] for number in numbers])
    first_number = max(snapshot.entries) + 1
    teams = []
    for number, members in enumerate(drawn, start=first_number):
        teams.append(_team_of(members, number, at))
    Entry.objects.bulk_create(teams)
    teamed, players = [], []
    for team, members in zip(teams, drawn, strict=True):
        players += players_of(team, _persons(members), [at] * team.places)
        for single in members:
            single.state, single.team = Entry.State.TEAMED, team
            teamed.append(single)
    # Before the new players come: a person is active only once in an event.
    Player.objects.filter(entry__in=teamed).update(active=False)
    Player.objects.bulk_create(players)
    Entry.objects.bulk_update(teamed, ["state", "team"])


def _team_of(members: Sequence[Entry], number: int, at: datetime) -> Entry:
    """The entry of a drawn team, with what its members said when they entered."""
    clubs: dict[str, str] = {}
    for single in members:
        clubs.setdefault(name_key(single.club_name), single.club_name)
    return Entry(
        event_id=members[0].event_id,
        number=number,
        places=len(members),
        registered_at=at,
        paid=all(single.paid for single in members),
        phone=_joined((single.phone for single in members), "phone"),
        club_name=_joined(clubs.values(), "club_name"),
    )


def _joined(texts: Iterable[str], name: str) -> str:
    return " / ".join(filter(None, texts))[: SIGN_UP_FIELDS[name].max_length]


def _persons(members: Sequence[Entry]) -> list[Person]:
    persons = []
    for single in members:
        for player in single.players.all():
            persons.append(Person(player.name, player.user_id))
    return persons
