"""Choose Aquaretto's strong move: play the rest of the round many times, and choose the move with the best lead.

Whether to draw, to take a truck or to pay, and which truck to load, is decided by playouts to the end of the round.
Playouts use an estimate of what a load is worth to each zoo, and so take a tenth of a millisecond. Tiles are placed as
the normal player places them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from games.aquaretto import standin
from games.aquaretto.moves import Draw, Load, Move, Take, legal_moves
from games.aquaretto.standin import COIN_WORTH, GROWN
from games.aquaretto.state import NOBODY, State, Zoo
from games.aquaretto.zoo.layout import basin_limit, layout, legal_mask
from games.aquaretto.zoo.tiles import ATTRIBUTE, BABY, COIN, FEMALE, FISH, MALE, TYPE, pile_tiles
from games.core import Seat
from games.rng import Rng

PLAYOUTS: Final = 240
"""Playouts of each option, all with the same tiles."""

STARTED: Final = 1.0
"""Cost of starting a new basin, because basins are limited.

The normal player's cost is higher, so that it avoids new animals.
"""

PAIR: Final = 1.3
"""Value of completing a pair, which breeds at once."""

FULL: Final = 2.0
"""Cost of a tile that goes to the depot."""

ENOUGH: Final = (0.5, 2.2, 3.2)
"""The least gain for which a truck with no, one or two free slots is taken in a playout."""

SPITE: Final = 0.5
"""Weight of the best rival's gain when a truck is loaded in a playout."""

_DRAWN: Final = 16
"""Tiles drawn for a playout, more than a round usually needs."""


def choose(view: State, seat: Seat, rng: Rng) -> Move:
    """Choose a move for `seat` from what everybody sees."""
    moves = legal_moves(view, seat)
    if len(moves) == 1 or ((view.hand or view.pending) and not view.drawn):
        return standin.choose(view, seat, rng)
    options: list[tuple[float, Move]] = [(0.0, move) for move in moves if isinstance(move, Draw | Load | Take)]
    if not view.drawn:
        before = standin.value_zoo(view.zoos[seat])
        paying = [
            (standin.value_after(view, seat, move) - before, move)
            for move in moves
            if not isinstance(move, Draw | Take)
        ]
        best = max(paying, key=lambda pair: pair[0], default=None)
        if best is not None and best[0] > 0:
            options.append(best)
    if len(options) == 1:
        return options[0][1]
    unseen = list_unseen(view)
    table = Round(view)
    worth = [0.0] * len(options)
    for _ in range(PLAYOUTS):
        tiles = _draw_some(unseen, rng)
        for index, (gain, move) in enumerate(options):
            worth[index] += gain + table.play(seat, move, tiles)
    return options[max(range(len(options)), key=worth.__getitem__)][1]


def list_unseen(view: State) -> list[str]:
    """List the tiles of the piles: all that nobody has seen."""
    seen = [tile for zoo in view.zoos for _, tile in zoo.tiles]
    seen += [tile for zoo in view.zoos for tile in zoo.depot]
    seen += [tile for truck in view.trucks for tile in truck.tiles]
    seen += [*view.hand, *view.box, *([COIN] * view.cashed), *([view.drawn] if view.drawn else [])]
    left = Counter(pile_tiles(view.removed))
    left.subtract(tile for tile in seen if ATTRIBUTE.get(tile) != BABY)
    return sorted(left.elements())


def _draw_some(unseen: Sequence[str], rng: Rng) -> tuple[str, ...]:
    """Draw the next tiles of the piles at random."""
    tiles = list(unseen)
    found = []
    for _ in range(min(_DRAWN, len(tiles))):
        index = rng.below(len(tiles))
        found.append(tiles[index])
        tiles[index] = tiles[-1]
        tiles.pop()
    return tuple(found)


