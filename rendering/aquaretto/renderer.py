"""Draw Aquaretto: trucks along the top, each zoo below as an island in clear water.

The pile lies left of the trucks, the tile drawn from it beside it. Each seat has a part of the sea, roped off in its
colour: the island of its zoo on the left, then a column with the seat's token, coins, points and manager, then the
depot, bottom tile below. A ring marks the seat to move, and halos mark what the last ply changed. Private pictures and
close-ups show one zoo (`zoo_closeup`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.aquaretto.moves import Move
from games.aquaretto.state import State, Zoo
from games.aquaretto.zoo.layout import MANAGER, lines
from games.core import Seat
from games.text import Colour, Say, T
from rendering.aquaretto import flights, highlights, layout, tiles, trucks, zoo_closeup
from rendering.aquaretto import zoo as zoos
from rendering.aquaretto.scenery import sea
from rendering.aquaretto.sentences import list_winners, say_last_turn, say_progress, say_turn
from rendering.drawing import frame
from rendering.drawing.canvas import Canvas
from rendering.drawing.frame import Strip
from rendering.drawing.picture import Box, Picture
from rendering.drawing.sprites import Sprite, paint_sprite
from rendering.drawing.stored.packed import Packed, pack
from rendering.drawing.theme import SEATS, WHITE, Look, Theme
from rendering.posters.festive import draw_wreath, paint_bunting


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
    """Draw the position, 1200 x 900, or higher where zoos are very large, or where the reader wants large pictures.

    `rendering` explains the arguments.
    """
    if seat is not None:
        slots = tuple(truck.slots for truck in view.trucks)
        stage, grid = zoo_closeup.divide_private(view, seat, moves, ghost)
        base, boxes = zoo_closeup.draw_ground(look, stage, slots)
        canvas = Canvas(base, "aquaretto", look, private=True, boxes=boxes)
        _draw_head(canvas, view, say, strip, ghost, seat)
        zoo_closeup.draw_private(canvas, stage, grid, view, seat, moves, ghost)
        frame.draw_last_line(canvas, lambda: say_last_turn(view, say))
        return canvas.finish()
    marked = _draw_all(view, say, moves=moves, ghost=ghost, look=look, strip=strip)
    if ghost:
        marked.draw_ghost(view.active, ghost)
    elif moves:
        marked.mark_choices(view.active, moves)
    else:
        marked.mark_last_ply()
    trucks.write_numbers(marked.canvas, marked.stands)
    frame.draw_last_line(marked.canvas, lambda: say_last_turn(view, say))
    return marked.canvas.finish()


_WAY: Final = (0.2, 0.5, 0.8)
"""How far a tile has gone in each of the pictures before the one in which it has arrived."""


def draw_between(view: State, /, *, say: Say, look: Look = Look()) -> tuple[Picture, ...]:  # noqa: B008 - frozen
    """Draw the last ply's tiles on their way, as `rendering` explains."""
    before, ways = flights.take_back(view)
    return tuple(_draw_flight(before, ways, share, say, look) for share in _WAY) if ways else ()


def _draw_flight(view: State, ways: Sequence[flights.Flight], share: float, say: Say, look: Look) -> Picture:
    """Draw a position without the tiles that move, and these after `share` (0..1) of their ways."""
    marked = _draw_all(view, say, look=look)
    trucks.write_numbers(marked.canvas, marked.stands)
    for way in ways:
        tiles.put(marked.canvas, way.tile, *flights.find_on_way(marked, way, share), f"{way.tile} on its way")
    frame.draw_last_line(marked.canvas, tuple)
    return marked.canvas.finish()


