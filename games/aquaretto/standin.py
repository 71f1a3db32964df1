"""Choose moves for the computer player: look one step ahead, using only public information.

It values a zoo by its points and its prospects. It takes a truck that gains enough, loads trucks so that one of them
is worth more to its own zoo than to its rivals', and spends coins when the gain is clear.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp
from typing import Final

from games.aquaretto import play
from games.aquaretto.moves import Draw, Load, Move, Take, legal_moves
from games.aquaretto.state import NOBODY, State, Zoo
from games.aquaretto.zoo.layout import Layout, basin_limit, layout, legal_mask, lines
from games.aquaretto.zoo.tiles import ATTRIBUTE, COIN, FEMALE, FISH, MALE, TYPE
from games.candidates import Candidate, Candidates
from games.core import Seat
from games.levels import overlook_some
from games.rng import Rng

COIN_WORTH: Final = 0.5
"""Value of a coin, besides the points of the cashiers."""
GROWN: Final = (0.0, 0.1, 0.5, 0.9, 1.6, 2.2, 2.6, 2.8, 3.2, 4.0, 5.0, 5.0, 5.4, 5.4)
"""Value of a basin by its size, besides its points: the prospect of the next coin and coworker."""
_UNBEGUN: Final = 2.5
"""Value of a basin that can still be started."""
_SINGLE: Final = 0.6
"""Value of a fertile animal without a partner in its basin."""
_STUCK: Final = (1.5, 0.5, 0.2)
"""Cost of a basin with room for no, one or two more animals."""
_DEPOT_TILE: Final = 0.2
"""Cost of a tile in the depot, besides its points."""
_PENDING: Final = 1.5
"""Approximate value of a coworker or offspring still to place."""
_WORTH_PAYING: Final = 0.5
"""The least gain for which it spends coins."""
_SPITE: Final = 0.5
"""Weight of the best rival's gain when loading a truck."""
_SEEN: Final = 0.6
"""Chance that the easy player sees a move."""
_ENOUGH: Final = (0.5, 2.4, 3.4)
"""The least gain for which it takes a truck with no, one or two free slots instead of drawing."""


def choose(view: State, seat: Seat, rng: Rng) -> Move:
    """Choose a move for `seat`; chance only breaks ties."""
    return _choose_among(view, seat, legal_moves(view, seat), rng)


def choose_easy(view: State, seat: Seat, rng: Rng) -> Move:
    """Choose among the moves that a beginner sees."""
    return _choose_among(view, seat, overlook_some(legal_moves(view, seat), rng, seen=_SEEN), rng)


def _choose_among(view: State, seat: Seat, moves: Sequence[Move], rng: Rng) -> Move:
    if len(moves) == 1:
        return moves[0]
    if view.drawn:
        grids = [layout(zoo) for zoo in view.zoos]
        return _pick_best(
            ((_value_load(view, seat, move.truck, grids), move) for move in moves if isinstance(move, Load)), rng
        )
    if view.hand or view.pending:
        return _pick_best(((value_after(view, seat, move), move) for move in moves), rng)
    return _choose_action(view, seat, moves, rng)


def _pick_best(valued: Iterable[tuple[float, Move]], rng: Rng) -> Move:
    """Pick a move of the highest value, at random among equals."""
    choices = list(valued)
    top = max(number for number, _ in choices)
    best = [move for number, move in choices if number > top - 1e-9]
    return best[0] if len(best) == 1 else rng.choice(best)


def _choose_action(view: State, seat: Seat, moves: Sequence[Move], rng: Rng) -> Move:
    """Choose between taking a truck, paying and drawing."""
    before = value_zoo(view.zoos[seat])
    paying = [(value_after(view, seat, move) - before, move) for move in moves if not isinstance(move, Take | Draw)]
    if paying and max(gain for gain, _ in paying) >= _WORTH_PAYING:
        return _pick_best(paying, rng)
    taking = [(_value_after_truck(view, seat, move) - before, move) for move in moves if isinstance(move, Take)]
    if not taking:
        return moves[0]
    gain, move = max(taking, key=lambda pair: pair[0])
    truck = view.trucks[move.truck]
    free = truck.slots - len(truck.tiles)
    if gain >= _ENOUGH[free] or not isinstance(moves[0], Draw):
        return move
    return moves[0]


def _value_after_truck(view: State, seat: Seat, move: Move) -> float:
    """Value the zoo after taking a truck and placing its load."""
    after = play.apply(view, move)
    _, placed = _place_all(after, seat) if after.turn == view.turn else ((), after)
    return value_zoo(placed.zoos[seat])


@lru_cache(maxsize=256)
def count_truck_points(view: State, seat: Seat, move: Take) -> int:
    """Count the points that a truck adds to the zoo of a seat at once, with its load placed well."""
    after = play.apply(view, move)
    _, placed = _place_all(after, seat) if after.turn == view.turn else ((), after)
    return lines(placed.zoos[seat]).total - lines(view.zoos[seat]).total


