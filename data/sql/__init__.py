"""All SQL of the project. A method of `Transaction` is in the module whose name says what it is about."""

from __future__ import annotations

from data.sql.delivery import DeliverySql
from data.sql.matches import MatchesSql
from data.sql.people import PeopleSql
from data.sql.processes import ProcessesSql


class Transaction(MatchesSql, DeliverySql, PeopleSql, ProcessesSql):
    """The database, as passed to the functions of `Store.transaction`."""
