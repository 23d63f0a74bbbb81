"""Examples of the main operations, for the API's documentation."""

from drf_spectacular.utils import OpenApiExample

MOVE = [
    OpenApiExample(
        "Bid two at the grande, after 7 moves",
        value={"answers": 7, "id": "app-5f2c-8", "move": "envido 2"},
        request_only=True,
    ),
    OpenApiExample(
        "Discard two cards",
        value={"answers": 3, "id": "app-5f2c-4", "move": "discard Ko 7e"},
        request_only=True,
    ),
]
MATCH = [
    OpenApiExample(
        "A match of mus seen from seat 0, after the first deal (hashes and view shortened)",
        value={
            "id": "f52e7085-8863-4bd6-bec0-3dbe2726170d",
            "game": "mus",
            "options": {"kings": 8, "sets_to_win": 3, "points_per_set": 30},
            "public": True,
            "words": "es",
            "commitment": "bfad5a57ee1a",
            "number": 1,
            "seat": 0,
            "seats": [
                {"name": "Ane", "bot": False, "level": "", "user": 1},
                {"name": "Ainhoa", "bot": True, "level": "simple", "user": 7},
                {"name": "Iker", "bot": True, "level": "simple", "user": 8},
                {"name": "Nerea", "bot": True, "level": "simple", "user": 9},
            ],
            "next_shuffle": {
                "number": 2,
                "commitment": "a231145854f2",
                "seat_seed_hashes": {},
            },
            "view": {"phase": "mus", "deal": 1, "to_act": 0},
            "asides": None,
            "deadline": None,
            "turn_seconds": None,
            "finished": False,
            "annulled": False,
        },
        response_only=True,
        status_codes=["200"],
    )
]
