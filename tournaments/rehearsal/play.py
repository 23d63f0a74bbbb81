"""What people and their bots do in an event, each as one or a few calls of the public API."""

import csv
from collections.abc import Callable, Mapping
from io import StringIO
from typing import Any, NamedTuple
from uuid import uuid4

from core.messages import sentence
from core.refusals import Refusal
from games.bot_player import always, choose
from games.rules.base import CHANCE
from tournaments.rehearsal.client import Client, Refused
from tournaments.services import importing

Below = Callable[[int], int]
Json = dict[str, Any]


class Account(NamedTuple):
    """Somebody who has signed up."""

    user: int
    token: str


class Entered(NamedTuple):
    """An entry whose players have accounts."""

    entry: int
    accounts: list[Account]


class Row(NamedTuple):
    """A row of the entries file: who enters together."""

    line: int
    players: tuple[str, ...]
    team: str
    club: str
    phone: str


def rows_of(text: str, size: int) -> list[Row]:
    """The entries of a file in the import format, each of `size` players.

    Raises ValueError, which names the wrong line.
    """
    try:
        forms = [
            (line, importing.sign_up_data(cells))
            for line, cells in importing.read_table(text)
        ]
    except Refusal as refusal:
        raise ValueError(sentence(refusal)) from refusal
    rows = [
        Row(
            line,
            tuple(p.name for p in form.people),
            form.team_name,
            form.club_name,
            form.phone,
        )
        for line, form in forms
    ]
    if wrong := next((row for row in rows if len(row.players) != size), None):
        raise ValueError(
            f"line {wrong.line}: {len(wrong.players)} in an entry of {size}."
        )
    return rows


def invented(players: int, size: int) -> list[Row]:
    """Entries of numbered players; those who do not fill an entry are left out."""
    names = [f"Player {n}" for n in range(1, players + 1)]
    groups = zip(*[iter(names)] * size, strict=False)
    return [Row(line, group, "", "", "") for line, group in enumerate(groups, start=1)]


def sign_up(client: Client, username: str, name: str, is_bot: bool = False) -> Account:
    answer = client.post(
        "accounts/",
        username=username,
        password=uuid4().hex,
        display_name=name.strip()[:60],
        is_bot=is_bot,
    )
    return Account(answer["user"], answer["token"])


def enter(client: Client, event: int, row: Row, tag: str) -> Entered:
    """All players of a row sign up, the first enters them, a partner confirms."""
    first, *others = (
        sign_up(client, f"{tag}-{row.line}-{place}", name, is_bot=True)
        for place, name in enumerate(row.players, 1)
    )
    entry = client.post(
        f"events/{event}/entries/",
        first.token,
        players=[{"name": name} for name in row.players],
        team_name=row.team,
        club_name=row.club,
        phone=row.phone,
    )
    for partner in others:
        client.post("entries/confirm/", partner.token, key=entry["partner_key"])
    return Entered(entry["id"], [first, *others])


def sitting(pairing: Json) -> list[Json]:
    """The entries of a pairing: two sides, or all who sit at a table of several."""
    return pairing["places"] or [side for side in (pairing["a"], pairing["b"]) if side]


def enter_list(client: Client, organiser: Account, event: int, rows: list[Row]) -> None:
    """The organiser enters all of them at once, from a file."""
    size = len(rows[0].players) if rows else 0
    file = StringIO()
    writer = csv.writer(file)
    writer.writerow(
        [
            *(f"player{n + 1}" for n in range(size)),
            *(["team"] if size > 1 else []),
            "club",
        ]
    )
    writer.writerows(
        [*row.players, *([row.team] if size > 1 else []), row.club] for row in rows
    )
    client.post(
        f"events/{event}/entries/import/",
        organiser.token,
        csv=file.getvalue(),
        dry_run=False,
    )


def draw(client: Client, organiser: Account, event: int, due: Json, words: str) -> None:
    """Announce, make and publish the draw. Announcing the first one closes registration."""
    asked = {"kind": due["kind"], "phase": due["phase"]}
    announced = client.post(f"events/{event}/draws/", organiser.token, **asked)
    client.post(f"draws/{announced['id']}/make/", organiser.token, beacon=words)
    client.post(f"draws/{announced['id']}/publish/", organiser.token)


