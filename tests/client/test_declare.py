"""Test how commands are declared; `test_limits.py` checks all of them."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from client.commands.declare import IN_SERVERS, command, option
from client.core.intake import PUBLIC
from client.core.visit import Visit
from games.text import T
from tests.support.wire.offline import offline


@command("learn", T("Your turn"), where=IN_SERVERS, public=True, managers=True)
@option("game", T("Your turn"), choices=lambda _: {"docker": T("Play")})
async def learn(visit: Visit, game: str, count: int = 3) -> None:
    visit.interaction.told = visit.bot, game, count  # type: ignore[attr-defined]


@command("learn", T("Your turn"))
@option("game", T("Your turn"), choices=lambda _: {})
async def learn_nothing(visit: Visit, game: str) -> None:
    raise AssertionError(visit, game)


async def test_a_command_gets_the_bot_and_its_options(tmp_path: Path) -> None:
    bot, interaction = offline(tmp_path), SimpleNamespace()
    made: Any = learn.make(bot)
    assert [(each.name, each.required) for each in made.parameters] == [("game", True), ("count", False)]
    assert (made.extras[PUBLIC], made.default_permissions.manage_guild) == (True, True)
    assert (made.allowed_contexts, made.allowed_installs.user) == (IN_SERVERS, False)
    await made.callback(interaction, game="docker")
    assert interaction.told == (bot, "docker", 3)


def test_a_command_with_nothing_to_choose_from_is_left_out(tmp_path: Path) -> None:
    assert learn_nothing.make(offline(tmp_path)) is None
