"""A match of a game pack in the running bot: with the pack, without it, and with it again."""

from __future__ import annotations

from pathlib import Path

import pytest

import games
from tests.support.installed import install_packs
from tests.support.matches.second_rules import upgrade
from tests.support.play.table import Table, buttons, find_board, open_match, words
from tests.support.play.two_servers import TwoServers

ENDED = (
    " has ended this match without a result, because it could not go on: its game or its rules are not installed here. "
    "You can play something else here now."
)


async def test_a_match_waits_while_its_pack_is_not_installed(at: Table, tmp_path: Path) -> None:
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
    assert "End without a result" not in buttons((await at.person("chiara").slash("board")).message)
    with install_packs(tmp_path / "again", {"toybox": {}}):
        await at.restart()
        assert "Toy" in (await anna.slash("turns")).text
        await anna.slash("board")
        assert "Toy" in words(find_board(anna))


async def test_a_match_whose_pack_is_gone_can_be_ended_so_that_its_channel_is_free(at: Table, tmp_path: Path) -> None:
    with install_packs(tmp_path / "packs", {"toybox": {}}):
        await at.restart()
        await open_match(at, "toybox new", ("anna", "ben"))
    await at.restart()
    anna, ben = at.person("anna"), at.person("ben")
    assert "is not installed here just now" in (await ben.slash("docker new", {"players": 2})).text
    told = await ben.slash("board")
    await ben.click(told.message, "End without a result")
    assert words(told.message) == "The match was cancelled."
    await anna.until(lambda: words(anna.last()) == f"Ben{ENDED}")
    assert "no match in this channel" in (await ben.slash("board")).text
    await open_match(at, "docker new", ("anna", "ben"))
    assert (await at.referee.match(2)).game_name == "docker"


async def test_a_match_whose_rules_are_gone_can_be_ended_so_that_its_channel_is_free(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await open_match(at, "docker new", ("anna", "ben"))
    upgrade(monkeypatch, keep=False)
    try:
        await at.restart()
        anna, ben, master = at.person("anna"), at.person("ben"), at.person("harbourmaster")
        chiara = at.person("chiara")
        for told in (await chiara.slash("docker new", {"players": 2}), await chiara.slash("board")):
            assert "This match began under rules that this version of me does not have." in told.text
            assert "End without a result" not in buttons(told.message), "she does not play in it"
        for each in (
            await anna.slash("board"),
            await ben.slash("board"),
            await ben.click(shown, "Play"),
            await master.slash("board"),
            await master.slash("server", {"show": "manage"}),
        ):
            assert "End without a result" in buttons(each.message)
        await master.click(each.message, "End without a result")
        assert words(each.message) == "The match was cancelled."
        await anna.until(lambda: "Rematch" in buttons(find_board(anna)))
        await anna.until(lambda: words(anna.last()) == f"Harbour Master{ENDED}")
        await open_match(at, "docker new", ("anna", "ben"))
        assert (await at.referee.match(2)).game.version == 2
    finally:
        games.load.cache_clear()


async def test_both_servers_are_told_in_their_language_that_their_match_was_ended(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = TwoServers(at)
    await two.start()
    upgrade(monkeypatch, keep=False)
    try:
        await at.restart()
        anna, chiara = two.person("anna"), two.person("chiara")
        told = await chiara.slash("board")
        await chiara.click(told.message, "End without a result")
        await anna.until(lambda: words(anna.last()) == f"Somebody in the other server{ENDED}")
        await chiara.until(lambda: "Chiara hat diese Partie ohne Ergebnis beendet" in words(chiara.last()))
        assert not any("Chiara" in sent for sent in two.list_sent((await two.match()).guild_id or 0))
    finally:
        games.load.cache_clear()
