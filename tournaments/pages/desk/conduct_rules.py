"""The rules of conduct of an event: what lateness costs, and who may be substituted."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.refusals import Refusal
from tournaments.models import Event
from tournaments.pages.desk.desk_action import (
    desk_action,
    organised_event,
    redirect_with,
)
from tournaments.pages.refusals import cleaned, posted, render_form_page
from tournaments.rules.conduct import Lateness
from tournaments.services.events import change_event

MINUTES_MOST = 120
LOST_AFTER_MOST = 240


class RulesForm(forms.ModelForm):  # type: ignore[type-arg]
    grace = forms.IntegerField(
        label=_("Minutes of grace"), min_value=0, max_value=MINUTES_MOST
    )
    per = forms.IntegerField(
        label=_("After that, minutes for each set lost (0: no set is lost)"),
        min_value=0,
        max_value=MINUTES_MOST,
    )
    lost_after = forms.IntegerField(
        label=_("Minutes after which the match is lost (0: never)"),
        min_value=0,
        max_value=LOST_AFTER_MOST,
    )
    first_round = forms.BooleanField(
        label=_("Grace in the first round only"), required=False
    )

    class Meta:
        model = Event
        fields = ["substitutes"]

    def lateness(self) -> dict[str, Any]:
        """The rule as the event stores it; {} if lateness costs nothing."""
        rule = {name: self.cleaned_data[name] for name in Lateness._fields}
        if not any(rule.values()):
            return {}
        return rule


def rules_form(request: HttpRequest, event: Event) -> RulesForm:
    initial = Lateness(**event.lateness)._asdict()
    return RulesForm(posted(request), instance=event, initial=initial)


def rules_page(
    request: HttpRequest, event: Event, refusal: Refusal | None = None
) -> HttpResponse:
    context = {"event": event, "frozen": event.frozen_at is not None}
    template = "tournaments/desk/conduct_rules.html"
    form = rules_form(request, event)
    return render_form_page(request, template, context, form, refusal)


@desk_action(organised_event, rules_page)
def conduct_rules(request: HttpRequest, event: Event) -> HttpResponse:
    """Change the rules of conduct; they are fixed once the first draw is published."""
    form = rules_form(request, event)
    given = cleaned(form)
    change_event(
        event_id=event.pk,
        lateness=form.lateness(),
        substitutes=given["substitutes"],
        by=request.user,
        at=timezone.now(),
    )
    return redirect_with(
        request, "desk", event.pk, message=gettext("The rules are saved.")
    )
