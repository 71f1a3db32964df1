"""Choose Aquaretto's strong move: play the rest of the round many times, and choose the move that wins most often.

Whether to draw, to take a truck or to pay, and which truck to load, is decided by playouts to the end of the round.
Playouts predict what a load is worth to each zoo, and so take a tenth of a millisecond. The chance of winning follows
from the points that all zoos are expected to have in the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.aquaretto import play
from games.aquaretto.moves import Draw, Load, Move, Take, legal_moves
from games.aquaretto.notation import unseen_tiles
from games.aquaretto.state import NOBODY, State
from games.aquaretto.strong.prospects import read_end, read_outlook
from games.aquaretto.strong.value import Value, load_value
from games.core import Seat
from games.rng import Rng

PLAYOUTS: Final = 120
"""Playouts of each option, all with the same tiles."""

ENOUGH: Final = (2.0, 6.0, 8.5)
"""The least gain for which a truck with no, one or two free slots is taken in a playout."""

SPITE: Final = 0.5
"""Weight of the best rival's gain when a truck is loaded in a playout."""

_PENDING: Final = 2.0
"""Value of a coworker or offspring still to place."""

_WORTH_TRYING: Final = -0.5
"""The least gain for which a payment is tried out."""

_DRAWN: Final = 16
"""Tiles drawn for a playout, more than a round usually needs."""


class Option(NamedTuple):
    """A move to try out. `gain`: the points it brings its seat at once; `gain_at_end`: if this round is the last."""

    move: Move
    gain: float = 0.0
    gain_at_end: float = 0.0


def choose(view: State, seat: Seat, rng: Rng) -> Move:
    """Choose a move for `seat` from what everybody sees."""
    return search(view, seat, rng, load_value(len(view.zoos)), PLAYOUTS)


def search(view: State, seat: Seat, rng: Rng, value: Value, playouts: int) -> Move:
    """Choose a move by so many playouts of each option."""
    moves = legal_moves(view, seat)
    if len(moves) == 1:
        return moves[0]
    table = Table(view, value)
    if (view.hand or view.pending) and not view.drawn:
        return max(moves, key=lambda move: table.predict_after(view, seat, move))
    options = table.list_options(view, seat, moves)
    if len(options) == 1:
        return options[0].move
    unseen, chances = sorted(unseen_tiles(view)), [0.0] * len(options)
    for _ in range(playouts):
        tiles = _draw_some(unseen, rng)
        for index, option in enumerate(options):
            chances[index] += table.play(seat, option, tiles)
    return options[max(range(len(options)), key=chances.__getitem__)].move


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