def _place_all(view: State, seat: Seat) -> tuple[tuple[Move, ...], State]:
    """Place everything in hand and every bonus, each where it is worth most. Returns the moves and the position after
    the turn."""
    moves, state = [], view
    while state.turn == view.turn:
        before = state
        moves.append(max(legal_moves(before, seat), key=lambda step: value_after(before, seat, step)))
        state = play.apply(before, moves[-1])
    return tuple(moves), state


class Arrangements(Candidates[State]):
    """Proposes a truck for a tile, and where the animals of a truck and the bonuses go."""

    def find(self, view: State, seat: Seat) -> Sequence[Candidate]:
        return ()

    def vary(self, view: State, seat: Seat, codes: Sequence[str]) -> Sequence[Candidate]:
        return ()

    def complete(self, view: State, seat: Seat) -> Sequence[str]:
        if seat != view.active or not (view.drawn or view.hand or view.pending):
            return ()
        if view.drawn:
            grids = [layout(zoo) for zoo in view.zoos]
            loads = [move for move in legal_moves(view, seat) if isinstance(move, Load)]
            return (max(loads, key=lambda load: _value_load(view, seat, load.truck, grids)).code,)
        return tuple(move.code for move in _place_all(view, seat)[0])


def value_after(view: State, seat: Seat, move: Move) -> float:
    """Value the zoo after a move, with the bonuses that are still to place."""
    after = play.apply(view, move)
    return value_zoo(after.zoos[seat]) + (_PENDING * len(after.pending) if after.turn == view.turn else 0.0)


def _value_load(view: State, seat: Seat, truck: int, grids: list[Layout]) -> float:
    """Value the load of a truck: the best gain open to the seat, less a share of the best gain open to a rival."""
    loads = [
        (*other.tiles, view.drawn) if index == truck else other.tiles
        for index, other in enumerate(view.trucks)
        if other.taker == NOBODY
    ]
    out = {other.taker for other in view.trucks}
    best = {
        other: max(_estimate_gain(zoo, grids[other], load) for load in loads)
        for other, zoo in enumerate(view.zoos)
        if other not in out
    }
    rivals = [gain for other, gain in best.items() if other != seat]
    return best[seat] - (_SPITE * max(rivals) if rivals else 0.0)


def _estimate_gain(zoo: Zoo, grid: Layout, load: tuple[str, ...]) -> float:
    """Estimate the gain of a load for a zoo without placing it."""
    worth = 0.0
    sizes = {type_: basin.bit_count() for type_, basin in grid.basins.items()}
    left = basin_limit(zoo) - len(sizes)
    stored = {TYPE[tile] for tile in zoo.depot}
    for tile in load:
        if tile == COIN:
            worth += COIN_WORTH + zoo.cashiers
            continue
        type_ = TYPE[tile]
        size = sizes.get(type_, 0)
        if (size and legal_mask(zoo, grid, type_)) or (not size and left):
            left -= not size
            sizes[type_] = size + 1
            worth += 1.0 + GROWN[size + 1] - GROWN[size] + (ATTRIBUTE[tile] == FISH) * zoo.keepers
            worth -= 0.0 if size else _UNBEGUN
        elif type_ not in stored:
            stored.add(type_)
            worth -= 1.0 if zoo.managers else 2.0
    return worth


@lru_cache(maxsize=4096)
def value_zoo(zoo: Zoo) -> float:
    """Value a zoo: its points now and its prospects. Results are cached, because zoos recur in playouts."""
    grid = layout(zoo)
    worth = lines(zoo).total + COIN_WORTH * zoo.coins - _DEPOT_TILE * len(zoo.depot)
    worth += _UNBEGUN * (basin_limit(zoo) - len(grid.basins))
    fertile = {(TYPE[tile], ATTRIBUTE[tile]) for _, tile in zoo.tiles}
    for type_, basin in grid.basins.items():
        size = basin.bit_count()
        room = legal_mask(zoo, grid, type_).bit_count()
        worth += GROWN[size] + _SINGLE * (((type_, FEMALE) in fertile) != ((type_, MALE) in fertile))
        if room < len(_STUCK) and size < 10:
            worth -= _STUCK[room]
    return worth


def sketch_chances(view: State) -> tuple[float, ...]:
    """Sketch each seat's chance of winning by the value of its zoo; points count more as the piles run out."""
    worth = [value_zoo(zoo) for zoo in view.zoos]
    weight = 1.0 / (2.0 + len(view.pile) / 10)
    shares = [exp(weight * (each - max(worth))) for each in worth]
    return tuple(each / sum(shares) for each in shares)
