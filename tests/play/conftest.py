from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from .table import Table, table


@pytest.fixture
async def at_table(tmp_path: Path) -> AsyncIterator[Table]:
    """A running Slowboat in a sandbox of its own."""
    async with table(tmp_path) as at:
        yield at