class Table:
    """A position, prepared to play the rest of its round with predictions instead of zoos."""

    def __init__(self, view: State, value: Value) -> None:
        self._outlook = read_outlook(view, value)
        self._end = self._outlook if view.last_round or len(view.pile) >= _DRAWN else read_end(view)
        self._pile = len(view.pile)
        self._drawn = view.drawn
        self._open = [index for index, truck in enumerate(view.trucks) if truck.taker == NOBODY]
        self._loads = [truck.tiles for truck in view.trucks]
        self._slots = [truck.slots for truck in view.trucks]
        out = {truck.taker for truck in view.trucks}
        self._alive = [seat for seat in range(len(view.zoos)) if seat not in out]

    def list_options(self, view: State, seat: Seat, moves: Sequence[Move]) -> list[Option]:
        """List the moves to try out: all but payments, and the best payment if it is not clearly bad."""
        options = [Option(move) for move in moves if isinstance(move, Draw | Load)]
        options += [
            self._weigh(view, self._unload(view, seat, move), seat, move) for move in moves if isinstance(move, Take)
        ]
        if not view.drawn:
            paying = [
                self._weigh(view, play.apply(view, move), seat, move)
                for move in moves
                if not isinstance(move, Draw | Take)
            ]
            best = max(paying, key=lambda option: option.gain, default=None)
            if best is not None and best.gain > _WORTH_TRYING:
                options.append(best)
        return options

    def _weigh(self, view: State, after: State, seat: Seat, move: Move) -> Option:
        """Compute what a move brings its seat that leads to the position `after`."""
        zoo, pending = after.zoos[seat], self._rate_pending(view, after)
        gain = self._outlook.predict(zoo) - self._outlook.zoos[seat].base + pending
        return Option(move, gain, self._end.predict(zoo) - self._end.zoos[seat].base + pending)

    def _rate_pending(self, view: State, after: State) -> float:
        """Rate the bonuses that are still to place in this turn."""
        return _PENDING * len(after.pending) if after.turn == view.turn else 0.0

    def predict_after(self, view: State, seat: Seat, move: Move) -> float:
        """Predict the final points of a zoo after a move."""
        after = play.apply(view, move)
        return self._outlook.predict(after.zoos[seat]) + self._rate_pending(view, after)

    def _unload(self, view: State, seat: Seat, move: Move) -> State:
        """Take a truck and place its load, each tile where it is worth most. Returns the position after the turn."""
        state = play.apply(view, move)
        while state.turn == view.turn and not state.over:
            before = state
            state = play.apply(
                before, max(legal_moves(before, seat), key=lambda step: self.predict_after(before, seat, step))
            )
        return state

    def play(self, seat: Seat, option: Option, tiles: Sequence[str]) -> float:
        """Play an option and the rest of the round. Returns the seat's chance of winning (0..1)."""
        loads, trucks, alive = list(self._loads), list(self._open), list(self._alive)
        taken: list[tuple[Seat, int]] = []
        first: Move | None = option.move
        mover, drawn = seat, 0
        while alive:
            fitting = [truck for truck in trucks if len(loads[truck]) < self._slots[truck]]
            choice = first.truck if isinstance(first, Take) else None
            if first is None:
                choice = self._choose_truck(mover, loads, trucks)
                if choice is None and not (fitting and drawn < len(tiles)):
                    choice = self._find_best(mover, loads, trucks)
                    if choice is None:
                        break
            at = alive.index(mover)
            if choice is not None:
                if first is None:
                    taken.append((mover, choice))
                trucks.remove(choice)
                alive.remove(mover)
                if not alive:
                    break
                mover = alive[at % len(alive)]
            else:
                if isinstance(first, Load):
                    loads[first.truck] = (*loads[first.truck], self._drawn)
                elif (first is None or isinstance(first, Draw)) and drawn < len(tiles):
                    target = self._choose_load(mover, tiles[drawn], loads, fitting, trucks, alive)
                    loads[target] = (*loads[target], tiles[drawn])
                    drawn += 1
                mover = alive[(at + 1) % len(alive)]
            first = None
        return self._rate_end(seat, option, taken, loads, drawn)

    def _rate_end(
        self, seat: Seat, option: Option, taken: list[tuple[Seat, int]], loads: list[tuple[str, ...]], drawn: int
    ) -> float:
        """Compute the seat's chance of winning at the end of a round in which the others took trucks."""
        ends = drawn > self._pile
        outlook = self._end if ends else self._outlook
        gains = [0.0] * len(outlook.zoos)
        gains[seat] = option.gain_at_end if ends else option.gain
        for mover, truck in taken:
            gains[mover] += outlook.zoos[mover].estimate(loads[truck])
        return outlook.compute_chance(seat, gains)

    def _find_best(self, mover: Seat, loads: list[tuple[str, ...]], trucks: list[int]) -> int | None:
        """Find the best truck that may be taken."""
        zoo = self._outlook.zoos[mover]
        return max(
            (truck for truck in trucks if loads[truck]), key=lambda truck: zoo.estimate(loads[truck]), default=None
        )

    def _choose_truck(self, mover: Seat, loads: list[tuple[str, ...]], trucks: list[int]) -> int | None:
        """Choose the truck to take; None: draw."""
        best = self._find_best(mover, loads, trucks)
        if best is None:
            return None
        free = self._slots[best] - len(loads[best])
        if self._outlook.zoos[mover].estimate(loads[best]) >= ENOUGH[free]:
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
                zoo = self._outlook.zoos[seat]
                gain = max(zoo.estimate(filled if truck == target else loads[truck]) for truck in trucks)
                if seat == mover:
                    mine = gain
                elif gain > theirs:
                    theirs = gain
            worth = mine - SPITE * theirs if theirs > -9.0 else mine
            if worth > top:
                best, top = target, worth
        return best
