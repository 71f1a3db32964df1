"""Whatever a random turn consists of, the benchmark's people have a command for it that means the same."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bench.house import House, a_turn, store
from bench.load import GAMES, command


def meant(command_name: str, options: dict[str, str]) -> str:
    """The code of the move a command makes, as its cog reads it."""
    if "card" not in options:
        return options["move"]
    if command_name.endswith("exchange"):
        return f"give/{options['card']}"
    card, move = options["card"], options["move"]
    return move if move.startswith(f"{card}/") else f"{card}/{move}"


@pytest.mark.parametrize("game", GAMES)
async def test_there_is_a_command_for_every_move(game: str, tmp_path: Path) -> None:
    drawn, kinds = random.Random(5), set()
    async with store(tmp_path / "house.db") as opened:
        house = House(opened)
        for channel in range(12):
            match = await house.running(game, channel)
            for _ in range(60):
                if not match.awaited:
                    break
                for code in a_turn(match, match.awaited[0].seat, drawn):
                    assert meant(*command(game, code)) == code
                    kinds.add(code.partition("/")[0])
                match = (await house.anything(match, drawn)).match
    assert game != "dog_royal" or {"give", "stay"} <= kinds
