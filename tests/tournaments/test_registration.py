"""Who gets a place: order of arrival, the waiting list, partners, and the list that comes as a file."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from core.refusals import Refusal
from tests.conftest import NOW, Api
from tournaments import signed_links
from tournaments.models import Entry, Event, Player
from tournaments.services import events, registration
from tournaments.services.importing import import_entries

pytestmark = pytest.mark.django_db

Enter = Callable[..., Entry]


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value.code


def test_places_go_in_order_of_arrival_and_then_the_waiting_list_begins(
    make_event: Callable[..., Event], enter: Enter
) -> None:
    event = make_event(capacity=2)
    states = [enter(event, f"A{n}", f"B{n}").state for n in range(4)]
    assert states == ["in", "in", "waiting", "waiting"]


def test_withdrawing_promotes_whoever_waits_longest(
    make_event: Callable[..., Event], enter: Enter
) -> None:
    event = make_event(capacity=2)
    first, _, third, fourth = (enter(event, f"A{n}", f"B{n}") for n in range(4))
    registration.withdraw_before_draw(entry_id=first.pk, by=None, at=NOW)
    third.refresh_from_db()
    fourth.refresh_from_db()
    assert (third.state, fourth.state) == ("in", "waiting")


def test_nobody_overtakes_on_the_waiting_list(
    make_event: Callable[..., Event], enter: Enter
) -> None:
    event = make_event(capacity=2)
    enter(event, "A", "B")
    enter(event, "C")
    assert enter(event, "D", "E").state == "waiting", (
        "one place is left, a pair needs two"
    )
    assert enter(event, "F").state == "waiting", (
        "the single would fit, but the pair came first"
    )


def test_who_has_withdrawn_may_enter_again(event: Event, enter: Enter) -> None:
    registration.withdraw_before_draw(
        entry_id=enter(event, "Ane", "Jon").pk, by=None, at=NOW
    )
    assert enter(event, "Ane", "Jon").state == "in"


def test_withdrawing_twice_is_told(event: Event, enter: Enter) -> None:
    entry = enter(event, "Ane", "Jon")
    registration.withdraw_before_draw(entry_id=entry.pk, by=None, at=NOW)
    assert (
        code_of(
            lambda: registration.withdraw_before_draw(
                entry_id=entry.pk, by=None, at=NOW
            )
        )
        == "entry.not_in"
    )


@pytest.mark.parametrize(
    ("names", "code"),
    [
        pytest.param(
            ("Ane", "ANE"), "entry.person_twice", id="a pair with one person twice"
        ),
        pytest.param(
            ("José  García", "jose garcia."),
            "entry.person_twice",
            id="the same name spelt otherwise",
        ),
        pytest.param(("Ane", " "), "entry.name_missing", id="a name of blanks"),
        pytest.param(
            ("\u202e\u200f", "Jon"),
            "entry.name_missing",
            id="a name of invisible marks",
        ),
        pytest.param(("A" * 61, "Jon"), "entry.text_too_long", id="61 letters"),
        pytest.param(("Ane", "Jon", "Mikel"), "entry.team_size", id="three in a pair"),
        pytest.param((), "entry.name_missing", id="nobody"),
    ],
)
def test_a_form_that_cannot_be_is_refused(
    event: Event, enter: Enter, names: tuple[str, ...], code: str
) -> None:
    assert code_of(lambda: enter(event, *names)) == code
    assert not Entry.objects.exists()
    assert not Player.objects.exists()


def test_nobody_enters_twice(event: Event, enter: Enter) -> None:
    enter(event, "Ane Etxeberria", "Jon")
    assert (
        code_of(lambda: enter(event, "ane etxeberria", "Mikel"))
        == "entry.person_entered"
    )
    assert Entry.objects.count() == 1


def test_an_account_enters_once(event: Event, enter: Enter, outsider: Any) -> None:
    enter(event, "Ane", "Jon", users=(outsider,))
    assert (
        code_of(lambda: enter(event, "Someone", "Else", users=(outsider,)))
        == "entry.person_entered"
    )


@pytest.mark.parametrize(
    "name", ["Ñandú Ruíz", "محمد علي", "Βασίλης", "王小明", "O'Neill-Gómez", "עדי"]
)
def test_names_of_all_scripts_are_kept_as_written(
    event: Event, enter: Enter, name: str
) -> None:
    assert enter(event, name, "Jon").players.get(place=0).name == name


def test_marks_that_turn_the_text_after_them_are_dropped(
    event: Event, enter: Enter
) -> None:
    assert (
        enter(event, "Ane\u202e\u0000 Gil", "Jon").players.get(place=0).name
        == "Ane Gil"
    )


def test_after_the_deadline_only_the_desk_enters_people(
    make_event: Callable[..., Event], enter: Enter
) -> None:
    event = make_event(deadline=NOW - timedelta(minutes=1))
    assert code_of(lambda: enter(event, "Ane", "Jon")) == "entry.closed"
    form = registration.SignUpData(
        [registration.Person("Ane"), registration.Person("Jon")]
    )
    assert (
        registration.register(event_id=event.pk, data=form, at=NOW, at_desk=True).state
        == "in"
    )


def test_the_partner_confirms_once_with_the_key(
    event: Event, organiser: Any, outsider: Any, enter: Enter
) -> None:
    entry = enter(event, "Ane", "Jon")
    key = signed_links.key(signed_links.PARTNER, entry.pk)
    status, seen = Api(outsider).post("entries/confirm/", key=key)
    assert status == 200
    assert [player["confirmed"] for player in seen["players"]] == [True, True]
    status, problem = Api(outsider).post("entries/confirm/", key=key)
    assert (status, problem["code"]) == (409, "entry.partner_confirmed")


@pytest.mark.parametrize("key", ["", "x", "1:abc:def", "é"])
def test_a_key_that_is_none_is_refused(event: Event, outsider: Any, key: str) -> None:
    assert Api(outsider).post("entries/confirm/", key=key)[0] in {400, 422}


def test_a_key_for_one_purpose_does_not_serve_another(
    event: Event, outsider: Any, enter: Enter
) -> None:
    key = signed_links.key(signed_links.ENTRY, enter(event, "Ane", "Jon").pk)
    assert Api(outsider).post("entries/confirm/", key=key)[1]["code"] == "entry.bad_key"


def test_the_phone_is_for_the_desk_and_the_pair_only(
    event: Event, organiser: Any, referee: Any, outsider: Any, enter: Enter
) -> None:
    enter(event, "Ane", "Jon", phone="600123456")
    for person in (None, outsider, referee):
        assert "600123456" not in str(Api(person).get(f"events/{event.pk}/entries/"))
    assert "600123456" in str(Api(organiser).get(f"events/{event.pk}/entries/"))


# --- a list as a file ---

GOOD = "player1,player2,team,club,phone\nAne,Jon,Los Órdagos,Bilbo,600\nMikel,,,,\n"


def test_a_file_is_entered_whole(event: Event, organiser: Any) -> None:
    rows = import_entries(
        event_id=event.pk, text=GOOD, dry_run=False, by=organiser, at=NOW
    )
    assert [row.problem for row in rows] == [None, None]
    assert list(event.entries.values_list("number", "places", "team_name")) == [
        (1, 2, "Los Órdagos"),
        (2, 1, ""),
    ]


@pytest.mark.parametrize(
    "header",
    [
        "Jugador 1;Jugador 2;Pareja;Teléfono",
        "JOKALARIA1;jokalaria2;Bikotea;telefonoa",
        "Spieler 1;Spieler 2;Paar;Telefon",
    ],
)
def test_the_columns_may_be_named_in_the_languages_of_the_pages(
    event: Event, organiser: Any, header: str
) -> None:
    text = f"{header}\nAne;Jon;Los Órdagos;600\n"
    rows = import_entries(
        event_id=event.pk, text=text, dry_run=True, by=organiser, at=NOW
    )
    assert [row.data for row in rows] == [
        registration.SignUpData(
            [registration.Person("Ane"), registration.Person("Jon")],
            "Los Órdagos",
            "",
            "600",
        )
    ]


def test_a_trial_run_enters_nobody(event: Event, organiser: Any) -> None:
    import_entries(event_id=event.pk, text=GOOD, dry_run=True, by=organiser, at=NOW)
    assert not event.entries.exists()


def test_one_wrong_row_and_nobody_is_entered_but_every_row_is_told(
    event: Event, organiser: Any, enter: Enter
) -> None:
    enter(event, "Peio", "Xabi")
    text = (
        "player1;player2\nAne;Jon\nane;Other\n;Nobody\npeio;New\nSame;same\nGood;Fine\n"
    )
    rows = import_entries(
        event_id=event.pk, text=text, dry_run=False, by=organiser, at=NOW
    )
    codes = {row.line: row.problem.code for row in rows if row.problem}
    assert codes == {
        3: "entry.person_entered",
        4: "entry.name_missing",
        5: "entry.person_entered",
        6: "entry.person_twice",
    }
    assert event.entries.count() == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("", "csv.columns", id="empty"),
        pytest.param("name,partner\nAne,Jon\n", "csv.columns", id="other columns"),
        pytest.param("player1,player2\n", "csv.empty", id="no rows"),
        pytest.param(
            "player1\n" + "x" * 200_000 + "\n",
            "csv.broken_line",
            id="a cell without end",
        ),
        pytest.param(
            "player1\n" + "".join(f"P{n}\n" for n in range(10_001)),
            "csv.too_many_rows",
            id="10,001 rows",
        ),
    ],
)
def test_a_file_that_is_no_list_is_refused(
    event: Event, organiser: Any, text: str, code: str
) -> None:
    call = lambda: import_entries(
        event_id=event.pk, text=text, dry_run=False, by=organiser, at=NOW
    )
    assert code_of(call) == code
    assert not event.entries.exists()


def test_ten_thousand_rows_are_entered_and_most_of_them_wait(
    make_event: Callable[..., Event], organiser: Any, django_assert_max_num_queries: Any
) -> None:
    event = make_event(capacity=512)
    text = "player1,player2\n" + "".join(f"Ane {n},Jon {n}\n" for n in range(10_000))
    # Bulk inserts come in batches, which SQLite wants small.
    with django_assert_max_num_queries(
        60 if connection.vendor == "postgresql" else 1500
    ):
        import_entries(
            event_id=event.pk, text=text, dry_run=False, by=organiser, at=NOW
        )
    assert event.entries.filter(state="in").count() == 512
    assert event.entries.filter(state="waiting").count() == 9488


def test_more_places_are_for_those_who_wait(
    make_event: Callable[..., Event], enter: Enter, organiser: Any
) -> None:
    event = make_event(capacity=2)
    entries = [enter(event, f"A{n}", f"B{n}") for n in range(4)]
    events.change_event(event_id=event.pk, by=organiser, at=NOW, capacity=3)
    assert [Entry.objects.get(pk=entry.pk).state for entry in entries] == [
        "in",
        "in",
        "in",
        "waiting",
    ]


def test_a_name_of_letters_that_come_apart_is_known_again(
    event: Event, organiser: Any
) -> None:
    text = "player1,player2\n" + "ﷺ" * 60 + ",Jon\n"
    import_entries(event_id=event.pk, text=text, dry_run=False, by=organiser, at=NOW)
    rows = import_entries(
        event_id=event.pk,
        text=text.replace("Jon", "Peio"),
        dry_run=False,
        by=organiser,
        at=NOW,
    )
    assert [row.problem and row.problem.code for row in rows] == [
        "entry.person_entered"
    ]
