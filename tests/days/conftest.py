from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.toy.registered import registered


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    """Register the toy game."""
    with registered():
        yield
