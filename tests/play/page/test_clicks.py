"""Ordinary turns take three clicks in a browser as wide as a phone."""

from __future__ import annotations

import statistics

import pytest
from playwright.async_api import Browser

from tests.support.numbers import FULL, patience, times
from tests.support.play.browsing import IN_BROWSER
from tests.support.play.clicks import COMMANDS, count_match

pytestmark = IN_BROWSER

NINE_IN_TEN = 4
"""The most clicks that nine in ten turns need; in Aquaretto, too, because animals of a truck are placed
automatically."""


@pytest.mark.timeout(patience(300))
@pytest.mark.parametrize("game", COMMANDS)
async def test_turns_take_few_clicks_at_390_pixels(shared_browser: Browser, game: str) -> None:
    """`python -m tests.support.play.clicks` plays twenty matches of each game; docs/evidence.md has the figures."""
    most = times(2000, usual=4)
    turns = [
        clicks
        for seed in range(times(20, usual=1))
        for clicks in await count_match(game, seed, shared_browser, most=most)
    ]
    assert min(turns) >= 2, "Play and a choice, or Play and Confirm"
    assert statistics.median(turns) <= 3
    if FULL:
        assert sorted(turns)[len(turns) * 9 // 10] <= NINE_IN_TEN
