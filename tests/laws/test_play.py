"""Law about playing: every game can be played with the real client in the sandbox, from the command to the seal."""

from __future__ import annotations

from pathlib import Path

import pytest

import games
from rendering.english import say
from tests.support.play.table import name_people, open_match, play_out, table, words

MOST, WITH_PHYSICS = 40, 4
"""Plies of a match, which physics make slow. Small games end before."""

EVERY = 5
"""One decision of so many is made by clicks; with physics, all are."""


@pytest.mark.parametrize("name", games.names())
async def test_a_match_can_be_played_by_clicks(name: str, tmp_path: Path) -> None:
    game = games.load(name)
    most, every = (MOST, EVERY) if game.nature is None else (WITH_PHYSICS, 1)
    options = {"preset": [*game.presets][-1]} if game.presets else {}
    async with table(tmp_path) as at:
        first = await open_match(at, f"{game.command} new", name_people(name), options)
        assert say(games.words(name).TITLE) in words(first)
        match = await play_out(at, until=lambda match: match.seq >= most, every=every)
        if match.seq < most:
            assert match.phase == "finished"
            assert match.outcome is not None
            assert "✓" in (await at.person("anna").slash("match", {"show": "fair_play"})).text
