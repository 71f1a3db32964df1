"""Play many matches to their end at once, with statics in place of physics.

A ship goes over where its lean at rest passes the angle at which cargo slides. That lean follows from the moments of
the cargo (rules B2), so matches can be played on without the engine, many at once in arrays, in a quarter of a
millisecond each. Everybody plays cards by a plan and loads for little lean, like a normal player.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from msgspec import Struct

from games.core import HIDDEN, Seat
from games.riff_raff import standin
from games.riff_raff.loading import ship
from games.riff_raff.loading.settled import KINDS
from games.riff_raff.state import Counts, State
from games.rng import Rng

Array = np.ndarray[Any, Any]

PLANS: Final = 4
"""Plans for the cards.

Balanced: the least lean, with heavy pieces low. High: the highest card while the ship is calm, so that the deck is left
for the full ship. Pairs and high pairs: while the ship is calm, the highest card that empties the supply, or else the
lowest (or highest) card with which two pieces may be loaded; otherwise as balanced. A normal player is balanced, with
two seats high.
"""
BALANCED, HIGH, LOW_PAIRS = range(3)
ALOFT: Final = 4
"""The first area on a yard, counted from 0."""

SLIDES: Final = 20.0
"""Degrees of lean at rest at which half of the ships go over."""
SHARPNESS: Final = 1.5
"""How many more degrees multiply the odds of that by e."""
SLIPS: Final = 0.03
"""Chance that a piece falls alone."""
CAUGHT: Final = 0.35
"""Share of the falling cargo that its loader catches."""
STAYS: Final = 0.2
"""Share of the areas on deck that keep their cargo when a ship goes over."""
PAIRED: Final = 6.0
"""Degrees of lean below which a second piece is announced by a plan of pairs; by others, as by a normal player."""

_MASSES: Final = np.array([ship.MASSES[kind] for kind in KINDS])
_LOW: Final = np.array([1.2, 1.0, 1.3, 0.5, 1.2, 0.8, 0.3, 0.5])
"""Height of each kind's centre of mass on its area."""
_HANGING: Final = KINDS.index("sailor")
_SURFACE: Final = np.array([ship.surface(area) for area in ship.AREAS])
_ROOM: Final = np.array([5.0] * 4 + [4.0, 4.0, 3.0, 3.0, 2.0, 2.0])
"""Pieces that lie beside each other on an area."""
_LAYER: Final = 1.5
"""Height of a layer of cargo on others, in cm."""
_CROWD: Final = np.array([3.0] * ALOFT + [1.5] * 6)
_FULL: Final = 6.0
"""What each piece on an area adds to its cost in a balanced plan, being in the way; and the most that all add."""
_LOOSE: Final = 1.0
"""How far a piece lands from where it would balance the ship best, at most, in cm."""


def _compute_bounds(area: int) -> tuple[float, float, float, float]:
    """Compute where centres of mass may lie on an area: x from, x to, y from, y to."""
    if ship.is_deck(area):
        x = (0.8, 7.0) if ship.end(area) > 0 else (-6.2, -0.8)
        y = (0.8, 2.2) if ship.side(area) > 0 else (-2.2, -0.8)
    else:
        x, far = (-0.3, 0.3), ship.YARDS[ship.level(area)][1] / 2 - 1.0
        y = (1.0, far) if ship.side(area) > 0 else (-far, -1.0)
    return (*x, *y)


_BOUNDS: Final = np.array([_compute_bounds(area) for area in ship.AREAS])


class Start(Struct, frozen=True):
    """A position from which matches are played on."""

    view: State
    supplies: tuple[Counts, ...]
    moments: tuple[tuple[float, float, float], ...]
    """g cm of the cargo of each area."""
    kinds: tuple[Counts, ...]
    """Pieces on each area, by kind."""
    won: Seat | None = None


def begin(view: State, *, supplies: tuple[Counts, ...] | None = None, won: Seat | None = None) -> Start:
    """Make a start from the cargo of a view. `supplies`: instead of those of the view."""
    scale = ship.WEATHER[view.options.weather]
    moments, kinds = [[0.0] * 3 for _ in ship.AREAS], [[0] * 8 for _ in ship.AREAS]
    for piece in view.cargo:
        here, mass = moments[piece.area - 1], scale * ship.MASSES[piece.kind]
        for axis, place in enumerate((piece.x, piece.y, piece.z)):
            here[axis] += mass * place
        kinds[piece.area - 1][KINDS.index(piece.kind)] += 1
    return Start(
        view,
        supplies or view.supplies,
        tuple((x, y, z) for x, y, z in moments),
        tuple(tuple(each) for each in kinds),  # type: ignore[misc]  # eight of them
        won,
    )


