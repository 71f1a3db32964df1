"""Remember which interactions have changed a match."""

from __future__ import annotations

from collections import OrderedDict

from data import AnyStore

_REMEMBERED = 512
"""Interactions in memory; the store has all of a day."""


class Effects:
    """The interactions that have changed a match."""

    def __init__(self, store: AnyStore) -> None:
        self._store = store
        self._known: OrderedDict[int, bool] = OrderedDict()

    async def has(self, interaction_id: int) -> bool:
        """Whether an interaction has changed a match. Unknown ones are looked up: an error may follow the commit."""
        if (known := self._known.get(interaction_id)) is not None:
            return known
        return await self._store.transaction(lambda tx: tx.was_recorded(interaction_id))

    def note(self, interaction_id: int | None, *, is_done: bool = True) -> None:
        """Note that an interaction has changed a match, or that its change was reversed."""
        if interaction_id is not None:
            self._known[interaction_id] = is_done
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
