"""The event endpoints of the REST API."""

from typing import Any

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from accounts import services as accounts
from accounts.api.problems import problems
from accounts.models import Club
from games.queries import NotFound
from games.services import NotAllowed
from games.wording import sentence
from tournaments import keys, permissions, presenting, queries
from tournaments.api import serializers as forms
from tournaments.models import Entry, Event, Pairing
from tournaments.services import draws, events, importing, registration, results, rounds
from tournaments.services.results import Decision, played

JSON = OpenApiTypes.OBJECT
REFUSALS = problems(400, 401, 403, 404, 409, 422, 429)


def taken(form: type[Serializer[Any]], request: Request, **more: Any) -> dict[str, Any]:
    """The checked body of a request. Raises DRF's ValidationError with what is wrong of each field."""
    given = form(data=request.data, **more)
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)


def organised(request: Request, event_id: int) -> Event:
    """The event, if this user organises it."""
    event = queries.event(event_id, request.user)
    if not permissions.may_organise(request.user, event.club_id):
        raise NotAllowed("event.organisers_only")
    return event


class Public(APIView):
    permission_classes = [AllowAny]


class Personal(APIView):
    permission_classes = [IsAuthenticated]


class Clubs(Public):
    @extend_schema(responses={200: forms.ClubInput(many=True)}, operation_id="clubs")
    def get(self, request: Request) -> Response:
        """All clubs."""
        return Response({"results": forms.ClubInput(Club.objects.order_by("name")[:600], many=True).data})

    @extend_schema(request=forms.ClubInput, responses={201: forms.ClubInput, **REFUSALS}, operation_id="club_create")
    def post(self, request: Request) -> Response:
        """Found a club; you are its organiser."""
        if not request.user.is_authenticated:
            self.permission_denied(request)
        form = forms.ClubInput(data=request.data)
        form.is_valid(raise_exception=True)
        club = accounts.found_club(by=request.user, **form.validated_data)
        return Response(forms.ClubInput(club).data, 201)


class Members(Personal):
    @extend_schema(request=forms.MemberInput, responses={200: JSON, **REFUSALS}, operation_id="member")
    def post(self, request: Request, club_id: int) -> Response:
        """Say what a user is in the club."""
        if not permissions.may_organise(request.user, club_id):
            raise NotAllowed("event.organisers_only")
        asked = taken(forms.MemberInput, request)
        try:
            member = accounts.set_role(club_id=club_id, **asked)
        except accounts.NoSuchUser as error:
            raise NotFound("club.no_such_user") from error
        except accounts.LastOrganiser as error:
            raise NotAllowed("club.last_organiser") from error
        return Response({"club": club_id, "user": member.user_id, "role": member.role})


class Events(Public):
    @extend_schema(responses={200: JSON}, operation_id="events")
    def get(self, request: Request) -> Response:
        """The announced events, the latest first."""
        return Response({"results": [presenting.event_json(e) for e in queries.events_for(request.user)[:100]]})


class ClubEvents(Personal):
    @extend_schema(request=forms.EventInput, responses={201: JSON, **REFUSALS}, operation_id="event_create")
    def post(self, request: Request, club_id: int) -> Response:
        """Prepare an event of a club that you organise."""
        if not permissions.may_organise(request.user, club_id):
            raise NotAllowed("event.organisers_only")
        asked = taken(forms.EventInput, request)
        event = events.create_event(club_id=club_id, by=request.user, at=timezone.now(), **asked)
        return Response(presenting.event_json(event), 201)


class EventView(Public):
    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="event")
    def get(self, request: Request, event_id: int) -> Response:
        """An event: rules, conditions, how far it is."""
        return Response(presenting.event_json(queries.event(event_id, request.user)))

    @extend_schema(request=forms.EventInput, responses={200: JSON, **REFUSALS}, operation_id="event_change")
    def patch(self, request: Request, event_id: int) -> Response:
        """Change an event; its rules only until the first draw is published."""
        event = organised(request, event_id)
        asked = taken(forms.EventInput, request, instance=event, partial=True)
        event = events.change_event(event_id=event_id, by=request.user, at=timezone.now(), **asked)
        return Response(presenting.event_json(event))


