"""Signed links: they stand for an entry, or ask its partner to confirm."""

from typing import TypedDict

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from core.messages import sentence
from core.refusals import Refusal
from tournaments import signed_links
from tournaments.models import Entry
from tournaments.pages.people.session import ENTRIES, PARTNER_OF, add_session_id
from tournaments.pages.refusals import private, refusing
from tournaments.reading import events


class Link(TypedDict):
    url: str
    qr: str
    """The QR code of the address, as SVG."""


def link_of_entry(
    request: HttpRequest, view_name: str, purpose: str, entry: Entry
) -> Link:
    key = signed_links.key(purpose, entry.pk)
    return link_to(request, reverse(view_name, args=[key]))


def link_to(request: HttpRequest, address: str) -> Link:
    """The address as people pass it on."""
    url = request.build_absolute_uri(address)
    code = segno.make(url, error="m")
    qr = code.svg_inline(scale=4, border=2, light="#fff", omitsize=True)
    return {"url": url, "qr": qr}


@private
@require_safe
@refusing
def entry_key(request: HttpRequest, key: str) -> HttpResponse:
    """Exchange the key for the session at once, so that it stays in no address bar."""
    return exchange_key(request, signed_links.ENTRY, key, ENTRIES, "entry")


@private
@require_safe
@refusing
def partner_key(request: HttpRequest, key: str) -> HttpResponse:
    return exchange_key(request, signed_links.PARTNER, key, PARTNER_OF, "partner")


def exchange_key(
    request: HttpRequest, purpose: str, key: str, session_key: str, page: str
) -> HttpResponse:
    try:
        entry_id = signed_links.opened(purpose, key)
    except Refusal as refusal:
        return bad_link(request, refusal)
    # Raises NotFound if this person may not know of the event.
    entry = events.entry(entry_id, request.user)
    add_session_id(request, session_key, entry.pk)
    return redirect(page, entry_id)


def bad_link(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    reason = {"reason": sentence(refusal)}
    return render(request, "tournaments/people/bad_link.html", reason, status=404)
