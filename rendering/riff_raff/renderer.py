"""Draw Riff Raff: the ship at sea at dusk, leaning, with everything aboard and in the water.

The public picture has the seats with their supplies on the left, the ship with its numbered areas, a tilt gauge and a
view from above. The piece loaded last has a halo; pieces that fell lie in the foam where they fell, caught ones in the
hand. A private picture shows one decision (`decision`); a clip shows a loading (`loading_clip`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from games.candidates import Candidate, Gauge
from games.colours import GLYPHS
from games.core import Move, Seat
from games.riff_raff.events import Rested
from games.riff_raff.loading.settled import KINDS, Keyframes
from games.riff_raff.state import DRAFT_PHASES, Phase, State
from games.riff_raff.words import names
from games.text import Colour, N, Say, T, Text
from rendering.drawing import frame
from rendering.drawing.canvas import Canvas
from rendering.drawing.frame import Strip
from rendering.drawing.picture import Picture
from rendering.drawing.theme import Look, theme
from rendering.riff_raff import decision, loading_clip, sea, side_panels
from rendering.riff_raff.candidates import draw as draw_lettered
from rendering.riff_raff.ship.bodies import Letters
from rendering.riff_raff.ship_at_sea import (
    LARGE_HEIGHT,
    find_moment,
    list_hands,
    list_overboard,
    paint_board,
    place_camera,
)
from rendering.riff_raff.weather import judge_weather


def draw(
    view: State,
    *,
    say: Say,
    seat: Seat | None = None,
    moves: Sequence[Move] = (),
    ghost: Move | None = None,
    look: Look = Look(),  # noqa: B008 - frozen
    strip: Strip = Strip(),  # noqa: B008 - frozen
) -> Picture:
    """Draw the position, 1200 x 900, or higher in large print; `rendering` explains the arguments."""
    if seat is not None:
        canvas = decision.draw(view, seat, moves, ghost, look, assign_letters(say))
        _draw_private_frame(canvas, view, seat, say, strip, _say_question(view, seat, ghost))
        return canvas.finish()
    return _frame(_hide_decision(view), say, look, strip) if look.half else _draw_public(view, say, look, strip)


def draw_candidates(
    view: State,
    seat: Seat,
    candidates: Sequence[Candidate],
    /,
    *,
    say: Say,
    look: Look = Look(),  # noqa: B008 - frozen
    strip: Strip = Strip(),  # noqa: B008 - frozen
) -> Picture:
    """Draw proposed loadings, each under its letter."""
    canvas = draw_lettered(view, candidates, assign_letters(say), look)
    _draw_private_frame(canvas, view, seat, say, strip, T("How do you load area {area}?", area=view.area))
    return canvas.finish()


def draw_gauged(
    view: State,
    seat: Seat,
    ghost: Move,
    gauge: Gauge,
    /,
    *,
    say: Say,
    look: Look = Look(),  # noqa: B008 - frozen
    strip: Strip = Strip(),  # noqa: B008 - frozen
) -> Picture:
    """Draw the preview of a loading, with the chance that it holds at each place of the same row."""
    canvas = decision.draw(view, seat, (), ghost, look, assign_letters(say), gauge)
    _draw_private_frame(canvas, view, seat, say, strip, _say_question(view, seat, ghost))
    return canvas.finish()


def _draw_private_frame(canvas: Canvas, view: State, seat: Seat, say: Say, strip: Strip, turn: Text) -> None:
    """Draw the strip of a private picture, and at its foot all seats and the last move."""
    you, progress = say(frame.say_you((seat,))), say(T("Round {round}", round=view.round))
    frame.draw_strip(canvas, say(T("Riff Raff")), strip, turn=say(turn), progress=progress, you=you)
    side_panels.draw_supplies(canvas, view, assign_letters(say), sea.HEIGHT, (seat,))
    side_panels.draw_foot(canvas, view, assign_letters(say), sea.HEIGHT + sea.SUPPLY_HEIGHT)
    frame.draw_last_line(canvas, lambda: _say_last_ply(view, say))


def _draw_public(view: State, say: Say, look: Look, strip: Strip) -> Picture:
    # In a film of the match the weather stays, because each change would cost a whole frame.
    rows = view.seats if look.large else 0
    weather = 1 if look.half else 0 if view.phase == "over" else judge_weather(view.roll, view.pitch)
    canvas = _make_canvas(look, weather, rows)
    _paint_position(canvas, view, say)
    _draw_around(canvas, view, say, strip, _say_turn(view, brief=look.large), lambda: _say_last_ply(view, say))
    if rows:
        top = canvas.height - frame.line_height(canvas) - rows * sea.SUPPLY_HEIGHT
        side_panels.draw_supplies(canvas, view, assign_letters(say), top, range(rows))
    return canvas.finish(dense=look.large)


_frame = lru_cache(maxsize=1)(_draw_public)
"""Draws a picture for a film of the match. Cached, because half of the plies look the same in a film."""


_DROP: Final = (6.0, 3.5, 1.0)
"""How high, in centimetres, the loaded piece hangs over its place in each of the pictures that lead to it."""


def draw_between(view: State, /, *, say: Say, look: Look = Look()) -> tuple[Picture, ...]:  # noqa: B008 - frozen
    """Draw the last loading on its way down, as `rendering` explains; none if its piece is no longer aboard."""
    last = view.last
    piece = next((piece for piece in view.cargo if last and piece.id == last.piece), None)
    if last is None or piece is None or not any(isinstance(event, Rested) for event in view.events):
        return ()
    others, shown = tuple(each for each in view.cargo if each is not piece), _hide_decision(view)
    views = [
        replace(shown, cargo=(*others, replace(piece, z=piece.z + height)), last=replace(last, falls=()))
        for height in _DROP
    ]
    return tuple(_draw_public(each, say, look, Strip()) for each in views)


def _paint_position(canvas: Canvas, view: State, say: Say) -> None:
    """Paint ship and water as they are now; at the end, with fireworks and a flag in the winners' colours."""
    winners = tuple(side_panels.list_winners(view)) if view.phase == "over" and not canvas.look.half else ()
    if winners and not canvas.theme.contrast:
        canvas.paste(sea.draw_fireworks(canvas.theme, winners), side_panels.PANEL + 4, frame.strip_height(canvas) + 6)
    paint_board(canvas, find_moment(view), assign_letters(say), gone=list_overboard(view), out=list_hands(view),
                flag=winners[0] if winners else None, is_free=view.seats < side_panels.MOST_SEATS)  # fmt: skip