class EventStep(Personal):
    @extend_schema(request=forms.StepInput, responses={200: JSON, **REFUSALS}, operation_id="event_step")
    def post(self, request: Request, event_id: int) -> Response:
        """Open or close registration, or call the event off."""
        organised(request, event_id)
        asked = taken(forms.StepInput, request)
        event = events.step(event_id=event_id, by=request.user, at=timezone.now(), **asked)
        return Response(presenting.event_json(event))


class Entries(Public):
    throttle_scope = "register"

    def get_throttles(self) -> list[Any]:
        return [ScopedRateThrottle()] if self.request.method == "POST" else []

    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="entries")
    def get(self, request: Request, event_id: int) -> Response:
        """Who has entered, in order of arrival."""
        event = queries.event(event_id, request.user)
        private = permissions.may_organise(request.user, event.club_id)
        return Response({"results": [presenting.entry_json(e, private) for e in queries.entries(event)]})

    @extend_schema(request=forms.EntryInput, responses={201: JSON, **REFUSALS}, operation_id="entry_create")
    def post(self, request: Request, event_id: int) -> Response:
        """Enter yourself (the first player) with a partner, or alone. Organisers enter others."""
        if not request.user.is_authenticated:
            self.permission_denied(request)
        event = queries.event(event_id, request.user)
        asked = taken(forms.EntryInput, request)
        desk = permissions.may_organise(request.user, event.club_id)
        people = [registration.Person(p["name"]) for p in asked["players"]]
        if people and not desk:
            people[0] = people[0]._replace(user_id=request.user.pk)
        form = registration.Form(people, asked["team_name"], asked["club_name"], asked["phone"])
        entry = registration.register(event_id=event_id, form=form, at=timezone.now(), by=request.user, at_desk=desk)
        answer = presenting.entry_json(queries.entry(entry.pk, request.user), private=True)
        return Response(answer | {"partner_key": keys.key(keys.PARTNER, entry.pk)}, 201)


class Import(Personal):
    @extend_schema(request=forms.ImportInput, responses={200: JSON, **REFUSALS}, operation_id="entries_import")
    def post(self, request: Request, event_id: int) -> Response:
        """Enter the rows of a CSV, all or none; `dry_run` only reports."""
        organised(request, event_id)
        asked = taken(forms.ImportInput, request)
        rows = importing.import_entries(
            event_id=event_id, text=asked["csv"], dry_run=asked["dry_run"], by=request.user, at=timezone.now()
        )
        wrong = [{"line": r.line, "code": r.problem.code, "detail": sentence(r.problem)} for r in rows if r.problem]
        entered = 0 if asked["dry_run"] or wrong else len(rows)
        return Response({"rows": len(rows), "entered": entered, "problems": wrong})


class EntryAction(Personal):
    """An action on one entry, by its own people or the desk."""

    def entry(self, request: Request, entry_id: int, desk_only: bool = False) -> Entry:
        entry = queries.entry(entry_id, request.user)
        desk = permissions.may_organise(request.user, entry.event.club_id)
        if not desk and (desk_only or not permissions.may_act_for(request.user, entry)):
            raise NotAllowed("event.organisers_only" if desk_only else "entry.own_only")
        return entry


class Withdraw(EntryAction):
    @extend_schema(request=None, responses={200: JSON, **REFUSALS}, operation_id="entry_withdraw")
    def post(self, request: Request, entry_id: int) -> Response:
        """Take an entry out before the draw; the waiting list moves up."""
        self.entry(request, entry_id)
        registration.withdraw(entry_id=entry_id, by=request.user, at=timezone.now())
        return Response(presenting.entry_json(queries.entry(entry_id, request.user)))


class Paid(EntryAction):
    @extend_schema(request=forms.PaidInput, responses={200: JSON, **REFUSALS}, operation_id="entry_paid")
    def post(self, request: Request, entry_id: int) -> Response:
        """Note that the fee was paid, or was not."""
        self.entry(request, entry_id, desk_only=True)
        registration.mark_paid(entry_id=entry_id, by=request.user, at=timezone.now(), **taken(forms.PaidInput, request))
        return Response(presenting.entry_json(queries.entry(entry_id, request.user), private=True))


