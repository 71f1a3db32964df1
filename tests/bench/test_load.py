"""Test that the benchmark's people have commands for every random turn."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bench.house import House, choose_turn, open_store
from bench.load import GAMES, list_commands


@pytest.mark.parametrize("game", GAMES)
async def test_there_is_a_command_for_every_move(game: str, tmp_path: Path) -> None:
    drawn = random.Random(5)
    async with open_store(tmp_path / "house.db") as opened:
        house = House(opened)
        for channel in range(12):
            match = await house.start_match(game, channel)
            for _ in range(60):
                if not match.awaited:
                    break
                codes = choose_turn(match, match.awaited[0].seat, drawn)
                made = list_commands(game, codes)
                assert tuple(ply for _, options in made for ply in options.values()) == codes
                match = (await house.play_turn(match, drawn)).match


def test_plies_without_an_option_follow_as_commands() -> None:
    """Check turns that need several commands: a full truck, births and coworkers, which are too rare for the test
    above."""
    codes = ("take/1", "DOL-F@3,4", "DOL-M@4,4", "POL@5,5", "baby@6,4", "trainer@2,2")
    first = {"move": "take/1", "then": "DOL-F@3,4", "then2": "DOL-M@4,4", "then3": "POL@5,5"}
    births = {"move": "baby@6,4", "then": "trainer@2,2"}
    assert list_commands("aquaretto", codes) == [("aquaretto move", first), ("aquaretto move", births)]
