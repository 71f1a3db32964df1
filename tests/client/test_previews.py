"""A preview shows the chosen move, not the position after it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import games
from bench.house import House, choose_turn, open_store
from client.boards.pictures import Painter
from client.boards.render_worker import Order
from client.turn.panel import build_panel
from games.core import NATURE
from matches.play import play
from matches.referee import Request
from matches.texts import Texts


@pytest.mark.parametrize("name", games.names())
async def test_an_unconfirmed_move_is_drawn_as_a_choice(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    painter, drawn, orders = Painter(Texts()), random.Random(5), list[Order]()

    async def note_order(order: Order) -> bytes:
        orders.append(order)
        return b""

    monkeypatch.setattr(painter, "_paint", note_order)
    async with open_store(tmp_path / "house.db") as opened:
        match = await House(opened).start_match(name, 1)
    kinds = set()
    for _ in range(60):
        if not match.awaited or NATURE in match.to_act:
            break
        holder = match.awaited[0]
        codes = choose_turn(match, holder.seat, drawn)
        await build_panel(match, holder.seat, codes, painter, "en")
        shown = orders.pop()
        assert shown.ghost is not None
        assert shown.ghost.code == codes[-1]
        assert holder.seat in match.game.to_act(shown.view), "it looks as if it were another's turn"
        kinds.add(type(shown.ghost))
        who = Request(holder.user_id)
        match = play(match, who, holder.seat, codes, decision=match.decisions[holder.seat], now=0.0).of(match)
    assert kinds
    assert name != "aquaretto" or len(kinds) >= 4
