"""A preview shows the chosen move, not the position after it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import games
from bench.house import House, choose_turn, open_store
from client.pictures import render_worker
from client.pictures.painter import Painter
from client.pictures.render_worker import Order
from client.turn.panel import build_panel
from games.core import NATURE
from games.rng import Rng
from matches.play import play
from matches.referee import Request
from matches.texts import Persona, Texts
from rendering import Look, renderer


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
        assert holder.seat in match.game.to_act(shown.view), "the picture shows the turn of another seat"
        kinds.add(type(shown.ghost))
        who = Request(holder.user_id)
        match = play(match, who, holder.seat, codes, decision=match.decisions[holder.seat], now=0.0).match
    assert kinds
    assert name != "aquaretto" or len(kinds) >= 4


@pytest.mark.parametrize("name", games.names())
def test_equal_drawing_orders_are_drawn_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, begun = games.load(name), list[str]()

    def note_renderer(name: str) -> Any:
        begun.append(name)
        return renderer(name)

    def make_order(look: Look) -> Order:
        seats, options = game.seats[0], game.options_type()
        view = game.view(game.setup(seats, options, Rng(bytes(32), "setup", 0)), 0)
        return Order(name, view, "en", tuple(Persona("", (seat,)) for seat in range(seats)), look=look)

    monkeypatch.setattr(render_worker, "renderer", note_renderer)
    render_worker.draw_pickled.cache_clear()
    light, dark = (render_worker.draw_picture(make_order(Look(theme))) for theme in ("light", "dark"))
    assert light != dark
    assert render_worker.draw_picture(make_order(Look("light"))) == light
    assert begun == [name, name]
