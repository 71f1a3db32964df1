"""Register the toy as one of the games for all laws."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.toy.registered import register_toy


@pytest.fixture(autouse=True, scope="module")
def _toy() -> Iterator[None]:
    with register_toy():
        yield
