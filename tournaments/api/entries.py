"""Who enters an event."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.messages import sentence
from core.refusals import NotAllowed
from tournaments import permissions, signed_links
from tournaments.api import examples
from tournaments.api.serializers.entries import (
    EntryInput,
    EntryListSerializer,
    EntrySerializer,
    ImportInput,
    ImportSerializer,
    MergeInput,
    NewEntrySerializer,
    PaidInput,
    PartnerKeyInput,
    SignUpInput,
)
from tournaments.api.serializers.pairings import ReasonInput
from tournaments.api.shared import (
    REFUSALS,
    Personal,
    Public,
    organised_event,
    validated,
)
from tournaments.models import Entry
from tournaments.reading import events, participants
from tournaments.services import (
    attendance,
    entry_corrections,
    importing,
    registration,
)
from tournaments.sign_up_limits import count_sign_up

PRIVATE = {"private": True}


def sign_up_form(
    fields: dict[str, Any], own_user_id: int | None = None
) -> registration.SignUpData:
    """The form of a sign-up. `own_user_id`: the account of its first player."""
    people = [registration.Person(player["name"]) for player in fields["players"]]
    if people and own_user_id:
        people[0] = people[0]._replace(user_id=own_user_id)
    texts = {name: fields[name] for name in registration.SIGN_UP_FIELDS}
    return registration.SignUpData(people, **texts)


class Entries(Public):
    @extend_schema(
        responses={200: EntryListSerializer, **REFUSALS}, operation_id="entries"
    )
    def get(self, request: Request, event_id: int) -> Response:
        """The entries in order of arrival."""
        event = events.event(event_id, request.user)
        private = permissions.may_organise(request.user, event.club_id)
        entries = EntryListSerializer(
            {"results": events.entries(event)}, context={"private": private}
        )
        return Response(entries.data)

    @extend_schema(
        request=SignUpInput,
        responses={201: NewEntrySerializer, **REFUSALS},
        operation_id="entry_create",
        examples=examples.ENTRY_CREATE,
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Enter yourself, the first player, with a partner or alone. Organisers enter others."""
        self.check_account()
        event = events.event(event_id, request.user)
        fields = validated(SignUpInput, request)
        is_organiser = permissions.may_organise(request.user, event.club_id)
        own_user_id = None if is_organiser else request.user.pk
        form = sign_up_form(fields, own_user_id)
        if not is_organiser:
            count_sign_up(request._request, event_id, fields["venue_code"])
        new = registration.register(
            event_id=event_id,
            data=form,
            at=timezone.now(),
            by=request.user,
            at_desk=is_organiser,
        )
        entry = events.entry(new.pk, request.user)
        return Response(NewEntrySerializer(entry, context=PRIVATE).data, 201)


