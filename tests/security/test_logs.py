"""No log line at DEBUG contains a card of a hand, the secret of a running match, or the token.

Every game is played in the sandbox, through the real client, with the levels that `bot.py` sets for SLOWBOAT_LOG_LEVEL
DEBUG; everything that would be written is searched for secrets.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bot
import games
from client.core import controls
from matches.clocks import pauses
from matches.directory import read_log
from matches.match import Match
from matches.referee import MACHINE
from sandbox.person.person import Answer
from tests.support.play.light import light
from tests.support.play.table import Table, buttons, decide, find_board, is_board, name_people, table
from tests.support.written import Written, announcing, is_secret, secrets_of, talkative, written

__all__ = ["light", "written"]

pytestmark = pytest.mark.long

TURNS = 6
"""Turns played of each game."""


async def play_and_search(folder: Path, written: Written, *, turns: int = TURNS) -> None:
    """Play, and raise AssertionError for the first secret that was written."""
    tokens: set[str] = set()
    hidden: set[str] = set()
    async with table(folder) as at:
        tokens |= {at.sandbox.token}
        for number, name in enumerate(games.names()):
            channel = "games" if number % 2 == 0 else "general"
            anna = at.person("anna", channel)
            drawn = random.Random(name)
            people = {user.id: user.name for user in at.sandbox.world.users.values()}
            if number >= 2:  # the channel's match must be over
                old = await at.referee.match_in(anna.channel.id)
                assert old is not None
                await _end(at, old)
            await _open(at, channel, name)
            found = await at.referee.match_in(anna.channel.id)
            assert found is not None
            assert found.game_name == name
            for _ in range(turns):
                match = await at.referee.match(found.id)
                if match.phase != "running":
                    break
                hidden |= secrets_of(match, at)
                if not match.awaited:  # nature has not moved yet
                    await asyncio.sleep(0.1)
                    continue
                user = drawn.choice([holder.user_id for holder in match.awaited])
                await decide(at, at.person(people[user or 0], channel), drawn)
                (ply, *_) = await read_log(at.referee, found.id, after=match.seq)
                hidden |= {ply.code} if is_secret(match, ply) else set()
            match = await at.referee.match(found.id)
            if match.phase == "running":
                hidden |= secrets_of(match, at)
        tokens |= {each.token for each in at.sandbox.world.interactions.values()}
    assert len(hidden) > 40, "hardly any secrets: this proves nothing"
    assert len(tokens) > 20
    assert len(written.lines) > 100
    text = "\n".join(written.lines)
    for secret in (*tokens, *hidden):
        place = text.find(secret)
        assert place < 0, f"{secret!r} was written: {text[max(0, place - 200) : place + 200]!r}"


async def _open(at: Table, channel: str, game: str) -> None:
    """Open a match in a channel."""
    anna, *others = (at.person(name, channel) for name in name_people(game))
    before = len([message for message in anna.messages() if is_board(message)])
    opened: Answer = await anna.slash(f"{games.load(game).command} new", {"players": 1 + len(others)})
    for person in others:
        await person.click(opened.message, "Join")
    await anna.until(lambda: len([message for message in anna.messages() if is_board(message)]) > before)
    await anna.until(lambda: {"Play", "My hand"} & {*buttons(find_board(anna))})  # not the last board of the one before


async def _end(at: Table, match: Match) -> None:
    await at.referee.change(match.id, MACHINE, lambda found: pauses.end_without_result(found, now=at.referee.now()))


async def test_no_secret_is_written(tmp_path: Path, written: Written) -> None:
    await play_and_search(tmp_path, written)


def log_everything(patch: pytest.MonkeyPatch) -> None:
    """Mutant: discord.py logs everything."""
    assert bot.PRIVATE_LOGGERS
    for name in bot.PRIVATE_LOGGERS:
        logging.getLogger(name).setLevel(logging.DEBUG)
    patch.setattr(bot, "PRIVATE_LOGGERS", ())


def log_presses(patch: pytest.MonkeyPatch) -> None:
    """Mutant: a press is logged with the choice."""
    honest: Callable[..., Any] = controls._carry_out

    async def log_and_carry_out(at: Any, interaction: Any, pressed: Any, data: Any) -> None:
        chosen = data.get("values") or data.get("custom_id")
        logging.getLogger("client.core.controls").debug("press %s: %s", interaction.id, chosen)
        await honest(at, interaction, pressed, data)

    patch.setattr(controls, "_carry_out", log_and_carry_out)


@pytest.mark.mutant
@pytest.mark.parametrize("mutant", [talkative, log_everything, announcing, log_presses])
async def test_a_written_secret_would_be_found(
    tmp_path: Path, written: Written, monkeypatch: pytest.MonkeyPatch, mutant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    mutant(monkeypatch)
    with pytest.raises(AssertionError, match=re.escape("was written")):
        await play_and_search(tmp_path, written, turns=2)
