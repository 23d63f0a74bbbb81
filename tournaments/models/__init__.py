"""The stored data of events: facts (entries, draws, results) and standings derived from them."""

from tournaments.models.circuit import Circuit, Feeder
from tournaments.models.conduct import Sanction, Substitution
from tournaments.models.draw import Draw
from tournaments.models.event import Entry, Event, Player
from tournaments.models.log import LogEntry
from tournaments.models.play import (
    TO_PLAY,
    Pairing,
    Place,
    Report,
    Result,
    Round,
    Stage,
)
from tournaments.models.table import Standing

__all__ = [
    "TO_PLAY",
    "Circuit",
    "Draw",
    "Entry",
    "Event",
    "Feeder",
    "LogEntry",
    "Pairing",
    "Place",
    "Player",
    "Report",
    "Result",
    "Round",
    "Sanction",
    "Stage",
    "Standing",
    "Substitution",
]
