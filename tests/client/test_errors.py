"""Messages for failures of the disk and the store."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.core.errors import explain
from data import StoreError
from data.errors import StoreFull, StoreLocked, StoreUnwritable


@pytest.mark.parametrize("error", [StoreFull(Path("f"), "full"), StoreUnwritable(Path("f"), "read-only")])
def test_a_full_disk_is_called_that(error: StoreError) -> None:
    said = explain(error)
    assert said is not None
    assert "disk is full" in said.id


def test_a_store_that_is_being_opened_is_a_restart() -> None:
    said = explain(StoreLocked(Path("f")))
    assert said is not None
    assert "restarting" in said.id
