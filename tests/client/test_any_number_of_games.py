"""Everything that lists the games takes any number of them: fewer than here, or many packs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import games
from client.core.bot import Slowboat
from client.core.visit import Visit
from client.messages.parts import MOST_PICTURES
from client.play import show_games
from client.server.greeting import build_greeting
from client.server.settings import build_settings_panel
from matches.people.preferences import Server
from sandbox.validate import Validator
from tests.support.installed import install_packs
from tests.support.wire.offline import LANGUAGES, check_help, check_message, commands, offline

pytestmark = pytest.mark.usefixtures("blank_pictures")

COUNTS = [1, 2, 4, 5, 8, 12, 25]
PACKS = tuple(f"toy{letter}" for letter in "abcdefghijklmnopqrstuvwxyz")


@pytest.fixture(params=COUNTS, ids=str)
def bot(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Slowboat]:
    """Make a client with some of the games of this repository, or with packs beside them."""
    own, count = games.own_names()[: request.param], request.param
    monkeypatch.setattr(games, "own_names", lambda: own)
    with install_packs(tmp_path / "packs", {pack: {} for pack in PACKS[: count - len(own)]}):
        assert len(Slowboat.list_playable()) == count
        yield offline(tmp_path)


@pytest.mark.parametrize("bot", [len(games.own_names()), *COUNTS[-2:]], indirect=True, ids=str)
async def test_discord_accepts_their_commands(bot: Slowboat) -> None:
    payload = await commands(bot)
    Validator().check_request("PUT", "/applications/{application_id}/commands", payload, {}, None)
    names = {each["name"] for each in payload}
    assert {games.load(name).command for name in bot.list_playable()} <= names


@pytest.mark.parametrize("language", LANGUAGES)
async def test_help_and_settings_list_them(bot: Slowboat, language: str) -> None:
    check_help(bot, language, "open")
    say = bot.texts.say(language)
    check_message(build_settings_panel(bot, Server(), say, channel_id=1))
    check_message(build_settings_panel(bot, Server(games=bot.list_playable()), say, channel_id=1))


async def test_the_greeting_and_the_choice_of_a_game_show_pictures_of_up_to_ten(bot: Slowboat) -> None:
    answers: list[tuple[Any, list[Any]]] = []

    async def answer(view: Any, *, files: list[Any]) -> None:
        answers.append((view, files))

    visit = SimpleNamespace(bot=bot, say=bot.texts.say("de"), language="de", answer=answer)
    answers += [await build_greeting(bot, "de", of_all=of_all) for of_all in (False, True)]
    await show_games(cast("Visit", visit))
    for view, files in answers:
        check_message(view, *files)
        assert len(files) == min(len(bot.list_playable()), MOST_PICTURES)
