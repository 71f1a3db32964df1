"""Test that the benchmark's people have commands for every random turn."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bench.house import House, choose_turn, open_store
from bench.load import GAMES, list_commands

EXPECTED = {
    "docker": {"docker move"},
    "dog_royal": {"dog play", "dog exchange", "dog move"},
    "aquaretto": {f"aquaretto {name}" for name in ("draw", "take", "place", "expand", "move")},
}
"""Commands by game; each must occur."""


def list_plies(name: str, options: dict[str, str]) -> tuple[str, ...]:
    """List the plies of a command, as its cog reads it."""
    if name in ("aquaretto draw", "aquaretto discard"):
        return (name.split()[1],)
    if not name.startswith("dog"):
        return tuple(options.values())
    if "card" not in options:
        return (options["move"],)
    if name.endswith("exchange"):
        return (f"give/{options['card']}",)
    card, move = options["card"], options["move"]
    return (move if move.startswith(f"{card}/") else f"{card}/{move}",)


@pytest.mark.parametrize("game", GAMES)
async def test_there_is_a_command_for_every_move(game: str, tmp_path: Path) -> None:
    drawn, kinds = random.Random(5), set()
    async with open_store(tmp_path / "house.db") as opened:
        house = House(opened)
        for channel in range(12):
            match = await house.start_match(game, channel)
            for _ in range(60):
                if not match.awaited:
                    break
                codes = choose_turn(match, match.awaited[0].seat, drawn)
                made = list_commands(game, codes)
                assert tuple(ply for command in made for ply in list_plies(*command)) == codes
                kinds |= {name for name, _ in made}
                match = (await house.play_turn(match, drawn)).match
    assert kinds >= EXPECTED[game]


def test_plies_without_an_option_follow_as_commands() -> None:
    """Check turns that need several commands: a full truck, births and coworkers, which are too rare for the test
    above."""
    codes = ("take/1", "DOL-F@3,4", "DOL-M@4,4", "POL@5,5", "baby@6,4", "trainer@2,2")
    options = {"truck": "take/1", "tile1": "DOL-F@3,4", "tile2": "DOL-M@4,4", "tile3": "POL@5,5"}
    births = [("aquaretto move", {"move": code}) for code in codes[4:]]
    assert list_commands("aquaretto", codes) == [("aquaretto take", options), *births]