class LateEntries(Personal):
    @extend_schema(
        request=EntryInput,
        responses={201: EntrySerializer, **REFUSALS},
        operation_id="entry_late",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Enter a late arrival into the next draw, or into a bye of the first round."""
        organised_event(request, event_id)
        form = sign_up_form(validated(EntryInput, request))
        new = attendance.enter_late(
            event_id=event_id, data=form, by=request.user, at=timezone.now()
        )
        entry = events.entry(new.pk, request.user)
        return Response(EntrySerializer(entry, context=PRIVATE).data, 201)


class Import(Personal):
    @extend_schema(
        request=ImportInput,
        responses={200: ImportSerializer, **REFUSALS},
        operation_id="entries_import",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Enter all rows of a CSV file, or none; `dry_run` only reports problems."""
        organised_event(request, event_id)
        fields = validated(ImportInput, request)
        rows = importing.import_entries(
            event_id=event_id,
            text=fields["csv"],
            dry_run=fields["dry_run"],
            by=request.user,
            at=timezone.now(),
        )
        problems: list[dict[str, Any]] = []
        for row in rows:
            if row.problem:
                code, detail = row.problem.code, sentence(row.problem)
                problems.append({"line": row.line, "code": code, "detail": detail})
        entered = 0 if fields["dry_run"] or problems else len(rows)
        answer = {"rows": len(rows), "entered": entered, "problems": problems}
        return Response(ImportSerializer(answer).data)


class EntryAction(Personal):
    """An action on an entry by its own players or by the desk."""

    def entry(self, request: Request, entry_id: int) -> Entry:
        """The entry, for its own players and the organisers. Raises NotFound, NotAllowed."""
        entry = events.entry(entry_id, request.user)
        is_organiser = permissions.may_organise(request.user, entry.event.club_id)
        if not is_organiser and not participants.speaks_for(request.user, entry):
            raise NotAllowed("entry.own_only")
        return entry

    def entry_at_desk(self, request: Request, entry_id: int) -> Entry:
        """The entry, for the organisers. Raises NotFound, NotAllowed."""
        entry = events.entry(entry_id, request.user)
        if not permissions.may_organise(request.user, entry.event.club_id):
            raise NotAllowed("event.organisers_only")
        return entry

    def private_answer(self, request: Request, entry_id: int) -> Response:
        entry = events.entry(entry_id, request.user)
        return Response(EntrySerializer(entry, context=PRIVATE).data)


class Withdraw(EntryAction):
    @extend_schema(
        request=None,
        responses={200: EntrySerializer, **REFUSALS},
        operation_id="entry_withdraw",
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Withdraw an entry before the draw; the waiting list moves up."""
        self.entry(request, entry_id)
        registration.withdraw_before_draw(
            entry_id=entry_id, by=request.user, at=timezone.now()
        )
        entry = events.entry(entry_id, request.user)
        return Response(EntrySerializer(entry).data)


class Leave(EntryAction):
    @extend_schema(
        request=ReasonInput,
        responses={200: EntrySerializer, **REFUSALS},
        operation_id="entry_leave",
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Withdraw an entry during the event; its open matches are lost without play."""
        self.entry_at_desk(request, entry_id)
        reason = validated(ReasonInput, request)["reason"]
        attendance.withdraw_during_event(
            entry_id=entry_id, reason=reason, by=request.user, at=timezone.now()
        )
        return self.private_answer(request, entry_id)


class CorrectEntry(EntryAction):
    @extend_schema(
        request=EntryInput,
        responses={200: EntrySerializer, **REFUSALS},
        operation_id="entry_correct",
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Correct what was typed wrongly in an entry; its people stay the same."""
        self.entry_at_desk(request, entry_id)
        given = sign_up_form(validated(EntryInput, request))
        entry_corrections.correct_entry(
            entry_id=entry_id,
            names=[person.name for person in given.people],
            by=request.user,
            at=timezone.now(),
            **given.texts,
        )
        return self.private_answer(request, entry_id)


class LetIn(EntryAction):
    @extend_schema(
        request=None,
        responses={200: EntrySerializer, **REFUSALS},
        operation_id="entry_let_in",
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Let the first entry of the waiting list play, while the first stage goes on."""
        self.entry_at_desk(request, entry_id)
        attendance.let_in(entry_id=entry_id, by=request.user, at=timezone.now())
        return self.private_answer(request, entry_id)


class Merge(EntryAction):
    @extend_schema(
        request=MergeInput,
        responses={200: EntrySerializer, **REFUSALS},
        operation_id="entry_merge",
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Merge an entry into another of the same people; this one is withdrawn."""
        self.entry_at_desk(request, entry_id)
        into_id = validated(MergeInput, request)["into"]
        into = self.entry_at_desk(request, into_id)
        attendance.merge(
            entry_id=entry_id, into_id=into.pk, by=request.user, at=timezone.now()
        )
        return self.private_answer(request, into_id)


class Paid(EntryAction):
    @extend_schema(
        request=PaidInput,
        responses={200: EntrySerializer, **REFUSALS},
        operation_id="entry_paid",
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Record whether the fee was paid."""
        self.entry_at_desk(request, entry_id)
        paid = validated(PaidInput, request)["paid"]
        registration.mark_paid(
            entry_id=entry_id, paid=paid, by=request.user, at=timezone.now()
        )
        return self.private_answer(request, entry_id)


class ConfirmPartner(Personal):
    @extend_schema(
        request=PartnerKeyInput,
        responses={200: EntrySerializer, **REFUSALS},
        operation_id="partner_confirm",
    )
    def post(self, request: Request) -> Response:
        """Agree to a pair, with the key that your partner received when entering you both."""
        key = validated(PartnerKeyInput, request)["key"]
        entry_id = signed_links.opened(signed_links.PARTNER, key)
        events.entry(entry_id, request.user)
        registration.confirm_partner(
            entry_id=entry_id, place=1, user=request.user, at=timezone.now()
        )
        entry = events.entry(entry_id, request.user)
        return Response(EntrySerializer(entry).data)