def _hide_decision(view: State) -> State:
    """Remove what films leave out: the undecided loading and the events."""
    if view.phase in DRAFT_PHASES:
        view = replace(view, phase="announce", announced=0, loading=None)
    return replace(view, events=())


def _make_canvas(look: Look, weather: int, rows: int = 0) -> Canvas:
    """Make a canvas with sky and sea, beside the column of the seats; `rows`: the rows of supplies below."""
    eye, height = (
        place_camera(large=look.large),
        rows * sea.SUPPLY_HEIGHT + (LARGE_HEIGHT if look.large else sea.HEIGHT),
    )
    water = sea.paint_water(theme("riff_raff", look), eye, side_panels.PANEL, weather, height, plain=look.half)
    return Canvas(water, "riff_raff", look)


def _draw_around(
    canvas: Canvas,
    view: State,
    say: Say,
    strip: Strip,
    turn: Text,
    last: Callable[[], Sequence[str]],
    *,
    readable: bool = False,
) -> None:
    """Draw the strip, the seats and the line at the bottom; `readable`: with all words, in a film too."""
    progress, over = say(T("Round {round}", round=view.round)), view.phase == "over"
    side_panels.draw_seats(canvas, view, assign_letters(say), frame.strip_height(canvas) + 14)
    title, sentence = say(T("Riff Raff")), say(turn)
    frame.draw_strip(canvas, title, strip, turn=sentence, progress=progress, over=over, readable=readable)
    if view.last:  # before the first loading the sea reaches down to the edge
        frame.draw_last_line(canvas, last, readable=readable)


@lru_cache(maxsize=16)
def _assign_letters(words: tuple[str, ...]) -> Letters:
    out: list[str] = []
    for word in words:
        free = [c for c in word.upper() if c.isalpha() and c.isascii() and c not in out]
        out.append(free[0] if free else next(c for c in "XYZWVUQ" if c not in out))
    return tuple(out)


def assign_letters(say: Say) -> Letters:
    """Give each kind a letter: the first letter of its name in the reader's language that is still free."""
    return _assign_letters(tuple(say(names.KIND[kind]) for kind in KINDS))


