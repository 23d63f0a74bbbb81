"""What a rehearsal says of itself: a bar while it runs, and a summary at its end."""

import time
from dataclasses import dataclass, field
from statistics import median
from typing import Final, TextIO

WIDTH: Final = 30


class Progress:
    """A bar in one line, drawn again and again; nothing at all where nobody watches."""

    def __init__(self, out: TextIO) -> None:
        self.out, self.watched = out, out.isatty()
        self.what, self.total, self.done = "", 0, 0

    def begin(self, what: str, total: int) -> None:
        self.what, self.total, self.done = what, total, 0
        self.draw()

    def step(self) -> None:
        self.done += 1
        self.draw()

    def draw(self) -> None:
        if self.watched:
            bar = "#" * (WIDTH * self.done // max(self.total, 1))
            self.out.write(
                f"\r\x1b[K{self.what:24} [{bar:.<{WIDTH}}] {self.done} of {self.total}"
            )
            self.out.flush()

    def end(self) -> None:
        if self.watched:
            self.out.write("\r\x1b[K")


@dataclass
class Summary:
    """What was played, and how long it took (all times in seconds)."""

    entries: int = 0
    alone: bool = False
    """Whether each entry is one player, not a pair."""
    rounds: int = 0
    matches: int = 0
    moves: int = 0
    byes: int = 0
    reported: int = 0
    """Results on which both sides agreed, and on which they did not."""
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
        pace = self.moves / self.seconds_playing if self.seconds_playing else 0
        return [
            *([f"Champion: {self.champion}"] if self.champion else []),
            f"{self.entries} {'players' if self.alone else 'pairs'}, {self.matches} matches, {self.byes} byes, "
            f"{self.rounds} rounds, {self.records} records verified",
            *(
                [
                    f"{self.reported} results reported by both sides, {self.disputed} disputed"
                ]
                if self.reported
                else []
            ),
            *(
                [
                    f"{self.moves} moves in {self.seconds_playing:.1f} s: {pace:.0f} moves a second"
                ]
                if self.moves
                else []
            ),
            f"{time.monotonic() - self.began:.1f} s in all, {self.seconds_entering:.1f} s of them for the entries",
            f"{self.requests} requests, the slowest {self.slowest[0]:.3f} s ({self.slowest[1]})",
        ]

    def _waited(self) -> list[str]:
        spans = {
            "end of a match to its result": self.to_result,
            "result to the standings": self.to_standings,
        }
        return [
            f"from the {what}: {median(waits):.2f} s, at most {max(waits):.2f} s"
            for what, waits in spans.items()
            if waits
        ]
