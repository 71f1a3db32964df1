"""Measure how often a player can take back a turn alone: `python -m tests.matches.undo_share [game …]`."""

from __future__ import annotations

import sys

from msgspec import structs

from games.rng import Rng
from matches import play
from matches.draft import fold
from matches.match import Match
from tests.support.laws.playouts import GAMES
from tests.support.matches.in_memory import InMemoryMatch, asks

MATCHES = 200
MOST_PLIES = 2500


def choose_turn(match: Match, seat: int, number: int) -> tuple[str, ...]:
    """Choose a whole turn as the stand-in does."""
    game, codes = match.game, list[str]()
    while True:
        draft = fold(game, match.state, seat, codes)
        if draft.complete:
            return tuple(codes)
        rng = Rng(b"share", f"choose-{number}", match.seq + len(codes))
        move = game.choose(game.view(draft.state, seat), seat, rng)
        codes.append(move.code)
        if not game.needs_confirmation(draft.state, seat, move):
            return tuple(codes)


def measure(game: str, matches: int, *, grace: str) -> float:
    """Return the share of plies of people after which their player could take them back alone, at least for a while.

    A choice that may still be changed counts, too.
    """
    plies = free = 0
    for number in range(matches):
        local = InMemoryMatch(game, number)
        local.match = structs.replace(local.match, grace=grace)
        for _ in range(MOST_PLIES):
            match = local.match
            if match.phase != "running":
                break
            if match.held is not None:
                local.take(play.release(match, now=local.now))
                local.settle()
                continue
            seat = match.awaited[0].seat
            user = match.holder(seat).user_id
            assert user is not None
            codes = choose_turn(match, seat, number)
            decision = match.decisions[seat]
            local.take(play.play(match, asks(user), seat, codes, decision=decision, now=local.now))
            local.settle()
            plies += len(codes)
            may_revise = local.match.phase == "running" and seat in local.match.game.may_revise(local.match.state)
            if may_revise or (local.match.phase == "running" and local.free_undo(user) is not None):
                free += len(codes)
            del local.log[:-60]  # older rows are not needed
    return free / plies


def main() -> None:
    """Print the share of each game, with and without turns that are held before chance."""
    for game in sys.argv[1:] or GAMES:
        off, held = (measure(game, MATCHES, grace=grace) for grace in ("off", "play"))
        print(f"| {game} | {off:.1%} | {held:.1%} |", flush=True)  # noqa: T201 - it is a program


if __name__ == "__main__":
    main()
