"""Play Liar's Dice in the sandbox: the real client, from the slash command to the last board."""

from __future__ import annotations

from pathlib import Path

from tests.support.play.table import open_match, play_out, table, words


async def test_a_match_is_played_to_its_end(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        for name, locale in (("anna", "en-GB"), ("ben", "en-GB")):
            at.person(name).user.locale = locale
        first = await open_match(at, "liarsdice new", ("anna", "ben"), {"preset": "quick"})
        assert "Liar’s Dice" in words(first)
        match = await play_out(at)
        assert match.phase == "finished"
        assert match.outcome is not None
        assert len(match.outcome.ranking) == 2
        assert "✓" in (await at.person("anna").slash("verify")).text
