"""Statements that read and write whole rows of any table."""

from __future__ import annotations

from typing import Any, NamedTuple

from data.sql.database import insert

Row = tuple[Any, ...]


class Table(NamedTuple):
    """A table. `key`: the columns of its primary key, or all columns if it has none; `texts`: the text columns among
    them. `initial`: the number of rows that migrations write. The methods return SQL statements, except for `find_key`.
    """

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    texts: frozenset[str]
    initial: int

    def find_key(self, row: Row) -> Row:
        """Return the key of a row."""
        return tuple(row[self.columns.index(each)] for each in self.key)

    def count_rows(self) -> str:
        """Count the rows."""
        return f"SELECT count(*) FROM {self.name}"

    def select(self, collation: str, *, later: bool) -> str:
        """Read the rows in the order of the key. `collation`: the collation that orders texts byte by byte in this
        database. `later`: only rows with a higher key than the given values.
        """
        order = ", ".join(self._order(collation))
        where = f" WHERE ({order}) > ({', '.join('?' * len(self.key))})" if later else ""
        return f"SELECT {', '.join(self.columns)} FROM {self.name}{where} ORDER BY {order}"

    def select_last_key(self, collation: str) -> str:
        """Read the highest key."""
        order = ", ".join(f"{each} DESC" for each in self._order(collation))
        return f"SELECT {', '.join(self.key)} FROM {self.name} ORDER BY {order} LIMIT 1"

    def insert(self) -> str:
        """Write a row."""
        return insert(self.name, self.columns)

    def delete(self) -> str:
        """Delete all rows."""
        return f"DELETE FROM {self.name}"

    def _order(self, collation: str) -> list[str]:
        return [f"{each} {collation}" if each in self.texts else each for each in self.key]
