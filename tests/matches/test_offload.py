"""Test that slow rules run in a thread and fast ones do not."""

from __future__ import annotations

import threading

import pytest

import games
from matches.machines.offload import run_rules


@pytest.mark.parametrize("name", games.names())
async def test_only_slow_rules_run_in_a_thread(name: str) -> None:
    game = games.load(name)
    here = await run_rules(game, threading.get_ident) == threading.get_ident()
    assert here != game.slow


def test_lists_of_riff_raff_are_slow() -> None:
    assert games.load("riff_raff").slow
