"""Rows of the tables, their Markdown, and their place on the page."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from bench.measuring import ROOT

PAGE: Final = ROOT / "docs" / "evidence.md"

Clock = Literal["CPU", "wall", ""]
"""Other processes disturb wall-clock times, but hardly CPU times."""


class Row(Struct, frozen=True):
    """Our figure, a peer's figure, and a goal. Figures are in `unit`, and medians unless `what` says otherwise.

    At most one goal is set: our figure is `at_most` or `at_least` a value, or `times` as good as the peer's.
    """

    what: str
    ours: float | None
    unit: str
    clock: Clock = ""
    peer: str = ""
    theirs: float | None = None
    at_most: float | None = None
    at_least: float | None = None
    times: float | None = None
    more_is_better: bool = False
    note: str = ""
    is_on_page: bool = True
    """False: it is printed, but the page leaves it out."""

    @property
    def ratio(self) -> float | None:
        """By what factor our figure is better than the peer's."""
        if not self.ours or not self.theirs:
            return None
        return self.ours / self.theirs if self.more_is_better else self.theirs / self.ours

    @property
    def met(self) -> bool | None:
        """Whether the goal is reached; None without a goal or figures."""
        if self.times is not None:
            return None if self.ratio is None else self.ratio >= self.times
        if self.ours is None:
            return None
        if self.at_most is not None:
            return self.ours <= self.at_most
        return None if self.at_least is None else self.ours >= self.at_least

    @property
    def goal(self) -> str:
        if self.times is not None:
            return f"{self.times:.2g} x"
        if self.at_most is not None:
            return f"at most {self.at_most:g}"
        return "" if self.at_least is None else f"at least {self.at_least:g}"


HEAD = ("what", "clock", "ours", "peer", "peer's", "ratio", "goal", "met?")
_WIDTHS = (58, 5, 12, 24, 10, 8, 13, 4)


def format_head() -> str:
    """Format the first two lines of the table."""
    rule = "|".join(f"-{'-' * width}-" for width in _WIDTHS)
    return f"{_line(HEAD)}\n|{rule}|"


def format_line(row: Row) -> str:
    """Format a row of the table."""
    ratio = "" if row.ratio is None else f"{row.ratio:.1f} x"
    met = {None: "", True: "yes", False: "NO"}[row.met]
    ours = "–" if row.ours is None else f"{figure(row.ours)} {row.unit}"
    theirs = "" if row.theirs is None else figure(row.theirs)
    what = f"{row.what} ({row.note})" if row.note else row.what
    return _line((what, row.clock, ours, row.peer, theirs, ratio, row.goal, met))


def figure(value: float) -> str:
    """Format a number with three significant digits; whole from 100 on."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _line(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(f"{cell:<{width}}" for cell, width in zip(cells, _WIDTHS, strict=True)) + " |"


def write_block(name: str, text: str) -> None:
    """Replace a block of the page, which stands between two comments."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    before, rest = PAGE.read_text(encoding="utf-8").split(begin)
    PAGE.write_text(f"{before}{begin}\n{text}\n\n{end}{rest.split(end)[1]}", encoding="utf-8")
