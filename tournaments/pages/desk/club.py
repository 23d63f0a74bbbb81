"""The club's pages for organisers: founding a club, its members and their roles."""

from typing import Any, Final

from django import forms
from django.contrib.auth.decorators import user_passes_test
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.models import Club
from accounts.queries import has_account
from accounts.roles import Role
from core.messages import sentence
from core.refusals import Refusal
from tournaments.pages.desk.desk_action import (
    desk_action,
    organised_club,
    redirect_with,
)
from tournaments.pages.form_fields import CHOOSE, text_field
from tournaments.pages.refusals import add_refusal, cleaned, posted, private
from tournaments.reading.events import events_for

ROLE_NAMES: Final = {
    Role.ORGANISER: _("organiser"),
    Role.REFEREE: _("referee"),
    Role.PLAYER: _("player"),
    Role.SPECTATOR: _("spectator"),
}


class ClubForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Club
        fields = ["name", "place"]


class MemberForm(forms.Form):
    """Assigns a user a role in the club."""

    username = text_field(
        _("User name"),
        150,
        autocomplete="off",
        autocapitalize="none",
        spellcheck="false",
    )
    role = forms.ChoiceField(label=_("Role"), choices=[CHOOSE, *ROLE_NAMES.items()])


@private
@user_passes_test(has_account)
def club_new(request: HttpRequest) -> HttpResponse:
    """The founder of a club becomes its organiser."""
    form = ClubForm(posted(request))
    status = 200
    if form.is_valid():
        try:
            club = services.found_club(by=request.user, **form.cleaned_data)
            return redirect("club_desk", club.slug)
        except services.TooManyClubs:
            refusal = Refusal("club.too_many", most=services.CLUBS_MAX)
            # Accounts know no codes of refusals: they are given here.
            form.add_error(None, sentence(refusal))
            status = 403
    elif form.is_bound:
        status = 422
    template = "tournaments/desk/club_new.html"
    return render(request, template, {"form": form}, status=status)


def club_page(
    request: HttpRequest, club: Club, refusal: Refusal | None = None
) -> HttpResponse:
    form = MemberForm(posted(request))
    status = 200
    if refusal is not None:
        add_member_refusal(form, refusal)
        status = refusal.status
    memberships = club.memberships.select_related("user")
    members = []
    for member in memberships.order_by("role", "user__username"):
        role = ROLE_NAMES[Role(member.role)]
        members.append((member.user, role))
    context: dict[str, Any] = {
        "club": club,
        "form": form,
        "members": members,
        "events": events_for(request.user).filter(club=club),
    }
    return render(request, "tournaments/desk/club.html", context, status=status)


@desk_action(organised_club, club_page)
def club_desk(request: HttpRequest, club: Club) -> HttpResponse:
    """Assign a role in the club."""
    given = cleaned(MemberForm(posted(request)))
    try:
        services.set_role(club_id=club.pk, **given)
    except services.NoSuchUser:
        raise Refusal("club.no_such_user") from None
    except services.LastOrganiser:
        raise Refusal("club.last_organiser") from None
    return redirect_with(
        request, "club_desk", club.slug, message=gettext("Role assigned.")
    )


FIELD_OF_REFUSAL: Final = {
    "club.no_such_user": "username",
    "club.last_organiser": "role",
}


def add_member_refusal(form: MemberForm, refusal: Refusal) -> None:
    """Show the refusal at the field that it is about."""
    field = FIELD_OF_REFUSAL.get(refusal.code)
    if field is None:
        add_refusal(form, refusal)
    elif form.is_valid():
        form.add_error(field, sentence(refusal))