class Sketch:
    """Matches in progress, `each` of every start. All are in the same round and turn, and each start gets the same
    random numbers."""

    def __init__(self, starts: Sequence[Start], each: int, rng: Rng) -> None:
        self.view = view = starts[0].view
        self.count, self.each, self.seats = len(starts) * each, each, view.seats
        self.rows = np.arange(self.count)
        self.supplies = self._repeat([start.supplies for start in starts])
        self.moments = self._repeat([start.moments for start in starts])
        self.kinds = self._repeat([start.kinds for start in starts])
        self.won = self._repeat([-1 if start.won is None else start.won for start in starts])
        self.hands = np.repeat(np.array([list_hands(view)]), self.count, axis=0)
        self.captain = np.full(self.count, view.captain)
        self.double = np.full((self.count, self.seats), standin.DOUBLE[self.seats])
        self.masses = _MASSES * ship.WEATHER[view.options.weather]
        self._random = np.random.Generator(np.random.PCG64(rng.below(1 << 32)))

    def _repeat(self, values: Sequence[object]) -> Array:
        return np.repeat(np.array(values), self.each, axis=0)

    def draw(self, *shape: int) -> Array:
        """Draw numbers between 0 and 1, the same for each start."""
        return np.tile(self._random.random((self.each, *shape)), (self.count // self.each, *(1 for _ in shape)))

    def finish(self, plans: Array) -> Array:
        """Play all matches to their end. `plans`: how each seat chooses its cards, by match.

        Returns each seat's share of the win, by match.
        """
        view = self.view
        self.follow(plans)
        longest = 10 * (view.options.two_player_passes if view.seats == 2 else 1)
        for _ in range(view.round + (view.phase != "select"), longest + 1):
            if not self.hands.any():
                self.hands[:] = True
            self.play_round(self.choose_cards(plans))
        left = self.supplies.sum(axis=2)
        best = left == left.min(axis=1, keepdims=True)
        shares: Array = best / best.sum(axis=1, keepdims=True)
        ended = self.won >= 0
        shares[ended] = np.eye(self.seats)[self.won[ended]]
        return shares

    def follow(self, plans: Array) -> None:
        """Announce two pieces from now on as the plans of the seats say, by match."""
        self.double = np.where(plans < LOW_PAIRS, standin.DOUBLE[self.seats], PAIRED)

    def play_round(self, cards: Array) -> None:
        """Play a round with these cards; the captain goes first among equals, then the seats clockwise."""
        np.put_along_axis(self.hands, cards[:, :, None] - 1, values=False, axis=2)
        rank = cards * self.seats - (np.arange(self.seats) - self.captain[:, None]) % self.seats
        order = np.argsort(-rank, axis=1)
        self.captain = order[:, 0]
        for turn in range(self.seats):
            seats = order[:, turn]
            self.play_turn(seats, cards[self.rows, seats] - 1)

    def finish_round(self) -> None:
        """Play the turns that follow in the round of the view."""
        view = self.view
        for seat in view.order[view.turn + 1 :]:
            areas = np.full(self.count, (view.shown[seat] or 1) - 1)
            self.play_turn(np.full(self.count, seat), areas)

    def play_turn(self, seats: Array, areas: Array) -> None:
        """Play a turn of one seat in each match."""
        active = self.won < 0
        double = (areas >= ALOFT) & (self.kinds[self.rows, areas].sum(axis=1) > 0)
        double &= self.supplies[self.rows, seats].sum(axis=1) >= 2
        clean, lean = self.load(seats, areas, active)
        second = clean & double & (lean < self.double[self.rows, seats])
        if second.any():
            self.load(seats, areas, second)
        self.end_turn(seats)

    def end_turn(self, seats: Array) -> None:
        """Let the seats win that have nothing left."""
        empty = (self.won < 0) & (self.supplies[self.rows, seats].sum(axis=1) == 0)
        self.won[empty] = seats[empty]

    def choose_cards(self, plans: Array) -> Array:
        """Choose a card of each hand as the plans of the seats say, by match and seat."""
        cards: Array = self.list_costs(plans).argmin(axis=2) + 1
        return cards

    def list_costs(self, plans: Array) -> Array:
        """List what each card would cost by the plans of the seats, by match, seat and card; infinite for those that a
        seat does not hold."""
        leans = self.list_leans()
        heavy = self.masses * np.where(np.arange(10) >= ALOFT, standin.HEAVY_LOW, -standin.HEAVY_LOW)[:, None]
        crowd = np.minimum(_CROWD * self.kinds.sum(axis=2), _FULL)
        loaded, numbers = (np.arange(10) >= ALOFT) & (self.kinds.sum(axis=2) > 0), np.arange(10)
        costs = []
        for seat in range(self.seats):
            missing = 1e3 * (self.supplies[:, seat] == 0)[:, None, :]
            lean, cost = (leans + missing).min(axis=2), (leans + missing + heavy).min(axis=2) + crowd + self.draw(10)
            left = self.supplies[:, seat].sum(axis=1)[:, None]
            calm, pair = lean < standin.CALM, loaded & (left >= 2)
            high = np.where(calm, -100.0 - numbers, lean)
            low_pairs, high_pairs = (np.where(calm & pair, -200.0 + sign * numbers, cost) for sign in (1, -1))
            last = calm & (left <= 2) & (pair | (left <= 1))
            ways = (cost, high, *(np.where(last, -500.0 - numbers, way) for way in (low_pairs, high_pairs)))
            costs.append(np.where(self.hands[:, seat], np.choose(plans[:, seat, None], ways), np.inf))
        return np.stack(costs, axis=1)

    def list_leans(self) -> Array:
        """List the least lean that a piece of each kind can give the ship, by match, area and kind."""
        total, held = self.moments.sum(axis=1)[:, :, None, None], self.kinds.sum(axis=2)
        x, y = (
            np.clip(-total[:, axis] / self.masses, _BOUNDS[:, 2 * axis, None], _BOUNDS[:, 2 * axis + 1, None])
            for axis in (0, 1)
        )
        z = (_SURFACE + _stack(held, _ROOM))[:, :, None] + _LOW
        return compute_lean(*(total[:, axis] + self.masses * at for axis, at in enumerate((x, y, z))))

    def load(self, seats: Array, areas: Array, active: Array) -> tuple[Array, Array]:
        """Load a piece in each active match. Returns whether nothing fell, and the lean at rest."""
        rows, supply = self.rows, self.supplies[self.rows, seats]
        total, bounds, held = self.moments.sum(axis=1), _BOUNDS[areas], self.kinds[rows, areas].sum(axis=1)
        noise = (self.draw(2) * 2 - 1) * _LOOSE
        x, y = (
            np.clip(-total[:, axis, None] / self.masses, bounds[:, 2 * axis, None], bounds[:, 2 * axis + 1, None])
            + noise[:, axis, None]
            for axis in (0, 1)
        )
        z = (_SURFACE[areas] + _stack(held, _ROOM[areas]))[:, None] + _LOW
        z[areas >= ALOFT, _HANGING] = _SURFACE[areas[areas >= ALOFT]] - 1.0
        lean = compute_lean(
            total[:, 0, None] + self.masses * x,
            total[:, 1, None] + self.masses * y,
            total[:, 2, None] + self.masses * z,
        )
        cost = lean - self.masses * standin.HEAVY_FIRST + self.draw(8) + 1e3 * (supply == 0)
        kind = np.argmin(cost, axis=1)
        lean, mass = lean[rows, kind], self.masses[kind]
        active = active & (supply.sum(axis=1) > 0)
        over = active & (self.draw() < compute_risk(lean))
        clean = active & ~over & (self.draw() >= SLIPS * (1 + held / _ROOM[areas]))
        at = rows[clean], areas[clean]
        self.moments[at] += mass[clean, None] * np.stack((x[rows, kind], y[rows, kind], z[rows, kind]), axis=1)[clean]
        self.kinds[(*at, kind[clean])] += 1
        self.supplies[rows[clean], seats[clean], kind[clean]] -= 1
        self.go_over(over, seats)
        return clean, lean

    def go_over(self, over: Array, seats: Array) -> None:
        """Let ships lose their cargo: all that is aloft and most of the rest. What is not caught goes to the loader."""
        index = np.flatnonzero(over)
        if not len(index):
            return
        chance = self.draw(10)[index]
        falls = (np.arange(10) >= ALOFT) | (chance >= STAYS)
        lost = self.kinds[index] * falls[:, :, None]
        kept = self.draw(10, 8)[index] >= CAUGHT
        self.supplies[index, seats[index]] += (lost * kept).sum(axis=1)
        self.kinds[index] -= lost
        self.moments[index] *= ~falls[:, :, None]


def compute_lean(x: Array, y: Array, z: Array) -> Array:
    """Compute the lean at rest in degrees from the moments of the cargo; 90 where the ship would capsize."""
    stiffness = ship.STIFFNESS - z
    lean: Array = np.degrees(np.arctan2(np.hypot(x, y), np.maximum(stiffness, 1e-9)))
    return np.where(stiffness > 0, lean, 90.0)


def compute_risk(lean: Array) -> Array:
    """Estimate the chance that a ship with this lean at rest goes over."""
    risk: Array = 1 / (1 + np.exp(np.clip((SLIDES - lean) / SHARPNESS, -50.0, 50.0)))
    return risk


def _stack(held: Array, room: Array) -> Array:
    """Estimate how high a piece comes to lie on the cargo of an area."""
    height: Array = np.maximum(0.0, held / room - 0.5) * _LAYER
    return height


def list_hands(view: State) -> tuple[tuple[bool, ...], ...]:
    """List which cards each seat holds; for hidden cards, any that it may hold."""
    found = []
    for seat, hand in enumerate(view.hands):
        known = tuple(card for card in hand if card != HIDDEN)
        if len(known) < len(hand):
            known = tuple(card for card in range(1, 11) if card != view.shown[seat])[: len(hand)]
        found.append(tuple(card in known for card in range(1, 11)))
    return tuple(found)