def _say_turn(view: State, *, brief: bool) -> Text:
    """Say whom the match waits for, or who has won; `brief`: more than two winners by their glyphs alone."""
    match view.phase:
        case "select":
            return T("Choose your cards")
        case "captain":
            return T("{player} names the captain", player=Colour(view.captain))
        case "order":
            return T("{player} decides the order", player=Colour(view.captain))
        case "over":
            winners = side_panels.list_winners(view)
            if brief and len(winners) > 2:
                return T("Winner: {player}", player="".join(GLYPHS[seat] for seat in winners))
            return frame.say_won(winners)
    player = Colour(view.order[view.turn])
    if view.phase == "settle":
        return T("{player} has let go", player=player)
    if view.phase == "catch":
        return T("{player} may catch", player=player)
    return T("{player} loads area {area}", player=player, area=view.area)


_QUESTIONS: Final[dict[Phase, Text]] = {
    "select": T("Choose a card"),
    "captain": T("Name the captain"),
    "order": T("Decide the order"),
    "announce": T("One piece or two?"),
    "piece": T("Take a piece"),
    "spot": T("Choose a spot"),
    "pose": T("Choose a pose"),
    "hands": T("Choose your hands"),
    "catch": T("Stretch out your hand"),
}

_WHY_NOT: Final = {
    "crosses_border": T("Into another area"),
    "no_room": T("No room there"),
    "touches_nothing": T("Touches nothing"),
    "touches_other": T("Touches another area"),
    "no_hold": T("The hook finds no hold"),
    "no_pose": T("Not in this pose"),
}


def _say_question(view: State, seat: Seat, ghost: Move | None) -> Text:
    """Name the decision of the seat; for a piece in place, say whether it may be let go there."""
    goal = decision.preview_loading(view, ghost)
    if goal and goal.piece and view.seat == seat:
        what = T("Area {area}, {spot}: fits", area=view.area, spot=goal.loading.spot)
        return _WHY_NOT.get(goal.reason, T("That is not possible")) if goal.reason else what
    asked = view.phase == "select" or side_panels.is_active(view, seat)
    turn = _say_turn(view, brief=True)
    return _QUESTIONS.get(view.phase, turn) if asked else turn


def _say_last_ply(view: State, say: Say) -> tuple[str, ...]:
    """Describe the last loading and its effects in one line."""
    last = view.last
    if last is None or last.loading.kind is None:
        return ()
    what = say(
        T("{player}: {kind}, area {area}", player=Colour(last.seat), kind=names.KIND[last.loading.kind], area=last.area)
    )
    caught = sum(fell.caught for fell in last.falls)
    if not last.falls:
        holds = say(T("holds"))
        return (f"{what} · {holds}", what)
    fell = say(N("{count} overboard", "{count} overboard", len(last.falls)))
    held = (say(N("{count} caught", "{count} caught", caught)),) if caught else ()
    effects, token = " · ".join((fell, *held)), GLYPHS[last.seat]
    loaded = what.partition(":")[2].strip()
    return (f"{what} · {effects}", f"{token} {loaded} · {effects}", f"{token} {effects}")


def draw_clip(view: State, keyframes: Keyframes, *, say: Say, look: Look = Look()) -> bytes:  # noqa: B008 - frozen
    """Draw the last loading as a GIF of 600 x 450, at most 8 s and 200 kB. Its last frame is the board at half size.

    `view` is the state after it, `keyframes` the recording of the physics. Raises ValueError if nothing has been
    loaded.
    """
    last = view.last
    if last is None:
        raise ValueError("nothing has been loaded")
    words = T("{player} loads area {area}", player=Colour(last.seat), area=last.area)
    said = _say_last_ply(replace(view, last=replace(last, falls=())), say)[1:]
    half = replace(look, half=True)
    weather = judge_weather(view.roll, view.pitch)
    ground, still = _make_canvas(half, weather), _make_canvas(half, weather)
    _draw_around(ground, loading_clip.rewind(view, last), say, Strip(), words, lambda: said, readable=True)
    _paint_position(still, view, say)
    _draw_around(
        still, view, say, Strip(), _say_turn(view, brief=look.large), lambda: _say_last_ply(view, say), readable=True
    )
    return loading_clip.make_clip(ground.layer()[0], view, last, keyframes, assign_letters(say), still.finish(), half)
