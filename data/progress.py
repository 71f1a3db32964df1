"""Report how far a long command has got, and how long the rest will take."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

Report = Callable[[int, int, str], None]
"""Called with how many things are done, how many there are, and the name of the things or of the current one."""


def describe_progress(number: int, total: int, what: str, seconds: float) -> str:
    """Describe the beginning of part `number` of `total`, such as "3 of 13: pictures, about 5 min left".

    `seconds`: what the rest will take; 0.0 if that is unknown.
    """
    return f"{number:,} of {total:,}: {what}" + (f", {format_duration(seconds)} left" if seconds else "")


def format_duration(seconds: float) -> str:
    """Format an estimate, such as "about 5 min"."""
    return f"about {max(1, round(seconds / 60))} min" if seconds >= 60 else f"about {round(seconds)} s"


def estimate_rest(done: int, total: int, seconds: float) -> float:
    """Estimate the seconds that the rest takes at the mean pace so far; 0.0 before anything is done."""
    return seconds / done * (total - done) if done else 0.0


class Progress:
    """Show how many things are done: at most one line in `every` seconds, and one at the end.

    `write`: writes a line, by default to the standard error. `clock`: returns seconds.
    """

    def __init__(
        self,
        *,
        every: float = 5.0,
        write: Callable[[str], object] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._every, self._write, self._clock = every, write or _write_error, clock
        self._began = self._shown = clock()

    def report(self, done: int, total: int, what: str) -> None:
        """Show that `done` of `total` things are done; `what` names the things or the current one."""
        now = self._clock()
        if done < total and now - self._shown < self._every:
            return
        self._shown = now
        self._write(describe_progress(done, total, what, estimate_rest(done, total, now - self._began)))


def _write_error(line: str) -> None:
    sys.stderr.write(f"{line}\n")
