"""Numbered, forward-only migrations: `migrations/0001_….sql` and so on, each applied once in one transaction."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from data.errors import StoreForeign

APPLICATION_ID = 0x510B0A7
"""Marks a file as ours in SQLite's header: "slowboat", spelled as closely as hexadecimal digits allow."""

COMPATIBLE_SINCE: Final = 27
"""The oldest schema whose programs can use the newest one, and keep running during the migration to it.

A migration that only adds what older programs need not know leaves this number as it is. Any other migration raises it,
usually to its own number. A migration that removes something raises it to the first schema whose programs do not use
the removed thing.
"""

_FOLDER = Path(__file__).with_name("migrations")


def list_migrations() -> list[tuple[int, Path]]:
    """List all migrations in order, as (number, file)."""
    return sorted((int(file.name.split("_", 1)[0]), file) for file in _FOLDER.glob("[0-9]*_*.sql"))


def recognise(db: sqlite3.Connection, path: Path) -> int:
    """Read the number of the file's schema. Raises StoreForeign if the file is not ours or is from a newer version."""
    (application_id,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if application_id != APPLICATION_ID and (tables or version or application_id):
        raise StoreForeign(path, "another program made it")
    newest, _ = list_migrations()[-1]
    if version > newest:
        raise StoreForeign(path, f"its schema is number {version}, this version knows {newest}")
    return int(version)


def migrate(db: sqlite3.Connection, path: Path) -> None:
    """Migrate the file to this version's schema. Raises StoreForeign."""
    version = recognise(db, path)
    for number, file in list_migrations():
        if number > version:
            _apply(db, number, file.read_text(encoding="utf-8"))


def _apply(db: sqlite3.Connection, number: int, script: str) -> None:
    db.execute("BEGIN IMMEDIATE")
    try:
        for statement in split_script(script):
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {number:d}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def split_script(script: str) -> list[str]:
    """Split a script into statements, because `executescript` would commit the transaction."""
    found: list[str] = []
    pending = ""
    for line in script.splitlines():
        pending += line + "\n"
        if sqlite3.complete_statement(pending):
            found.append(pending)
            pending = ""
    return found
