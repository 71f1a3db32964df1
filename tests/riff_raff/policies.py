"""Measure two players of the rules file's balance table (B3) that no seat can choose:
`python -m tests.riff_raff.policies rehearses --weather storm --matches 3`.

Both load with two hands, in a steady pose. `rehearses` is a very good player: of the five loadings that promise the
least lean, the first that holds when it is tried beforehand, with the very error that the hand is about to make.
`worst-lever` takes the loading that promises the most lean, on a spot where nothing else is wrong.
"""

from __future__ import annotations

import argparse
import sys
from copy import copy
from statistics import fmean
from typing import Final, NamedTuple

from games.core import NATURE
from games.riff_raff import GAME, standin
from games.riff_raff.loading import physics, placing
from games.riff_raff.moves import Aim, Announce, Grip, Move, Pose, Take
from games.riff_raff.options import Options
from games.riff_raff.play import kinds_of
from games.riff_raff.state import State
from games.rng import Rng

REHEARSALS: Final = 5
LONGEST_MATCH: Final = 20
"""Rounds after which a match counts as unfinished, as in B3."""


class Played(NamedTuple):
    """A match: the pieces lost and the lean after each settle, and the pieces left in the end."""

    lost: list[int]
    leans: list[float]
    left: list[int]
    on_board: int
    emptied: bool


def list_loadings(state: State, seat: int, *, worst: bool = False) -> list[tuple[Move, ...]]:
    """List the legal loadings in a steady pose, the one that promises the least lean first, or the most."""
    plans = sorted(standin.list_plans(state, state.area, kinds_of(state.supplies[seat])))
    if worst:
        plans.sort(key=lambda plan: plan.cost - 2 * plan.tilt)  # much lean, but no edge and no cargo in the way
    found: list[tuple[Move, ...]] = []
    for plan in plans:
        legal = placing.list_poses(state.cargo, state.yards, state.area, plan.kind, plan.spot)
        steady = [each for each in legal if each.pose in standin.list_steady_poses(plan.kind, state.area)]
        if not steady:
            continue
        poses = [Pose(each.pose, each.turn) for each in steady]
        pose = standin.rank_poses(state, plan.kind, plan.spot, poses)[0]
        found.append((Take(plan.kind), Aim(plan.spot), pose, Grip("both")))
        if len(found) == REHEARSALS:
            break
    return found


def count_falls(state: State, seat: int, loading: tuple[Move, ...], rng: Rng) -> int:
    """Load on trial, with the error that the hand is about to make, and count the falls."""
    coming = copy(rng)
    for move in loading:
        state = GAME.apply(state, seat, move, coming)
    return len(physics.run(state, physics.draw_drop(state, coming))[0].falls)


def choose_loading(state: State, seat: int, policy: str, rng: Rng) -> tuple[Move, ...]:
    """Choose a loading; () if none is legal in a steady pose."""
    loadings = list_loadings(state, seat, worst=policy == "worst-lever")
    if policy == "worst-lever":
        return loadings[0] if loadings else ()
    best: tuple[Move, ...] = ()
    fewest = 0
    for loading in loadings:
        falls = count_falls(state, seat, loading, rng)
        if not best or falls < fewest:
            best, fewest = loading, falls
        if falls == 0:
            break
    return best


def play(number: int, policy: str, seats: int, weather: str) -> Played:
    """Play a match with this player in every seat."""
    rng = Rng(b"policies", f"{policy}/{weather}", number)
    state = GAME.setup(seats, Options(weather=weather), rng)  # type: ignore[arg-type]
    lost, leans = [], []
    planned: list[Move] = []
    move: Move
    while (owing := GAME.to_act(state)) and state.round <= LONGEST_MATCH:
        seat = owing[0]
        if seat == NATURE:
            seat = state.order[state.turn]
            settled = physics.settle(state, rng)[0]
            lost.append(len(settled.falls))
            leans.append(max(abs(settled.roll), abs(settled.pitch)))
            planned, move = [], settled
        else:
            legal = GAME.legal_moves(state, seat)
            if isinstance(legal[0], Take) and not planned:
                planned = list(choose_loading(state, seat, policy, rng))
            if isinstance(legal[0], Announce):
                move = Announce(1)
            elif planned and planned[0] in legal:
                move = planned.pop(0)
            else:
                planned, move = [], GAME.choose(GAME.view(state, seat), seat, rng)
        state = GAME.apply(state, owing[0], move, rng)
    left = [sum(supply) for supply in state.supplies]
    return Played(lost, leans, left, len(state.cargo), not all(left))


def report(matches: list[Played]) -> str:
    """Write a row of the table: falls, pieces lost, pieces left, pieces on board, supplies emptied, lean."""
    lost = [each for match in matches for each in match.lost]
    leans = [each for match in matches for each in match.leans]
    return (
        f"{len(lost)} settles, with a fall {100 * fmean(each > 0 for each in lost):.0f} %, lost a settle "
        f"{fmean(lost):.2f}, left a player {fmean(each for match in matches for each in match.left):.1f}, on board "
        f"{fmean(match.on_board for match in matches):.1f}, emptied {sum(match.emptied for match in matches)} of "
        f"{len(matches)}, rest lean {fmean(leans):.1f}, most {max(leans):.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("policy", choices=("rehearses", "worst-lever"))
    parser.add_argument("--weather", choices=("calm", "standard", "storm"), default="standard")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--matches", type=int, default=3)
    asked = parser.parse_args()
    found = [play(number, asked.policy, asked.seats, asked.weather) for number in range(asked.matches)]
    sys.stdout.write(f"{asked.policy}, {asked.weather}, {asked.seats} seats: {report(found)}\n")


if __name__ == "__main__":
    main()