class ConfirmPartner(Personal):
    @extend_schema(request=forms.KeyInput, responses={200: JSON, **REFUSALS}, operation_id="partner_confirm")
    def post(self, request: Request) -> Response:
        """Say yes to a pair, with the key that your partner got when entering you both."""
        entry_id = keys.opened(keys.PARTNER, taken(forms.KeyInput, request)["key"])
        queries.entry(entry_id, request.user)
        registration.confirm_partner(entry_id=entry_id, place=1, user=request.user, at=timezone.now())
        return Response(presenting.entry_json(queries.entry(entry_id, request.user)))


class Draws(Public):
    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="draws")
    def get(self, request: Request, event_id: int) -> Response:
        """All draws of an event, also the discarded ones, with all that is needed to repeat them."""
        event = queries.event(event_id, request.user)
        return Response({"results": [presenting.draw_json(draw) for draw in event.draws.all()]})

    @extend_schema(request=forms.AnnounceInput, responses={201: JSON, **REFUSALS}, operation_id="draw_announce")
    def post(self, request: Request, event_id: int) -> Response:
        """Freeze the list and publish the commitment of a draw."""
        organised(request, event_id)
        asked = taken(forms.AnnounceInput, request)
        draw = draws.announce(event_id=event_id, by=request.user, at=timezone.now(), **asked)
        return Response(presenting.draw_json(draw), 201)


class DrawAction(Personal):
    def draw(self, request: Request, draw_id: int) -> None:
        draw = queries.draw(draw_id, request.user)
        if not permissions.may_organise(request.user, draw.event.club_id):
            raise NotAllowed("event.organisers_only")


class DrawMake(DrawAction):
    @extend_schema(request=forms.DrawInput, responses={200: JSON, **REFUSALS}, operation_id="draw_make")
    def post(self, request: Request, draw_id: int) -> Response:
        """Draw, with the words that the room gives."""
        self.draw(request, draw_id)
        draw = draws.make(draw_id=draw_id, by=request.user, at=timezone.now(), **taken(forms.DrawInput, request))
        return Response(presenting.draw_json(draw))


class DrawPublish(DrawAction):
    @extend_schema(request=None, responses={200: JSON, **REFUSALS}, operation_id="draw_publish")
    def post(self, request: Request, draw_id: int) -> Response:
        """Publish a draft: teams become entries, a bracket opens the first round."""
        self.draw(request, draw_id)
        return Response(presenting.draw_json(draws.publish(draw_id=draw_id, by=request.user, at=timezone.now())))


class DrawDiscard(DrawAction):
    @extend_schema(request=forms.ReasonInput, responses={200: JSON, **REFUSALS}, operation_id="draw_discard")
    def post(self, request: Request, draw_id: int) -> Response:
        """Give up a draw that is not published; it stays visible with the reason."""
        self.draw(request, draw_id)
        asked = taken(forms.ReasonInput, request)
        return Response(
            presenting.draw_json(draws.discard(draw_id=draw_id, by=request.user, at=timezone.now(), **asked))
        )


class Rounds(Public):
    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="rounds")
    def get(self, request: Request, event_id: int) -> Response:
        """The opened rounds with their tables and results."""
        event = queries.event(event_id, request.user)
        return Response({"results": [presenting.round_json(*pair) for pair in queries.rounds(event)]})

    @extend_schema(request=None, responses={201: JSON, **REFUSALS}, operation_id="round_open")
    def post(self, request: Request, event_id: int) -> Response:
        """Open the next round."""
        event = organised(request, event_id)
        stage = queries.stage_of(event)
        if stage is None:
            raise NotFound("round.no_draw")
        opened = rounds.open_round(stage_id=stage.pk, by=request.user, at=timezone.now())
        found = [pair for pair in queries.rounds(event) if pair[0].pk == opened.pk]
        return Response(presenting.round_json(*found[0]), 201)


