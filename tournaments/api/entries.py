"""Who enters an event."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle

from core.messages import sentence
from core.refusals import NotAllowed
from tournaments import permissions, presenting, signed_links
from tournaments.api import serializers as forms
from tournaments.api.shared import JSON, REFUSALS, Personal, Public, organised, taken
from tournaments.models import Entry
from tournaments.reading import events, participants
from tournaments.services import attendance, importing, registration


class Entries(Public):
    throttle_scope = "register"

    def get_throttles(self) -> list[Any]:
        return [ScopedRateThrottle()] if self.request.method == "POST" else []

    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="entries")
    def get(self, request: Request, event_id: int) -> Response:
        """Who has entered, in order of arrival."""
        event = events.event(event_id, request.user)
        private = permissions.may_organise(request.user, event.club_id)
        return Response(
            {
                "results": [
                    presenting.entry_json(e, private) for e in events.entries(event)
                ]
            }
        )

    @extend_schema(
        request=forms.EntryInput,
        responses={201: JSON, **REFUSALS},
        operation_id="entry_create",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Enter yourself (the first player) with a partner, or alone. Organisers enter others."""
        self.check_account()
        event = events.event(event_id, request.user)
        asked = taken(forms.EntryInput, request)
        desk = permissions.may_organise(request.user, event.club_id)
        people = [registration.Person(p["name"]) for p in asked["players"]]
        if people and not desk:
            people[0] = people[0]._replace(user_id=request.user.pk)
        form = registration.SignUpData(
            people, asked["team_name"], asked["club_name"], asked["phone"]
        )
        entry = registration.register(
            event_id=event_id,
            data=form,
            at=timezone.now(),
            by=request.user,
            at_desk=desk,
        )
        answer = presenting.entry_json(
            events.entry(entry.pk, request.user), private=True
        )
        return Response(
            answer | {"partner_key": signed_links.key(signed_links.PARTNER, entry.pk)},
            201,
        )


class LateEntries(Personal):
    @extend_schema(
        request=forms.EntryInput,
        responses={201: JSON, **REFUSALS},
        operation_id="entry_late",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Enter somebody who comes late, into the next draw or into a bye of the first round."""
        organised(request, event_id)
        asked = taken(forms.EntryInput, request)
        people = [registration.Person(p["name"]) for p in asked["players"]]
        form = registration.SignUpData(
            people, asked["team_name"], asked["club_name"], asked["phone"]
        )
        entry = attendance.enter_late(
            event_id=event_id, data=form, by=request.user, at=timezone.now()
        )
        return Response(
            presenting.entry_json(events.entry(entry.pk, request.user), private=True),
            201,
        )


class Import(Personal):
    @extend_schema(
        request=forms.ImportInput,
        responses={200: JSON, **REFUSALS},
        operation_id="entries_import",
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Enter the rows of a CSV, all or none; `dry_run` only reports."""
        organised(request, event_id)
        asked = taken(forms.ImportInput, request)
        rows = importing.import_entries(
            event_id=event_id,
            text=asked["csv"],
            dry_run=asked["dry_run"],
            by=request.user,
            at=timezone.now(),
        )
        wrong = [
            {"line": r.line, "code": r.problem.code, "detail": sentence(r.problem)}
            for r in rows
            if r.problem
        ]
        entered = 0 if asked["dry_run"] or wrong else len(rows)
        return Response({"rows": len(rows), "entered": entered, "problems": wrong})


class EntryAction(Personal):
    """An action on one entry, by its own people or the desk."""

    def entry(self, request: Request, entry_id: int, desk_only: bool = False) -> Entry:
        entry = events.entry(entry_id, request.user)
        desk = permissions.may_organise(request.user, entry.event.club_id)
        if not desk and (desk_only or not participants.speaks_for(request.user, entry)):
            raise NotAllowed("event.organisers_only" if desk_only else "entry.own_only")
        return entry


class Withdraw(EntryAction):
    @extend_schema(
        request=None, responses={200: JSON, **REFUSALS}, operation_id="entry_withdraw"
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Take an entry out before the draw; the waiting list moves up."""
        self.entry(request, entry_id)
        registration.withdraw_before_draw(
            entry_id=entry_id, by=request.user, at=timezone.now()
        )
        return Response(presenting.entry_json(events.entry(entry_id, request.user)))


class Leave(EntryAction):
    @extend_schema(
        request=forms.ReasonInput,
        responses={200: JSON, **REFUSALS},
        operation_id="entry_leave",
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Take an entry out of an event that is being played; its open matches are lost without play."""
        self.entry(request, entry_id, desk_only=True)
        asked = taken(forms.ReasonInput, request)
        attendance.withdraw_during_event(
            entry_id=entry_id, by=request.user, at=timezone.now(), **asked
        )
        return Response(
            presenting.entry_json(events.entry(entry_id, request.user), private=True)
        )


class Merge(EntryAction):
    @extend_schema(
        request=forms.MergeInput,
        responses={200: JSON, **REFUSALS},
        operation_id="entry_merge",
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Two entries are the same people: this one goes into the other, and is withdrawn."""
        self.entry(request, entry_id, desk_only=True)
        into = taken(forms.MergeInput, request)["into"]
        attendance.merge(
            entry_id=entry_id,
            into_id=self.entry(request, into, True).pk,
            by=request.user,
            at=timezone.now(),
        )
        return Response(
            presenting.entry_json(events.entry(into, request.user), private=True)
        )


class Paid(EntryAction):
    @extend_schema(
        request=forms.PaidInput,
        responses={200: JSON, **REFUSALS},
        operation_id="entry_paid",
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Note that the fee was paid, or was not."""
        self.entry(request, entry_id, desk_only=True)
        registration.mark_paid(
            entry_id=entry_id,
            by=request.user,
            at=timezone.now(),
            **taken(forms.PaidInput, request),
        )
        return Response(
            presenting.entry_json(events.entry(entry_id, request.user), private=True)
        )


class ConfirmPartner(Personal):
    @extend_schema(
        request=forms.KeyInput,
        responses={200: JSON, **REFUSALS},
        operation_id="partner_confirm",
    )
    def post(self, request: Request) -> Response:
        """Say yes to a pair, with the key that your partner got when entering you both."""
        entry_id = signed_links.opened(
            signed_links.PARTNER, taken(forms.KeyInput, request)["key"]
        )
        events.entry(entry_id, request.user)
        registration.confirm_partner(
            entry_id=entry_id, place=1, user=request.user, at=timezone.now()
        )
        return Response(presenting.entry_json(events.entry(entry_id, request.user)))
