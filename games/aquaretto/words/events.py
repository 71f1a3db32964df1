"""What has happened and how things stand, in texts."""

from __future__ import annotations

from typing import Final

from games.aquaretto import events as e
from games.aquaretto.geometry import board_cells
from games.aquaretto.moves import employed
from games.aquaretto.state import COWORKER, NOBODY, State, Zoo
from games.aquaretto.tiles import BABY_OF, TYPE, TYPES
from games.aquaretto.words.names import ANIMAL, JOB, board_name, job_name, tile_list, tile_name
from games.aquaretto.zoo import CASHIER, KEEPER, cells_in, layout, lines, scores
from games.core import Seat
from games.text import Join, N, Player, T, Text

_TOLD: Final = 2
"""How many events of the last ply the status tells."""


def event(view: State, event: e.AnyEvent) -> Text | None:
    """One sentence about an event."""
    match event:
        case e.Drew(seat, tile):
            return T("{player} draws a tile: {tile}.", player=Player(seat), tile=tile_name(tile))
        case e.Loaded(seat, tile, truck):
            return T(
                "{player} puts {tile} on truck {truck}.", player=Player(seat), tile=tile_name(tile), truck=truck + 1
            )
        case e.Took(seat, truck, tiles, coins):
            money = (N("one coin", "{count} coins", coins),) if coins else ()
            load = Join((*(tile_name(tile) for tile in tiles), *money))
            return T("{player} takes truck {truck}: {load}.", player=Player(seat), truck=truck + 1, load=load)
        case e.Placed(seat, tile, cell):
            return T("{player} puts {tile} on {cell}.", player=Player(seat), tile=tile_name(tile), cell=cell)
        case e.Depot(seat, tile):
            return T("{player} puts {tile} in the depot.", player=Player(seat), tile=tile_name(tile))
        case e.Born(seat, animal):
            return T("{player} has offspring: {tile}.", player=Player(seat), tile=tile_name(BABY_OF[animal]))
        case e.CoinBonus(seat, animal, size):
            return T(
                "{player} earns a coin: basin of {size} ({animal}).",
                player=Player(seat),
                size=size,
                animal=ANIMAL[animal],
            )
        case e.CoworkerGained(seat, animal, size):
            return T(
                "{player} gains a coworker: basin of {size} ({animal}).",
                player=Player(seat),
                size=size,
                animal=ANIMAL[animal],
            )
        case e.CoworkerLost(seat):
            return T("{player} has no job for the coworker, who leaves.", player=Player(seat))
        case e.Hired(seat, job, cell):
            place = job_name(f"{job}@{cell}" if cell else job)
            return T("{player} gives the coworker a job: {job}.", player=Player(seat), job=place)
        case e.Scored(points):
            return T("Final score: {standings}.", standings=_standings(points))
        case _:
            return _money_or_round(view, event)


def _money_or_round(view: State, event: e.AnyEvent) -> Text | None:
    match event:
        case e.Moved(seat, tile, cell):
            return T(
                "{player} pays and moves {tile} from the depot to {cell}.",
                player=Player(seat),
                tile=tile_name(tile),
                cell=cell,
            )
        case e.Shifted(seat, source, target):
            return T(
                "{player} pays and moves a coworker: {source} becomes {target}.",
                player=Player(seat),
                source=job_name(source),
                target=job_name(target),
            )
        case e.Bought(seat, seller, tile, cell):
            return T(
                "{player} buys {tile} from {seller} and puts it on {cell}.",
                player=Player(seat),
                seller=Player(seller),
                tile=tile_name(tile),
                cell=cell,
            )
        case e.Discarded(seat, tile):
            return T("{player} pays and discards {tile}.", player=Player(seat), tile=tile_name(tile))
        case e.Expanded(seat, board):
            return T("{player} builds a {board}.", player=Player(seat), board=board_name(board))
        case e.LastRound():
            return T("The draw pile is empty and the reserve is opened: this round is the last.")
        case e.RoundEnded(round_, starter, boxed):
            if boxed:
                return T(
                    "Round {round} is over. Left on the last truck and out of the game: {tiles}.",
                    round=round_,
                    tiles=tile_list(boxed),
                )
            if view.last_round:
                return T("Round {round} was the last.", round=round_)
            return T("Round {round} is over. {player} begins the next.", round=round_, player=Player(starter))
        case _:
            return None


