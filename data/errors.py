"""The ways the store can fail to open, each with a sentence for the person who runs the bot."""

from __future__ import annotations

from pathlib import Path


class StoreError(Exception):
    """The database cannot be used; the message says what to do."""


class StoreLocked(StoreError):
    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} is in use by another program, most likely a second Slowboat. Stop that one first, or give this "
            "one a file of its own with SLOWBOAT_DATABASE."
        )


class StoreDamaged(StoreError):
    def __init__(self, path: Path, detail: str) -> None:
        super().__init__(
            f"{path} is damaged ({detail}). Nothing was changed. Keep a copy of it and of {path.name}-wal, then put a "
            "backup in its place, or move it away to start with an empty database."
        )


class StoreForeign(StoreError):
    def __init__(self, path: Path, detail: str) -> None:
        super().__init__(
            f"{path} is not a database of this version of Slowboat ({detail}). Nothing was changed. Check "
            "SLOWBOAT_DATABASE, or run the version that wrote it."
        )


class StoreUnwritable(StoreError):
    def __init__(self, path: Path, detail: str) -> None:
        super().__init__(
            f"{path} cannot be written ({detail}). Check that its folder exists, belongs to the user Slowboat runs as, "
            "and that the disk is not full."
        )


class Conflict(Exception):
    """The row is not what the caller believed; nothing was written."""
