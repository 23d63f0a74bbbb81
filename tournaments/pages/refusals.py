"""How pages refuse: the same page with a reason, or a page of its own for 403 and 404."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.cache import cache_control

from core.messages import sentence
from core.refusals import NotAllowed, NotFound, Refusal

View = Callable[..., HttpResponse]


def private(view: View) -> View:
    """For pages that only some people may see.

    No cache keeps them, nor does the browser, and no search engine lists them.
    """
    uncached = cache_control(private=True, no_store=True)(view)

    @wraps(view)
    def private_view(
        request: HttpRequest, *args: object, **kwargs: object
    ) -> HttpResponse:
        response: HttpResponse = uncached(request, *args, **kwargs)
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return private_view


def posted(request: HttpRequest) -> QueryDict | None:
    """The data to bind a form to: an empty POST binds it too."""
    if request.method == "POST":
        return request.POST
    return None


def posted_with(request: HttpRequest, button: str) -> QueryDict | None:
    """The data to bind a form to if its own button was pressed: pages may hold several forms."""
    if request.method == "POST" and request.POST.get("do") == button:
        return request.POST
    return None


def refusing(view: View) -> View:
    """NotFound and NotAllowed become a page; the view handles every other Refusal itself."""

    @wraps(view)
    def refusing_view(
        request: HttpRequest, *args: object, **kwargs: object
    ) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        # Drafts of others are not found either: the answer must not tell them apart.
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

    return refusing_view


def render_page(
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    refusal: Refusal | None = None,
    *,
    has_errors: bool = False,
) -> HttpResponse:
    """The page; after a refusal with its sentence as `refused` and with its status.

    Without the sentence if a form on the page has errors, which say it better.
    """
    if refusal is None:
        return render(request, template, context)
    if not has_errors:
        context["refused"] = sentence(refusal)
    return render(request, template, context, status=refusal.status)


def render_form_page(
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    form: forms.BaseForm,
    refusal: Refusal | None = None,
) -> HttpResponse:
    """The page with its form; after a refusal with its sentence among the form's errors."""
    context["form"] = form
    if refusal is None:
        return render(request, template, context)
    add_refusal(form, refusal)
    return render(request, template, context, status=refusal.status)


def cleaned(form: forms.BaseForm) -> dict[str, Any]:
    """What a form says. Raises Refusal `input.invalid`; the form itself shows what is wrong."""
    if not form.is_valid():
        raise Refusal("input.invalid")
    return form.cleaned_data


def add_refusal(form: forms.BaseForm, refusal: Refusal) -> None:
    """Show a refusal in the form, unless the form itself shows what is wrong."""
    if form.is_valid():
        form.add_error(None, sentence(refusal))
