"""The page of a circuit: its ranking and its events."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments import permissions
from tournaments.models import Circuit
from tournaments.pages.labels import circuit_points, circuit_reason
from tournaments.reading.seasons import circuit_ranking


@require_safe
def circuit(request: HttpRequest, circuit_id: int) -> HttpResponse:
    found = get_object_or_404(Circuit.objects.select_related("club"), pk=circuit_id)
    lines = circuit_ranking(found)
    names_below = [line.name for line in lines[1:]] + [""]
    rows = []
    for line, below in zip(lines, names_below, strict=False):
        ranked = line.ranked
        counted = " + ".join(map(circuit_points, ranked.counted))
        reason = circuit_reason(ranked.why, below)
        rows.append((line, circuit_points(ranked.total), counted, reason))
    context = {
        "circuit": found,
        "rows": rows,
        "events": found.events.order_by("starts_at"),
        "organises": permissions.may_organise(request.user, found.club_id),
    }
    return render(request, "tournaments/public/circuit.html", context)
