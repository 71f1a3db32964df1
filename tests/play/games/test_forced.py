"""Forced moves can be made for a player, who switches this on under *More* and not in every panel."""

from __future__ import annotations

from tests.support.play.days import find_players
from tests.support.play.table import Table, buttons, find_board, open_match, open_panel, press_here, words

ON, OFF = "Play forced moves for me", "Ask me about forced moves again"


async def test_a_player_switches_forced_moves_under_more(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    mover, _ = await find_players(at)
    assert ON not in buttons(await open_panel(mover))
    for label, told, auto in ((ON, "played for you", 1), (OFF, "you make every move", 0)):
        more = (await mover.click(find_board(mover), "More")).message
        await press_here(mover, more, label)
        assert told in words(more)
        match = await at.referee.match(1)
        assert [bool(seat.auto) for seat in match.seats] == [
            auto and seat.user_id == mover.user.id for seat in match.seats
        ]
        assert "Suggest a move" in buttons(more), "the turn goes on in the same message"


async def test_a_player_with_a_hand_reads_what_a_forced_move_tells(at: Table) -> None:
    await open_match(at, "dog new", ("anna", "ben"))
    anna = at.person("anna")
    more = (await anna.click(find_board(anna), "More")).message
    await press_here(anna, more, ON)
    assert "your hand left you no choice" in words(more)


async def test_only_players_can_have_forced_moves_made(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    dana = at.person("dana")
    more = (await dana.click(find_board(dana), "More")).message
    assert ON not in buttons(more)
