"""A match of a game pack in the running bot: with the pack, without it, and with it again."""

from __future__ import annotations

from pathlib import Path

from tests.installed import install_packs

from .table import Table, find_board, open_match, words


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
    with install_packs(tmp_path / "again", {"toybox": {}}):
        await at.restart()
        assert "Toy" in (await anna.slash("turns")).text
        await anna.slash("board")
        assert "Toy" in words(find_board(anna))
