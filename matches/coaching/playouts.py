"""Estimate chances of winning by letting normal computer players finish a match many times."""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import exp, sqrt
from typing import Any, Final

import games
from games.core import AnyGame, Outcome, Seat
from games.rng import Rng
from matches.coaching.decisions import play_draft
from matches.match import unpack

SPREAD: Final = 5.0
"""A clear lead, in points. Because there are few playouts, a narrow win by points counts as little more than half a
win."""

Shares = tuple[float, ...]
"""The chance of winning of each seat (0..1). All sides' chances add up to 1; partners have the same chance."""


def list_sides(game: AnyGame, seats: int, options: Any) -> tuple[tuple[Seat, ...], ...]:
    """List the groups of seats that win together."""
    found: dict[Seat, tuple[Seat, ...]] = {}
    for seat in range(seats):
        partner = game.partner(seat, seats, options)
        side = (seat,) if partner is None else tuple(sorted((seat, partner)))
        found[side[0]] = side
    return tuple(found.values())


def share_out(outcome: Outcome, sides: Sequence[Sequence[Seat]], *, soft: bool = False) -> Shares:
    """Give the winning sides equal shares.

    If `soft` and there are scores, the shares depend on how far each side is ahead.
    """
    if soft and outcome.scores is not None:
        best = max(outcome.scores)
        worth = [exp((max(outcome.scores[seat] for seat in side) - best) / SPREAD) for side in sides]
    else:
        worth = [float(any(seat in outcome.winners for seat in side)) for side in sides]
    total = sum(worth)
    by_seat = {seat: worth[index] / total for index, side in enumerate(sides) for seat in side}
    return tuple(by_seat[seat] for seat in sorted(by_seat))


def rate_position(
    name: str, snapshot: bytes, place: int, sides: Sequence[Sequence[Seat]], secret: bytes, count: int, longest: int
) -> tuple[Shares, float]:
    """Estimate everybody's chance in a position by `count` playouts of at most `longest` plies.

    Each playout begins in another state that the public could not tell from the position, because hidden cards and
    tiles must not influence the estimate. `place`: the number of the position; its random numbers are derived from it.

    Returns the chances and the seconds of CPU they took.
    """
    game, began = games.load(name), time.process_time()
    state = unpack(game, snapshot)
    outcome = game.outcome(state)
    if outcome is not None:
        return share_out(outcome, sides), time.process_time() - began
    if game.estimate_chances is not None:
        return game.estimate_chances(game.view(state, None)), time.process_time() - began
    results = []
    for number in range(place * count, (place + 1) * count):
        world = game.guess(state, None, Rng(secret, "analysis/world", number))
        results.append(play_out(game, world, sides, secret, number, longest))
    shares = tuple(sum(column) / count for column in zip(*results, strict=True))
    return shares, time.process_time() - began


def compare_drafts(
    name: str,
    snapshot: bytes,
    seat: Seat,
    played: Sequence[str],
    best: Sequence[str],
    sides: Sequence[Sequence[Seat]],
    secret: bytes,
    count: int,
    longest: int,
) -> tuple[float, float, float, float]:
    """Estimate the chance of a seat after each of two drafts, with the same random numbers for both.

    The playouts begin in states that the seat could not tell from the position.

    Returns both chances, the error of their difference, and the seconds of CPU they took.
    """
    game, began = games.load(name), time.process_time()
    state, pairs = unpack(game, snapshot), list[tuple[float, ...]]()
    for number in range(count):
        world, results = game.guess(state, seat, Rng(secret, "analysis/world", number)), []
        for codes in (played, best):
            after = play_draft(game, world, seat, codes, Rng(secret, "analysis/ply", number))
            results.append(play_out(game, after, sides, secret, number, longest)[seat])
        pairs.append(tuple(results))
    chance, better = (sum(column) / count for column in zip(*pairs, strict=True))
    error = measure_error([after - before for before, after in pairs])
    return chance, better, error, time.process_time() - began


def measure_error(differences: Sequence[float]) -> float:
    """Compute two standard errors of a mean difference. One is added to the sum of squares, because a few equal
    differences do not prove that all are equal."""
    count, mean = len(differences), sum(differences) / len(differences)
    squares = sum((each - mean) ** 2 for each in differences)
    return 2 * sqrt((squares + 1) / count / count)


def play_out(
    game: AnyGame,
    state: Any,
    sides: Sequence[Sequence[Seat]],
    secret: bytes,
    number: int,
    longest: int,
    *,
    soft: bool = True,
) -> Shares:
    """Let normal computer players finish the match once. Equal shares if that takes too long.

    `soft`: see `share_out`.
    """
    rng = Rng(secret, "analysis/playout", number)
    for _ in range(longest):
        owing = game.to_act(state)
        if not owing:
            break
        seat = owing[0]
        state = game.apply(state, seat, game.choose(game.view(state, seat), seat, rng), rng)
    outcome = game.outcome(state)
    if outcome is None:
        return tuple(1.0 / len(sides) for _ in range(sum(map(len, sides))))
    return share_out(outcome, sides, soft=soft)
