"""Concurrent writers that remember acknowledged writes and look for them later."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from msgspec import structs

from data import MatchRow, Store, StoreError, Transaction
from tests.support.matches.rows import NOW, a_match, a_ply, a_seat

_CHANNELS = 10_000
"""The lowest channel of writers; other tests use lower numbers."""


class Lost(AssertionError):
    """Something acknowledged is missing or incomplete, or something refused is there."""


class Writers:
    """Writers; each write is a separate match with its seats, log and board, in its own channel.

    `begun`: the numbers handed in; `answered`: those that were acknowledged; `refused`: those that were told a failure.
    """

    def __init__(self, seed: int) -> None:
        self.begun: set[int] = set()
        self.answered: list[int] = []
        self.refused: dict[int, StoreError] = {}
        self._chance = random.Random(seed)

    async def write(self, store: Store, batches: int) -> None:
        """Write several batches, one after another, each of one to three writes that share a commit."""
        for _ in range(batches):
            first = len(self.begun)
            numbers = range(first, first + self._chance.randint(1, 3))
            self.begun |= set(numbers)
            await asyncio.gather(*(self._one(store, number) for number in numbers))

    async def _one(self, store: Store, number: int) -> None:
        try:
            await store.transaction(_start_writing(number))
        except StoreError as error:
            self.refused[number] = error
        else:
            self.answered.append(number)

    async def find(self, store: Store, *, answered: list[int], refused: set[int] = frozenset()) -> None:  # type: ignore[assignment]
        """Look for every write. Raises Lost. Unanswered writes may be there, but only complete."""
        there = await store.transaction(self._look)
        for number in answered:
            if there[number] is not True:
                raise Lost(f"write {number} was acknowledged and is lost; {len(answered)} were")
        for number, whole in there.items():
            if whole is False:
                raise Lost(f"write {number} is there in part")
            if whole and number in refused:
                raise Lost(f"write {number} was refused and is there")

    def _look(self, tx: Transaction) -> dict[int, bool | None]:
        """Tell of every write whether it is complete; None: it is missing."""
        owed = {board.match_id for board in tx.read_due_boards(NOW, limit=len(self.begun) + 1)}
        return {number: _whole(tx, number, owed) for number in self.begun}


def _row(number: int) -> MatchRow:
    return a_match(
        channel_id=_CHANNELS + number, phase="running", seq=2, head=2, secret=number.to_bytes(32, "big"), rev=1
    )


def _log(number: int) -> list[bytes]:
    chance = random.Random(number)
    return [chance.randbytes(chance.choice((40, 900, 5000))) for _ in range(3)]


def _start_writing(number: int) -> Callable[[Transaction], None]:
    def write(tx: Transaction) -> None:
        lobby = structs.replace(_row(number), seq=-1, head=-1, phase="lobby", rev=0)
        match = structs.replace(lobby, id=tx.insert_match(lobby))
        tx.put_seats(match, [a_seat(0, number), a_seat(1, None)])
        tx.append_log(match, [a_ply(seq, snapshot=snapshot) for seq, snapshot in enumerate(_log(number))])
        tx.update_match(structs.replace(_row(number), id=match.id), was=match)
        tx.add_to_outbox(match, 2, NOW)
        tx.record_interaction(1000 + number, match.guild_id, NOW)

    return write


def _whole(tx: Transaction, number: int, owed: set[int]) -> bool | None:
    """Whether a write is complete; None: it is missing. `owed`: the matches that owe a board."""
    row = tx.find_match_in_channel(_CHANNELS + number)
    if row is None:
        return None
    return (
        row == structs.replace(_row(number), id=row.id)
        and tx.read_seats(row.id) == (a_seat(0, number), a_seat(1, None))
        and [entry.snapshot for entry in tx.read_log(row.id)] == _log(number)
        and row.id in owed
    )
