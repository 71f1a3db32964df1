"""Draw which rolls would put whom out, as the board stands: in the sky on the right, a row for each seat in danger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.docker.play import list_dangers
from games.docker.state import State
from rendering.drawing import frame
from rendering.drawing.canvas import Canvas, measure

_GAP: Final = 8
_EDGE: Final = 14


def draw_danger(canvas: Canvas, view: State, teams: Sequence[tuple[int, ...]]) -> None:
    """Draw the crossed tokens of each seat in danger and the rolls it falls on.

    A large picture has no room for them; the board's words name them, too.
    """
    if canvas.large:
        return
    size, letters = 46, 42
    y = frame.strip_height(canvas) + _EDGE
    for seat, deadly in list_dangers(view):
        rolls = "  ".join(_join_runs(deadly))
        wide = len(teams[seat]) * (size + _GAP) + measure(rolls, letters, "display") + 4 * _GAP
        x = canvas.width - _EDGE - wide
        canvas.panel(x, y, wide, size + _GAP, canvas.theme.panel)
        x += _GAP
        for colour in teams[seat]:
            canvas.token(colour, x + size // 2, y + (size + _GAP) // 2, size)
            canvas.cross(x + size - 12, y + size - 8, size // 2)
            x += size + _GAP
        canvas.text(x + _GAP, y + (size + _GAP) // 2, rolls, size=letters, face="display", fill=canvas.theme.on_panel)
        y += size + 2 * _GAP


def _join_runs(rolls: Sequence[int]) -> list[str]:
    """Write rising numbers briefly: three or more in a row as "1–3"."""
    runs: list[list[int]] = []
    for roll in rolls:
        if runs and runs[-1][-1] == roll - 1:
            runs[-1].append(roll)
        else:
            runs.append([roll])
    return [word for run in runs for word in ([f"{run[0]}–{run[-1]}"] if len(run) > 2 else map(str, run))]