class Bracket(Public):
    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="bracket")
    def get(self, request: Request, event_id: int) -> Response:
        """The whole bracket, as far as it is known."""
        stage = queries.stage_of(queries.event(event_id, request.user))
        if stage is None:
            raise NotFound("round.no_draw")
        return Response(presenting.tree_json(stage))


class Standings(Public):
    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="standings")
    def get(self, request: Request, event_id: int) -> Response:
        """The leaderboard, as last computed."""
        stage = queries.stage_of(queries.event(event_id, request.user))
        rows = [presenting.standing_json(row) for row in queries.standings(stage)] if stage else []
        return Response({"computed_at": stage and stage.computed_at, "results": rows})


class Log(Personal):
    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="log")
    def get(self, request: Request, event_id: int) -> Response:
        """Who did what, the latest first."""
        event = queries.event(event_id, request.user)
        if not permissions.may_referee(request.user, event.club_id):
            raise NotAllowed("event.referees_only")
        return Response({"results": [presenting.log_json(line) for line in queries.log(event)[:500]]})


class PairingView(Public):
    @extend_schema(responses={200: JSON, **REFUSALS}, operation_id="pairing")
    def get(self, request: Request, pairing_id: int) -> Response:
        """One table: who meets whom, what was reported, what counts."""
        return Response(presenting.pairing_json(queries.pairing(pairing_id, request.user)))


class PairingAction(Personal):
    def side(self, request: Request, pairing_id: int, entry_id: int) -> Pairing:
        """The pairing, if this user speaks for that side of it."""
        pairing = queries.pairing(pairing_id, request.user)
        sides = {side.pk: side for side in (pairing.a, pairing.b) if side}
        if entry_id not in sides or not permissions.may_act_for(request.user, sides[entry_id]):
            raise NotAllowed("result.not_your_table")
        return pairing

    def answer(self, request: Request, pairing_id: int) -> Response:
        return Response(presenting.pairing_json(queries.pairing(pairing_id, request.user)))


class ReportResult(PairingAction):
    @extend_schema(request=forms.ReportInput, responses={200: JSON, **REFUSALS}, operation_id="result_report")
    def post(self, request: Request, pairing_id: int) -> Response:
        """Report how your match ended; when the other side says the same, it is decided."""
        asked = taken(forms.ReportInput, request)
        self.side(request, pairing_id, asked["entry"])
        results.report(
            pairing_id=pairing_id,
            entry_id=asked["entry"],
            sets_a=asked["sets_a"],
            sets_b=asked["sets_b"],
            by=request.user,
            at=timezone.now(),
        )
        return self.answer(request, pairing_id)


class ConfirmResult(PairingAction):
    @extend_schema(request=forms.ConfirmInput, responses={200: JSON, **REFUSALS}, operation_id="result_confirm")
    def post(self, request: Request, pairing_id: int) -> Response:
        """Agree with what the other side reported."""
        asked = taken(forms.ConfirmInput, request)
        self.side(request, pairing_id, asked["entry"])
        results.confirm(
            pairing_id=pairing_id,
            entry_id=asked["entry"],
            report_id=asked["report"],
            by=request.user,
            at=timezone.now(),
        )
        return self.answer(request, pairing_id)


class SetResult(PairingAction):
    @extend_schema(request=forms.ResultInput, responses={200: JSON, **REFUSALS}, operation_id="result_set")
    def post(self, request: Request, pairing_id: int) -> Response:
        """Set or correct a result as organiser or referee, with a reason."""
        pairing = queries.pairing(pairing_id, request.user)
        if not permissions.may_referee(request.user, pairing.round.stage.event.club_id):
            raise NotAllowed("event.referees_only")
        asked = taken(forms.ResultInput, request)
        reason = asked.pop("reason")
        decision = Decision(**asked)
        if decision.kind == "played":
            decision = played(decision.sets_a, decision.sets_b, decision.tantos)
        results.set_result(pairing_id=pairing_id, decision=decision, reason=reason, by=request.user, at=timezone.now())
        return self.answer(request, pairing_id)
