"""A mutant, loaded as a plugin of pytest: the store on PostgreSQL forgets every transaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from data.postgres import store
from data.postgres.connection import Pipelined
from data.sql import Transaction


def _run_and_forget(self: Any, fn: Callable[[Any], Any]) -> Any:
    connection = self._connection
    with connection.pipeline() as pipeline:
        connection.execute("BEGIN")
        result = fn(Transaction(Pipelined(connection, pipeline)))
        connection.execute("ROLLBACK")
    return result


store._Attempt.run = _run_and_forget  # type: ignore[method-assign]
