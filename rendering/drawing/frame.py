"""Draw the parts that all pictures share: the strip on top, the row of seats, and the line with the last move.

A reader should see whose turn it is and the last move within two seconds, so both have a fixed place. The sentences
that all games draw are here too; they name seats by colour, never by a person's name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

import games
from games.colours import GLYPHS
from games.text import Colour, Join, Say, T, Text, hide_names
from rendering.drawing.canvas import Canvas, measure
from rendering.drawing.fonts import Face
from rendering.drawing.picture import Picture
from rendering.drawing.theme import RGB, SEATS, WHITE, Look
from rendering.drawing.writing.lines import wrap_words
from rendering.drawing.writing.names import drop_missing

MARGIN: Final = 24
"""Free pixels at the left and right edge."""


class Strip(Struct, frozen=True):
    """Words of the caller for the strip on top, ready to be drawn.

    clock: the time left, such as "23 h". verdict: a sentence shown instead of whose turn it is: that the match has
    ended early, for instance by being cancelled, or that the turn is held. speaks: whether the picture tells the reader
    which colours are theirs.
    """

    clock: str = ""
    verdict: str = ""
    speaks: bool = True


class Chip(Struct, frozen=True):
    """A seat in the row of seats: its colours, a few words with its counters, and whether it is to act or out."""

    colours: tuple[int, ...]
    words: str = ""
    active: bool = False
    out: bool = False


def name_seat(colours: Sequence[int], /) -> Colour | Join:
    """Name a seat in a text: the colours it plays."""
    return Join(tuple(Colour(colour) for colour in colours)) if len(colours) > 1 else Colour(colours[0])


def say_to_move(colours: Sequence[int], /, *, brief: bool = False) -> Text:
    """Say whose turn it is; `brief`: by glyphs alone."""
    return T("{player} to move", player=_list_glyphs(colours) if brief else name_seat(colours))


def say_you(colours: Sequence[int], /) -> Text:
    """Tell the reader of a private picture which colours are theirs."""
    return T("You: {player}", player=_list_glyphs(colours))


def say_won(colours: Sequence[int], /) -> Text:
    """Say who has won."""
    return T("Winner: {player}", player=name_seat(colours))


def say_out(colours: Sequence[int], /, *, brief: bool = False) -> Text:
    """Say who has just been eliminated; `brief`: by glyphs alone."""
    return T("Out: {player}", player=_list_glyphs(colours) if brief else name_seat(colours))


def _list_glyphs(colours: Sequence[int]) -> str:
    return "".join(GLYPHS[colour] for colour in colours)


def say_draw() -> Text:
    """Say that nobody has won."""
    return T("A draw")


def say_turn(number: int, /) -> Text:
    """Say which turn it is."""
    return T("Turn {number}", number=number)


def strip_height(canvas: Canvas, /) -> int:
    """Return the height of the strip on top."""
    return 108 if canvas.large else 84


def line_height(canvas: Canvas, /) -> int:
    """Return the height of the line at the bottom."""
    return 96 if canvas.large else 66


def draw_strip(
    canvas: Canvas,
    title: str,
    caller: Strip,
    /,
    *,
    turn: str,
    progress: str = "",
    you: str = "",
    over: bool = False,
    readable: bool = False,
) -> None:
    """Draw the strip on top: whose turn it is (a sentence with the seat's glyph), the game, its progress, the clock.

    The turn comes first and is never dropped. In a private picture `you` says which colour is the reader's. Clock,
    `you`, progress and title share the rest in this order; the first that does not fit is dropped with those after it.
    A film shows only the glyphs of the sentence and no progress, because words could not be read in time and cost more
    bytes than a move; it shows everything where it stays `readable`. Once the match is `over`, it does so on the colour
    of the winner whom `turn` names first.
    """
    if canvas.look.half and not (over or readable):
        turn, progress = "".join(mark for mark in turn if mark in GLYPHS), ""
    theme, width, height = canvas.theme, canvas.width, strip_height(canvas)
    ground, on, dim, line = theme.panel, theme.on_panel, theme.dim, theme.line
    won = next((GLYPHS.index(mark) for mark in turn if mark in GLYPHS), None) if over and not caller.verdict else None
    if won is not None and not theme.contrast:
        seat = SEATS[won]
        ground, on, dim, line = seat.side if seat.on == WHITE else seat.fill, seat.on, seat.on, seat.on
    canvas.fill(0, 0, width, height, ground)
    canvas.fill(0, height, width, 6, theme.line)
    middle, big, small = height // 2, canvas.letter_size(50), canvas.letter_size(38)
    x = MARGIN
    x = canvas.text(
        x,
        middle,
        caller.verdict or turn,
        size=big,
        face="display",
        fill=on,
        width=width - MARGIN - x,
        least=canvas.letter_size(38),
    )
    x += 36
    right = width - MARGIN
    others: tuple[tuple[str, Face, RGB], ...] = (
        (caller.clock, "text", line),
        (you if caller.speaks else "", "text", on),
        (progress, "text", dim),
        (title, "display", dim),
    )
    for words, face, fill in others:
        if not words:
            continue
        runs = measure(words, small, face)
        if x + runs > right and words == you:  # its glyphs alone
            words = "".join(mark for mark in you if mark in GLYPHS)
            runs = measure(words, small, face)
        if x + runs > right:
            break
        canvas.text(right, middle, words, size=small, face=face, fill=on if theme.contrast else fill, align="right")
        right -= runs + 32


def draw_last_line(canvas: Canvas, wordings: Callable[[], Sequence[str]], /, *, readable: bool = False) -> None:
    """Draw the line at the bottom with the last move, in the fullest wording that fits.

    A film has none (see `draw_strip`), unless the words stay long enough (`readable`).
    """
    if canvas.look.half and not readable:
        return
    theme, width, height = canvas.theme, canvas.width, line_height(canvas)
    top = canvas.height - height
    canvas.fill(0, top, width, height, theme.panel)
    if words := wordings():
        size, least, room = canvas.letter_size(42), canvas.letter_size(36), width - 2 * MARGIN
        fits = next((said for said in words if measure(said, least) <= room), words[-1])
        canvas.text(MARGIN, top + height // 2, fits, size=size, fill=theme.on_panel, width=room, least=least)


def draw_frame(
    canvas: Canvas, game: str, view: Any, say: Say, caller: Strip, /, *, counters: Sequence[str] = ()
) -> int:
    """Draw the strip, the row of seats with their counters, and the last event for which the game has words.

    For games in which each seat plays the colour of its number. Without counters there is no row of seats. Returns the
    y below the row.
    """
    rules, words = games.load(game), games.words(game)
    ended, acting = rules.outcome(view), rules.to_act(view)
    turn = say(say_to_move(acting) if ended is None else say_won(ended.winners))
    if ended is None and measure(turn, canvas.letter_size(38), "display") > canvas.width - 2 * MARGIN:
        turn = say(say_to_move(acting, brief=True))
    draw_strip(canvas, say(words.TITLE), caller, turn=turn, over=ended is not None)
    if not canvas.large:
        told = [said for event in view.events if (said := words.event(view, event)) is not None]
        draw_last_line(canvas, lambda: [say(hide_names(said)) for said in told[-1:]])
    return draw_seats(canvas, [Chip((seat,), said, active=seat in acting) for seat, said in enumerate(counters)])


def add_caption(picture: Picture, words: str, game: str, look: Look, /) -> Picture:
    """Write words into the line at the bottom of a finished picture, such as a frame of a film, without symbols that no
    face has. Words that do not fit have several lines over the picture's foot."""
    canvas, shown = Canvas(picture.image, game, look, boxes=picture.boxes), drop_missing(words)
    size, room = canvas.letter_size(36), canvas.width - 2 * MARGIN
    lines = wrap_words(shown, room, size)
    if len(lines) == 1:
        draw_last_line(canvas, lambda: (shown,), readable=True)
    else:
        pitch = size * 4 // 3
        top = canvas.height - len(lines) * pitch - 12
        canvas.fill(0, top, canvas.width, canvas.height - top, canvas.theme.panel)
        for number, line in enumerate(lines):
            middle = top + 6 + number * pitch + pitch // 2
            canvas.text(MARGIN, middle, line, size=size, fill=canvas.theme.on_panel, width=room)
    return replace(canvas.finish(dense=picture.dense, hard=picture.hard), places=picture.places)


def draw_seats(canvas: Canvas, chips: Sequence[Chip], /) -> int:
    """Draw a row of seats under the strip: seats to act are underlined, eliminated ones crossed out. Returns the y
    below."""
    theme, width, top = canvas.theme, canvas.width, strip_height(canvas) + 6
    if not chips:
        return top
    height = canvas.letter_size(40) + 32
    each = (width - 2 * MARGIN) // len(chips)
    size = height - 16
    for index, chip in enumerate(chips):
        x, middle = MARGIN + index * each, top + height // 2 + 4
        canvas.box("area", x, top + 4, each - 12, height, "seat")
        if chip.active:
            canvas.panel(x, top + height - 2, each - 12, 8, theme.line, radius=4)
        for colour in chip.colours:
            canvas.token(colour, x + size // 2 + 6, middle, size, faint=chip.out)
            if chip.out:
                canvas.cross(x + size // 2 + 6, middle, size)
            x += size + 6
        room = MARGIN + (index + 1) * each - 24 - x - 10
        canvas.text(x + 10, middle, chip.words, size=canvas.letter_size(40), width=room, least=canvas.letter_size(32))
    return top + height + 8
