"""The commands of game packs, and any number of games with the commands every game has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

import games
from cogs.game import GameCog
from tests.support.installed import install_packs
from tests.support.wire.offline import commands, offline


async def test_any_number_of_games_use_the_same_cog(tmp_path: Path) -> None:
    bot = offline(tmp_path)
    for name in games.names():
        await bot.add_cog(GameCog(bot, name))
    assert {command.name for command in bot.tree.get_commands()} == {games.load(name).command for name in games.names()}
    await bot.remove_cog(next(iter(bot.cogs)))
    assert len(bot.tree.get_commands()) == len(games.names()) - 1


async def test_the_commands_of_packs_are_registered_with_discord(tmp_path: Path) -> None:
    before = {each["name"] for each in await commands(offline(tmp_path))}
    with install_packs(tmp_path / "packs", {"toybox": {}, "toyshop": {}}):
        bot = offline(tmp_path)
        told = await commands(bot)
        assert {each["name"] for each in told} - before == {"toybox", "toyshop"}
        assert {"toybox", "toyshop"} < set(bot.list_playable())
        rules = next(each for each in told if each["name"] == "rules")
        assert {"toybox", "toyshop"} < {choice["value"] for choice in rules["options"][0]["choices"]}


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ({"rendering": "1 / 0"}, "ZeroDivisionError: division by zero"),
        ({"rendering": "import no_such_module"}, "ModuleNotFoundError: No module named 'no_such_module'"),
        ({"cog": "import no_such_module"}, "ModuleNotFoundError: No module named 'no_such_module'"),
        ({"cog": ""}, "NoEntryPointError"),
        ({"cog": "async def setup(bot): 1 / 0"}, "ZeroDivisionError: division by zero"),
        (
            {"words": "from tests.toy.words import *\nfrom games.text import T\nTITLE = T('Docker')"},
            "the title 'Docker'",
        ),
        ({"rules": "from tests.toy.game import Toy\nclass A(Toy):\n    name = 'toybox'\nGAME = A()"}, "another"),
    ],
)
async def test_the_bot_starts_without_a_pack_that_cannot_be_loaded(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, other: dict[str, str], reason: str
) -> None:
    taken = {"rules": "from tests.toy.game import Toy\nclass A(Toy):\n    name = 'another'\nGAME = A()"}
    with install_packs(tmp_path / "packs", {"another": taken, "toybox": other, "toyshop": {}}):
        bot = offline(tmp_path)
        told = {each["name"] for each in await commands(bot)}
        assert "toybox" not in told
        assert {"docker", "toyshop"} < told
        assert "toybox" not in bot.list_playable()
        assert "toybox" not in games.names()
    (record,) = caplog.records
    assert "game pack toybox (slowboat-toybox 1.2) is left out: " in record.getMessage()
    assert reason in record.getMessage()


async def test_a_pack_beyond_the_limit_of_commands_is_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with install_packs(tmp_path / "packs", {"toybox": {}, "toyshop": {}}):
        bot = offline(tmp_path)
        room = 100 - sum(each["type"] == 1 for each in await commands(offline(tmp_path)))
        for number in range(room + 1):  # toyshop was among them, and no longer fits
            bot.tree.add_command(_command(number))
        told = await commands(bot)
        assert sum(each["type"] == 1 for each in told) == 100
        assert games.pack_names() == ("toybox",)
    (record,) = caplog.records
    assert record.getMessage() == (
        "game pack toyshop (slowboat-toyshop 1.2) is left out: "
        "with it there would be more than the 100 commands that Discord allows a bot"
    )


def _command(number: int) -> app_commands.Command[Any, ..., Any]:
    async def nothing(interaction: discord.Interaction) -> None: ...

    return app_commands.Command(name=f"other-{number}", description="-", callback=nothing)
