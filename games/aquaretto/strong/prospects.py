"""Predict how many points the zoos will have in the end, and what they gain from a load."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

from games.aquaretto import constants
from games.aquaretto.notation import unseen_tiles
from games.aquaretto.state import NOBODY, State, Zoo
from games.aquaretto.strong.value import (
    AT_COINS,
    AT_DEPOT,
    AT_JOBS,
    AT_SINGLE,
    AT_SIZE,
    AT_UNBEGUN,
    AT_UNSEEN,
    COINS,
    FEATURES,
    SIZES,
    Stage,
    Value,
    list_features,
    load_value,
    read_stage,
)
from games.aquaretto.zoo.geometry import RING
from games.aquaretto.zoo.layout import basin_limit, cells_in, layout, legal_mask, lines, trainable_mask
from games.aquaretto.zoo.tiles import ATTRIBUTE, COIN, FEMALE, FISH, MALE, TYPE
from games.core import Seat

NOTHING: Final = (0.0,) * FEATURES
"""Weights after the last round: only points count."""

_CLOSE: Final = 0.35
"""The error of predictions after the last round, in points."""

_FILLED: Final = 0.7
"""Share of the free slots that are filled until the end of a round."""


class Outlook:
    """What all zoos are expected to have in the end, as seen from the end of this round."""

    def __init__(self, view: State, stage: Stage, value: Value | None) -> None:
        """`value`: None if the game ends with this round."""
        self._stage = stage
        self._weights = value.weigh(stage) if value else NOTHING
        self._spread = value.find_spread(stage) if value else _CLOSE
        self.zoos = [Prospects(zoo, stage, self._weights) for zoo in view.zoos]

    def predict(self, zoo: Zoo) -> float:
        """Predict the points of a zoo in the end."""
        return predict(zoo, self._stage, self._weights)

    def compute_chance(self, seat: Seat, gains: Sequence[float]) -> float:
        """Compute the chance of winning of a seat (0..1) if each zoo gains so many points in this round."""
        merits = [zoo.base + gain for zoo, gain in zip(self.zoos, gains, strict=True)]
        own = merits[seat]
        return 1 / sum(math.exp(min((merit - own) / self._spread, 50.0)) for merit in merits)


def read_outlook(view: State, value: Value | None = None) -> Outlook:
    """Read the outlook of a position, with the value for its number of seats if none is given."""
    free = sum(truck.slots - len(truck.tiles) for truck in view.trucks if truck.taker == NOBODY)
    stage = read_stage(view, len(view.pile) - round(_FILLED * free), sorted(unseen_tiles(view)))
    return Outlook(view, stage, None if view.last_round else value or load_value(len(view.zoos)))


def read_end(view: State) -> Outlook:
    """Read the outlook of a position for the case that the game ends with this round."""
    return Outlook(view, read_stage(view, 0, ()), None)


def predict(zoo: Zoo, stage: Stage, weights: Sequence[float]) -> float:
    """Predict the points of a zoo in the end."""
    points = float(lines(zoo).total)
    if weights is NOTHING:
        return points
    return points + sum(map(float.__mul__, weights, list_features(zoo, stage)))


class Prospects:
    """Predicts what a zoo gains from a load, without placing it. Results are cached, because loads recur in playouts.

    `base`: the points that the zoo is expected to have in the end without a load.
    """

    def __init__(self, zoo: Zoo, stage: Stage, weights: Sequence[float]) -> None:
        grid = layout(zoo)
        self.base = predict(zoo, stage, weights)
        self._zoo, self._stage, self._weights = zoo, stage, weights
        self._sizes = {type_: basin.bit_count() for type_, basin in grid.basins.items()}
        self._room = {type_: legal_mask(zoo, grid, type_).bit_count() for type_ in set(TYPE.values())}
        self._left = basin_limit(zoo) - len(self._sizes)
        self._stored = {TYPE[tile] for tile in zoo.depot}
        fertile = Counter((TYPE[tile], ATTRIBUTE[tile]) for _, tile in zoo.tiles)
        self._surplus = {type_: fertile[type_, FEMALE] - fertile[type_, MALE] for type_ in self._sizes}
        self._known: dict[tuple[str, ...], float] = {}
        self._coworker: float | None = None

    def estimate(self, load: tuple[str, ...]) -> float:
        """Estimate the gain of a load, in points in the end."""
        found = self._known.get(load)
        if found is None:
            found = self._known[load] = self._work_out(load)
        return found

    def _work_out(self, load: tuple[str, ...]) -> float:
        zoo, weights, stage = self._zoo, self._weights, self._stage
        worth, left, coins = 0.0, self._left, zoo.coins
        sizes, surplus, stored = dict(self._sizes), dict(self._surplus), set(self._stored)
        added: Counter[str] = Counter()
        for tile in load:
            if tile == COIN:
                worth += self._value_coin(coins)
                coins += 1
                continue
            type_, attribute = TYPE[tile], ATTRIBUTE[tile]
            size = sizes.get(type_, 0)
            if self._room[type_] <= added[type_] or (not size and not left):
                worth += weights[AT_DEPOT]
                if type_ not in stored:
                    stored.add(type_)
                    worth += weights[AT_DEPOT + 1] - (1.0 if zoo.managers else 2.0)
                continue
            if not size:
                left -= 1
                if left < 3:
                    worth -= weights[AT_UNBEGUN + left]
                worth += weights[AT_UNSEEN] * stage.unseen.get(type_, 0) / 10
            pairs = False
            if attribute in (FEMALE, MALE):
                sign = 1 if attribute == FEMALE else -1
                before = surplus.get(type_, 0)
                surplus[type_] = before + sign
                pairs = abs(before + sign) < abs(before)
                worth += weights[AT_SINGLE] * (bool(before + sign) - bool(before))
            for _ in range(1 + pairs):
                added[type_] += 1
                size += 1
                worth += 1.0 + weights[AT_SIZE + min(size, SIZES) - 1]
                if size > 1:
                    worth -= weights[AT_SIZE + min(size - 1, SIZES) - 1]
                if size in constants.COIN_SIZES:
                    worth += self._value_coin(coins)
                    coins += 1
                if size in constants.COWORKER_SIZES:
                    worth += self._value_coworker()
            sizes[type_] = size
            worth += (attribute == FISH) * zoo.keepers
        return worth

    def _value_coin(self, coins: int) -> float:
        return self._zoo.cashiers + (self._weights[AT_COINS + coins] if coins < COINS else 0.0)

    def _value_coworker(self) -> float:
        """Value a coworker in the job that is best for the zoo as it is."""
        if self._coworker is None:
            zoo, weights = self._zoo, self._weights
            fish = sum(ATTRIBUTE[tile] == FISH for _, tile in zoo.tiles)
            animals, empty = trainable_mask(zoo), layout(zoo).empty
            trained = max(((RING[cell] & animals).bit_count() for cell in cells_in(zoo, empty)), default=0)
            choices = [weights[AT_JOBS + 3] + trained]
            if zoo.cashiers < constants.CASHIERS:
                choices.append(weights[AT_JOBS] + zoo.coins)
            if zoo.keepers < constants.KEEPERS:
                choices.append(weights[AT_JOBS + 1] + fish)
            if zoo.managers < constants.MANAGERS:
                choices.append(weights[AT_JOBS + 2] + len(self._stored))
            self._coworker = max(choices)
        return self._coworker
