"""The people of these tests notice what goes wrong."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fleet.fleet_table import fleet_table
from tests.fleet.players import BoardInfo, Players, read_boards
from tests.support.play.table import is_board

Rows = list[BoardInfo]


def forget_message(players: Players, rows: Rows) -> Rows:
    seen = min(players.seen)
    return [(match_id, seq, None if number == seen else number) for match_id, seq, number in rows]


def lose_board(_: Players, rows: Rows) -> Rows:
    match_id, _seq, message_id = rows[0]
    return [*rows, (match_id, 10_000, message_id)]


def count_twice(players: Players, rows: Rows) -> Rows:
    players.confirmed -= 1
    return rows


def post_again(players: Players, rows: Rows) -> Rows:
    messages = players.pairs[0][0].channel.messages
    messages[1] = next(message for message in messages.values() if is_board(message))
    return rows


def answer_again(players: Players, rows: Rows) -> Rows:
    players.answers.accepted[1] = 2
    return rows


def answer_for_another(players: Players, rows: Rows) -> Rows:
    players.answers.refused[1] = 1
    return rows


MUTANTS: dict[str, Callable[[Players, Rows], Rows]] = {
    "that somebody saw": forget_message,
    "recorded and not in the channel": lose_board,
    "each click had one effect": count_twice,
    "is in its channel twice": post_again,
    "was answered twice": answer_again,
    "two processes have tried": answer_for_another,
}


@pytest.mark.mutant
async def test_what_goes_wrong_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with fleet_table(tmp_path, monkeypatch) as at:
        process = await at.start("a")
        await at.until_served(a={0, 1})
        players = Players(at, certain=True)
        async with players.play():
            await players.wait_for(1)
        await players.check(process.referee.store)
        rows = list(await process.referee.store.transaction(read_boards))
        for told, mutant in MUTANTS.items():
            changed = copy.copy(players)
            changed.answers = copy.copy(players.answers)
            changed.answers.accepted, changed.answers.refused = Counter(players.answers.accepted), Counter()
            with pytest.raises(AssertionError, match=told):
                changed.compare(mutant(changed, rows))
            players.pairs[0][0].channel.messages.pop(1, None)
        players.compare(rows)
