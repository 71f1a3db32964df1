"""Claim work, so that several processes on one store do not do the same work twice.

A bot that is alone on its store writes no leases: nobody else could do its work.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Final
from weakref import WeakValueDictionary

from data import AnyStore, StoreError, Transaction

log = logging.getLogger(__name__)

LEASE: Final = 15.0
"""Seconds that a lease lasts."""

RENEW_EVERY: Final = LEASE / 3
"""Seconds between two extensions of the leases of work in progress."""

_FORGOTTEN_AFTER: Final = 3600.0
"""Seconds for which a lease is kept after its end, if nobody took it over."""

Work = tuple[str, int]
"""A piece of work: its kind and its key, such as the id of a match."""


class _Held:
    """A lease of this process. `users`: how many of its tasks use it; `until`: its end; `is_stored`: whether it is in
    the store."""

    def __init__(self, until: float, *, is_stored: bool) -> None:
        self.users = 0
        self.until = until
        self.is_stored = is_stored


class Leases:
    """The leases of this process, which last as long as the work in progress.

    `renew` must be called every `RENEW_EVERY` seconds. A process that renews too late loses its leases; `has` tells
    whether it still has one.
    """

    def __init__(self, store: AnyStore, *, now: Callable[[], float], shared: bool) -> None:
        """`shared`: other processes use the store, too."""
        self.holder: Final = secrets.token_hex(8)
        self.shared: Final = shared
        self._store = store
        self._now = now
        self._held: dict[Work, _Held] = {}
        self._locks: WeakValueDictionary[Work, asyncio.Lock] = WeakValueDictionary()

    def is_busy(self, kind: str, key: int) -> bool:
        """Whether this process does this piece of work at the moment."""
        return (kind, key) in self._held

    def has(self, kind: str, key: int) -> bool:
        """Whether this process still holds the work, so that no other process can have begun it.

        Ask before each step that cannot be undone.
        """
        held = self._held.get((kind, key))
        return not self.shared or (held is not None and self._now() < held.until)

    @contextlib.asynccontextmanager
    async def hold(self, kind: str, key: int, *, own_until: float = 0.0) -> AsyncIterator[bool]:
        """Hold a piece of work inside the context; False if another process holds it. Tasks of one process hold it
        together.

        `own_until`: a time until which no other process claims the work anyway. The lease is written by the first
        `renew` before that time, so that short work needs no write.
        """
        work = kind, key
        lock = self._locks.setdefault(work, asyncio.Lock())
        async with lock:
            held = self._held.get(work) or await self._take(work, own_until)
            if held is not None:
                held.users += 1
                self._held[work] = held
        try:
            yield held is not None
        finally:
            if held is not None:
                async with lock:
                    await self._let_go(work, held)

    async def renew(self) -> None:
        """Extend all leases. Those that another process has taken over are lost."""
        if not self.shared:
            return
        mine, now = dict(self._held), self._now()
        stored = {work for work, held in mine.items() if held.is_stored}
        first = {work for work, held in mine.items() if not held.is_stored and now < held.until}

        def write(tx: Transaction) -> set[Work]:
            tx.drop_ended_leases(now - _FORGOTTEN_AFTER)
            claimed = {work for work in sorted(first) if self._claim(tx, work, now)}
            renewed = {work for work in sorted(stored) if tx.renew(work[0], [work[1]], self.holder, until=now + LEASE)}
            return claimed | renewed

        kept = await self._store.transaction(write)
        for work, held in mine.items():
            held.is_stored = held.is_stored or work in kept
            held.until = now + LEASE if work in kept else 0.0
        ended = [work for work in kept if work not in self._held]
        if ended:  # the work was finished while the lease was being written
            await self._store.transaction(lambda tx: [tx.release(*work, self.holder) for work in ended])

    async def close(self) -> None:
        """End all leases of a process that stops, so that others take over at once."""
        if not self.shared:
            return
        try:
            await self._store.transaction(lambda tx: tx.release_all(self.holder))
        except StoreError as error:
            log.warning("could not release the leases of this process; they will expire: %s", error)

    async def _take(self, work: Work, own_until: float) -> _Held | None:
        """Begin a piece of work; None if another process has it."""
        now = self._now()
        if not self.shared or now < own_until:
            return _Held(own_until, is_stored=False)
        if not await self._store.transaction(lambda tx: self._claim(tx, work, now)):
            return None
        return _Held(now + LEASE, is_stored=True)

    async def _let_go(self, work: Work, held: _Held) -> None:
        """End the work of one task; after the last task, end the lease."""
        held.users -= 1
        if held.users:
            return
        del self._held[work]
        if held.is_stored:
            try:
                await self._store.transaction(lambda tx: tx.release(*work, self.holder))
            except StoreError as error:
                log.warning("could not release the lease of %s %s; it will expire: %s", *work, error)

    def _claim(self, tx: Transaction, work: Work, now: float) -> bool:
        return tx.claim(*work, self.holder, now=now, until=now + LEASE)
