"""Evenings of single players at tables of several, and matches played to their end by chance."""

from collections.abc import Callable
from typing import Any, NamedTuple

from accounts.models import User
from core.chance import Stream
from games import replay, services
from games.models import Match
from games.rules.base import CHANCE, Score
from tests.conftest import NOW
from tournaments.models import Event, Stage
from tournaments.services import draws, registration


class Kind(NamedTuple):
    """A game of several, and how it is played in few moves."""

    players: int
    short: dict[str, Any]


EVENINGS = {"mu": Kind(5, {"deals": 1}), "mizzaire": Kind(3, {})}


class Evening(NamedTuple):
    """Makes individual events."""

    make_event: Callable[..., Event]
    make_user: Callable[..., User]
    organiser: User

    def event(self, game: str, **fields: Any) -> Event:
        return self.make_event(
            **({"capacity": 64, "game": game, "name": f"Evening of {game}"} | fields)
        )

    def enter(self, event: Event, players: int, accounts: bool = False) -> None:
        for n in range(players):
            user = self.make_user(f"player-{event.pk}-{n}").pk if accounts else None
            form = registration.SignUpData(
                [registration.Person(f"Ane {n}", user)], phone="600123456"
            )
            registration.register(event_id=event.pk, data=form, at=NOW)

    def running(
        self, game: str, players: int, accounts: bool = False, **fields: Any
    ) -> Stage:
        """An event of so many players who sit at their tables."""
        event = self.event(game, **fields)
        self.enter(event, players, accounts or event.in_app)
        draw = draws.announce(
            event_id=event.pk, kind="tables", by=self.organiser, at=NOW
        )
        draws.make(draw_id=draw.pk, by=self.organiser, at=NOW, beacon="7 14 21")
        draws.publish(draw_id=draw.pk, by=self.organiser, at=NOW)
        return Stage.objects.select_related("event", "draw").get(event=event)


def played_out(match: Match, stream: Stream, deals: int | None = None) -> Score:
    """Play by chance to the end, or until so many deals are over; returns the score."""
    game = replay.rules_of(match)
    users = [
        seat.user for seat in match.seatings.select_related("user").order_by("seat")
    ]
    match.refresh_from_db()
    if match.to_act == CHANCE:
        services.deal(match_id=match.pk, user=users[0], at=NOW)
    position = replay.position(Match.objects.get(pk=match.pk))
    while (seat := game.to_act(position.state)) is not None and len(
        game.score(position.state).sets
    ) != deals:
        moves = game.legal_moves(position.state)
        move = {
            "text": game.text(moves[stream.below(len(moves))]),
            "answers": position.number,
            "client_id": "",
        }
        position = services.play_move(
            match_id=match.pk, user=users[seat], at=NOW, **move
        ).position
    return game.score(position.state)
