"""Draw proposed loadings side by side, each under its letter: the area, and the piece where it would be let go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.candidates import Candidate
from games.riff_raff.loading.candidates import read_loading
from games.riff_raff.state import Loading, State
from rendering.drawing.canvas import Canvas
from rendering.drawing.theme import Look, theme
from rendering.riff_raff.decision import draw_close_view, paint_lookout, place_loading
from rendering.riff_raff.sea import HEIGHT
from rendering.riff_raff.ship.bodies import Letters
from rendering.riff_raff.ship.scene import Moment
from rendering.riff_raff.weather import WIDTH, judge_weather

LETTERS: Final = "ABCDEF"
_TOP, _GAP = 112, 8
_CHANCE: Final = "{count}/10"


def draw(view: State, candidates: Sequence[Candidate], letters: Letters, look: Look) -> Canvas:
    """Draw up to six candidates, without the frame: two in a row, more in two rows."""
    ours = theme("riff_raff", look)
    weather = judge_weather(view.roll, view.pitch)
    canvas = Canvas(paint_lookout(ours, weather), "riff_raff", look, private=True)
    rows = 1 if len(candidates) < 3 else 2
    columns = -(-len(candidates) // rows)
    wide, tall = (WIDTH - _GAP) // columns - _GAP, (HEIGHT - _TOP) // rows - _GAP
    for index, candidate in enumerate(candidates):
        x, y = _GAP + index % columns * (wide + _GAP), _TOP + index // columns * (tall + _GAP)
        laid = read_loading(candidate.codes)
        piece = place_loading(view, Loading(laid.kind, laid.spot, laid.pose.pose, laid.pose.turn)).piece
        moment = Moment(view.cargo, view.roll, view.pitch, view.yards, view.area, -1, piece)
        sign, chance = (x + 6, y + 6, x + 86, y + 86), (x + wide - 186, y + tall - 86, x + wide, y + tall)
        draw_close_view(canvas, moment, (x, y, x + wide, y + tall), letters, scale=34, letter=0, signs=(sign, chance),
                        pane=True)  # fmt: skip
        canvas.sign(x + 46, y + 46, LETTERS[index], size=66, width=76, height=76, ground=ours.line,
                    fill=ours.ground if ours.contrast else ours.rim, radius=38)  # fmt: skip
        if candidate.holds is not None:
            words = _CHANCE.format(count=round(10 * candidate.holds))
            canvas.sign(x + wide - 94, y + tall - 44, words, size=54, width=172, height=72, ground=ours.ground,
                        fill=ours.ink, radius=14)  # fmt: skip
    return canvas
