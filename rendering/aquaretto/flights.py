"""Find the tiles that the last ply moved in Aquaretto, and where each is on its way: for films."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.aquaretto import events as e
from games.aquaretto.moves import DEPOT
from games.aquaretto.state import State, Zoo
from games.aquaretto.zoo.tiles import BABY_OF
from games.core import Seat
from rendering.aquaretto.highlights import Highlights
from rendering.aquaretto.trucks import TOP
from rendering.aquaretto.zoo import Spot

_RISE: Final = 40
"""Pixels by which the middle of a way lies over the straight line."""

PILE: Final = "pile"
"""The place where a drawn tile lies, beside the pile."""

_Place = tuple[Seat, str] | int | str
"""A seat with a place of its zoo, a truck, or `PILE`."""


class Flight(Struct, frozen=True):
    """The way of a tile from place to place."""

    tile: str
    source: _Place
    target: _Place


def take_back(view: State) -> tuple[State, tuple[Flight, ...]]:
    """Take the tiles that the last ply moved off the places where they arrived.

    Returns that position, which has no events, and the ways of these tiles. None have offspring, born where it is, and
    the tile that ends a round, because its truck is back among the others.
    """
    trucks, zoos = list(view.trucks), list(view.zoos)
    boarded = {truck.taker: number for number, truck in enumerate(trucks)}
    flights = dict[tuple[Seat, str] | int, Flight]()
    for event in view.events:
        match event:
            case e.Took(seat, number, _, _):
                boarded[seat] = number
            case e.Loaded(_, tile, number) if trucks[number].tiles[-1:] == (tile,):
                trucks[number] = replace(trucks[number], tiles=trucks[number].tiles[:-1])
                flights[number] = Flight(tile, PILE, number)
            case e.Placed(seat, tile, cell) if seat in boarded and tile not in BABY_OF.values():
                flights[seat, cell] = Flight(tile, boarded[seat], (seat, cell))
            case e.Depot(seat, tile) if seat in boarded and tile not in BABY_OF.values():
                flights[seat, DEPOT] = Flight(tile, boarded[seat], (seat, DEPOT))  # of several, the last one
            case e.Moved(seat, tile, cell):
                flights[seat, cell] = Flight(tile, (seat, DEPOT), (seat, cell))
            case e.Bought(seat, seller, tile, cell):
                flights[seat, cell] = Flight(tile, (seller, DEPOT), (seat, cell))
            case _:
                pass
    for flight in flights.values():
        if isinstance(flight.target, tuple):
            seat, place = flight.target
            zoos[seat] = _empty(zoos[seat], place)
    return replace(view, trucks=tuple(trucks), zoos=tuple(zoos), events=()), tuple(flights.values())


def _empty(zoo: Zoo, place: str) -> Zoo:
    """Take the tile off a place of a zoo."""
    if place == DEPOT:
        return replace(zoo, depot=zoo.depot[:-1])
    return replace(zoo, tiles=tuple((cell, tile) for cell, tile in zoo.tiles if cell != place))


def find_on_way(marked: Highlights, flight: Flight, share: float) -> Spot:
    """Find where a tile is after `share` (0..1) of its way, and how large, in the picture of `take_back`'s position."""
    (x0, y0, first), (x1, y1, last) = (_find_spot(marked, place) for place in (flight.source, flight.target))
    size = first if share < 0.5 else last  # two sizes that are painted anyway
    x, y = (a + (b - a) * share for a, b in ((x0 + first / 2, x1 + last / 2), (y0 + first / 2, y1 + last / 2)))
    rise = 4 * share * (1 - share) * _RISE
    return round(x - size / 2), max(TOP, round(y - size / 2 - rise)), size


def _find_spot(marked: Highlights, place: _Place) -> Spot:
    if isinstance(place, tuple):
        site = marked.sites[place[0]]
        return site.next_depot if place[1] == DEPOT else site.spot(place[1])
    if isinstance(place, int):
        stand, load = marked.stands[place], marked.view.trucks[place].tiles
        return (*stand.slot(len(load)), stand.size)
    x, y, size = marked.pile
    return x + size + 20, y + 8, size