def _standings(points: tuple[int, ...]) -> Join:
    return Join(tuple(T("{player} {points}", player=Player(seat), points=number) for seat, number in enumerate(points)))


def status(view: State) -> Text:
    """Whose turn it is, what happened last, how the points stand."""
    told = tuple(text for happened in view.events[:_TOLD] if (text := event(view, happened)))
    standings = _standings(tuple(score.total for score in scores(view)))
    last = T("{one} {two}", one=told[0], two=told[1]) if len(told) > 1 else told[0] if told else T("No move yet.")
    return T("{turn} {last} Points now: {standings}.", turn=_turn_line(view), last=last, standings=standings)


def _turn_line(view: State) -> Text:
    if view.over:
        return T("The game is over.")
    if view.last_round:
        return T("Last round; it is {player}'s turn.", player=Player(view.active))
    return T("Round {round}; it is {player}'s turn.", round=view.round, player=Player(view.active))


def position(view: State, seat: Seat | None) -> tuple[Text, ...]:
    """Everything that can be seen, line by line; the seat's own zoo first."""
    seats = range(len(view.zoos))
    order = sorted(seats, key=lambda other: other != seat)
    return (
        _turn_line(view),
        _pile_line(view),
        *_unresolved_lines(view),
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


def _unresolved_lines(view: State) -> tuple[Text, ...]:
    """What the active seat has to finish."""
    found = []
    if view.drawn:
        found.append(T("Drawn, to be put on a truck: {tile}.", tile=tile_name(view.drawn)))
    if view.pending:
        things = tuple(T("a coworker") if thing == COWORKER else tile_name(BABY_OF[thing]) for thing in view.pending)
        found.append(T("To be placed first: {things}.", things=Join(things)))
    if view.hand:
        found.append(T("From the truck, to be placed: {tiles}.", tiles=tile_list(view.hand)))
    return tuple(found)


def _truck_line(view: State, index: int) -> Text:
    truck = view.trucks[index]
    if truck.taker != NOBODY:
        return T("Truck {truck}: taken by {player}.", truck=index + 1, player=Player(truck.taker))
    free = N("one slot free", "{count} slots free", truck.slots - len(truck.tiles))
    return T("Truck {truck}: {load}; {free}.", truck=index + 1, load=tile_list(truck.tiles), free=free)


def _zoo_lines(seat: Seat, zoo: Zoo) -> tuple[Text, ...]:
    """One zoo: coins and points, basins, coworkers, boards, empty cells, depot."""
    score = lines(zoo)
    grid = layout(zoo)
    coworkers = tuple(_coworker(zoo, place) for place in employed(zoo))
    boards = tuple(
        T("{board} ({cells})", board=board_name(board), cells=", ".join(board_cells(board))) for board in zoo.boards
    )
    found = [
        T(
            "Zoo of {player}: {coins}, {points}.",
            player=Player(seat),
            coins=N("one coin", "{count} coins", zoo.coins),
            points=N("one point now", "{count} points now", score.total),
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
        found.append(T("Depot, bottom first: {tiles}.", tiles=tile_list(zoo.depot)))
    return tuple(found)


def _coworker(zoo: Zoo, place: str) -> Text:
    """A place with how many coworkers are there."""
    doubled = (place == CASHIER and zoo.cashiers == 2) or (place == KEEPER and zoo.keepers == 2)
    return T("2 × {job}", job=JOB[place]) if doubled else job_name(place)
