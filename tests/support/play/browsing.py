"""Fixtures for tests in a browser: pages, and a bot that runs in the event loop of the browser.

All tests of a process share one browser (`shared_browser`), and with it its event loop: launching one costs more than
most of these tests. A module imports the fixtures and says `pytestmark = IN_BROWSER`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.support.browser import OpenPage, open_pages
from tests.support.play.table import Table, table

IN_BROWSER: Final = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(shared_browser: Browser) -> AsyncIterator[OpenPage]:
    """Open pages, and close them after the test."""
    async with open_pages(shared_browser) as found:
        yield found


@pytest_asyncio.fixture(loop_scope="session")
async def at(tmp_path: Path) -> AsyncIterator[Table]:
    """Run Slowboat in a fresh sandbox."""
    async with table(tmp_path) as at:
        yield at
