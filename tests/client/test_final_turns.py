"""A turn that draws chance or reveals something cannot be taken back, which is known without reading the log."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bench.house import House, choose_turn, open_store
from matches.play import fold_draft, play
from matches.referee import Request
from matches.votes.undo import find_free_undo

GAMES = ("aquaretto", "docker")
"""Games without hidden hands. In the others, no turn can be taken back without consent anyway."""


@pytest.mark.parametrize("game", GAMES)
async def test_a_turn_that_ends_in_a_ghost_cannot_be_taken_back(game: str, tmp_path: Path) -> None:
    drawn, seen = random.Random(3), set()
    async with open_store(tmp_path / "house.db") as opened:
        match = await House(opened).start_match(game, 1)
        log = await opened.transaction(lambda tx: tx.read_log(match.id))
    for _ in range(40):
        if not match.awaited:
            break
        holder = match.awaited[0]
        who, seat = Request(holder.user_id), holder.seat
        codes = choose_turn(match, seat, drawn)
        final = fold_draft(match, seat, codes).ghost is not None
        change = play(match, who, seat, codes, decision=match.decisions[seat], now=0.0)
        match, log = change.match, (*log, *change.log)
        undo = find_free_undo(match, who.user_id or 0, log)
        assert undo is None or not final
        seen.add((final, undo is not None))
    assert (True, False) in seen
    assert game == "docker" or (False, True) in seen
