"""The stand-in: greedy one step ahead, from what everybody sees.

It values a zoo by its points and by what is likely to become points. It takes the truck that gains it enough, loads
trucks so that it likes one of them while its rivals do not, and spends coins where that gains clearly.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.aquaretto import play
from games.aquaretto.moves import Draw, Load, Move, Take, legal_moves
from games.aquaretto.state import NOBODY, State, Zoo
from games.aquaretto.tiles import ATTRIBUTE, COIN, FEMALE, FISH, MALE, TYPE
from games.aquaretto.zoo import Layout, basin_limit, layout, legal_mask, lines
from games.core import Seat
from games.rng import Rng

_COIN: Final = 0.5
"""A coin in the hand, beyond what cashiers make of it."""
_GROWN: Final = (0.0, 0.1, 0.5, 0.9, 1.6, 2.2, 2.6, 2.8, 3.2, 4.0, 5.0, 5.0, 5.4, 5.4)
"""What a basin of a size promises beyond its points and present coins: the next coin and coworker."""
_UNBEGUN: Final = 2.5
"""A basin that may still be begun."""
_SINGLE: Final = 0.6
"""A fertile animal whose basin lacks its partner."""
_STUCK: Final = (1.5, 0.5, 0.2)
"""What it costs that a basin has room for no, one or two more animals."""
_DEPOT_TILE: Final = 0.2
_PENDING: Final = 1.5
"""A coworker or offspring still to be placed, about."""
_WORTH_PAYING: Final = 0.5
"""Gain for which a coin is spent."""
_SPITE: Final = 0.5
"""How much the best rival's gain counts against a load."""
_ENOUGH: Final = (0.5, 2.4, 3.4)
"""Gain for which a truck with no, one or two slots left is taken rather than filled up."""


def choose(view: State, seat: Seat, rng: Rng) -> Move:
    """The move for `seat`; chance only breaks ties."""
    moves = legal_moves(view, seat)
    if len(moves) == 1:
        return moves[0]
    if view.drawn:
        grids = [layout(zoo) for zoo in view.zoos]
        return _best(
            ((_load_value(view, seat, move.truck, grids), move) for move in moves if isinstance(move, Load)), rng
        )
    if view.hand or view.pending:
        return _best(((_value_after(view, seat, move), move) for move in moves), rng)
    return _action(view, seat, moves, rng)


def _best(valued: Iterable[tuple[float, Move]], rng: Rng) -> Move:
    """A move of the highest value."""
    choices = list(valued)
    top = max(number for number, _ in choices)
    best = [move for number, move in choices if number > top - 1e-9]
    return best[0] if len(best) == 1 else rng.choice(best)


def _action(view: State, seat: Seat, moves: tuple[Move, ...], rng: Rng) -> Move:
    """Take, pay or draw."""
    before = value(view.zoos[seat])
    paying = [(_value_after(view, seat, move) - before, move) for move in moves if not isinstance(move, Take | Draw)]
    if paying and max(gain for gain, _ in paying) >= _WORTH_PAYING:
        return _best(paying, rng)
    taking = [(_gain(view, seat, move) - before, move) for move in moves if isinstance(move, Take)]
    if not taking:
        return moves[0]
    gain, move = max(taking, key=lambda pair: pair[0])
    truck = view.trucks[move.truck]
    free = truck.slots - len(truck.tiles)
    if gain >= _ENOUGH[free] or not isinstance(moves[0], Draw):
        return move
    return moves[0]


def _gain(view: State, seat: Seat, move: Move) -> float:
    """What the zoo is worth after taking a truck and placing its load greedily."""
    after = play.apply(view, move)
    while after.turn == view.turn:
        state = after
        after = play.apply(state, max(legal_moves(state, seat), key=lambda step: _value_after(state, seat, step)))
    return value(after.zoos[seat])


def _value_after(view: State, seat: Seat, move: Move) -> float:
    after = play.apply(view, move)
    return value(after.zoos[seat]) + (_PENDING * len(after.pending) if after.turn == view.turn else 0.0)


def _load_value(view: State, seat: Seat, truck: int, grids: list[Layout]) -> float:
    """How the trucks would suit the seat, less how they would suit the best rival still without one."""
    loads = [
        (*other.tiles, view.drawn) if index == truck else other.tiles
        for index, other in enumerate(view.trucks)
        if other.taker == NOBODY
    ]
    out = {other.taker for other in view.trucks}
    best = {
        other: max(_appeal(zoo, grids[other], load) for load in loads)
        for other, zoo in enumerate(view.zoos)
        if other not in out
    }
    rivals = [gain for other, gain in best.items() if other != seat]
    return best[seat] - (_SPITE * max(rivals) if rivals else 0.0)


def _appeal(zoo: Zoo, grid: Layout, load: tuple[str, ...]) -> float:
    """Roughly what a load would gain a zoo, without laying it out."""
    worth = 0.0
    sizes = {type_: basin.bit_count() for type_, basin in grid.basins.items()}
    left = basin_limit(zoo) - len(sizes)
    stored = {TYPE[tile] for tile in zoo.depot}
    for tile in load:
        if tile == COIN:
            worth += _COIN + zoo.cashiers
            continue
        type_ = TYPE[tile]
        size = sizes.get(type_, 0)
        if (size and legal_mask(zoo, grid, type_)) or (not size and left):
            left -= not size
            sizes[type_] = size + 1
            worth += 1.0 + _GROWN[size + 1] - _GROWN[size] + (ATTRIBUTE[tile] == FISH) * zoo.keepers
            worth -= 0.0 if size else _UNBEGUN
        elif type_ not in stored:
            stored.add(type_)
            worth -= 1.0 if zoo.managers else 2.0
    return worth


def value(zoo: Zoo) -> float:
    """What a zoo is worth: its points now and what it promises."""
    grid = layout(zoo)
    worth = lines(zoo).total + _COIN * zoo.coins - _DEPOT_TILE * len(zoo.depot)
    worth += _UNBEGUN * (basin_limit(zoo) - len(grid.basins))
    fertile = {(TYPE[tile], ATTRIBUTE[tile]) for _, tile in zoo.tiles}
    for type_, basin in grid.basins.items():
        size = basin.bit_count()
        room = legal_mask(zoo, grid, type_).bit_count()
        worth += _GROWN[size] + _SINGLE * (((type_, FEMALE) in fertile) != ((type_, MALE) in fertile))
        if room < len(_STUCK) and size < 10:
            worth -= _STUCK[room]
    return worth
