"""Prepared requests for the service and its counterpart. Import it once Django is set up."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from django.db import connection
from django.utils import timezone
from knox.models import AuthToken

from accounts.models import User
from bench.club import users
from core.chance import Stream
from games import replay, services
from games.bot_player import choose
from games.models import Match


class Post(NamedTuple):
    """A prepared request."""

    path: str
    token: str
    body: bytes


def post(path: str, token: str, answers: int, move: str) -> Post:
    return Post(
        path,
        token,
        json.dumps(
            {"answers": answers, "id": f"move-{answers}", "move": move}
        ).encode(),
    )


def token(user: User) -> str:
    return str(AuthToken.objects.create(user=user)[1])


def scripts(matches: int, length: int) -> list[list[Post]]:
    """For each new match, the first moves of four bots as their seats will send them."""
    people = users(min(4 * matches, 64))
    tokens = {user.pk: token(user) for user in people}
    fours = [
        [people[(4 * n + seat) % len(people)] for seat in range(4)]
        for n in range(matches)
    ]
    openings = [
        services.Opening(
            "mus",
            {},
            [services.Sitter(user.pk, str(user)) for user in four],
            public=False,
        )
        for four in fours
    ]
    opened = services.open_matches(openings, at=timezone.now())
    for match, four in zip(opened, fours, strict=True):
        services.deal(match_id=match.pk, user=four[0], at=timezone.now())
    return [
        [
            post(
                f"/api/v1/matches/{match.pk}/moves/",
                tokens[four[seat].pk],
                number,
                text,
            )
            for seat, number, text in moves(match, length)
        ]
        for match, four in zip(opened, fours, strict=True)
    ]


def moves(match: Match, length: int) -> Iterator[tuple[int, int, str]]:
    """The first moves of a match: seat, number of earlier moves, text."""
    game, stream, now = (
        replay.rules_of(match),
        Stream(bytes(match.secret)),
        timezone.now(),
    )
    position, _ = services.deal_while_due(match, replay.opening(match), now)
    for _ in range(length):
        seat = game.to_act(position.state)
        if seat is None:
            return
        text = choose(game.view(position.state, seat), stream.below)
        yield seat, position.number, text
        played = position._replace(
            state=game.play(position.state, game.parse(text)),
            number=position.number + 1,
        )
        position, _ = services.deal_while_due(match, played, now)


def in_turn(scripts: list[list[Post]], clients: int) -> list[Iterator[Post]]:
    """The scripts of each client, which plays its matches in turn, a move at a time."""
    return [turn_by_turn(scripts[client::clients]) for client in range(clients)]


def turn_by_turn(scripts: list[list[Post]]) -> Iterator[Post]:
    for number in range(max(map(len, scripts))):
        yield from (script[number] for script in scripts if number < len(script))


def bare(games: int, clients: int) -> list[Iterator[Post]]:
    """Endless clients of the bare view on as many rows."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO bare_game (version) SELECT 0 FROM generate_series(1, %s) RETURNING id",
            [games],
        )
        rows = [row for (row,) in cursor.fetchall()]
    return [
        endless(token(user), rows[client::clients])
        for client, user in enumerate(users(clients))
    ]


def endless(token: str, rows: list[int]) -> Iterator[Post]:
    number = 0
    while True:
        number += 1
        yield from (post(f"/games/{row}/moves/", token, number, "mus") for row in rows)
