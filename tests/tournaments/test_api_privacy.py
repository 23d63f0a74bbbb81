"""What the API tells of a table to everybody."""

from collections.abc import Callable

import pytest

from accounts.models import User
from tests.conftest import NOW, Api
from tournaments.models import Pairing, Stage
from tournaments.services import results
from tournaments.services.typed_results import played

pytestmark = pytest.mark.django_db


def test_the_desks_reason_is_for_referees_in_the_log(
    running: Callable[..., Stage], organiser: User, referee: User
) -> None:
    stage = running(4)
    pairing = Pairing.objects.filter(round__stage=stage).first()
    assert pairing
    reason = "Ane had to go to hospital"
    results.set_result(
        pairing_id=pairing.pk,
        decision=played(3, 1),
        reason=reason,
        by=organiser,
        at=NOW,
    )
    for person in (Api(), Api(referee)):
        for path in (f"pairings/{pairing.pk}/", f"events/{stage.event_id}/rounds/"):
            status, answer = person.get(path)
            assert status == 200
            assert reason not in str(answer)
    assert reason in str(Api(referee).get(f"events/{stage.event_id}/log/"))
