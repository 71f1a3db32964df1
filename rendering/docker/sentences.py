"""Word the strip and the last line of Docker's pictures."""

from __future__ import annotations

from collections.abc import Sequence

from games.colours import GLYPHS
from games.core import Seat
from games.docker.events import Drawn, Eliminated, Moved, Won
from games.docker.state import SQUARES, State
from games.text import Colour, Say, T, Text
from rendering.drawing import frame


def say_turn(view: State, teams: Sequence[tuple[int, ...]], *, reader: Seat | None) -> Text:
    """Say whose turn it is, or how the match has ended; briefly to the `reader` whose turn it is."""
    for event in view.events:
        if isinstance(event, Won):
            return frame.say_won(teams[event.seat])
        if isinstance(event, Drawn):
            return frame.say_draw()
    return T("Your turn") if view.to_move == reader else frame.say_to_move(teams[view.to_move])


def say_last_ply(view: State, teams: Sequence[tuple[int, ...]], say: Say) -> tuple[str, ...]:
    """List one-line wordings of the last ply: with the whole path and all names, and shorter ones."""
    out = [colour for event in view.events if isinstance(event, Eliminated) for colour in teams[event.seat]]
    last = next((event for event in view.events if isinstance(event, Moved)), None)
    if last is None:
        rolled = T("{player} rolled {die}", player=Colour(teams[view.to_move][0]), die=view.die)
        return () if view.over else (say(rolled),)
    said = []
    for squares in (last.path, last.path[:1] + last.path[1:][-1:]):
        way, cube = " → ".join(SQUARES[square] for square in squares), Colour(last.colour)
        if last.source is None:
            said.append(say(T("{cube} comes in: {path}", cube=cube, path=way)))
        else:
            said.append(say(T("{cube}: {path}", cube=cube, path=way)))
    if not out:
        return tuple(said)
    names, glyphs = say(frame.say_out(out)), say(frame.say_out(out, brief=True))
    ends = dict.fromkeys(SQUARES[square] for square in (last.path[0], last.path[-1]))
    least = f"{GLYPHS[last.colour]} {' → '.join(ends)}"
    crossed = f"{least} × {''.join(GLYPHS[colour] for colour in out)}"
    return (*(f"{line} · {gone}" for line in (*said, least) for gone in (names, glyphs)), crossed)
