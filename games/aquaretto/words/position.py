"""The position in words: the alt text, and the complete position for players who do not see the picture."""

from __future__ import annotations

from typing import Final

from games.aquaretto.moves import list_workplaces
from games.aquaretto.state import COWORKER, NOBODY, State, Zoo
from games.aquaretto.words.events import event
from games.aquaretto.words.names import ANIMAL, JOB, board_name, job_name, score_list, tile_list, tile_name
from games.aquaretto.zoo.geometry import board_cells
from games.aquaretto.zoo.layout import CASHIER, KEEPER, cells_in, layout, lines
from games.aquaretto.zoo.tiles import BABY_OF, TYPE, TYPES
from games.core import Seat
from games.text import Join, N, Player, T, Text

_EVENTS_IN_STATUS: Final = 2
"""How many events of the last ply the alt text has room for."""


def status(view: State) -> Text:
    """Summarise the position: whose turn it is, the last ply, the points."""
    news = tuple(text for item in view.events[:_EVENTS_IN_STATUS] if (text := event(view, item)))
    standings = score_list(tuple(lines(zoo).total for zoo in view.zoos))
    if not news:  # at the start, and after a correction of the position
        return T("{turn} Points now: {standings}.", turn=_turn_line(view), standings=standings)
    last = T("{one} {two}", one=news[0], two=news[1]) if len(news) > 1 else news[0]
    return T("{turn} {last} Points now: {standings}.", turn=_turn_line(view), last=last, standings=standings)


def _turn_line(view: State) -> Text:
    if view.over:
        return T("The game is over.")
    if view.last_round:
        return T("Last round; it is {player}'s turn.", player=Player(view.active))
    return T("Round {round}; it is {player}'s turn.", round=view.round, player=Player(view.active))


def position(view: State, seat: Seat | None) -> tuple[Text, ...]:
    """Describe everything on the table, line by line; the seat's own zoo first."""
    seats = range(len(view.zoos))
    order = sorted(seats, key=lambda other: other != seat)
    return (
        _turn_line(view),
        _pile_line(view),
        *_describe_unresolved(view),
        *(_truck_line(view, truck) for truck in range(len(view.trucks))),
        *(line for other in order for line in _zoo_lines(other, view.zoos[other])),
        *([T("Not in this game: {animals}.", animals=_animals(view.removed))] if view.removed else []),
    )


def _animals(types: tuple[str, ...]) -> Join:
    return Join(tuple(ANIMAL[type_] for type_ in types))


def _pile_line(view: State) -> Text:
    return T(
        "Draw pile: {pile}; reserve: {reserve}.",
        pile=N("one tile", "{count} tiles", len(view.pile)),
        reserve=N("one tile", "{count} tiles", len(view.reserve)),
    )


def _describe_unresolved(view: State) -> tuple[Text, ...]:
    """Say what the active seat still has to load or place."""
    found = []
    if view.drawn:
        found.append(T("Drawn, to go on a truck: {tile}.", tile=tile_name(view.drawn)))
    if view.pending:
        things = tuple(T("a coworker") if thing == COWORKER else tile_name(BABY_OF[thing]) for thing in view.pending)
        found.append(T("To place first: {things}.", things=Join(things)))
    if view.hand:
        found.append(T("From the truck, still to place: {tiles}.", tiles=tile_list(view.hand)))
    return tuple(found)


def _truck_line(view: State, index: int) -> Text:
    truck = view.trucks[index]
    if truck.taker != NOBODY:
        return T("Truck {truck}: taken by {player}.", truck=index + 1, player=Player(truck.taker))
    free = N("one slot free", "{count} slots free", truck.slots - len(truck.tiles))
    return T("Truck {truck}: {load}; {free}.", truck=index + 1, load=tile_list(truck.tiles), free=free)


def _zoo_lines(seat: Seat, zoo: Zoo) -> tuple[Text, ...]:
    """Describe a zoo: coins and points, basins, coworkers, boards, empty cells, depot."""
    grid = layout(zoo)
    coworkers = tuple(_coworker(zoo, place) for place in list_workplaces(zoo))
    boards = tuple(
        T("{board} ({cells})", board=board_name(board), cells=", ".join(board_cells(board))) for board in zoo.boards
    )
    found = [
        T(
            "Zoo of {player}: {coins}.",
            player=Player(seat),
            coins=N("one coin", "{count} coins", zoo.coins),
        )
    ]
    for type_ in TYPES:
        tiles = tuple(
            T("{tile} {cell}", tile=tile_name(tile), cell=cell) for cell, tile in zoo.tiles if TYPE[tile] == type_
        )
        if tiles:
            basin = T("Basin {animal}, {count}:", animal=ANIMAL[type_], count=len(tiles))
            found.append(T("{basin} {tiles}.", basin=basin, tiles=Join(tiles)))
    if coworkers:
        found.append(T("Coworkers: {coworkers}.", coworkers=Join(coworkers)))
    if boards:
        found.append(T("Expansions: {boards}.", boards=Join(boards)))
    if empty := cells_in(zoo, grid.empty):
        found.append(T("Empty cells: {cells}.", cells=", ".join(empty)))
    if zoo.depot:
        found.append(T("Depot, from the bottom: {tiles}.", tiles=tile_list(zoo.depot)))
    return tuple(found)


def _coworker(zoo: Zoo, place: str) -> Text:
    """Name a workplace, with the number of coworkers there if it is two."""
    doubled = (place == CASHIER and zoo.cashiers == 2) or (place == KEEPER and zoo.keepers == 2)
    return T("2 × {job}", job=JOB[place]) if doubled else job_name(place)
