"""How pages say no: a form shown again with a reason beside it, or a page that says that this is not open to you."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.cache import cache_control

from core.messages import sentence
from core.refusals import NotAllowed, NotFound

View = Callable[..., HttpResponse]

private = cache_control(private=True, no_store=True)
"""For pages that hold what is not for everybody: no cache keeps them, not even the browser's."""


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form is bound to: what was sent, even if that is nothing."""
    return request.POST if request.method == "POST" else None


def refusing(view: View) -> View:
    """What is not found, or not for this person, becomes a page that says so; all else is the view's to show."""

    @wraps(view)
    def shown(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except NotFound as refusal:
            raise Http404(sentence(refusal)) from refusal
        except NotAllowed as refusal:
            reason = {"reason": sentence(refusal)}
            return render(
                request,
                "tournaments/people/not_yours.html",
                reason,
                status=refusal.status,
            )

    return shown