def _draw_all(
    view: State,
    say: Say,
    *,
    moves: Sequence[Move] = (),
    ghost: Move | None = None,
    look: Look,
    strip: Strip = Strip(),  # noqa: B008 - frozen
) -> highlights.Highlights:
    """Draw strip, trucks, pile and zoos of a public picture, before anything is marked."""
    slots = tuple(truck.slots for truck in view.trucks)
    stands, slot = trucks.park(slots, large=look.large)
    more = highlights.list_cells_needed(moves, ghost)
    areas = tuple(zoos.find_area(zoo, more if seat == view.active else ()) for seat, zoo in enumerate(view.zoos))
    below = stands[-1].y + trucks.height(slot) + 12
    if look.large:
        loads = tuple(load if (load := len(zoo.depot)) > layout.USUAL_LOAD else 0 for zoo in view.zoos)
        panels, height = layout.place_large_homes(areas, below, loads)
    else:  # all pictures of a film have one size
        panels, height = layout.place_homes(areas, below, grows=not look.half)
    harbour, boxes = _draw_harbour(look, slots, list_winners(view) if view.over else ())
    canvas = Canvas(sea.make_depth(look, height), "aquaretto", look, boxes=boxes)
    canvas.put_back(harbour.unpack(), 0, 0)
    _draw_head(canvas, view, say, strip, ghost)
    top, size = stands[0].y, max(slot, _LARGE_PILE) if look.large else slot
    drawn = tuple((tile, (size + 32, top + 8, size)) for tile in (view.drawn,) if tile)
    marked = highlights.Highlights(canvas, view, _draw_zoos(canvas, view, panels), stands, (14, top + 8, size), drawn)
    _draw_shared(marked)
    return marked


def draw_closeup(
    view: State,
    player: Seat,
    *,
    say: Say,
    look: Look = Look(),  # noqa: B008 - frozen
) -> Picture:
    """Draw one zoo large, with depot, coins, jobs, and its points line by line as if the game ended now."""
    stage, grid = zoo_closeup.divide_scored(view.zoos[player])
    base, boxes = zoo_closeup.draw_ground(look, stage)
    canvas = Canvas(base, "aquaretto", look, private=True, boxes=boxes)
    frame.draw_strip(canvas, say(T("Aquaretto")), Strip(), turn=say(T("Zoo of {player}", player=Colour(player))))
    score = lines(view.zoos[player])
    counted = (
        (T("Animals"), score.animals),
        (T("Cashiers"), score.cashiers),
        (T("Keepers"), score.keepers),
        (T("Trainers"), score.trainers),
        (T("Depot"), score.depot),
        (T("Total"), score.total),
    )
    zoo_closeup.draw_scored(canvas, stage, grid, view, player, [(say(name), points) for name, points in counted])
    return canvas.finish()


@lru_cache(maxsize=8)
def _draw_harbour(look: Look, slots: tuple[int, ...], winners: tuple[Seat, ...]) -> tuple[Packed, tuple[Box, ...]]:
    """Draw the top of a picture: the quay with the empty trucks, which stay for a whole match; at its end under
    flags."""
    stands, slot = trucks.park(slots, large=look.large)
    low = stands[-1].y + trucks.height(slot) + 3
    canvas = Canvas(sea.make_depth(look, low + low % 2), "aquaretto", look)
    top = frame.strip_height(canvas) + 6
    sea.draw_quay(canvas, 0, top, canvas.width, low - top)
    for index, (stand, count) in enumerate(zip(stands, slots, strict=True)):
        trucks.draw_empty_truck(canvas, stand, index, count)
    if winners and not canvas.theme.contrast:
        canvas.paste(_draw_flags(winners, canvas.theme), 0, frame.strip_height(canvas) + 6)
    return canvas.layer()


@lru_cache(maxsize=8)
def _draw_flags(winners: tuple[Seat, ...], theme: Theme) -> Sprite:
    """Draw flags in the winners' colours on a cord across the quay."""
    tones = tuple(dict.fromkeys(tone for seat in winners for tone in (SEATS[seat].fill, WHITE, theme.line)))
    return paint_sprite(
        layout.WIDTH, 40, lambda pen: paint_bunting(pen, layout.WIDTH, 2, 10, tones, theme.rim, flag=24), crisp=True
    )


