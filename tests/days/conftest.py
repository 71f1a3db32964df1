from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.toy.registered import register_toy


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    """Register the toy game."""
    with register_toy():
        yield
