"""The analysis of a match in use: a button on the last board, pictures and sentences."""

from __future__ import annotations

import pytest

from client.coach import analysis as page
from matches.coaching import analysis
from tests.here import Here

from .table import Table, buttons, find_board, open_match, play_out, words

FEW = {"PLIES_OF_CURVE": 1, "PLIES_OF_COMPARISON": 1, "_FEWEST": 1, "MOST_CHOICES": 6}
"""The limits of an analysis, for tests."""


@pytest.fixture(autouse=True)
def _few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the tests short."""
    for name, value in FEW.items():
        monkeypatch.setattr(analysis, name, value)


async def test_the_last_board_leads_to_the_analysis(at_table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    at = at_table
    at.bot.analyst.worker = Here(time_limit=60)
    monkeypatch.setattr(page, "PROGRESS_EVERY", 0.01)
    await open_match(at, "docker new", ("anna", "ben"))
    refused = await at.person("anna").slash("analyse")
    assert "once it is finished" in refused.text
    match = await play_out(at, every=10)
    assert match.row.phase == "finished"
    anna = at.person("anna")
    await anna.until(lambda: "Analysis" in buttons(find_board(anna)))
    shown = await anna.click(find_board(anna), "Analysis")
    await anna.until(lambda: "Docker: analysis" in words(shown.message))
    told = words(shown.message)
    assert "Docker: analysis" in told
    assert "played:" in told
    assert "Best move of" in told
    assert "computer players have finished the match" in told
    assert shown.message.visible_to == anna.user.id
    names = [file.filename for file in shown.message.attachments]
    assert names[0] == "docker-1-chances.png"
    assert len(names) == len(set(names)) == 1 + told.count(") played:")
    again = await at.person("dana").slash("analyse")
    assert words(again.message).count(") played:") == told.count(") played:")
