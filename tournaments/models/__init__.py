"""What is stored of events: facts (entries, draws, results) and what is derived from them (standings)."""

from tournaments.models.conduct import Sanction, Substitution
from tournaments.models.draw import Draw
from tournaments.models.event import Entry, Event, Player
from tournaments.models.log import LogEntry
from tournaments.models.play import Pairing, Place, Report, Result, Round, Stage
from tournaments.models.table import Standing

__all__ = [
    "Draw",
    "Entry",
    "Event",
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