class Round:
    """Play the rest of a round with estimates instead of zoos."""

    def __init__(self, view: State) -> None:
        self._drawn = view.drawn
        self._seats = len(view.zoos)
        self._open = [index for index, truck in enumerate(view.trucks) if truck.taker == NOBODY]
        self._loads = [truck.tiles for truck in view.trucks]
        self._slots = [truck.slots for truck in view.trucks]
        out = {truck.taker for truck in view.trucks}
        self._alive = [seat for seat in range(self._seats) if seat not in out]
        self._zoos = [Needs(zoo) for zoo in view.zoos]

    def play(self, seat: Seat, move: Move, tiles: Sequence[str]) -> float:
        """Play a move and the rest of the round. Returns the seat's gain less the mean gain of its rivals."""
        loads, trucks, alive = list(self._loads), list(self._open), list(self._alive)
        gains = [0.0] * self._seats
        supply = iter(tiles)
        mover = seat
        first: Move | None = move
        while alive:
            if isinstance(first, Take):
                taken: int | None = first.truck
            elif first is not None:
                taken = None
            else:
                taken = self._choose_truck(mover, loads, trucks)
            if taken is None and (first is None or isinstance(first, Draw | Load)):
                tile = self._drawn if isinstance(first, Load) else next(supply, "")
                fitting = [truck for truck in trucks if len(loads[truck]) < self._slots[truck]]
                if tile and fitting:
                    target = (
                        first.truck
                        if isinstance(first, Load)
                        else self._choose_load(mover, tile, loads, fitting, trucks, alive)
                    )
                    loads[target] = (*loads[target], tile)
                elif first is None:
                    taken = self._find_best(mover, loads, trucks)
                    if taken is None:
                        break
            first = None
            at = alive.index(mover)
            if taken is not None:
                gains[mover] += self._zoos[mover].estimate(loads[taken])
                trucks.remove(taken)
                alive.remove(mover)
                if not alive:
                    break
                mover = alive[at % len(alive)]
            else:
                mover = alive[(at + 1) % len(alive)]
        return gains[seat] - (sum(gains) - gains[seat]) / (self._seats - 1)

    def _find_best(self, mover: Seat, loads: list[tuple[str, ...]], trucks: list[int]) -> int | None:
        """Find the best truck that may be taken."""
        zoo = self._zoos[mover]
        return max(
            (truck for truck in trucks if loads[truck]), key=lambda truck: zoo.estimate(loads[truck]), default=None
        )

    def _choose_truck(self, mover: Seat, loads: list[tuple[str, ...]], trucks: list[int]) -> int | None:
        """Choose the truck to take; None: draw."""
        best = self._find_best(mover, loads, trucks)
        if best is None:
            return None
        free = self._slots[best] - len(loads[best])
        if self._zoos[mover].estimate(loads[best]) >= ENOUGH[free]:
            return best
        full = all(len(loads[truck]) == self._slots[truck] for truck in trucks)
        return best if full else None

    def _choose_load(
        self,
        mover: Seat,
        tile: str,
        loads: list[tuple[str, ...]],
        fitting: list[int],
        trucks: list[int],
        alive: list[Seat],
    ) -> int:
        """Choose the truck for a tile that leaves the mover the best gain, less a share of the best gain of a rival."""
        if len(fitting) == 1:
            return fitting[0]
        best, top = fitting[0], float("-inf")
        for target in fitting:
            filled = (*loads[target], tile)
            mine, theirs = -9.0, -9.0
            for seat in alive:
                zoo = self._zoos[seat]
                gain = max(zoo.estimate(filled if truck == target else loads[truck]) for truck in trucks)
                if seat == mover:
                    mine = gain
                elif gain > theirs:
                    theirs = gain
            worth = mine - SPITE * theirs if theirs > -9.0 else mine
            if worth > top:
                best, top = target, worth
        return best


class Needs:
    """Estimates what a zoo gains from a load. Results are cached, because loads recur in playouts."""

    def __init__(self, zoo: Zoo) -> None:
        grid = layout(zoo)
        self._zoo = zoo
        self._sizes = {type_: basin.bit_count() for type_, basin in grid.basins.items()}
        self._room = {type_: legal_mask(zoo, grid, type_).bit_count() for type_ in set(TYPE.values())}
        self._left = basin_limit(zoo) - len(self._sizes)
        self._stored = {TYPE[tile] for tile in zoo.depot}
        fertile = Counter((TYPE[tile], ATTRIBUTE[tile]) for _, tile in zoo.tiles)
        self._single = {type_: fertile[type_, FEMALE] - fertile[type_, MALE] for type_ in self._sizes}
        self._known: dict[tuple[str, ...], float] = {}

    def estimate(self, load: tuple[str, ...]) -> float:
        """Estimate the gain of a load."""
        found = self._known.get(load)
        if found is None:
            found = self._known[load] = self._work_out(load)
        return found

    def _work_out(self, load: tuple[str, ...]) -> float:
        zoo, worth, left = self._zoo, 0.0, self._left
        sizes, single, stored = dict(self._sizes), dict(self._single), set(self._stored)
        added: Counter[str] = Counter()
        for tile in load:
            if tile == COIN:
                worth += COIN_WORTH + zoo.cashiers
                continue
            type_, attribute = TYPE[tile], ATTRIBUTE[tile]
            size = sizes.get(type_, 0)
            if self._room[type_] <= added[type_] or (not size and not left):
                if type_ not in stored:
                    stored.add(type_)
                    worth -= FULL / 2 if zoo.managers else FULL
                continue
            added[type_] += 1
            if not size:
                left -= 1
                worth -= STARTED
            sizes[type_] = size + 1
            worth += 1.0 + GROWN[size + 1] - GROWN[size] + (attribute == FISH) * zoo.keepers
            if attribute in (FEMALE, MALE):
                sign = 1 if attribute == FEMALE else -1
                before = single.get(type_, 0)
                single[type_] = before + sign
                if abs(before + sign) < abs(before):
                    worth += PAIR
        return worth
