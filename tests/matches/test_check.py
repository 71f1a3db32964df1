"""Test the check before an upgrade: it replays every open match and reports those that cannot go on."""

from __future__ import annotations

import pytest

import games
from matches.archive import check as checking
from matches.archive.check import check
from matches.archive.verify import Verdict
from matches.lobby.lobby import cancel
from matches.referee import MACHINE
from tests.matches.reading import execute
from tests.support.matches.house import ANNA, BEN, House


async def _all(at: House) -> None:
    """Make a running match of every game, a lobby and a finished match."""
    for number, game in enumerate(games.names()):
        match = await at.running(game, channel=100 + number, secret=bytes([number] * 32))
        for turn in range(3):
            match = (await at.machines.run(await at.play_any_turn(match, choose=turn))).match
    await at.open("docker", 3, channel=300)
    over = await at.running("docker", ANNA, BEN, channel=400)
    await at.referee.change(over.id, MACHINE, lambda match: cancel(match, at.who(ANNA, manages=True), now=at.now))


async def test_no_problem_is_found_in_any_game(at: House) -> None:
    await _all(at)
    report = await check(at.store)
    assert report.problems == ()
    assert report.checked == len(games.names()) + 1


BROKEN = {  # every ? stands for zeros
    "UPDATE matches SET game = 'chess'": "does not have the game",
    "UPDATE matches SET rules_version = 7": "under version 7 of the rules",
    "UPDATE matches SET options = '{\"colour\": 3, \"players\": []}' WHERE phase = 'running'": "cannot be read",
    "UPDATE matches SET decisions = 'nonsense'": "cannot be read",
    "UPDATE matches SET head = 999 WHERE phase = 'running'": "position 999 is not in the log",
    "UPDATE log SET snapshot = ?": "cannot be read",
    "UPDATE log SET code = 'nonsense' WHERE seq = 1": "differs at position 1",
    "UPDATE matches SET secret = ?": "differs at position",
}


@pytest.mark.parametrize("damage", BROKEN)
async def test_the_check_names_each_match_that_cannot_go_on(at: House, damage: str) -> None:
    match = await at.running("docker", ANNA, BEN, secret=bytes([5] * 32))
    for turn in range(3):
        await at.play_any_turn(match, choose=turn)
    assert (await check(at.store)).problems == ()
    await execute(at, damage, *[bytes(32)] * damage.count("?"))
    report = await check(at.store)
    assert report.checked == 1
    assert len(report.problems) == 1
    assert BROKEN[damage] in report.problems[0]


@pytest.mark.mutant
async def test_only_a_replay_finds_changed_rules(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: a check that only reads the positions."""
    match = await at.running("docker", ANNA, BEN, secret=bytes([5] * 32))
    for turn in range(3):
        await at.play_any_turn(match, choose=turn)
    await execute(at, "UPDATE matches SET secret = ?", bytes(32))
    assert len((await check(at.store)).problems) == 1
    monkeypatch.setattr(checking, "verify", lambda *_: Verdict("", 0, None))
    assert (await check(at.store)).problems == ()
