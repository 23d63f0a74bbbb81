"""Examples of the main operations, for the API's documentation."""

from typing import Any

from drf_spectacular.utils import OpenApiExample


def request_example(name: str, body: dict[str, Any]) -> OpenApiExample:
    return OpenApiExample(name, value=body, request_only=True)


def response_example(
    name: str, body: dict[str, Any], status: str = "200"
) -> OpenApiExample:
    return OpenApiExample(name, value=body, response_only=True, status_codes=[status])


EVENT_CREATE = [
    request_example(
        "An evening knockout of 32 pairs",
        {
            "name": "Copa de invierno",
            "place": "Casa de cultura, sala 2",
            "starts_at": "2027-01-15T19:00:00+01:00",
            "game": "mus",
            "format": "knockout",
            "capacity": 32,
            "fee": "10.00",
        },
    ),
    request_example(
        "Groups of four, then a knockout of the best two of each",
        {
            "name": "Torneo de primavera",
            "starts_at": "2027-04-10T10:00:00+02:00",
            "game": "mus",
            "format": "groups",
            "phases": [
                {
                    "format": "knockout",
                    "takes": {"source": 1, "part": "best", "each": 2},
                }
            ],
        },
    ),
]
ENTRY_CREATE = [
    request_example(
        "A pair",
        {
            "players": [{"name": "Ane Etxeberria"}, {"name": "Jon Agirre"}],
            "team_name": "Los de Atotxa",
            "phone": "600 000 000",
        },
    ),
    request_example(
        "A player who wants a drawn partner", {"players": [{"name": "Miren Zabala"}]}
    ),
]
DRAW_ANNOUNCE = [
    request_example("The draw of a bracket", {"kind": "bracket"}),
    request_example(
        "The draw of partners, where two players must not be partners",
        {"kind": "teams", "balanced": True, "bans": [[3, 7]]},
    ),
]
DRAW_MAKE = [request_example("Words from the room", {"beacon": "txapela 17 reyes"})]
DRAW = {
    "spec": "musdraw-1",
    "id": 12,
    "event": 5,
    "draw_id": "event-5-bracket-1",
    "kind": "bracket",
    "phase": 1,
    "round": 1,
    "state": "published",
    "field": [[1, "1. Ane – Jon"], [2, "2. Miren – Iker"]],
    "field_hash": "93a1f0c2",
    "inputs": {"format": "knockout"},
    "input_hash": "5be0c9d7",
    "commitment": "0f6c2e1a",
    "secret": "7d1e44b0",
    "beacon": "txapela 17 reyes",
    "resolved": {"leaves": [2, 1]},
    "swaps": [],
    "seats": [],
    "reason": "",
    "committed_at": "2027-01-15T18:30:00Z",
    "drawn_at": "2027-01-15T18:45:00Z",
    "published_at": "2027-01-15T18:50:00Z",
}
DRAW_PUBLISH = [response_example("A published bracket (hashes shortened)", DRAW)]
RESULT_REPORT = [
    request_example("Three sets to one", {"entry": 31, "sets_a": 3, "sets_b": 1}),
    request_example(
        "Points at a multiplayer table; the third player did not come",
        {"entry": 31, "points": [12, -4, None, -8]},
    ),
]
RESULT_CONFIRM = [
    request_example("The report of the other side", {"entry": 32, "report": 88})
]