def sheet(pairing: Json, below: Below) -> Json:
    """What the sheet of a table says at the end, by chance; partners have what their side has."""
    if of_partners(pairing):
        points = dict.fromkeys(range(len(pairing["places"])), 0)
        for side, sets in zip(pairing["sides"], sets_of(pairing, below), strict=True):
            points |= dict.fromkeys(side, sets)
        return {"points": list(points.values())}
    if pairing["places"]:
        return {
            "points": [5 * below(8) for _ in pairing["places"]]
        }  # which may be in any game
    return dict(zip(("sets_a", "sets_b"), sets_of(pairing, below), strict=True))


def of_partners(pairing: Json) -> bool:
    """Whether those at a table of several play together."""
    return any(len(side) > 1 for side in pairing["sides"] or ())


def sets_of(pairing: Json, below: Below) -> tuple[int, int]:
    won, lost = pairing["sets_to_win"], below(pairing["sets_to_win"])
    return (won, lost) if below(2) else (lost, won)


def other_way_round(pairing: Json, said: Json) -> Json:
    """The same for the other side."""
    if pairing["places"]:
        points = said["points"]
        return {
            "points": [*points[1:], points[0]] if of_partners(pairing) else points[::-1]
        }
    return {"sets_a": said["sets_b"], "sets_b": said["sets_a"]}


def type_result(client: Client, organiser: Account, pairing: Json, said: Json) -> None:
    """The organiser types what the sheet of a table says."""
    client.post(
        f"pairings/{pairing['id']}/result/",
        organiser.token,
        reason="the sheet of the table",
        **said,
    )


def report_result(
    client: Client, pairing: Json, said: Json, voices: Mapping[int, str], below: Below
) -> bool:
    """Both sides report; False when they contradict each other, as about one in eight does."""
    one, other = sitting(pairing)[:2]
    path = f"pairings/{pairing['id']}/"
    answer = client.post(f"{path}report/", voices[one["id"]], entry=one["id"], **said)
    again = other_way_round(pairing, said)
    if again != said and below(8) == 0:
        client.post(f"{path}report/", voices[other["id"]], entry=other["id"], **again)
        return False
    (told,) = answer["reports"].values()
    client.post(
        f"{path}confirm/", voices[other["id"]], entry=other["id"], report=told["id"]
    )
    return True


def enter_late(
    client: Client, organiser: Account, event: int, name: str, size: int
) -> None:
    """The desk enters people who come when the event is being played already."""
    players = [{"name": f"{name}, {n + 1}"} for n in range(size)]
    client.post(f"events/{event}/entries/late/", organiser.token, players=players)


def correct(client: Client, organiser: Account, pairing: Json) -> None:
    """Correct the result: the other side won. The desk reads the preview first."""
    path, result = f"pairings/{pairing['id']}/correct/", pairing["result"]
    told = (
        {"points": result["points"]}
        if pairing["places"]
        else dict(zip(("sets_a", "sets_b"), result["sets"], strict=True))
    )
    said = other_way_round(pairing, told) | {
        "reason": "the sheet was read the wrong way round"
    }
    seen = client.post(path, organiser.token, preview=True, **said)
    client.post(
        path,
        organiser.token,
        preview=False,
        seen=seen["mark"],
        closed=seen["closed"],
        **said,
    )


def reply(
    match: Json,
    below: Below,
    level: str = "simple",
    in_time: Callable[[], bool] = always,
) -> Json:
    """The bot's move for the seat whose view this is, as the API takes it."""
    move = choose(match["view"], below, level, in_time)
    return {"answers": match["number"], "id": uuid4().hex, "move": move}


def dealt(client: Client, path: str, token: str) -> Json:
    """The match after its first deal, which another seat may have made already."""
    match: Json
    try:
        match = client.post(f"{path}deal/", token)
    except Refused as refused:
        if refused.status != 409:
            raise
        match = client.get(path, token)
    return match


def play_match(
    client: Client,
    match_id: str,
    tokens: Mapping[int, str],
    below: Below,
    moved: Callable[[], None],
) -> None:
    """Play a match to its end, each seat with its own view and the token of its user.

    Calls `moved` after each move.
    """
    path = f"matches/{match_id}/"
    match = client.get(path)
    seats = [tokens[seat["user"]] for seat in match["seats"]]
    while (seat := match["view"]["to_act"]) is not None:
        if seat == CHANCE:
            match = dealt(client, path, seats[0])
        elif match["seat"] == seat:
            match = client.post(f"{path}moves/", seats[seat], **reply(match, below))
            moved()
        else:
            match = client.get(path, seats[seat])
