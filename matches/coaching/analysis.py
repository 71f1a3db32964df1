"""The analysis of a finished match: everybody's chances over its course, turning points, and the best moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from games.core import Seat
from matches.coaching.decisions import Decision
from matches.coaching.playouts import Shares

MOST_POINTS: Final = 17
"""Positions at which chances are estimated, the first and the last among them."""

MOST_CHOICES: Final = 32
"""Decisions for which the strong player's choice is looked up."""

MOST_COMPARED: Final = 6
"""Decisions in which the two choices are compared by playouts."""

MOST_TURNING: Final = 3

PLIES_OF_CURVE: Final = 14_000
"""Plies of all playouts for the curve."""

PLIES_OF_COMPARISON: Final = 7_000
"""Plies of all playouts that compare choices."""

CLEAR: Final = 0.08
"""Least difference of two chances that is mentioned."""

_FEWEST, _MOST = 4, 60
"""The least and the most playouts of a position."""


class Point(Struct, frozen=True):
    """The chances in one position. `step`: how many decisions had been made."""

    step: int
    shares: Shares


class Turning(Struct, frozen=True):
    """A decision that mattered. `best`: what the strong player would have chosen.

    `chance`, `better`: the seat's chance after what was played and after `best`, and `error`, that of the difference;
    None where they were not compared.
    `swing`: how much the seat's chance changed around it. `turn`: the index of the turn it began, if that was the
    decisive one.
    """

    decision: Decision
    best: tuple[str, ...]
    swing: float
    chance: float | None = None
    better: float | None = None
    error: float = 0.0
    turn: int | None = None

    @property
    def loss(self) -> float:
        """How much chance of winning the played move gave away; 0 if unknown or within noise."""
        lost = 0.0 if self.chance is None or self.better is None else self.better - self.chance
        return lost if lost >= max(CLEAR, self.error) else 0.0

    @property
    def fits(self) -> bool:
        """Whether the curve of chances agrees with the strong player.

        It should rise if the two choices are equal, and fall if they differ.
        """
        return self.swing > 0 if self.best == self.decision.codes else self.swing < 0 and self.chance is None


class Analysis(Struct, frozen=True):
    """The analysis of a match. `praise`: the best decision of each seat that had a choice. `cpu`: seconds of CPU it
    took."""

    sides: tuple[tuple[Seat, ...], ...]
    steps: int
    points: tuple[Point, ...]
    turning: tuple[Turning, ...]
    praise: tuple[Decision, ...]
    playouts: int
    cpu: float


def sample_steps(steps: int) -> tuple[int, ...]:
    """Choose the numbers of decisions after which chances are estimated, from 0 to `steps`."""
    count = min(MOST_POINTS, steps + 1)
    return tuple(sorted({round(steps * index / max(1, count - 1)) for index in range(count)}))


def count_playouts(plies: Sequence[int], budget: int) -> int:
    """Compute the number of playouts of each position. `plies`: the approximate length of a playout from each
    position."""
    return max(_FEWEST, min(_MOST, budget // max(1, sum(plies))))


def sample_choices(decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """Choose decisions to look at, spread over the match, from those that had a choice."""
    free = [each for each in decisions if each.free]
    if len(free) <= MOST_CHOICES:
        return tuple(free)
    return tuple(free[len(free) * index // MOST_CHOICES] for index in range(MOST_CHOICES))


def smooth(points: Sequence[Point]) -> tuple[Point, ...]:
    """Smooth a curve between its ends: each chance becomes the mean of itself (twice) and its neighbours (once each).

    Each position gets few playouts, and without smoothing their noise would look like events of the match.
    """
    found = list(points[:1])
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        columns = zip(before.shares, here.shares, after.shares, strict=True)
        found.append(Point(here.step, tuple((one + 2 * two + three) / 4 for one, two, three in columns)))
    return (*found, *points[1:][-1:])


def measure_swing(points: Sequence[Point], decision: Decision) -> float:
    """Measure how much the chance of the seat rose (or fell) between the positions sampled around its decision."""
    before = [point for point in points if point.step <= decision.step]
    after = [point for point in points if point.step > decision.step]
    if not before or not after:
        return 0.0
    return after[0].shares[decision.seat] - before[-1].shares[decision.seat]


def choose_compared(chosen: Sequence[tuple[Decision, tuple[str, ...]]], points: Sequence[Point]) -> tuple[int, ...]:
    """Choose the decisions in which choices are compared by playouts.

    These are the ones in which the strong player would have chosen differently, and after which the curve falls most.
    """
    differing = [index for index, (decision, best) in enumerate(chosen) if decision.codes != best and best]
    ranked = sorted(differing, key=lambda index: (measure_swing(points, chosen[index][0]), index))
    return tuple(ranked[:MOST_COMPARED])


def choose_turning(found: Sequence[Turning]) -> tuple[Turning, ...]:
    """Choose the turning points.

    First comes the decisive one, then the decisions that cost the most chance of winning, then those with the greatest
    swings; each stretch of the curve has one at most.
    """

    def rank(each: Turning) -> tuple[bool, float, float, int]:
        weight = abs(each.swing) * (1.0 if each.fits else 0.3) * (0.5 if each.decision.lucky else 1.0)
        return each.turn is None, -each.loss, -weight, each.decision.step

    kept: list[Turning] = []
    for each in sorted(found, key=rank):
        near = any(other.swing == each.swing and other.decision.seat == each.decision.seat for other in kept)
        matters = each.loss > 0 or (abs(each.swing) >= CLEAR and not near)
        if len(kept) < MOST_TURNING and (matters or not kept):
            kept.append(each)
    return tuple(sorted(kept, key=lambda each: each.decision.step))


def choose_praise(
    chosen: Sequence[tuple[Decision, tuple[str, ...]]], points: Sequence[Point], seats: int
) -> tuple[Decision, ...]:
    """Choose each seat's best decision.

    Of the decisions the strong player agrees with, it is the one after which the seat's chance rose most.
    """
    found = []
    for seat in range(seats):
        mine = [(decision, decision.codes == best) for decision, best in chosen if decision.seat == seat]
        if mine:
            found.append(
                max(mine, key=lambda each: (each[1], not each[0].lucky, measure_swing(points, each[0]), -each[0].step))[
                    0
                ]
            )
    return tuple(found)