def _draw_head(
    canvas: Canvas, view: State, say: Say, strip: Strip, ghost: Move | None, seat: Seat | None = None
) -> None:
    """Draw the strip on top; `seat` is the reader's."""
    turn = T("Your choice, not yet confirmed") if ghost else say_turn(view, brief=canvas.large)
    you, progress = "" if seat is None else say(frame.say_you((seat,))), say(say_progress(view))
    frame.draw_strip(canvas, say(T("Aquaretto")), strip, turn=say(turn), progress=progress, you=you, over=view.over)


def _draw_shared(marked: highlights.Highlights) -> None:
    """Draw the pile, the tile drawn from it, and the loads of the trucks."""
    canvas, view = marked.canvas, marked.view
    trucks.draw_pile(canvas, view, *marked.pile)
    for tile, (x, y, size) in marked.waiting:
        tiles.put(canvas, tile, x, y, size, tile)
    for index, (stand, truck) in enumerate(zip(marked.stands, view.trucks, strict=True)):
        trucks.draw_load(canvas, stand, index, truck)


def _draw_zoos(canvas: Canvas, view: State, panels: Sequence[layout.Home]) -> dict[Seat, highlights.Site]:
    """Draw all zoos in their panels, with a ring around that of the seat to move or of the winner."""
    sites, winners = {}, list_winners(view) if view.over else ()
    for seat, (zoo, home) in enumerate(zip(view.zoos, panels, strict=True)):
        packed, boxes, sites[seat] = _draw_whole_zoo(canvas.look, canvas.height, home, seat, zoo, seat in winners)
        canvas.put_back(packed.unpack(), home.x - _ROPE, home.y - _ROPE, boxes)
    for seat in winners or (view.active,):
        layout.draw_ring(canvas, panels[seat], seat)
    return sites


def _draw_zoo(canvas: Canvas, home: layout.Home, seat: Seat, zoo: Zoo, won: bool) -> highlights.Site:
    """Draw a zoo in its panel, with its seat's token, coins, points and manager. `won`: in the light of its victory."""
    zoos.draw_land(canvas, home.grid, zoo, seat, layout.find_bounds(home), home.water, won=won)
    layout.draw_panel(canvas, home, seat)
    half, size = home.info // 2, home.info
    token, coins, points = ((x + half, y + half) for x, y in home.infos)
    if won:
        canvas.paste(draw_wreath(size - 4, canvas.theme.line, canvas.theme.own("trunk"), SEATS[seat].fill), *token)
    canvas.token(seat, *token, size - 10 * won)
    zoos.draw_money(canvas, *coins, size, zoo.coins)
    zoos.draw_score(canvas, *points, size, lines(zoo).total, won=won)
    if zoo.managers:
        zoos.draw_post(canvas, *home.manager, size, MANAGER, zoo.managers)
    depot = zoos.draw_depot(canvas, zoo, *home.depot, home.tile, home.room, upright=home.upright)
    return highlights.Site(home.grid, *depot, (*home.manager, size))


_LARGE_PILE: Final = 84
"""The size of the pile in a large picture, with room for two large digits."""
_ROPE: Final = 4
"""How far the rope around a panel reaches beyond it."""


@lru_cache(maxsize=512)
def _draw_whole_zoo(
    look: Look, height: int, home: layout.Home, seat: Seat, zoo: Zoo, won: bool
) -> tuple[Packed, tuple[Box, ...], highlights.Site]:
    """Draw a zoo's panel once: most zoos do not change from step to step. Returns its boxes too."""
    canvas = Canvas(sea.paint_sea(look, height), "aquaretto", look)
    site = _draw_zoo(canvas, home, seat, zoo, won)
    wide, tall = home.width + 2 * _ROPE, home.height + 2 * _ROPE
    return pack(canvas.part(home.x - _ROPE, home.y - _ROPE, wide, tall)), canvas.finish().boxes, site
