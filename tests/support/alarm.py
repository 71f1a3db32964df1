"""Collect unexpected errors from the log."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

EXPECTED = "Attempting a reconnect"
"""discord.py logs every broken connection as an error."""


class Alarm(logging.Handler):
    """Unexpected errors, collected from the log."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if not record.getMessage().startswith(EXPECTED):
            self.records.append(f"{record.name}: {logging.Formatter().format(record)}")


@pytest.fixture
def alarm() -> Iterator[Alarm]:
    found = Alarm()
    logging.getLogger().addHandler(found)
    yield found
    logging.getLogger().removeHandler(found)
