"""Events and played rounds for the benchmarks. Import it once Django is set up."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import Club, User
from core.chance import Stream
from tournaments.models import Entry, Event, Pairing, Player, Result, Stage
from tournaments.services import draws, events, rounds
from tournaments.services.log import journaled, note

NOW = timezone.now()


def users(number: int) -> list[User]:
    """Users without a password, who use tokens."""
    before = User.objects.count()
    return User.objects.bulk_create(
        User(username=f"user-{n}", password="!") for n in range(before, before + number)
    )


def knockout(pairs: int, in_app: bool = False) -> Stage:
    """An event with its first round open."""
    organiser, *people = users(1 + 2 * pairs * in_app)
    club = Club.objects.create(name="Club", slug=f"club-{organiser.pk}")
    event = events.create_event(
        club_id=club.pk,
        by=organiser,
        at=NOW,
        name="Event",
        starts_at=NOW + timedelta(days=1),
        capacity=pairs,
        in_app=in_app,
    )
    event = events.step(event_id=event.pk, action="open", by=organiser, at=NOW)
    enter(event, pairs, people)
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    draws.publish(draw_id=draw.pk, by=organiser, at=NOW)
    return Stage.objects.select_related("event", "draw").get(event=event)


@journaled
def enter(event: Event, pairs: int, people: list[User]) -> None:
    """Enter all pairs at once, with accounts if there are any."""
    events.locked(event.pk)
    entries = Entry.objects.bulk_create(
        Entry(event=event, number=n, registered_at=NOW) for n in range(1, pairs + 1)
    )
    accounts = iter(people)
    Player.objects.bulk_create(
        Player(
            event=event,
            entry=entry,
            place=place,
            name=(name := f"{('Ainhoa', 'Beñat')[place]} Etxeberria {entry.number}"),
            name_key=name,
            user=next(accounts, None),
        )
        for entry in entries
        for place in (0, 1)
    )
    note(event.pk, "entry.imported", by=None, at=NOW, entries=pairs)


def play_round(stage: Stage, stream: Stream) -> None:
    """Decide every table of the open round, and open the next round if there is one."""
    if decide(stage, stream) > 1:
        rounds.open_round(stage_id=stage.pk, by=None, at=NOW)


@journaled
def decide(stage: Stage, stream: Stream) -> int:
    """Store a result for every open table. Returns their number."""
    events.locked(stage.event_id)
    playing = list(
        Pairing.objects.filter(round__stage=stage, result=None, table__isnull=False)
    )
    decided = Result.objects.bulk_create(result(pairing, stream) for pairing in playing)
    for pairing, one in zip(playing, decided, strict=True):
        pairing.result = one
    Pairing.objects.bulk_update(playing, ["result"])
    note(stage.event_id, "results.by_lot", by=None, at=NOW, tables=len(playing))
    return len(playing)


def result(pairing: Pairing, stream: Stream) -> Result:
    lost, winner = stream.below(3), (pairing.a_id, pairing.b_id)[stream.below(2)]
    won = winner == pairing.a_id
    sets = [
        [30, stream.below(30)] if set_won else [stream.below(30), 30]
        for set_won in [False] * lost + [True] * 3
    ]
    return Result(
        pairing=pairing,
        number=1,
        winner_id=winner,
        sets_a=3 if won else lost,
        sets_b=lost if won else 3,
        tantos=sets if won else [[b, a] for a, b in sets],
        source=Result.Source.DESK,
        at=NOW,
    )
