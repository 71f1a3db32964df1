"""The database, as passed to the functions of `Store.transaction`."""

from __future__ import annotations

from data.sql.delivery import DeliverySql
from data.sql.matches import MatchesSql
from data.sql.people import PeopleSql
from data.sql.processes import ProcessesSql


class Transaction(MatchesSql, DeliverySql, PeopleSql, ProcessesSql):
    """All statements of the project. A method is in the module whose name says what it is about."""
