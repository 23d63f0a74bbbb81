"""Output of a rehearsal: a progress bar, and a summary at the end."""

import time
from dataclasses import dataclass, field
from statistics import median
from typing import Final, TextIO

WIDTH: Final = 30


class Progress:
    """A bar in one line, redrawn in place; no output unless on a terminal."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self.is_terminal = out.isatty()
        self.begin_quietly("", 0)

    def begin(self, what: str, total: int) -> None:
        self.begin_quietly(what, total)
        self.draw()

    def begin_quietly(self, what: str, total: int) -> None:
        self.what = what
        self.total = total
        self.done = 0

    def step(self) -> None:
        self.done += 1
        self.draw()

    def draw(self) -> None:
        if self.is_terminal:
            bar = "#" * (WIDTH * self.done // max(self.total, 1))
            self.out.write(
                f"\r\x1b[K{self.what:24} [{bar:.<{WIDTH}}] {self.done} of {self.total}"
            )
            self.out.flush()

    def end(self) -> None:
        if self.is_terminal:
            self.out.write("\r\x1b[K")


@dataclass
class Summary:
    """What was played, and how long it took. All times in seconds."""

    entries: int = 0
    alone: bool = False
    """Whether each entry is a single player, not a pair."""
    rounds: int = 0
    matches: int = 0
    moves: int = 0
    byes: int = 0
    reported: int = 0
    """Results that both sides reported alike; `disputed`: differently."""
    disputed: int = 0
    records: int = 0
    champion: str = ""
    seconds_entering: float = 0.0
    seconds_playing: float = 0.0
    requests: int = 0
    slowest: tuple[float, str] = (0.0, "none")
    to_result: list[float] = field(default_factory=list)
    """From the end of each match to its result."""
    to_standings: list[float] = field(default_factory=list)
    """From the last result of each round to the standings with it."""
    began: float = field(default_factory=time.monotonic)

    def __str__(self) -> str:
        return "\n".join([*self._played(), *self._waited()])

    def _played(self) -> list[str]:
        lines: list[str] = []
        if self.champion:
            lines.append(f"Champion: {self.champion}")
        kind = "players" if self.alone else "pairs"
        lines.append(
            f"{self.entries} {kind}, {self.matches} matches, {self.byes} byes, "
            f"{self.rounds} rounds, {self.records} records verified"
        )
        if self.reported:
            lines.append(
                f"{self.reported} results reported by both sides, "
                f"{self.disputed} disputed"
            )
        if self.moves:
            pace = self.moves / self.seconds_playing if self.seconds_playing else 0
            lines.append(
                f"{self.moves} moves in {self.seconds_playing:.1f} s: "
                f"{pace:.0f} moves a second"
            )
        seconds = time.monotonic() - self.began
        slowest_seconds, slowest_request = self.slowest
        lines.append(
            f"{seconds:.1f} s in all, {self.seconds_entering:.1f} s of them for the entries"
        )
        lines.append(
            f"{self.requests} requests, the slowest {slowest_seconds:.3f} s "
            f"({slowest_request})"
        )
        return lines

    def _waited(self) -> list[str]:
        spans = {
            "end of a match to its result": self.to_result,
            "result to the standings": self.to_standings,
        }
        lines: list[str] = []
        for span, waits in spans.items():
            if waits:
                lines.append(
                    f"from the {span}: {median(waits):.2f} s, at most {max(waits):.2f} s"
                )
        return lines
