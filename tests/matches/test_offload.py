"""Test that slow rules run in a thread and fast ones do not."""

from __future__ import annotations

import threading

import pytest

import games
from games.riff_raff.loading import sites
from matches.machines.offload import run_rules, warm_up_rules


@pytest.mark.parametrize("name", games.names())
async def test_only_slow_rules_run_in_a_thread(name: str) -> None:
    game = games.load(name)
    here = await run_rules(game, threading.get_ident) == threading.get_ident()
    assert here != game.slow


def test_lists_of_riff_raff_are_slow() -> None:
    assert games.load("riff_raff").slow


async def test_tables_are_filled_in_a_thread_before_a_first_search(monkeypatch: pytest.MonkeyPatch) -> None:
    filled: dict[tuple[int, str], int] = {}
    monkeypatch.setattr(sites, "find_site", lambda area, kind: filled.setdefault((area, kind), threading.get_ident()))
    await warm_up_rules(games.names())
    assert len(filled) == 80, "the tables of every area with every kind of piece"
    assert threading.get_ident() not in filled.values()
