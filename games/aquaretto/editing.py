"""Correct a position of Aquaretto: animals, coins, loads of trucks, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from games.aquaretto.moves import DEPOT
from games.aquaretto.state import NOBODY, State, Zoo
from games.aquaretto.zoo.geometry import BIT, around
from games.aquaretto.zoo.layout import cells_in, layout, legal_mask
from games.aquaretto.zoo.tiles import TYPE
from games.core import Editor, Seat
from games.editing import list_turns, read_turn
from games.rng import Rng

COINS: Final = "coins"
TRUCK: Final = "truck"
_MOST_COINS: Final = 5
"""The most coins by which a purse is changed at once."""


class AquarettoEditor(Editor[State]):
    """Moves animals within a zoo where the rules allow them to be placed, and tiles between trucks."""

    def list_edits(self, view: State) -> Sequence[str]:
        if view.over or view.drawn or view.hand or view.pending:
            return ()
        found = [f"{seat}/{code}" for seat, zoo in enumerate(view.zoos) for code in _list_in_zoo(zoo)]
        takers = {truck.taker for truck in view.trucks}
        free = [seat for seat in range(len(view.zoos)) if seat not in takers and seat != view.active]
        return [*found, *dict.fromkeys(_list_in_trucks(view)), *list_turns(free)]

    def edit(self, state: State, code: str) -> State:
        if (seat := read_turn(code)) is not None:
            return replace(state, active=seat)
        whose, _, change = code.partition("/")
        if whose == TRUCK:
            return _reload(state, change)
        zoos = [*state.zoos]
        zoos[int(whose)] = _change_zoo(zoos[int(whose)], change)
        return replace(state, zoos=tuple(zoos))

    def go_on(self, state: State, rng: Rng) -> State:
        return replace(state, turn=state.turn + 1)


def _list_in_zoo(zoo: Zoo) -> Iterator[str]:
    for cell, tile in zoo.tiles:
        without = replace(zoo, tiles=tuple(each for each in zoo.tiles if each[0] != cell))
        grid = layout(without)
        if not _is_connected(grid.basins.get(TYPE[tile], 0)):
            continue  # without this animal its basin would fall apart
        targets = cells_in(without, legal_mask(without, grid, TYPE[tile]) & ~BIT[cell])
        yield from (f"{tile}@{cell}>{target}" for target in (*targets, DEPOT))
    for tile in zoo.depot[-1:]:
        yield from (f"{tile}@{DEPOT}>{cell}" for cell in cells_in(zoo, legal_mask(zoo, layout(zoo), TYPE[tile])))
    for count in range(max(0, zoo.coins - _MOST_COINS), zoo.coins + _MOST_COINS + 1):
        if count != zoo.coins:
            yield f"{COINS}/{count}"


def _is_connected(basin: int) -> bool:
    """Whether the cells of a mask touch each other."""
    reached = basin & -basin
    while (wider := reached | (around(reached) & basin)) != reached:
        reached = wider
    return reached == basin


def _list_in_trucks(view: State) -> Iterator[str]:
    open_trucks = [number for number, truck in enumerate(view.trucks) if truck.taker == NOBODY]
    for source in open_trucks:
        for target in open_trucks:
            if source != target and len(view.trucks[target].tiles) < view.trucks[target].slots:
                yield from (f"{TRUCK}/{tile}@{source + 1}>{target + 1}" for tile in view.trucks[source].tiles)


def _change_zoo(zoo: Zoo, change: str) -> Zoo:
    if change.startswith(COINS):
        return replace(zoo, coins=int(change.partition("/")[2]))
    tile, source, target = read_tile(change)
    if source == DEPOT:
        zoo = replace(zoo, depot=zoo.depot[:-1])
    else:
        zoo = replace(zoo, tiles=tuple(each for each in zoo.tiles if each[0] != source))
    if target == DEPOT:
        return replace(zoo, depot=(*zoo.depot, tile))
    return replace(zoo, tiles=(*zoo.tiles, (target, tile)))


def _reload(state: State, change: str) -> State:
    tile, source, target = read_tile(change)
    trucks = [*state.trucks]
    left, loaded = trucks[int(source) - 1], trucks[int(target) - 1]
    place = left.tiles.index(tile)
    trucks[int(source) - 1] = replace(left, tiles=left.tiles[:place] + left.tiles[place + 1 :])
    trucks[int(target) - 1] = replace(loaded, tiles=(*loaded.tiles, tile))
    return replace(state, trucks=tuple(trucks))


def read_tile(change: str) -> tuple[str, str, str]:
    """Read a tile, its source and its target."""
    tile, _, places = change.partition("@")
    source, _, target = places.partition(">")
    return tile, source, target


def read_owner(code: str) -> tuple[Seat | None, str]:
    """Read the seat whose zoo is changed (None: the trucks are), and the change."""
    whose, _, change = code.partition("/")
    return (None if whose == TRUCK else int(whose)), change
