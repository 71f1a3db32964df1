from __future__ import annotations

import pytest

from client.boards import pictures
from tests.here import Here


@pytest.fixture(autouse=True)
def painted_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw pictures in this process."""
    monkeypatch.setattr(pictures, "Worker", Here)
