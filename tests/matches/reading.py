"""Read and damage the tables of either kind of store in tests."""

from __future__ import annotations

import sqlite3
from typing import Any

from data.sql.database import Database
from tests.support.matches.house import House


async def execute(at: House, sql: str, *values: Any) -> list[tuple[Any, ...]]:
    """Execute a statement, and return its rows if it has any."""
    return await at.store.transaction(lambda tx: _execute(tx._db, sql, *values))


async def list_columns(at: House) -> dict[str, list[str]]:
    """List the columns of each table, in alphabetical order of the tables."""
    return await at.store.transaction(lambda tx: _list_columns(tx._db))


def _execute(db: Database, sql: str, *values: Any) -> list[tuple[Any, ...]]:
    found: Any = db.execute(sql, values)
    return [tuple(row) for row in found] if found.description else []


def _list_columns(db: Database) -> dict[str, list[str]]:
    if isinstance(db, sqlite3.Connection):
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
        return {table: [row[1] for row in db.execute(f"PRAGMA table_info({table})")] for table in tables}
    found: dict[str, list[str]] = {}
    columns = (
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema() "
        "AND table_name <> 'slowboat' ORDER BY table_name, ordinal_position"
    )
    for table, column in _execute(db, columns):
        found.setdefault(table, []).append(column)
    return found
