"""One sentence for each event."""

from __future__ import annotations

from games.docker.events import AnyEvent, Drawn, Eliminated, FailedRoll, Moved, Rolled, Won
from games.docker.state import SQUARES, State
from games.docker.words.names import cube_name
from games.text import Arg, Colour, Join, Player, T, Text


def event(view: State, event: AnyEvent) -> Text:
    """Describe an event in one sentence."""
    match event:
        case Moved():
            return _describe_move(view, event)
        case FailedRoll(seat, values):
            return T(
                "{player} rolls {values}: no move fits, so they roll again.", player=Player(seat), values=Join(values)
            )
        case Rolled(seat, value):
            return T("{player} rolls {value}.", player=Player(seat), value=value)
        case Eliminated(seat, die):
            return T("{player} has no move for a {die} and is out.", player=Player(seat), die=die)
        case Won(seat):
            return T("{player} is the last one left.", player=Player(seat))
        case Drawn():
            return T("The turn limit is reached.")


def _describe_move(view: State, event: Moved) -> Text:
    player, cube, place = Player(event.seat), Colour(event.colour), describe_target(view, event.target)
    if event.source is None:
        return T("{player} brings in {cube} on {place}.", player=player, cube=cube, place=place)
    if event.source == event.target:
        return T("{player} moves {cube} in a circle, back to {place}.", player=player, cube=cube, place=place)
    source = SQUARES[event.source]
    return T("{player} moves {cube} from {source} to {place}.", player=player, cube=cube, source=source, place=place)


def describe_target(view: State, square: int) -> Arg:
    """Name the square a cube has reached, and the cube it covers there."""
    stack = view.squares[square]
    if len(stack) < 2:
        return SQUARES[square]
    return T("{square}, on top of {cube}", square=SQUARES[square], cube=cube_name(stack[-2]))
