"""A match of a game pack in the running bot: with the pack, without it, and with it again."""

from __future__ import annotations

from pathlib import Path

import pytest

import games
from tests.installed import install_packs
from tests.matches.test_earlier_rules import upgrade

from .table import Table, buttons, find_board, open_match, words


async def test_a_match_waits_while_its_pack_is_not_installed(at_table: Table, tmp_path: Path) -> None:
    at = at_table
    with install_packs(tmp_path / "packs", {"toybox": {}}):
        await at.restart()
        shown = await open_match(at, "toybox new", ("anna", "ben"))
        assert "Toy" in words(shown)
    await at.restart()
    anna = at.person("anna")
    for answer in (await anna.slash("board"), await anna.click(shown, "My hand")):
        assert not answer.failed
        assert answer.ephemeral
        assert "is not installed here just now" in answer.text
    assert "Toy" not in (await anna.slash("turns")).text
    await at.bot.sweep()
    assert "docker" in (await anna.at("general").slash("docker new", {"players": 2})).text.lower()
    assert "End without a result" not in buttons((await at.person("ben").slash("board")).message)
    with install_packs(tmp_path / "again", {"toybox": {}}):
        await at.restart()
        assert "Toy" in (await anna.slash("turns")).text
        await anna.slash("board")
        assert "Toy" in words(find_board(anna))


async def test_a_match_whose_pack_is_gone_can_be_ended_so_that_its_channel_is_free(
    at_table: Table, tmp_path: Path
) -> None:
    at = at_table
    with install_packs(tmp_path / "packs", {"toybox": {}}):
        await at.restart()
        await open_match(at, "toybox new", ("anna", "ben"))
    await at.restart()
    anna, ben = at.person("anna"), at.person("ben")
    assert "is not installed here just now" in (await ben.slash("docker new", {"players": 2})).text
    told = await anna.slash("board")
    await anna.click(told.message, "End without a result")
    assert words(told.message) == "The match was cancelled."
    assert "no match in this channel" in (await ben.slash("board")).text
    await open_match(at, "docker new", ("anna", "ben"))
    assert (await at.referee.match(2)).row.game == "docker"


async def test_a_match_whose_rules_are_gone_can_be_ended_so_that_its_channel_is_free(
    at_table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = at_table
    shown = await open_match(at, "docker new", ("anna", "ben"))
    upgrade(monkeypatch, keep=False)
    try:
        await at.restart()
        anna, ben, master = at.person("anna"), at.person("ben"), at.person("harbourmaster")
        for told in (
            await ben.slash("docker new", {"players": 2}),
            await ben.slash("board"),
            await ben.click(shown, "Play"),
        ):
            assert "This match began under rules that this version of me does not have." in told.text
            assert "End without a result" not in buttons(told.message), "he is not the host"
        for each in (await anna.slash("board"), await master.slash("board"), await master.slash("manage")):
            assert "End without a result" in buttons(each.message)
        await master.click(each.message, "End without a result")
        assert words(each.message) == "The match was cancelled."
        await anna.until(lambda: "Rematch" in buttons(find_board(anna)))
        await open_match(at, "docker new", ("anna", "ben"))
        assert (await at.referee.match(2)).game.version == 2
    finally:
        games.load.cache_clear()
